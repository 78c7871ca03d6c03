"""The result column that says the unit of another one's rows is found, and none where a query mixes units."""

import pytest

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.row_units import units_by_row

SALES = DatasetProfile(
    dataset_id="sales",
    relation="sales",
    file_name="sales.csv",
    row_count=9,
    columns=(
        ColumnProfile(name="Amount", type="number", role="measure", unit_column="Currency", money=True),
        ColumnProfile(name="Currency", type="text", role="dimension"),
        ColumnProfile(name="Region", type="text", role="dimension"),
        ColumnProfile(name="Pieces", type="integer", role="measure"),
    ),
)
BOTH = {"total": "money"}


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("SELECT Currency AS money, sum(Amount) AS total, sum(Pieces) AS n FROM sales GROUP BY Currency", BOTH),
        ('WITH s AS (SELECT * FROM sales) SELECT "Currency" AS money, avg(Amount) AS total FROM s GROUP BY 1', BOTH),
        ("SELECT Region, Currency, Amount FROM sales", {"Amount": "Currency"}),
        (
            "SELECT Region, Currency AS money, sum(Amount) FILTER (WHERE Pieces > 1) AS total FROM sales GROUP BY ALL",
            BOTH,
        ),
        ("SELECT Region, sum(Amount) AS total FROM sales GROUP BY Region", {}),
        ("SELECT max(Currency) AS money, sum(Amount) AS total FROM sales", {}),
        ("SELECT Currency, sum(sum(Amount)) OVER () AS total FROM sales GROUP BY Currency", {}),
        ("SELECT Currency, sum(Amount) * 1.1 AS total FROM sales GROUP BY Currency", {}),
        ("no query", {}),
    ],
)
def test_the_column_that_says_the_units_of_rows_is_found(sql: str, found: dict[str, str]) -> None:
    assert units_by_row(sql, (SALES,)) == found


def test_a_table_in_one_unit_has_none() -> None:
    plain = SALES.model_copy(update={"columns": SALES.columns[1:]})
    assert units_by_row("SELECT Currency, Pieces FROM sales", (plain,)) == {}
