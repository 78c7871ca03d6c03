"""Which format a file has, by its content and never by its name, and the way into table `raw` for each."""

import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from shared.contracts import Overrides
from shared.contracts.dataset import Repair
from shared.errors import UnreadableData
from shared.ingestion.database import duckdb
from shared.ingestion.formats.aligned import without_alignment
from shared.ingestion.formats.archives import holds_workbook, megabytes, only_file
from shared.ingestion.formats.columnar import load_parquet
from shared.ingestion.formats.commented import with_names_of_comment
from shared.ingestion.formats.documents import load_document
from shared.ingestion.formats.encoding import CleanText, clean_text
from shared.ingestion.formats.escapes import without_escapes
from shared.ingestion.formats.header_line import without_stray_marks
from shared.ingestion.formats.logs import without_brackets
from shared.ingestion.formats.mojibake import without_mojibake
from shared.ingestion.formats.pages import load_page
from shared.ingestion.formats.pairs import without_names
from shared.ingestion.formats.printed import as_one_page, without_frames
from shared.ingestion.formats.prose import refuse_prose, without_prose
from shared.ingestion.formats.ruled import without_bars
from shared.ingestion.formats.several_tables import one_table
from shared.ingestion.formats.sheets import load_sheet
from shared.ingestion.formats.spreadsheetml import NAMESPACE, load_spreadsheetml
from shared.ingestion.formats.syslog import without_syslog
from shared.ingestion.formats.wrapped import without_wrapping
from shared.ingestion.layout.delimited import load_text
from shared.ingestion.layout.dialect import read_layout
from shared.ingestion.limits import Limits
from shared.ingestion.raw import Raw

_CHUNK = 1 << 20
_REFUSED = (
    (b"%PDF", "This is a PDF document; copy its table into a spreadsheet, or export it as CSV, and send that."),
    (b"\x89PNG", "This is a picture; send the table behind it as CSV or Excel."),
    (b"\xff\xd8\xff", "This is a picture; send the table behind it as CSV or Excel."),
    (b"GIF8", "This is a picture; send the table behind it as CSV or Excel."),
    (b"SQLite format 3", "This is a SQLite database; export the table that you mean as CSV or Parquet and send that."),
    (b"BZh", "This file is packed with bzip2; unpack it, or pack it with gzip, and send it again."),
    (b"\xfd7zXZ", "This file is packed with xz; unpack it, or pack it with gzip, and send it again."),
    (b"(\xb5/\xfd", "This file is packed with zstd; unpack it, or pack it with gzip, and send it again."),
    (b"7z\xbc\xaf", "This is a 7-zip archive; unpack it and send the one file with the table."),
    (b"Rar!", "This is a RAR archive; unpack it and send the one file with the table."),
    (b"ARROW1", "This is an Arrow file; save the table as Parquet or CSV and send that."),
    (b"ORC", "This is an ORC file; save the table as Parquet or CSV and send that."),
    (b"Obj\x01", "This is an Avro file; save the table as Parquet or CSV and send that."),
)
_NO_TABLES = (
    (r"\s*BEGIN:VCARD\b", "This is a file of contacts (vCard)"),
    (r"\s*BEGIN:VCALENDAR\b", "This is a calendar (iCalendar)"),
    (r"(?:\s*%.*\n)*\s*\\(?:begin|documentclass|hline|toprule)\b", "This is a LaTeX document"),
    (r"(?:\s*%.*\n)*\s*@relation\s", "This is a data set of Weka (ARFF)"),
    (
        r"(?:\s*(?:--|/\*).*\n)*\s*(?:INSERT\s+INTO|CREATE\s+(?:TABLE|DATABASE)|DROP\s+TABLE)\s",
        "This is a script of SQL",
    ),
    (r"\s*(?:UNA.{6}\s*)?UNB?H?\+", "This is a message of EDIFACT"),
    (r"\s*\{\|(?:\s*class=|\s*style=|\s*border=|\s*\n)", "This is a table of a wiki"),
)
"""Text that holds tables at best inside of something else: read as one, it would be a column of its lines."""
_EMPTY = "This file is empty; send one that has a header line and rows below it."
_MARKUP = re.compile(
    rb"\s*(<\?xml[^>]*>\s*|<!--.*?-->\s*)*"
    rb"<(!doctype html|html|head|meta|style|body|table|div|script|center|font|h[1-6])\b",
    re.IGNORECASE | re.DOTALL,
)
_XML = re.compile(rb"\s*<\?xml|\s*<[a-z][\w:-]*(\s[^<>]*)?>\s*<", re.IGNORECASE)


