"""The table as it was written: every cell as text, in DuckDB, before anything is read into it; and its names."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

from shared.contracts.dataset import Repair
from shared.errors import UnreadableData
from shared.ingestion.database import duckdb
from shared.ingestion.limits import Limits
from shared.quoting import quoted

_NAME_LENGTH = 120
LINE_SIZE = 3_500_000
"""DuckDB reads a file in pieces of four times this side by side, and copies those together again that fill no row group
(122,880 rows): half of the work, where lines have 80 bytes and pieces DuckDB's usual size."""


class SaidCode(NamedTuple):
    """A number that stands for no value in a column, as another sheet says."""

    column: str
    number: float
    sheet: str


@dataclass(frozen=True)
class Raw:
    """Table `raw` with the columns c0, c1, …, named `names`; `native` are those whose cells had a type already.

    `units` are those that the file states beside the cells, by column. `sheet` is the one of a workbook, or the list
    of records, that was asked for, or that was chosen among others that may hold a table, too: `other_sheets`.
    `notes` are the lines below the table, and below its header, that were left out, each whole; `codes` are explained
    by other sheets of its workbook.
    """

    names: tuple[str, ...]
    native: frozenset[int] = frozenset()
    units: Mapping[int, str] = field(default_factory=dict)
    typed: bool = False
    delimiter: str = ""
    rows_dropped: int = 0
    repairs: tuple[Repair, ...] = ()
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    codes: tuple[SaidCode, ...] = ()

    @property
    def lines_beside(self) -> tuple[str, ...]:
        """The lines above and below the table, as far as they are known."""
        told = (one for one in self.repairs if one.kind in ("preamble", "footer"))
        return (*self.notes, *(line for one in told for line in one.examples))

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of the columns of table `raw`."""
        return tuple(f"c{number}" for number in range(len(self.names)))

    def told(self, *repairs: Repair, dropped: int = 0) -> "Raw":
        """A copy with these repairs noted and this many more rows counted as dropped."""
        return replace(self, repairs=(*self.repairs, *repairs), rows_dropped=self.rows_dropped + dropped)


def load_rows(
    con: duckdb.DuckDBPyConnection, names: Sequence[str], rows: Iterable[Sequence[str]], scratch: Path
) -> int:
    """Loads rows of text, all as wide as `names`, into table `raw`; returns the length of the longest row."""
    file, longest = scratch / "rows.csv", 0
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL)
        for row in rows:
            longest = max(longest, sum(map(len, row)))
            writer.writerow(row)
    copy_in(con, file, ",", 0, len(names), longest * 4 + 8 * len(names))
    return longest


def check_columns(width: int, limits: Limits) -> None:
    """Raises UnreadableData where there is no column, or where there are too many."""
    if width > limits.max_columns:
        raise UnreadableData(
            f"This table has {width:,} columns and at most {limits.max_columns:,} are taken; "
            "send the columns that matter, or turn columns into rows."
        )
    if width == 0:
        raise UnreadableData("This file holds no table; send one with a header line and rows below it.")


def clean_names(written: Sequence[str]) -> tuple[tuple[str, ...], tuple[Repair, ...]]:
    """Names that are filled and differ in more than case, and what had to be changed for that.

    Of a name that stands more than once each is numbered, the first too: which of them a question means is not known.
    """
    tidy = [_tidy_name(cell) for cell in written]
    often = Counter(name.casefold() for name in tidy)
    taken = {name.casefold() for name in tidy if often[name.casefold()] == 1}
    names: list[str] = []
    for number, name in enumerate(tidy, 1):
        if name and often[name.casefold()] == 1:
            names.append(name)
            continue
        names.append(_free(name, taken) if name or f"column_{number}" in taken else f"column_{number}")
        taken.add(names[-1].casefold())
    changed = [
        f"{old or '(empty)'} → {new}" for old, new in zip(tidy, names, strict=True) if old != new and any(written)
    ]
    detail = "Column names that were empty or not unique were changed."
    told = Repair(kind="header", detail=detail, rows=0, examples=tuple(changed[:5]))
    return tuple(names), (told,) if changed else ()


def _tidy_name(cell: str) -> str:
    printable = re.sub(r"[\x00-\x1f\x7f\ufeff\u200b-\u200f\u202a-\u202e]+", " ", cell)
    name = re.sub(r"\s+", " ", printable).strip()[:_NAME_LENGTH]
    return name if re.search(r"[^\W_]|[#№%$€]", name) else ""


def _free(wanted: str, taken: set[str]) -> str:
    numbered = (f"{wanted or 'column'}_{number}" for number in count(1))
    return next(name for name in numbered if name.casefold() not in taken)


def copy_in(con: duckdb.DuckDBPyConnection, file: Path, delimiter: str, skip: int, width: int, line: int = 0) -> None:
    """Loads a CSV of so many columns, without its first `skip` lines, into table `raw`; `line` is how many bytes its
    longest line may have, where that is much. Raises duckdb.Error where its rows are not regular."""
    columns = ", ".join(f"'c{number}': 'VARCHAR'" for number in range(width))
    size = max(LINE_SIZE, line)
    con.execute(
        f"CREATE OR REPLACE TABLE raw AS SELECT * FROM read_csv({quoted(str(file))}, auto_detect=false, header=false, "
        f"delim={quoted(delimiter)}, quote='\"', escape='\"', skip={skip}, columns={{{columns}}}, "
        f"max_line_size={size})"
    )
