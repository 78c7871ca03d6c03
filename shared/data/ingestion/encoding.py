"""Which encoding the text of a file has, and the same text as clean UTF-8."""

import codecs
import re
from dataclasses import dataclass
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.failure.errors import UnreadableData

_CHUNK = 1 << 22
_SAMPLE = 1 << 18
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f]")
_SINGLE_BYTE = ("cp1251", "cp1253", "koi8_r", "mac_cyrillic", "iso8859_5", "iso8859_7")
_MULTI_BYTE = ("shift_jis", "cp932", "gb18030", "gbk", "gb2312", "big5", "euc_jp", "euc_kr", "cp949")


@dataclass(frozen=True)
class CleanText:
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
    found = encoding or marked or _wide(head)
    _refuse_binary(head, found)
    census = _census(source)
    if found in (None, "utf-8", "utf8", "utf-8-sig") and census.valid:
        return _tidied(source, scratch, census, "utf-8-sig" if marked == "utf-8-sig" else "utf-8")
    if found:
        return _transcoded(source, scratch, found, strict=True)
    guessed = _guess(source, head)
    return _transcoded(source, scratch, guessed, strict=guessed != "utf-8")


def _refuse_binary(head: bytes, encoding: str | None) -> None:
    if encoding and encoding.startswith(("utf-16", "utf-32")):
        return
    odd = len(_CONTROL.findall(head)) + head.count(b"\0")
    if odd > 4 and odd > 0.05 * len(head):
        raise UnreadableData(
            "This file holds binary data, not a table; export the table as CSV, Excel, JSON or Parquet and send that."
        )


def _wide(head: bytes) -> str | None:
    """UTF-16 without a mark: every other byte of Western text is zero."""
    if len(head) < 4 or head.count(0) < 0.3 * len(head):
        return None
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > 10 * (even + 1) or (odd and not even):
        return "utf-16-le"
    return "utf-16-be" if even > 10 * (odd + 1) or (even and not odd) else None


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
    name = {"cp1252": "Windows-1252 (Western European)", "latin-1": "Latin-1"}.get(encoding, encoding.upper())
    if strict:
        return Repair(kind="encoding", detail=f"The text is not UTF-8; it was read as {name}.")
    return Repair(kind="encoding", detail="A few bytes are not valid UTF-8; each was replaced by the sign \ufffd.")


def _rewritten(source: Path, scratch: Path, encoding: str, errors: str, told: tuple[Repair, ...]) -> CleanText:
    target, nul = scratch / "text.utf8", 0
    with source.open(encoding=encoding, errors=errors, newline="") as text, target.open("w", newline="") as clean:
        while chunk := text.read(_CHUNK):
            nul += chunk.count("\0")
            clean.write(chunk.replace("\0", ""))
    _unify_line_ends(target)
    removed = Repair(kind="encoding", detail=f"{nul:,} NUL characters were removed from the text.")
    return CleanText(target, (*told, removed) if nul else told)


def _unify_line_ends(file: Path) -> None:
    census = _census(file)
    if census.returns and not census.newlines:
        file.write_bytes(file.read_bytes().replace(b"\r", b"\n"))


def _guess(source: Path, head: bytes) -> str:
    if _almost_utf8(source):
        return "utf-8"
    guess = _by_statistics(head)
    if guess in _SINGLE_BYTE or guess in _MULTI_BYTE:
        return guess
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
