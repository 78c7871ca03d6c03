"""A figure that a query makes up is told from one that it reads."""

import pytest

from shared.engine.results.origins import invented

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
    ("SELECT count(*) AS n FROM (SELECT 'a' AS x UNION SELECT 'b') AS t", ("n",)),
    ("SELECT * FROM (SELECT region, 42 AS revenue FROM data) AS t", ("revenue",)),
    ("SELECT t.* FROM data JOIN (SELECT 42 AS q) AS t ON true", ("q",)),
    ("SELECT length(x) AS n FROM (SELECT 'aaaa' AS x FROM data) AS t", ("n",)),
    ("SELECT year(d) AS n FROM (SELECT CAST('2024-01-01' AS DATE) AS d FROM data) AS t", ("n",)),
    ("SELECT v FROM (VALUES (42)) AS t(v)", ("v",)),
    ("SELECT * FROM data JOIN (VALUES ('W', 42)) AS m(code, n) ON region = m.code", ("n",)),
    ("WITH m(code, n) AS (VALUES ('W', 42)) SELECT code, n FROM m", ("n",)),
    ("SELECT count(*) AS n FROM (VALUES ('a'), ('b')) AS t(x)", ("n",)),
    ("SELECT count(DISTINCT t.x) AS n FROM data, (VALUES ('a'), ('b')) AS t(x)", ("n",)),
    ("SELECT sum(t.x) AS n FROM data, (VALUES (20), (22)) AS t(x)", ("n",)),
    ("SELECT CAST(t.x AS INT) AS n FROM data, (VALUES ('42')) AS t(x)", ("n",)),
    ("SELECT * FROM data PIVOT (max(42) FOR region IN ('West'))", ("*",)),
    ("SELECT \"West\" FROM data PIVOT (max(42) FOR region IN ('West'))", ("West",)),
    ("SELECT * FROM (SELECT region, revenue, 42 AS g FROM data) PIVOT (sum(revenue) FOR region IN ('West'))", ("*",)),
    ("SELECT max(COLUMNS(*)) FROM (SELECT revenue, 42 AS x FROM data) AS t", ("column 0",)),
    ("SELECT a.r, b.r FROM (SELECT revenue AS r FROM data) AS a, (SELECT 42 AS r) AS b", ("r",)),
    ("SELECT X FROM (SELECT 42 AS x, revenue FROM data) AS t", ("X",)),
    ("SELECT region AS k, revenue AS r FROM data UNION ALL BY NAME SELECT 42 AS r, region AS k FROM data", ("r",)),
    ("SELECT sum(l.x) AS n FROM data, LATERAL (SELECT 42 AS x) AS l", ("n",)),
    ("SELECT sum(l.x) AS n FROM (SELECT 42 AS r FROM data) AS d, LATERAL (SELECT d.r AS x) AS l", ("n",)),
    ("SELECT max(l.n) AS n FROM data, LATERAL (SELECT count(*) AS n) AS l", ("n",)),
    ("SELECT max(y) AS n FROM data, LATERAL (SELECT units AS x, 42 AS y) AS l", ("n",)),
    ("SELECT x FROM (SELECT '42,43' AS a) AS s, unnest(string_split(s.a, ',')) AS t(x)", ("x",)),
    ("SELECT q, region FROM (SELECT 42 AS q) JOIN data ON true", ("q",)),
    ("SELECT sum(j) AS n FROM (SELECT 1 AS j UNION ALL SELECT 1) AS t", ("n",)),
    ("SELECT sum(j) AS n FROM (VALUES (1), (1)) AS t(j)", ("n",)),
    ("SELECT sum(j) AS n FROM (SELECT region, 2 AS j FROM data) AS t", ("n",)),
    ("SELECT max(j) AS n FROM (SELECT region, 1 AS j FROM data) AS t", ("n",)),
    ("SELECT region, 1 AS j FROM data", ("j",)),
    ("SELECT region, j FROM (SELECT region, 1 AS j FROM data) AS t", ("j",)),
]
READ = [
    "WITH moves AS (SELECT began AS day, 1 AS j, 0 AS l FROM data UNION ALL SELECT ended, 0, 1 FROM data) "
    "SELECT day, sum(j) AS joined, sum(l) AS gone, sum(j) - sum(l) AS net FROM moves GROUP BY day",
    "WITH moves AS (SELECT began AS day, 1 AS j, NULL AS l FROM data UNION ALL SELECT ended, NULL, 1 FROM data), "
    "each AS (SELECT * FROM moves WHERE day > '2026') SELECT coalesce(sum(l), 0) AS gone, avg(j) AS part FROM each",
    "SELECT d, count(units) AS n FROM (SELECT DATE '2024-11-01' AS d) LEFT JOIN data ON ordered = d GROUP BY 1",
    "SELECT d - CAST(day(d) - 1 AS INT) AS m FROM (SELECT CAST(ordered AS DATE) AS d FROM data) AS t",
    "SELECT sum(l.x) AS n FROM data, LATERAL (SELECT revenue * 2 AS x) AS l",
    "SELECT l.y AS n FROM data AS d, LATERAL (SELECT d.revenue UNION ALL SELECT units) AS l(y)",
    "SELECT l.n FROM data JOIN LATERAL (SELECT count(*) AS n FROM other WHERE other.region = data.region) AS l ON true",
    "WITH u AS (SELECT * FROM data WHERE year = 1), w AS (SELECT * FROM data WHERE year = 2) "
    "SELECT 'revenue' AS what, u.revenue AS earlier, w.revenue AS later FROM u, w "
    "UNION ALL SELECT 'cost', u.cost, w.cost FROM u, w UNION ALL SELECT 'units', u.units, w.units FROM u, w",
    "SELECT 'units' AS what, units AS n FROM data UNION ALL SELECT 'units', units FROM data",
    "SELECT what, n FROM (SELECT 'units', units FROM data UNION ALL SELECT 'units', units FROM data) AS t(what, n)",
    "SELECT a.r, b.r FROM (SELECT revenue AS r FROM data) AS a, (SELECT cost AS r FROM data) AS b",
    "SELECT region AS k, revenue AS r FROM data UNION ALL BY NAME SELECT cost AS r, region AS k FROM data",
    "SELECT 'all' AS what, * FROM data UNION ALL SELECT 'units', region, units FROM data",
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
    "SELECT m.name, sum(units) AS r FROM data JOIN (VALUES ('W', 'West')) AS m(code, name) ON region = code GROUP BY 1",
    "SELECT coalesce(m.name, 'other') AS name, count(*) AS n FROM data LEFT JOIN (VALUES ('W', 'West')) "
    "AS m(code, name) ON region = m.code GROUP BY 1",
    "SELECT band, count(*) AS n FROM data JOIN (VALUES ('low', 0, 10)) AS b(band, lo, hi) ON revenue >= lo GROUP BY 1",
    "SELECT * FROM data PIVOT (sum(revenue) FOR region IN ('West', 'East'))",
    "SELECT month, \"West\" FROM data PIVOT (sum(revenue) FOR region IN ('West')) AS p",
    "SELECT min(COLUMNS(*)) FROM data",
    "SELECT max(COLUMNS('rev.*')) FROM data",
    "SELECT tag, count(*) AS n FROM data, unnest(string_split(tags, ';')) AS t(tag) GROUP BY 1",
    "WITH t AS (SELECT region, sum(revenue) AS r FROM data GROUP BY 1) SELECT * FROM t ORDER BY r DESC",
    "SELECT * FROM (SELECT * FROM data) AS s",
    "this is no query",
]


@pytest.mark.parametrize(("sql", "columns"), MADE_UP)
def test_a_column_that_no_table_takes_part_in_is_made_up(sql, columns):
    assert invented(sql) == columns


@pytest.mark.parametrize("sql", READ)
def test_what_is_read_from_a_table_or_is_a_label_is_not_made_up(sql):
    assert invented(sql) == ()
