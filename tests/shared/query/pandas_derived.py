"""The columns that a query derives for each row."""

import datetime as dt
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from shared.query import derived as d
from tests.shared.query.pandas_cells import TIMES, Kind, NotMeant, Sheet, ascending, comparable, literal, part_of
from tests.shared.query.pandas_statistics import finite, quantile, statistic

Column = tuple[Kind, list[Any]]


def with_derived(derived: tuple[d.Derived, ...], rows: Sheet) -> Sheet:
    """The rows with all derived columns, in order."""
    for one in derived:
        kind, cells = _DERIVED[one.kind](one, rows)
        rows = rows.with_column(one.name, kind, cells)
    return rows


def _each(rows: Sheet, column: str, make: Callable[[Any], Any]) -> list[Any]:
    return [None if cell is None else make(cell) for cell in rows.cells(column)]


def cleaned(text: str, decimal_mark: str) -> float | None:
    """The number in a text, None where it is unreadable."""
    if re.search(d.SCALED, text):
        return None
    bracketed = re.fullmatch(r" *\((.*)\) *", text)
    found = re.fullmatch(d.number_pattern(decimal_mark), bracketed[1] if bracketed else text)
    if found is None:
        return None
    digits = "".join(
        "." if sign == decimal_mark else sign for sign in found["digits"] if sign in "0123456789" + decimal_mark
    )
    negative = bracketed or any(found[group] in ("-", "\N{MINUS SIGN}") for group in ("sign", "second"))
    return finite(lambda: -float(digits) if negative else float(digits))


def _cleaned_number(one: d.CleanedNumber, rows: Sheet) -> Column:
    if rows.kinds[one.column] in ("number", "integer"):
        return "number", _each(rows, one.column, float)
    rows.require(one.column, "text")
    return "number", _each(rows, one.column, lambda cell: cleaned(cell, one.decimal_mark))


def _bucket(one: d.Bucket, rows: Sheet) -> Column:
    rows.require(one.column, "number")
    return "text", _each(rows, one.column, lambda cell: one.labels[bisect_right(one.edges, cell)])


def _recode(one: d.Recode, rows: Sheet) -> Column:
    rows.require(one.column, "text")
    names = {value: merged.to for merged in one.merged for value in merged.values}
    return "text", _each(rows, one.column, lambda cell: names.get(cell, cell if one.others is None else one.others))


def _tier(one: d.Tier, rows: Sheet) -> Column:
    rows.require(one.column, "number")
    cells = rows.cells(one.column)
    low, high = (quantile(cells, at) for at in (one.low, one.high))
    return "text", _each(rows, one.column, lambda cell: _placed(cell, low, high))


def _placed(cell: float, low: Any, high: Any) -> str:
    number, under, over = (float(f"{one:.11e}") for one in (cell, low, high))
    if number >= over and number > under:
        return "High"
    return "Low" if number <= under and number < over else "Medium"


def _calculation(one: d.Calculation, rows: Sheet) -> Column:
    for side in (one.left, one.right):
        if isinstance(side, str):
            rows.require(side, "number")
    left, right = (rows.cells(side) if isinstance(side, str) else [side] * len(rows) for side in (one.left, one.right))
    return "number", [_calculated(one.operator, a, b) for a, b in zip(left, right, strict=True)]


def _calculated(operator: str, left: Any, right: Any) -> Any:
    if left is None or right is None or (operator == "/" and right == 0):
        return None
    results: dict[str, Callable[[], Any]] = {
        "+": lambda: left + right,
        "-": lambda: left - right,
        "*": lambda: left * right,
        "/": lambda: left / right,
    }
    return finite(results[operator])


def _filled_with_figure(one: d.FilledWithFigure, rows: Sheet) -> Column:
    if one.figure != "mode":
        rows.require(one.column, "number")
    cells = list(rows.cells(one.column))
    keys = list(zip(*(rows.cells(name) for name in one.per), strict=True)) or [()] * len(cells)
    of_keys: dict[tuple[Any, ...], list[Any]] = {}
    for key, cell in zip(keys, cells, strict=True):
        of_keys.setdefault(key, []).append(cell)
    figures = {key: _figure_of(one.figure, of_key) for key, of_key in of_keys.items()}
    filled = [figures[key] if cell is None else cell for key, cell in zip(keys, cells, strict=True)]
    return rows.kinds[one.column], filled


def _figure_of(figure: str, cells: list[Any]) -> Any:
    if figure == "mode":
        counts = Counter(cell for cell in cells if cell is not None)
        commonest = [cell for cell, count in counts.items() if count == max(counts.values())]
        return min(commonest, key=ascending, default=None)
    return statistic(figure, cells)


def _filled_with_value(one: d.FilledWithValue, rows: Sheet) -> Column:
    kind = rows.kinds[one.column]
    value = literal(one.value, kind)
    if kind == "date":
        if value.time() != dt.time():
            raise NotMeant(f"{one.value} is no date")
        value = value.date()
    return kind, [value if cell is None else cell for cell in rows.cells(one.column)]


def _filled_with_column(one: d.FilledWithColumn, rows: Sheet) -> Column:
    kind, other = rows.kinds[one.column], rows.kinds[one.other]
    rows.require(one.other, *(TIMES if kind in TIMES else (kind,)))
    cells = [b if a is None else a for a, b in zip(rows.cells(one.column), rows.cells(one.other), strict=True)]
    if kind == other:
        return kind, cells
    return "timestamp", [None if cell is None else comparable(cell) for cell in cells]


def _time_part(one: d.TimePart, rows: Sheet) -> Column:
    rows.require(one.column, *TIMES)
    return "number", _each(rows, one.column, lambda cell: part_of(comparable(cell), one.part))


def _text_form(one: d.TextForm, rows: Sheet) -> Column:
    rows.require(one.column, "text")
    if one.form == "length":
        return "number", _each(rows, one.column, len)
    return "text", _each(rows, one.column, str.lower)


_IN_A_UNIT: Final = {
    "hours": dt.timedelta(hours=1),
    "minutes": dt.timedelta(minutes=1),
    "seconds": dt.timedelta(seconds=1),
}


def _time_between(one: d.TimeBetween, rows: Sheet) -> Column:
    rows.require(one.start, *TIMES)
    rows.require(one.end, *TIMES)
    pairs = zip(rows.cells(one.start), rows.cells(one.end), strict=True)
    return "number", [
        None if None in (start, end) else _apart(comparable(start), comparable(end), one.unit) for start, end in pairs
    ]


def _apart(start: dt.datetime, end: dt.datetime, unit: str) -> float:
    return (end.date() - start.date()).days if unit == "days" else (end - start) / _IN_A_UNIT[unit]


_DERIVED: Final[dict[str, Callable[[Any, Sheet], Column]]] = {
    "cleaned_number": _cleaned_number,
    "bucket": _bucket,
    "recode": _recode,
    "tier": _tier,
    "calculation": _calculation,
    "filled_with_figure": _filled_with_figure,
    "filled_with_value": _filled_with_value,
    "filled_with_column": _filled_with_column,
    "time_part": _time_part,
    "text_form": _text_form,
    "time_between": _time_between,
}
