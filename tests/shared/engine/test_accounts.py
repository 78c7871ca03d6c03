"""Of which rows a figure is, counted beside a query that was not written in the query language."""

import random
from collections.abc import Iterator

import duckdb
import pandas as pd
import pytest

from shared.contracts import Completeness, QueryResult
from shared.engine.results.accounts import accounted
from shared.engine.sql.guard import check

COLUMNS = {"data": ["region", "revenue", "units", "customer"], "customers": ["customer", "country"]}


def frames(seed: int) -> dict[str, pd.DataFrame]:
    draw = random.Random(seed)
    rows = range((0, 1, 30, 30)[seed % 4])
    data = {
        "region": [draw.choice(["West", "East", None]) for _ in rows],
        "revenue": [draw.choice([None, 10.0, 20.5, 30.0]) for _ in rows],
        "units": [draw.choice([None, 1, 2, 3]) for _ in rows],
        "customer": [draw.choice(["a", "b", "c", "d"]) for _ in rows],
    }
    types = {"region": object, "revenue": float, "units": float, "customer": object}
    people = {"customer": ["a", "b", "c"], "country": ["DE", "FR", "DE"]}
    return {"data": pd.DataFrame(data).astype(types), "customers": pd.DataFrame(people)}


def run(sql: str, tables: dict[str, pd.DataFrame]) -> QueryResult:
    with duckdb.connect() as connection:
        for name, frame in tables.items():
            connection.register(name, frame)
        cursor = connection.execute(check(sql, COLUMNS).sql)
        columns = tuple(str(one[0]) for one in cursor.description)
        rows = tuple(tuple(row) for row in cursor.fetchall())
    return QueryResult(columns=columns, rows=rows, row_count=len(rows), sql=sql)


def found(sql: str, seed: int = 2, row: int = 0, column: str = "figure") -> Completeness | None:
    tables = frames(seed)
    counts = accounted(sql, COLUMNS)
    return counts.of(run(counts.sql, tables), row, column, None) if counts else None


BY_CUSTOMER = "SELECT customer, sum(revenue) AS total FROM data WHERE units > 1 GROUP BY customer"
QUERIES = (
    "SELECT sum(revenue) AS figure FROM data",
    "SELECT avg(revenue) AS figure, count(*) AS n FROM data WHERE units > 1",
    "SELECT region, sum(revenue) AS figure FROM data GROUP BY region ORDER BY figure DESC LIMIT 2",
    "SELECT region, sum(revenue) / sum(units) AS figure FROM data WHERE customer <> 'a' GROUP BY 1 HAVING count(*) > 2",
    "SELECT round(sum(CASE WHEN region = 'West' THEN revenue END), 1) AS figure FROM data",
    "SELECT count(DISTINCT customer) FILTER (WHERE units = 1) AS figure FROM data",
    "SELECT customer, quantile_cont(revenue, 0.9) AS figure FROM data GROUP BY ALL",
    "SELECT median(revenue * units) AS figure FROM data",
    "SELECT avg(units) AS figure FROM (SELECT DISTINCT * FROM data) AS data WHERE region = 'West'",
    "SELECT region, 100.0 * sum(revenue) / sum(sum(revenue)) OVER () AS figure FROM data GROUP BY region",
    "SELECT customer, rank() OVER (ORDER BY sum(units) DESC) AS figure FROM data GROUP BY customer LIMIT 2",
    "SELECT customer, sum(units) AS figure FROM data GROUP BY 1 QUALIFY row_number() OVER (ORDER BY figure DESC) < 3",
    f"SELECT avg(total) AS figure FROM ({BY_CUSTOMER}) AS each",
    f"SELECT avg(total) AS figure FROM ({BY_CUSTOMER} HAVING count(*) > 6) AS each WHERE customer <> 'a'",
    f"WITH each AS ({BY_CUSTOMER}) SELECT max(total) AS figure, count(*) AS n FROM each WHERE total > 60",
    f"SELECT customer, median(total) FILTER (WHERE total > 60) AS figure FROM ({BY_CUSTOMER}) AS each GROUP BY 1",
    "SELECT avg(per) AS figure FROM (SELECT region, sum(revenue) / sum(units) AS per FROM data "
    "WHERE region IS NOT NULL GROUP BY region) AS each",
)


def accounts() -> Iterator[tuple[str, Completeness | None]]:
    for sql in QUERIES:
        for seed in range(6):
            tables = frames(seed)
            counts = accounted(sql, COLUMNS)
            result = run(counts.sql, tables) if counts else None
            for row in range(len(result.rows) if result else 0):
                yield sql, counts.of(result, row, "figure", None)


