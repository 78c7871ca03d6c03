"""Which columns of a query's result add up to a whole."""

import pytest

from shared.agents.execution.preview import MOST_ROWS, preview
from shared.contracts import QueryResult
from shared.engine.results.wholes import parts_of_a_whole


@pytest.mark.parametrize(
    ("sql", "columns"),
    [
        ("SELECT a, SUM(b) AS s, COUNT(*) AS n FROM d WHERE NOT a IS NULL GROUP BY a ORDER BY s DESC", ("s", "n")),
        ("SELECT a, ROUND(SUM(b), 2) AS s, AVG(b) AS m, COUNT(DISTINCT c) AS k FROM d GROUP BY a", ("s",)),
        ("SELECT a, SUM(b) AS s FROM d GROUP BY a LIMIT 3", ()),
        ("SELECT a, SUM(b) AS s FROM d GROUP BY a HAVING SUM(b) > 3", ()),
        ("SELECT a, SUM(b) AS s FROM d GROUP BY ROLLUP (a)", ()),
        ("SELECT a, SUM(d.b) AS s FROM d JOIN e ON d.i = e.i GROUP BY a", ()),
        ("SELECT a, SUM(b) AS s FROM (SELECT * FROM d LIMIT 9) AS d GROUP BY a", ()),
        ("WITH d AS (SELECT * FROM e LIMIT 9) SELECT a, SUM(b) AS s FROM d GROUP BY a", ()),
        ("SELECT SUM(b) AS s FROM d", ()),
        ("DROP TABLE d", ()),
    ],
)
def test_totals_and_counts_of_every_group_add_up(sql, columns):
    assert parts_of_a_whole(sql) == columns


@pytest.mark.parametrize(("rows", "columns"), [(3, ("s",)), (MOST_ROWS + 1, ())])
def test_a_result_that_is_not_shown_whole_adds_up_to_nothing(rows, columns):
    sql = "SELECT a, SUM(b) AS s FROM d GROUP BY a"
    result = QueryResult(columns=("a", "s"), rows=tuple((str(n), n) for n in range(rows)), row_count=rows, sql=sql)
    assert preview("p", result).adds_up == columns
