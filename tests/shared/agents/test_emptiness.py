"""Why there is nothing, in the words that the table's columns have in sentences."""

import duckdb
import pandas as pd

from shared.agents.execution.empty_results import why_empty
from shared.contracts import PlannedQuery, QueryResult
from tests.shared.analysis.running import Tables

LOG = pd.DataFrame({"power_kw": [0.0, 1520.5, 3050.0], "unitName": ["a", "b", "c"]})


def _why(sql: str) -> tuple[str, ...]:
    con = duckdb.connect(":memory:")
    con.register("log", LOG)

    def ask(query: PlannedQuery) -> QueryResult:
        found = con.execute(query.sql)
        rows = tuple(found.fetchall())
        names = tuple(one[0] for one in found.description)
        return QueryResult(columns=names, rows=rows, row_count=len(rows), sql=query.sql)

    tables = tuple(Tables(log=LOG).profiles)
    return why_empty([sql], [QueryResult(columns=("n",), rows=(), row_count=0, sql=sql)], tables, ask).sentences


def test_a_column_goes_by_its_words_and_whole_numbers_have_no_decimals():
    (told,) = _why("SELECT * FROM log WHERE power_kw = 15")
    assert told == "No row matches the condition that power kw is 15; power kw runs from 0 to 3050."
