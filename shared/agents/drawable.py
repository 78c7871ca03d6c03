"""What a picture of a model's result needs beside its preview: every row, and which conditions they meet."""

from collections.abc import Iterator, Sequence

from shared.agents.conversation.outcome import Outcome
from shared.agents.conversation.undrawn import NO_PICTURES, plotted
from shared.agents.execution.execution import Execution
from shared.contracts import DatasetProfile, ResultPreview
from shared.engine.results.row_conditions import rows_met


def drawable(outcome: Outcome, execution: Execution, datasets: Sequence[DatasetProfile]) -> Iterator[ResultPreview]:
    """The results as an outcome tells them; those of a model that a picture may show with what it needs, in the
    language of the answer."""
    pictured = outcome.insights.visualization_hint not in NO_PICTURES
    for shown, result in zip(outcome.citing(execution.previews), execution.results, strict=True):
        drawn = outcome.by_model and (shown.drawn or (pictured and shown.cited))
        met = rows_met(result.sql, datasets, outcome.language) if drawn else ()
        yield plotted(shown.model_copy(update={"met": met}), result) if drawn else shown
