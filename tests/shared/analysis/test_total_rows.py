"""A row that is of several groups together says so in the names of its facts."""

import pytest

from shared.analysis.written_query import Written
from shared.contracts import ColumnProfile, DatasetProfile, QueryResult

Rows = tuple[tuple[str | float | None, ...], ...]
BY_REGION: Rows = (("East", 5.0), ("West", 6.0), (None, 11.0))


def _names(sql: str, rows: Rows, *, nulls: int = 0, shown: tuple[str, ...] = ()) -> list[str]:
    labels = [
        ColumnProfile(name=name, type="text", role="dimension", words=name, nulls=nulls) for name in ("region", "shop")
    ]
    columns = (*labels, ColumnProfile(name="spent", type="number", role="measure"))
    table = DatasetProfile(dataset_id="d", relation="data", file_name="f.csv", row_count=9, columns=columns)
    shown = shown or (("region", "shop", "total") if len(rows[0]) > 2 else ("region", "total"))
    result = QueryResult(columns=shown, rows=rows, row_count=len(rows), sql=sql)
    return [fact.name for fact in Written(sql=sql, purpose="Spent").findings(table, (result,)).facts]


@pytest.mark.parametrize(
    ("rows", "nulls", "last"),
    [
        (BY_REGION, 0, "total (region: all together)"),
        (BY_REGION, 2, "total (no region named)"),
    ],
)
def test_the_total_of_all_groups_is_labelled(rows: Rows, nulls: int, last: str) -> None:
    sql = "SELECT region, sum(spent) AS total FROM data GROUP BY ROLLUP (region)"
    assert _names(sql, rows, nulls=nulls) == ["total (East)", "total (West)", last]


def test_a_subtotal_is_labelled_by_its_group_and_by_what_is_together() -> None:
    sql = "SELECT region, shop, sum(spent) AS total FROM data GROUP BY ROLLUP (region, shop)"
    rows: Rows = (("East", "A", 5.0), ("East", None, 5.0), (None, None, 5.0))
    together = "region: all together, shop: all together"
    assert _names(sql, rows) == ["total (East, A)", "total (East, shop: all together)", f"total ({together})"]


def test_a_column_without_a_name_is_called_in_words_and_never_by_its_sql() -> None:
    case = "CASE WHEN region = 'East' THEN 1 ELSE 0 END"
    of_groups = f"SELECT {case}, sum(spent) FROM data GROUP BY 1"
    assert _names(of_groups, ((1, 5.0), (0, 6.0)), shown=(f"CASE  WHEN {case}", "sum(spent)")) == [
        *("class of region", "total spent", "class of region", "total spent"),
    ]
    unknown = "SELECT quantile_cont(spent, 0.9) FROM data"
    assert _names(unknown, ((5.0,),), shown=("quantile_cont(spent, 0.9)",)) == ["figure"]
    together = f"SELECT {case}, sum(spent) AS total FROM data GROUP BY ROLLUP (1)"
    assert _names(together, ((None, 5.0),), shown=("CASE", "total")) == ["total (no group named)"]


def test_an_empty_cell_of_a_plain_group_is_none_of_all() -> None:
    assert _names("SELECT region, sum(spent) AS total FROM data GROUP BY region", BY_REGION)[-1] == "total"
