"""Names in words: those of columns, files and cells, whatever their style."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from shared.contracts.dataset import ColumnProfile
from shared.table.abbreviations import ABBREVIATIONS

_SYMBOL = r"(?<![^\W\d_])[a-z][A-Z]+[a-z]?(?![^\W\d_])"
"""One small letter before capitals, and at most one behind them: pH, kWh. It is cut nowhere."""
_CAMEL = re.compile(rf"({_SYMBOL})|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])(?![A-Z]s(?![A-Za-z]))")
_CAMEL_AND_DIGITS = re.compile(rf"({_SYMBOL})|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_SHORT = r"(?<![^\W\d_])(?:[A-Z][a-z]){2}(?![^\W\d_])"
"""Two syllables of two letters, which abbreviate a longer word: MwSt. A sentence does not cut them."""
_INNER_CAPITAL = re.compile(rf"({_SYMBOL}|{_SHORT})|(?<=[a-z0-9])([A-Z])(?=[a-z])")


@lru_cache(maxsize=50_000)
def words_of(name: str) -> tuple[str, ...]:
    """A column name, file name or cell value as lower-case words, whatever its style; a sign is one itself."""
    words = re.findall(r"[^\W_]+", folded(_cut(name, _CAMEL).replace("'", "")).lower())
    return tuple(words) or _SIGNS.get(name.strip(), tuple(filter(None, (name.strip(),))))


def _cut(name: str, where: re.Pattern[str]) -> str:
    return where.sub(lambda found: found[1] or " ", name)


_SIGNS = {"#": ("number",), "№": ("number",), "%": ("percent",), "$": ("dollars",), "€": ("euros",)}
"""Signs that columns are named by."""


def folded(text: str) -> str:
    """Letters without their accents."""
    return "".join(
        mark for mark in unicodedata.normalize("NFKD", text.replace("ł", "l")) if not unicodedata.combining(mark)
    )


def spoken(column: ColumnProfile) -> str:
    """The column's name in words, as the profile has it; of a profile that has none yet, made from the name."""
    return column.words or in_words(column.name)


def word_set(text: str) -> frozenset[str]:
    """The words of a text, which are separated by blanks."""
    return frozenset(text.split())


def words_of_all(names: Sequence[str]) -> dict[str, str]:
    """Each column's name in words, no two alike: a name whose words are another's too stays as it is."""
    said = {name: in_words(name) for name in names}
    counted = Counter(words.casefold() for words in said.values())
    return {name: words if counted[words.casefold()] == 1 else name for name, words in said.items()}


def in_words(name: str) -> str:
    """A name as a sentence says it: order_date and orderDate are "order date"; Order Date, Umsatz and kWh stay so."""
    cut = _INNER_CAPITAL.sub(lambda found: found[1] or f" {found[2].lower()}", name)
    return re.sub(r"[\s_]+", " ", cut).strip() or name


def columns_in_words(text: str, columns: Iterable[ColumnProfile]) -> str:
    """The text with names that only a file writes so ("order_date") as a sentence says them."""
    names = {one.name: spoken(one) for one in columns if "_" in one.name}
    if not names:
        return text
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(`?)(?<!\w)({known})(?!\w)\1", lambda match: names[match[2]], text)


def aggregated(aggregate: str, words: str) -> str:
    """A column's words under an aggregate: "average revenue", and "average of avg size" where they begin alike."""
    alike = written_out(words)[:1] == (aggregate,)
    return f"{aggregate} of {words}" if alike else f"{aggregate} {words}"


def spaced(name: str) -> str:
    """The words of a name in lower case: unitPrice, unit_price and Unit-Price are all "unit price"; pH and kWh are one
    word each."""
    cut = _cut(name, _CAMEL_AND_DIGITS)
    return re.sub(r"[\s_.\-/]+", " ", cut).strip().lower()


def tokens(name: str) -> tuple[str, ...]:
    """The words of a name without signs, in lower case."""
    return tuple(re.findall(r"[^\W_]+", spaced(name)))


def written_out(name: str) -> tuple[str, ...]:
    """The words of a name with abbreviations written out: ("quantity",) of qty."""
    return tuple(part for word in tokens(name) for part in _long(word))


def _long(word: str) -> list[str]:
    """A word written out; bodywt as "body weight"."""
    weighed = re.fullmatch(r"([a-z]{3,})wt", word)
    return [weighed[1], "weight"] if weighed else ABBREVIATIONS.get(word, word).split()
