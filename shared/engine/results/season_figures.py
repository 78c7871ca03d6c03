"""Which columns of a query's result are figures of some months of each year, as of January to June: what the data lacks
after these is none of theirs."""

from typing import Final

from sqlglot import exp

from shared.engine.results.lineage import KnownTexts, followed, told_of
from shared.engine.sql.clauses import conjuncts
from shared.engine.sql.syntax import readable

_MOST: Final = 12


def season_figures(sql: str) -> dict[str, int]:
    """The last month, from 1, of those whose rows alone a result column's figures are of, by a condition of their own
    or of the query; none where it cannot be read."""
    if (tree := readable(sql)) is None:
        return {}
    wheres = [one for one in tree.find_all(exp.Where) if isinstance(one.parent, exp.Select)]
    every = min(map(_last_month, wheres), default=_MOST)

    def told(one: exp.Expr, known: KnownTexts) -> str | None:
        if isinstance(one, exp.Column):
            return told_of(one, known)
        if not one.find(exp.AggFunc):
            return None
        conditions = [part.expression.this for part in one.find_all(exp.Filter)]
        conditions += [part.this for part in one.find_all(exp.If)]
        last = min((every, *map(_last_month, conditions)))
        return str(last) if last < _MOST else None

    return {name: int(last) for name, last in followed(sql, {}, told).items()}


def _last_month(condition: exp.Expr) -> int:
    """The last month that a condition takes, 12 where it does not say so."""
    return min(map(_compared, conjuncts(condition)), default=_MOST)


def _compared(one: exp.Expr) -> int:
    month = one.this
    named = isinstance(month, exp.Extract) and month.name.casefold() == "month"
    if not (isinstance(month, exp.Month) or named):
        return _MOST
    given = one.expressions if isinstance(one, exp.In) else [one.args.get("high") or one.args.get("expression")]
    months = [int(each.this) for each in given if isinstance(each, exp.Literal) and each.is_int]
    if not months or len(months) < len(given) or not isinstance(one, exp.LTE | exp.LT | exp.EQ | exp.In | exp.Between):
        return _MOST
    return max(months) - isinstance(one, exp.LT)
