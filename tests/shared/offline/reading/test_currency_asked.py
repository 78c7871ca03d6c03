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
