"""What an answer of a model asks to be drawn and no chart can draw: it is told while there is time to ask otherwise."""

import re
from collections.abc import Mapping
from typing import Final

from shared.agents.execution.execution import Execution
from shared.charts.charts import charts_of
from shared.charts.encoding import MOST_BARS
from shared.charts.rows import figures_among, rows_of
from shared.contracts import AgentResponse, AgentResult, ChartHint, Picture, QueryResult, ResultPreview
from shared.grounding.sheets import Sheets

MOST_PLOTTED: Final = 800
"""A course of more points is no picture that a reply could hold beside its evidence."""
NO_PICTURES: Final = ("table", "number")
DRAWABLE: Final = (
    "A chart draws columns of figures of one whole table, along a time or a grouping of at most 30 values and one more "
    "grouping, or columns of several tables over time. Name others in `draw`, or none."
)
NOT_DRAWN: Final = "The chart that you asked for cannot be drawn of these figures."
_ASKED: Final = re.compile(
    r"\b(?:charts?|graphs?|diagrams?|histograms?|(?:scatter|box|bar|line)[ -]?plots?|plot (?:of|the|it|this)|"
    r"visuali[sz]\w*|draw|\w*diagramm\w*|grafi(?:k|sch)\w*|schaubild\w*|zeichne\w*|graphi(?:que|quement)\w*|"
    r"diagrammes?|gr[áa]fic[oa]s?|dibuja\w*)\b",
    re.IGNORECASE,
)
"""A person who says one of these wants a picture."""

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
    previews = execution.previews
    if any(not 0 <= at < len(previews) for at, _ in places):
        return DRAWABLE
    several = any(previews[at].row_count > 1 for at, _ in places)
    if not several or hint in NO_PICTURES or _is_drawn(places, execution, pictures, hint):
        return ""
    named = {at: f"t{sheet.number}" for sheet in sheets for at in [sheet.query]}
    return f"{_fault(places, execution, named)} {DRAWABLE}"


def nearest(places: Places, execution: Execution, pictures: tuple[Picture, ...], hint: ChartHint) -> Places:
    """Of the columns that an answer names to be drawn those that one chart does draw: all, else the first of them that
    it can draw by itself; as they are where nothing is compared, or none can be."""
    previews = execution.previews
    if hint in NO_PICTURES or any(not 0 <= at < len(previews) for at, _ in places):
        return places
    each = (places, *((one,) for one in places if previews[one[0]].row_count > 1))
    return next((some for some in each if some and _is_drawn(some, execution, pictures, hint)), places)


def missed(
    question: str, drawn: str, sheets: Sheets, execution: Execution, pictures: tuple[Picture, ...], hint: ChartHint
) -> str:
    """What a person is told who asked for a chart where an answer names columns (or named them, and was told why they
    cannot be drawn) and there is no chart; empty where there is one, or nobody asked."""
    if not drawn.strip() or not _ASKED.search(question):
        return ""
    places = nearest(places_of(drawn, sheets), execution, pictures, hint)
    return "" if _is_drawn(places, execution, pictures, hint) else NOT_DRAWN


def _is_drawn(places: Places, execution: Execution, pictures: tuple[Picture, ...], hint: ChartHint) -> bool:
    response = AgentResponse(
        agent="",
        task_id="",
        task="",
        status="completed",
        result=AgentResult(results=_drawing(places, execution), visualization_hint=hint),
        pictures=pictures,
        by_model=True,
    )
    return bool(charts_of([response]))


def _drawing(places: Places, execution: Execution) -> tuple[ResultPreview, ...]:
    """The results as a picture of these columns would have them."""
    return tuple(
        plotted(one, result).model_copy(update={"drawn": tuple(name for query, name in places if query == at)})
        for at, (one, result) in enumerate(zip(execution.previews, execution.results, strict=True))
    )


def _fault(places: Places, execution: Execution, named: Mapping[int, str]) -> str:
    """What is the matter with columns that no chart can draw together: the first of them that has no place in one."""
    results = _drawing(places, execution)
    asked = tuple(dict.fromkeys(at for at, _ in places))
    for at in asked:
        preview, table = results[at], named.get(at, "a table")
        rows, kinds = rows_of(preview, "en")
        figures = figures_among(rows, kinds, preview.drawn)
        labels = [name for name, kind in kinds.items() if kind != "figure"]
        most = max((len({row.get(name) for row in rows}) for name in labels if kinds[name] == "label"), default=0)
        if preview.truncated and not preview.plotted:
            return f"{table} has {preview.row_count:,} rows, too many for a chart."
        if empty := [name for name in preview.drawn if name not in kinds]:
            return f"{table}.{empty[0]} holds no value."
        if not figures:
            return f"{table}.{preview.drawn[0]} holds no figures: name the figures that stand along it."
        if not labels and len(kinds) == len(figures):
            return f"No column of {table} names what each row is of."
        if most > MOST_BARS and "time" not in kinds.values():
            return f"{table} has {most} groups, too many for bars."
    told = ", ".join(f"{named.get(at, '')}.{name}" for at, name in places)
    if len(asked) > 1:
        return f"{told} stand along different groups or times, so no chart has room for all of them: draw one table's."
    return f"No chart can draw {told} together: name fewer."


def plotted(shown: ResultPreview, result: QueryResult) -> ResultPreview:
    """The preview with the rows behind its own that a picture needs, where these are all there and not too many."""
    if not shown.truncated or shown.row_count > min(len(result.rows), MOST_PLOTTED):
        return shown
    return shown.model_copy(update={"plotted": tuple(result.records()[len(shown.data) : shown.row_count])})
