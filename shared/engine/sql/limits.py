"""The numbers that a query itself sets: limits of its conditions, how many rows it takes, where its cases part."""

import re
from collections.abc import Iterable
from typing import Final

from sqlglot import exp

from shared.engine.sql.syntax import readable

_CONDITIONS: Final = (exp.Where, exp.Having, exp.Qualify, exp.Limit, exp.If, exp.Between, exp.WindowSpec)
_NUMERAL: Final = re.compile(r"\d+(?:\.\d+)?")


def limits(sql: str) -> tuple[str, ...]:
    """The numbers that a query's conditions, limits and distinctions of cases name, those of dates among them; what a
    figure is compared with is there in percent too, as itself and, of a fraction, a hundred times that."""
    tree = readable(sql)
    if tree is None:
        return ()
    joined = [join.args["on"] for join in tree.find_all(exp.Join) if join.args.get("on")]
    found = [literal for node in (*tree.find_all(*_CONDITIONS), *joined) for literal in node.find_all(exp.Literal)]
    return tuple(dict.fromkeys(told for literal in found for told in (*_numbers(literal), *_percents(literal))))


def literals_of(queries: Iterable[str]) -> tuple[str, ...]:
    """All that queries write as they stand, numbers and texts: the edges of their buckets among them."""
    trees = (tree for sql in queries if (tree := readable(sql)))
    return tuple(dict.fromkeys(literal.this for tree in trees for literal in tree.find_all(exp.Literal)))


def limits_of(queries: Iterable[str]) -> tuple[str, ...]:
    """The numbers that conditions of these queries name, as a text may write them, each once."""
    return tuple(dict.fromkeys(told for sql in queries for told in limits(sql)))


def ordered_to(sql: str) -> int | None:
    """How many rows a query gives at most that orders them, 0 for all; None where it orders none."""
    tree = readable(sql)
    if tree is None or not tree.args.get("order"):
        return None
    limit = tree.args.get("limit")
    most = limit.expression if isinstance(limit, exp.Limit) else None
    return int(most.this) if isinstance(most, exp.Literal) and most.is_int else 0


def _numbers(literal: exp.Literal) -> list[str]:
    return _NUMERAL.findall(literal.this)


def _percents(literal: exp.Literal) -> list[str]:
    if literal.is_string or not isinstance(literal.parent, exp.Predicate | exp.Between | exp.Paren | exp.Neg):
        return []
    value = float(literal.this)
    return [f"{value:g} %", *([f"{100 * value:g} %"] if 0 < value < 1 else [])]
