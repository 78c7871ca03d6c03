"""One value that makes up most of a total, or of the sum behind an average: the figure says what that value is."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile, QueryResult, Scalar
from shared.engine.sql.syntax import readable, render
from shared.query.base import RESERVED
from shared.query.words.values import decimals, figure
from shared.table.names import spoken

_FEWEST: Final = 10
"""Of fewer values one makes up much by itself."""
_MOST: Final = 0.5
_SAME: Final = (exp.Coalesce, exp.Round, exp.Cast, exp.TryCast, exp.Paren)
_ASKED: Final = (exp.Max, exp.Min, exp.Sum, exp.Count)


class LoneAsked(NamedTuple):
    """The query with what is to be known of its totals beside them; `figures` are these by their places among its
    columns, each with the column of the table."""

    sql: str
    figures: tuple[tuple[int, ColumnProfile], ...]


def lone_asked(sql: str, datasets: Sequence[DatasetProfile]) -> LoneAsked | None:
    """What to ask of totals and averages of columns of which one value is far from all others; None where there are
    none."""
    far = {one.column for table in datasets for one in table.repairs if one.kind == "outlier"}
    columns = {one.name.casefold(): one for table in datasets for one in table.columns if one.name in far}
    tree = readable(sql) if columns else None
    if not isinstance(tree, exp.Select):
        return None
    found = [(at, one, columns[one.name.casefold()]) for at, one in _totals(tree) if one.name.casefold() in columns]
    if not found:
        return None
    asked = tree.copy()
    for at, _, _ in found:
        total = _aggregate(tree.selects[at].unalias())
        for number, kind in enumerate(_ASKED):
            put = total.copy()
            own = put.this if isinstance(put, exp.Filter) else put
            other = kind(this=own.this.copy())
            put = exp.Filter(this=other, expression=put.expression) if isinstance(put, exp.Filter) else other
            asked.append("expressions", exp.alias_(put, f"{RESERVED}lone_{at}_{number}", quoted=True))
    return LoneAsked(render(asked), tuple((at, column) for at, _, column in found))


def _totals(tree: exp.Select) -> list[tuple[int, exp.Column]]:
    made = ((at, _aggregate(one.unalias())) for at, one in enumerate(tree.selects))
    inner = ((at, one.this if isinstance(one, exp.Filter) else one) for at, one in made)
    return [
        (at, one.this) for at, one in inner if isinstance(one, exp.Sum | exp.Avg) and isinstance(one.this, exp.Column)
    ]


def _aggregate(one: exp.Expr) -> exp.Expr:
    while isinstance(one, _SAME) and isinstance(one.this, exp.Expr):
        one = one.this
    return one


def lone_told(asked: LoneAsked, counted: QueryResult, result: QueryResult) -> dict[tuple[int, str], str]:
    """A sentence for each cell of a result, by row and column, of which one value makes up more than half; of a result
    whose rows come in another order the second time, none."""
    first = len(counted.columns) - len(_ASKED) * len(asked.figures)
    told: dict[tuple[int, str], str] = {}
    for row, (cells, own) in enumerate(zip(counted.rows, result.rows, strict=False)):
        if _named(cells[: len(own)]) != _named(own):
            continue
        for number, (at, column) in enumerate(asked.figures):
            at_first = first + len(_ASKED) * number
            largest, least, whole, many = map(_number, cells[at_first : at_first + len(_ASKED)])
            if many >= _FEWEST and least >= 0 and largest > _MOST * whole > 0:
                named = ", ".join(cell for cell in own if isinstance(cell, str))
                size = figure(largest, column.unit, decimals(largest, column.unit))
                shown = f"{size}, makes up {100 * largest / whole:.0f} % of their sum"
                words = f"ne of {many:,.0f} values of {spoken(column)}, {shown}."
                told[row, result.columns[at]] = f"{named}: o{words}" if named else f"O{words}"
    return told


def _named(cells: Sequence[Scalar]) -> list[Scalar]:
    """What tells a row from others: a sum of floats may differ in its last digits when it is computed again."""
    return [cell for cell in cells if not isinstance(cell, float)]


def _number(cell: Scalar) -> float:
    return float(cell) if isinstance(cell, int | float) else 0.0
