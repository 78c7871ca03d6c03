"""A question as tokens: words with their stems, numbers in digits or words, quoted phrases."""

import math
import re
from functools import lru_cache
from typing import NamedTuple

from text_to_num import text2num

from shared.offline.words.lexicon import word_list, word_map
from shared.table import stems
from shared.table.names import folded, word_set, words_of

_IRREGULAR = word_map("stems")
_MAGNITUDES = {"k": 1e3, "m": 1e6, "mn": 1e6, "bn": 1e9, "b": 1e9, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_PATTERN = re.compile(
    r"""
    (?P<quoted>"[^"]+"|(?<!\w)'[^']+'(?!\w))
    | (?P<date>\b\d{4}-\d{1,2}(?:-\d{1,2})?(?:[T ]\d{2}:\d{2}(?::\d{2})?)?\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{4}\b)
    | (?P<ordinal>\b\d+(?:st|nd|rd|th)\b)
    | (?P<number>(?<![\w.])-?[$€£]?-?\d+(?:,\d{3})*(?:\.\d+)?\s?(?:%|(?:k|m|mn|bn|thousand|million|billion)\b)?(?![\w]))
    | (?P<word>[^\W_]+)
    | (?P<negation>(?<=[a-zA-Z])'t\b)
    | (?P<mark>[,;?:=<>≥≤!&/+*()%]+)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NUMBER_WORDS = word_set(word_list("number_words"))
_STRAIGHT = str.maketrans("’‘“”–—", "''\"\"- ")
_CONTRACTIONS = word_map("contractions")


class Token(NamedTuple):
    """One token. `text` is lower case, `raw` as written, `number` its value; a hyphen may have `joined` it (A-1)."""

    text: str
    raw: str
    stem: str
    kind: str = "word"
    number: float | None = None
    percent: bool = False
    currency: bool = False
    start: int = 0
    joined: bool = False


def stem(word: str) -> str:
    """The stem of one lower-case word, so that forms of a word are equal."""
    return _IRREGULAR.get(word) or stems.stem(word)


def stem_set(text: str) -> frozenset[str]:
    """The stems of the words of a text, which are separated by spaces."""
    return frozenset(stem(word) for word in text.split())


@lru_cache(maxsize=50_000)
def stems_of(name: str) -> tuple[str, ...]:
    """The stems of a name's words."""
    return tuple(stem(word) for word in words_of(name))


def tokenise(question: str) -> tuple[Token, ...]:
    """The tokens of a question, numbers in words joined to one number."""
    found = [(_token(one), _JOINED.match(one.string, one.start())) for one in _PATTERN.finditer(_straight(question))]
    return _with_worded_numbers([token._replace(joined=True) if joined else token for token, joined in found])


_JOINED = re.compile(r"(?<=[^\W\d_][-_])\w|(?<=\w[-_])[^\W\d_]")


def _straight(question: str) -> str:
    text = question.translate(_STRAIGHT)
    lower = text.casefold()
    for short, long in _CONTRACTIONS.items():
        if short in lower:
            text = re.sub(re.escape(short), long, text, flags=re.IGNORECASE)
    if "'" not in text:
        return text
    text = re.sub(r"(?<=\d0)'s\b", "s", text)
    return re.sub(r"(?<=\w)'s?(?=\W|$)(?!\w*')", " ", text) if text.count("'") % 2 else re.sub(r"(?<=\w)'s\b", "", text)


def _token(match: re.Match[str]) -> Token:
    kind, raw = str(match.lastgroup), match.group()
    if kind == "quoted":
        return Token(raw[1:-1].lower(), raw[1:-1], raw[1:-1].lower(), "quoted", start=match.start())
    if kind == "number" and math.isfinite(_value(raw)):
        return _number(raw, match.start())
    if kind == "ordinal" and math.isfinite(float(raw[:-2])):
        return Token(raw.lower(), raw, raw.lower(), "ordinal", float(raw[:-2]), start=match.start())
    if kind == "negation":
        return Token("not", raw, "not", start=match.start())
    plain = folded(raw.lower())
    return Token(plain, raw, stem(plain), "word" if kind in ("number", "ordinal") else kind, start=match.start())


def _number(raw: str, start: int) -> Token:
    bare = raw.lower().replace(",", "").strip()
    return Token(bare, raw.strip(), bare, "number", _value(raw), bare.endswith("%"), raw[0] in "$€£", start)


def _value(raw: str) -> float:
    suffix = re.search(r"(%|[a-z]+)$", raw.lower().strip())
    magnitude = _MAGNITUDES.get(suffix.group(), 1.0) if suffix else 1.0
    return float(re.sub(r"[^\d.]", "", raw)) * magnitude * (-1 if "-" in raw else 1)


def _with_worded_numbers(tokens: list[Token]) -> tuple[Token, ...]:
    joined: list[Token] = []
    position = 0
    while position < len(tokens):
        run = _run(tokens, position)
        joined.append(_worded(tokens[position : position + run]) if run else tokens[position])
        position += run or 1
    return tuple(joined)


def _run(tokens: list[Token], start: int) -> int:
    end = start
    while end < len(tokens) and tokens[end].text in _NUMBER_WORDS:
        end += 1
    return end - start


def _worded(run: list[Token]) -> Token:
    raw = " ".join(token.raw for token in run)
    try:
        value = float(text2num(raw.lower(), "en"))
    except ValueError:
        return run[0]
    return Token(raw.lower(), raw, raw.lower(), "number", value, start=run[0].start)
