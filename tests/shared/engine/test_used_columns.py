"""Of an inner query those columns alone matter that a query which reads them takes, or that choose among its rows."""

import pytest
import sqlglot

from shared.engine.doubts.used_columns import used_columns, without_columns

PRUNED = {
    "WITH d AS (SELECT a, w, CASE WHEN c > 1 THEN 1 END AS g FROM data) SELECT g, AVG(a) FROM d GROUP BY 1": (
        "WITH d AS (SELECT a, CASE WHEN c > 1 THEN 1 END AS g FROM data) SELECT g, AVG(a) FROM d GROUP BY 1"
    ),
    "WITH p AS (SELECT a, b, w FROM data), q AS (SELECT a, w FROM p) SELECT AVG(a) FROM q": (
        "WITH p AS (SELECT a FROM data), q AS (SELECT a FROM p) SELECT AVG(a) FROM q"
    ),
    "SELECT AVG(x.a) FROM (SELECT a, w FROM data) AS x JOIN (SELECT k, w FROM e) AS y ON x.a = y.k": (
        "SELECT AVG(x.a) FROM (SELECT a FROM data) AS x JOIN (SELECT k FROM e) AS y ON x.a = y.k"
    ),
    "SELECT COUNT(*) FROM (SELECT a, w FROM data) AS x": "SELECT COUNT(*) FROM (SELECT a FROM data) AS x",
}
KEPT = [
    "SELECT a, w FROM data",
    "SELECT * FROM (SELECT a, w FROM data) AS x",
    "SELECT AVG(a) FROM (SELECT a, w FROM data) AS x WHERE w <> 999",
    "SELECT AVG(x.a) FROM (SELECT a, w FROM data ORDER BY w LIMIT 3) AS x",
    "SELECT AVG(a) FROM (SELECT a, w AS v FROM data WHERE v < 3) AS x",
    "SELECT AVG(a) FROM (SELECT DISTINCT a, w FROM data) AS x",
    "SELECT AVG(a) FROM (SELECT a, w FROM data UNION ALL SELECT a, w FROM e) AS x",
    "SELECT COUNT(*) FROM (SELECT w FROM data) AS x WHERE EXISTS(SELECT 1 FROM e WHERE e.k = x.w)",
    "SELECT AVG(a) FROM (SELECT a, k FROM data) AS x JOIN (SELECT k FROM e) AS y USING (k)",
    "WITH d AS (SELECT a, w, ROW_NUMBER() OVER (ORDER BY w) AS n FROM data) SELECT AVG(a) FROM d WHERE n = 1",
    "SELECT a, (SELECT MAX(w) FROM d) FROM (SELECT a, b FROM c) AS y WHERE b > 0",
]


@pytest.mark.parametrize("sql", PRUNED)
def test_what_nothing_reads_is_left_out_of_inner_queries(sql: str) -> None:
    assert used_columns(sqlglot.parse_one(sql, dialect="duckdb")).sql(dialect="duckdb") == PRUNED[sql]


@pytest.mark.parametrize("sql", KEPT)
def test_what_a_figure_may_depend_on_stays(sql: str) -> None:
    tree = sqlglot.parse_one(sql, dialect="duckdb")
    assert used_columns(tree).sql(dialect="duckdb") == tree.sql(dialect="duckdb")


def test_columns_of_a_result_that_no_figure_is_of_are_left_out_unless_they_choose_its_rows() -> None:
    listed = "SELECT a, w FROM data"
    assert without_columns(listed, {"w"}) == "SELECT a FROM data"
    chosen = 'SELECT "a", "w" FROM "data" WHERE "w" > 3'
    assert without_columns(chosen, {"w"}) == chosen
    assert [without_columns(one, {"a", "w"}) for one in (listed, "no SQL (")] == [listed, "no SQL ("]
