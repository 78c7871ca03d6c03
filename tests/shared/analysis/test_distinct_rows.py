"""Rows that were entered twice count once in any analysis, whatever SQL it makes."""

import duckdb
import pytest

from shared.analysis.distinct_rows import with_distinct_rows, without_repeats
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery
from shared.contracts.dataset import Repair

TABLE = DatasetProfile(
    dataset_id="d",
    relation="data",
    file_name="f.csv",
    row_count=4,
    columns=(ColumnProfile(name="amount", type="number", role="measure"),),
    repairs=(
        Repair(kind="repeated", detail="1 row repeats another row in every column.", rows=1, doubt=True),
        Repair(kind="other", detail="One blank line went.", rows=1),
    ),
)


@pytest.mark.parametrize(
    ("sql", "counted"),
    [
        ("SELECT sum(amount) FROM data", 6),
        ('SELECT sum(d.amount) FROM "data" AS d', 6),
        ('SELECT sum("data".amount) FROM "data"', 6),
        ("WITH t AS (SELECT amount FROM data) SELECT sum(amount) FROM t", 6),
        ("SELECT sum(a.amount) FROM data AS a JOIN data AS b ON a.id = b.id", 6),
        ("WITH data AS (SELECT 5 AS amount) SELECT sum(amount) FROM data", 5),
        ("SELECT (SELECT count(*) FROM data) - count(*) FROM data WHERE amount > 1", 1),
    ],
)
def test_each_row_is_read_once_wherever_the_table_is_read(sql: str, counted: int) -> None:
    (query,) = with_distinct_rows([PlannedQuery(sql=sql, purpose="Sum")], [TABLE])
    con = duckdb.connect()
    con.execute("CREATE TABLE data AS SELECT * FROM (VALUES (1, 1), (2, 2), (3, 3), (3, 3)) AS t (id, amount)")
    assert con.execute(query.sql).fetchall() == [(counted,)]
    assert query.purpose == "Sum, each repeated row counted once"


def test_what_is_shown_of_a_query_is_what_ran() -> None:
    (query,) = with_distinct_rows([PlannedQuery(sql="SELECT 1", shown="SELECT amount FROM data", purpose="?")], [TABLE])
    assert "DISTINCT" in query.shown
    assert with_distinct_rows([PlannedQuery(sql="SELECT 1", purpose="?")], [TABLE])[0].shown == ""


def test_the_table_has_as_many_rows_as_differ() -> None:
    assert without_repeats(TABLE).row_count == 3
