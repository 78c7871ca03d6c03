"""Amounts of a ledger, each with the side of the account that it stands on: 1,200.00 Dr · 310.50 Cr."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from shared.contracts.dataset import Repair
from shared.ingestion.cells.numbers import SPACES, NumberStyle, read_numbers
from shared.ingestion.database import duckdb
from shared.quoting import quoted
from shared.table.nulls import is_null

DEBIT, CREDIT = "dr", "cr"
_MARK: Final = r"(?i:[DC]R)\.?"
_SIDE: Final = rf"^[{SPACES}]*{_MARK}[{SPACES}]*|[{SPACES}]*{_MARK}[{SPACES}]*$"
_SIGNED: Final = re.compile(r"[-+−(]")


class LedgerSides(NamedTuple):
    """Amounts written in `style` beside their mark; `both` where debits and credits stand in the column."""

    style: NumberStyle
    both: bool

    @property
    def fractional(self) -> bool:
        """Whether some have decimals."""
        return not self.style.whole

    @property
    def expression(self) -> str:
        """SQL, with {c} for the cell: the amount, negative where it is a credit, or NULL where the cell is none."""
        bare = f"regexp_replace({{c}}, {quoted(_SIDE)}, '')"
        amount = self.style.expression.replace("{c}", bare)
        sign = f"CASE WHEN regexp_matches({{c}}, {quoted(r'(?i)CR')}) THEN -1 ELSE 1 END"
        return f"CASE WHEN regexp_matches({{c}}, {quoted(_SIDE)}) THEN {amount} * {sign} END"

    @property
    def unit(self) -> str | None:
        """The unit that the column states, as written."""
        return self.style.unit

    def told(self, name: str, cells: Sequence[str]) -> tuple[Repair, ...]:
        """The repairs that tell how the column of that name was read, with examples of its `cells`: a doubt where two
        signs hang on it, since a bank writes from the other side."""
        read = f"In column {name}, amounts marked Dr (debit) count as positive"
        credited = " and those marked Cr (credit) as negative, as in a ledger; a bank's statement may mean the opposite"
        detail = f"{read}{credited * self.both}."
        return (Repair(kind="number", detail=detail, column=name, examples=tuple(cells[:3]), doubt=self.both),)


def read_sides(con: duckdb.DuckDBPyConnection, column: str, cells: Sequence[str]) -> LedgerSides | None:
    """The amounts of a column of table `raw`, of which `cells` are a sample, none empty, each once; None where a cell
    has no mark or a sign of its own. Credits alone are none either: Cr is also a crore."""
    bare = tuple(dict.fromkeys(one for cell in cells if (one := re.sub(_SIDE, "", cell, count=1)) != cell))
    marks = {CREDIT if re.search("(?i)cr", cell) else DEBIT for cell in cells}
    if not bare or DEBIT not in marks or any(re.sub(_SIDE, "", cell, count=1) == cell for cell in cells):
        return None
    numbers = read_numbers(bare)
    settled = len(numbers.styles) == 1 or (numbers.styles and numbers.decided)
    if not settled or numbers.share < 1 or any(map(_SIGNED.search, bare)):
        return None
    found = LedgerSides(numbers.styles[0], CREDIT in marks)
    value = found.expression.replace("{c}", column)
    odd = con.execute(f"SELECT DISTINCT {column} FROM raw WHERE {column} IS NOT NULL AND {value} IS NULL").fetchall()
    return found if all(is_null(cell) for (cell,) in odd) else None
