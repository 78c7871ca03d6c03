"""Which encoding the text of a file has, and the same text as clean UTF-8."""

import codecs
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from shared.contracts.dataset import Repair
from shared.errors import UnreadableData

_CHUNK = 1 << 22
_SAMPLE = 1 << 18
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_FILLING = b"\0\x1a"
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f]")
_SINGLE_BYTE = ("cp1251", "cp1253", "koi8_r", "mac_cyrillic", "iso8859_5", "iso8859_7")
_MULTI_BYTE = ("shift_jis", "cp932", "gb18030", "gbk", "gb2312", "big5", "euc_jp", "euc_kr", "cp949")


_DOS = re.compile(
    rb"(?<=[A-Za-z])(?<![\x80-\xff][A-Za-z])[\x81-\x84\x86-\x8b\x91\x94\x95\x9b\xa1-\xa4](?=[a-z](?![\x80-\xff]))"
)
"""Letters of DOS inside of words, where Windows has marks: Søm is S›m there. Dashes, dots and apostrophes of Windows,
which may stand inside of words, are none of them, nor is every other byte, as in Japanese."""
_USUAL_LETTERS = re.compile(r"[äöüßéèêàâçãõáúôùåæø]")
"""Letters beyond ASCII that western languages write most. The Mac's are rarer letters and marks in DOS and Windows, and
those of these on the Mac: ü of the Mac is ƒ in DOS. None of them is a dash or an apostrophe of Windows on the Mac."""
_MOSTLY = 0.5
_WINDOWS = re.compile(rb"(?<=[A-Za-z])[\xc0-\xd6\xd8-\xf6\xf8-\xff](?=[a-z])")
_DOS_RULE = re.compile(rb"\xc4{4}|\xcd{4}")
"""Lines of box drawing, which are no words in Windows: ÄÄÄÄ."""


class CleanText(NamedTuple):
    """A file of UTF-8 without BOM, NUL and old Mac line ends; `file` is the source itself where it was so already."""

    file: Path
    repairs: tuple[Repair, ...] = ()


@dataclass
class _Census:
    """What one reading of all bytes found."""

    valid: bool = True
    nul: bool = False
    returns: bool = False
    newlines: bool = False


def clean_text(source: Path, scratch: Path, encoding: str | None = None) -> CleanText:
    """The text of `source` as UTF-8, in a file in `scratch` where it must be written anew.

    Raises UnreadableData where the bytes are no text, or not of the encoding that was asked for.
    """
    with source.open("rb") as file:
        head = file.read(_SAMPLE)
    marked = next((name for bom, name in _BOMS if head.startswith(bom)), None)
    found = encoding or marked or _wide(head.rstrip(_FILLING))
    _refuse_binary(head, found)
    whole, told = _whole(source, scratch, found)
    text = _decoded(whole, scratch, head, found, marked)
    return text._replace(repairs=(*told, *text.repairs))


def _decoded(source: Path, scratch: Path, head: bytes, found: str | None, marked: str | None) -> CleanText:
    census = _census(source)
    if found in (None, "utf-8", "utf8", "utf-8-sig") and census.valid:
        return _tidied(source, scratch, census, "utf-8-sig" if marked == "utf-8-sig" else "utf-8")
    if found:
        return _transcoded(source, scratch, found, strict=True)
    guessed = _guess(source, head, old_mac=census.returns and not census.newlines)
    return _transcoded(source, scratch, guessed, strict=guessed != "utf-8")


def _refuse_binary(head: bytes, encoding: str | None) -> None:
    if _is_wide(encoding):
        return
    text = head.rstrip(_FILLING)
    text = text if b"\n" in text or b"\r" in text else head
    odd = len(_CONTROL.findall(text)) + text.count(b"\0")
    if odd > 4 and odd > 0.05 * len(text):
        raise UnreadableData(
            "This file holds binary data, not a table; export the table as CSV, Excel, JSON or Parquet and send that."
        )


def _is_wide(encoding: str | None) -> bool:
    return encoding is not None and encoding.startswith(("utf-16", "utf-32"))


def _wide(head: bytes) -> str | None:
    """UTF-16 without a mark: the zero bytes of its digits, separators and line ends stand on one side of each pair."""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if max(even, odd) < max(2, 0.02 * len(head)) or max(even, odd) <= 10 * min(even, odd):
        return None
    encoding = "utf-16-le" if odd > even else "utf-16-be"
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(head)  # not final: a sample may end within a sign
    except UnicodeDecodeError:
        return None
    return encoding if all(map(str.isprintable, text.split())) else None


def _whole(source: Path, scratch: Path, encoding: str | None) -> tuple[Path, tuple[Repair, ...]]:
    """The file without what fills it up behind its text, and what is told of it.

    That is the mark of DOS for the end of a file (Ctrl-Z), zeros, or a lone byte where signs take two or four.
    """
    size = source.stat().st_size
    if _is_wide(encoding):
        text = size - size % (4 if "32" in str(encoding) else 2)
        detail = "The file ends within a sign; what is there of it was left out."
    else:
        text = _without_filling(source, size)
        detail = "Zeros or Ctrl-Z fill the file up behind its text; they were left out."
    if text == size:
        return source, ()
    target = scratch / "text.whole"
    shutil.copyfile(source, target)
    os.truncate(target, text)
    return target, (Repair(kind="encoding", detail=detail),)


