"""What a picture of a model's result needs beside its preview: every row, and which conditions they meet; and what the
pictures beside an answer draw of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from shared.agents.conversation.given_names import headed, in_language
from shared.agents.conversation.outcome import Outcome
from shared.agents.conversation.undrawn import NO_PICTURES, plotted
from shared.agents.execution.execution import Execution
from shared.charts.charts import depicted_of, left_out_of, pictured_without
from shared.contracts import AgentResponse, AgentResult, DatasetProfile, Depicted, Picture, ResultPreview
from shared.engine.results.row_conditions import rows_met

LEAVES_OUT: Final = (
    "The chart that it names does not show {0}: say nothing else of it, or name other columns in `draw`."
)
MOST_NAMED: Final = 6


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


def depicted_in(outcome: Outcome, execution: Execution, pictures: tuple[Picture, ...]) -> tuple[Depicted, ...]:
    """What the charts of an outcome draw, and which rows they leave out, as far as nobody says that a name which its
    writer gave does not fit."""
    outcome, hint = replace(outcome, unborne=frozenset()), outcome.insights.visualization_hint
    shown = tuple(drawable(outcome, execution, execution.datasets))
    response = AgentResponse(
        agent="",
        task_id="",
        task="",
        status="completed",
        result=AgentResult(results=shown, visualization_hint=hint),
        facts=outcome.facts,
        pictures=pictures,
        by_model=outcome.by_model,
        language=outcome.language,
    )
    return depicted_of((response,))


def leaves_out(execution: Execution, at: int, pictures: Iterable[Picture]) -> Depicted | None:
    """What a chart of the result at that place would draw, where it leaves out some of its rows: that of an analysis,
    by its `pictures`, else what a model may ask to be drawn. None where it would leave out none."""
    previews = tuple(map(plotted, execution.previews, execution.results))
    own = next((one for one in pictures if one.query == at), None)
    return pictured_without(own, previews) if own else left_out_of(previews[at])


def untold(charts: Iterable[Depicted], execution: Execution, pictures: Sequence[Picture]) -> str:
    """The rows that charts of an answer leave out though its writer was not told so with their results, in a sentence;
    empty where there are none."""
    left: list[str] = []
    for chart in charts:
        found = (leaves_out(execution, at, pictures) for at in {place for place, _ in chart.columns})
        told = {name for one in found if one for name in one.left_out}
        left += [name for name in chart.left_out if name not in told]
    named = [*left[:MOST_NAMED], *([f"{len(left) - MOST_NAMED} more rows"] if len(left) > MOST_NAMED else [])]
    return LEAVES_OUT.format(", ".join(named)) if named else ""
