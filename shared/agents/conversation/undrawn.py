"""What an answer of a model asks to be drawn and no chart can draw: it is told while there is time to ask otherwise."""

from typing import Final

from shared.agents.execution.execution import Execution
from shared.charts.charts import charts_of
from shared.contracts import AgentResponse, AgentResult, ChartHint, Picture, QueryResult, ResultPreview
from shared.grounding.sheets import Sheets

MOST_PLOTTED: Final = 800
"""A course of more points is no picture that a reply could hold beside its evidence."""
NO_PICTURES: Final = ("table", "number")
DRAWABLE: Final = (
    "A chart draws columns of figures of one whole table, along a time or a grouping of at most 30 values and one more "
    "grouping, or columns of several tables over time. Name others in `draw`, or none."
)

Places = tuple[tuple[int, str], ...]


def places_of(drawn: str, sheets: Sheets) -> Places:
    """The columns that an answer names to be drawn; none where one of them is not there."""
    try:
        return sheets.places(drawn)
    except LookupError:
        return ()


def undrawn(drawn: str, sheets: Sheets, execution: Execution, pictures: tuple[Picture, ...], hint: ChartHint) -> str:
    """Why no chart draws the columns that an answer names, in a sentence for the model that did; empty where one does,
    or nothing is compared there."""
    try:
        places = sheets.places(drawn)
    except LookupError as wrong:
        return f"`draw`: {wrong}. {DRAWABLE}"
    previews, results = execution.previews, execution.results
    if any(not 0 <= at < len(previews) for at, _ in places):
        return DRAWABLE
    several = any(previews[at].row_count > 1 for at, _ in places)
    if not several or hint in NO_PICTURES:
        return ""
    shown = tuple(
        plotted(one, result).model_copy(update={"drawn": tuple(name for query, name in places if query == at)})
        for at, (one, result) in enumerate(zip(previews, results, strict=True))
    )
    response = AgentResponse(
        agent="",
        task_id="",
        task="",
        status="completed",
        result=AgentResult(results=shown, visualization_hint=hint),
        pictures=pictures,
        by_model=True,
    )
    return "" if charts_of([response]) else f"No chart can draw {', '.join(name for _, name in places)}. {DRAWABLE}"


def plotted(shown: ResultPreview, result: QueryResult) -> ResultPreview:
    """The preview with the rows behind its own that a picture needs, where these are all there and not too many."""
    if not shown.truncated or shown.row_count > min(len(result.rows), MOST_PLOTTED):
        return shown
    return shown.model_copy(update={"plotted": tuple(result.records()[len(shown.data) : shown.row_count])})
