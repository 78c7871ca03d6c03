"""Marks out of a whole that every cell names: 4/5 · 3.5 / 5 · 17 out of 20."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from shared.contracts.dataset import Repair
from shared.quoting import quoted
from shared.table.names import tokens, word_set

_MARK = r"\s*([0-9]{1,4}(?:[.,][0-9]{1,2})?)\s*(?:/|[Oo]ut [Oo]f)\s*"
_CELL = re.compile(rf"{_MARK}([0-9]{{1,4}})\s*")
_INCHES = (1, 2, 4, 8, 16, 32, 64)
"""Of these, and of months and days of them, fractions are no marks."""
_MONTHS = range(1, 13)
_WHOLES = (5, 10)
"""The wholes among those that could be months, which marks have."""
_DATED = word_set("date day due dt when month period datum tag fecha jour instalment installment part page pages")


class Marks(NamedTuple):
    """Marks out of `whole`; `fractional` where some have decimals."""

    whole: int
    fractional: bool

    @property
    def expression(self) -> str:
        """SQL, with {c} for the cell: the mark, or NULL where the cell is none."""
        looks = quoted(rf"{_MARK}{self.whole}\s*")
        mark = f"replace(regexp_extract({{c}}, {looks}, 1), ',', '.')"
        cast = "DOUBLE" if self.fractional else "BIGINT"
        return f"CASE WHEN regexp_full_match({{c}}, {looks}) THEN TRY_CAST({mark} AS {cast}) END"

    @property
    def unit(self) -> str:
        """What the marks are told in."""
        return f"out of {self.whole}"

    def told(self, name: str, cells: Sequence[str]) -> tuple[Repair, ...]:
        """The repairs that tell how the column of that name was read, with examples of its `cells`."""
        detail = f"Column {name} was read as numbers out of {self.whole}."
        return (Repair(kind="number", detail=detail, column=name, examples=tuple(cells[:3])),)


def read_marks(cells: Sequence[str], name: str) -> Marks | None:
    """The marks of a sample of cells, none empty, each once; None where they differ in their whole, or may be days,
    parts of an inch, or one thing of several. `name` is the column's."""
    found = [_CELL.fullmatch(cell) for cell in cells if any(map(str.isdigit, cell))]
    marks = [(float(one[1].replace(",", ".")), int(one[2])) for one in found if one]
    wholes = {whole for _, whole in marks}
    if len(marks) < max(2, len(found)) or len(wholes) > 1 or set(tokens(name)) & _DATED:
        return None
    (whole,) = wholes
    values = [mark for mark, _ in marks]
    fractional = any(mark != int(mark) for mark in values)
    said = not any("/" in cell for cell in cells)
    days = whole <= 31 and not fractional and min(values) > 0 and max(values) in _MONTHS and whole not in _WHOLES
    if max(values) > whole or (not said and (days or whole in _INCHES)):
        return None
    return Marks(whole, fractional)
