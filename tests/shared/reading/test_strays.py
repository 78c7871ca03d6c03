"""Words that are taken along though they change what is asked."""

import duckdb
import pytest

from shared.reading.parse import read
from tests.shared.reading.profiling import profile_table
from tests.shared.reading.shops import NOW

_TABLES = {
    "meters": """
        ['Hall', 'Pool', 'Farm'][1 + i % 3] AS site, DATE '2023-01-01' + CAST(30 * (i // 3) AS INTEGER) AS period,
        100.0 + i AS kwh FROM range(60)
    """,
    "staff": """
        'P' || i AS full_name, ['Manager', 'Clerk', 'Cook'][1 + i % 3] AS job_title FROM range(60)
    """,
    "bookings": """
        'B' || i AS booking_id, ['Spain', 'Italy'][1 + i % 2] AS guest_country, 10.0 * i AS total_charge
        FROM range(60)
    """,
    "sessions": """
        's' || i AS session_id, 'v' || i % 20 AS visitor_key, 1 + i % 7 AS pages_viewed FROM range(60)
    """,
    "homes": """
        'H' || i AS home_id, 500 + i AS sqft, 100000.0 + 500 * i % 7 AS price_usd FROM range(60)
    """,
    "figures": """
        'N' || i AS name, ['blue', 'fair', 'green'][1 + i % 3] AS skin_color,
        ['brown', 'blue'][1 + i % 2] AS eye_color FROM range(60)
    """,
    "loans": """
        'L' || i AS loan_id, DATE '2024-01-01' + CAST(i AS INTEGER) AS borrowed_on FROM range(60)
    """,
    "accounts": """
        'A' || i AS account, i % 11 AS nps_score FROM range(60)
    """,
    "crops": """
        ['oats', 'rye'][1 + i % 2] AS crop, ['Ash', 'Elm', 'Oak'][1 + i % 3] AS county, 2000 + i // 6 AS harvest_year,
        10.0 + i AS area_ha FROM range(60)
    """,
    "sales": """
        'S' || i AS line_id, DATE '2024-01-01' + CAST(i AS INTEGER) AS date, 5.0 + i AS price
        FROM range(60)
    """,
}


def _gaps(question: str, name: str) -> str:
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE {name} AS SELECT {_TABLES[name]} AS t(i)")
    return "; ".join(read(question, profile_table(connection, name, f"{name}.csv"), NOW)[0].gaps)


@pytest.mark.parametrize(
    ("name", "question", "reason"),
    [
        ("staff", "how many people report to each manager", "one value"),
        ("meters", "which month had the highest kwh across all sites", "over all of them together"),
        ("bookings", "average stay of guests from Spain", "to compute"),
        ("sessions", "how many pages did the average visitor view", "not one over rows"),
        ("homes", "largest home", "could be by sqft"),
        ("loans", "how many loans are still out", "still so"),
        ("accounts", "what is the overall nps", "promoters"),
        ("figures", "which figures have blue eyes", "is a value of"),
        ("sales", "how many orders were there", "need not be one"),
    ],
)
def test_a_word_that_changes_what_is_asked_is_a_reason_not_to_answer(name: str, question: str, reason: str) -> None:
    assert reason in _gaps(question, name)


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("accounts", "average nps score"),
        ("crops", "total area"),
        ("sales", "how many sales were there"),
        ("meters", "which month had the highest kwh"),
    ],
)
def test_questions_without_such_a_word_are_answered(name: str, question: str) -> None:
    assert not _gaps(question, name)
