"""Rows that figures looked up in another table leave out, as no row of the table has their key, are told of these."""

from collections.abc import Sequence

import duckdb
import pytest

from shared.agents.execution.joined_rows import JoinedRows
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery, QueryOutcome, QueryResult
from shared.errors import QueryUnavailable
from shared.query.bound import BoundQuery
from shared.query.check import check
from shared.query.problems import read_query

PLOTS = DatasetProfile(
    dataset_id="plots",
    relation="plots",
    file_name="plots.csv",
    row_count=4,
    columns=(
        ColumnProfile(name="plot_id", type="text", role="id", distinct=4),
        ColumnProfile(name="parish", type="text", role="dimension", distinct=2),
    ),
)
HARVESTS = DatasetProfile(
    dataset_id="harvests",
    relation="harvests",
    file_name="harvests.csv",
    row_count=7,
    columns=(
        ColumnProfile(name="plot_id", type="text", role="id", distinct=4),
        ColumnProfile(name="kilos", type="integer", role="measure", distinct=7),
    ),
)
LOST = "2 of 4 plots in harvests (3 rows) have no match in plots, so their rows are left out."
COUNTED = {"kind": "rows", "name": "harvests"}
ADDED = {"kind": "statistic", "function": "sum", "column": "harvests", "name": "in_all"}
OWN = {"kind": "rows", "name": "plots"}


def _ask(queries: Sequence[PlannedQuery]) -> list[QueryOutcome]:
    found = []
    with duckdb.connect() as connection:
        connection.execute(
            "CREATE TABLE plots AS FROM (VALUES ('A', 'x'), ('B', 'x'), ('C', 'y'), ('D', 'y'))t(plot_id, parish)"
        )
        connection.execute(
            "CREATE TABLE harvests AS FROM (VALUES ('A', 1), ('A', 2), ('B', 3), ('B', 4), ('Y', 5), ('Z', 6), "
            "('Z', 7))t(plot_id, kilos)"
        )
        for query in queries:
            rows = tuple(connection.execute(query.sql).fetchall())
            columns = tuple(f"c{at}" for at in range(len(rows[0])))
            found.append(
                QueryOutcome(result=QueryResult(columns=columns, rows=rows, row_count=len(rows), sql=query.sql))
            )
    return found


def _bound(measures: Sequence[object], *, looked_up: object = COUNTED) -> BoundQuery:
    lookup = {"dataset": "harvests", "on": [{"column": "plot_id", "key": "plot_id"}], "measures": [looked_up]}
    groups = [{"kind": "column", "column": "parish"}]
    query = {"kind": "figures", "lookups": [lookup], "groups": groups, "measures": list(measures)}
    return check(read_query(query), PLOTS, (PLOTS, HARVESTS))


def _joined(bound: BoundQuery) -> JoinedRows:
    joined = JoinedRows((PLOTS, HARVESTS), _ask)
    joined.looked_up(0, bound)
    return joined


def test_rows_that_no_row_of_the_table_has_the_key_of_are_counted_where_their_figures_are_told() -> None:
    joined = _joined(_bound([ADDED, OWN]))
    assert joined.told(0, None) == joined.told(0, {"in_all"}) == joined.told(0, {"in_all", "plots"}) == (LOST,)
    assert joined.told(0, {"plots"}) == joined.told(1, None) == ()
    assert joined.of_written == {}


def test_what_cannot_be_asked_is_not_told() -> None:
    def broken(queries: Sequence[PlannedQuery]) -> list[QueryOutcome]:
        raise QueryUnavailable("down")

    joined = JoinedRows((PLOTS, HARVESTS), broken)
    joined.looked_up(0, _bound([ADDED]))
    joined.written(1, "SELECT count(*) FROM harvests h JOIN plots p ON p.plot_id = h.plot_id")
    assert joined.told(0, None) == joined.told(1, None) == ()


@pytest.mark.parametrize("side", ["", "LEFT "])
def test_of_a_query_that_was_written_freely_the_rows_that_are_counted_are_told(side: str) -> None:
    joined = JoinedRows((PLOTS, HARVESTS), _ask)
    joined.written(
        0, f"SELECT p.parish, count(*) AS n FROM plots p {side}JOIN harvests h ON p.plot_id = h.plot_id GROUP BY 1"
    )
    assert LOST in joined.told(0, {"n"})
    assert set(joined.of_written) == {0}
