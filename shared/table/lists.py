"""Columns whose cells list several things: "egg; lemon", "lemon; rice"."""

import re
from typing import Final

from shared.contracts.dataset import ColumnProfile

_JOINTS: Final = re.compile(r"\s*[;|,/\n]\s*")


def lists(column: ColumnProfile) -> bool:
    """Whether most of the commonest cells list several things, which come again in other cells."""
    held = [_JOINTS.split(str(count.value)) for count in column.top_values] if column.type == "text" else []
    parts = [part for cell in held for part in cell]
    return 2 * sum(len(cell) > 1 for cell in held) > len(held) and 2 * len(set(parts)) <= len(parts)
