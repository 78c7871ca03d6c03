"""Where in its sheet a table lies."""

from collections.abc import Sequence
from typing import NamedTuple


class SheetPlace(NamedTuple):
    """Where a table lies in its sheet: its rows and columns, from 0; `right` is the first column behind it."""

    rows: range
    left: int
    right: int | None = None

    def named(self, names: Sequence[str]) -> dict[int, str]:
        """The table's column names, keyed by their column index in the sheet."""
        return {self.left + at: name for at, name in enumerate(names)}
