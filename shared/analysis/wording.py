"""How figures, groups and conditions are said in a sentence."""

from datetime import datetime, timedelta

from shared.analysis.conditions import Filter
from shared.analysis.metrics import Metric, MetricCondition
from shared.analysis.queried_table import scope_of
from shared.contracts import ColumnProfile, DatasetProfile, Scalar
from shared.query.groupings import RECURRING, AnyGrouping, ByPart, ByTime, ByWidth, step_of
from shared.query.measures import COUNTS
from shared.query.words.conditions import COMPARED
from shared.query.words.figures import show_number, show_plain, show_value
from shared.query.words.groups import period
from shared.query.words.measures import FUNCTIONS
from shared.query.words.values import MONTHS, days, ordinal, part, time
from shared.query.words.values import value as words_of_value
from shared.table.names import aggregated, spoken, word_set
from shared.table.nouns import plural, singular
from shared.table.units import without_unit

_LEADING = word_set("in on during for since after before until till from between by within throughout")
_OF_TODAY = word_set("up over last this next the past previous coming yesterday today tomorrow")
"""What a period begins with that is another one tomorrow: it is told by its dates."""
_IDENTIFYING = frozenset({"id", "name", "key", "code", "number", "no", "nr"})
"""Words of a column's name that say that it tells entities apart."""


def metric_name(metric: Metric, table: DatasetProfile, *, whole: bool = False) -> str:
    """ "total revenue", "number of orders", "share of customers that churned"; a column's unit is in it only where its
    `whole` name is, since figures carry that."""
    rows = rows_name(table)
    if metric.column is None and metric.function != "count":
        return f"{FUNCTIONS[metric.function]} number of {rows}{_per(metric, table)}"
    if metric.column is None:
        return f"number of {f'different {group_name(metric.per, table)}' if metric.per else rows}"
    own = spoken(table.column(metric.column))
    if metric.function == "rate":
        return f"share of {rows} {relative(metric, table)}"
    if metric.function in ("count", "known", "empty"):
        return f"number of {rows} with {f'{own} missing' if metric.function == 'empty' else f'known {own}'}"
    return f"{_figure_of(metric, table, whole=whole)}{_per(metric, table)}"


def _figure_of(metric: Metric, table: DatasetProfile, *, whole: bool) -> str:
    """A figure of the cells of a column, by the name that it has with its unit or without."""
    column = table.column(metric.column or "")
    own = spoken(column) if whole or unit_of(metric, table) is None else without_unit(column, table.columns)
    if metric.function == "percentile":
        return f"{ordinal(round((metric.parameter or 0) * 100, 4))} percentile of {own}"
    if metric.function == "distinct":
        return f"number of different {several_of(own)}"
    if metric.function in ("min", "max") and (column.temporal or column.of_years):
        return f"{'earliest' if metric.function == 'min' else 'latest'} {own}"
    summed = metric.function == "sum" and own.lower().startswith("total ")
    return aggregated(FUNCTIONS[metric.function], own[6:] if summed else own)


def show_metric(metric: Metric, table: DatasetProfile, value: float, decimals: int | None = None) -> str:
    """A figure with its unit; a year as years are written."""
    shown = show_number(value, unit_of(metric, table), decimals)
    return shown.replace(",", "") if _is_year(metric, table, value) else shown


def _is_year(metric: Metric, table: DatasetProfile, value: float) -> bool:
    """Whether a figure is a year: the earliest or average one of a column of years."""
    placed = metric.function in ("min", "max", "mean", "median", "percentile")
    return placed and 1000 <= value < 3000 and metric.column is not None and table.column(metric.column).of_years


def _per(metric: Metric, table: DatasetProfile) -> str:
    """ " per month", " per sales region"; empty where it is computed of all rows at once."""
    return f" per {group_name(metric.per, table)}" if metric.per else ""


_DOES = word_set(
    "survived churned attended converted defaulted responded renewed subscribed graduated passed failed left quit died "
    "recovered relapsed clicked voted won lost resigned stayed retired complained"
)
"""What rows do, rather than what is done to them."""
_DONE = word_set("sold paid won lost sent met kept held made hidden broken chosen known shown written active late open")


