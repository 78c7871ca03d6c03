import pytest
from orders import TABLES, write_orders

from shared.contracts import QueryResult
from shared.engine.duckdb.worker import QueryWorker
from shared.engine.forensics import Probe, diagnose, is_empty, probes
from shared.engine.sql.guard import check


@pytest.fixture(scope="module")
def diagnosed(tmp_path_factory):
    """Runs each question, sees that it is empty, and says why."""
    orders = write_orders(tmp_path_factory.mktemp("orders"))
    with QueryWorker(threads=2) as worker:

        def run(sql: str):
            asked = probes(sql, TABLES)
            queries = [check(query, TABLES).sql for query in (sql, *(probe.sql for probe in asked))]
            first, *results = [
                outcome.result for outcome in worker.run_many(queries, {"data": orders}, seconds=20, max_rows=500)
            ]
            assert is_empty(first)
            assert None not in results
            return diagnose(asked, results)

        yield run


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        (
            "SELECT sum(revenue) FROM data WHERE region = 'Est'",
            "No row matches the condition that region is 'Est'; the nearest values are 'East' and 'West'.",
        ),
        (
            "SELECT * FROM data WHERE lower(region) = 'north ' AND revenue > 0",
            "No row matches the condition that region is 'north '; the nearest values are 'north' and 'south'.",
        ),
        (
            "SELECT * FROM data WHERE order_date >= '2025-01-01' AND region = 'East'",
            "No row matches the condition that order_date is 1 January 2025 or later; order_date runs from 3 January "
            "2022 to 1 December 2023.",
        ),
        (
            "SELECT count(*) FROM data WHERE year(order_date) = 2027",
            "No row matches the condition that the year of order_date is 2027; the year of order_date runs from "
            "2022 to 2023.",
        ),
        (
            "SELECT revenue AS r FROM data WHERE r BETWEEN 5000 AND 6000",
            "No row matches the condition that revenue is from 5000 to 6000; revenue runs from 2.8 to 499.18.",
        ),
        (
            "SELECT region, sum(revenue) FROM data WHERE category IN ('Book', 'Toyz') GROUP BY 1",
            "No row matches the condition that category is one of 'Book', 'Toyz'; the nearest values are "
            "'Books' and 'Toys'.",
        ),
        (
            "SELECT * FROM data WHERE category = 'Submarines'",
            "No row matches the condition that category is 'Submarines'; the values are 'Toys' and 'Books'.",
        ),
        (
            "SELECT * FROM data WHERE NOT coalesce(category IN ('Books', 'Toys'), FALSE)",
            "No row matches the condition that category is none of 'Books', 'Toys'.",
        ),
        (
            "SELECT * FROM data WHERE date_part('isodow', order_date) = 8",
            "No row matches the condition that the weekday of order_date is 8; the weekday of order_date runs from "
            "1 to 7.",
        ),
        (
            "SELECT * FROM data WHERE note IS NULL AND returned",
            "No row matches the condition that note is missing.",
        ),
        (
            "SELECT count(*) FROM data WHERE region = 'East' AND category = 'Books' AND order_id < 3",
            "Each condition is met by some rows, but no row meets all of them together; without the condition "
            "that order_id "
            "is under 3, 27 rows remain.",
        ),
        (
            "WITH m AS (SELECT date_trunc('month', order_date) AS m, sum(revenue) AS s FROM data WHERE region = 'Est' "
            "GROUP BY 1) SELECT * FROM m WHERE s > 5",
            "No row matches the condition that region is 'Est'; the nearest values are 'East' and 'West'.",
        ),
        (
            "WITH m AS (SELECT date_trunc('month', order_date) AS m FROM data) SELECT * FROM m WHERE m = DATE "
            "'2030-01-01'",
            "No row matches the condition that m is 1 January 2030; m runs from 1 January 2022 to 1 December 2023.",
        ),
        (
            "SELECT count(*) FROM data AS a JOIN data AS b USING (order_id) WHERE a.region = 'Nort' AND b.revenue > 0",
            "No row matches the condition that region is 'Nort'; the nearest value is 'North'.",
        ),
    ],
)
def test_an_empty_result_is_explained_in_plain_words(diagnosed, sql, sentence):
    assert sentence in diagnosed(sql).sentences


