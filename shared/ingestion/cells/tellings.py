"""What is told of how the numbers or the dates of a column are written."""

import re
from collections.abc import Sequence
from typing import Final

from shared.contracts.dataset import Repair
from shared.ingestion.cells.dates import DateStyle, read_dates
from shared.ingestion.cells.numbers import NumberStyle

TWO_ORDERS: Final = "some of its dates can only have the day before the month, and others only the month before the day"


def of_another_order(cells: Sequence[str]) -> bool:
    """Whether cells that are no dates in the order of day and month that most of their column has are all dates in the
    other one: which one the rest has, as 03/04/2024, nothing says."""
    reading = read_dates(cells, "")
    return reading.share == 1 and bool(reading.pairs) and len(reading.pairs) == len(cells)


def written_told(name: str, cells: Sequence[str], style: NumberStyle) -> tuple[Repair, ...]:
    """What is told of a column whose numbers are written so; nothing where its cells are plain."""
    plain, styled = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?"), re.compile(style.pattern)
    marked = tuple(cell for cell in cells if not plain.fullmatch(cell.strip()) and styled.fullmatch(cell))
    if not marked:
        return ()
    unit = f", in {style.unit}" if style.unit else ""
    mark = "a comma" if style.mark == "," else "a point"
    detail = f"Column {name} was read as numbers with {mark} as decimal mark{unit}."
    return (Repair(kind="number", detail=detail, column=name, examples=marked[:3]),)


def dates_told(name: str, cells: Sequence[str], style: DateStyle) -> tuple[Repair, ...]:
    """What is told of a column whose dates are written so; nothing of the usual ways."""
    told = (
        (style.order == "DMY", "with the day before the month"),
        (style.order == "MDY", "with the month before the day"),
        (style.monthly, "where a month stands for its first day"),
        (style.quarterly, "where a quarter of the calendar year stands for its first day"),
        (style.short_years, "with years of two digits, 69 to 99 being of the last century"),
        (style.order == "YMD", "with the year before the month and the day"),
        (style.zoned, "with times turned into UTC"),
        (style.translated, "with the names of months in another language"),
        (style.serial and not style.mixed, "from the day numbers of a spreadsheet"),
        (style.ending, "with 24:00 as the beginning of the next day"),
        (style.epoch, "from seconds or milliseconds since 1970, in UTC"),
    )
    said = [text for holds, text in told if holds]
    if not said and not style.mixed:
        return ()
    how = f" {', and '.join(said)}" if said else ""
    some = ", some of them from the day numbers of a spreadsheet" if style.mixed else ""
    detail = f"Column {name} was read as dates{how}{some}."
    return (Repair(kind="date", detail=detail, column=name, examples=tuple(cells[:3]), doubt=style.mixed),)
