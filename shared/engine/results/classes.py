"""Classes: what a CASE calls the rows that meet its conditions.

What a class is called, the writer of a query decided, and it may say anything: a class is told by its conditions.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from sqlglot import exp

from shared.engine.results.telling_words import TellingWords

ClassValue = str | float | None
_MOST: Final = 6
"""Of conditions: those that the rows of a last class of more do not meet are no sentence any more."""


class Classes(NamedTuple):
    """The classes of a column: what they are classes of, in words, and what the rows of each meet, by the cell that
    stands for it."""

    words: str
    met: Mapping[ClassValue, str]


def classes_of(one: exp.Expr, told: Callable[[exp.Expr], str | None], words: TellingWords) -> Classes | None:
    """The classes of a CASE: the rows of each meet its own condition and none of those before. `told` says a column or
    a condition in words. None where one of them has no words, or a class is no written value, or for anything else."""
    if not isinstance(one, exp.Case | exp.If):
        return None
    conditions, values = _parts(one)
    met, cells = [told(each) for each in conditions], [cell for value in values for cell in _written(value)]
    read = dict.fromkeys(told(column) for each in conditions for column in each.find_all(exp.Column, bfs=False))
    if len(met) > _MOST or not all((*met, *read)) or len(cells) < len(values):
        return None
    found: dict[ClassValue, list[str]] = {}
    before: list[str] = []
    for condition, one_told, cell in zip((*conditions, None), (*met, None), cells, strict=True):
        own = [f"({one_told})" if isinstance(condition, exp.Or) else str(one_told)] if condition else []
        found.setdefault(cell, []).append(f" {words.both} ".join((*own, *before)))
        before.append(words.no.format(one_told))
    of = words.kind.format(f" {words.both} ".join(map(str, read)))
    return Classes(of, {cell: _either(several, words) for cell, several in found.items()})


def _either(several: Sequence[str], words: TellingWords) -> str:
    """The conditions of which one is met."""
    return several[0] if len(several) == 1 else f" {words.either} ".join(f"({one})" for one in several)


def _parts(case: exp.Expr) -> tuple[Sequence[exp.Expr], Sequence[exp.Expr | None]]:
    """Its conditions, and its values: one for each, and at last that of no condition met."""
    if isinstance(case, exp.If):
        return [case.this], [case.args["true"], case.args.get("false")]
    branches, compared = case.args["ifs"], case.this
    met = [
        one.this if compared is None else exp.EQ(this=compared.copy(), expression=one.this.copy()) for one in branches
    ]
    return met, [*(one.args["true"] for one in branches), case.args.get("default")]


def _written(value: exp.Expr | None) -> tuple[ClassValue, ...]:
    """The cell of a value that is written down; nothing for one that is computed."""
    if value is None or isinstance(value, exp.Null):
        return (None,)
    if not isinstance(value, exp.Literal):
        return ()
    return (str(value.this) if value.is_string else float(value.this),)
