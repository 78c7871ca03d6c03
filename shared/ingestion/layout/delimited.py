"""A delimited text as table `raw`: how its cells are quoted, and rows that are too short or too long."""

import csv
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final, Literal

from shared.contracts.dataset import Repair
from shared.errors import UnreadableData
from shared.ingestion.cells.kinds import kind_of, kinds_below
from shared.ingestion.database import duckdb
from shared.ingestion.layout.cut_decimals import cut_at, put_together, told_of_cuts
from shared.ingestion.layout.dialect import Layout
from shared.ingestion.limits import Limits
from shared.ingestion.raw import LINE_SIZE, Raw, check_columns, clean_names, copy_in, load_rows
from shared.quoting import quoted
from shared.table.nouns import counted
from shared.table.nulls import is_null

_CELL_LIMIT = 64_000_000
_PIECE = 1 << 20

Quoting = Literal["doubled", "single", "none"]
"""How cells are quoted: "so", with a quotation mark inside doubled; 'so'; or not at all."""
_READING: Final[dict[Quoting, dict[str, Any]]] = {
    "doubled": {},
    "single": {"quotechar": "'"},
    "none": {"quoting": csv.QUOTE_NONE},
}


@dataclass
class _Raggedness:
    """Rows that are shorter or longer than the header, whose columns are of these kinds."""

    width: int
    kinds: Sequence[str] = ()
    short: int = 0
    long: int = 0
    joined: int = 0
    recut: int = 0
    examples: list[str] = field(default_factory=list)
    delimiter: str = ","

    def fitted(self, cells: list[str]) -> list[str] | None:
        """The row at the table's width, or None where it has more cells than there are columns."""
        if len(cells) == self.width:
            return cells
        if len(cells) == 1 and (other := self._cut_by_another(cells[0])):
            self.recut += 1
            return other
        if len(cells) < self.width:
            self.short += len([cell for cell in cells if cell.strip()]) > 1
            return cells + [""] * (self.width - len(cells))
        if not any(cell.strip() for cell in cells[self.width :]):
            return cells[: self.width]
        if self._ends_in_text(cells):
            self.joined += 1
            return [*cells[: self.width - 1], self.delimiter.join(cells[self.width - 1 :])]
        self.long += 1
        self.examples.extend([" | ".join(cells)[:120]] if len(self.examples) < 3 else [])
        return None

    def _cut_by_another(self, line: str) -> list[str]:
        """The row that another sign between cells makes of a line, where it is as wide and has numbers and dates where
        the others have them; empty elsewhere."""
        for sign in ",;\t|":
            cells = line.split(sign)
            typed = [(cell, kind) for cell, kind in zip(cells, self.kinds, strict=False) if kind != "text"]
            if len(cells) == self.width and typed and all(kind_of([cell.strip()]) == kind for cell, kind in typed):
                return cells
        return []

    def _ends_in_text(self, cells: Sequence[str]) -> bool:
        """Whether the delimiter stands in the last cell of a row as a sign of its text: numbers and dates are where
        they belong, and no number is where text belongs, as half of one with a decimal comma is."""
        if self.kinds[-1:] != ["text"] or all(kind == "text" for kind in self.kinds):
            return False
        kinds = [*self.kinds, *["text"] * (len(cells) - self.width)]
        return all(is_null(cell) or kind_of([cell.strip()]) == kind for cell, kind in zip(cells, kinds, strict=True))

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """The repairs to report: how many rows were too short or too long, and what was done with them."""
        short = f"{self.short:,} row(s) have fewer cells than the header; the missing cells were left empty."
        are = counted(self.long, "row has more cells than the header has", "rows have more cells than the header has")
        long = f"{are} columns and {'was' if self.long == 1 else 'were'} left out."
        told = [Repair(kind="ragged", detail=short, rows=self.short)] if self.short else []
        if self.joined:
            have = counted(self.joined, "row has", "rows have")
            detail = f"{have} the sign between cells inside of the last one; what follows it was taken as its text."
            told.append(Repair(kind="ragged", detail=detail, rows=self.joined, doubt=True))
        if self.recut:
            rows = counted(self.recut, "row has another sign between its cells", "rows have another sign between cells")
            told.append(Repair(kind="ragged", detail=f"{rows}; that cut them, too.", rows=self.recut))
        if self.long:
            told.append(Repair(kind="ragged", detail=long, rows=self.long, examples=tuple(self.examples), doubt=True))
        return tuple(told)


