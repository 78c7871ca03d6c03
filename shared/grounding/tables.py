"""The tables of a text: what stands above and beside a figure there, and whether that is where its cell belongs."""

import re
from collections.abc import Sequence
from typing import Final

from shared.grounding.cited import Cited
from shared.grounding.names import RowNames, tokens
from shared.grounding.statements import Statement
from shared.pattern import LazyPattern

_RULE: Final = LazyPattern(r"\s*\|[-:| ]+\|?\s*")
"""What stands below the header of a table."""
_UNIT: Final = LazyPattern(r"\([^()]*\)|[%€$£]")
"""What stands beside a column's name in a header."""
_MARKS: Final = '*_`"“” '


class TextTable:
    """A table of a text: its rows as they are written, the first of them its header."""

    def __init__(self, text: str, rows: Sequence[Statement], names: RowNames) -> None:
        self._rows, self._names = [text[one.start : one.end] for one in rows], names

    def misplaced(self, row: int, at: int, cited: Cited) -> str:
        """Why a figure by reference at that character of a row stands under another column's name or beside another
        row's; empty where it does not, or nothing there is a name of the data."""
        above = self._above(row, at)
        wrong = self._under_another(above, cited)
        if not wrong and not _names_column(above, cited):
            wrong = self._of_another(self._names.written(above), cited)
        return wrong or self._beside_another(row, at, cited)

    def says_words(self, row: int) -> bool:
        """Whether a row is the header, or tells something in words in a cell behind the first: no figure, and no name
        of the data."""
        head = row + 1 < len(self._rows) and _RULE.fullmatch(self._rows[row + 1])
        told = (cell for cell in cells_of(self._rows[row])[1:] if not re.search(r"\d", cell))
        return bool(head) or any(tokens(cell) and not self._names.written(cell) for cell in told)

    def _above(self, row: int, at: int) -> str:
        """What the header says above that character of a row; empty in the header itself."""
        head, column = self._rows[0].split("|"), self._rows[row][:at].count("|")
        return head[column].strip(_MARKS) if row and column < len(head) else ""

    def _under_another(self, above: str, cited: Cited) -> str:
        """A header may also name what a share or rate is of: "Cancelled" above 40 %."""
        head = _heading(above)
        if not cited.column or head <= _words(cited.column):
            return ""
        other = next((name for name in cited.columns if _words(name) == head), None)
        if other is None or (other in cited.counts and cited.unit == "%"):
            return ""
        return f"this is {cited.column}, and the table's header says {other}"

    def _beside_another(self, row: int, at: int, cited: Cited) -> str:
        """A row may name several (a winner and a runner-up): a figure is of the last before it, else of the first."""
        written = self._rows[row].lstrip()
        here = self._rows[row][:at].count("|") - written.startswith("|")
        cells = [self._names.written(cell) for cell in cells_of(self._rows[row])]
        for rivals in cited.rivals.values():
            named = [(place, names & rivals) for place, names in enumerate(cells) if names & rivals]
            before = [names for place, names in named if place <= here]
            nearest = before[-1] if before else named[0][1] if named else frozenset[str]()
            if why := self._of_another(nearest, cited):
                return why
        return ""

    def _of_another(self, named: frozenset[str], cited: Cited) -> str:
        own = cited.names | cited.shared
        others = [named & rivals for rivals in cited.rivals.values() if named & rivals and not named & own]
        if not others:
            return ""
        return f"this is the figure of {_listed(cited.names)}, and the table says {_listed(others[0])}"


def _names_column(above: str, cited: Cited) -> bool:
    """Whether a header names a column of the figure's own result, which is then no value of another that is called so:
    "Refunded" above amounts, beside statuses of which one is "refunded"."""
    head = _heading(above)
    return bool(head) and (head <= _words(cited.column) or any(_words(name) == head for name in cited.columns))


def _heading(above: str) -> frozenset[str]:
    return _words(_UNIT.sub("", above))


def is_rule(row: str) -> bool:
    """Whether a row is the line between a table's head and its body."""
    return _RULE.fullmatch(row) is not None


def cells_of(row: str) -> list[str]:
    """What stands in the cells of a row."""
    return [cell.strip(_MARKS) for cell in row.strip().strip("|").split("|")]


def _words(text: str) -> frozenset[str]:
    return frozenset(word for _, _, word in tokens(text))


def _listed(names: frozenset[str]) -> str:
    return " and ".join(sorted(names)[:4])
