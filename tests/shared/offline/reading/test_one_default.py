"""What is taken where a question leaves one thing open: what sells best, which of several dates."""

import duckdb
import pytest

from shared.contracts import DatasetProfile
from shared.offline.reading.parse import read
from tests.shared.model.answering import planned
from tests.shared.offline.reading.profiling import profile_table
from tests.shared.offline.reading.shops import NOW

_SALES = """
CREATE TABLE sales AS SELECT
  'S' || i AS sale_no,
  DATE '2023-01-02' + CAST(i * 3 AS INTEGER) AS sent_on,
  DATE '2023-02-01' + CAST(i * 3 AS INTEGER) AS due_date,
  CASE WHEN i % 9 = 0 THEN NULL ELSE DATE '2023-01-20' + CAST(i * 3 AS INTEGER) END AS paid_on,
  ['Oven', 'Pan', 'Spoon'][1 + i % 3] AS product,
  [900.5, 40.25, 3.1][1 + i % 3] AS unit_price_eur,
  CAST(1 + (i * 5) % 40 AS BIGINT) AS stueck,
  round([900.5, 40.25, 3.1][1 + i % 3] * (1 + (i * 5) % 40), 2) AS net_amount_eur
FROM range(200) AS t(i)
"""
_FILMS = """
CREATE TABLE films AS SELECT
  'Film ' || chr(CAST(65 + i AS INTEGER)) AS title,
  100000.5 + i * 1000 AS budget,
  CASE WHEN i = 3 THEN 'Jury Prize' WHEN i = 5 THEN 'Audience Award' END AS award
FROM range(20) AS t(i)
"""


def _table(sql: str, name: str) -> DatasetProfile:
    connection = duckdb.connect()
    connection.execute(sql)
    return profile_table(connection, name, f"{name}.csv")


SALES, FILMS = _table(_SALES, "sales"), _table(_FILMS, "films")


def test_what_sells_best_is_ranked_by_what_it_brings_and_by_no_price_of_one() -> None:
    reading = read("What are our three best selling products?", SALES, NOW)[0]
    assert reading.answerable
    assert [(one.function, one.column) for one in reading.metrics] == [("sum", "net_amount_eur")]
    assert any("net amount" in told for told in reading.assumptions)


def test_the_dearest_is_still_ranked_by_its_price() -> None:
    reading = read("Which product is the most expensive?", SALES, NOW)[0]
    assert {one.column for one in (*reading.metrics, *reading.rivals)} == {"unit_price_eur"}


def test_a_word_of_a_value_is_no_condition_beside_a_measure_that_nobody_named() -> None:
    assert not read("Which five films did the jury like best?", FILMS, NOW)[0].answerable


def test_the_date_that_all_others_follow_is_the_row_s_own_and_that_is_told() -> None:
    reading = read("total net amount in 2023", SALES, NOW)[0]
    assert reading.answerable
    assert [one.column for one in reading.filters] == ["sent_on"]
    assert "I dated rows by sent on." in reading.assumptions


@pytest.mark.parametrize(
    "question",
    ["how many sales were received in 2023", "how many sales left in 2023", "sales that were handled in 2023"],
)
def test_of_something_done_to_the_rows_none_of_several_dates_is_taken(question: str) -> None:
    assert not read(question, SALES, NOW)[0].answerable


def test_a_word_is_not_taken_for_a_column_where_a_column_of_another_table_is_called_so() -> None:
    table = "CREATE TABLE plan AS SELECT 'Site ' || i AS site, 100 + i AS spend_limit FROM range(12) AS t(i)"
    costs = "CREATE TABLE orders AS SELECT ['A', 'B'][1 + i % 2] AS team, 5.5 + i AS cost FROM range(40) AS t(i)"
    alone, beside = _table(costs, "orders"), _table(table, "plan")
    assert planned("How much did each team spend?", NOW, alone).analyses
    assert planned("How much did each team spend?", NOW, alone, beside).forfeit is not None


@pytest.mark.parametrize("question", ["total net amount by due date", "total net amount per due date"])
def test_what_is_asked_by_a_date_is_told_for_each_day(question: str) -> None:
    reading = read(question, SALES, NOW)[0]
    assert reading.answerable
    assert [(one.column, one.grain) for one in reading.groups] == [("due_date", "day")]
