"""Times in a question, against the calendar."""

from datetime import datetime

import pytest

from shared.offline.reading.meanings.times import time_spans
from shared.offline.reading.meanings.tokens import tokenise

NOW = datetime(2024, 8, 14)

PERIODS = [
    ("in 2023", "2023-01-01", "2024-01-01"),
    ("in June 2024", "2024-06-01", "2024-07-01"),
    ("Q2 2024", "2024-04-01", "2024-07-01"),
    ("the second quarter of 2023", "2023-04-01", "2023-07-01"),
    ("the second half of 2023", "2023-07-01", "2024-01-01"),
    ("on 5 May 2024", "2024-05-05", "2024-05-06"),
    ("on May 5, 2024", "2024-05-05", "2024-05-06"),
    ("on 2024-02-29", "2024-02-29", "2024-03-01"),
    ("since March 2024", "2024-03-01", None),
    ("after 2022", "2023-01-01", None),
    ("before 2022-05-01", None, "2022-05-01"),
    ("until June 2023", None, "2023-07-01"),
    ("between January 2023 and March 2023", "2023-01-01", "2023-04-01"),
    ("last quarter", "2024-04-01", "2024-07-01"),
    ("this year", "2024-01-01", "2025-01-01"),
    ("last year", "2023-01-01", "2024-01-01"),
    ("last month", "2024-07-01", "2024-08-01"),
    ("last week", "2024-08-05", "2024-08-12"),
    ("next month", "2024-09-01", "2024-10-01"),
    ("yesterday", "2024-08-13", "2024-08-14"),
    ("in the last 30 days", "2024-07-16", "2024-08-15"),
]


@pytest.mark.parametrize(("words", "low", "high"), PERIODS, ids=[words for words, _, _ in PERIODS])
def test_a_period_is_half_open(words: str, low: str | None, high: str | None) -> None:
    found = [span for span in time_spans(tokenise(f"revenue {words}"), NOW) if span.kind == "period" and span.period]
    longest = max(found, key=lambda span: span.end - span.start)
    assert longest.period is not None
    assert (longest.period.low, longest.period.high) == (low, high)


@pytest.mark.parametrize("words", ["orders over 2000", "more than 1999 units", "above 2020", "it may rise"])
def test_a_number_that_is_compared_is_no_year(words: str) -> None:
    assert not [span for span in time_spans(tokenise(words), NOW) if span.kind == "period"]


def test_two_years_joined_by_and_are_two_periods_and_not_one() -> None:
    found = [span.period for span in time_spans(tokenise("in 2021 and 2023"), NOW) if span.kind == "period"]
    assert all((period is not None and period.high != "2024-01-01") or period.low == "2023-01-01" for period in found)


def test_the_last_day_of_a_short_month_is_a_day_that_exists() -> None:
    found = [span.period for span in time_spans(tokenise("in the last 6 months"), datetime(2024, 8, 31))]
    assert next(period for period in found if period).low == "2024-03-01"


@pytest.mark.parametrize("code", ["RE-2024-0215", "2024-fall", "INV-2024", "mid-2024", "FY_2024", "non-June 2024"])
def test_a_year_or_month_within_a_longer_word_is_no_time(code: str) -> None:
    assert not [span for span in time_spans(tokenise(f"revenue of {code}"), NOW) if span.kind == "period"]


@pytest.mark.parametrize("time", ["Jan-2024", "2024-Q1", "2024-01-05", "2023-2024"])
def test_a_time_that_hyphens_join_is_one(time: str) -> None:
    assert [span for span in time_spans(tokenise(f"revenue in {time}"), NOW) if span.kind == "period"]
