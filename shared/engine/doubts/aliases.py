"""Values that look like the same thing, and are told apart: UK beside United Kingdom."""

from collections.abc import Iterator, Sequence, Set
from itertools import combinations
from typing import Final

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.contracts.dataset import ValueCount
from shared.engine.doubts.apart import tells_apart
from shared.engine.doubts.row_doubts import Counted, RowDoubt, RowQuestion, most, up_to
from shared.table.aliases import alike
from shared.table.names import spoken
from shared.table.nouns import counted

_MOST_VALUES: Final = 50
"""Where a column has more values than these, two that are alike are as likely to be two things."""
_MOST_TOLD: Final = 3


def aliases(tree: exp.Expr, dataset: DatasetProfile) -> Iterator[RowDoubt]:
    """A sentence for each value that a query leaves out by a condition on another that looks like the same thing, and
    for each column by which it groups, or whose values it counts, where two of them do. A value that the query names
    anywhere is none that it leaves out unawares: it may be told as the other one there."""
    named = {one.this for one in tree.find_all(exp.Literal) if one.is_string}
    for column in dataset.columns:
        if column.type != "text" or column.role != "dimension" or column.distinct > _MOST_VALUES:
            continue
        taken, told_by = _taken(tree, column), _told_by(tree, column)
        merged = {value for case in told_by.values() for value in _taken(case, column)}
        held = [str(one.value) for one in column.top_values]
        for value in taken:
            found = [
                one for one in column.top_values if str(one.value) not in named and alike(value, str(one.value), held)
            ]
            if len(found) == 1:
                yield _told(column, value, found[0], dataset.relation)
        if merged.issuperset(taken) and tells_apart(tree, {one.casefold() for one in (column.name, *told_by)}):
            yield from _kept_apart(column, [one for one in held if one not in named], dataset.relation)


def _told_by(tree: exp.Expr, column: ColumnProfile) -> dict[str, exp.Expr]:
    """The names under which a query tells the column with some of its values merged, the others as they are."""
    cases = ((one.alias, one.this) for one in tree.find_all(exp.Alias) if isinstance(one.this, exp.Case))
    return {name: case for name, case in cases if _is_column(case.args.get("default"), {column.name})}


def _is_column(one: object, names: Set[str]) -> bool:
    return isinstance(one, exp.Column) and one.name in names


def _kept_apart(column: ColumnProfile, held: Sequence[str], relation: str) -> Iterator[RowDoubt]:
    # of those that differ in capitals alone, the file's reading has told already
    apart = (pair for pair in combinations(held, 2) if pair[0].casefold() != pair[1].casefold())
    pairs = [pair for pair in apart if alike(*pair, held)]
    values = tuple(dict.fromkeys(value for pair in pairs for value in pair))

    def say(rows: Sequence[Counted]) -> str:
        there = {value for at, value in enumerate(values) if most(rows, at)}
        return _pairs_told(column, [pair for pair in pairs if there.issuperset(pair)])

    if pairs:
        conditions = tuple(_is(column, value) for value in values)
        question = RowQuestion(relation, conditions, say, column.name)
        yield RowDoubt(_pairs_told(column, pairs), question)


def _pairs_told(column: ColumnProfile, pairs: Sequence[tuple[str, str]]) -> str:
    if not pairs:
        return ""
    told = "; ".join(f"“{one}” and “{other}”" for one, other in pairs[:_MOST_TOLD])
    left = len(pairs) - _MOST_TOLD
    more = f"; and {left:,} more {'pair' if left == 1 else 'pairs'}" if left > 0 else ""
    return f"These may be the same {spoken(column)} but are counted separately: {told}{more}."


def _is(column: ColumnProfile, value: str) -> exp.Expr:
    return exp.column(column.name, quoted=True).eq(exp.Literal.string(value))


def _taken(tree: exp.Expr, column: ColumnProfile) -> tuple[str, ...]:
    """The texts that conditions of a query ask the column to be."""
    found: list[str] = []
    for one in tree.find_all(exp.EQ, exp.In):
        asked = [one.expression] if isinstance(one, exp.EQ) else one.expressions
        own = isinstance(one.this, exp.Column) and one.this.name == column.name
        if own and one.find_ancestor(exp.Not) is None:
            found += [each.this for each in asked if isinstance(each, exp.Literal) and each.is_string]
    return tuple(dict.fromkeys(found))


def _told(column: ColumnProfile, value: str, other: ValueCount, relation: str) -> RowDoubt:
    """Of rows that a query leaves out for this value alone: what it asks of other columns holds for them, too."""

    def line(rows: str) -> str:
        same = f"may be the same {spoken(column)} as “{value}”"
        return f"“{other.value}” ({rows}) {same}, but is not included."

    def say(rows: Sequence[Counted]) -> str:
        there = most(rows)
        return line(f"{up_to(rows)}{counted(there, 'row', 'rows')}") if there else ""

    conditions = (_is(column, str(other.value)),)
    question = RowQuestion(relation, conditions, say, column.name, whatever_asked=True)
    return RowDoubt(line(f"{counted(other.count, 'row', 'rows')} in all"), question)
