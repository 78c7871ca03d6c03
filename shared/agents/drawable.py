"""What a picture of a model's result needs beside its preview: every row, and which conditions they meet."""

from collections.abc import Iterator, Sequence
from typing import Final

from shared.agents.conversation.outcome import Outcome
from shared.agents.execution.execution import Execution
from shared.contracts import DatasetProfile, QueryResult, ResultPreview
from shared.engine.results.row_conditions import rows_met

MOST_PLOTTED: Final = 800
"""A course of more points is no picture that a reply could hold beside its evidence."""
_NO_PICTURES: Final = ("table", "number")


def drawable(outcome: Outcome, execution: Execution, datasets: Sequence[DatasetProfile]) -> Iterator[ResultPreview]:
    """The results as an outcome tells them; those of a model that a picture may show with what it needs, in the
    language of the answer."""
    pictured = outcome.insights.visualization_hint not in _NO_PICTURES
    for shown, result in zip(outcome.citing(execution.previews), execution.results, strict=True):
        drawn = outcome.by_model and (shown.drawn or (pictured and shown.cited))
        yield _whole(shown, result, rows_met(result.sql, datasets, outcome.language)) if drawn else shown


def _whole(shown: ResultPreview, result: QueryResult, met: tuple[str, ...]) -> ResultPreview:
    told = shown.model_copy(update={"met": met})
    if not shown.truncated or shown.row_count > min(len(result.rows), MOST_PLOTTED):
        return told
    return told.model_copy(update={"plotted": tuple(result.records()[len(shown.data) : shown.row_count])})