class Upload(NamedTuple):
    """A file on its way in, with what is known of it and how much of it is taken; `library_path` is where the process
    that reads a workbook finds Python's own library."""

    file: Path
    name: str
    scratch: Path
    overrides: Overrides
    limits: Limits
    library_path: str = ""


def load(con: duckdb.DuckDBPyConnection, upload: Upload) -> Raw:
    """Fills table `raw` from a file of any format that is taken; raises UnreadableData, saying why, for the others."""
    size = upload.file.stat().st_size
    if size > upload.limits.max_bytes:
        raise UnreadableData(
            f"This file has {megabytes(size)} and at most {megabytes(upload.limits.max_bytes)} are taken; "
            "send a part of it, or pack it as Parquet."
        )
    with upload.file.open("rb") as file:
        head = file.read(4096)
    if not head.strip(b"\xef\xbb\xbf\xff\xfe\r\n\t \0"):
        raise UnreadableData(_EMPTY)
    return _reader(head)(con, upload)


Reader = Callable[[duckdb.DuckDBPyConnection, Upload], Raw]


def _reader(head: bytes) -> Reader:
    for magic, sentence in _REFUSED:
        if head.startswith(magic):
            raise UnreadableData(sentence)
    readers: tuple[tuple[bytes, Reader], ...] = (
        (b"PAR1", _parquet),
        (b"\x1f\x8b", _gzip),
        (b"PK\x03\x04", _archive),
        (b"PK\x05\x06", _archive),
        (b"\xd0\xcf\x11\xe0", _workbook),
    )
    return next((reader for magic, reader in readers if head.startswith(magic)), _text)


def _parquet(con: duckdb.DuckDBPyConnection, upload: Upload) -> Raw:
    return load_parquet(con, upload.file, upload.limits)


def _workbook(con: duckdb.DuckDBPyConnection, upload: Upload) -> Raw:
    return load_sheet(con, upload.file, upload.scratch, upload.overrides, upload.limits, upload.library_path)


def _text(con: duckdb.DuckDBPyConnection, upload: Upload) -> Raw:
    text = clean_text(upload.file, upload.scratch, upload.overrides.encoding)
    text = text if upload.overrides.encoding else without_mojibake(text, upload.scratch)
    with text.file.open("rb") as file:
        head = file.read(4096)
    if load_markup := _markup_reader(head):
        markup = load_markup(con, text.file, upload.scratch, upload.overrides, upload.limits)
        return markup.told(*text.repairs)
    if head.lstrip()[:1] in (b"[", b"{"):
        document = load_document(con, text.file, upload.name, upload.scratch, upload.overrides, upload.limits)
        if document is not None:
            return document.told(*text.repairs)
    _refuse_other_text(head)
    text = without_brackets(without_names(text, upload.scratch), upload.scratch)
    text = without_syslog(text, upload.scratch)
    text = without_prose(as_one_page(_without_frames(text, upload.scratch), upload.scratch), upload.scratch)
    text = without_stray_marks(without_wrapping(text, upload.scratch), upload.scratch)
    text = with_names_of_comment(without_escapes(text, upload.scratch), upload.scratch)
    text = text if upload.overrides.delimiter else without_alignment(text, upload.scratch)
    text = one_table(text, upload.scratch, upload.overrides)
    layout = read_layout(text.file, upload.overrides)
    if upload.overrides.delimiter is None and upload.overrides.header_row is None:
        refuse_prose(text.file, layout)
    return load_text(con, text.file, layout, upload.scratch, upload.limits).told(*text.repairs)


