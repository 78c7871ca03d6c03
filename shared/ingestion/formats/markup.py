"""What the markup of a sheet tells beyond its values: formulas without results, errors, hidden rows and columns."""

import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

from shared.contracts.dataset import Repair
from shared.ingestion.formats.archives import BROKEN
from shared.ingestion.layout.sheet_place import SheetPlace

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_CELL = rb'<c r="([A-Z]{1,3})(\d+)"'
_WITHOUT_RESULT = re.compile(_CELL + rb"[^>]*>\s*<f(?:[^>]*/>|[^>]*>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>")
_ERROR = re.compile(_CELL + rb'[^>]*\st="e"[^>]*>(?:\s*<f(?:[^>]*/>|[^>]*>[^<]*</f>))?\s*<v>([^<]*)</v>')
_NUMBER = re.compile(rb'\sr="(\d+)"')
_HIDDEN = rb'[^>]*\shidden="(?:1|true)"[^>]*'
_HIDDEN_ROW = re.compile(rb"<row\b" + _HIDDEN + rb"(?<!/)>(?:(?!</row>).)*?<(?:v|is)\b", re.DOTALL)
"""One that holds anything."""
_HIDDEN_COLUMNS = re.compile(rb"<col\b" + _HIDDEN + rb">")
_SPAN = re.compile(rb'\s(min|max)="(\d+)"')


@dataclass(frozen=True)
class Markup:
    """Columns count from 0. `errors` are those of each column, as Excel shows them."""

    unstored: Counter[int] = field(default_factory=Counter)
    errors: Mapping[int, Counter[str]] = field(default_factory=dict)
    hidden_rows: int = 0
    hidden_columns: tuple[int, ...] = ()


def read_markup(file: Path, sheet: str, rows: range) -> Markup:
    """The markup of these rows of a sheet, from 0; one that tells nothing for files that are no xlsx."""
    try:
        with zipfile.ZipFile(file) as archive:
            markup = archive.read(_members(archive)[sheet])
    except (KeyError, ET.ParseError, *BROKEN):
        return Markup()
    errors: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for found in _ERROR.finditer(markup):
        if int(found[2]) - 1 in rows:
            errors[_column(found[1])][found[3].decode("utf-8", "replace")] += 1
    unstored = (found for found in _WITHOUT_RESULT.finditer(markup) if int(found[2]) - 1 in rows)
    hidden = (_NUMBER.search(found[0]) for found in _HIDDEN_ROW.finditer(markup))
    return Markup(
        unstored=Counter(_column(found[1]) for found in unstored),
        errors=errors,
        hidden_rows=sum(1 for number in hidden if number is None or int(number[1]) - 1 in rows),
        hidden_columns=tuple(at for found in _HIDDEN_COLUMNS.finditer(markup) for at in _span(found[0])),
    )


def markup_told(markup: Markup, names: Sequence[str], place: SheetPlace) -> tuple[Repair, ...]:
    """The repairs of a table that has these column `names` and this place in its sheet."""
    named = place.named(names)
    told = [
        Repair(kind="null", detail=f"Column {named[at]} holds {what}", column=named[at], rows=rows, doubt=True)
        for at, rows, what in (*_formulas(markup), *_errors(markup))
        if at in named
    ]
    if markup.hidden_rows:
        detail = f"{markup.hidden_rows:,} row(s) of the sheet are hidden, as by a filter; they count like the others."
        told.append(Repair(kind="other", detail=detail, rows=markup.hidden_rows, doubt=True))
    if hidden := [named[at] for at in markup.hidden_columns if at in named]:
        detail = f"Hidden columns of the sheet were read like the others: {', '.join(hidden[:10])}."
        told.append(Repair(kind="other", detail=detail))
    return tuple(told)


def _formulas(markup: Markup) -> Iterator[tuple[int, int, str]]:
    """Column, number of cells, and what they are."""
    for at, rows in sorted(markup.unstored.items()):
        yield (
            at,
            rows,
            f"{rows:,} formula(s) without a stored result, which count as empty; open the workbook in a spreadsheet "
            "program, save it, and send it again.",
        )


def _errors(markup: Markup) -> Iterator[tuple[int, int, str]]:
    for at, found in sorted(markup.errors.items()):
        rows = found.total()
        yield at, rows, f"{rows:,} cell(s) in which Excel shows {', '.join(sorted(found))}; they count as empty."


def sheet_sizes(file: Path) -> dict[str, int]:
    """How many bytes of markup each sheet has; none of files that are no xlsx."""
    try:
        with zipfile.ZipFile(file) as archive:
            return {sheet: archive.getinfo(member).file_size for sheet, member in _members(archive).items()}
    except (KeyError, ET.ParseError, *BROKEN):
        return {}


def _members(archive: zipfile.ZipFile) -> dict[str, str]:
    """Where the markup of each sheet lies in the archive."""
    # S314: the archive was checked for its size, and Python's parser expands no external entity.
    book = ET.fromstring(archive.read("xl/workbook.xml"))  # noqa: S314
    links = ET.fromstring(archive.read("xl/_rels/workbook.xml.rels"))  # noqa: S314
    targets = {one.get("Id"): one.get("Target", "") for one in links}
    named = {one.get("name", ""): targets[one.get(_LINK)] for one in book.iter(f"{_MAIN}sheet")}
    return {name: to.lstrip("/") if to.startswith("/") else f"xl/{to}" for name, to in named.items()}


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1


def _span(markup: bytes) -> range:
    """The columns of a group of them; Excel hides all to the right of a table as one group that ends at its last."""
    ends = {name: int(number) for name, number in _SPAN.findall(markup)}
    return range(ends.get(b"min", 1) - 1, min(ends.get(b"max", 0), 16_384))
