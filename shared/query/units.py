"""The unit of a figure, and whether its values for parts add up: both follow from what it is made of."""

from typing import Final

from shared.contracts import Additivity
from shared.query import derived as d
from shared.query import groupings as g
from shared.query import measures as m
from shared.query.across import AcrossGroups, Change, Rank, Share
from shared.query.check import BoundQuery
from shared.query.columns import BoundColumn, Columns, DerivedColumn, PassedColumn, ResultColumn, TableColumn
from shared.query.query import Figures, figure_at
from shared.query.semantics import Semantics
from shared.table.units import CURRENCIES

_UNITLESS = frozenset(
    {"variance", "variance_population", "skewness", "kurtosis", "variation", "distinct", "known", "empty"}
)


def figure_unit(place: int, bound: BoundQuery, semantics: Semantics) -> str | None:
    """The unit of a figure of a query, counted through measures and across: "%", "€", None for plain numbers."""
    query = bound.query
    if not isinstance(query, Figures):
        return None
    if place < len(query.measures):
        return measure_unit(query.measures[place], bound.columns, semantics)
    return _across_unit(query.across[place - len(query.measures)], bound, semantics)


def _across_unit(item: AcrossGroups, bound: BoundQuery, semantics: Semantics) -> str | None:
    if isinstance(item, Share) or (isinstance(item, Change) and item.unit == "percent"):
        return "%"
    if isinstance(item, Rank) or not isinstance(bound.query, Figures):
        return None
    return figure_unit(figure_at(bound.query, item.measure), bound, semantics)


def measure_unit(item: m.Measure, columns: Columns, semantics: Semantics) -> str | None:
    """The unit of a measure."""
    if isinstance(item, m.Rate):
        return "%"
    if isinstance(item, m.Filtered | m.PerGroup):
        return measure_unit(item.measure, columns, semantics)
    if isinstance(item, m.Arithmetic):
        left, right = (measure_unit(one, columns, semantics) for one in (item.left, item.right))
        return _joined(item.operator, left, right)
    if isinstance(item, m.RowCount) or (isinstance(item, m.Statistic) and item.function in _UNITLESS):
        return None
    return column_unit(columns[item.column], semantics)


def column_unit(column: BoundColumn, semantics: Semantics) -> str | None:
    """The unit of a column's cells."""
    if isinstance(column, PassedColumn):
        return column_unit(column.column, semantics)
    if isinstance(column, ResultColumn):
        return _result_unit(column, semantics)
    if not isinstance(column, DerivedColumn):
        return semantics.unit(column.name)
    item = column.node
    if isinstance(item, d.Calculation):
        left, right = (
            column_unit(column.columns[one], semantics) if isinstance(one, str) else None
            for one in (item.left, item.right)
        )
        constant = not (isinstance(item.left, str) and isinstance(item.right, str))
        return _joined(
            {"+": "sum", "-": "difference", "*": "product", "/": "ratio"}[item.operator], left, right, constant
        )
    if isinstance(item, d.FilledWithFigure | d.FilledWithValue):
        return column_unit(column.columns[item.column], semantics)
    return "days" if isinstance(item, d.DaysBetween) else None


_AMONG: Final = frozenset({"min", "max", "mean", "median"})
"""What gives a moment among those of a column of years, rather than a length of time."""


def of_years(column: BoundColumn) -> bool:
    """Whether a column's cells are years."""
    if isinstance(column, TableColumn):
        return column.profile.of_years
    if isinstance(column, PassedColumn):
        return of_years(column.column)
    if isinstance(column, ResultColumn) and isinstance(column.node, g.ByColumn):
        return of_years(column.query.columns[column.node.column])
    return False


def figure_of_years(place: int, bound: BoundQuery) -> bool:
    """Whether a figure of a query is a year, or lies between years: the first of them, or their average."""
    query = bound.query
    if not isinstance(query, Figures) or place >= len(query.measures):
        return False
    item: m.Measure = query.measures[place]
    while isinstance(item, m.Filtered):
        item = item.measure
    if not isinstance(item, m.Quantile | m.Statistic) or (
        isinstance(item, m.Statistic) and item.function not in _AMONG
    ):
        return False
    return of_years(bound.columns[item.column])


def _result_unit(column: ResultColumn, semantics: Semantics) -> str | None:
    if isinstance(column.node, g.ByColumn | g.ByWidth):
        return column_unit(column.query.columns[column.node.column], semantics)
    if isinstance(column.node, g.ByTime | g.ByPart | g.ByEdges):
        return None
    query = column.query.query
    nodes = (*query.measures, *query.across) if isinstance(query, Figures) else ()
    place = next(at for at, one in enumerate(nodes) if one is column.node)
    return figure_unit(place, column.query, semantics)


def _joined(operator: str, left: str | None, right: str | None, constant: bool = False) -> str | None:
    """The unit of two figures put together. A constant takes the unit of what it is added to."""
    if operator == "percentage":
        return "%"
    if operator in ("sum", "difference"):
        return left or right if constant else left if left == right else None
    if operator == "product":
        of_money = (left or right) if not (left and right) else None
        return of_money if of_money in CURRENCIES else None  # hours times a rate may be anything
    return left if right is None else None


def additivity(column: BoundColumn, semantics: Semantics) -> Additivity:
    """Whether the values of a column may be added up over rows."""
    if isinstance(column, PassedColumn):
        return additivity(column.column, semantics)
    if isinstance(column, ResultColumn):
        return _result_additivity(column)
    if not isinstance(column, DerivedColumn):
        return semantics.additivity(column.name)
    item = column.node
    if isinstance(item, d.Calculation):
        return _calculated(item, column.columns, semantics)
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
    return next((one for one in ("non_additive", "semi_additive") if one in found), "additive")


def _result_additivity(column: ResultColumn) -> Additivity:
    """Sums and counts of groups add up; averages, extremes, shares and counts of different values do not."""
    node = column.node
    measures = (m.RowCount, m.Statistic, m.Quantile, m.Rate, m.Filtered, m.Arithmetic, m.PerGroup)
    return "additive" if isinstance(node, measures) and m.is_additive(node) else "non_additive"
