"""Vectors that a file brings along: cells that hold a list of numbers, made elsewhere to be compared, not read."""

import re
from typing import Final

from shared.contracts.dataset import ColumnProfile

LEAST_NUMBERS: Final = 8
"""So many numbers in a row are a vector; fewer may be coordinates, or a list that somebody wrote."""
_NUMBER: Final = r"[-+]?\d*\.?\d+(?:e[-+]?\d+)?"
_BEGINS: Final = re.compile(rf"[\[({{<]?\s*{_NUMBER}(?:\s*[,;\s]\s*{_NUMBER}){{{LEAST_NUMBERS - 1},}}", re.IGNORECASE)


def is_vector(column: ColumnProfile) -> bool:
    """Whether each cell of a text column that was looked at begins as a list of numbers."""
    return column.type == "text" and bool(column.samples) and all(_BEGINS.match(one) for one in column.samples)
