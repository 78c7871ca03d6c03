"""What a query writes where there is no value."""

import pytest

from shared.contracts import ColumnShown
from shared.engine.results.empty_rows import empties_among
from shared.engine.results.shown import shown_as


@pytest.mark.parametrize(
    ("column", "label"),
    [
        ("coalesce(carrier, 'unknown')", "unknown"),
        ("coalesce(carrier, shop, 'none')", "none"),
        (
            "CASE WHEN note IS NULL THEN 'without a text' WHEN note IN ('a') THEN 'Rooms' ELSE 'other' END",
            "without a text",
        ),
        ("CASE WHEN note = 'a' THEN 'Rooms' ELSE 'other' END", None),
        ("CASE WHEN note IS NOT NULL THEN 'with a text' ELSE 'other' END", None),
        ("coalesce(carrier, shop)", None),
        ("coalesce(amount, 0)", None),
        ("carrier", None),
    ],
)
def test_the_label_of_rows_without_a_value_is_found(column: str, label: str | None) -> None:
    sql = f'SELECT {column} AS x, count(*) AS n FROM "data" GROUP BY 1'
    assert empties_among(sql) == ({"x": label} if label else {})
    assert empties_among(f"WITH c AS ({sql}) SELECT * FROM c") == ({"x": label} if label else {})


def test_the_label_of_a_total_is_not_that_of_rows_without_a_value() -> None:
    sql = """SELECT coalesce(region, 'all') AS region, count(*) AS n FROM "data" GROUP BY ROLLUP (region)"""
    assert shown_as(sql, ())["region"] == ColumnShown(total="all")


def test_of_a_query_that_cannot_be_read_nothing_is_known() -> None:
    assert empties_among("SELECT") == {}


def test_a_label_of_what_is_empty_is_known_by_what_it_is_called_further_out() -> None:
    sql = "WITH a AS (SELECT CASE WHEN born IS NULL THEN 'age not known' ELSE 'known' END AS ages FROM data)"
    assert empties_among(f'{sql} SELECT ages AS "age group", count(*) AS n FROM a GROUP BY 1') == {
        "age group": "age not known"
    }
