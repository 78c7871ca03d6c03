"""What an analysis shows of its results: which column, called how, and which rows."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

from shared.analysis.facts import number
from shared.analysis.summary import spoken_naming
from shared.contracts import Axis, Picture, Point, QueryResult, Scalar
from shared.query.bound import BoundQuery, ProfiledColumn
from shared.query.checks import findings
from shared.query.query import Figures, figure_at
from shared.query.units import figure_unit
from shared.query.words.figures import show_plain
from shared.query.words.groups import group
from shared.query.words.measures import figure
from shared.query.words.phrases import Naming
from shared.query.words.verbalise import scope_words

Pictures = tuple[Picture, ...]
MOST_BARS: Final = 30
MOST_POINTS: Final = 400
FEWEST_POINTS: Final = 2
NOTHING: Final[Pictures] = ()


def axis(called: str, unit: str | None = None) -> Axis:
    """A side of a picture, with a capital."""
    return Axis(called=capital(called), unit=unit or "")


def capital(text: str) -> str:
    """The text with a capital at its beginning, and nothing else changed."""
    return text[:1].upper() + text[1:]


def bars(
    result: QueryResult,
    column: str,
    by: str,
    *,
    title: str,
    along: Axis,
    figure: Axis,
    query: int = 0,
    label: Callable[[Scalar], str] = show_plain,
    names: Sequence[str] | None = None,
    rows: Iterable[int] | None = None,
) -> Pictures:
    """Bars of a column, in the order of the rows: those at these places, or all, each under its label or its name. Of
    more than are drawn the first ones are, and the title says so: the rows are ranked. None where there are fewer than
    two, or two of one name."""
    named, measured = result.columns.index(by), result.columns.index(column)
    places = range(len(result.rows)) if rows is None else rows
    found = [(names[at] if names else label(result.rows[at][named]), result.rows[at][measured]) for at in places]
    points = [Point(at=said, value=value) for said, cell in found if (value := number(cell)) is not None]
    every = len(points) if rows is not None else len(points) + result.row_count - len(result.rows)
    drawn = Picture(kind="bar", title=title, along=along, figure=figure, points=(), query=query, column=column)
    return _ranked(drawn, points, every)


def bars_of(given: Iterable[tuple[str, float]], *, title: str, along: Axis, figure: Axis, column: str = "") -> Pictures:
    """Bars of figures that are not one column: by their labels."""
    points = [Point(at=label, value=value) for label, value in given]
    drawn = Picture(kind="bar", title=title, along=along, figure=figure, points=(), column=column)
    return _ranked(drawn, points, len(points))


def _ranked(picture: Picture, points: Sequence[Point], every: int) -> Pictures:
    shown = points[:MOST_BARS]
    if len(shown) < FEWEST_POINTS or len({one.at for one in shown}) < len(shown):
        return NOTHING
    first = f" (the first {len(shown)} of {every:,})" if every > len(shown) else ""
    return (picture.model_copy(update={"points": tuple(shown), "title": f"{capital(picture.title)}{first}"}),)


def course(
    result: QueryResult,
    column: str,
    time: str,
    *,
    title: str,
    along: Axis,
    figure: Axis,
    query: int = 0,
    within: tuple[Scalar, Scalar] | None = None,
    grain: str = "",
    apart: tuple[str, Callable[[Scalar], str]] | None = None,
    kind: Literal["line", "panels"] = "line",
) -> Pictures:
    """A line over time, of the periods of that `grain` from the first of `within` to the last, which says the ones that
    it leaves out; one for each value of the column `apart` where there is one. None of a result that was cut, or of
    more points than are drawn."""
    names = [time, column, *([apart[0]] if apart else [])]
    places = [result.columns.index(one) for one in names]
    found = [[row[at] for at in places] for row in result.rows]
    ends = [str(one)[:10] for one in within or () if one is not None]
    every = [
        Point(at=cells[0], value=value, of=apart[1](cells[2]) if apart else "")
        for cells in found
        if cells[0] is not None and (value := number(cells[1])) is not None
    ]
    points = [one for one in every if len(ends) < 2 or ends[0] <= str(one.at)[:10] <= ends[1]]
    without = sorted({str(one.at)[:10] for one in every if one not in points})
    if result.truncated or not FEWEST_POINTS <= len(points) <= MOST_POINTS:
        return NOTHING
    points.sort(key=lambda one: str(one.at))
    made = Picture(kind=kind, title=capital(title), along=along, figure=figure, points=tuple(points))
    return (made.model_copy(update={"query": query, "column": column, "grain": grain, "without": tuple(without)}),)


def scatter(result: QueryResult, x: str, y: str, *, title: str, along: Axis, figure: Axis) -> Pictures:
    """A point for each row with both figures; of more than are drawn, rows at even distances, and the title says so."""
    at, value = (result.columns.index(one) for one in (x, y))
    both = [(number(row[at]), number(row[value])) for row in result.rows]
    known = [Point(at=one, value=other) for one, other in both if one is not None and other is not None]
    if result.truncated or len(known) < FEWEST_POINTS:
        return NOTHING
    step = -(-len(known) // MOST_POINTS)
    shown = known[::step]
    some = f" ({len(shown)} of {len(known):,} rows)" if step > 1 else ""
    title = f"{capital(title)}{some}"
    return (Picture(kind="scatter", title=title, along=along, figure=figure, points=tuple(shown), column=y),)


def plain(bound: BoundQuery, result: QueryResult, query: int = 0, place: int | None = None) -> Pictures:
    """The picture of a query of figures by one grouping: of the figure at this place, else of the one that it is ranked
    by, else of the first. None where a sentence or a table says it better."""
    asked = bound.query
    if not isinstance(asked, Figures) or len(asked.groups) != 1:
        return NOTHING
    (by,) = asked.groups
    own = bound.columns[by.column]
    if isinstance(own, ProfiledColumn) and own.profile.role == "text":
        return NOTHING  # a bar for each comment, say, is no picture
    if place is None:
        place = figure_at(asked, asked.ranking.by) if asked.ranking else 0
    naming = spoken_naming(bound)
    column, key = bound.outputs[1 + place].name, bound.outputs[0].name
    called = axis(figure(place, asked, naming).text, figure_unit(place, bound, naming.semantics))
    along = axis(naming.grouping(by).text)
    title = f"{called.called} {scoped(bound, naming)}"
    if by.kind == "time":
        drawn = course(result, column, key, title=title, along=along, figure=called, query=query)
        return tuple(beside(one, incomplete(bound)) for one in drawn)
    if asked.ranking is None and result.row_count > MOST_BARS:  # they have an order of their own
        return NOTHING
    return bars(
        result,
        column,
        key,
        title=title,
        along=along,
        figure=called,
        query=query,
        label=lambda cell: show_plain(cell) if isinstance(cell, str | None) else capital(group(by, cell, naming)),
    )


def scoped(bound: BoundQuery, naming: Naming) -> str:
    """What a title says beside its figure; what the query below computes only where that leaves rows out."""
    below = bound.source
    while below is not None and not below.query.where:
        below = below.source
    return scope_words(bound if below else bound._replace(source=None), naming)


def incomplete(bound: BoundQuery) -> tuple[str, ...]:
    """A sentence for each period of a query that the data does not fill."""
    return tuple(one.sentence for one in findings(bound) if one.kind == "last_period")


def beside(picture: Picture, sentences: Sequence[str]) -> Picture:
    """The picture with what must be known beside it in its title."""
    told = "; ".join(one.rstrip(".") for one in sentences)
    return picture.model_copy(update={"title": f"{picture.title} ({told})"}) if told else picture
