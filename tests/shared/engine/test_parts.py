"""A share of rows by a condition on a column with empty cells says that these count as not meeting it."""

import duckdb
import pytest

from shared.contracts import ColumnProfile, DatasetProfile, ExecutedQuery, SemanticProfile
from shared.contracts.dataset import Repair
from shared.engine.doubts import doubts

RIVER = DatasetProfile(
    dataset_id="d",
    relation="data",
    file_name="f.csv",
    row_count=1_000,
    columns=(
        ColumnProfile(name="ecoli", type="number", role="measure", words="e coli", nulls=200),
        ColumnProfile(name="rain", type="number", role="measure", words="rain", nulls=1),
        ColumnProfile(name="site", type="text", role="dimension", words="site"),
    ),
    semantic=SemanticProfile(entity_name="sample"),
)
TOLD = ("200 of 1,000 samples have no entry for e coli; here they count as not meeting the condition on it.",)


def _told(sql: str) -> tuple[str, ...]:
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE data (ecoli DOUBLE, rain DOUBLE, site VARCHAR)")
        connection.execute(sql)
    return doubts([ExecutedQuery(sql=sql, purpose="Share")], [RIVER])


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 100.0 * sum(CASE WHEN ecoli > 260 THEN 1 END) / nullif(sum(1), 0) AS s FROM data",
        "SELECT site, count(*) FILTER (WHERE ecoli > 260) * 100.0 / count(*) AS s FROM data GROUP BY site",
        "SELECT count_if(ecoli > 260) / count(*) AS s FROM data WHERE site = 'a'",
        "SELECT avg(CASE WHEN ecoli > 260 THEN 1 ELSE 0 END) AS s FROM data",
        "SELECT sum(CASE WHEN ecoli > 260 THEN rain ELSE 0 END) / sum(rain) AS s FROM data",
        "SELECT CASE WHEN ecoli > 260 THEN 'high' ELSE 'low' END AS s, count(*) AS n FROM data GROUP BY s",
        "SELECT if(ecoli > 260, 'high', 'low') AS s, count(*) AS n FROM data GROUP BY ROLLUP (1)",
        "WITH t AS (SELECT CASE WHEN ecoli > 260 THEN 1 ELSE 0 END AS s FROM data) SELECT s, sum(1) FROM t GROUP BY 1",
    ],
)
def test_a_part_of_rows_of_which_it_is_not_known_whether_they_belong_to_it_is_told(sql: str) -> None:
    assert _told(sql) == TOLD


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*) FILTER (WHERE ecoli > 260) * 100.0 / count(ecoli) AS s FROM data",
        "SELECT count(*) FILTER (WHERE ecoli IS NOT NULL) * 100.0 / count(*) AS s FROM data",
        "SELECT avg(CASE WHEN ecoli > 260 THEN 1 WHEN ecoli <= 260 THEN 0 END) AS s FROM data",
        "SELECT count(*) FILTER (WHERE rain > 20) * 100.0 / count(*) AS s FROM data",
        "SELECT count(*) FILTER (WHERE site = 'a') * 100.0 / count(*) AS s FROM data",
        "SELECT count(*) FILTER (WHERE ecoli > 260) AS n FROM data",
        "SELECT count(*) FILTER (WHERE ecoli > 260) * 100.0 / count(*) AS s FROM data WHERE ecoli IS NOT NULL",
        "SELECT avg(CASE WHEN ecoli > 260 THEN 1 ELSE 0 END) AS s FROM data WHERE ecoli <> 0",
        "SELECT sum(CASE WHEN ecoli > 260 THEN rain ELSE 0 END) / 1000.0 AS s FROM data",
        "SELECT count_if(ecoli > 2) / count(*) AS s FROM (SELECT coalesce(ecoli, 0) AS ecoli FROM data) AS t",
        "SELECT CASE WHEN ecoli > 260 THEN 'high' WHEN ecoli <= 260 THEN 'low' END AS s, sum(1) FROM data GROUP BY s",
        "SELECT CASE WHEN ecoli IS NULL THEN '' WHEN ecoli > 2 THEN 'a' ELSE 'b' END AS s, sum(1) FROM data GROUP BY 1",
        "SELECT site, CASE WHEN sum(ecoli) > 260 THEN 'high' ELSE 'low' END AS s FROM data GROUP BY 1",
    ],
    ids=[
        "of known ones",
        "whether known",
        "of both",
        "hardly any empty",
        "none empty",
        "no share",
        "empty left out",
        "others left out",
        "of a number",
        "filled before",
        "classes of known ones",
        "a class of unknown ones",
        "classes of groups",
    ],
)
def test_a_part_of_what_is_known_and_a_mere_count_are_left_in_peace(sql: str) -> None:
    assert _told(sql) == ()


def test_rows_of_which_each_empty_cell_held_a_code_are_told_with_it() -> None:
    detail = "In column ecoli, 999 in 200 cells was taken to stand for missing values; it lies far from all others."
    code = Repair(kind="null", detail=detail, column="ecoli", rows=200, examples=("999",), doubt=True)
    sql = "SELECT avg(CASE WHEN ecoli > 260 THEN 1 ELSE 0 END) AS s FROM data"
    told = doubts([ExecutedQuery(sql=sql, purpose="Share")], [RIVER.model_copy(update={"repairs": (code,)})])
    held = "200 of 1,000 samples have 999 for e coli, read as no entry;"
    assert told == (detail, f"{held} here they count as not meeting the condition on it.")
