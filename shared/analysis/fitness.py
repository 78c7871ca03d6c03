"""Whether an analysis that a model filled in fits the tables that there are; if not, what would."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time
from typing import Final, TypeVar

from shared.analysis.base import Analysis
from shared.analysis.conditions import Alternative, Filter
from shared.analysis.fields import FieldKind, fits, named_columns
from shared.analysis.metrics import Metric
from shared.analysis.nested_values import groupings_in, nested_values
from shared.analysis.plain import PlainAnalysis
from shared.contracts import ColumnProfile, DatasetProfile, Scalar, is_number
from shared.errors import ForfeitException
from shared.query.check import group_type
from shared.query.columns import table_columns
from shared.query.groupings import AnyGrouping, by_step
from shared.query.measures import COUNTS
from shared.query.problems import QueryProblem

AnalysisT = TypeVar("AnalysisT", bound=Analysis)

_OF_ANYTHING: Final = COUNTS | {"count", "min", "max", "rate"}
"""Functions of columns that hold no numbers too."""
_KINDS: Final[dict[FieldKind, str]] = {
    "number": "a column of numbers",
    "order": "a column of numbers or times",
    "time": "a column of dates or times",
    "measure": "a column of numbers that are no ids",
    "dimension": "a column whose values make groups",
    "entity": "a column that identifies things or people",
}
_DAY, _MOMENT, _CLOCK = r"\d{4}-\d\d-\d\d", r"[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?", r"\d\d:\d\d(:\d\d(\.\d{1,6})?)?"
_EXACT: Final = frozenset({"=", "!=", "in", "not in"})
_LONGEST, _MOST = 80, 8


class Misfit(ValueError):
    """What an analysis asks for that the tables do not have, as a sentence with the nearest that they do have."""


def fitted(analysis: AnalysisT, tables: Sequence[DatasetProfile], *, samples: bool) -> AnalysisT:
    """The analysis, with the table that it is about where there are several. Raises Misfit, which tells no cell unless
    `samples` may be told."""
    names = dict.fromkeys(_columns(analysis))
    try:
        scope = analysis.scope(tuple(tables))
    except LookupError as error:
        raise Misfit(str(error.args[0])) from None
    table = next((one for one in scope if all(_has(one, name) for name in names)), None)
    if table is None:
        raise Misfit(_unknown(list(names), scope))
    for problem in _problems(analysis, table, samples):
        raise Misfit(problem)
    several = len(tables) > 1 and names and table in tables
    return analysis.model_copy(update={"relation": table.relation}) if several else analysis


def _columns(analysis: Analysis) -> Iterator[str]:
    """Every column that it names."""
    yield from (name for name, _ in named_columns(analysis))
    yield from (metric.column for metric in nested_values(analysis, Metric) if metric.column is not None)
    yield from (item.column for item in nested_values(analysis, Alternative))
    yield from (group.column for group in groupings_in(analysis))


def _has(table: DatasetProfile, name: str) -> bool:
    return any(column.name == name for column in table.columns)


def _unknown(names: list[str], scope: Sequence[DatasetProfile]) -> str:
    from rapidfuzz import process  # takes time to import, and is needed only where a name is wrong

    known = [column.name for table in scope for column in table.columns]
    missing = next((name for name in names if name not in known), None)
    if missing is None:
        return "No single table has all of these columns; take those of one table, and name it as `relation`."
    nearest = ", ".join(name for name, *_ in process.extract(missing, known, limit=3))
    return f"There is no column {missing[:_LONGEST]!r}. Nearest: {nearest}."


def _problems(analysis: Analysis, table: DatasetProfile, samples: bool) -> Iterator[str]:
    for name, kind in (*named_columns(analysis), *((name, "number") for name in analysis.measured())):
        yield from _not_of_kind(table.column(name), kind)
    if isinstance(analysis, PlainAnalysis):
        try:
            analysis.bound(table)
        except ForfeitException as refused:
            yield refused.forfeit.reason
    for metric in nested_values(analysis, Metric):
        yield from _metric_problems(metric, table, samples)
    for condition in nested_values(analysis, Alternative):
        yield from _condition_problems(condition, table)
    for group in groupings_in(analysis):
        yield from _grouping_problems(group, table)


def _not_of_kind(own: ColumnProfile, kind: FieldKind) -> Iterator[str]:
    if not fits(own, kind):
        yield f"{_named(own)} holds {_held(own)}; this takes {_KINDS[kind]}."


def _metric_problems(metric: Metric, table: DatasetProfile, samples: bool) -> Iterator[str]:
    own = table.column(metric.column) if metric.column else None
    if own is not None and metric.function not in _OF_ANYTHING and not own.numeric:
        yield (
            f"{_named(own)} holds {_held(own)}, and {metric.function} takes a column of numbers; "
            "count, distinct, min and max take any."
        )
    if own is not None and metric.function == "rate":
        yield from _wrong_values(own, (metric.positive,))
        known = [one.value for one in own.top_values]
        if known and own.distinct <= len(known) and metric.positive not in known:
            told = ", ".join(str(value)[:_LONGEST] for value in known[:_MOST])
            nearest = f" Its values: {told}." if samples else " See which values it has, and give the one for yes."
            yield f"No cell of {_named(own)} holds the value given as `positive`.{nearest}"


_OF_ANY_TEXT: Final = ("lists", "not lists", "is null", "is not null")


def _condition_problems(item: Alternative, table: DatasetProfile) -> Iterator[str]:
    own = table.column(item.column)
    level, part = (item.level, item.grain) if isinstance(item, Filter) else (None, None)
    if level is not None and not own.numeric:
        yield f"{_named(own)} holds {_held(own)}; a level is a figure of a column of numbers."
    if part is not None:
        yield from _grouping_problems(by_step(own, part), table)
        return
    if item.operator not in (*_EXACT, *_OF_ANY_TEXT) and own.type in (
        "text",
        "boolean",
    ):
        yield f"{_named(own)} holds {_held(own)}, which have no order: compare with =, !=, in or not in."
    yield from _wrong_values(own, item.values)
    if item.operator.endswith("lists") and not own.separator:
        yield f"Cells of {_named(own)} list nothing: compare them with =, !=, in or not in."
    if item.operator in _EXACT and any(one.value in item.values for one in own.things):
        yield f"Cells of {_named(own)} list several things each: ask for one of them by lists or not lists."
    days = [value for value in item.values if isinstance(value, str) and re.fullmatch(_DAY, value)]
    if own.type == "timestamp" and item.operator in _EXACT and days:
        yield f'{_named(own)} holds times of day: for a whole day give "between" with that day and the next one.'
    if own.temporal and item.operator == "between" and len(set(item.values)) == 1:
        yield "between two times leaves out the second: for a whole day give that day and the next one."


def _wrong_values(own: ColumnProfile, values: Sequence[Scalar]) -> Iterator[str]:
    says, right = _VALUES[own.type]
    if not all(right(value) for value in values):
        yield f"{_named(own)} holds {_held(own)}: compare it with {says}."


def _grouping_problems(group: AnyGrouping, table: DatasetProfile) -> Iterator[str]:
    try:
        group_type(group, table_columns(table))
    except QueryProblem as problem:
        yield problem.sentence


def _named(own: ColumnProfile) -> str:
    return f"The column {own.name[:_LONGEST]!r}"


def _held(own: ColumnProfile) -> str:
    held = {"integer": "numbers", "number": "numbers", "text": "texts", "boolean": "yes and no", "date": "days"}
    return held.get(own.type, {"timestamp": "dates with a time of day"}.get(own.type, "times of day"))


def _written(pattern: str, read: Callable[[str], object]) -> Callable[[Scalar], bool]:
    """Whether a value is a text of that form which is a time that there is."""

    def right(value: Scalar) -> bool:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            return False
        try:
            read(value)
        except ValueError:
            return False
        return True

    return right


_NUMBERS: Final = ("numbers, without quotes", is_number)
_VALUES: Final[dict[str, tuple[str, Callable[[Scalar], bool]]]] = {
    "integer": _NUMBERS,
    "number": _NUMBERS,
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "text": ("texts, as its cells are written", lambda value: isinstance(value, str)),
    "date": ("days like 2024-03-31", _written(_DAY, date.fromisoformat)),
    "timestamp": (
        "times like 2024-03-31 or 2024-03-31T18:30:00, without a time zone",
        _written(f"{_DAY}({_MOMENT})?", datetime.fromisoformat),
    ),
    "time": ("times of day like 18:30:00", _written(_CLOCK, time.fromisoformat)),
}
"""What a value compared with a column of each type is, and whether one is."""