def test_rows_used_and_left_out_make_up_all_rows_of_the_table():
    seen = set()
    for sql, one in accounts():
        assert one is not None, sql
        seen.add(sql)
        for account in one.accounts:
            assert account.used + sum(left.rows for left in account.left_out) == account.there, sql
    assert seen == {sql for sql in QUERIES if "GROUP BY ALL" not in sql}


@pytest.mark.parametrize("sql", QUERIES)
@pytest.mark.parametrize("seed", range(4))
def test_a_query_gives_with_its_counts_what_it_gives_without_them(sql, seed):
    tables = frames(seed)
    counts = accounted(sql, COLUMNS)
    if counts:
        plain, beside = run(sql, tables), counts.visible(run(counts.sql, tables), sql)
        order = "ORDER" in sql
        assert plain.columns == beside.columns
        assert plain.rows == beside.rows if order else sorted(plain.rows, key=str) == sorted(beside.rows, key=str)


def test_the_rows_that_a_group_does_without_are_counted_by_their_reason():
    tables = frames(2)
    data = tables["data"]
    counts = accounted("SELECT region, sum(revenue) AS figure FROM data WHERE units > 1 GROUP BY region", COLUMNS)
    result = run(counts.sql, tables)
    for row, cells in enumerate(counts.visible(result, "").rows):
        (account,) = counts.of(result, row, "figure", None).accounts
        met = data[data.units > 1]
        own = met[met.region.isna() if cells[0] is None else met.region == cells[0]]
        assert account.without("condition") == len(data) - len(met)
        assert account.without("other_group") == len(met) - len(own)
        assert (account.without("empty"), account.used) == (own.revenue.isna().sum(), own.revenue.notna().sum())


def test_rows_that_repeat_another_one_are_counted_where_each_is_read_once():
    data = frames(2)["data"]
    (account,) = found("SELECT count(*) AS figure FROM (SELECT DISTINCT * FROM data) AS data").accounts
    assert 0 < account.without("repeated") == data.duplicated().sum() == account.there - account.used


@pytest.mark.parametrize(
    "source",
    [
        "SELECT DISTINCT region FROM data",
        "SELECT DISTINCT * FROM data WHERE units > 1",
        "SELECT DISTINCT *, 1 AS one FROM data",
        "SELECT DISTINCT ON (region) * FROM data",
        "SELECT * FROM data",
        "SELECT DISTINCT * FROM data LIMIT 3",
    ],
)
def test_of_which_rows_a_figure_of_another_query_is_stays_undetermined(source):
    assert accounted(f"SELECT count(*) AS figure FROM ({source}) AS data", COLUMNS) is None


@pytest.mark.parametrize(
    ("case", "why"),
    [
        ("CASE WHEN units = 1 THEN 100.0 WHEN NOT units IS NULL THEN 0.0 END", "empty"),
        ("CASE WHEN units = 1 THEN 100.0 WHEN units > 0 THEN 0.0 END", "own_condition"),
    ],
)
def test_what_a_share_of_a_column_does_without_is_empty_and_what_else_a_case_leaves_out_is_chosen(case, why):
    data = frames(2)["data"]
    (account,) = found(f"SELECT avg({case}) AS figure FROM data").accounts
    assert {one.why: one.rows for one in account.left_out} == {why: data.units.isna().sum()}


@pytest.mark.parametrize(
    "figure",
    [
        "sum(CASE WHEN region = 'West' THEN revenue ELSE 0 END)",
        "sum(CASE WHEN region = 'West' THEN coalesce(revenue, 0) END)",
        "sum(CASE region WHEN 'West' THEN revenue END)",
        "avg(CASE WHEN region = 'West' THEN revenue END)",
        "sum(coalesce(CASE WHEN region = 'West' THEN revenue END, 0))",
        "sum(if(region = 'West', revenue, 0))",
        "sum(revenue) FILTER (WHERE region = 'West')",
        "sum(coalesce(revenue, 0)) FILTER (WHERE region = 'West')",
    ],
)
def test_of_the_rows_that_a_figure_chooses_those_without_a_value_are_empty_and_the_others_not_chosen(figure):
    data = frames(3)["data"]
    (account,) = found(f"SELECT {figure} AS figure FROM data", seed=3).accounts
    west = data.region == "West"
    empty = int((west & data.revenue.isna()).sum())
    assert empty
    assert (account.column, account.used) == ("revenue", int((west & data.revenue.notna()).sum()))
    assert {one.why: one.rows for one in account.left_out} == {"own_condition": int((~west).sum()), "empty": empty}