def load_text(con: duckdb.DuckDBPyConnection, file: Path, layout: Layout, scratch: Path, limits: Limits) -> Raw:
    """Loads a file of clean UTF-8: DuckDB reads what is regular; what is not is made regular first, row by row."""
    longest, marked = _lines(file)
    csv.field_size_limit(_CELL_LIMIT)
    check_columns(len(layout.names), limits)
    names, told = clean_names(layout.names)
    raw = Raw(names, delimiter=layout.delimiter, units=layout.units, repairs=(*layout.repairs, *told))
    try:
        if not layout.by_lines or longest > LINE_SIZE:  # DuckDB leaves out a long last line silently
            return _load_irregular(con, file, raw, layout, scratch, limits)
        copy_in(con, file, layout.delimiter, layout.skip, len(names))
        swallowed = marked and _holds_lines(con, raw) and _marks_are_signs(file, layout)
    except duckdb.Error:
        return _load_irregular(con, file, raw, layout, scratch, limits)
    return _load_irregular(con, file, raw, layout, scratch, limits) if swallowed else raw


def _holds_lines(con: duckdb.DuckDBPyConnection, raw: Raw) -> bool:
    """Whether a cell holds the end of a line and what stands between cells, as one does that swallowed rows."""
    inside = f"contains({{0}}, chr(10)) AND contains({{0}}, {quoted(raw.delimiter)})"
    found = con.execute(f"SELECT 1 FROM raw WHERE {' OR '.join(map(inside.format, raw.cells))} LIMIT 1").fetchone()
    return found is not None


def _lines(file: Path) -> tuple[int, bool]:
    """How many bytes the longest line has, and whether a quotation mark stands anywhere, without which no cell holds
    the end of a line. Where all lines are shorter than a piece, some number below that.

    Raises UnreadableData where a line is longer than any cell may be.
    """
    longest = length = 0
    marked = False
    with file.open("rb") as text:
        while chunk := text.read(_PIECE):
            marked = marked or b'"' in chunk
            first = chunk.find(b"\n")
            if first < 0:
                length += len(chunk)
            else:
                longest = max(longest, length + first)
                length = len(chunk) - chunk.rfind(b"\n") - 1
    longest = max(longest, length)
    if longest > _CELL_LIMIT:
        raise UnreadableData(
            f"This file has a line of more than {_CELL_LIMIT // 1_000_000} MB, which no table has; "
            "export the table again with one row on each line."
        )
    return longest, marked


def _load_irregular(
    con: duckdb.DuckDBPyConnection, file: Path, raw: Raw, layout: Layout, scratch: Path, limits: Limits
) -> Raw:
    quoting = _quoting(file, layout)
    head = [cells for cells in islice(_rows(file, layout, quoting), 1_000) if any(cells)]
    cut = cut_at(head, len(raw.names)) if layout.delimiter == "," else ()
    head = [put_together(cells, cut) for cells in head] if cut else head
    raw = _widened(raw, _widest(head), _row_names(head), limits)
    kinds = kinds_below([cells for cells in head if len(cells) == len(raw.names)], len(raw.names))
    ragged = _Raggedness(len(raw.names), kinds, delimiter=layout.delimiter)
    rows = (put_together(cells, cut) if cut else cells for cells in _rows(file, layout, quoting) if any(cells))
    fitted = map(ragged.fitted, rows)
    load_rows(con, raw.names, (cells for cells in fitted if cells is not None), scratch)
    if cut:
        raw = raw.told(told_of_cuts([raw.names[at - place] for place, at in enumerate(cut)]))
    if quoting == "none":
        detail = "A quotation mark begins a cell and does not end it; quotation marks were read as ordinary signs."
        raw = raw.told(Repair(kind="other", detail=detail))
    return raw.told(*ragged.repairs, dropped=ragged.long)


