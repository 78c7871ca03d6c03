"""Percentages in SQL, which are null rather than infinite where the whole is nothing."""

from sqlglot import exp


def percent(part: exp.Expr, whole: exp.Expr) -> exp.Expr:
    """100 × part / whole; null where the whole is 0."""
    base = exp.Nullif(this=whole.copy(), expression=exp.Literal.number(0))
    return exp.Div(this=exp.Mul(this=exp.Literal.number("100.0"), expression=part.copy()), expression=base)


def percent_of_all(figure: exp.Expr) -> exp.Expr:
    """A group's aggregate, in percent of its sum over all groups of the query."""
    return percent(figure, exp.Window(this=exp.Sum(this=figure.copy())))
