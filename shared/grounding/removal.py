"""Statements taken out of a text, with what refers back to them, and what is empty without them."""

import re
from collections.abc import Iterable, Sequence, Set
from typing import Final, NamedTuple, Protocol

from shared.grounding.evidence import words
from shared.grounding.languages import ENGLISH, Language
from shared.grounding.statements import Statement, statements, table_around
from shared.pattern import LazyPattern

_BACK: Final = LazyPattern(
    r"[\s\"'“«(*_`]*(?!(?:Es g[ai]b|Il (?:y|faut)\b))(?:"
    r"(?:It|They|He|She|Its|Their|His|Her|Both|Neither|The (?:latter|former|other|others|rest|same))\b|"
    r"(?:This|That|These|Those)\b(?!\s(?:data|dataset|file|table)\b)|"
    r"(?:Er|Sie|Es|Dies|Diese[rsmn]?|Beide|Letztere[rs]?|Ihre?|Seine?|Davon|Danach|Damit|Dabei)\b|"
    r"(?:Il|Ils|Elle|Elles|Cela|Ce|Cette|Ces|Celui-ci|Celle-ci|Ceux-ci|Leurs?|Ses)\b|"
    r"(?:Él|Ella|Ellos|Ellas|Esto|Este|Esta|Estos|Estas|Ambos|Ambas|Su|Sus)\b)"
)
"""How a sentence begins that is of what the one before it says; "Es gibt" and "Il y a" speak of nothing before them."""
_ITEM: Final = LazyPattern(r"\s*(?:[-*+•]|\d+[.)])\s")
"""How an item of a list begins."""


class Shortened(Protocol):
    """A text from which statements were taken out; `headless` and `gap` as of `Rest`."""

    @property
    def text(self) -> str: ...
    @property
    def removed(self) -> tuple[str, ...]: ...
    @property
    def headless(self) -> bool: ...
    @property
    def gap(self) -> bool: ...


class Rest(NamedTuple):
    """What is left of a text, and the statements that were taken out, a table being one. `headless` says that its first
    statement was among them, which is its answer; `gap` that this one was, or an item of a list or table."""

    text: str
    removed: tuple[str, ...] = ()
    headless: bool = False
    gap: bool = False


def without(text: str, said: Set[str], language: Language = ENGLISH) -> Rest:
    """The text without these statements."""
    given = tuple(statements(language.read(text), language.tag))
    false = [at for at, one in enumerate(given) if text[one.start : one.end].strip() in said]
    bad = with_what_refers_back(text, given, false)
    if not bad:
        return Rest(text)
    whole = sorted({row for at in bad for row in _with(given, at)})
    return Rest(
        taken_out(text, [given[at] for at in whole]),
        tuple(text[given[at].start : given[at].end].strip() for at in bad),
        headless=bad[0] == 0,
        gap=leaves_a_gap(text, given, bad),
    )


def put_in_place(text: str, said: Set[str], new: str, language: Language = ENGLISH) -> str:
    """The text with other words where the first of these statements stands, and without the rest of them and what
    refers back to them; empty where it is a row of a table, which keeps its form."""
    given = tuple(statements(language.read(text), language.tag))
    bad = with_what_refers_back(
        text, given, (at for at, one in enumerate(given) if text[one.start : one.end].strip() in said)
    )
    if not bad or any(given[at].in_table for at in bad):
        return ""
    first, *others = (given[at] for at in bad)
    cut = taken_out(text, others) if others else text
    written = text[first.start : first.end]
    opens = _ITEM.match(written) or re.match(r"\s*", written)
    opening, closing = opens.group() if opens else "", written[len(written.rstrip()) :]
    return f"{cut[: first.start]}{opening}{new}{closing}{cut[first.end :]}"


def leaves_a_gap(text: str, given: Sequence[Statement], bad: Sequence[int]) -> bool:
    """Whether what is left without these statements is not whole: its answer is one of them, or an item of a list or
    table is."""
    items = (given[at].in_table or _ITEM.match(text[given[at].start : given[at].end]) for at in bad)
    return 0 in bad or any(items)


def _with(given: Sequence[Statement], place: int) -> Sequence[int]:
    """The place of a statement; of a table's head those of all its rows, which mean nothing without it."""
    rows = table_around(given, place)
    return rows if rows and rows.start == place else (place,)


def with_what_refers_back(text: str, given: Sequence[Statement], bad: Iterable[int]) -> list[int]:
    """The places of these statements, and of the sentences behind them that speak of what they said: with them gone,
    "It fell to 5.87" is of something else. A statement that itself refers back leaves its subject to the others."""
    found = set(bad)
    for at in sorted(found):
        if _refers_back(text, given[at]):
            continue
        for behind in range(at + 1, len(given)):
            if given[behind].line != given[at].line or not _refers_back(text, given[behind]):
                break
            found.add(behind)
    return sorted(found)


def _refers_back(text: str, statement: Statement) -> bool:
    return not statement.in_table and refers_back(text[statement.start : statement.end])


def refers_back(said: str) -> bool:
    """Whether a sentence begins with what stands for something that the one before it says."""
    return _BACK.match(said) is not None


def taken_out(text: str, bad: Sequence[Statement]) -> str:
    """The text without these statements and the markers left empty; empty where no word is left."""
    end = len(text)
    for statement in reversed(bad):
        before, after = text[: statement.start], text[min(statement.end, end) :]
        if statement.in_table or _between_items(before, after):  # an empty line would end the table, or the list
            after = after.removeprefix("\n")
        before = before if after[:1].strip() else before.rstrip(" \t")
        text, end = before + after, len(before)  # the spaces that are gone end no statement before it any more
    text = re.sub(r"^[ \t]*(?:[-*+]|\d+[.)]|>)[ \t]*$\n?", "", text, flags=re.MULTILINE)
    text = re.sub(r"^\|.*\|[ \t]*\n\|[-:| ]+\|[ \t]*(?=\n(?!\|)|\Z)", "", text, flags=re.MULTILINE)
    text = re.sub(r"^#{1,6} [^\n]*\n*(?=#{1,6} |\Z)", "", text, flags=re.MULTILINE)
    text = re.sub(r"\n{3,}", "\n\n", text).strip()
    return text if any(words(text)) else ""


def _between_items(before: str, after: str) -> bool:
    """Whether what was taken out between these was all of a line in a list that goes on."""
    above, emptied = before.rpartition("\n")[::2]
    follows = after.removeprefix("\n")
    of_list = _ITEM.match(above.rpartition("\n")[2]) or _ITEM.match(follows)
    return not emptied.strip() and follows != after and bool(of_list)


def misses(asked: str, rest: Shortened) -> bool:
    """Whether a text is no longer a whole answer: it has a gap, or a statement that was taken out spoke of something
    that was asked about and that what is left does not name."""
    gone = {word for one in rest.removed for word in words(one)}
    return rest.gap or bool(set(words(asked)) & gone - set(words(rest.text)))
