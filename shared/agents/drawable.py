"""What a picture of a model's result needs beside its preview: every row, and which conditions they meet."""

from collections.abc import Iterator, Sequence

from shared.agents.conversation.given_names import headed, in_language
from shared.agents.conversation.outcome import Outcome
from shared.agents.conversation.undrawn import NO_PICTURES, plotted
from shared.agents.execution.execution import Execution
from shared.contracts import DatasetProfile, ResultPreview
from shared.engine.results.row_conditions import rows_met


def drawable(outcome: Outcome, execution: Execution, datasets: Sequence[DatasetProfile]) -> Iterator[ResultPreview]:
    """The results as an outcome tells them, each column that has a name which nothing bears out under Candor's own, or
    under that of a table in an answer that was judged. Those of a model that a picture may show have what it needs, in
    the language of the answer."""
    pictured = outcome.insights.visualization_hint not in NO_PICTURES
    judged = not outcome.unchecked
    for at, (shown, result) in enumerate(zip(outcome.citing(execution.previews), execution.results, strict=True)):
        unborne = frozenset(name for place, name in outcome.unborne if place == at)
        unborne -= outcome.tables.called(at).keys() if judged else frozenset()
        known = execution.headings.get(at, {})
        shown = headed(shown, result, unborne, known, datasets, outcome.language)
        if at in execution.written:
            shown = in_language(shown, result, datasets, outcome.language)
        drawn = outcome.by_model and (shown.drawn or (pictured and shown.cited))
        met = rows_met(result.sql, datasets, outcome.language) if drawn else ()
        yield plotted(shown.model_copy(update={"met": met}), result) if drawn else shown
