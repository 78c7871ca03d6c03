"""A date of the data as people write it: "March 2025", "5 March 2025", "Q1 2025"."""

from datetime import date
from typing import Final

from shared.query.words.values import MONTHS

TIME_UNITS: Final = ("second", "minute", "hour", "day", "week", "month", "quarter", "year", "decade")


def spelled(written: str, form: str) -> str:
    """An ISO 8601 date or timestamp in the form `year`, `quarter`, `month` or `day`; as written where it is no date."""
    try:
        day = date.fromisoformat(written[:10])
    except ValueError:
        return written
    if form == "year":
        return str(day.year)
    if form == "quarter":
        return f"Q{(day.month + 2) // 3} {day.year}"
    month = f"{MONTHS[day.month - 1]} {day.year}"
    return month if form == "month" else f"{day.day} {month}"