def _refuse_other_text(head: bytes) -> None:
    """Raises UnreadableData, with what the file is, for text of a known format that is no table."""
    opening = head.decode("utf-8", errors="replace")
    for pattern, what in _NO_TABLES:
        if re.match(pattern, opening, re.IGNORECASE):
            raise UnreadableData(f"{what}; export its table as CSV or Excel and send that.")


def _without_frames(text: CleanText, scratch: Path) -> CleanText:
    return without_bars(without_frames(text, scratch), scratch)


MarkupReader = Callable[[duckdb.DuckDBPyConnection, Path, Path, Overrides, Limits], Raw]


def _markup_reader(head: bytes) -> MarkupReader | None:
    """What reads a page or a workbook of XML; None for other text. Raises UnreadableData for markup without tables."""
    if _MARKUP.match(head):
        return load_page
    if NAMESPACE.encode() in head and _XML.match(head):
        return load_spreadsheetml
    if _XML.match(head):
        raise UnreadableData("This is an XML file; save the table as CSV, Excel, JSON or Parquet and send that.")
    if head.startswith(b"{\\rtf"):
        raise UnreadableData("This is a text document; save its table as CSV or Excel and send that.")
    if head.startswith(b"MIME-Version:"):
        raise UnreadableData("This is a web archive; save its table as xlsx or CSV and send that.")
    return None


def _gzip(con: duckdb.DuckDBPyConnection, upload: Upload) -> Raw:
    unpacked = upload.scratch / "unpacked"
    try:
        _inflate(upload.file, unpacked, upload.limits)
    except zlib.error as error:
        raise UnreadableData("This gzip file is damaged; pack it again and send it again.") from error
    with unpacked.open("rb") as file:
        if file.read(2) == b"\x1f\x8b":
            raise UnreadableData("This file is packed twice; unpack it once and send it again.")
    return load(con, _unpacked(upload, unpacked))


def _unpacked(upload: Upload, file: Path) -> Upload:
    limits = upload.limits
    return upload._replace(file=file, limits=limits.model_copy(update={"max_bytes": limits.max_unpacked_bytes}))


def _inflate(source: Path, target: Path, limits: Limits) -> None:
    """Unpacks all members of a gzip file, and stops as soon as they are more than is taken."""
    inflater, written = zlib.decompressobj(zlib.MAX_WBITS | 16), 0
    with source.open("rb") as packed, target.open("wb") as out:
        chunk = packed.read(_CHUNK)
        while chunk:
            piece = inflater.decompress(chunk, _CHUNK)
            written += out.write(piece)
            if written > limits.max_unpacked_bytes:
                raise UnreadableData(
                    f"Unpacked, this file has more than {megabytes(limits.max_unpacked_bytes)}, which is the most "
                    "that is taken; send a part of it."
                )
            chunk, inflater = _next(inflater, packed.read)
    if not inflater.eof:
        raise UnreadableData("This gzip file ends too early; pack it again and send it again.")


def _next(inflater: "zlib._Decompress", read: Callable[[int], bytes]) -> tuple[bytes, "zlib._Decompress"]:
    """What to unpack next: what is left of the chunk, then of the file; a new member starts anew."""
    if inflater.unconsumed_tail:
        return inflater.unconsumed_tail, inflater
    if not inflater.eof:
        return read(_CHUNK), inflater
    rest = inflater.unused_data or read(_CHUNK)
    rest = rest.lstrip(b"\0")
    if not rest.startswith(b"\x1f"):
        return b"", inflater
    return rest, zlib.decompressobj(zlib.MAX_WBITS | 16)


def _archive(con: duckdb.DuckDBPyConnection, upload: Upload) -> Raw:
    """Excel's newer files are zip archives; of another archive its one file is read."""
    if holds_workbook(upload.file, upload.limits):
        return _workbook(con, upload)
    unpacked, name = only_file(upload.file, upload.scratch)
    with unpacked.open("rb") as file:
        head = file.read(4)
    if head.startswith((b"\x1f\x8b", b"PK\x03\x04")) and not holds_workbook(unpacked, upload.limits):
        raise UnreadableData("This file is packed twice; unpack it once and send it again.")
    raw = load(con, _unpacked(upload, unpacked))
    return raw.told(Repair(kind="other", detail=f"The one file of the archive was read, {name}."))
