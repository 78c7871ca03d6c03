"""What stands over the figures of a query, under the names that its writer gave them: what is computed."""

from typing import Final, NamedTuple

from shared.query import measures as m
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
    """A figure in words, and all words that may name it; no such words for one that is computed of several."""

    said: str
    meaning: str


def figure_headings(naming: Naming) -> dict[str, FigureHeading]:
    """The figures of a query to which its writer gave a name, by that name."""
    query = naming.bound.query
    if not isinstance(query, Figures):
        return {}
    given = (*query.measures, *query.across)
    return {one.name: _heading(at, one, query, naming) for at, one in enumerate(given) if one.name}


def _heading(place: int, one: object, query: Figures, naming: Naming) -> FigureHeading:
    said = figure(place, query, naming).text
    first, *_ = said.split(" ")
    also = _ALSO.get(first, "") if isinstance(one, _PLAIN) else ""
    return FigureHeading(f"{said[:1].upper()}{said[1:]}", f"{said} {also}" if isinstance(one, _PLAIN) else "")
