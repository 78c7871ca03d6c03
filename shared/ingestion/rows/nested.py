"""Blocks of rows inside of each other, each closed by the sum of what is in it: branch, region, company."""

import math
from collections.abc import Callable, Sequence

_LONGEST_OPEN = 1_000
"""Rows without any sum among them after which no block is looked for: a list of purchases is not tried to its end."""
_MOST_STEPS = 5
"""For each row: a table of nearly nothing but zeros would take longer than it is worth."""
_LEAST_CLOSED = 3
"""Blocks of several rows after which the last one may be open still."""

NestedBlock = tuple[int, list[int]]


def blocks_of(
    order: Sequence[int], columns: Sequence[Sequence[float]], agrees: Callable[[int, Sequence[int]], bool]
) -> list[NestedBlock]:
    """The sums of rows, taken in this order, each with the rows and smaller sums that it closes; empty unless all rows
    are in such blocks. The rows of a last one may come before its sum is there, as the months of this quarter.

    `columns` are the figures, zeros where there are none; `agrees` says whether a row is the sum of others.
    """
    growing = [min(column, default=0) >= 0 for column in columns]
    found: list[NestedBlock] = []
    open_rows: list[int] = []
    steps = _MOST_STEPS * (len(order) + _LONGEST_OPEN)
    for at, row in enumerate(order):
        count, taken = _closed(row, open_rows, columns, growing, agrees)
        steps -= taken
        if steps < 0 or (at > _LONGEST_OPEN and not found):
            return []
        if count:
            found.append((row, open_rows[-count:]))
            del open_rows[-count:]
        open_rows.append(row)
    return found if _in_blocks(found, open_rows) else []


def _closed(
    row: int,
    open_rows: Sequence[int],
    columns: Sequence[Sequence[float]],
    growing: Sequence[bool],
    agrees: Callable[[int, Sequence[int]], bool],
) -> tuple[int, int]:
    """How many of the last open rows a row is the sum of, rows without figures among them, and in how many steps it was
    found out. A copy of one row has to be one in all columns."""
    whole, sums = [column[row] for column in columns], [0.0] * len(columns)
    least = min(2, len(columns))
    for count in range(1, len(open_rows) + 1):
        sums = [one + column[open_rows[-count]] for one, column in zip(sums, columns, strict=True)]
        near = sum(1 for one, head in zip(sums, whole, strict=True) if head and math.isclose(one, head))
        if near >= (len(columns) if count == 1 else least) and agrees(row, open_rows[-count:]):
            while count < len(open_rows) and not any(column[open_rows[-count - 1]] for column in columns):
                count += 1
            return count, count
        if all(one > head * 1.01 for one, head, grows in zip(sums, whole, growing, strict=True) if grows):
            return 0, count
    return 0, len(open_rows)


def _in_blocks(found: Sequence[NestedBlock], left: Sequence[int]) -> bool:
    heads = {head for head, _ in found}
    closed = [parts for _, parts in found if len(parts) > 1]
    behind = next((at for at, row in enumerate(left) if row not in heads), len(left))
    if any(row in heads for row in left[behind:]):
        return False
    longest = max(map(len, closed), default=0)
    return behind == len(left) or (len(closed) >= _LEAST_CLOSED and len(left) - behind < longest)
