"""Digits as a reader sees them: those of other scripts and forms, of entities and of code, and numbers in words.

A number is one however it is written, and is checked as one.
"""

import html
import re
import unicodedata
from contextlib import suppress
from typing import Final

from text_to_num import text2num

from shared.pattern import LazyPattern

_ENTITIES = LazyPattern(r"(?:&(?:#x?[\da-f]{1,7}|[a-z]{2,8}\d{0,2});)+", re.IGNORECASE)
_CODED = LazyPattern(r"(?<![\w&#])0(?:x[\da-f]{2,12}|o[0-7]{2,12}|b[01]{4,40})\b", re.IGNORECASE)
_UNDERSCORED = LazyPattern(r"(?<!\w)\d{1,3}(?:_\d{3})+(?!\w)")
_LETTERED = LazyPattern(r"(?<!\w)(?=[\do]*\d)[\do]{1,3}(?:,[\do]{3})+(?!\w)", re.IGNORECASE)
_OTHER = LazyPattern(r"[^\x00-\x7f]+")
_DIGITS: Final = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_MOST_RAISED: Final = 2
"""Up to so many raised digits behind a word are a footnote or an exponent."""


def plain_digits(text: str) -> str:
    """The text with each digit as a plain one, of the same length."""
    if "&" in text:
        text = _ENTITIES.sub(_unescaped, text)
    text = _CODED.sub(lambda match: _filled(str(int(match[0], 0)), len(match[0])), text)
    text = _UNDERSCORED.sub(lambda match: match[0].replace("_", ","), text)
    text = _LETTERED.sub(lambda match: match[0].lower().replace("o", "0"), text)
    return text if text.isascii() else _OTHER.sub(lambda match: _plain(match, text), text)


def number_sign(sign: str) -> float | None:
    """The number that a sign of its own is, such as "½" or "⑩"; None where it is none, or a digit."""
    if sign.isascii() or unicodedata.category(sign) not in ("No", "Nl") or unicodedata.digit(sign, None) is not None:
        return None
    return unicodedata.numeric(sign, None)


def spelt(words: str) -> float | None:
    """The value of a number in words, digit by digit too; None where the words make none."""
    said = re.sub(r"(?i)^a ", "one ", words).replace("-", " ").lower()
    with suppress(ValueError):
        return float(words) if words.isdigit() else float(text2num(said, "en"))
    with suppress(ValueError):
        return float("".join(str(_DIGITS.index(one)) for one in said.split()))
    return None


def _filled(shown: str, length: int) -> str:
    return shown[:length].ljust(length, "\x00")


def _unescaped(match: re.Match[str]) -> str:
    shown = html.unescape(match[0])
    return _filled(shown, len(match[0])) if any(one.isnumeric() for one in shown) else match[0]


def _plain(match: re.Match[str], text: str) -> str:
    """Those digits as plain ones, but for a footnote, an exponent or a unit behind a word."""
    found, before = match[0], text[: match.start()][-1:]
    raised = len(found) <= _MOST_RAISED and (before.isalnum() or before in (")", "]"))
    if raised and all(unicodedata.category(one) == "No" for one in found):
        return found
    digits = (unicodedata.digit(one, None) for one in found)
    return "".join(one if digit is None else str(digit) for one, digit in zip(found, digits, strict=True))
