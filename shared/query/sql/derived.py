"""Derived columns as SQL."""

from __future__ import annotations

from functools import cache

from shared.contracts import ColumnType
from shared.query import derived as d
from shared.query.base import RESERVED
from shared.query.bound import Columns, DerivedColumn
from shared.query.conditions import Part
from shared.query.sql import terms as t
from shared.query.trees import exp

_PARTS: dict[Part, str] = {"weekday": "isodow"}
_TIMES = f"{RESERVED}times"


def derived(column: DerivedColumn, relation: str) -> exp.Expr:
    """What a derived column holds, over the rows of the relation, which has the columns before it."""
    item = column.node
    if isinstance(item, d.CleanedNumber):
        is_number = column.columns[item.column].kind == "number"
        return t.double(t.name(item.column)) if is_number else _cleaned(item)
    if isinstance(item, d.Bucket):
        return cut(t.name(item.column), item.edges, [exp.Literal.string(label) for label in item.labels])
    if isinstance(item, d.Recode):
        return _recoded(item)
    if isinstance(item, d.Tier):
        return _tier(item, relation)
    if isinstance(item, d.Calculation):
        return _calculated(item)
    if isinstance(item, d.Filled):
        return exp.Coalesce(this=t.name(item.column), expressions=[_fill(item, column, relation)])
    if isinstance(item, d.TimePart):
        return part(item.column, item.part, column.columns[item.column].type)
    if isinstance(item, d.TextForm):
        form: type[exp.Func] = exp.Length if item.form == "length" else exp.Lower
        return form(this=t.name(item.column))
    return _between(item)


def _between(item: d.TimeBetween) -> exp.Expr:
    if item.unit == "days":
        return exp.Sub(this=exp.cast(t.name(item.end), "DATE"), expression=exp.cast(t.name(item.start), "DATE"))
    start, end = (exp.cast(t.name(one), "TIMESTAMP") for one in (item.start, item.end))
    apart = t.call("date_diff", exp.Literal.string("microsecond"), start, end)
    return exp.Div(this=apart, expression=exp.Literal.number(d.MICROSECONDS[item.unit]))


def part(column: str, which: Part, type_: ColumnType) -> exp.Expr:
    """A part of a time as a whole number; of a date the hour is 0."""
    own: exp.Expr = t.name(column)
    if type_ == "date" and which == "hour":
        own = exp.cast(own, "TIMESTAMP")
    return t.call("date_part", exp.Literal.string(_PARTS.get(which, which)), own)


def cut(own: exp.Expr, edges: tuple[int | float, ...], labels: list[exp.Expr]) -> exp.Expr:
    """The label of the stretch that a number is in, from the lowest; null for null."""
    case = exp.Case()
    for edge, label in zip(edges, labels, strict=False):
        case = case.when(exp.LT(this=own.copy(), expression=t.number(edge)), label)
    return case.when(t.is_known(own.copy()), labels[-1])


def _recoded(item: d.Recode) -> exp.Expr:
    own, case = t.name(item.column), exp.Case()
    for one in item.merged:
        values = [exp.Literal.string(value) for value in one.values]
        case = case.when(exp.In(this=own.copy(), expressions=values), exp.Literal.string(one.to))
    if item.others is None:
        return case.else_(own)
    return case.when(t.is_known(own), exp.Literal.string(item.others))


def _tier(item: d.Tier, relation: str) -> exp.Expr:
    own = t.comparable(t.name(item.column))
    low, high = (
        t.comparable(t.scalar(t.call("quantile_cont", t.name(item.column), t.number(at)), relation))
        for at in (item.low, item.high)
    )
    between = [exp.Literal.string(label) for label in ("High", "Low", "Medium")]
    is_high = exp.and_(exp.GTE(this=own, expression=high), exp.GT(this=own.copy(), expression=low))
    is_low = exp.and_(exp.LTE(this=own.copy(), expression=low.copy()), exp.LT(this=own.copy(), expression=high.copy()))
    case = exp.Case().when(t.is_null(t.name(item.column)), exp.Null())
    return case.when(is_high, between[0]).when(is_low, between[1]).else_(between[2])


def _calculated(item: d.Calculation) -> exp.Expr:
    left, right = (
        t.double(t.name(side) if isinstance(side, str) else t.number(side)) for side in (item.left, item.right)
    )
    if item.operator == "/":
        return t.finite(t.divided(left, right))
    by_operator: dict[str, type[exp.Binary]] = {"+": exp.Add, "-": exp.Sub, "*": exp.Mul}
    return t.finite(by_operator[item.operator](this=left, expression=right))


def _fill(item: d.Filled, column: DerivedColumn, relation: str) -> exp.Expr:
    if isinstance(item, d.FilledWithColumn):
        return t.name(item.other)
    if isinstance(item, d.FilledWithValue):
        return t.literal(item.value, column.columns[item.column].type)
    own = t.name(item.column)
    if item.per:
        return _figure_per(item, own)
    if item.figure == "mode":
        counted = exp.select(own).from_(t.table(relation)).where(t.is_known(own.copy())).group_by(own.copy())
        return counted.order_by(t.descending(t.count_rows()), t.ascending(own.copy())).limit(1).subquery()
    return t.scalar((exp.Avg if item.figure == "mean" else exp.Median)(this=own), relation)


