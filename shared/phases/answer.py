"""What of a message is the answer in free words: without a greeting, a “none, but”, and what it takes back itself."""

from __future__ import annotations

import re
from functools import reduce
from typing import Final

from text_to_num import alpha2digit

from shared.phases.matching import SENTENCE, aim_of, correction_of

NOTHING: Final = "none"
_BUT: Final = re.compile(r"\s*[,;.–-]?\s+(?:but|though|although|however)\b[,\s]+", re.IGNORECASE)
_JOINT: Final = re.compile(r"(?<=[.!?;…])\s+|,\s+|\s+[–-]\s+|\n+")
_DIGITS: Final = re.compile(r"\d+(?:[.,]\d+)*%?")


def answer_in(text: str) -> str:
    """The answer: of “none, but leave out tests” what is after the “but”; of what is amended at once, the amended."""
    return reduce(_taken_on, filter(str.strip, SENTENCE.split(_after_nothing(text))), "")


def ungreeted(text: str) -> str:
    """The text without the greetings that it begins with; itself where it is nothing else."""
    left = text
    while (joint := _JOINT.search(left)) and aim_of(left[: joint.start()]) == "begin":
        left = left[joint.end() :]
    return left if left.strip() else text


def gives_up(text: str) -> bool:
    """Whether a part of the text says that there is no answer, and so nothing else in it is one."""
    return any(aim_of(part) == "unknown" for part in _JOINT.split(text) if part.strip())


def amended(before: str, value: str) -> str:
    """What was said before, with the amount in it that the value takes the place of: “20 minutes” for another number of
    minutes. Empty where there is no such one amount."""
    parts = [r"(\S*\w%?)" if _is_number(word) else re.escape(word) for word in value.split()]
    pattern = re.compile(r"(?<!\S)" + r"\s+".join(parts) + r"(?!\w)", re.IGNORECASE)
    if not pattern.groups:
        return ""
    found = [one for one in pattern.finditer(before) if all(map(_is_number, one.groups()))]
    return f"{before[: found[0].start()]}{value}{before[found[0].end() :]}" if len(found) == 1 else ""


def _after_nothing(text: str) -> str:
    but = _BUT.search(text)
    if not but or aim_of(text[: but.start()]) != "nothing":
        return text
    rest = text[but.end() :].strip()
    return NOTHING if not rest or aim_of(rest) in ("nothing", "unknown") else rest


def _taken_on(before: str, sentence: str) -> str:
    """What was said up to a sentence, and with it."""
    value = correction_of(sentence) if before else ""
    changed = amended(before.rstrip(".!"), value) if value else ""
    return changed or f"{before} {sentence}".strip()


def _is_number(word: str) -> bool:
    return bool(_DIGITS.fullmatch(word) or alpha2digit(word.casefold(), "en", 0.0).isdigit())
