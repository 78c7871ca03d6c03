"""The units of a query's result columns, where they follow from the columns that they are computed from.

The rules of arithmetic are those of `shared.table.unit_arithmetic`, as in the query language. What picks, adds up or
averages values of one unit keeps it, and counts have none.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.results.lineage import KnownTexts, alike, followed, spelled, told_of, told_of_query
from shared.engine.results.spans import SHORT, span_of
from shared.engine.sql.syntax import readable
from shared.query.words.figures import currency_sign
from shared.table.unit_arithmetic import UNKNOWN, Operand, added, divided, multiplied, of_column, subtracted, unit_apart
from shared.table.units import CURRENCIES, unit_in_name

_KEEPING: Final = (
    exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Median, exp.Quantile, exp.PercentileCont, exp.PercentileDisc, exp.Mode,
    exp.AnyValue, exp.First, exp.Last, exp.FirstValue, exp.LastValue, exp.Lag, exp.Lead, exp.Stddev, exp.StddevPop,
    exp.StddevSamp, exp.Round, exp.Floor, exp.Ceil, exp.Abs, exp.Neg, exp.Cast, exp.TryCast, exp.Nullif, exp.Paren,
    exp.Filter, exp.Window, exp.Distinct, exp.Subquery, exp.ArgMax, exp.ArgMin, exp.IgnoreNulls, exp.Order,
    exp.ApproxQuantile, exp.Bracket,
)  # fmt: skip
"""What leaves the unit of its argument as it is."""
SPREADS: Final = (exp.Stddev, exp.StddevPop, exp.StddevSamp)
"""How far values lie apart."""
_SPREADS_BY_NAME: Final = ("mad", "sem")
_MOST_SPREADS: Final = 5
"""Up to so many times a standard error is how sure a figure is: no unit is changed by that factor."""
_WORKED_OUT: Final = (exp.Add, exp.Sub, exp.Mul, exp.Div)
_NOTHING: Final = Operand(of="other")
_COUNTS: Final = "\0"
"""In the place of the unit of a count of rows."""


def units_of(sql: str, datasets: Iterable[DatasetProfile], columns: Sequence[str] = ()) -> dict[str, str]:
    """The unit of each result column of which it is known, by its name among the `columns` that the result has, where
    these are given."""
    tables = {
        one.relation.casefold(): {
            column.name.casefold(): unit for column in one.columns if (unit := of_column(column, column.unit).unit)
        }
        for one in datasets
    }
    told = followed(sql, tables, unit_or_count)
    found = {name: unit for name, unit in told.items() if unit not in (UNKNOWN, _COUNTS)}
    found |= _named(sql, {name for name, unit in told.items() if unit != UNKNOWN}, tables)
    return spelled(found, columns) if columns else found


def _named(sql: str, known: Collection[str], tables: Mapping[str, KnownTexts]) -> dict[str, str]:
    """The currency that the names of worked-out columns end with, where nothing else is known of their unit and all
    money of the tables is in it: kilos by a price without a unit, called revenue_eur. Where there is another currency
    the name may be what was converted."""
    money = {unit for units in tables.values() for unit in units.values() if unit in CURRENCIES}
    if len({currency_sign(unit) or unit for unit in money}) != 1:
        return {}
    if (tree := readable(sql)) is None:
        return {}
    own = {one.alias: unit_in_name(one.alias) for one in tree.selects if one.alias and one.find(*_WORKED_OUT)}
    return {name: next(iter(money)) for name, unit in own.items() if name not in known and _is_of(unit, money)}


def _is_of(unit: str | None, money: Collection[str]) -> bool:
    return unit in CURRENCIES and {currency_sign(unit) or unit} == {currency_sign(one) or one for one in money}


def unit_kept(one: exp.Expr, known: KnownTexts) -> str | None:
    """The unit of an expression, given those of the columns that it reads; "?" for one that does not follow."""
    return _operand(one, known).unit


def unit_or_count(one: exp.Expr, known: KnownTexts) -> str | None:
    """The same, and a mark for a count of rows, which has none: as what is known of columns on the way to a result."""
    found = _operand(one, known)
    return found.unit or (_COUNTS if found.of == "count" else None)


def _operand(one: exp.Expr, known: KnownTexts) -> Operand:
    if isinstance(one, exp.Column | exp.Subquery) and (read := _read(one, known)):
        return read
    if isinstance(one, exp.Literal | exp.Count | exp.CountIf | exp.ApproxDistinct):
        return _number(one)
    if isinstance(one, _WORKED_OUT):
        return _worked_out(one, known)
    if parts := _alternatives(one):
        return _of_all(parts, known)
    if spread := _spread(one, known):
        return spread
    within = _figure_within(one)
    if within is not None:
        return _operand(within, known)
    if not isinstance(one, _KEEPING) or not isinstance(one.this, exp.Expr):
        return _NOTHING
    inner = _operand(one.this, known)
    if inner.of == "written" and isinstance(one, exp.AggFunc):  # how many there are, or their share
        return Operand(of="count" if isinstance(one, exp.Sum) else "data")
    return inner


def _read(one: exp.Column | exp.Subquery, known: KnownTexts) -> Operand | None:
    """The cells of a column, or the one figure of a query within, where that reads other rows."""
    told = told_of(one, known) if isinstance(one, exp.Column) else told_of_query(one, known)
    if told == _COUNTS:
        return Operand(of="count")
    return Operand(told) if told or isinstance(one, exp.Column) else None


def _figure_within(one: exp.Expr) -> exp.Expr | None:
    """The one figure of which an expression is made: what is ordered for a quantile, or a query's only column."""
    if isinstance(one, exp.WithinGroup):
        ordered = next(one.expression.find_all(exp.Ordered), None)
        return ordered.this if ordered else None
    return one.selects[0].unalias() if isinstance(one, exp.Select) and len(one.selects) == 1 else None


