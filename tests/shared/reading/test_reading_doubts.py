"""Words that are only a part of what they were taken for."""

import duckdb
import pytest

from shared.reading.parse import read
from tests.shared.reading.profiling import profile_table
from tests.shared.reading.shops import NOW

_TABLES = {
    "bookings": """
        'B' || i AS booking_id, ['Single', 'Double', 'Suite'][1 + i % 3] AS room_type,
        ['Stayed', 'Cancelled'][1 + i % 5 // 4] AS booking_status, 50.0 + i AS rate_per_night,
        DATE '2024-01-01' + CAST(i AS INTEGER) AS booked_on,
        ['Savings', 'Joint'][1 + i % 2] AS account, 10.0 * i AS charge, i % 7 AS review_score,
        ['Manager', 'Clerk'][1 + i % 2] AS job_title FROM range(60)
    """,
    "counties": """
        'C' || i AS county, 40.0 + i % 30 AS "turnout %", 100 * i AS voters FROM range(40)
    """,
    "nations": """
        ['Peru', 'Chad', 'Fiji', 'Oman'][1 + i % 4] AS country, 1990 + i // 4 AS year, 1000.0 + i AS gdpPercap
        FROM range(40)
    """,
    "census": """
        1900 + i AS year, 70000000 + 1000 * i AS population FROM range(60)
    """,
    "accounts": """
        1960 + i // 4 AS year, 1 + i % 4 AS quarter, 2000.0 + i AS realgdp FROM range(80)
    """,
    "airports": """
        'Place' || i || CASE WHEN i = 7 THEN ' International' ELSE ' Field' END AS name, i * 1.5 AS latitude
        FROM range(60)
    """,
    "homes": """
        ['Condo', 'House'][1 + i % 2] AS type, 100000.0 + 500 * i AS price FROM range(60)
    """,
    "unemployment": """
        1950 + i AS year, 4.0 + i % 5 AS jan, 5.0 + i % 4 AS feb FROM range(60)
    """,
    "tickets": """
        'T' || i AS ticket_id, TIMESTAMP '2024-01-01' + i * INTERVAL 1 HOUR AS opened_at FROM range(60)
    """,
}


def _gaps(question: str, name: str) -> str:
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE {name} AS SELECT {_TABLES[name]} AS t(i)")
    return "; ".join(read(question, profile_table(connection, name, f"{name}.csv"), NOW)[0].gaps)


@pytest.mark.parametrize(
    ("name", "question", "reason"),
    [
        ("bookings", "what was the cancellation rate by room type", "could be a share"),
        ("bookings", "which room number was booked most", "not the number of room"),
        ("bookings", "how much charge do i save each month", "need not be that"),
        ("bookings", "average review score given by managers", "given by"),
        ("counties", "what is the overall turnout", "not the overall one"),
        ("counties", "sum of turnout", "means nothing"),
        ("nations", "total gdp of Peru in 1995", "means nothing"),
        ("nations", "gdp of Peru in 1995", "per head"),
        ("census", "what is the total population", "several times"),
        ("accounts", "total realgdp in 1980", "several times"),
        ("airports", "how many international airports are there", "part of the name"),
        ("homes", "how many homes were sold", "were sold"),
        ("unemployment", "which year had the highest unemployment", "by a measure"),
    ],
)
def test_a_part_of_a_word_is_not_taken_for_the_whole(name: str, question: str, reason: str) -> None:
    assert reason in _gaps(question, name)


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("census", "population in 1920"),
        ("nations", "average gdp per capita in 1995"),
        ("counties", "average turnout"),
        ("accounts", "average realgdp in 1975"),
    ],
)
def test_what_the_words_do_say_is_still_read(name: str, question: str) -> None:
    assert not _gaps(question, name)


def test_a_prefix_makes_another_word_and_no_slip() -> None:
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE tickets AS SELECT {_TABLES['tickets']} AS t(i)")
    table = profile_table(connection, "tickets", "tickets.csv")
    assert "reopened" in read("how many tickets were reopened", table, NOW)[0].unexplained
    assert not read("how many tickets were openned", table, NOW)[0].unexplained