def test_a_case_that_asks_for_another_column_leaves_out_by_that_and_finds_its_own_empty():
    data = frames(2)["data"]
    (account,) = found("SELECT avg(CASE WHEN units IS NOT NULL THEN revenue END) AS figure FROM data").accounts
    empty = (data.units.notna() & data.revenue.isna()).sum()
    assert {one.why: one.rows for one in account.left_out} == {"own_condition": data.units.isna().sum(), "empty": empty}


def test_to_a_sum_a_filled_cell_is_empty_and_to_an_average_it_is_used():
    data = frames(2)["data"]
    (added,) = found("SELECT sum(coalesce(revenue, 0)) AS figure FROM data").accounts
    (averaged,) = found("SELECT avg(coalesce(revenue, 0)) AS figure FROM data").accounts
    assert added.without("empty") == data.revenue.isna().sum()
    assert averaged.used == averaged.there


def test_a_count_of_known_cells_beside_one_of_rows_is_meant_and_lacks_none():
    (alone,) = found("SELECT count(revenue) AS figure FROM data", seed=3).accounts
    (beside,) = found("SELECT count(revenue) AS figure, count(*) AS rows FROM data", seed=3).accounts
    assert (alone.column, beside.column, alone.used) == ("revenue", None, beside.used)


@pytest.mark.parametrize("chosen", ["WHERE c.customer IS NULL GROUP BY 1", "GROUP BY 1 HAVING count(c.customer) = 0"])
def test_a_join_that_asks_for_rows_without_a_match_does_not_tell_how_many_found_one(chosen):
    joined = "FROM data AS d LEFT JOIN customers AS c ON d.customer = c.customer"
    tables = ("data", "customers")
    assert accounted(f"SELECT d.customer, count(*) AS n {joined} {chosen}", tables) is None
    for other in ("GROUP BY 1", "WHERE d.revenue IS NULL GROUP BY 1"):
        assert accounted(f"SELECT d.customer, count(*) AS n {joined} {other}", tables) is not None


def test_an_average_over_groups_is_a_figure_of_their_rows():
    data = frames(2)["data"]
    met = data[data.units > 1]
    (account,) = found(f"SELECT avg(total) AS figure FROM ({BY_CUSTOMER}) AS each").accounts
    left = {"condition": len(data) - len(met), "empty": int(met.revenue.isna().sum())}
    assert (account.column, account.there, account.used) == ("revenue", len(data), met.revenue.notna().sum())
    assert {one.why: one.rows for one in account.left_out} == {why: rows for why, rows in left.items() if rows}


@pytest.mark.parametrize(
    ("inside", "beside"), [("HAVING sum(revenue) > 100", ""), ("", "WHERE total > 100")], ids=["having", "where"]
)
def test_rows_of_groups_that_are_left_out_meet_no_condition(inside, beside):
    data = frames(2)["data"]
    met = data[data.units > 1]
    chosen = met[met.groupby("customer").revenue.transform("sum") > 100]
    assert 0 < len(chosen) < len(met)
    (account,) = found(f"SELECT avg(total) AS figure FROM ({BY_CUSTOMER} {inside}) AS each {beside}").accounts
    assert account.without("condition") == len(data) - len(chosen)
    assert account.used == chosen.revenue.notna().sum()


def test_of_groups_of_known_ones_the_rows_without_one_are_told():
    data = frames(2)["data"]
    by = "SELECT region, count(*) AS n FROM data WHERE region IS NOT NULL GROUP BY region"
    told = found(f"SELECT avg(n) AS figure FROM ({by}) AS each")
    (account,) = told.accounts
    assert told.grouped_by == ("region",)
    assert account.without("no_group") == data.region.isna().sum() > 0


def test_a_share_of_all_is_a_figure_of_the_rows_of_its_group():
    data = frames(2)["data"]
    told = found(
        "SELECT customer, 100.0 * sum(units) / sum(sum(units)) OVER () AS figure FROM data GROUP BY 1 ORDER BY 1"
    )
    (account,) = told.accounts
    own = data[data.customer == "a"]
    assert (account.used, account.without("other_group")) == (own.units.notna().sum(), len(data) - len(own))


def test_a_limit_is_told_as_a_cut():
    limited = found("SELECT customer, sum(revenue) AS figure FROM data GROUP BY customer LIMIT 2")
    assert (limited.shown, limited.there, limited.cut) == (2, 4, True)


def test_a_join_tells_how_many_rows_found_a_match():
    tables = frames(2)
    share = tables["data"].customer.isin(["a", "b", "c"]).mean()
    joined = found(
        "SELECT c.country, sum(d.revenue) AS figure FROM data AS d JOIN customers AS c ON d.customer = c.customer "
        "GROUP BY c.country"
    )
    assert joined.accounts == ()
    assert joined.matched == pytest.approx(100 * share)