def test_the_rows_that_would_remain_are_counted_right(diagnosed):
    found = diagnosed("SELECT count(*) FROM data WHERE region = 'East' AND category = 'Books' AND order_id < 3")
    # East is i * 7 % 5 = 2, so i % 5 = 1; Books is i * i % 3 = 0, so i % 3 = 0.
    assert found.facts[0].value == sum(i % 5 == 1 and i % 3 == 0 for i in range(1, 401)) == 27
    assert "order_id is under 3" in found.culprits


def test_every_condition_that_nothing_meets_is_named(diagnosed):
    found = diagnosed("SELECT * FROM data WHERE region = 'Est' AND revenue > 9999 AND returned")
    assert found.culprits == ("region is 'Est'", "revenue is over 9999")
    assert [fact.id for fact in found.facts] == ["empty-1", "empty-2"]
    assert [fact.value for fact in found.facts] == [2.8, 499.18]


@pytest.mark.parametrize("sql", ["SELECT 1 FROM data", "SELECT", "DROP TABLE data", "SELECT 1 WHERE false"])
def test_a_query_without_conditions_on_data_is_not_asked_about(sql):
    assert probes(sql, TABLES) == ()


def test_a_rule_of_an_analysis_itself_is_no_condition_that_anybody_asked_for():
    ranked = "SELECT * FROM (SELECT region, sum(revenue) AS likeness FROM data GROUP BY region) WHERE likeness > 5e9"
    assert any(one.subject == "likeness" for one in probes(ranked, TABLES))
    assert probes(ranked, TABLES, asked=False) == ()
    own = probes("SELECT * FROM data WHERE region = 'Est'", TABLES, asked=False)
    assert {one.subject for one in own} == {"", "region"}


@pytest.mark.parametrize(
    ("cell", "shown"),
    [(0.1526000052690506, "0.1526"), (12345.678901234, "12,345.68"), (3.0, "3"), (2023, "2023")],
)
def test_a_number_is_told_without_what_the_arithmetic_of_floats_leaves(cell, shown):
    counted = Probe(sql="", purpose="", about="counts", group=0, conditions=("a is over 9",))
    ends = counted.model_copy(update={"about": "range", "subject": "a"})
    results = [
        QueryResult(columns=("a",) * len(row), rows=(row,), row_count=1, sql="") for row in ((7, 0, 0, 7), (0, cell))
    ]
    (sentence,) = diagnose([counted, ends], results).sentences
    assert sentence.endswith(f"a runs from 0 to {shown}.")


def test_nothing_is_said_where_the_conditions_kept_rows():
    asked = probes("SELECT region FROM data WHERE revenue > 1 GROUP BY 1 HAVING count(*) > 9999", TABLES)
    counts = QueryResult(columns=("n0", "n1", "n2", "n3"), rows=((400, 300, 300, 400),), row_count=1, sql="")
    assert diagnose(asked, [counts, None]).sentences == ()


def test_a_probe_that_failed_is_done_without():
    asked = probes("SELECT * FROM data WHERE region = 'Est'", TABLES)
    counts = QueryResult(columns=("n0", "n1", "n2", "n3"), rows=((400, 0, 0, 400),), row_count=1, sql="")
    assert diagnose(asked, [counts, None]).sentences == ("No row matches the condition that region is 'Est'.",)
    assert diagnose(asked, [None, None]).sentences == ()


def test_probes_carry_what_the_user_is_told_they_are_for():
    assert all(
        isinstance(probe, Probe) and probe.purpose for probe in probes("SELECT 1 FROM data WHERE region = 'x'", TABLES)
    )


@pytest.mark.parametrize(
    ("rows", "count", "empty"),
    [
        ((), 0, True),
        (((0,),), 1, True),
        (((None, 0),), 1, True),
        (((3,),), 1, False),
        ((("",),), 1, False),
        (((0,), (0,)), 2, False),
    ],
)
def test_a_result_of_nulls_and_zeros_may_come_from_nothing(rows, count, empty):
    columns = tuple(f"c{n}" for n in range(len(rows[0]) if rows else 1))
    assert is_empty(QueryResult(columns=columns, rows=rows, row_count=count, sql="")) is empty
