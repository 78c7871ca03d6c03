"""Which queries are run again rather than that their rows are kept."""

import duckdb
import pytest

from shared.engine.duckdb.plans import row_by_row

COUNTED = "(SELECT count(*) FROM data) AS there, (SELECT count(*) FROM data WHERE n > 3) AS selected"


@pytest.fixture(scope="module")
def connection(tmp_path_factory):
    file = tmp_path_factory.mktemp("plans") / "data.parquet"
    made = "SELECT i AS n, i / 7 AS x, 'w' || i % 5 AS word FROM range(50000) AS one(i)"
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({made}) TO '{file}' (FORMAT parquet)")
        connection.execute(f"CREATE VIEW data AS FROM read_parquet('{file}')")
        yield connection


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT n, x FROM data",
        f"SELECT n, x * 2 AS double, {COUNTED} FROM data WHERE n > 3",
        "SELECT n / (SELECT sum(n) FROM data) AS share FROM data WHERE word LIKE '%1' AND x > n / 8",
    ],
)
def test_a_query_that_makes_a_row_of_each_row_of_a_file_may_be_run_again(connection, sql):
    assert row_by_row(connection, sql)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT word, sum(x) FROM data GROUP BY word",
        "SELECT avg(x) FROM data",
        "SELECT DISTINCT word FROM data",
        "SELECT n FROM data ORDER BY x",
        "SELECT n FROM data LIMIT 3",
        "SELECT n, row_number() OVER () FROM data",
        "SELECT one.n FROM data AS one JOIN data AS other USING (n)",
        "SELECT one.n FROM data AS one, data AS other",
        "SELECT n, v FROM data, (VALUES (1), (2)) AS more(v)",
        "SELECT n FROM data UNION ALL SELECT n FROM data",
        "SELECT n, unnest([1, 2]) FROM data",
        "WITH one AS MATERIALIZED (SELECT n FROM data) SELECT * FROM one",
        "SELECT 1 AS n",
        "SELECT nothing FROM data",
        "SELECT 1/",
    ],
)
def test_the_rows_of_any_other_query_are_kept(connection, sql):
    assert not row_by_row(connection, sql)
