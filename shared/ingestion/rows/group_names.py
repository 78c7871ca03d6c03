"""Labels that the sums of groups carry or prove: its rows lose them with a sum, unless they get them first."""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

from shared.ingestion.rows.nested import NestedBlock
from shared.ingestion.rows.totals import names_group


def names_of_groups(
    rows: Sequence[tuple[Any, ...]], labels: Sequence[int], blocks: Sequence[NestedBlock]
) -> dict[int, dict[int, str]]:
    """By column and row, the text that the sum over a row has in a column of labels, where no row that is added up has
    one, each is in a sum that has, and the sums of a column are not all called alike."""
    above = {part: head for head, parts in blocks for part in parts}
    heads = {head for head, _ in blocks}
    leaves = [row for row in range(len(rows)) if row not in heads]
    found: dict[int, dict[int, str]] = {}
    for at in labels:
        if any(rows[row][at] is not None for row in leaves):
            continue
        named = {row: name for row in leaves if (name := _nearest(rows, above, row, at))}
        if len(named) == len(leaves) and len(set(named.values())) > 1:
            found[at] = named
    return found


def names_above(
    rows: Sequence[tuple[Any, ...]], labels: Sequence[int], totals: Collection[int]
) -> dict[int, dict[int, str]]:
    """By column and row, the text that the first row of a group has in a column of labels and the others lack, where
    the total below each group has it in its own label: Costs, rent, power, Costs in all. The last group may have lost
    its total to the end of the table."""
    ends = sorted(totals)
    groups = [
        [row for row in range(begin, end) if row not in totals]
        for begin, end in pairwise([0, *(end + 1 for end in ends), len(rows)])
    ]
    found: dict[int, dict[int, str]] = {}
    for at in labels:
        names = {row: rows[group[0]][at] for group in groups for row in group[:1]}
        bare = [row for group in groups for row in group[1:] if rows[row][at] is None]
        others = sum(map(len, groups)) - len(names) - len(bare)
        said = [_says(rows[end], labels, rows[group[0]][at]) for group, end in zip(groups, ends, strict=False) if group]
        if bare and not others and len(set(names.values())) > 1 and len(said) > 1 and all(said):
            found[at] = {row: rows[group[0]][at] for group in groups for row in group[1:]}
    return found


def groups_of_like(
    rows: Sequence[tuple[Any, ...]], labels: Sequence[int], blocks: Sequence[NestedBlock]
) -> dict[int, str]:
    """By row, what the sum over it is called, where rows of the same labels stand below sums that are called
    differently, as the articles of each region do; nothing elsewhere."""
    above = {part: head for head, parts in blocks for part in parts}
    heads = {head for head, _ in blocks}
    leaves = [row for row in range(len(rows)) if row not in heads]
    named = {row: name for row in leaves for at in labels[:1] if (name := _nearest(rows, above, row, at))}
    called = Counter(tuple(rows[row][at] for at in labels) for row in leaves)
    apart = Counter((named.get(row), *(rows[row][at] for at in labels)) for row in leaves)
    alike = max(called.values(), default=0) > 1 == max(apart.values(), default=0)
    return named if alike and len(named) == len(leaves) and len(set(named.values())) > 1 else {}


def _says(total: tuple[Any, ...], labels: Sequence[int], name: Any) -> bool:
    written = (cell for at in labels if isinstance(cell := total[at], str))
    return isinstance(name, str) and any(names_group(cell, name) for cell in written)


def _nearest(rows: Sequence[tuple[Any, ...]], above: dict[int, int], row: int, at: int) -> str | None:
    """The text in that column of the innermost sum over a row that has one there."""
    head = above.get(row)
    while head is not None:
        if isinstance(cell := rows[head][at], str):
            return cell
        head = above.get(head)
    return None
