"""A LIMIT that may cut rows as good as the last."""

import pytest

from shared.engine.results.ties import next_row


@pytest.mark.parametrize(
    ("sql", "place"),
    [
        ("SELECT region, sum(net) AS net FROM orders GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3", 1),
        ("SELECT region, sum(net) AS total FROM orders GROUP BY 1 ORDER BY total LIMIT 3", 1),
        ("SELECT region, sum(net) AS total FROM orders GROUP BY 1 ORDER BY sum(net) LIMIT 3", 1),
        ("SELECT net FROM orders ORDER BY net LIMIT 3 OFFSET 4", 0),
    ],
)
def test_the_row_behind_the_last_is_asked_for_with_the_column_that_orders_them(sql: str, place: int) -> None:
    asked = next_row(sql, 3)
    assert asked is not None
    assert asked[1] == place
    assert asked[0].endswith("LIMIT 1 OFFSET 7" if "OFFSET" in sql else "LIMIT 1 OFFSET 3")


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT net FROM orders ORDER BY net LIMIT 5",
        "SELECT net FROM orders LIMIT 3",
        "SELECT region FROM orders ORDER BY net LIMIT 3",
        "SELECT * FROM orders ORDER BY 1 LIMIT 3",
        "SELECT net FROM orders ORDER BY 7 LIMIT 3",
        "SELECT 1 UNION SELECT 2 ORDER BY 1 LIMIT 3",
        "SELECT net FROM orders ORDER BY net",
        "no query",
    ],
)
def test_nothing_is_asked_where_no_limit_cut_there_or_the_order_is_not_shown(sql: str) -> None:
    assert next_row(sql, 3) is None
