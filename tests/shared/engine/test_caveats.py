"""What the query language would refuse or tell is told of a query that a model wrote freely."""

import time

import duckdb
import pytest

from shared.contracts import DatasetProfile, SemanticProfile
from shared.contracts.dataset import Repair, RowGrain
from shared.engine.doubts import caveats
from tests.shared.engine.columns import column


def _levels(count: int) -> str:
    """A query of that many queries, each of which joins the one before twice."""
    more = ", ".join(
        f"t{at} AS (SELECT a.day FROM t{at - 1} AS a JOIN t{at - 1} AS b ON a.day = b.day)" for at in range(1, count)
    )
    return f"WITH t0 AS (SELECT day FROM data), {more} SELECT count(*) AS n FROM t{count - 1}"


VISITS = DatasetProfile(
    dataset_id="d",
    relation="data",
    file_name="f.csv",
    row_count=100,
    columns=(
        column("spent", additivity="additive"),
        column("tip", additivity="additive", nulls=20),
        column("fee", additivity="additive", nulls=1),
        column("rating"),
        column("stock", additivity="semi_additive"),
        column("paid", additivity="additive", yes=1, no=0),
        column("written_price", "text"),
        column("region", "text"),
        column("kind", "text", distinct=4),
        column("shop", "text", nulls=3),
        column("day", "date", minimum="2024-01-01", maximum="2024-12-10", distinct=345),
    ),
    semantic=SemanticProfile(entity_name="visit", grain=RowGrain(times=("day",))),
)
SAYS_NOTHING = "Adding up rating says nothing; ask for its average or median instead."
AGAIN = (
    "Stock stands at a moment, so adding it up over time counts it again and again; "
    "ask for one date, or for its average."
)
DECEMBER = "December 2024 is not complete: the data ends on 10 December 2024."
TOP = "(SELECT region, spent FROM data ORDER BY spent DESC LIMIT 10)"
BIGGEST = "(SELECT region, sum(spent) AS total FROM data GROUP BY region ORDER BY 2 DESC LIMIT 3)"

