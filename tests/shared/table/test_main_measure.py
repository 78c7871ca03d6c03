"""The measure that a table is about."""

import duckdb
import pandas as pd
import pytest

from shared.contracts import DatasetProfile
from shared.table.main_measure import main_measure, only_measure
from tests.shared.offline.reading.profiling import profile_table

ROWS = range(1, 30)


def main(**columns: object) -> str | None:
    found = main_measure(profile(**columns))
    return found.name if found else None


def profile(**columns: object) -> DatasetProfile:
    connection = duckdb.connect()
    frame = pd.DataFrame({"who": [f"w{row % 5}" for row in ROWS], **columns})
    connection.register("given", frame)
    connection.execute("CREATE TABLE t AS SELECT * FROM given")
    return profile_table(connection, "t", "t.csv")


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


@pytest.mark.parametrize(
    ("amounts", "meant"),
    [
        (["1.25.00 / 80,000 Rs", "about 5"], "units"),
        (["80,000 ~", "1,25,000 ~", "£5,000 ~"], None),
        (["Room 5", "Room 6"], "units"),
    ],
)
def test_no_measure_is_meant_beside_amounts_of_money_that_could_not_be_read(
    amounts: list[str], meant: str | None
) -> None:
    cells = [amounts[row % len(amounts)] for row in ROWS]
    assert main(units=[row * 1.5 for row in ROWS], sanctioned=cells) == meant
    assert bool(only_measure(profile(units=[row * 1.5 for row in ROWS], sanctioned=cells))) == bool(meant)


def test_what_another_column_fixes_is_not_what_the_rows_are_about() -> None:
    table = profile(shipping_cost=[(4.9, 7.5, 12.0)[row % 3] for row in ROWS])
    fixed = {"shipping_cost": ("who",)}
    columns = tuple(one.model_copy(update={"fixed_by": fixed.get(one.name, ())}) for one in table.columns)
    assert main_measure(table) is not None
    assert main_measure(table.model_copy(update={"columns": columns})) is None
