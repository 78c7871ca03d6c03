"""What a query may use beyond plain SQL, and what it may not, each with a query that shows it: one list for the prompt,
which tells it to a model, and for the tests, which try each query on the guard."""

from typing import Final, NamedTuple

from shared.engine.sql.guard import MOST_CONSTANTS
from shared.engine.sql.series import MOST_ROWS
from shared.engine.sql.syntax import MAX_DEPTH, MAX_LENGTH


class Feature(NamedTuple):
    """A part of SQL as it is told, and a query over a table `data` (region, revenue, sold, tags) that uses it."""

    told: str
    example: str


_MANY: Final = [f"'{number}'" for number in range(MOST_CONSTANTS + 1)]

LIMITS: Final = (
    Feature(f"{MAX_LENGTH:,} characters", f"SELECT '{'x' * MAX_LENGTH}' AS t FROM data"),
    Feature(f"{MAX_DEPTH} levels", f"SELECT {'-(' * MAX_DEPTH}revenue{')' * MAX_DEPTH} AS r FROM data"),
    Feature(
        f"written bounds ({MOST_ROWS:,} rows)",
        f"SELECT n, count(*) AS c FROM data, range(0, {MOST_ROWS + 2}) AS t(n) GROUP BY 1",
    ),
    Feature(
        f"labels to codes ({MOST_CONSTANTS} constants)",
        f"SELECT n FROM data JOIN (VALUES ({'), ('.join(_MANY)})) AS t(n) ON region = n",
    ),
    Feature(
        f"IN ('a', 'b')), {MOST_CONSTANTS} columns",
        f"SELECT * FROM data PIVOT (sum(revenue) FOR region IN ({', '.join(_MANY)}))",
    ),
)
"""The most of what a query may have, as the rules tell it, each with a query that has more."""

AVAILABLE: Final = (
    Feature(
        "regular expressions (regexp_…)",
        "SELECT regexp_extract(tags, '[a-z]+') AS t FROM data",
    ),
    Feature("ILIKE", "SELECT count(*) AS n FROM data WHERE region ILIKE 'w%'"),
    Feature(
        "window functions with QUALIFY", "SELECT region FROM data QUALIFY row_number() OVER (ORDER BY revenue) = 1"
    ),
    Feature("FILTER (WHERE …)", "SELECT sum(revenue) FILTER (WHERE region = 'West') AS west FROM data"),
    Feature("GROUPING SETS", "SELECT region, sum(revenue) AS total FROM data GROUP BY GROUPING SETS ((region), ())"),
    Feature(
        "median, quantile_cont, corr, regr_slope",
        "SELECT median(revenue) AS m, quantile_cont(revenue, 0.9) AS q FROM data",
    ),
    Feature(
        "date_trunc, date_diff, strftime",
        "SELECT date_trunc('month', sold) AS month, count(*) AS n FROM data GROUP BY 1",
    ),
    Feature("COLUMNS(*) within a function", "SELECT min(COLUMNS(*)) FROM data"),
    Feature(
        f"PIVOT (sum(x) FOR y IN ('a', 'b')), {MOST_CONSTANTS} columns",
        "SELECT * FROM data PIVOT (sum(revenue) FOR region IN ('West', 'East'))",
    ),
    Feature(
        "unnest of string_split",
        "SELECT tag FROM data, unnest(string_split(tags, ';')) AS t(tag)",
    ),
    Feature(
        f"generate_series, range between written bounds ({MOST_ROWS:,} rows)",
        "SELECT m.month, count(data.region) AS n FROM generate_series(DATE '2024-01-01', DATE '2024-06-01', "
        "INTERVAL 1 MONTH) AS m(month) LEFT JOIN data ON date_trunc('month', sold) = m.month GROUP BY 1",
    ),
    Feature(
        f"VALUES to join labels to codes ({MOST_CONSTANTS} constants)",
        "SELECT m.name, sum(revenue) AS total FROM data JOIN (VALUES ('W', 'West')) AS m(code, name) "
        "ON data.region = m.code GROUP BY 1",
    ),
)

UNAVAILABLE: Final = (
    Feature("table functions and files", "SELECT * FROM read_csv('a.csv')"),
    Feature("recursion", "WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT n FROM t"),
    Feature("the clock (now, current_date)", "SELECT count(*) AS n FROM data WHERE sold > current_date"),
    Feature("chance (random, USING SAMPLE)", "SELECT random() AS r FROM data"),
    Feature("format, printf, repeat, lpad", "SELECT format('{}', revenue) AS r FROM data"),
    Feature("lambdas", "SELECT list_transform([1], x -> x + 1) AS l FROM data"),
    Feature("UNPIVOT", "SELECT * FROM data UNPIVOT (v FOR n IN (revenue))"),
)