TOLD = {
    "SELECT sum(rating) AS total FROM data": SAYS_NOTHING,
    "SELECT region, round(sum(coalesce(rating, 0)), 1) AS total FROM data GROUP BY 1": SAYS_NOTHING,
    "SELECT sum(CASE WHEN region = 'a' THEN rating ELSE 0 END) AS total FROM data": SAYS_NOTHING,
    "WITH t AS (SELECT rating AS r FROM data) SELECT sum(2 * r) AS total FROM t": SAYS_NOTHING,
    "SELECT sum(stock) AS total FROM data": AGAIN,
    "SELECT region, sum(stock) AS total FROM data GROUP BY region": AGAIN,
    f"SELECT avg(spent) AS a FROM {TOP} AS t": "This figure covers at most 10 visits, not all visits.",
    f"WITH t AS {TOP}, u AS (SELECT spent FROM t) SELECT sum(spent) AS s FROM u": (
        "This figure covers at most 10 visits, not all visits."
    ),
    f"SELECT avg(total) AS a FROM {BIGGEST} AS t": "This figure covers at most 3 groups, not all groups.",
    "SELECT avg(s) AS a FROM (SELECT date_trunc('month', day) AS m, sum(spent) AS s FROM data "
    "WHERE day < DATE '2024-12-01' GROUP BY 1 ORDER BY 2 DESC LIMIT 3) AS t": (
        "This figure covers at most 3 groups, not all groups."
    ),
    "SELECT avg(s) AS a FROM (SELECT lower(region) AS r, sum(spent) AS s FROM data GROUP BY 1 LIMIT 3) AS t": (
        "This figure covers at most 3 groups."
    ),
    "SELECT avg(s) AS a FROM (SELECT concat(kind, region) AS r, sum(spent) AS s FROM data GROUP BY 1 LIMIT 3) AS t": (
        "This figure covers at most 3 groups."
    ),
    "SELECT count(*) AS n FROM (SELECT DISTINCT day FROM data LIMIT 50) AS t": (
        "This figure covers at most 50 rows, not all rows."
    ),
    "SELECT approx_count_distinct(region) AS n FROM data": (
        "The number of different values of region is estimated, not counted."
    ),
    "SELECT approx_quantile(spent, 0.5) AS m FROM data": "This percentile of spent is an estimate, not exact.",
    "SELECT region, sum(spent) AS total FROM data GROUP BY ROLLUP (region)": (
        "Where no region is named, the figure is of all of them together."
    ),
    "SELECT shop, region, sum(spent) AS t FROM data GROUP BY GROUPING SETS ((shop, region), (shop))": (
        "Where no region is named, the figure is of all of them together."
    ),
    "SELECT shop, sum(spent) AS total FROM data GROUP BY GROUPING SETS ((shop), ())": (
        "Where no shop is named, the figure is of all of them together, or of the rows without a shop."
    ),
    **{
        f"SELECT CASE WHEN spent < 5 THEN 'low' ELSE 'high' END AS price_band, sum(spent) FROM data GROUP BY {keys}": (
            "Where no price band is named, the figure is of all of them together, or of the rows without a price band."
        )
        for keys in (
            "ROLLUP (price_band)",
            "CUBE (1)",
            "GROUPING SETS ((CASE WHEN spent < 5 THEN 'low' ELSE 'high' END), ())",
        )
    },
    "SELECT CASE WHEN spent < 5 THEN 'low' ELSE 'high' END, sum(spent) FROM data GROUP BY ROLLUP (1)": (
        "Where no group is named, the figure is of all of them together, or of the rows without a group."
    ),
    "SELECT avg(coalesce(tip, 0)) AS a FROM data": "An empty tip counts as 0 here.",
    **dict.fromkeys(
        (
            "WITH t AS (SELECT * FROM data) SELECT avg(tip) AS a FROM t",
            "SELECT avg(tip) AS a FROM (SELECT tip, region FROM data) AS t",
            "SELECT day, sum(tip) OVER (ORDER BY day) AS so_far FROM data",
            "SELECT avg(d.tip) AS a FROM data AS d JOIN (SELECT DISTINCT region FROM data) AS r USING (region)",
        ),
        "20 of 100 visits have no entry for tip; figures of tip leave them out.",
    ),
    **dict.fromkeys(
        (
            "SELECT date_trunc('month', day) AS month, sum(spent) AS total FROM data GROUP BY 1 ORDER BY 1",
            "SELECT strftime(day, '%Y-%m') AS month, sum(spent) AS total FROM data GROUP BY ALL",
            "SELECT year(day) AS y, month(day) AS m, sum(spent) AS total FROM data GROUP BY y, m",
            "SELECT date_trunc('month', day) AS m, count(*) AS n FROM data WHERE day >= DATE '2024-06-01' GROUP BY 1",
            "SELECT date_trunc('month', day) AS m, count(*) AS n FROM data WHERE year(day) = 2024 GROUP BY 1",
            "SELECT date_trunc('month', day) AS m, count(*) AS n FROM data WHERE day IS NOT NULL GROUP BY 1 LIMIT 1000",
            "SELECT date_trunc('month', day) AS m, count(*) AS n FROM data WHERE day <= DATE '2024-12-31' GROUP BY 1",
            "SELECT date_trunc('month', day) AS m, count(*) AS n FROM data WHERE year(day) IN (2023, 2024) GROUP BY 1",
        ),
        DECEMBER,
    ),
    "SELECT extract(year FROM day) AS y, sum(spent) AS total FROM data GROUP BY 1": (
        "2024 is not complete: the data ends on 10 December 2024."
    ),
}
UNTOLD = (
    "SELECT avg(rating), max(rating), count(rating) FROM data",
    "SELECT sum(rating) / count(rating) AS a, 1.0 * sum(rating) / count(*) AS b FROM data",
    "SELECT sum(rating * spent) / sum(spent) AS weighted FROM data",
    "WITH t AS (SELECT sum(rating) AS s, count(*) AS n FROM data) SELECT s / n AS a FROM t",
    "SELECT sum(CASE WHEN rating > 3 THEN 1 ELSE 0 END) AS good, sum(spent), sum(paid) FROM data",
    "SELECT sum(CAST(written_price AS DOUBLE)) AS total FROM data",
    "SELECT day, sum(stock) AS total FROM data GROUP BY day",
    "SELECT sum(stock) AS total FROM data WHERE day = (SELECT max(day) FROM data)",
    "WITH t AS (SELECT stock, row_number() OVER (PARTITION BY shop ORDER BY day DESC) AS rn FROM data) "
    "SELECT sum(stock) AS total FROM t WHERE rn = 1",
    "SELECT sum(stock) AS total FROM (SELECT DISTINCT ON (shop) shop, stock FROM data ORDER BY shop, day DESC) AS t",
    "SELECT sum(stock) AS total FROM (SELECT stock FROM data "
    "QUALIFY rank() OVER (PARTITION BY shop ORDER BY day DESC) = 1) AS t",
    "WITH l AS (SELECT shop, max(day) AS day FROM data GROUP BY shop) "
    "SELECT sum(d.stock) AS total FROM data AS d JOIN l ON d.shop = l.shop AND d.day = l.day",
    "SELECT region, sum(spent) AS total FROM data GROUP BY region ORDER BY 2 DESC LIMIT 3",
    f"SELECT * FROM {TOP} AS t",
    "SELECT avg(spent) AS a FROM (SELECT spent FROM data LIMIT 500) AS t",
    "SELECT avg(t) AS a FROM (SELECT kind, sum(spent) AS t FROM data GROUP BY kind LIMIT 50) AS t",
    "SELECT avg(t) AS a FROM (SELECT upper(kind) AS k, sum(spent) AS t FROM data GROUP BY 1 LIMIT 4) AS t",
    "WITH k AS (SELECT kind, sum(spent) AS t FROM data GROUP BY kind), b AS (SELECT * FROM k ORDER BY t LIMIT 9) "
    "SELECT avg(t) AS a FROM b",
    "SELECT count(*) AS n FROM (SELECT DISTINCT kind FROM data LIMIT 50) AS t",
    _levels(25),
    "SELECT avg(spent) AS a FROM data WHERE region = (SELECT region FROM data ORDER BY spent DESC LIMIT 1)",
    "SELECT count(DISTINCT region), median(spent) FROM data",
    "SELECT avg(tip) AS a, sum(coalesce(tip, 0)) AS s, count(coalesce(tip, 0)) AS n FROM data",
    "SELECT sum(CASE WHEN tip > 2 THEN 1 ELSE 0 END), avg(CASE WHEN tip > 2 THEN 1 END) FROM data",
    "SELECT avg(coalesce(fee, 0)) AS f FROM data",
    "SELECT avg(tip) AS a, avg(coalesce(tip, 0)) AS if_empty_is_zero FROM data",
    "WITH t AS (SELECT DISTINCT * FROM data) SELECT avg(tip) AS a, count(tip) AS known FROM t",
    "SELECT min(coalesce(tip)) AS f FROM data",
    "WITH t AS (SELECT region, count(*) AS tip FROM data GROUP BY 1) SELECT avg(tip) AS a FROM t",
    "SELECT avg(tip) AS a FROM (SELECT coalesce(tip, 0) AS tip FROM data) AS t",
    "WITH t(region, tip) AS (SELECT region, count(*) FROM data GROUP BY 1) SELECT avg(tip) AS a FROM t",
    "SELECT avg(CASE WHEN tip IS NULL THEN 0 WHEN tip > 2 THEN 1 ELSE 0 END) FROM data",
    "WITH t AS (SELECT * FROM data WHERE tip IS NOT NULL) SELECT avg(tip), max(fee) FROM t",
    "SELECT coalesce(region, 'all') AS region, sum(spent) AS total FROM data GROUP BY ROLLUP (region)",
    "SELECT coalesce(region, 'all') AS r, sum(spent) AS total FROM data GROUP BY ROLLUP (region)",
    "SELECT date_trunc('month', day) AS m, sum(spent) AS s FROM data WHERE day < DATE '2024-12-01' GROUP BY 1",
    "SELECT month(day) AS month, sum(spent) AS s FROM data WHERE year(day) = 2023 GROUP BY 1",
    "SELECT date_trunc('month', day) AS m, sum(spent) AS s FROM data WHERE year(day) = 2023 GROUP BY 1",
    "SELECT date_trunc('month', day) AS m, sum(spent) AS s FROM data WHERE strftime(day, '%Y') = '2023' GROUP BY 1",
    "SELECT date_trunc('month', day) AS m, sum(spent) AS s FROM data WHERE year(day) IN (2022, 2023) GROUP BY 1",
    "SELECT strftime(day, '%Y-%m') AS m, count(*) AS n FROM data WHERE strftime(day, '%Y-%m') <= '2024-11' GROUP BY 1",
    "SELECT date_trunc('month', day) AS m, count(*) AS n FROM data "
    "WHERE date_trunc('quarter', day) = DATE '2024-07-01' GROUP BY 1",
    "SELECT date_trunc('month', day) AS m, count(*) AS n FROM data "
    "WHERE day BETWEEN DATE '2024-06-01' AND DATE '2024-11-30' GROUP BY 1",
    *(
        f"SELECT {month}, count(*) AS n FROM data {rest}"
        for month in ("date_trunc('month', day) AS m",)
        for rest in (
            "GROUP BY 1 HAVING count(*) > 2",
            "GROUP BY 1 ORDER BY 1 LIMIT 3",
            "WHERE date_trunc('month', day) < date_trunc('month', (SELECT max(day) FROM data)) GROUP BY 1",
            "WHERE DATE '2024-12-01' > day GROUP BY 1",
            "WHERE month(day) <> 12 GROUP BY 1",
            "WHERE day NOT BETWEEN DATE '2024-11-15' AND DATE '2024-12-31' GROUP BY 1",
        )
    ),
    "WITH t AS (SELECT date_trunc('month', day) AS m, sum(spent) AS s FROM data GROUP BY 1) "
    "SELECT * FROM t WHERE m < DATE '2024-12-01'",
    "SELECT * FROM (SELECT date_trunc('month', day) AS day, sum(spent) AS s FROM data GROUP BY 1) AS t "
    "WHERE day < (SELECT max(day) FROM data)",
    "SELECT date_trunc('day', day) AS d, sum(spent) AS s FROM data GROUP BY 1",
    "no query",
)


