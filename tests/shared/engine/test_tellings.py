"""What a query computes in words: its conditions and groups too, and no name of its own."""

import pytest

from shared.engine.results.tellings import telling_of
from tests.shared.engine.columns import ORDERS

SIZES = "CASE WHEN net_eur > 90 OR cancelled THEN 'vast' WHEN net_eur > 5 THEN 'big' ELSE 'small' END"
MANY = " ".join(f"WHEN net_eur > {most} THEN '{most}'" for most in range(9))
BY_REGION = "WITH a AS (SELECT region AS best, sum(net_eur) AS profit FROM orders GROUP BY region)"


def _lie(computed: str) -> str | None:
    telling = telling_of(f"SELECT {computed} AS lie FROM orders", (ORDERS,))
    return telling.figures.get("lie") if telling else None


@pytest.mark.parametrize(
    ("computed", "told"),
    [
        ("sum(net_eur)", "total net sales"),
        ("round(avg(net_eur), 2)", "average net sales"),
        ("count(*)", "number of orders"),
        ("count(DISTINCT region)", "number of different values of region"),
        ("count(*) FILTER (WHERE region = 'West')", "number of orders where region is “West”"),
        ("sum(CASE WHEN cancelled THEN 1 ELSE 0 END)", "number of orders where cancelled is true"),
        ("sum(CASE WHEN region = 'West' THEN net_eur END)", "total net sales where region is “West”"),
        ("avg(CASE WHEN cancelled THEN 1 ELSE 0 END)", "share of orders where cancelled is true"),
        ("100 * sum(net_eur) / NULLIF(count(*), 0)", "(100 times total net sales) divided by number of orders"),
        ("coalesce(sum(net_eur), 0)", "total net sales"),
        ("net_eur - 2", "net sales minus 2"),
        (
            "avg(date_diff('minute', placed, closed) / 60.0)",
            "average (minutes from order date to closing time divided by 60.0)",
        ),
        ("max(datediff('day', placed, closed))", "highest days from order date to closing time"),
    ],
)
def test_a_figure_is_told_as_what_it_is_computed_from(computed: str, told: str) -> None:
    assert _lie(computed) == told


@pytest.mark.parametrize(
    "computed",
    [
        "sum(net_eur) OVER ()",
        "sum(sum(net_eur)) OVER (ORDER BY sum(net_eur))",
        "max(date_diff('month', placed, closed))",
        "quantile_cont(net_eur, 0.9)",
        "avg(CASE WHEN cancelled THEN 1 END)",
        "avg(CASE WHEN cancelled THEN net_eur ELSE 0 END)",
        "coalesce(avg(net_eur), 0)",
        "CASE WHEN net_eur > 5 THEN net_eur ELSE 1 END",
        "nullif(net_eur, 7)",
        "arg_max(net_eur, region)",
        "(SELECT max(net_eur) FROM orders)",
    ],
)
def test_what_has_no_plain_words_is_not_told(computed: str) -> None:
    assert _lie(computed) is None


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("region = 'West' AND net_eur >= 5", "region is “West” and net sales is at least 5"),
        ("region IN ('West', 'East')", "region is “West” or “East”"),
        ("NOT region = 'West'", "not (region is “West”)"),
        ("placed BETWEEN DATE '2024-01-01' AND DATE '2024-12-31'", "order date is from 2024-01-01 to 2024-12-31"),
        ("net_eur IS NOT NULL", "net sales is known"),
        ("region LIKE 'W%'", "region is like “W%”"),
        ("cancelled", "cancelled is true"),
    ],
)
def test_the_conditions_of_all_rows_are_told_through_subqueries_too(where: str, told: str) -> None:
    for sql in (
        f"SELECT sum(net_eur) AS lie FROM orders WHERE {where}",
        f"SELECT sum(x) AS lie FROM (SELECT net_eur AS x FROM orders WHERE {where})",
    ):
        telling = telling_of(sql, (ORDERS,))
        assert telling is not None
        assert (telling.figures["lie"], " and ".join(one.words for one in telling.where)) == ("total net sales", told)


@pytest.mark.parametrize(("more", "told"), [("", True), (" HAVING count(*) > 1", False), (" LIMIT 3", True)])
def test_a_part_of_all_groups_says_so_and_not_where_some_were_left_out_before(more: str, told: bool) -> None:
    sql = f"SELECT region, 100.0 * count(*) / sum(count(*)) OVER () AS lie FROM orders GROUP BY region{more}"
    telling = telling_of(sql, (ORDERS,))
    words = "(100.0 times number of orders) divided by total number of orders of all groups"
    assert telling is not None
    assert telling.figures.get("lie") == (words if told else None)


def test_a_group_is_named_by_its_keys_and_what_is_computed_over_groups_says_so() -> None:
    grouped = telling_of(f"{BY_REGION} SELECT best, profit FROM a ORDER BY profit DESC LIMIT 3", (ORDERS,))
    assert grouped is not None
    assert (dict(grouped.figures), dict(grouped.labels)) == ({"profit": "total net sales"}, {"best": "region"})
    over = telling_of(f"{BY_REGION} SELECT avg(profit) AS lie, count(*) AS n FROM a", (ORDERS,))
    assert over is not None
    assert over.figures == {"lie": "average total net sales per region", "n": "number of groups by region"}


