"""A currency is asked for that no column states: the reason is about what the column holds."""

import duckdb
import pytest

from shared.offline.reading.parse import read
from tests.shared.offline.reading.profiling import profile_table
from tests.shared.offline.reading.shops import NOW

FINDS = """
    'S' || i AS stone, 10.0 + i AS price, 200 + 3 * i AS mass_g,
    DATE '2024-01-01' + CAST(i AS INTEGER) AS found_on FROM range(60)
"""


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("average price in euros", "nothing says which currency price is in"),
        ("how many stones with found on 2024-01-05 in pounds", "nothing says that found on holds amounts of money"),
        ("average mass in pounds", "nothing says that mass g holds amounts of money"),
    ],
)
def test_no_column_of_dates_or_weights_is_said_to_be_in_some_currency(question: str, reason: str) -> None:
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE finds AS SELECT {FINDS} AS t(i)")
    assert reason in read(question, profile_table(connection, "finds", "finds.csv"), NOW)[0].gaps


@pytest.mark.parametrize(
    ("question", "gaps"),
    [
        ("total price in EUR", ()),
        ("total price in CHF", ("nothing says which rows of price are in CHF",)),
    ],
)
def test_of_amounts_in_several_currencies_those_in_one_are_asked_for(question: str, gaps: tuple[str, ...]) -> None:
    connection = duckdb.connect()
    connection.execute(
        "CREATE TABLE buys AS SELECT 5.0 + i AS price, ['EUR', 'USD'][1 + i % 2] AS currency FROM range(9) AS t(i)"
    )
    told = profile_table(connection, "buys", "buys.csv")
    price = told.column("price").model_copy(update={"unit_column": "currency", "money": True})
    table = told.model_copy(update={"columns": tuple(price if one.name == "price" else one for one in told.columns)})
    reading = read(question, table, NOW)[0]
    assert reading.gaps == gaps
    assert bool(reading.filters) == (not gaps)
