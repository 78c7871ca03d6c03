"""What a query's result means, by what it is computed from and not by what the query calls it."""

from collections.abc import Iterable
from typing import Final

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.lineage import Told, followed
from shared.engine.syntax import parse
from shared.errors import QueryFailed

_STATISTICS: Final[dict[type[exp.Expr], str]] = {
    exp.Sum: "total sum", exp.Avg: "average mean", exp.Median: "median", exp.Min: "minimum lowest smallest",
    exp.Max: "maximum highest largest",
}  # fmt: skip
_SAME: Final = (exp.Cast, exp.TryCast, exp.Paren, exp.Round)
"""What leaves a figure what it is."""


def meanings_of(sql: str, datasets: Iterable[DatasetProfile]) -> dict[str, str]:
    """The words that say what each result column is: those of the column that it is read from, and of the statistic;
    nothing for one that is computed in another way."""
    tables = {
        one.relation.casefold(): {column.name.casefold(): f"{column.name} {column.words}" for column in one.columns}
        for one in datasets
    }
    return followed(sql, tables, _meaning)


def conditions_of(sql: str) -> tuple[str, ...]:
    """What a query's rows have to be: the values that a column has to have, and every other condition as it is written;
    the whole query where it cannot be read. What a single figure leaves out (FILTER) is for its meaning to say."""
    try:
        tree = parse(sql)
    except QueryFailed:
        return (sql,)
    found = tree.find_all(exp.Where, exp.Having, exp.Qualify)
    wholes = (one.this for one in found if isinstance(one.parent, exp.Select))
    parts = (part for whole in wholes for part in (whole.flatten() if isinstance(whole, exp.And) else (whole,)))
    return tuple(told for part in parts for told in _values(part))


def _values(part: exp.Expr) -> list[str]:
    """The values of a condition that names them, as `region = 'West'` does; else the condition."""
    given = part.expressions if isinstance(part, exp.In) else [part.expression] if isinstance(part, exp.EQ) else []
    named = bool(given) and isinstance(part.this, exp.Column) and all(isinstance(one, exp.Literal) for one in given)
    return [one.this for one in given] if named else [part.sql()]


def _meaning(one: exp.Expr, known: Told) -> str | None:
    if isinstance(one, exp.Column):
        return known.get(one.name.casefold())
    if isinstance(one, exp.Count):
        return _counted(one, known)
    if isinstance(one, exp.Case):
        return _guarded(one, known)
    if isinstance(one, _SAME) and isinstance(one.this, exp.Expr):
        return _meaning(one.this, known)
    statistic = _STATISTICS.get(type(one))
    inner = _meaning(one.this, known) if statistic and isinstance(one.this, exp.Column | exp.Paren | exp.Cast) else None
    return f"{inner} {statistic}" if inner else None


def _counted(one: exp.Count, known: Told) -> str | None:
    if isinstance(one.this, exp.Star):
        return "number count row"
    distinct = one.this.expressions if isinstance(one.this, exp.Distinct) else ()
    inner = _meaning(distinct[0], known) if len(distinct) == 1 else None
    return f"{inner} number count different distinct" if inner else None


def _guarded(one: exp.Case, known: Told) -> str | None:
    """The meaning of `CASE WHEN ISFINITE(x) THEN x END`: a figure wherever there is one."""
    branches = one.args["ifs"]
    whole = len(branches) == 1 and isinstance(branches[0].this, exp.Func) and not one.args.get("default")
    return _meaning(branches[0].args["true"], known) if whole else None