def _without_filling(source: Path, size: int) -> int:
    """How many bytes are left of a file without what fills it up, and without the line ends around that."""
    filled, end = False, size
    with source.open("rb") as file:
        while end:
            start = max(0, end - _CHUNK)
            file.seek(start)
            chunk = file.read(end - start)
            kept = len(chunk.rstrip(_FILLING + b"\r\n"))
            filled = filled or any(byte in _FILLING for byte in chunk[kept:])
            if kept:
                return start + kept if filled else size
            end = start
    return size


def _census(source: Path) -> _Census:
    census, decoder = _Census(), codecs.getincrementaldecoder("utf-8")()
    with source.open("rb") as file:
        while chunk := file.read(_CHUNK):
            census.nul = census.nul or b"\0" in chunk
            census.returns = census.returns or b"\r" in chunk
            census.newlines = census.newlines or b"\n" in chunk
            census.valid = census.valid and _decodes(decoder, chunk)
    census.valid = census.valid and _decodes(decoder, b"", final=True)
    return census


def _decodes(decoder: codecs.IncrementalDecoder, chunk: bytes, final: bool = False) -> bool:
    if chunk.isascii() and not decoder.getstate()[0]:
        return True
    try:
        decoder.decode(chunk, final)
    except UnicodeDecodeError:
        return False
    return True


def _tidied(source: Path, scratch: Path, census: _Census, encoding: str) -> CleanText:
    old_mac = census.returns and not census.newlines
    if not census.nul and not old_mac and encoding == "utf-8":
        return CleanText(source)
    return _rewritten(source, scratch, encoding, "strict", ())


def _transcoded(source: Path, scratch: Path, encoding: str, *, strict: bool) -> CleanText:
    try:
        codecs.lookup(encoding)
        told = () if encoding.startswith("utf-8-sig") else (_told(encoding, strict),)
        return _rewritten(source, scratch, encoding, "strict" if strict else "replace", told)
    except (UnicodeDecodeError, LookupError) as error:
        raise UnreadableData(
            f"The text of this file is not in the encoding {encoding}; save it as UTF-8 and send it again."
        ) from error


def _told(encoding: str, strict: bool) -> Repair:
    name = {
        "cp1252": "Windows-1252 (Western European)",
        "latin-1": "Latin-1",
        "cp850": "that of DOS (850)",
        "mac_roman": "Mac Roman",
    }.get(encoding, encoding.upper())
    if strict:
        return Repair(kind="encoding", detail=f"The text is not UTF-8; it was read as {name}.")
    return Repair(kind="encoding", detail="A few bytes are not valid UTF-8; each was replaced by the sign \ufffd.")


def _rewritten(source: Path, scratch: Path, encoding: str, errors: str, told: tuple[Repair, ...]) -> CleanText:
    target, nul = scratch / "text.utf8", 0
    with source.open(encoding=encoding, errors=errors, newline="") as text, target.open("w", newline="") as clean:
        while chunk := text.read(_CHUNK):
            nul += chunk.count("\0")
            clean.write(chunk.replace("\0", ""))
    os.truncate(target, _without_filling(target, target.stat().st_size))
    _unify_line_ends(target)
    removed = Repair(kind="encoding", detail=f"{nul:,} NUL characters were removed from the text.")
    return CleanText(target, (*told, removed) if nul else told)


def _unify_line_ends(file: Path) -> None:
    census = _census(file)
    if census.returns and not census.newlines:
        file.write_bytes(file.read_bytes().replace(b"\r", b"\n"))


def _guess(source: Path, head: bytes, *, old_mac: bool) -> str:
    if _almost_utf8(source):
        return "utf-8"
    guess = _by_bytes(source, head)
    if guess in _SINGLE_BYTE or (guess == "cp1252" and not old_mac):
        return guess
    odd, mac = sum(byte > 127 for byte in head), _usual_letters(head, "mac_roman")
    other = 0 if guess in _MULTI_BYTE else _usual_letters(head, guess)
    return "mac_roman" if mac > other and mac >= _MOSTLY * odd else guess


def _usual_letters(head: bytes, encoding: str) -> int:
    return len(_USUAL_LETTERS.findall(head.decode(encoding, "replace")))


def _by_bytes(source: Path, head: bytes) -> str:
    if _DOS_RULE.search(head) or len(_DOS.findall(head)) > len(_WINDOWS.findall(head)):
        return "cp850"
    guess = _by_statistics(head)
    if guess in ("cp850", *_SINGLE_BYTE, *_MULTI_BYTE):
        return guess
    odd, dos = sum(byte > 127 for byte in head), len(_DOS.findall(head))
    if dos > max(len(_WINDOWS.findall(head)), _MOSTLY * odd):
        return "cp850"
    return "cp1252" if _strictly(source, "cp1252") else "latin-1"


def _almost_utf8(source: Path) -> bool:
    text = source.read_bytes()[: 1 << 24].decode("utf-8", "replace")
    bad = text.count("\ufffd")
    good = sum(1 for character in text[: 1 << 20] if ord(character) > 127) - bad
    return good > 20 * bad


def _strictly(source: Path, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    with source.open("rb") as file:
        return all(_decodes(decoder, chunk) for chunk in iter(lambda: file.read(_CHUNK), b""))


def _by_statistics(head: bytes) -> str:
    from charset_normalizer import from_bytes  # only files that are not UTF-8 pay for its import

    odd = bytes(byte for byte in head if byte > 127)
    if len(odd) < max(0.05 * len(head), 4):
        return "cp1252"
    best = from_bytes(head[: 1 << 16]).best()
    return best.encoding if best else "cp1252"