def predicate(metric: Metric, table: DatasetProfile) -> str:
    """What a rate's rows have in common, as a verb phrase in the plural: "are returned", "survived"."""
    column = table.column(metric.column or "")
    words = spoken(column).lower().rstrip("?").split()
    yes = column.yes
    if yes is not None and metric.positive == column.no:
        return f"do not have “{' '.join(words)}” marked {show_value(yes)}"
    if metric.positive != yes:
        return f"have “{' '.join(words)}” marked {show_value(metric.positive)}"
    if len(words) > 1 and words[0] in ("is", "was", "are"):
        return f"{'were' if words[0] == 'was' else 'are'} {' '.join(words[1:])}"
    if len(words) > 1 and words[0] == "has":
        return f"have {' '.join(words[1:])}"
    if len(words) == 1 and words[0] in _DOES:
        return words[0]
    if len(words) == 1 and (words[0].endswith("ed") or words[0] in _DONE):
        return f"are {words[0]}"
    return f"have “{' '.join(words)}” marked {show_value(metric.positive)}"


def relative(metric: Metric, table: DatasetProfile) -> str:
    """A rate's rows as a relative clause: "that are returned"."""
    return f"that {predicate(metric, table)}"


def rows_name(table: DatasetProfile) -> str:
    """What rows are called in a sentence, in the plural."""
    return plural(table.semantic.entity_name)


def several_of(name: str) -> str:
    """A column's name in the plural, where its last word has one: "product categories"."""
    *lead, last = name.split()
    return " ".join([*lead, plural(last) if last.isalpha() and last[1:].islower() else last])


def entity_noun(column: ColumnProfile) -> str:
    """What the entities of a column are called, in the plural: customers of customer_id."""
    words = spoken(column).split()
    while len(words) > 1 and words[-1].lower() in _IDENTIFYING:
        words.pop()
    return " ".join([*words[:-1], plural(words[-1]) if words[-1].isalpha() else words[-1]])


def filter_text(item: Filter, table: DatasetProfile) -> str:
    """A condition in words: "sales region is West", "order date in 2023", "age is over 60 or age is under 5"."""
    others = [Filter.model_validate(one.model_dump()) for one in item.otherwise]
    return " or ".join(_condition(one, table) for one in (item, *others))


def _condition(item: Filter, table: DatasetProfile) -> str:
    own = table.column(item.column)
    name = spoken(own)
    values = [show_plain(value) if own.of_years else show_value(value) for value in item.values]
    if item.label and not (own.temporal and _is_seen_from_today(item.label)):
        return f"{name} {_preposition(item.label)}{item.label}"
    if item.operator == "=" and (flag := _flag(item.values[0], own)):
        return f"{name} is {flag}"
    if item.level is not None:
        return _levelled(name, item)
    if item.operator in ("is null", "is not null"):
        return f"{name} is {'missing' if item.operator == 'is null' else 'known'}"
    if item.grain:
        name, values = f"{item.grain} of {name}", [part(int(str(one)), RECURRING[item.grain]) for one in item.values]
    elif own.temporal:
        return f"{name} {_timed(item.operator, [str(value) for value in item.values], own)}"
    if item.operator == "between":
        return f"{name} is between {values[0]} and {values[1]}"
    words = {"=": "is", "!=": "is not", "in": "is", "not in": "is not", ">": "is over", ">=": "is at least"}
    words |= {"<": "is under", "<=": "is at most"}
    several = own.separator and plural(singular(own.name)) == own.name
    words |= {"lists": "include", "not lists": "do not include"} if several else _INCLUDES
    return f"{name} {words[item.operator]} {' or '.join(values)}"


_INCLUDES = {"lists": "includes", "not lists": "does not include"}


def _flag(value: Scalar, own: ColumnProfile) -> str:
    """Yes or no, where the value is one of the two in a yes/no column."""
    if own.yes is None:
        return ""
    return "yes" if value == own.yes else "no" if value == own.no else ""


def _timed(operator: str, values: list[str], own: ColumnProfile) -> str:
    """A comparison of times; a day stands for its beginning where the column holds times of day. "between" is
    half-open: days and longer are told by the last one in it."""
    if operator == "between":
        return _stretch(*(datetime.fromisoformat(value) for value in values))
    said = [words_of_value(value.replace(" ", "T"), own.type) for value in values]
    words = {"=": "is", "in": "is", "!=": "is not", "not in": "is not", ">": "is after", "<": "is before"}
    if operator in words:
        return f"{words[operator]} {' or '.join(said)}"
    return f"is {said[0]} or {'later' if operator == '>=' else 'earlier'}"


def _stretch(low: datetime, high: datetime) -> str:
    """ "in 2023", "in March 2023", "from 1 to 9 March 2023", "from 1 March 2023 at 08:00 to before …"."""
    if low.time() != low.min.time() or high.time() != low.min.time() or low >= high:
        return f"is from {time(low.isoformat())} to before {time(high.isoformat())}"
    last = high - timedelta(days=1)
    if (low.month, low.day, high.month, high.day) == (1, 1, 1, 1) and last.year == low.year:
        return f"in {low.year}"
    if low.day == high.day == 1 and (last.year, last.month) == (low.year, low.month):
        return f"in {MONTHS[low.month - 1]} {low.year}"
    return f"on {days(low.date(), last.date())}" if last == low else f"is from {days(low.date(), last.date())}"


