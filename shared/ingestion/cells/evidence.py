"""What the rest of a file tells about 3/4/2025 and 1.234, where the column alone can be read in two ways."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from shared.contracts.dataset import Ambiguity, DateOrder, DecimalMark, Overrides
from shared.ingestion.cells.dates import DateReading, DateStyle
from shared.ingestion.cells.numbers import NumberReading, NumberStyle

_ORDERS = {"DMY": "day/month/year", "MDY": "month/day/year", "YMD": "year/month/day"}


class Votes(NamedTuple):
    """Votes of the columns that can be read in one way only, and what a person said of all columns."""

    points: int = 0
    commas: int = 0
    day_first: int = 0
    month_first: int = 0
    semicolons: bool = False
    dated: bool = False
    """Whether a column holds dates, with or without times of day."""
    units: frozenset[str] = frozenset()
    date_order: DateOrder | None = None
    decimal_mark: DecimalMark | None = None

    @classmethod
    def of(
        cls, readings: Iterable[tuple[str, NumberReading, DateReading]], delimiter: str, overrides: Overrides
    ) -> "Votes":
        """The votes of all columns."""
        numbers, dates, dated = [], [], False
        for _, number, date in readings:
            numbers += [number.styles[0]] if number.decided and number.share > 0.85 and len(number.styles) == 1 else []
            dates += [date.pairs] if date.share > 0.85 else []
            dated = dated or (date.share > 0.85 and date.styles[0].type != "time")
        marked = [style for style in numbers if not (style.whole and style.plain)]  # 1,204,500 tells, 1204500 does not
        return cls(
            points=sum(style.mark == "." for style in marked),
            commas=sum(style.mark == "," for style in marked),
            day_first=sum(any(a > 12 for a, _ in pairs) and all(b <= 12 for _, b in pairs) for pairs in dates),
            month_first=sum(any(b > 12 for _, b in pairs) and all(a <= 12 for a, _ in pairs) for pairs in dates),
            semicolons=delimiter == ";",
            dated=dated,
            units=frozenset(style.unit for style in numbers if style.unit),
            date_order=overrides.date_order,
            decimal_mark=overrides.decimal_mark,
        )

    def mark(
        self, column: str, cells: Sequence[str], styles: Sequence[NumberStyle]
    ) -> tuple[tuple[NumberStyle, ...], Ambiguity | None]:
        """The readings of 1.234 or 1,234, the likelier first; the one that a person chose, where they did."""
        if told := tuple(style for style in styles if style.mark == self.decimal_mark):
            return told, None
        vote = self.commas - self.points or (1 if self.semicolons else 0)
        likelier = sorted(styles, key=lambda style: style.mark == ("." if vote > 0 else ",")) if vote else list(styles)
        by_columns = self.commas != self.points
        if by_columns and not (self.commas and self.points):  # no file writes numbers in two ways
            return tuple(likelier), None
        why = "as most columns of the file have it" if by_columns else "as is usual"
        why = f"{why} where semicolons separate cells" if vote and not by_columns else why
        taken, other = likelier[0], likelier[1]
        shown = tuple(cell for cell in cells if re.search(r"[.,][0-9]", cell))[:3] or tuple(cells[:3])
        one, another = (_plain(shown[0], mark) for mark in (taken.mark, other.mark))
        detail = (
            f"In column {column}, {shown[0]} was read as {one}, {why}; it could be {another}: "
            f"if so, give the decimal mark “{other.mark}”."
        )
        ambiguity = Ambiguity(
            column=column,
            kind="decimal_mark",
            reading=taken.mark,
            alternative=other.mark,
            detail=detail,
            examples=shown,
        )
        return tuple(likelier), ambiguity

    def order(
        self, column: str, cells: Sequence[str], reading: DateReading
    ) -> tuple[tuple[DateStyle, ...], Ambiguity | None]:
        """The readings of 3/4/2025, the likelier first; the one that a person chose, where they did."""
        if chosen := tuple(style for style in reading.styles if style.order == self.date_order):
            return chosen, None
        taken, other, why = self._order(reading)
        likelier = sorted(reading.styles, key=lambda style: style.order != taken)
        detail = (
            f"In column {column}, {cells[0]} was read as {_ORDERS[taken]}, {why}; it could be {_ORDERS[other]}: "
            f"if so, give the date order {other}."
        )
        told = Ambiguity(
            column=column, kind="date_order", reading=taken, alternative=other, detail=detail, examples=tuple(cells[:3])
        )
        return tuple(likelier), told

    def _order(self, reading: DateReading) -> tuple[DateOrder, DateOrder, str]:
        if reading.styles[0].order == "YMD":
            return "YMD", "DMY", "as its last number changes most, as days do"
        day_first, why = self._day_first(reading)
        return ("DMY", "MDY", why) if day_first else ("MDY", "DMY", why)

    def _day_first(self, reading: DateReading) -> tuple[bool, str]:
        if self.day_first != self.month_first:
            return self.day_first > self.month_first, "as other dates of the file have it"
        firsts, seconds = {a for a, _ in reading.pairs}, {b for _, b in reading.pairs}
        if reading.mark == ".":
            return True, "as dates with points are written"
        if {1} in (firsts, seconds) and len(firsts | seconds) > 2:
            return firsts == {1}, "as it then counts months, each by its first day"
        if 1 in (len(firsts), len(seconds)) and len(firsts | seconds) > 3:
            return len(seconds) == 1, "as the days of one month are then counted"
        if self.commas > self.points or self.semicolons or self.units & {"€", "£", "EUR", "GBP"}:
            return True, "as the numbers of the file are written the European way"
        return False, "as is usual in the United States"


def _plain(cell: str, mark: DecimalMark) -> str:
    """The number of a cell in plain digits, where that is its decimal mark: 1040 or 1.04 of 1.040."""
    written = re.search(r"-?[0-9][0-9.,]*", cell)
    digits = re.sub(r"[^0-9,-]" if mark == "," else r"[^0-9.-]", "", written[0] if written else cell).replace(",", ".")
    return format(Decimal(digits).normalize(), "f") if digits.strip(".-") else cell
