"""The names of rows, and how a text may write them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property

from shared.contracts import Scalar
from shared.pattern import LazyPattern
from shared.table.nouns import singular

_TOKEN = LazyPattern(r"[^\W_]+")
_KEY_COLUMN = LazyPattern(
    r"^(?:year|month|week|quarter|day|decade|hour|weekday|jahr|monat)$|_(?:year|month|week)$", re.I
)
_DATE = LazyPattern(r"(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])(?:-(?P<day>[0-3]\d))?(?:[Tt ]00:00.*)?")


def tokens(text: str) -> list[tuple[int, int, str]]:
    """(start, end, word): the words of a text, lower-cased, a plural as its singular."""
    return [(one.start(), one.end(), singular(one.group().casefold())) for one in _TOKEN.finditer(text)]


def phrase(text: str) -> str:
    """The words of a text, and nothing between them."""
    return " ".join(word for _, _, word in tokens(text))


def row_names(row: Mapping[str, Scalar], is_number: Mapping[str, bool]) -> dict[str, str]:
    """The names of a row, lower-cased, by their columns: its texts, and the numbers of columns that count time."""
    return {
        column: str(cell).casefold()
        for column, cell in row.items()
        if cell is not None and (_names_by_number(column, cell) if is_number[column] else isinstance(cell, str))
    }


def _names_by_number(column: str, cell: Scalar) -> bool:
    """Whether a number names its row, as a year does: "per month" is a figure wherever it has a fraction."""
    return bool(_KEY_COLUMN.search(column)) and not (isinstance(cell, float) and not cell.is_integer())


class RowNames:
    """All names of the rows that are known."""

    def __init__(self, names: Iterable[str]) -> None:
        self.all = frozenset(names)

    def written(self, text: str) -> frozenset[str]:
        """The names that a text may be the whole of: a month's for "March 2025", nobody's for "West and East"."""
        return frozenset(self._forms.get(phrase(text), ()))

    @cached_property
    def _forms(self) -> dict[str, set[str]]:
        dates = {name: match for name in self.all if (match := _DATE.fullmatch(name))}
        forms: dict[str, set[str]] = {}
        often = Counter(form for name, match in dates.items() for form in set(_date_forms(match)))
        for name in self.all:
            written = [form for form in _date_forms(dates[name]) if often[form] == 1] if name in dates else []
            for form in (name, *written):
                forms.setdefault(phrase(form), set()).add(name)
        return forms


def _date_forms(given: re.Match[str]) -> Iterator[str]:
    """How a day, or the month, quarter or year that it begins, may be written."""
    day = date(int(given["year"]), int(given["month"]), min(28, int(given["day"] or 1)))
    number = int(given["day"] or 1)
    for month in (f"{day:%B}", f"{day:%b}"):
        yield from (f"{number} {month} {day.year}", f"{month} {number} {day.year}", f"{number} {month}")
        yield from (f"{month} {number}", f"{month} {day.year}", month)
    quarter = (day.month + 2) // 3
    yield from (f"{day.year}-{day.month:02d}", f"q{quarter} {day.year}", f"{day.year} q{quarter}", f"{day.year}")