def test_of_a_join_of_some_rows_it_is_told_of_these_how_many_found_a_match():
    data = frames(2)["data"]
    own = data[data.units > 2]
    share = own.customer.isin(["a", "b", "c"]).mean()
    joined = found(
        "SELECT sum(d.revenue) AS figure FROM data AS d LEFT JOIN customers AS c ON d.customer = c.customer "
        "WHERE d.units > 2 AND (c.country = 'x' OR d.units > 1)"
    )
    assert joined.matched == pytest.approx(100 * share) != 100 * data.customer.isin(["a", "b", "c"]).mean()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT revenue AS figure FROM data",
        "SELECT sum(revenue) AS figure FROM data UNION SELECT 1",
        "WITH d AS (SELECT * FROM data) SELECT sum(revenue) AS figure FROM d",
        "SELECT sum(revenue) AS figure FROM (SELECT * FROM data LIMIT 3) AS d",
        "SELECT DISTINCT sum(revenue) AS figure FROM data GROUP BY region",
        "SELECT region, sum(revenue) AS figure FROM data GROUP BY ROLLUP (region)",
        "SELECT region, sum(sum(revenue)) OVER () AS figure FROM data GROUP BY region",
        "SELECT customer, lag(sum(revenue)) OVER (ORDER BY customer) AS figure FROM data GROUP BY customer",
        "SELECT customer, sum(units) OVER () AS figure FROM data GROUP BY customer, units",
        f"SELECT avg(total) AS figure FROM ({BY_CUSTOMER} LIMIT 2) AS each",
        f"SELECT avg(total + 1) AS figure FROM ({BY_CUSTOMER}) AS each",
        f"SELECT avg(total) AS figure FROM (SELECT * FROM ({BY_CUSTOMER}) AS one) AS each",
        f"WITH each AS ({BY_CUSTOMER}) SELECT avg(total) AS figure FROM each WHERE total > (SELECT 1 FROM each)",
        "SELECT sum(d.revenue) AS figure FROM data AS d, customers AS c",
        "SELECT sum(units * CASE WHEN region = 'West' THEN revenue ELSE 0 END) AS figure FROM data",
        "SELECT sum(CASE WHEN region = 'West' THEN CASE WHEN units = 1 THEN revenue END END) AS figure FROM data",
        "SELECT sum(if(region = 'West', if(units = 1, revenue, 0), 0)) AS figure FROM data",
        "SELECT avg(nullif(units, 1)) AS figure FROM data",
        "SELECT corr(revenue, units) AS figure FROM data",
        "SELECT arg_max(region, revenue) FILTER (WHERE units = 1) AS figure FROM data",
        "SELECT first(region ORDER BY revenue) AS figure FROM data",
        "SELECT date_diff('day', max(units), now()) AS figure FROM data",
        "no query at all",
    ],
)
def test_of_other_forms_it_stays_undetermined(sql):
    assert accounted(sql, COLUMNS) is None


@pytest.mark.parametrize(
    ("sql", "grouped_by"),
    [
        ("SELECT region, count(*) AS figure FROM data WHERE NOT region IS NULL GROUP BY region", ("region",)),
        (
            "SELECT lower(region) AS place, sum(units) AS figure FROM data WHERE REGION IS NOT NULL GROUP BY 1",
            ("REGION",),
        ),
        ("SELECT customer, count(*) AS figure FROM data WHERE region IS NOT NULL GROUP BY customer", ()),
        ("SELECT count(*) AS figure FROM data WHERE region IS NOT NULL", ()),
    ],
)
def test_rows_without_a_group_are_told_from_those_that_meet_no_condition(sql, grouped_by):
    completeness = found(sql)
    unknown = int(frames(2)["data"]["region"].isna().sum())
    assert completeness
    assert unknown
    (account,) = completeness.accounts
    assert completeness.grouped_by == grouped_by
    assert account.without("no_group" if grouped_by else "condition") == unknown
    assert account.without("condition" if grouped_by else "no_group") == 0


def test_a_condition_beside_a_known_group_stays_a_condition():
    sql = "SELECT region, count(*) AS figure FROM data WHERE units > 1 AND region IS NOT NULL GROUP BY region"
    completeness, rows = found(sql), frames(2)["data"]
    assert completeness
    (account,) = completeness.accounts
    met = rows[rows["units"] > 1]
    assert account.without("condition") == len(rows) - len(met)
    assert account.without("no_group") == met["region"].isna().sum()
