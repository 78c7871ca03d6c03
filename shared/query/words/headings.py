"""What stands over the figures and groups of a query, under the names that its writer gave them: what is computed."""

from typing import Final, NamedTuple

from shared.query import measures as m
from shared.query.bound import BoundColumn, DerivedColumn
from shared.query.derived import Recode
from shared.query.groupings import AnyGrouping, ByColumn
from shared.query.query import Figures
from shared.query.words.measures import figure
from shared.query.words.phrases import Naming

_ALSO: Final = {
    "total": "sum overall",
    "average": "mean",
    "lowest": "minimum min smallest least",
    "highest": "maximum max largest most",
    "number": "count",
    "percentage": "share percent rate",
    "standard": "std dev stddev",
}
"""What else words of figures may be called by."""
_PLAIN: Final = (m.RowCount, m.Statistic, m.Quantile, m.Rate)


class FigureHeading(NamedTuple):
    """A figure, or what `names` groups, in words, and all words that may stand for it; no such words for a figure that
    is computed of several."""

    said: str
    meaning: str
    names: bool = False


def figure_headings(naming: Naming) -> dict[str, FigureHeading]:
    """The figures of a query to which its writer gave a name, by that name, and groupings by values of a column that
    were put together, which are still values of that column."""
    query = naming.bound.query
    if not isinstance(query, Figures):
        return {}
    given = (*query.measures, *query.across)
    figures = {one.name: _heading(at, one, query, naming) for at, one in enumerate(given) if one.name}
    return {one.column: _of_values(made, naming) for one in query.groups if (made := _recoded(one, naming))} | figures


def _recoded(one: AnyGrouping, naming: Naming) -> BoundColumn | None:
    """The column whose values are put together in one that a query is grouped by."""
    column = naming.bound.columns[one.column]
    if not isinstance(one, ByColumn) or not isinstance(column, DerivedColumn):
        return None
    return column.columns[column.node.column] if isinstance(column.node, Recode) else None


def _of_values(column: BoundColumn, naming: Naming) -> FigureHeading:
    said = naming.phrase(column).text
    return FigureHeading(f"{said[:1].upper()}{said[1:]}", said, names=True)


def _heading(place: int, one: object, query: Figures, naming: Naming) -> FigureHeading:
    said = figure(place, query, naming).text
    first, *_ = said.split(" ")
    also = _ALSO.get(first, "") if isinstance(one, _PLAIN) else ""
    return FigureHeading(f"{said[:1].upper()}{said[1:]}", f"{said} {also}" if isinstance(one, _PLAIN) else "")
