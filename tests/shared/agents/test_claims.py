"""Figures that a query writes down itself are its own claims."""

import pytest

from shared.agents.claims import claims, matched_by_letters, told_purpose, why_claimed, years_of
from shared.contracts import UNSTATED, PlannedQuery
from shared.query.check import check
from shared.query.problems import read_query
from shared.query.sql.compile import compile_query
from tests.shared.query.tables import table_of

OWN = {
    "a text": ("SELECT 'up 42 percent' AS told, sum(revenue) AS r FROM data", "up 42 percent"),
    "a text among VALUES": (
        "SELECT m.told, sum(revenue) AS r FROM data JOIN (VALUES ('W', 'up 42 percent', 42)) AS m(code, told, n) "
        "ON region = m.code GROUP BY 1",
        "up 42 percent",
    ),
    "a name of a column": ('SELECT sum(revenue) AS "up_4200" FROM data', "up_4200"),
    "a name that a PIVOT gives": (
        "SELECT * FROM data PIVOT (sum(revenue) FOR region IN ('West' AS \"up 4200 percent\"))",
        "up 4200 percent",
    ),
    "a name of a column that only its own query has": (
        "WITH t AS (SELECT 1 AS up_4200 FROM data) SELECT up_4200 AS up_4200 FROM t",
        "up_4200",
    ),
    "a text put in place of what a pattern matches": (
        "SELECT regexp_replace(region, '[0-9.]+', 'up 42 percent') AS told, sum(revenue) AS r FROM data GROUP BY 1",
        "up 42 percent",
    ),
    "digits beside the groups of a pattern": (
        "SELECT regexp_replace(region, '([a-z]+)', '\\1 up 42 percent') AS told, sum(x) AS r FROM data GROUP BY 1",
        "\\1 up 42 percent",
    ),
    "a digit written in place of each": (
        "SELECT regexp_replace(items, '[0-9]+', ':0') AS told, sum(revenue) AS r FROM data GROUP BY 1",
        ":0",
    ),
    "a length of time that is a value itself": (
        "SELECT CAST(INTERVAL 42 DAY AS VARCHAR) || region AS told, sum(revenue) AS r FROM data GROUP BY 1",
        "42",
    ),
    "a length of time added to another": (
        "SELECT CAST(INTERVAL 42 DAY + INTERVAL 42 DAY AS VARCHAR) || region AS told, sum(r) FROM data GROUP BY 1",
        "42",
    ),
    "a text in which a pattern is looked for": (
        "SELECT regexp_extract('up 42 percent', region) AS told, sum(revenue) AS r FROM data GROUP BY 1",
        "up 42 percent",
    ),
    "a name that an alias lists": ('SELECT * FROM (SELECT sum(revenue) FROM data) AS t("up 4200")', "up 4200"),
}
PLAIN = [
    "SELECT m.name, sum(units) AS r FROM data JOIN (VALUES ('W', 'West')) AS m(code, name) ON region = code GROUP BY 1",
    "SELECT CASE WHEN age < 60 THEN '30 to 59' END AS band, count(*) AS n FROM data GROUP BY 1",
    "SELECT * FROM data PIVOT (sum(revenue) AS top_10 FOR region IN ('West'))",
    "SELECT avg(CAST(regexp_extract(weight, '([0-9.]{1,4}) ?kg', 1) AS DOUBLE)) AS mean FROM data",
    "SELECT count(*) FILTER (WHERE note LIKE '%44 days%') AS n, regexp_replace(note, '[0-9]{3,5}', '') AS t FROM data",
    "SELECT fund, return_2022_pct AS return_2022_pct, avg(fee_2023) AS mean_fee_2023 FROM data GROUP BY 1, 2",
    "SELECT unnest(generate_series(DATE '2024-11-01', DATE '2024-11-30', INTERVAL 1 DAY)) AS day",
    "SELECT unnest(range(DATE '2024-01-01', DATE '2024-12-31', INTERVAL '1 month')) AS month",
    "SELECT d, sum(r) AS r FROM generate_series(DATE '2024-11-01', DATE '2024-11-30', INTERVAL 1 DAY) AS t(d) "
    "LEFT JOIN data ON day = d GROUP BY 1",
    "SELECT time_bucket(INTERVAL 15 MINUTE, at) AS a, min(day) - INTERVAL '3 months' AS b FROM data GROUP BY 1",
    "SELECT regexp_replace(phone, '^([0-9]+)-([0-9]+)$', '(\\1) \\2') AS phone FROM data",
]


