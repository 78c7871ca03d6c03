"""The cells of one column as words, so that a question's words find those that they stand for."""

import re
from dataclasses import dataclass
from datetime import date

from shared.contracts import ColumnProfile, Scalar
from shared.table.names import words_of

_NOTES = re.compile(r"\[[^\]]{0,20}\]|[†‡*§^¹²³#]+")
_PARENS = re.compile(r"\([^)]*\)")
_PARTS = re.compile(r"\s*(?:/|,|;|\n| and | & )\s*")
_MONTHS = tuple(date(2000, month, 1).strftime("%B").lower() for month in range(1, 13))
Words = tuple[str, ...]


@dataclass(frozen=True)
class Cells:
    """The different cells of a column: by all of their words, and by each run of words in them."""

    column: ColumnProfile
    by_words: dict[Words, tuple[Scalar, ...]]
    runs: dict[Words, tuple[Scalar, ...]]

    @property
    def own(self) -> bool:
        """Whether no value comes twice, so that the column names rows."""
        return all(count.count == 1 for count in self.column.top_values)

    @staticmethod
    def of(column: ColumnProfile) -> "Cells":
        """The cells of a text or date column whose values are all known; none of any other."""
        whole: dict[Words, list[Scalar]] = {}
        runs: dict[Words, list[Scalar]] = {}
        known = complete(column) and (column.type == "text" or column.temporal)
        for count in column.top_values if known else ():
            for words in spellings(count.value, column):
                _put(whole, words, count.value)
            for run in _runs(count.value, column):
                _put(runs, run, count.value)
        return Cells(column, _frozen(whole), _frozen(runs))

    def whole(self, words: Words) -> tuple[Scalar, ...]:
        """The cells that these are all the words of."""
        return self.by_words.get(words, ())

    def holding(self, words: Words) -> tuple[Scalar, ...]:
        """The cells in which these words stand side by side."""
        return self.runs.get(words, ())


def complete(column: ColumnProfile) -> bool:
    """Whether the profile holds every value of the column."""
    return bool(column.top_values) and len(column.top_values) == column.distinct


def bare(value: Scalar) -> str:
    """A cell without marks of footnotes."""
    return _NOTES.sub(" ", str(value)).strip()


def spellings(value: Scalar, column: ColumnProfile) -> list[Words]:
    """The ways to write all of a cell: as it is, without brackets; a date in either order."""
    if column.temporal:
        return _dated(str(value))
    text = bare(value)
    found = [words_of(text), words_of(_PARENS.sub(" ", text)), words_of(str(value))]
    return list(dict.fromkeys(words for words in found if words))


def _dated(value: str) -> list[Words]:
    try:
        day = date.fromisoformat(value[:10])
    except ValueError:
        return []
    month = _MONTHS[day.month - 1]
    forms = []
    for name in (month, month[:3], "sept" if month == "september" else month):
        for number in (str(day.day), ordinal(day.day)):
            forms += [(name, number, str(day.year)), (number, name, str(day.year)), (number, "of", name, str(day.year))]
    return list(dict.fromkeys([*forms, words_of(value[:10])]))


def ordinal(number: int) -> str:
    """1 as 1st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _runs(value: Scalar, column: ColumnProfile) -> set[Words]:
    if column.temporal:
        return {words for full in _dated(str(value)) for words in _date_parts(full)}
    words = words_of(bare(value))
    size = len(words)
    return {words[a:b] for a in range(size) for b in range(a + 1, min(size, a + 8) + 1)} if size <= 30 else set()


def _date_parts(full: Words) -> list[Words]:
    """Of a date: its month, its day in the month, its month in the year."""
    named = [at for at, word in enumerate(full) if not word[0].isdigit() and word != "of"]
    if not named:
        return []
    month, year = full[named[0]], full[-1]
    return [(month,), full[:-1], (month, year), (month, "of", year)]


def parts_of(value: Scalar) -> list[Words]:
    """The things that a cell lists, each as words: "Boondox / ICP" holds two."""
    return [words for part in _PARTS.split(bare(value)) if (words := words_of(part))]


def _put(table: dict[Words, list[Scalar]], words: Words, value: Scalar) -> None:
    held = table.setdefault(words, [])
    if value not in held:
        held.append(value)


def _frozen(table: dict[Words, list[Scalar]]) -> dict[Words, tuple[Scalar, ...]]:
    return {words: tuple(values) for words, values in table.items()}
