"""The measure that a table is about."""

import duckdb
import pandas as pd
import pytest

from shared.table.main_measure import main_measure
from tests.shared.offline.reading.profiling import profile_table

ROWS = range(1, 30)


def main(**columns: object) -> str | None:
    connection = duckdb.connect()
    frame = pd.DataFrame({"who": [f"w{row % 5}" for row in ROWS], **columns})
    connection.register("given", frame)
    connection.execute("CREATE TABLE t AS SELECT * FROM given")
    found = main_measure(profile_table(connection, "t", "t.csv"))
    return found.name if found else None


@pytest.mark.parametrize(
    ("columns", "meant"),
    [
        (("revenue", "units"), "revenue"),
        (("units",), "units"),
        (("total_cost", "tax_amount"), "total_cost"),
        (("units", "visits"), None),
        (("temperature",), "temperature"),
        (("temperature", "humidity"), None),
    ],
)
def test_money_that_adds_up_comes_first_and_of_several_alike_none(columns: tuple[str, ...], meant: str | None) -> None:
    assert main(**{name: [row * 1.5 + at for row in ROWS] for at, name in enumerate(columns)}) == meant