@pytest.mark.parametrize("case", OWN)
def test_a_figure_that_the_query_writes_into_its_result_is_a_claim(case):
    sql, claim = OWN[case]
    texts, names = claims(PlannedQuery(sql=sql, purpose="x"), "How did revenue go?")
    assert (*texts, *names) == (claim,)
    assert bool(names) is ("name" in case)


@pytest.mark.parametrize("sql", PLAIN)
def test_labels_without_figures_of_their_own_are_none(sql):
    assert claims(PlannedQuery(sql=sql, purpose="x"), "How did revenue go?") == ((), ())


def test_a_heading_of_the_table_tells_no_figure_and_what_stands_beside_it_does():
    sql = "SELECT 'Overall (1-5)' AS mark, 'Overall (1-5): 37 %' AS told, avg(x) AS mean FROM data"
    query = PlannedQuery(sql=sql, purpose="x")
    assert claims(query, "How did marks go?", ("Overall (1-5)",)).texts == ("Overall (1-5): 37 %",)
    assert claims(query, "How did marks go?").texts == ("Overall (1-5)", "Overall (1-5): 37 %")


SOLD = table_of(
    {"sold_on": ["2021-03-01", "2023-05-01"], "revenue": [1.0, 2.0]}, {"sold_on": "date", "revenue": "number"}
).profile


def _refused(sql: str) -> str:
    return why_claimed(PlannedQuery(sql=sql, purpose="x"), "How did revenue go?", [SOLD])


def test_a_name_may_have_years_of_the_data_and_no_other_figure():
    assert years_of([SOLD]) == {"2021", "2022", "2023"}
    by_years = "SELECT sum(revenue) FILTER (WHERE sold_on < DATE '2023-01-01') AS revenue_2021_2022 FROM data"
    assert _refused(by_years) == ""
    assert "revenue_2024" in _refused("SELECT sum(revenue) AS revenue_2024 FROM data")
    assert "2022 %" in _refused("SELECT 'up 2022 %' AS told, sum(revenue) AS r FROM data")


def test_a_refused_name_is_told_as_a_name_with_one_that_would_do():
    refused = _refused('SELECT sum(revenue) AS "up_4200_euros" FROM data')
    assert refused.startswith("AS up_4200_euros: the name of a column has a figure")
    assert refused.endswith("call it up_euros")
    assert "write no figures into texts" in _refused("SELECT 'up 42 percent' AS told, sum(revenue) AS r FROM data")


@pytest.mark.parametrize("decimal_mark", [".", ","])
def test_a_number_read_in_a_text_is_no_match_by_letters(decimal_mark):
    mark = {"kind": "cleaned_number", "name": "mark", "column": "overall", "decimal_mark": decimal_mark}
    mean = {"kind": "statistic", "function": "mean", "column": "mark"}
    answers = table_of({"overall": ["4 - good", "5"]}, {"overall": "text"})
    query = read_query({"kind": "figures", "derived": [mark], "measures": [mean]})
    sql = compile_query(check(query, answers.profile)).sql(dialect="duckdb")
    assert "REGEXP" in sql.upper()
    assert matched_by_letters(sql) == ()


def test_what_matches_by_letters_is_named_as_the_query_has_it():
    sql = "SELECT count(*) FROM data WHERE a ILIKE '%x%' OR regexp_matches(a, '^y') OR contains(a, 'z') OR a ILIKE 'w%'"
    assert matched_by_letters(sql) == ("ILIKE", "regexp_matches", "contains")


@pytest.mark.parametrize(
    ("purpose", "stands"),
    [
        ("Revenue by region", True),
        ("Revenue of the two regions", True),
        ("Revenue by region, ninety-eight thousand", False),
        ("Revenue by region (seventy per cent)", False),
        ("Revenue by region, half of it returned", False),
    ],
)
def test_a_purpose_tells_no_size_that_nobody_is_asked_about(purpose, stands):
    sql = "SELECT region, sum(revenue) AS r FROM data GROUP BY 1"
    assert told_purpose(PlannedQuery(sql=sql, purpose=purpose), "How did revenue go?") == (
        purpose if stands else UNSTATED
    )
