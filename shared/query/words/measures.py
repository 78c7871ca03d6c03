"""Measures, and figures across groups, as noun phrases."""

from typing import Final

from shared.query import across as a
from shared.query import measures as m
from shared.query.bound import ResultColumn
from shared.query.groupings import ByTime
from shared.query.query import Figures, figure_at, group_at
from shared.query.words import values as v
from shared.query.words.conditions import clauses
from shared.query.words.phrases import Naming, Phrase
from shared.table.names import aggregated

FUNCTIONS: Final[dict[str, str]] = {
    "sum": "total", "mean": "average", "median": "median", "min": "lowest", "max": "highest", "range": "range of",
    "stddev": "standard deviation of", "variance": "variance of",
    "stddev_population": "population standard deviation of", "variance_population": "population variance of",
    "interquartile_range": "interquartile range of", "skewness": "skewness of", "kurtosis": "kurtosis of",
    "geometric_mean": "geometric mean of", "standard_error": "standard error of the average of",
    "variation": "coefficient of variation of", "distinct": "number of different values of", "known": "", "empty": "",
}  # fmt: skip
_OUTER: dict[m.Outer, str] = {
    "mean": "average", "median": "median", "sum": "sum of", "min": "lowest", "max": "highest",
    "stddev": "standard deviation of",
}  # fmt: skip
UNIT_KEPT = frozenset({"sum", "mean", "median", "min", "max", "range", "stddev"})
"""Figures of a column that are in the column's unit."""
_EXTREMES = {"time": ("earliest", "latest"), "text": ("alphabetically first", "alphabetically last")}


def measure(item: m.AnyMeasure, naming: Naming) -> Phrase:
    """A measure of the query's rows: "total revenue", "number of orders", "average number of orders per customer"."""
    if isinstance(item, m.Filtered):
        return _filtered(item, naming)
    if isinstance(item, m.Arithmetic):
        return _arithmetic(item, naming)
    if isinstance(item, m.PerGroup):
        inner = measure(item.measure, naming).whole
        return Phrase(f"{_OUTER[item.function]} {inner} per {naming.grouping(item.per).whole}", compound=True)
    if isinstance(item, m.Rate):
        return _rate(item, naming)
    if isinstance(item, m.Quantile):
        return Phrase(f"{v.ordinal(round(100 * item.at, 9))} percentile of {naming.column(item.column).whole}")
    if isinstance(item, m.Statistic):
        return Phrase(_statistic(item, naming))
    return Phrase(f"number of {naming.rows}")


def _statistic(item: m.Statistic, naming: Naming) -> str:
    own = naming.column(item.column).whole
    if item.function == "known":
        return f"number of {naming.rows} with known {own}"
    if item.function == "empty":
        return f"number of {naming.rows} with {own} missing"
    if item.function == "distinct":
        several = naming.several(naming.bound.columns[item.column])
        return f"number of different {several}" if several else f"number of different values of {own}"
    kind = naming.bound.columns[item.column].kind
    if kind in _EXTREMES:
        return f"{_EXTREMES[kind][item.function == 'max']} {own}"
    if item.function in UNIT_KEPT:
        own = naming.figured(item.column)
    if item.function == "sum" and f"{own} ".casefold().startswith("total ") and not naming.exact:
        return own
    return aggregated(FUNCTIONS[item.function], own)


def _rate(item: m.Rate, naming: Naming) -> Phrase:
    if isinstance(item.value, bool):
        marked = f"marked as {'' if item.value else 'not '}{naming.column(item.column).whole}"
        return Phrase(f"share of {naming.rows} {marked}", compound=True)
    shown = v.value(item.value, naming.bound.columns[item.column].type, naming.unit(item.column))
    return Phrase(f"share of {naming.rows} whose {naming.column(item.column).whole} is {shown}", compound=True)


def _filtered(item: m.Filtered, naming: Naming) -> Phrase:
    those = f"those {naming.rows} {clauses(item.where, naming)}"
    if isinstance(item.measure, m.RowCount):
        return Phrase(f"number of {those}", compound=True)
    return Phrase(f"{measure(item.measure, naming).whole} of {those}", compound=True)


def _arithmetic(item: m.Arithmetic, naming: Naming) -> Phrase:
    if m.is_share_of_rows(item) and isinstance(item.left, m.Filtered) and not naming.exact:
        return Phrase(f"share of {naming.rows} {clauses(item.left.where, naming)}", compound=True)
    left, right = measure(item.left, naming).whole, measure(item.right, naming).whole
    said = {
        "ratio": f"ratio of {left} to {right}",
        "percentage": f"{left} in percent of {right}",
        "difference": f"{left} minus {right}",
        "sum": f"{left} plus {right}",
        "product": f"{left} times {right}",
    }[item.operator]
    return Phrase(said, compound=True)


_COUNT: Final = "number of "


def across(item: a.AcrossGroups, query: Figures, naming: Naming) -> Phrase:
    """A figure across groups: "share of the total revenue", "change in total revenue from the previous month"."""
    own = measure(query.measures[figure_at(query, item.measure)], naming).whole
    grains = [one.grain for one in query.groups if isinstance(one, ByTime)]
    if isinstance(item, a.Share):
        of_all = "all such" if query.where else "all"  # what the query leaves out is no part of it
        whole = f"the {own}" if naming.exact or not own.startswith(_COUNT) else f"{of_all} {own.removeprefix(_COUNT)}"
        return Phrase(f"share of {whole}{_within(item.within, query, naming)}", compound=True)
    if isinstance(item, a.Rank):
        from_ = "highest" if item.descending else "lowest"
        return Phrase(f"rank by {own} from the {from_}{_within(item.within, query, naming)}", compound=True)
    if isinstance(item, a.RunningTotal):
        return Phrase(f"running total of {own if naming.exact else own.removeprefix('total ')}", compound=True)
    if isinstance(item, a.MovingAverage):
        return Phrase(f"{item.periods}-{grains[0]} moving average of {own}", compound=True)
    since = f"previous {grains[0]}" if item.against == "previous" else f"same {grains[0]} a year before"
    return Phrase(f"{'percent ' if item.unit == 'percent' else ''}change in {own} from the {since}", compound=True)


def _within(within: a.Within, query: Figures, naming: Naming) -> str:
    groups = [naming.grouping(query.groups[group_at(query, one)]).whole for one in within]
    return f" within each {v.listed(groups)}" if groups else ""


def figure(place: int, query: Figures, naming: Naming) -> Phrase:
    """A figure of the query, counted through measures and across."""
    if place < len(query.measures):
        return measure(query.measures[place], naming)
    return across(query.across[place - len(query.measures)], query, naming)


def of_inner(naming: Naming, column: ResultColumn) -> Phrase:
    """A figure of an inner query, whose naming this is."""
    query = naming.bound.query
    if not isinstance(query, Figures):
        raise TypeError("only figures have measures")
    place = next(at for at, one in enumerate((*query.measures, *query.across)) if one is column.node)
    return figure(place, query, naming)