@pytest.mark.parametrize("sql", TOLD)
def test_a_figure_that_its_query_does_not_explain_has_its_caveat(sql: str) -> None:
    assert caveats(sql, (VISITS,)) == (TOLD[sql],)


@pytest.mark.parametrize("sql", UNTOLD)
def test_a_figure_that_is_what_it_seems_has_none(sql: str) -> None:
    assert caveats(sql, (VISITS,)) == ()


def test_many_sums_of_one_column_are_looked_at_once() -> None:
    sums = ", ".join(f"sum(stock) AS s{at}" for at in range(700))
    started = time.process_time()
    assert caveats(f"SELECT {sums} FROM data", (VISITS,)) == (AGAIN,)
    assert time.process_time() - started < 1.5


LINES = VISITS.model_copy(
    update={"semantic": SemanticProfile(entity_name="order", grain=RowGrain(repeats="region"))},
)
NO_COUNT = "One order can have several rows, so this counts rows, not orders."
OF_ROWS = "One order can have several rows, so this figure is per row, not per order."


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT count(*) AS n FROM data", (NO_COUNT,)),
        ("SELECT shop, count(*) AS n, avg(spent) AS a FROM data GROUP BY shop", (NO_COUNT, OF_ROWS)),
        ("SELECT count(DISTINCT region) AS n, sum(spent) AS s FROM data", ()),
        ("SELECT region, count(*) AS lines FROM data GROUP BY 1", ()),
        ("SELECT avg(t) AS a FROM (SELECT region, sum(spent) AS t FROM data GROUP BY region) AS o", ()),
        ("SELECT 100.0 * count(*) / sum(count(*)) OVER () AS share FROM data", ()),
    ],
)
def test_rows_that_are_lines_of_something_are_told_where_they_are_counted_or_averaged(sql, told) -> None:
    assert caveats(sql, (LINES,)) == told