@pytest.mark.parametrize(
    ("sql", "figure"),
    [
        (f"SELECT {SIZES} AS best, count(*) AS n FROM orders GROUP BY best", "number of orders"),
        (
            f"WITH a AS (SELECT *, {SIZES} AS s FROM orders) SELECT s AS best, count(*) AS n FROM a GROUP BY s",
            "number of orders",
        ),
        (
            f"SELECT best, sum(n) AS n FROM (SELECT {SIZES} AS best, region, count(*) AS n FROM orders GROUP BY 1, 2) "
            "GROUP BY best",
            "total number of orders per class of net sales and cancelled and region",
        ),
    ],
)
def test_a_class_of_rows_is_told_by_what_its_rows_meet_whatever_the_query_calls_it(sql: str, figure: str) -> None:
    telling = telling_of(sql, (ORDERS,))
    assert telling is not None
    assert (telling.figures["n"], telling.labels["best"]) == (figure, "class of net sales and cancelled")
    vast = "net sales is over 90 or cancelled is true"
    assert telling.classes["best"].met == {
        "vast": f"({vast})",
        "big": f"net sales is over 5 and not ({vast})",
        "small": f"not ({vast}) and not (net sales is over 5)",
    }


def test_classes_of_one_name_and_of_values_of_a_column_and_of_figures_of_groups() -> None:
    for computed, met in (
        ("CASE WHEN region = 'a' THEN 1 WHEN net_eur > 5 THEN 1 END", {
            1.0: "(region is “a”) or (net sales is over 5 and not (region is “a”))",
            None: "not (region is “a”) and not (net sales is over 5)",
        }),
        ("CASE region WHEN 'a' THEN 'x' ELSE 'y' END", {"x": "region is “a”", "y": "not (region is “a”)"}),
        ("if(net_eur > 5, 'x', 'y')", {"x": "net sales is over 5", "y": "not (net sales is over 5)"}),
    ):  # fmt: skip
        telling = telling_of(f"SELECT {computed} AS k, count(*) AS n FROM orders GROUP BY 1", (ORDERS,))
        assert telling is not None
        assert telling.classes["k"].met == met
    groups = "SELECT region, CASE WHEN sum(net_eur) > 5 THEN 'x' ELSE 'y' END AS k FROM orders GROUP BY 1"
    telling = telling_of(f"SELECT k, count(*) AS n FROM ({groups}) GROUP BY k", (ORDERS,))
    assert telling is not None
    assert (telling.figures["n"], telling.classes["k"].met["x"]) == (
        "number of groups by region",
        "total net sales is over 5",
    )


def test_a_column_without_a_name_goes_by_the_one_that_the_result_has() -> None:
    telling = telling_of(
        "SELECT region, count(*) FROM orders GROUP BY 1", (ORDERS,), columns=("region", "count_star()")
    )
    assert telling is not None
    assert telling.figures == {"count_star()": "number of orders"}


@pytest.mark.parametrize(
    "sql",
    [
        f"{BY_REGION} SELECT profit FROM a",
        "SELECT sum(net_eur) AS lie FROM orders GROUP BY region",
        "SELECT avg(net_eur) AS lie FROM (SELECT * FROM orders LIMIT 5)",
        "SELECT sum(a.net_eur) AS lie FROM orders AS a JOIN orders AS b ON a.region = b.region",
        "SELECT sum(net_eur) AS lie FROM orders WHERE net_eur > (SELECT avg(net_eur) FROM orders)",
        "SELECT CASE WHEN net_eur > 5 THEN region ELSE 'small' END AS size, count(*) AS lie FROM orders GROUP BY 1",
        "SELECT CASE WHEN mod(net_eur, 2) = 1 THEN 'odd' END AS size, count(*) AS lie FROM orders GROUP BY 1",
        f"SELECT CASE {MANY} END AS size, count(*) AS lie FROM orders GROUP BY 1",
        f"SELECT {SIZES} AS size, {SIZES} AS other, count(*) AS lie FROM orders GROUP BY ALL",
        f"SELECT n FROM (SELECT {SIZES} AS size, count(*) AS n FROM orders GROUP BY 1)",
        f"SELECT size, n FROM (SELECT {SIZES} AS size, count(*) AS n FROM orders GROUP BY 1) WHERE size = 'vast'",
        "SELECT sum(net_eur) AS lie FROM (SELECT * REPLACE (2 AS net_eur) FROM orders)",
        "SELECT region, sum(net_eur) AS lie FROM orders GROUP BY ROLLUP (region)",
        "SELECT 1 AS lie UNION SELECT 2",
        "SELECT sum(a) AS lie FROM orders AS o(a, b, c, d)",
    ],
)
def test_rows_that_cannot_be_told_wholly_are_not_told(sql: str) -> None:
    assert telling_of(sql, (ORDERS,)) is None
