"""The last look at a text before a person sees it: nothing technical, secret, personal or active gets out."""

import json
import re
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from shared.contracts import ResultPreview
from shared.guard.leaks import LEAKS, REMOVED, Leak, folded

_PASSES = 4
_SHORTEST = 3
_NAMEABLE = frozenset(("exception", "sql", "path", "resource", "address", "host"))
"""Kinds that a row of a log may hold the name of. A secret's name never shields the secret."""
_LONG = 10**8
"""An integer from here on has the digits of a telephone number or more."""
_MARK = "\ue000"
_SQL_FENCE = re.compile(r"^```sql\n((?:(?!```)[^\n]*\n)*?)```[ \t]*$", re.MULTILINE)
_FENCE_OF_QUERY = re.compile(
    r"^[ \t]*(```|~~~)[ \t]*(?:sql|SQL|duckdb)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[ \t]*$|\Z)", re.MULTILINE
)
_INVISIBLE = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
)
_JOINER_IN_LATIN = re.compile("(?<=[!-~])[\u200c\u200d]+(?=[!-~])")
_LINK = re.compile(r"!?\[((?:[^\[\]\n]|\[[^\[\]\n]*\])*)\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\[[^\[\]\n]*\])")
_IMAGE_STUB = re.compile(r"!(?=\[)")
_LINK_TARGET = re.compile(r"^[ \t]*\[[^\]^\n][^\]\n]*\]:[ \t]*<?\S*[/.:]\S[^\n]*$", re.MULTILINE)
_URL = Leak(
    "link",
    r"(?i)<?\b(?:(?:(?:https?|ftp|javascript|vbscript)(?::|&colon;)(?://|(?=\w))|file(?::|&colon;)/|"
    r"data(?::|&colon;)(?=[\w.+-]*/[\w.+-]+[;,]|[;,]))[^\s<>\"')\]]*|"
    r"(?<![\w@.])www\.[\w-]+(?:\.[\w-]+)+(?:/[^\s<>\"')\]]*)?)>?",
)
_TELLS_ON = re.compile(
    r"[\"'`]?(?:(?:\s*[:(=]\s*|\s+)[€$£]?\d|,? (?:is|was|are|were|has|have|had|occur\w*|appear\w*|leads?|with|and|"
    r"in|on|of|for|sold|made|comes?|came|ended|accounts?|tops?|stands?)\b)"
)
"""What a sentence says of a value, which an error's own words don't: "KeyError: 412 rows", "KeyError occurs"."""
_TAG = re.compile(r"<(?=[A-Za-z/!?])")


class Unguardable(Exception):
    """The text still leaks after several passes; what is known to be clean must be said instead."""


class Guarded(NamedTuple):
    """A text that can be shown, perhaps an empty one, and the kinds of what was taken out of it."""

    text: str
    findings: tuple[str, ...] = ()


def guard(
    text: str, *, allowed: Collection[str] = (), forbidden: Collection[str] = (), queries: Collection[str] = ()
) -> Guarded:
    """The text without leaks, personal data, links, images and live markup.

    `allowed` are cells, facts and column names: what is one of them, or stands inside one of them that the text
    repeats, stays. `forbidden` are strings that never
    may stand in it (ids, a prompt's canary). A ```sql block stays where it holds one of `queries` (those that ran).
    Raises Unguardable, and lets any error out: the caller then shows a template.
    """
    known = KnownValues(allowed)
    found: list[str] = []
    kept, text = _set_aside(text, frozenset(map(_flat, queries)))
    for _ in range(_PASSES):
        before = text
        text = _clean(text, known, tuple(filter(None, forbidden)), found)
        if text == before:
            return Guarded(_bring_back(_tidy(text) if found else text, kept), tuple(dict.fromkeys(found)))
    raise Unguardable(f"still changing after {_PASSES} passes: {', '.join(dict.fromkeys(found))}")


def cells_of(results: Iterable[ResultPreview]) -> Iterator[str]:
    """The column names and cells that hold words, or as many digits as an account or a card has."""
    for shown in results:
        for record in shown.data:
            for value in (*record, *record.values()):
                if isinstance(value, str):
                    yield value
                elif isinstance(value, int) and abs(value) >= _LONG:
                    yield str(value)


def fence(cells: object, label: str = "data") -> str:
    """Untrusted data for a prompt: JSON between tags that nothing inside it can close."""
    told = _visible(json.dumps(cells, ensure_ascii=False, default=str))
    for sign in "<>&":
        told = told.replace(sign, f"\\u{ord(sign):04x}")
    return f"<{label}>\n{told}\n</{label}>"


