"""Sums of what does not add up: rates, prices and ratings never do, stocks (balances, head counts) not over time."""

from datetime import datetime

from shared.contracts import ColumnProfile
from shared.query import conditions as c
from shared.query import measures as m
from shared.query.bound import BoundQuery, Found, TableColumn
from shared.query.checks.finding import Finding, measures_of
from shared.query.checks.repeated import counted_for_each, looked_in
from shared.query.columns import found_once, is_repeated
from shared.query.groupings import MONTHS_OF_GRAIN, AnyGrouping, ByColumn, ByTime, Grain
from shared.query.query import Figures
from shared.query.semantics import Semantics
from shared.query.units import additivity, own_additivity
from shared.query.words.verbalise import naming_of


def addition(bound: BoundQuery, semantics: Semantics) -> tuple[Finding, ...]:
    """A finding for each column that the query sums although its values do not add up."""
    naming = naming_of(bound, semantics)
    found: list[Finding] = []
    for measure, where in measures_of(bound):
        if isinstance(measure, m.PerGroup) and measure.function == "sum" and not _adds_up(measure, bound):
            sentence = "The figures of groups are no parts of a whole here, so they cannot be added up: average them."
            found.append(Finding(kind="addition", verdict="refuse", sentence=sentence))
        if not isinstance(measure, m.Statistic) or measure.function != "sum":
            continue
        own = bound.columns[measure.column]
        name = naming.column(measure.column).text
        kind = additivity(own, semantics)
        if is_repeated(own):
            on = own.lookup.on if isinstance(own, Found) else ()
            key = naming.column(on[0][0].name).text if len(on) == 1 else ""
            sentence = counted_for_each(name, naming.row, looked_in(own), key)
            found.append(Finding(kind="addition", verdict="refuse", sentence=sentence))
        elif kind == "non_additive":
            found.append(Finding(kind="addition", verdict="refuse", sentence=says_nothing(name)))
        elif kind == "semi_additive" and not _at_one_time(bound, where, semantics.times):
            found.append(Finding(kind="stock", verdict="refuse", sentence=counted_again(name)))
    return tuple(found)


def _adds_up(measure: m.PerGroup, bound: BoundQuery) -> bool:
    """Whether the figures of the groups are parts of a whole: counts and sums, or what each group alone looks up."""
    found = found_once(measure.measure, (measure.per,), bound.columns)
    return m.is_additive(measure.measure) or (found is not None and own_additivity(found) == "additive")


def says_nothing(name: str) -> str:
    """The sentence for a sum of what never adds up."""
    return f"Adding up {name} says nothing; ask for its average or median instead."


def counted_again(name: str) -> str:
    """The sentence for a sum over time of what stands at a moment."""
    told = f"{name[:1].upper()}{name[1:]} stands at a moment, so adding it up over time counts it again and again"
    return f"{told}; ask for one date, or for its average."


def _at_one_time(bound: BoundQuery, where: tuple[c.Condition, ...], times: tuple[str, ...]) -> bool:
    """Whether the rows of each figure are of one moment: it is grouped by all that a moment is made of, or conditions
    fix it."""
    fixed = {one.column for one in where if isinstance(one, c.Compare | c.AgainstFigure) and one.operator == "="}
    groups = bound.query.groups if isinstance(bound.query, Figures) else ()
    grouped = {one.column for one in groups if isinstance(one, ByColumn) or _has_one(one, bound)}
    return set(times) <= fixed | grouped


def _has_one(grouping: AnyGrouping, bound: BoundQuery) -> bool:
    """Whether a period of the grouping has only one of the table's moments: months of figures of each month's end."""
    if not isinstance(grouping, ByTime):
        return False
    own = bound.columns[grouping.column]
    return grouping.grain in ("hour", "day") or (isinstance(own, TableColumn) and has_one(own.profile, grouping.grain))


def has_one(column: ColumnProfile, grain: Grain) -> bool:
    """Whether each period holds one of the column's moments."""
    if grain in ("hour", "day"):
        return True
    if not isinstance(column.minimum, str):
        return False
    first, last = (datetime.fromisoformat(str(end)) for end in (column.minimum, column.maximum))
    months = 12 * (last.year - first.year) + last.month - first.month
    periods = (last - first).days // 7 if grain == "week" else months // MONTHS_OF_GRAIN[grain]
    return column.distinct <= periods + 1
