"""Declared arithmetic over results: what stands between the braces of a reference, computed and named.

Python's own parser reads the expression; only what is listed here is carried out, everything else is a sentence that
says what would be right. Written numbers may be compared with, change a unit, or come from the question; one of
another origin may only multiply or divide, and what it gives is `assumed`: a judge has to bear it out. So is a figure
over itself, and one with two numbers that change a unit: any number could be made of any cell.
"""

import ast
import keyword
import math
import operator
import re
import statistics
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from shared.contracts import Cell, Scalar, is_number
from shared.grounding.sheets import Sheet, Sheets
from shared.grounding.values import (
    MOST_CELLS,
    PAIRS,
    ReferenceValue,
    Unresolved,
    difference,
    in_one_currency,
    negated,
    number_in,
    of_two,
    rounded,
    same,
    sized,
    unit_of,
)
from shared.pattern import LazyPattern

SCALES: Final = frozenset({1, 2, 4, 7, 12, 24, 30, 52, 60, 100, 365, 1000, 1_000_000, 1_000_000_000})
"""Numbers that only change a unit or a period: they may stand in arithmetic without being in the question."""

_ROW, _TABLE = LazyPattern(r"^r([0-9]{1,7})$"), LazyPattern(r"^t([0-9]{1,4})$")
_NUMBER = LazyPattern(r"\d[\d,]*\.?\d*")
_MOVES = LazyPattern(r"(?:^|[\W_])(?:change|gain|growth|delta|increase|decrease|decline)(?:$|[\W_])", re.IGNORECASE)
"""Names of columns whose sign is a direction."""


class _Cells(NamedTuple):
    """All cells of a column of a table that a condition leaves, without empty ones."""

    sheet: Sheet
    values: tuple[tuple[int, Scalar], ...]
    position: int

    @property
    def name(self) -> str:
        return self.sheet.columns[self.position].name.replace("_", " ")

    @property
    def units(self) -> set[str | None]:
        return {self.sheet.unit(row, self.position) for row, _ in self.values}

    @property
    def numbers(self) -> list[float]:
        found = [value for _, value in self.values if is_number(value)]
        if len(found) != len(self.values) or not found:
            raise Unresolved(f"{self.sheet.columns[self.position].key} holds no numbers to compute with")
        return found

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(self.sheet.cell(row, self.position) for row, _ in self.values[:MOST_CELLS])


def _deviation(numbers: Sequence[float]) -> float:
    """Of a sample: divided by n - 1."""
    if len(numbers) < 2:
        raise Unresolved("the standard deviation of a sample takes two figures at least")
    return statistics.stdev(numbers)


_OVER: Final[dict[str, tuple[str, Callable[[Sequence[float]], float]]]] = {
    "sum": ("total", math.fsum),
    "avg": ("average", statistics.fmean),
    "min": ("lowest", min),
    "max": ("highest", max),
    "median": ("median", statistics.median),
    "stddev": ("standard deviation", _deviation),
    "stddev_population": ("population standard deviation", statistics.pstdev),
}
_ALSO: Final = {"stddev_samp": "stddev", "stdev": "stddev", "stddev_pop": "stddev_population", "mean": "avg"}
"""What SQL and others call them."""
_COMPARED: Final[dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], bool]]]] = {
    ast.Lt: ("under", operator.lt), ast.LtE: ("at most", operator.le), ast.Gt: ("over", operator.gt),
    ast.GtE: ("at least", operator.ge), ast.Eq: ("is", operator.eq), ast.NotEq: ("is not", operator.ne),
}  # fmt: skip
_WORKED: Final[dict[type[ast.operator], tuple[str, Callable[[float, float], float]]]] = {
    ast.Add: ("plus", operator.add), ast.Sub: ("minus", operator.sub),
    ast.Mult: ("times", operator.mul), ast.Div: ("divided by", operator.truediv),
}  # fmt: skip

_AS_KEY: Final = LazyPattern(rf"\b([rt]\d+)\.({'|'.join(keyword.kwlist)})\b")  # a column called "in" has the key "c_in"
_MOST_PLACES: Final = 9
KNOWN: Final = "pct, change, diff, ratio, abs, sum, avg, min, max, median, stddev, stddev_population and count"


