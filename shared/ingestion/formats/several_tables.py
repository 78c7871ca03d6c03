"""A text with several tables, below or beside one another, as the text of one of them."""

import csv
from itertools import islice
from pathlib import Path

from shared.contracts import Overrides
from shared.ingestion.formats.encoding import CleanText
from shared.ingestion.layout.alike import JoinedTable, join_alike
from shared.ingestion.layout.beginnings import GridRow
from shared.ingestion.layout.beside import choose_side
from shared.ingestion.layout.dialect import USUAL_DELIMITERS, delimiter_of, is_delimited, parse
from shared.ingestion.layout.stacked import choose_table

_MOST_BYTES = 1_000_000
"""People write several tables into files that they can look through; programs don't."""


def one_table(text: CleanText, scratch: Path, overrides: Overrides) -> CleanText:
    """The text of the table that is read, told; the text itself where it holds one."""
    if text.file.stat().st_size > _MOST_BYTES:
        return text
    with text.file.open(encoding="utf-8", newline="") as file:
        written = file.read()
    cut = bool(overrides.delimiter) or is_delimited(written)
    for delimiter in [delimiter_of(written, overrides)] if cut else USUAL_DELIMITERS:
        rows = parse(written, delimiter)
        joined = join_alike(rows, [row.cells for row in rows]) if overrides.header_row is None else None
        if joined:
            return _written(text, joined, delimiter, scratch)
        if choice := choose_table(rows, overrides.header_row):
            lines = _line(rows, choice.start), _line(rows, choice.end)
            below = _part(text, scratch / "text.table", lines)
            told = CleanText(below, (*text.repairs, choice.told))
            return _one_side(told, rows[choice.start : choice.end], delimiter, scratch)
    return _one_side(text, rows, delimiter, scratch) if cut else text


def _written(text: CleanText, joined: JoinedTable, delimiter: str, scratch: Path) -> CleanText:
    target = scratch / "text.joined"
    with target.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(joined.rows)
    return CleanText(target, (*text.repairs, joined.told))


def _line(rows: list[GridRow], at: int) -> int:
    """How many lines there are above a row."""
    return rows[at - 1].line if at else 0


def _part(text: CleanText, target: Path, lines: tuple[int, int]) -> Path:
    with text.file.open(encoding="utf-8", newline="") as file, target.open("w", encoding="utf-8", newline="") as out:
        out.writelines(islice(file, *lines))
    return target


def _one_side(text: CleanText, rows: list[GridRow], delimiter: str, scratch: Path) -> CleanText:
    found = choose_side(rows)
    if found is None:
        return text
    side, told = found
    target = scratch / "text.side"
    with target.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(side.of(row.cells) for row in rows)
    return CleanText(target, (*text.repairs, told))
