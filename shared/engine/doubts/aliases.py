"""Values that a query leaves out, though they look like one that it asks for: UK beside United Kingdom."""

from collections.abc import Iterator
from typing import Final

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.contracts.dataset import ValueCount
from shared.table.aliases import alike

_MOST_VALUES: Final = 50
"""Where a column has more values than these, two that are alike are as likely to be two things."""


def aliases(tree: exp.Expr, dataset: DatasetProfile) -> Iterator[str]:
    """A sentence for each value that a query leaves out by a condition on another that looks like the same thing."""
    for column in dataset.columns:
        if column.type != "text" or column.role != "dimension" or column.distinct > _MOST_VALUES:
            continue
        taken = _taken(tree, column)
        for value in taken:
            held = [str(one.value) for one in column.top_values]
            found = [
                one for one in column.top_values if alike(value, str(one.value), held) and str(one.value) not in taken
            ]
            if len(found) == 1:
                yield _told(column, value, found[0])


def _taken(tree: exp.Expr, column: ColumnProfile) -> tuple[str, ...]:
    """The texts that conditions of a query ask the column to be."""
    found: list[str] = []
    for one in tree.find_all(exp.EQ, exp.In):
        asked = [one.expression] if isinstance(one, exp.EQ) else one.expressions
        own = isinstance(one.this, exp.Column) and one.this.name == column.name
        if own and one.find_ancestor(exp.Not) is None:
            found += [each.this for each in asked if isinstance(each, exp.Literal) and each.is_string]
    return tuple(dict.fromkeys(found))


def _told(column: ColumnProfile, value: str, other: ValueCount) -> str:
    rows = f"{other.count:,} {'row' if other.count == 1 else 'rows'}"
    return (
        f"{column.words or column.name} also holds “{other.value}” ({rows} in all), which may be the same as "
        f"“{value}” and was not taken in."
    )