COURSES = DatasetProfile(
    dataset_id="c",
    relation="courses",
    file_name="c.csv",
    row_count=20,
    columns=(
        column("code", "text"),
        column("start", "date", minimum="2024-01-15", maximum="2024-11-22", distinct=60),
    ),
    semantic=SemanticProfile(entity_name="course"),
)
BOOKINGS = DatasetProfile(
    dataset_id="b",
    relation="bookings",
    file_name="b.csv",
    row_count=900,
    columns=(
        column("code", "text"),
        column("made", "date", minimum="2023-11-06", maximum="2024-11-16", distinct=300),
    ),
    semantic=SemanticProfile(entity_name="booking"),
)
BY_MONTH = "SELECT date_trunc('month', day) AS m, sum(spent) AS total FROM data GROUP BY 1"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([{"m": "2024-11-01"}, {"m": "2024-12-01"}], (DECEMBER,)),
        ([{"M": "2024-10-01"}, {"M": "2024-11-01"}], ()),
        ([{"total": 5}], (DECEMBER,)),
        (None, (DECEMBER,)),
    ],
)
def test_that_a_period_is_not_whole_is_told_with_rows_of_it(rows, told) -> None:
    assert caveats(BY_MONTH, (VISITS,), rows) == told


@pytest.mark.parametrize(("shop", "told"), [("North", False), (None, True)])
def test_that_a_row_is_of_all_shops_or_of_those_without_a_name_is_told_with_such_a_row(
    shop: str | None, told: bool
) -> None:
    sql = "SELECT shop, sum(spent) AS total FROM data GROUP BY GROUPING SETS ((shop), ())"
    said = caveats(sql, (VISITS,), [{"Shop": shop, "total": 5}])
    assert any(line.startswith("Where no shop is named") for line in said) == told