def _places(node: ast.expr) -> int:
    """The second argument of `round`: to so many decimals, or to so many places before the point where it is less than
    0. Raises Unresolved."""
    with suppress(ValueError):
        places = ast.literal_eval(node)
        if isinstance(places, int) and not isinstance(places, bool) and abs(places) <= _MOST_PLACES:
            return places
    raise Unresolved(f"round takes a figure and to how many decimals, from -{_MOST_PLACES} to {_MOST_PLACES}")


class Evaluator:
    """Computes the expressions of one text over the results of one conversation."""

    def __init__(self, sheets: Sheets, question: str = "") -> None:
        self._sheets = sheets
        self._asked = _numbers_of(question)
        self._allowed = SCALES | self._asked
        self._assumed = False

    def evaluate(self, written: str) -> ReferenceValue:
        """The value of an expression. Raises Unresolved."""
        try:
            tree = ast.parse(_AS_KEY.sub(r"\1.c_\2", written), mode="eval").body
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            raise Unresolved("write {r1.column}, or one of the functions " + KNOWN) from None
        self._assumed = False
        try:
            value = self._value(tree)
        except (LookupError, RecursionError) as error:
            raise Unresolved(str(error).strip("'")) from None
        except (ZeroDivisionError, OverflowError, ValueError):
            raise Unresolved("this cannot be divided or is too large") from None
        if isinstance(value.content, float) and not math.isfinite(value.content):
            raise Unresolved("this is no finite number")
        if not value.cells:
            raise Unresolved("a figure needs at least one cell of a result")
        return value._replace(assumed=self._assumed)

    def _value(self, node: ast.expr) -> ReferenceValue:
        if isinstance(node, ast.Attribute | ast.Subscript):
            return self._cell(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.BinOp):
            return self._worked(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return negated(self._number(node.operand))
        if isinstance(node, ast.Constant):
            return self._constant(node)
        raise Unresolved("write {r1.column}, or one of the functions " + KNOWN)

    def _constant(self, node: ast.Constant, *, scales: bool = False) -> ReferenceValue:
        number = node.value
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise Unresolved("only cells and numbers can be computed with")
        if number not in self._allowed and not _percent_step(number, self._allowed):
            if not scales:
                raise Unresolved(f"{number} comes from no result and is not in the question")
            self._assumed = True
        return ReferenceValue(number, f"{number:g}")

    def _cell(self, node: ast.Attribute | ast.Subscript) -> ReferenceValue:
        name, key = _path(node)
        found = _ROW.match(name)
        if found is None:
            raise Unresolved(f"{name}.{key} is not one cell; name a row such as r1, or use {KNOWN}")
        sheet, row = self._sheets.row(int(found[1]))
        position = sheet.position(key)
        column, labels, content = sheet.columns[position], sheet.labels(row), sheet.rows[row][position]
        named = column.name.replace("_", " ") + (f" ({labels})" if labels and not isinstance(content, str) else "")
        cells, rows = (sheet.cell(row, position),), ((sheet.number, row),)
        return ReferenceValue(
            content,
            named,
            sheet.unit(row, position),
            cells,
            rows,
            column.name,
            decimals=sheet.decimals(position),
            names=sheet.is_named(row, position),
            direction=content if isinstance(content, int | float) and _MOVES.search(column.name) else None,
        )

    def _call(self, node: ast.Call) -> ReferenceValue:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        name = _ALSO.get(name, name)
        if node.keywords:
            raise Unresolved("functions take no named arguments")
        if name == "count":
            return self._counted(node.args)
        if name in _OVER and node.args and not self._is_number(node.args[0]):
            return self._over(name, node.args)
        if name in _OVER and len(node.args) >= 2:
            return self._among(name, node.args)
        if name in PAIRS and len(node.args) == 2:
            one, other = self._number(node.args[0]), self._number(node.args[1])
            in_one_currency((one.unit, other.unit))
            self._assumed = self._assumed or (name == "ratio" and ast.dump(node.args[0]) == ast.dump(node.args[1]))
            return PAIRS[name](one, other)
        if name == "abs" and len(node.args) == 1:
            return sized(self._number(node.args[0]))
        if name == "round" and 1 <= len(node.args) <= 2:
            return rounded(self._number(node.args[0]), _places(node.args[1]) if len(node.args) == 2 else 0)
        raise Unresolved(f"there are the functions {KNOWN}; pct, change, diff and ratio take two figures")

    def _is_number(self, node: ast.expr) -> bool:
        return not (isinstance(node, ast.Attribute | ast.Subscript) and _TABLE.match(_path(node)[0]))

    def _over(self, name: str, arguments: list[ast.expr]) -> ReferenceValue:
        if len(arguments) > 2:
            raise Unresolved(f"{name} takes a column such as t1.revenue, and a condition")
        column, condition = self._column(arguments[0], arguments[1] if len(arguments) == 2 else None)
        word, compute = _OVER[name]
        told = column.sheet.columns[column.position]
        names = told.year and name in ("min", "max")
        in_one_currency(column.units)
        unit = same(column.units)
        return ReferenceValue(
            compute(column.numbers), f"{word} {column.name}{condition}", unit, column.cells, names=names
        )

    def _among(self, name: str, arguments: list[ast.expr]) -> ReferenceValue:
        """The sum, average, lowest … of figures that are named one by one."""
        given = [self._number(argument) for argument in arguments]
        word, compute = _OVER[name]
        named = " and ".join(value.name for value in given)
        cells = tuple(cell for value in given for cell in value.cells)
        in_one_currency(value.unit for value in given)
        content, unit = compute([number_in(value) for value in given]), same({value.unit for value in given})
        return ReferenceValue(content, f"{word} of {named}", unit, cells)

    def _counted(self, arguments: list[ast.expr]) -> ReferenceValue:
        if not 1 <= len(arguments) <= 2:
            raise Unresolved("count takes a table such as t1, and a condition")
        sheet = self._table(arguments[0])
        kept, condition = self._kept(sheet, arguments[1] if len(arguments) == 2 else None)
        cells = tuple(sheet.cell(row, 0) for row in kept[:MOST_CELLS]) or (sheet.cell(0, 0),)
        return ReferenceValue(len(kept), f"number of rows{condition}", None, cells)

    def _column(self, node: ast.expr, condition: ast.expr | None) -> tuple[_Cells, str]:
        if not isinstance(node, ast.Attribute | ast.Subscript):
            raise Unresolved("name a column of a table, such as t1.revenue")
        name, key = _path(node)
        sheet = self._whole(name)
        position = sheet.position(key)
        kept, told = self._kept(sheet, condition)
        values = tuple((row, sheet.rows[row][position]) for row in kept if sheet.rows[row][position] is not None)
        return _Cells(sheet, values, position), told

    def _table(self, node: ast.expr) -> Sheet:
        if isinstance(node, ast.Attribute | ast.Subscript):
            return self._whole(_path(node)[0])
        return self._whole(node.id if isinstance(node, ast.Name) else "")

    def _whole(self, name: str) -> Sheet:
        found = _TABLE.match(name)
        if found is None:
            raise Unresolved(f"{name or 'this'} is no table; tables are t1, t2 and so on")
        sheet = self._sheets.table(int(found[1]))
        if not sheet.whole:
            raise Unresolved(
                f"t{sheet.number} was cut, so nothing can be told over all its rows; compute it in a query"
            )
        return sheet

    def _kept(self, sheet: Sheet, condition: ast.expr | None) -> tuple[list[int], str]:
        """The rows that meet a condition, and the condition in words."""
        rows = list(range(len(sheet.rows)))
        if condition is None:
            return rows, ""
        if isinstance(condition, ast.BoolOp) and isinstance(condition.op, ast.And):
            told = []
            for one in condition.values:
                met, said = self._kept(sheet, one)
                rows = [row for row in rows if row in set(met)]
                told.append(said)
            return rows, " and".join(told)
        if not isinstance(condition, ast.Compare) or len(condition.ops) != 1:
            raise Unresolved("a condition is a comparison, such as revenue < 50000, or several joined by and")
        return self._compared(sheet, condition)

    def _compared(self, sheet: Sheet, condition: ast.Compare) -> tuple[list[int], str]:
        left, right = condition.left, condition.comparators[0]
        key = left.id if isinstance(left, ast.Name) else _path(left)[1] if isinstance(left, ast.Attribute) else ""
        position, (wanted, said) = sheet.position(key), self._wanted(sheet, right)
        word, compare = _COMPARED.get(type(condition.ops[0]), ("", operator.eq))
        if not word:
            raise Unresolved("compare with <, <=, >, >=, == or !=")
        kept = []
        for row, (values, other) in enumerate(zip(sheet.rows, wanted, strict=True)):
            value = values[position]
            there = value is not None and other is not None
            if there and isinstance(value, str) != isinstance(other, str):
                raise Unresolved(f"{key} and {said} are not of one kind")
            kept += [row] if there and compare(value, other) else []
        return kept, f" with {sheet.columns[position].name.replace('_', ' ')} {word} {said}"

    def _wanted(self, sheet: Sheet, node: ast.expr) -> tuple[list[Scalar], str]:
        """What each row is compared with: a written number or text, a figure, or another column's cell."""
        if isinstance(node, ast.Name):
            at = sheet.position(node.id)
            return [values[at] for values in sheet.rows], sheet.columns[at].name.replace("_", " ")
        with suppress(ValueError):
            told = ast.literal_eval(node)
            if isinstance(told, str | int | float):
                return [told] * len(sheet.rows), f"{told:g}" if isinstance(told, float) else str(told)
        value = self._value(node)
        return [value.content] * len(sheet.rows), value.name

    def _number(self, node: ast.expr) -> ReferenceValue:
        value = self._value(node)
        if isinstance(value.content, bool) or not isinstance(value.content, int | float):
            raise Unresolved(f"{value.name} is no number" if value.content is not None else f"{value.name} is empty")
        return value

    def _operand(self, node: ast.expr, *, scales: bool) -> ReferenceValue:
        return self._constant(node, scales=scales) if isinstance(node, ast.Constant) else self._number(node)

    def _worked(self, node: ast.BinOp) -> ReferenceValue:
        worked = _WORKED.get(type(node.op))
        if worked is None:
            raise Unresolved("compute with +, -, * and /")
        word, compute = worked
        scales = isinstance(node.op, ast.Mult | ast.Div)
        one, other = self._operand(node.left, scales=scales), self._operand(node.right, scales=scales)
        if isinstance(node.op, ast.Add | ast.Sub):
            in_one_currency((one.unit, other.unit))
        self._assumed = self._assumed or self._comes_to_any(node, one, other)
        name, unit = f"{one.name} {word} {other.name}", unit_of(node.op, one, other)
        if isinstance(node.op, ast.Sub):
            return difference(one, other, unit)
        made = of_two(one, other, compute(number_in(one), number_in(other)), name, unit)
        return made._replace(scaled=made.scaled or any(map(self._is_scale, (node.left, node.right))))

    def _is_scale(self, node: ast.expr) -> bool:
        """Whether it is a number that changes a unit and is not the question's."""
        return isinstance(node, ast.Constant) and node.value in SCALES - self._asked - {1}

    def _comes_to_any(self, node: ast.BinOp, one: ReferenceValue, other: ReferenceValue) -> bool:
        """Whether so much can be made of any cell: a figure over itself, added to itself in another unit, or one that
        changes its unit twice."""
        same_cells = set(one.cells) == set(other.cells) and bool(one.cells)
        if isinstance(node.op, ast.Add | ast.Sub):
            return same_cells and (one.scaled or other.scaled)
        if isinstance(node.op, ast.Div) and same_cells and (ast.dump(node.left) == ast.dump(node.right) or one.rows):
            return True
        scales = sum(map(self._is_scale, (node.left, node.right))) + one.scaled + other.scaled
        return scales > 1


def _path(node: ast.expr) -> tuple[str, str]:
    """(`r1`, `revenue`) of `r1.revenue` or `r1["revenue"]`."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.value.id, node.attr
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and isinstance(node.slice, ast.Constant):
        return node.value.id, str(node.slice.value)
    raise Unresolved("write a cell as r1.column")


def _numbers_of(question: str) -> frozenset[float]:
    found = (number.replace(",", "").rstrip(".") for number in _NUMBER.findall(question)[:50])
    return frozenset(float(number) for number in found if number and len(number) < 20)


def _percent_step(number: float, allowed: frozenset[float]) -> bool:
    """Whether it is what a percentage of the question makes of a figure: 1.1, 0.9 or 0.1 for 10 %."""
    steps = (value / 100 for value in allowed - SCALES if 0 < value <= 100)
    return any(math.isclose(number, made) for step in steps for made in (1 + step, 1 - step, step))