def _figure_per(item: d.FilledWithFigure, own: exp.Expr) -> exp.Expr:
    """A figure of the rows that share the cells of `per`."""
    if item.figure != "mode":
        figure = (exp.Avg if item.figure == "mean" else exp.Median)(this=own)
        return exp.Window(this=figure, partition_by=[t.name(one) for one in item.per])
    order = exp.Order(expressions=[t.descending(t.name(_TIMES)), t.ascending(own.copy())])
    whole = exp.WindowSpec(
        kind="ROWS", start="UNBOUNDED", start_side="PRECEDING", end="UNBOUNDED", end_side="FOLLOWING"
    )
    first = exp.FirstValue(this=own)
    return exp.Window(this=first, partition_by=[t.name(one) for one in item.per], order=order, spec=whole)


def counted_before(column: DerivedColumn) -> exp.Expr | None:
    """What must stand beside each row before the column is derived; None where nothing must: how often the cell stands
    among the rows of its group, where the commonest is wanted."""
    item = column.node
    if not isinstance(item, d.FilledWithFigure) or item.figure != "mode" or not item.per:
        return None
    same = [t.name(one) for one in (*item.per, item.column)]
    return t.named(exp.Window(this=exp.Count(this=t.name(item.column)), partition_by=same), _TIMES)


@cache
def number_patterns() -> frozenset[str]:
    """The regular expressions by which the number in a text is read."""
    wholes = [one for mark in (".", ",") for one in _whole_patterns(mark)]
    return frozenset({d.SCALED, *wholes, *map(_grouping, wholes), *map(_no_digit, (".", ","))})


def _whole_patterns(decimal_mark: str) -> tuple[str, str]:
    """What a whole cell is: the number alone, or in brackets."""
    plain = d.number_pattern(decimal_mark)
    return plain, rf" *\({plain}\) *"


def _grouping(pattern: str) -> str:
    return f"^(?:{pattern})$"


def _no_digit(decimal_mark: str) -> str:
    return f"[^0-9{decimal_mark}]"


def _cleaned(item: d.CleanedNumber) -> exp.Expr:
    """One of the two patterns matches the whole cell."""
    own = t.name(item.column)
    plain, bracketed = _whole_patterns(item.decimal_mark)
    case = exp.Case()
    case = case.when(t.call("regexp_matches", own, exp.Literal.string(d.SCALED)), exp.Null())
    for pattern, negative in ((plain, False), (bracketed, True)):
        matched = t.call("regexp_full_match", own.copy(), exp.Literal.string(pattern))
        case = case.when(matched, _number_in(own, pattern, item.decimal_mark, negative=negative))
    return case


def _number_in(own: exp.Expr, pattern: str, decimal_mark: str, *, negative: bool) -> exp.Expr:
    def group(place: int) -> exp.Expr:
        whole = exp.Literal.string(_grouping(pattern))
        return t.call("regexp_extract", own.copy(), whole, exp.Literal.number(place))

    keep = exp.Literal.string(_no_digit(decimal_mark))
    digits = t.call("regexp_replace", group(3), keep, exp.Literal.string(""), exp.Literal.string("g"))
    if decimal_mark == ",":
        digits = t.call("replace", digits, exp.Literal.string(","), exp.Literal.string("."))
    size = exp.TryCast(this=digits, to=exp.DataType.build("DOUBLE"))
    if negative:
        return exp.Neg(this=size)
    minus = [exp.Literal.string(sign) for sign in ("-", "\N{MINUS SIGN}")]
    signed = exp.or_(exp.In(this=group(1), expressions=minus), exp.In(this=group(2), expressions=[*minus]))
    return exp.Case().when(signed, exp.Neg(this=size.copy())).else_(size)


def is_unreadable(column: str, columns: Columns) -> exp.Expr | None:
    """Whether a cell is empty because a text could not be read as a number; None where that cannot be."""
    found = [
        exp.and_(t.is_null(t.name(own.name)), t.is_known(t.name(own.node.column)))
        for own in _lineage(column, columns)
        if isinstance(own.node, d.CleanedNumber) and own.columns[own.node.column].kind == "text"
    ]
    return exp.and_(t.is_null(t.name(column)), exp.paren(exp.or_(*found))) if found else None


def _lineage(column: str, columns: Columns) -> list[DerivedColumn]:
    """The derived columns that a column is made of, itself included."""
    own = columns.get(column)
    if not isinstance(own, DerivedColumn):
        return []
    inner = [
        side
        for field in ("column", "other", "left", "right", "start", "end")
        if (side := getattr(own.node, field, None))
    ]
    return [own, *(one for side in inner if isinstance(side, str) for one in _lineage(side, own.columns))]
