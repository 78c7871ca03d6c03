"""A range is one condition, told as a person says it."""

import pytest
from orders import TABLES, write_orders

from shared.engine.duckdb.worker import QueryWorker
from shared.engine.forensics import diagnose, probes


def _told(where: str) -> tuple[str, ...]:
    """The conditions of a query as they are told."""
    return probes(f"SELECT count(*) FROM data WHERE {where}", TABLES)[0].conditions


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        ("2025-04-01", "2025-05-01", "in April 2025"),
        ("2024-12-01", "2025-01-01", "in December 2024"),
        ("2025-04-01", "2025-07-01", "in the second quarter of 2025"),
        ("2025-01-01", "2026-01-01", "in 2025"),
        ("2023-01-01", "2026-01-01", "from 2023 to 2025"),
        ("2025-04-05", "2025-04-06", "5 April 2025"),
        ("2025-04-07", "2025-04-14", "in the week of 7 April 2025"),
        ("2025-04-08", "2025-04-15", "from 8 to 14 April 2025"),
        ("2025-02-01", "2025-05-01", "from February to April 2025"),
        ("2024-11-01", "2025-02-01", "from November 2024 to January 2025"),
        ("2025-04-01 00:00:00", "2025-05-01T00:00:00", "in April 2025"),
    ],
)
@pytest.mark.parametrize("form", ["'{}'", "DATE '{}'", "CAST('{}' AS TIMESTAMP)"])
def test_a_half_open_stretch_of_time_is_one_condition(low, high, words, form):
    where = f"order_date >= {form.format(low)} AND region = 'East' AND order_date < {form.format(high)}"
    assert _told(where) == (f"order_date is {words}", "region is 'East'")


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("revenue >= 5 AND revenue <= 10", ("revenue is from 5 to 10",)),
        ("revenue > 5 AND revenue < 10", ("revenue is over 5 and under 10",)),
        ("5 <= revenue AND 10 > revenue", ("revenue is at least 5 and under 10",)),
        ("order_date >= '2025-04-01' AND order_date <= '2025-04-30'", ("order_date is from 1 to 30 April 2025",)),
        (
            "order_date > '2025-04-01' AND order_date < '2025-05-01'",
            ("order_date is after 1 April 2025 and before 1 May 2025",),
        ),
        ("order_date < DATE '2025-05-01'", ("order_date is before 1 May 2025",)),
        ("order_date >= DATE '2025-05-01'", ("order_date is 1 May 2025 or later",)),
        (
            "year(order_date) >= 2023 AND year(order_date) < 2025",
            ("the year of order_date is at least 2023 and under 2025",),
        ),
        (
            "shipped_at >= '2025-04-01 10:00:00' AND shipped_at < '2025-04-01 12:00:00'",
            ("shipped_at is 1 April 2025 at 10:00 or later and before 1 April 2025 at 12:00",),
        ),
        (
            "shipped_at >= '2025-04-01T00:00:00+02:00' AND shipped_at < '2025-05-01'",
            ("shipped_at is at least '2025-04-01T00:00:00+02:00' and before 1 May 2025",),
        ),
        (
            "order_date < '2025-04-01' AND order_date >= '2025-05-01'",
            ("order_date is 1 May 2025 or later and before 1 April 2025",),
        ),
        (
            "revenue > 5 AND revenue > 7 AND revenue < 10",
            ("revenue is over 5", "revenue is over 7", "revenue is under 10"),
        ),
        ("revenue > 5 AND quantity < 10", ("revenue is over 5", "quantity is under 10")),
        ("revenue > quantity AND revenue < order_id", ("revenue is over quantity", "revenue is under order_id")),
    ],
)
def test_other_bounds_are_told_as_what_they_are(where, told):
    assert _told(where) == told


def test_an_empty_month_is_told_as_the_one_condition_that_nothing_meets(tmp_path):
    orders = write_orders(tmp_path)
    sql = "SELECT count(*) FROM data WHERE order_date >= DATE '2025-04-01' AND order_date < DATE '2025-05-01'"
    asked = probes(sql, TABLES)
    with QueryWorker(prespawn=False) as worker:
        outcomes = worker.run_many([probe.sql for probe in asked], {"data": orders}, seconds=20, max_rows=500)
    assert diagnose(asked, [outcome.result for outcome in outcomes]).sentences == (
        "No row matches the condition that order_date is in April 2025; order_date runs from 3 January 2022 to "
        "1 December 2023.",
    )