def _spread(one: exp.Expr, known: KnownTexts) -> Operand | None:
    """How far values lie apart, or the root of a figure: that of a count counts nothing else, and of anything else no
    unit follows. A variance is in the square of a unit."""
    values = _spread_values(one)
    if values is not None:
        own = _operand(values, known)
        return own._replace(unit=unit_apart(own.unit))
    if isinstance(one, exp.Variance | exp.VariancePop):
        return Operand(UNKNOWN) if _operand(one.this, known).unit else _NOTHING
    if not isinstance(one, exp.Sqrt):
        return None
    under = _operand(one.this, known)
    return under if under.of == "count" else Operand(UNKNOWN) if under.unit else _NOTHING


def _spread_values(one: exp.Expr) -> exp.Expr | None:
    """The values of which an expression says how far they lie apart, in their unit."""
    found: exp.Expr | None = None
    if isinstance(one, SPREADS):
        found = one.this
    elif isinstance(one, exp.Sqrt) and isinstance(one.this, exp.Variance | exp.VariancePop):
        found = one.this.this
    by_name = isinstance(one, exp.Anonymous) and one.name.lower() in _SPREADS_BY_NAME
    return one.expressions[0] if by_name and one.expressions else found


def _number(one: exp.Expr) -> Operand:
    """A number that is written, or a count of whatever it is."""
    if isinstance(one, exp.Literal):
        return Operand(of="written", value=float(one.this)) if one.is_number else _NOTHING
    return Operand(of="count")


def _worked_out(one: exp.Add | exp.Sub | exp.Mul | exp.Div, known: KnownTexts) -> Operand:
    if span := span_of(one):
        return Operand(SHORT[span])
    sides = _operand(one.left, known), _operand(one.right, known)
    if isinstance(one, exp.Add | exp.Sub):
        return added(*sides) if isinstance(one, exp.Add) else subtracted(*sides)
    if isinstance(one, exp.Mul) and (spread := _so_many_spreads(one)):
        return _operand(spread, known)
    return multiplied(*sides) if isinstance(one, exp.Mul) else divided(*sides)


def _so_many_spreads(one: exp.Mul) -> exp.Expr | None:
    """The spread that a few times it are told of, as in 1.96 times a standard error; None of any other product."""
    for factor, of in ((one.left, one.right), (one.right, one.left)):
        few = isinstance(factor, exp.Literal) and factor.is_number and 1 < float(factor.this) < _MOST_SPREADS
        if few and _is_spread(of):
            return of
    return None


def _is_spread(one: exp.Expr) -> bool:
    while isinstance(one, exp.Paren | exp.Round | exp.Cast) or (
        isinstance(one, exp.Div) and isinstance(one.right.unnest(), exp.Sqrt)
    ):
        one = one.this
    return _spread_values(one) is not None


def _alternatives(one: exp.Expr) -> list[exp.Expr]:
    """The expressions of which one is taken."""
    if isinstance(one, exp.Coalesce | exp.Greatest | exp.Least):
        found = [one.this, *one.expressions]
    elif isinstance(one, exp.Case):
        found = [*(branch.args["true"] for branch in one.args["ifs"]), one.args.get("default")]
    else:
        found = [one.args["true"], one.args.get("false")] if isinstance(one, exp.If) else []
    return [each for each in found if each is not None]


def _of_all(parts: Sequence[exp.Expr], known: KnownTexts) -> Operand:
    """What is one of these: of the unit of all; of an unknown one where they have several."""
    kept = {id(one): _operand(one, known) for one in parts if not isinstance(one, exp.Null)}
    if len({one.unit for one in kept.values()} - {None}) > 1:
        return Operand(UNKNOWN)
    unit = alike(parts, known, lambda one, _: kept[id(one)].unit if id(one) in kept else None)
    if unit is None and any(one.unit for one in kept.values()):
        return _NOTHING
    origins = {one.of for one in kept.values()}
    origins -= {"written"} if len(origins) > 1 else set()
    return Operand(unit, origins.pop() if len(origins) == 1 else "other" if "other" in origins else "data")
