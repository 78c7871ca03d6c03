"""The clauses of a SELECT: what it reads, and the conditions that it sets."""

from sqlglot import exp


def sources_of(select: exp.Expr) -> list[exp.Expr]:
    """What a SELECT reads: tables and queries, those that it joins behind the first."""
    start = select.args.get("from_")
    return [*([start.this] if start else []), *(join.this for join in select.args.get("joins") or ())]


def conjuncts(condition: exp.Expr | None) -> list[exp.Expr]:
    """The conditions that must all be met: those between the ANDs of a condition, or of a clause (WHERE); none of
    none."""
    met = condition.this if isinstance(condition, exp.Where | exp.Having | exp.Qualify) else condition
    return list(met.flatten()) if isinstance(met, exp.And) else [met] if met is not None else []
