"""Whether figures depend on how some labels of a column are written."""

import pytest
from sqlglot import parse_one

from shared.engine.doubts.apart import depends_on


def _depends(sql: str) -> bool:
    return depends_on(parse_one(sql, dialect="duckdb"), "region", ("WEST", "west ", "West"))


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT sum(amount) FROM data WHERE region = 'West'",
        "SELECT sum(amount) FROM data WHERE lower(region) IN ('west', 'south')",
        "SELECT sum(amount) FROM data WHERE region <> 'West'",
        "SELECT sum(amount) FROM data WHERE region ILIKE 'w%'",
        "SELECT count(*) FILTER (WHERE region = 'West') FROM data",
        "SELECT sum(CASE WHEN region = 'West' THEN amount END) FROM data",
        "SELECT sum(CASE region WHEN 'West' THEN amount END) FROM data",
        "SELECT region AS place, count(*) FROM data GROUP BY place",
        "WITH t AS (SELECT upper(region) AS place, amount FROM data) SELECT place, sum(amount) FROM t GROUP BY ALL",
        "SELECT count(DISTINCT region) FROM data",
        "SELECT DISTINCT region FROM data",
        "SELECT mode(region) FROM data",
        "SELECT id, sum(amount) OVER (PARTITION BY region) AS a FROM data",
        "SELECT sum(amount) FROM data JOIN other USING (region)",
        "SELECT sum(amount) FROM data JOIN other ON data.region = other.name",
        "SELECT region, sum(amount) FROM data WHERE region IN ('West', 'East') GROUP BY 1",
        "SELECT region, sum(amount) FROM data WHERE id = 1 GROUP BY 1",
    ],
)
def test_figures_depend_on_how_labels_are_written_that_are_told_apart(sql: str) -> None:
    assert _depends(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT sum(amount) FROM data WHERE region = 'East'",
        "SELECT sum(amount) FROM data WHERE region IS NOT NULL",
        "SELECT region, sum(amount) FROM data WHERE region = 'East' AND id > 1 GROUP BY 1",
        "SELECT region, sum(amount) FROM data WHERE region IN ('East', 'South') GROUP BY 1",
        "SELECT id, region, amount FROM data ORDER BY amount DESC LIMIT 3",
        "SELECT count(region), max(amount) FROM data",
        "SELECT count(DISTINCT id) FROM data WHERE region NOT IN ('East')",
    ],
)
def test_figures_do_not_depend_on_how_labels_are_written_that_are_kept_together_or_left_out(sql: str) -> None:
    assert not _depends(sql)
