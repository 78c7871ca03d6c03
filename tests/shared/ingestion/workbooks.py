"""Workbooks as bytes."""

import io
import struct
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

import openpyxl


def workbook(**sheets: Iterable[Sequence[Any]]) -> bytes:
    """A workbook of these sheets."""
    book = openpyxl.Workbook()
    for empty in book.worksheets:
        book.remove(empty)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    return saved(book)


def saved(book: openpyxl.Workbook) -> bytes:
    """The bytes of a workbook."""
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def with_far_cell(book: bytes, row: int, column: str) -> bytes:
    """The workbook, of one sheet, with one more cell there."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(out, "w") as new:
        for member in old.namelist():
            cell = f'<row r="{row}"><c r="{column}{row}"><v>7</v></c></row></sheetData>'.encode()
            new.writestr(member, old.read(member).replace(b"</sheetData>", cell))
    return out.getvalue()


def encrypted_workbook() -> bytes:
    """The smallest compound file that holds an EncryptedPackage stream."""
    sector = 512
    header = bytearray(sector)
    header[:8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    struct.pack_into("<HHHHH", header, 24, 0x3E, 3, 0xFFFE, 9, 6)
    struct.pack_into("<IIIIIIIII", header, 44, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0, 0)
    struct.pack_into("<109I", header, 76, *([0] + [0xFFFFFFFF] * 108))
    fat = struct.pack("<128I", 0xFFFFFFFD, 0xFFFFFFFE, *([0xFFFFFFFF] * 126))
    entries = b""
    for name, kind, child in (
        ("Root Entry", 5, 1),
        ("EncryptedPackage", 2, 0xFFFFFFFF),
        ("", 0, 0xFFFFFFFF),
        ("", 0, 0xFFFFFFFF),
    ):
        entry = bytearray(128)
        encoded = name.encode("utf-16-le")
        entry[: len(encoded)] = encoded
        struct.pack_into("<HBBIII", entry, 64, len(encoded) + 2 if name else 0, kind, 1, 0xFFFFFFFF, 0xFFFFFFFF, child)
        struct.pack_into("<I", entry, 116, 0xFFFFFFFE)
        entries += bytes(entry)
    return bytes(header) + fat + entries
