"""The unit of a figure, and whether its values for parts add up: both follow from what it is made of. The rules of
arithmetic are those of `shared.table.unit_arithmetic`, as in free SQL."""

from collections.abc import Callable, Iterable
from typing import Final

from shared.contracts import Additivity
from shared.query import derived as d
from shared.query import groupings as g
from shared.query import measures as m
from shared.query.across import Change, Rank, Share
from shared.query.bound import (
    BoundColumn,
    BoundQuery,
    Columns,
    DerivedColumn,
    Found,
    FoundFigure,
    LookedUpColumn,
    PassedColumn,
    ProfiledColumn,
    ResultColumn,
    TableColumn,
)
from shared.query.columns import found_once, is_repeated
from shared.query.query import Figures, figure_at
from shared.query.semantics import ProfileSemantics, Semantics
from shared.table.unit_arithmetic import (
    POINTS,
    UNKNOWN,
    Operand,
    added,
    divided,
    multiplied,
    of_column,
    subtracted,
    unit_apart,
)

_PLAIN: Final = frozenset({"skewness", "kurtosis", "variation"})
_APART: Final = frozenset({"range", "stddev", "stddev_population", "interquartile_range", "standard_error"})
"""How far cells lie apart, which two shares do in points."""
_SQUARED: Final = frozenset({"variance", "variance_population"})
_NOTHING: Final = Operand(of="other")
_PERCENT: Final = Operand("%")
_SPANS: Final[dict[d.SpanUnit, str]] = {"days": "days", "hours": "h", "minutes": "min", "seconds": "s"}
_POINTS: Final = Operand(POINTS)
_WORKED_OUT: Final[dict[str, Callable[[Operand, Operand], Operand]]] = {
    "+": added, "-": subtracted, "*": multiplied, "/": divided,
    "sum": added, "difference": subtracted, "product": multiplied, "ratio": divided,
}  # fmt: skip


def figure_unit(place: int, bound: BoundQuery, semantics: Semantics) -> str | None:
    """The unit of a figure of a query, counted through measures and across: "%", "€", None for plain numbers."""
    return _known(_figure(place, bound, semantics))


def measure_unit(item: m.AnyMeasure, columns: Columns, semantics: Semantics) -> str | None:
    """The unit of a measure."""
    return _known(_measure(item, columns, semantics))


def column_unit(column: BoundColumn, semantics: Semantics) -> str | None:
    """The unit of a column's cells."""
    return _known(operand_of(column, semantics))


def _known(one: Operand) -> str | None:
    return None if one.unit == UNKNOWN else one.unit


def _figure(place: int, bound: BoundQuery, semantics: Semantics) -> Operand:
    query = bound.query
    if not isinstance(query, Figures):
        return _NOTHING
    if place < len(query.measures):
        return _measure(query.measures[place], bound.columns, semantics)
    item = query.across[place - len(query.measures)]
    if isinstance(item, Share) or (isinstance(item, Change) and item.unit == "percent"):
        return _PERCENT
    if isinstance(item, Rank):
        return _NOTHING
    own = _figure(figure_at(query, item.measure), bound, semantics)
    return _apart(own) if isinstance(item, Change) else own


def _measure(item: m.AnyMeasure, columns: Columns, semantics: Semantics) -> Operand:
    if isinstance(item, m.Filtered | m.PerGroup):
        own = _measure(item.measure, columns, semantics)
        return _apart(own) if isinstance(item, m.PerGroup) and item.function in _APART else own
    if isinstance(item, m.Arithmetic):
        if item.operator == "percentage":
            return _POINTS if _net_of_counts(item, columns, semantics) else _PERCENT
        left, right = (_measure(one, columns, semantics) for one in (item.left, item.right))
        return _WORKED_OUT[item.operator](left, right)
    if isinstance(item, m.Rate):
        return _PERCENT
    function = item.function if isinstance(item, m.Statistic) else ""
    if isinstance(item, m.RowCount) or function in m.COUNTS:
        return Operand(of="count")
    if function in _PLAIN or function in _SQUARED:
        return Operand() if function in _PLAIN else _NOTHING
    own = operand_of(columns[item.column], semantics)
    return _apart(own) if function in _APART else own


def _apart(own: Operand) -> Operand:
    """What figures of such a unit lie apart."""
    return own._replace(unit=unit_apart(own.unit))


def _net_of_counts(item: m.Arithmetic, columns: Columns, semantics: Semantics) -> bool:
    """Whether a percentage is what two shares of a count differ by, as a net promoter score; a change in percent is of
    one of the two."""
    net = item.left
    if not isinstance(net, m.Arithmetic) or net.operator != "difference" or item.right in (net.left, net.right):
        return False
    return all(_measure(one, columns, semantics).of == "count" for one in (net.left, net.right, item.right))


def operand_of(column: BoundColumn, semantics: Semantics) -> Operand:
    """The cells of a column, as a side of an arithmetic."""
    if isinstance(column, PassedColumn):
        return operand_of(column.column, semantics)
    if isinstance(column, ResultColumn):
        return _result(column, semantics)
    if isinstance(column, TableColumn):
        return of_column(column.profile, semantics.unit(column.name))
    if isinstance(column, Found):
        return _found(column)
    if not isinstance(column, DerivedColumn):
        return _NOTHING
    item = column.node
    if isinstance(item, d.Calculation):
        left, right = (_side(one, column, semantics) for one in (item.left, item.right))
        return _WORKED_OUT[item.operator](left, right)
    if isinstance(item, d.FilledWithColumn):
        return added(*(operand_of(column.columns[one], semantics) for one in (item.column, item.other)))
    if isinstance(item, d.FilledWithFigure | d.FilledWithValue | d.CleanedNumber):
        return operand_of(column.columns[item.column], semantics)
    return Operand(_SPANS[item.unit]) if isinstance(item, d.TimeBetween) else Operand()


