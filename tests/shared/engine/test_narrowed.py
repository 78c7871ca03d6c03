"""What nobody tells is left out of a query before it is looked at for what must be said of its figures."""

import pytest

from shared.engine.results.narrowed import narrowed, ranking

GROUPED = "SELECT beer, SUM(crates) AS crates, AVG(price) AS mean FROM sales GROUP BY beer"


@pytest.mark.parametrize(
    ("sql", "told", "left"),
    [
        (GROUPED, {"crates"}, "SELECT beer, SUM(crates) AS crates FROM sales GROUP BY beer"),
        (GROUPED, {"CRATES"}, "SELECT beer, SUM(crates) AS crates FROM sales GROUP BY beer"),
        (
            "SELECT beer, SUM(a) AS x, COUNT(DISTINCT b) AS y FROM t GROUP BY 1 ORDER BY 1",
            {"x"},
            "SELECT beer, SUM(a) AS x FROM t GROUP BY beer ORDER BY beer",
        ),
        (
            "SELECT YEAR(day) AS y, SUM(a) AS x, SUM(b) AS z FROM t GROUP BY 1 ORDER BY 2",
            {"x"},
            'SELECT YEAR(day) AS y, SUM(a) AS x FROM t GROUP BY YEAR(day) ORDER BY "x"',
        ),
        ("SELECT SUM(a) AS x, SUM(b) AS y FROM t WHERE a > 1", {"x"}, "SELECT SUM(a) AS x FROM t WHERE a > 1"),
    ],
)
def test_figures_that_are_not_told_go(sql: str, told: set[str], left: str) -> None:
    assert narrowed(sql, told).casefold() == left.casefold()


@pytest.mark.parametrize(
    "sql",
    [
        f"{GROUPED} ORDER BY mean",
        f"{GROUPED} ORDER BY 3",
        f"{GROUPED} HAVING mean > 3",
        "SELECT SUM(a) AS crates, COUNT(*) AS n, crates / n AS share FROM t",
        "SELECT DISTINCT a, SUM(b) OVER () AS mean FROM t",
        "SELECT SUM(a) AS x FROM t UNION ALL SELECT SUM(b) FROM t",
        "SELECT a, b FROM t",
        "SELECT beer, SUM(a) FROM t GROUP BY beer",
        "SELECT beer, SUM(a) AS crates, SUM(b) AS n FROM t GROUP BY ROLLUP (1)",
        "SELECT beer, SUM(a) AS crates, SUM(b) AS n FROM t GROUP BY 7",
        "SELECT beer, SUM(a) AS n, SUM(b) AS n FROM t GROUP BY beer",
        "no query",
    ],
)
def test_a_query_whose_parts_hang_together_stays_as_it_is(sql: str) -> None:
    assert narrowed(sql, {"crates", "share"}) == sql


@pytest.mark.parametrize(
    ("sql", "told", "left"),
    [
        ("SELECT a FROM t ORDER BY a", 1, "SELECT a FROM t ORDER BY a LIMIT 1"),
        ("SELECT a FROM t ORDER BY a", 3, "SELECT a FROM t ORDER BY a"),
        ("SELECT a FROM t ORDER BY a", None, "SELECT a FROM t ORDER BY a"),
        ("SELECT a FROM t ORDER BY a LIMIT 9", 1, "SELECT a FROM t ORDER BY a LIMIT 9"),
        ("SELECT a FROM t", 1, "SELECT a FROM t"),
    ],
)
def test_a_query_in_order_of_which_only_the_first_rows_are_told_ranks(sql: str, told: int | None, left: str) -> None:
    assert ranking(sql, told, 3) == left