def _levelled(name: str, item: Filter) -> str:
    """ "fare is over its average", "fare is more than 3 standard deviations from its average"."""
    level = item.level
    many = f"{level.parameter or 0:g}" if level else ""
    inside = item.operator == "between"
    reach = "within" if inside else "more than"
    if level is not None and level.figure == "deviations":
        return f"{name} is {reach} {many} standard deviations {'of' if inside else 'from'} its average"
    if level is not None and level.figure == "quartiles":
        return f"{name} is {reach} {many} interquartile ranges {'of' if inside else 'outside'} its quartiles"
    words = {">": "over", ">=": "at least", "<": "under", "<=": "at most"}
    said = "median" if level is None or level.figure == "median" else level.said.removesuffix(" of")
    return f"{name} is {words.get(item.operator, item.operator)} its {said}"


def _preposition(label: str) -> str:
    first = label.lower().split()[0]
    return "" if first in _LEADING else "in "


def _is_seen_from_today(label: str) -> bool:
    return label.lower().split()[0] in _OF_TODAY


def where_text(filters: tuple[Filter, ...], table: DatasetProfile) -> str:
    """All conditions, as the end of a name: " in 2025 where sales region is West and …", empty where there are none. A
    period of the only date that there is, is told without its name. What the table was computed of comes first."""
    whens = [item for item in filters if _when(item, table)]
    others = [_stated(item, table) for item in filters if item not in whens]
    period = "".join(f" {_when(item, table)}" for item in whens)
    return scope_of(table).removeprefix(",") + period + (" where " + " and ".join(others) if others else "")


def _stated(item: Filter, table: DatasetProfile) -> str:
    """A condition as a sentence has it: "order date is in 2023"."""
    own, told = table.column(item.column), filter_text(item, table)
    rest = told.removeprefix(f"{spoken(own)} ")
    timed = own.temporal and not item.otherwise and rest.split()[0] in _LEADING
    return f"{spoken(own)} is {rest}" if timed else told


def _when(item: Filter, table: DatasetProfile) -> str:
    """The period of a condition on the table's only date, as it is told without the date's name; else empty."""
    own = table.column(item.column)
    if not own.temporal or item.otherwise or sum(column.temporal for column in table.columns) > 1:
        return ""
    told = filter_text(item, table).removeprefix(f"{spoken(own)} ").removeprefix("is ")
    return told if told.split()[0] in _LEADING else ""


def having_text(having: MetricCondition, metric: Metric, table: DatasetProfile) -> str:
    """A condition on groups: " whose number of orders is over 3"."""
    own = having.of or metric
    return (
        f" whose {metric_name(own, table)} {COMPARED[having.operator]} {show_number(having.value, unit_of(own, table))}"
    )


def group_name(group: AnyGrouping, table: DatasetProfile) -> str:
    """A grouping in a sentence: "sales region", "month", "price in steps of 5"."""
    own, step = spoken(table.column(group.column)), group_step(group, table)
    return f"{own} in {step}" if step.startswith("steps") else step or own


def group_step(group: AnyGrouping, table: DatasetProfile) -> str:
    """By what the cells of a column are put together: "month", "weekday", "steps of 5"; empty for its values."""
    if isinstance(group, ByWidth):
        return "decade" if _in_decades(group, table) else f"steps of {show_number(group.width)}"
    return step_of(group) or ""


def _in_decades(group: ByWidth, table: DatasetProfile) -> bool:
    return group.width == 10 and table.column(group.column).of_years


def group_label(value: Scalar, group: AnyGrouping, table: DatasetProfile) -> str:
    """A group as it is shown: "March 2024" for a month, "Q1 2024", "Monday"."""
    if isinstance(group, ByTime) and isinstance(value, str):
        return period(value, group.grain)
    if isinstance(group, ByPart) and isinstance(value, int | float):
        return part(int(value), group.part)
    if isinstance(group, ByWidth) and isinstance(value, int | float):
        if _in_decades(group, table):
            return f"{int(value)}s"
        return f"{show_number(value)} to under {show_number(value + group.width)}"
    return show_plain(value)


_UNITLESS = COUNTS | {"count", "variance", "variance_population", "variation", "skewness", "kurtosis"}


def unit_of(metric: Metric, table: DatasetProfile) -> str | None:
    """The unit of a metric's value."""
    if metric.function == "rate":
        return "%"
    if metric.column is None or metric.function in _UNITLESS:
        return None
    return table.column(metric.column).unit