def _found(column: Found) -> Operand:
    if isinstance(column, LookedUpColumn):
        return of_column(column.profile, column.profile.unit)
    return _result(column.figure, ProfileSemantics(column.lookup.table))


def _side(one: str | int | float, column: DerivedColumn, semantics: Semantics) -> Operand:
    """A side of a calculation: a column, or a number that is written."""
    return operand_of(column.columns[one], semantics) if isinstance(one, str) else Operand(of="written", value=one)


_MEASURES: Final = (m.RowCount, m.Statistic, m.Quantile, m.Rate, m.Filtered, m.Arithmetic, m.PerGroup)
_AMONG: Final = frozenset({"min", "max", "mean", "median"})
"""What gives a moment among those of a column of years, rather than a length of time."""


def of_years(column: BoundColumn) -> bool:
    """Whether a column's cells are years."""
    if isinstance(column, ProfiledColumn):
        return column.profile.of_years
    if isinstance(column, PassedColumn):
        return of_years(column.column)
    if isinstance(column, FoundFigure):
        return isinstance(node := column.figure.node, _MEASURES) and _of_years(node, column.figure.query.columns)
    if isinstance(column, ResultColumn) and isinstance(column.node, g.ByColumn):
        return of_years(column.query.columns[column.node.column])
    return False


def figure_of_years(place: int, bound: BoundQuery) -> bool:
    """Whether a figure of a query is a year, or lies between years: the first of them, or their average."""
    query = bound.query
    if not isinstance(query, Figures) or place >= len(query.measures):
        return False
    return _of_years(query.measures[place], bound.columns)


def _of_years(item: m.AnyMeasure, columns: Columns) -> bool:
    while isinstance(item, m.Filtered):
        item = item.measure
    if not isinstance(item, m.Quantile | m.Statistic) or (
        isinstance(item, m.Statistic) and item.function not in _AMONG
    ):
        return False
    return of_years(columns[item.column])


def _result(column: ResultColumn, semantics: Semantics) -> Operand:
    if isinstance(column.node, g.ByColumn | g.ByWidth):
        return operand_of(column.query.columns[column.node.column], semantics)
    if isinstance(column.node, g.ByTime | g.ByPart | g.ByEdges):
        return Operand()
    query = column.query.query
    nodes = (*query.measures, *query.across) if isinstance(query, Figures) else ()
    place = next(at for at, one in enumerate(nodes) if one is column.node)
    return _figure(place, column.query, semantics)


def additivity(column: BoundColumn, semantics: Semantics) -> Additivity:
    """Whether the values of a column may be added up over rows. What is looked up for several rows may not."""
    if is_repeated(column):
        return "non_additive"
    if isinstance(column, Found):
        return own_additivity(column)
    if isinstance(column, PassedColumn):
        return additivity(column.column, semantics)
    if isinstance(column, ResultColumn):
        return _result_additivity(column)
    if not isinstance(column, DerivedColumn):
        return semantics.additivity(column.name)
    item = column.node
    if isinstance(item, d.Calculation):
        return _calculated(item, column.columns, semantics)
    if isinstance(item, d.FilledWithColumn):
        return _weakest(additivity(column.columns[one], semantics) for one in (item.column, item.other))
    if isinstance(item, d.FilledWithFigure | d.FilledWithValue):
        return additivity(column.columns[item.column], semantics)
    return "non_additive" if isinstance(item, d.TimePart) else "additive"


def _calculated(item: d.Calculation, columns: Columns, semantics: Semantics) -> Additivity:
    """A price times a quantity is an amount; an amount by an amount is a rate; else as the weakest of both."""
    found = [additivity(columns[one], semantics) for one in (item.left, item.right) if isinstance(one, str)]
    if len(found) == 2 and item.operator == "/":
        return "non_additive"
    if isinstance(item.right, str) and not isinstance(item.left, str) and item.operator == "/":
        return "non_additive"
    if item.operator == "*":
        return "additive" if "additive" in found else found[0]
    return _weakest(found)


def _weakest(found: Iterable[Additivity]) -> Additivity:
    there = set(found)
    return "non_additive" if "non_additive" in there else "semi_additive" if "semi_additive" in there else "additive"


def own_additivity(found: Found) -> Additivity:
    """Whether the values of what is looked up may be added up over rows of which no two find the same."""
    return found.profile.additivity if isinstance(found, LookedUpColumn) else _result_additivity(found.figure)


def _result_additivity(column: ResultColumn) -> Additivity:
    """Sums and counts of groups add up, and so does what each group alone has looked up; other averages, extremes,
    shares and counts of different values do not."""
    node, query = column.node, column.query.query
    found = found_once(node, query.groups, column.query.columns) if isinstance(query, Figures) else None
    if found is not None:
        return own_additivity(found)
    return "additive" if isinstance(node, _MEASURES) and m.is_additive(node) else "non_additive"
