"""Zip archives, as newer workbooks are, and as people pack a file into one."""

import re
import shutil
import zipfile
import zlib
from pathlib import Path
from typing import Final

from shared.errors import UnreadableData
from shared.ingestion.limits import Limits

BROKEN: Final = (zipfile.BadZipFile, NotImplementedError, zlib.error, EOFError, RuntimeError, OSError)
"""What an archive raises that is damaged, cut off, encrypted or packed in an unknown way, or a member of it."""
_WORKBOOKS = frozenset({"xl/workbook.xml", "xl/workbook.bin", "content.xml"})
_OF_SYSTEMS = re.compile(r"(^|/)(__MACOSX/|\.|thumbs\.db$|desktop\.ini$)", re.IGNORECASE)
_CHUNK = 1 << 20
_ENCRYPTED = 1


def holds_workbook(file: Path, limits: Limits) -> bool:
    """Whether a zip archive is a workbook. Raises UnreadableData where it is damaged, has a password, or is a bomb."""
    try:
        with zipfile.ZipFile(file) as archive:
            if any(member.flag_bits & _ENCRYPTED for member in archive.infolist()):
                raise UnreadableData("This archive is protected by a password; unpack it and send the file itself.")
            workbook = bool(set(archive.namelist()) & _WORKBOOKS)
            _refuse_bomb(archive, limits, workbook)
            return workbook
    except BROKEN as error:
        raise UnreadableData("This file is damaged; save it again and send it again.") from error


def only_file(file: Path, scratch: Path) -> tuple[Path, str]:
    """The one file of an archive, unpacked, and its name; those that systems put beside it are none.

    Raises UnreadableData where the archive holds another number of files.
    """
    with zipfile.ZipFile(file) as archive:
        held = [one for one in archive.infolist() if not one.is_dir() and not _OF_SYSTEMS.search(one.filename)]
        if len(held) != 1:
            said = f"holds {len(held)} files; unpack it and send the one" if held else "is empty; send the file"
            raise UnreadableData(f"This zip archive {said} with the table.")
        unpacked = scratch / "unpacked"
        with archive.open(held[0]) as packed, unpacked.open("wb") as out:
            shutil.copyfileobj(packed, out, _CHUNK)
    return unpacked, Path(held[0].filename).name[-80:]


def _refuse_bomb(archive: zipfile.ZipFile, limits: Limits, workbook: bool) -> None:
    """Counts what really comes out of each member, because what the archive states of it may be a lie."""
    most = limits.max_document_bytes if workbook else limits.max_unpacked_bytes
    what = "of a workbook; save the sheet as CSV and send that" if workbook else "of an archive; send a part of it"
    total = sum(member.file_size for member in archive.infolist())
    for member in archive.infolist():
        if total > most:
            raise UnreadableData(
                f"Unpacked, this file has more than {megabytes(most)}, which is the most that is taken {what}."
            )
        with archive.open(member) as opened:
            real = sum(len(chunk) for chunk in iter(lambda: opened.read(_CHUNK), b""))
        total += max(0, real - member.file_size)


def megabytes(size: int) -> str:
    """A number of bytes as it is told: 12 MB, 340 kB."""
    return f"{size / 1e6:,.0f} MB" if size >= 1e6 else f"{size / 1e3:,.0f} kB"
