"""Which columns of a query's result are the parts of a whole, so that a share of it may be worked out."""

from sqlglot import exp

from shared.engine.sql.syntax import readable

_CUTS = ("limit", "offset", "having", "qualify", "distinct", "sample", "joins", "laterals", "with_")
"""What leaves groups out, or may count a row twice."""
_SHOWN_AS = (exp.Round, exp.Cast, exp.Coalesce, exp.Paren)


def parts_of_a_whole(sql: str) -> tuple[str, ...]:
    """The columns that hold a total or a count of each group, where the query gives every group: none is cut off."""
    if (query := readable(sql)) is None:
        return ()
    if not isinstance(query, exp.Select) or any(query.args.get(cut) for cut in _CUTS) or not _plainly_grouped(query):
        return ()
    return tuple(one.alias_or_name for one in query.expressions if _adds_up(one.unalias()))


def _plainly_grouped(query: exp.Select) -> bool:
    group, source = query.args.get("group"), query.args.get("from_")
    plain = group and not group.find(exp.Rollup, exp.Cube, exp.GroupingSets)
    return bool(plain and source and isinstance(source.this, exp.Table))


def _adds_up(column: exp.Expr) -> bool:
    while isinstance(column, _SHOWN_AS):
        column = column.this
    return isinstance(column, exp.Sum | exp.Count) and not column.find(exp.Distinct)