def test_what_is_of_all_groups_together_its_writer_says_unless_it_may_be_of_none() -> None:
    totals = "SELECT {0}, sum(spent) AS s FROM data GROUP BY ROLLUP ({0})"
    by_region, by_shop = totals.format("region"), totals.format("shop")
    assert caveats(by_region, (VISITS,), [{"region": None, "s": 1}]) == ()
    assert caveats(by_shop, (VISITS,), [{"shop": None, "s": 1}]) != ()
    assert caveats(by_shop, (VISITS,), [{"shop": "Hull", "s": 1}]) == ()


def test_data_does_not_begin_within_a_period_before_which_rows_of_it_are() -> None:
    by_start = "SELECT date_trunc('quarter', start) AS q, count(*) AS n FROM {} GROUP BY 1"
    begins, ends = (
        f"Q{quarter} 2024 is not complete: the data {edge} 2024."
        for quarter, edge in ((1, "begins on 15 January"), (4, "ends on 22 November"))
    )
    both = by_start.format("bookings JOIN courses USING (code)")
    assert caveats(both, (COURSES, BOOKINGS)) == (ends,)
    assert caveats(by_start.format("courses"), (COURSES, BOOKINGS)) == (begins, ends)


JOBS = DatasetProfile(
    dataset_id="j",
    relation="jobs",
    file_name="j.csv",
    row_count=3,
    columns=(
        column("began", "timestamp"),
        column("ended", "timestamp"),
        column("due", "date"),
        column("on", "date"),
    ),
)


@pytest.mark.parametrize(
    ("counted", "told"),
    [
        ("date_diff('hour', began, ended)", "Lengths of time are counted by the hours that begin in them"),
        ("avg(datediff('day', began, ended))", "Lengths of time are counted by the days that begin in them"),
        ("date_diff('month', due, \"on\")", "one from 31 January to 1 February counts as 1 month"),
        ("date_diff('day', due, \"on\")", None),
        ("date_diff('second', began, ended)", None),
        ("date_sub('hour', began, ended)", None),
        ("date_diff('month', date_trunc('month', began), date_trunc('month', ended))", None),
    ],
)
def test_a_length_of_time_that_is_counted_by_borders_is_told(counted, told):
    said = caveats(f"SELECT {counted} AS n FROM jobs", (JOBS,))
    assert [told in line for line in said] == ([True] if told else [])


def test_what_date_diff_counts_are_borders():
    between = "TIMESTAMP '2025-01-01 10:59', TIMESTAMP '2025-01-01 11:01'"
    found = duckdb.execute(f"SELECT date_diff('hour', {between}), date_sub('hour', {between})")
    assert found.fetchall() == [(1, 0)]


def test_rows_that_lack_a_value_are_counted_with_those_that_repeat_another_and_that_is_said() -> None:
    again = Repair(kind="repeated", detail="4 rows repeat another row in every column.", rows=4, doubt=True)
    told = caveats(
        "WITH t AS (SELECT * FROM data) SELECT avg(tip) AS a FROM t", (VISITS.model_copy(update={"repairs": (again,)}),)
    )
    assert told[0].startswith("20 of 100 visits, repeated rows included, have no entry for tip;")


@pytest.mark.parametrize(("cells", "told"), [(20, False), (19, True)])
def test_empty_cells_of_which_each_held_a_code_are_not_told_again_as_no_entry(cells: int, told: bool) -> None:
    detail = "In column tip, -1 was taken to stand for missing values; nothing else there is negative."
    code = Repair(kind="null", detail=detail, column="tip", rows=cells, examples=("-1",), doubt=True)
    sql = "WITH t AS (SELECT * FROM data) SELECT avg(tip) AS a FROM t"
    assert bool(caveats(sql, (VISITS.model_copy(update={"repairs": (code,)}),))) == told


@pytest.mark.parametrize(
    ("name", "times", "noted"),
    [
        ("price_per_year", (), False),
        ("monthly price per month", (), False),
        ("average_price_per_year", (), True),
        ("growth_per_year", (), True),
        ("price_per_kg", (), True),
        ("price_per_year", ("day",), True),
    ],
)
def test_an_amount_per_year_of_a_contract_adds_up_over_contracts_and_not_over_times(
    name: str, times: tuple[str, ...], noted: bool
) -> None:
    contracts = DatasetProfile(
        dataset_id="d",
        relation="data",
        file_name="f.csv",
        row_count=100,
        columns=(column(name), column("plan", "text"), column("day", "date")),
        semantic=SemanticProfile(entity_name="contract", grain=RowGrain(times=times)),
    )
    told = caveats(f'SELECT plan, sum("{name}") AS income FROM data GROUP BY 1', (contracts,))
    assert [one.startswith("Adding up") for one in told] == [True] * noted
