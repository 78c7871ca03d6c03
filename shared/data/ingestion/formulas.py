"""Formulas of a workbook whose results it does not store: programs that write workbooks leave them to Excel."""

import re
import zipfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

from shared.contracts.dataset import Repair
from shared.data.ingestion.archives import BROKEN

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_WITHOUT_RESULT = re.compile(
    rb'<c r="([A-Z]{1,3})(\d+)"[^>]*>\s*<f(?:[^>]*/>|[^>]*>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>'
)


def unstored(file: Path, sheet: str) -> Counter[int]:
    """How many such formulas each column (from 0) of a sheet has; none for files that are no xlsx."""
    try:
        with zipfile.ZipFile(file) as archive:
            found = _WITHOUT_RESULT.finditer(archive.read(_member(archive, sheet)))
            return Counter(_column(match[1].decode()) for match in found)
    except (KeyError, StopIteration, ET.ParseError, *BROKEN):
        return Counter()


def told(formulas: Counter[int], names: Sequence[str], left: int) -> tuple[Repair, ...]:
    """A repair for each column that holds such formulas; the table begins in column `left` of the sheet."""
    return tuple(
        Repair(
            kind="other",
            detail=f"Column {names[at - left]} holds {rows:,} formula(s) without a stored result, which count as "
            "empty; open the workbook in a spreadsheet program, save it, and send it again.",
            column=names[at - left],
            rows=rows,
            doubt=True,
        )
        for at, rows in sorted(formulas.items())
        if 0 <= at - left < len(names)
    )


def _member(archive: zipfile.ZipFile, sheet: str) -> str:
    # S314: the archive was checked for its size, and Python's parser expands no external entity.
    book = ET.fromstring(archive.read("xl/workbook.xml"))  # noqa: S314
    links = ET.fromstring(archive.read("xl/_rels/workbook.xml.rels"))  # noqa: S314
    wanted = next(one.get(_LINK) for one in book.iter(f"{_MAIN}sheet") if one.get("name") == sheet)
    target = next(one.get("Target", "") for one in links if one.get("Id") == wanted)
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1
