"""Statements taken out of a text, with the markers, tables and headings that are empty without them."""

import re
from collections.abc import Iterable, Sequence, Set

from shared.grounding.evidence import words
from shared.grounding.statements import Statement, statements


def without(text: str, said: Set[str]) -> tuple[str, int]:
    """The text without these statements, and how many of them were in it."""
    bad = [one for one in statements(text) if text[one.start : one.end].strip() in said]
    return (taken_out(text, bad), len(bad)) if bad else (text, 0)


def taken_out(text: str, bad: Sequence[Statement]) -> str:
    """The text without these statements and the markers left empty; empty where no word is left."""
    for statement in reversed(bad):
        text = text[: statement.start] + text[statement.end :]
    text = re.sub(r"^[ \t]*(?:[-*+]|\d+[.)]|>)[ \t]*$\n?", "", text, flags=re.MULTILINE)
    text = re.sub(r"^\|.*\|[ \t]*\n\|[-:| ]+\|[ \t]*(?=\n(?!\|)|\Z)", "", text, flags=re.MULTILINE)
    text = re.sub(r"^#{1,6} [^\n]*\n*(?=#{1,6} |\Z)", "", text, flags=re.MULTILINE)
    text = re.sub(r"\n{3,}", "\n\n", text).strip()
    return text if any(words(text)) else ""


def misses(asked: str, removed: Iterable[str], left: str) -> bool:
    """Whether statements that were taken out spoke of something that was asked about and that what is left does not
    name."""
    return bool(set(words(asked)) & {word for one in removed for word in words(one)} - set(words(left)))