class KnownValues:
    """What the data itself holds; it is looked at only where something technical was found."""

    def __init__(self, values: Collection[str]) -> None:
        self._values = values

    @cached_property
    def _normals(self) -> frozenset[str]:
        return frozenset(map(_normal, self._values))

    @cached_property
    def _lowered(self) -> tuple[str, ...]:
        values = {value.lower().strip() for value in self._values}
        return tuple(sorted((value for value in values if len(value) >= _SHORTEST), key=len, reverse=True))

    def is_value(self, text: str) -> bool:
        """Whether the text is wholly a value."""
        return _normal(text) in self._normals

    def covers(self, text: str, start: int, end: int) -> bool:
        """Whether text[start:end] lies within a value of the data that the text repeats at that place."""
        lower = text.lower()
        within = lower[start:end]
        return any(
            at <= start and end <= at + len(value)
            for value in self._lowered
            if within in value and value in lower
            for at in _places(value, lower)
        )

    def leading(self, text: str, start: int, end: int) -> int:
        """Where the value ends that the find begins in, something being told of it; 0 where there is none."""
        lower = text.lower()
        for value in (one for one in self._lowered if one in lower):
            for at in _places(value, lower[:end]):
                last = at + len(value)
                if at <= start < last and (" " in value or _TELLS_ON.match(text[last:end])):
                    return last
        return 0


def _places(value: str, text: str) -> Iterator[int]:
    return (match.start() for match in re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", text))


def _clean(text: str, known: KnownValues, forbidden: tuple[str, ...], found: list[str]) -> str:
    text = _visible(text)
    for secret in forbidden:
        text = _swap(text, re.compile(rf"(?<!\w){re.escape(secret)}(?!\w)"), REMOVED, "forbidden", found)
    text = _swap(text, _FENCE_OF_QUERY, "", "sql", found)
    read, looked_through = folded(text), text
    for leak in LEAKS:
        if text is not looked_through:
            read, looked_through = folded(text), text
        if leak.can_be_in(read):
            text = _without(text, leak, known, found)
    return _inert(text, known, found)


def _without(text: str, leak: Leak, known: KnownValues, found: list[str]) -> str:
    def swapped(match: re.Match[str]) -> str:
        whole = match.group()
        if (leak.proof and not leak.proof(whole)) or known.is_value(whole) or known.covers(text, *match.span()):
            return whole
        kept = known.leading(text, *match.span()) - match.start() if leak.kind in _NAMEABLE else 0
        if kept > 0:
            return whole[:kept] + _without(whole[kept:], leak, known, found)
        found.append(leak.kind)
        return leak.replacement

    return leak.pattern.sub(swapped, text)


def _inert(text: str, known: KnownValues, found: list[str]) -> str:
    """Links become their words, images their captions, tags visible text."""
    text = _swap(text, _LINK_TARGET, "", "link", found)
    text = _swap(text, _LINK, r"\1", "link", found)
    text = _swap(text, _IMAGE_STUB, "", "image", found)
    text = _without(text, _URL, known, found)
    return _swap(text, _TAG, "&lt;", "markup", found)


def _swap(text: str, pattern: re.Pattern[str], replacement: str, kind: str, found: list[str]) -> str:
    text, count = pattern.subn(replacement, text)
    found += [kind] * bool(count)
    return text


def _visible(text: str) -> str:
    return _JOINER_IN_LATIN.sub("", _INVISIBLE.sub("", text))


def _normal(text: str) -> str:
    return re.sub(r"[\s()+-]|^[\"'`]+|[\"'`.,;:!?]+$", "", text).casefold()


def _set_aside(text: str, queries: frozenset[str]) -> tuple[list[str], str]:
    """(the blocks that hold a query that ran, the text with a private-use character in place of each)."""
    kept: list[str] = []

    def marked(match: re.Match[str]) -> str:
        if _flat(match.group(1)) not in queries:
            return match.group()
        kept.append(match.group())
        return _MARK

    return kept, _SQL_FENCE.sub(marked, text.replace(_MARK, ""))


def _flat(sql: str) -> str:
    return " ".join(sql.rstrip("; \n").split())


def _bring_back(text: str, blocks: Iterable[str]) -> str:
    for block in blocks:
        text = text.replace(_MARK, block, 1)
    return text


def _tidy(text: str) -> str:
    """Without the gaps that removing has left."""
    text = re.sub(r"(?<=\S)[ \t]{2,}(?=\S)", " ", text)
    text = re.sub(r"``\s*``|`\s*`", "", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()
