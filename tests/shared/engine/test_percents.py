"""What the query of a result tells of its units."""

import pytest

from shared.engine.percents import in_percent


@pytest.mark.parametrize(
    "column",
    [
        "100.0 * sum(a) / sum(b)",
        "round(100 * count(*) FILTER (WHERE a) / count(*), 1)",
        "sum(a) / sum(b) * 100",
        "100 * avg(CASE WHEN a = 'yes' THEN 1 ELSE 0 END)",
    ],
)
def test_a_hundred_times_a_quotient_is_in_percent(column):
    assert in_percent(f'SELECT {column} AS x FROM "data"', ("x",)) == {"x"}


@pytest.mark.parametrize("column", ["sum(a) / sum(b)", "100 * sum(a)", "avg(a)", "a", "count(*)"])
def test_what_is_no_such_quotient_is_not(column):
    assert in_percent(f'SELECT {column} AS x FROM "data"', ("x",)) == set()


def test_a_name_tells_it_too_also_of_a_query_that_cannot_be_read():
    assert in_percent("SELECT", ("growth_pct", "total")) == {"growth_pct"}
