"""A figure that a query makes up is told from one that it reads."""

import pytest

from shared.engine.origins import invented

MADE_UP = [
    ("SELECT 98765.43 AS total", ("total",)),
    ("SELECT 98765.43 AS total FROM data", ("total",)),
    ("SELECT sum(98765) AS total FROM data", ("total",)),
    ("SELECT CAST('98765' AS DOUBLE) AS total FROM data", ("total",)),
    ("SELECT x FROM (SELECT 5 AS x) AS s", ("x",)),
    ("WITH a AS (SELECT 5 AS x, region FROM data) SELECT region, sum(x) AS y FROM a GROUP BY region", ("y",)),
    ("SELECT region, sum(revenue) AS r FROM data GROUP BY region UNION ALL SELECT 'all', 98765", ("r",)),
    ("SELECT sum(revenue) AS r, 7 AS n FROM data", ("n",)),
    ("SELECT (SELECT 5) AS p FROM data", ("p",)),
    ("SELECT max(v) AS v FROM (VALUES (1), (2)) AS t(v)", ("v",)),
    ("SELECT t.q FROM data AS d JOIN (SELECT 7 AS q) AS t ON true", ("q",)),
    ("SELECT sum(revenue) * 0 + 42 AS n FROM data", ("n",)),
    ("SELECT 42 + sum(revenue) - sum(revenue) AS n FROM data", ("n",)),
    ("SELECT CASE WHEN sum(revenue) > 0 THEN 42 END AS n FROM data", ("n",)),
    ("SELECT least(sum(revenue), 42) AS n FROM data", ("n",)),
    ("SELECT nullif(42, sum(revenue)) AS n FROM data", ("n",)),
    ("SELECT count(*) AS n FROM (SELECT 1 UNION SELECT 2) AS t", ("n",)),
]
READ = [
    "SELECT count(*) AS n FROM data",
    "SELECT sum(1) AS n FROM data",
    "FROM data SELECT sum(revenue)",
    "SELECT * FROM data",
    "SELECT 'West' AS region, sum(revenue) AS r FROM data",
    "SELECT DATE '2024-01-01' AS since, sum(revenue) AS r FROM data",
    "SELECT 100.0 * sum(revenue) / (SELECT sum(revenue) FROM data) AS share FROM data",
    "SELECT row_number() OVER (ORDER BY revenue) AS rank, region FROM data",
    "WITH t AS (SELECT sum(revenue) AS s FROM data) SELECT s FROM t",
    "SELECT a.region, b.n FROM data AS a JOIN (SELECT count(*) AS n FROM data) AS b ON true",
    "SELECT sum(CASE WHEN revenue > 10 THEN 5 ELSE 0 END) AS points FROM data",
    "SELECT CASE WHEN sum(revenue) > 10 THEN 'high' ELSE 'low' END AS tier FROM data",
    "SELECT CASE WHEN count(*) = 0 THEN 0 ELSE sum(revenue) / count(*) END AS mean FROM data",
    "SELECT greatest(sum(revenue), 0) AS n, coalesce(sum(units), 0) AS u FROM data",
    "SELECT sum(revenue) * 12 AS yearly, sum(revenue) / nullif(sum(units), 0) AS price FROM data",
    "SELECT year(ordered) - 2000 AS y, floor(revenue / 10) * 10 AS bin, count(*) AS n FROM data GROUP BY ALL",
    "this is no query",
]


@pytest.mark.parametrize(("sql", "columns"), MADE_UP)
def test_a_column_that_no_table_takes_part_in_is_made_up(sql, columns):
    assert invented(sql) == columns


@pytest.mark.parametrize("sql", READ)
def test_what_is_read_from_a_table_or_is_a_label_is_not_made_up(sql):
    assert invented(sql) == ()