def _rows(file: Path, layout: Layout, quoting: Quoting) -> Iterator[list[str]]:
    with file.open(encoding="utf-8", newline="") as text:
        for _ in range(layout.skip):
            next(text, None)
        yield from csv.reader(text, delimiter=layout.delimiter, **_READING[quoting])


def _quoting(file: Path, layout: Layout) -> Quoting:
    """The way of quoting that makes the most rows as wide as the header; the usual one where that is equal."""
    apart = _single_quotes(file, layout.delimiter)
    if apart and _misfits(file, layout, "single") < _misfits(file, layout, "doubled"):
        return "single"
    return "none" if _marks_are_signs(file, layout) or not _quotes_balance(file, layout) else "doubled"


def _marks_are_signs(file: Path, layout: Layout) -> bool:
    """Whether each line is a row as wide as the header where nothing is quoted, some column has a number or date in all
    of them, as no lines of a text have, and a cell begins with a quotation mark, as one of inches does, while none ends
    with the mark that it begins with."""
    opened, typed = False, set(range(len(layout.names)))
    try:
        for row in filter(any, _rows(file, layout, "none")):
            opening = [cell for cell in row if cell.startswith('"')]
            if len(row) != len(layout.names) or any(cell.endswith('"') and cell != '"' for cell in opening):
                return False
            typed = {at for at in typed if kind_of([row[at].strip()]) != "text"}
            if not typed:
                return False
            opened = opened or bool(opening)
    except csv.Error:
        return False
    return opened


def _single_quotes(file: Path, delimiter: str) -> bool:
    """Whether a cell begins with one, in a line without double ones."""
    with file.open(encoding="utf-8", newline="") as text:
        return any((f"{delimiter}'" in line or line.startswith("'")) and '"' not in line for line in text)


def _misfits(file: Path, layout: Layout, quoting: Quoting) -> int:
    try:
        return sum(len(row) != len(layout.names) for row in _rows(file, layout, quoting) if any(row))
    except csv.Error:
        return 1 << 60


def _quotes_balance(file: Path, layout: Layout) -> bool:
    """Whether quotation works: one that is never closed swallows the rest of the file into one cell."""
    with file.open(encoding="utf-8", newline="") as text:
        for _ in range(layout.skip):
            next(text, None)
        try:
            deque(csv.reader(text, delimiter=layout.delimiter, strict=True), maxlen=0)
        except csv.Error as error:
            return "unexpected end" not in str(error) and "field larger" not in str(error)
    return True


def _widest(head: Sequence[Sequence[str]]) -> int:
    """The width of most of the first rows, empty cells at their ends apart."""
    widths = Counter(max((at for at, cell in enumerate(row, 1) if cell.strip()), default=0) for row in head)
    width, rows = widths.most_common(1)[0] if widths else (0, 0)
    return width if rows > len(head) / 2 else 0


def _row_names(head: Sequence[Sequence[str]]) -> bool:
    """Whether the first cells tell rows apart as row names do: no two are the same."""
    firsts = [row[0] for row in head]
    return len(firsts) > 1 and len(set(firsts)) == len(firsts)


def _widened(raw: Raw, width: int, numbered: bool, limits: Limits) -> Raw:
    """Where most rows are wider than the header, its missing names are made up."""
    if width <= len(raw.names):
        return raw
    check_columns(width, limits)
    if width == len(raw.names) + 1 and numbered:
        names, _ = clean_names(("", *raw.names))
        detail = "The header has no name for the first column, as R writes row names; the column was numbered."
        return replace(raw, names=names).told(Repair(kind="header", detail=detail))
    names, _ = clean_names((*raw.names, *[""] * (width - len(raw.names))))
    detail = f"Rows have {width} cells and the header names {len(raw.names)}; the columns after them were numbered."
    return replace(raw, names=names).told(Repair(kind="header", detail=detail))
