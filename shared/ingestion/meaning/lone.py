"""A value far from all others of its column, which alone may decide a total or an average."""

from collections.abc import Iterator, Sequence
from typing import Final

from shared.contracts import ColumnProfile
from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.quoting import identifier

_FAR: Final = 10
"""Times the next: it is of another order of magnitude, as a slip of a digit or another kind of thing is."""
_LEAST: Final = 30
"""Of fewer values nobody can say how large they usually are."""


def lone_values(con: duckdb.DuckDBPyConnection, columns: Sequence[ColumnProfile], rows: int) -> Iterator[Repair]:
    """What is told of each measure of table `data` of which one cell holds at least ten times as much as any other; of
    measures that are never below 0, and in one currency."""
    for column in columns:
        low, high = column.minimum, column.maximum
        known = rows - column.nulls
        if column.role != "measure" or not isinstance(high, int | float) or not isinstance(low, int | float) or low < 0:
            continue
        if known < _LEAST or column.in_currencies or high < _FAR * column.quantiles.get("0.95", high):
            continue
        cell = identifier(column.name)
        found = con.execute(f"SELECT max({cell}, 2), sum({cell}) FROM data").fetchone()
        if found is None or len(found[0] or ()) < 2 or not 0 < _FAR * found[0][1] <= high:
            continue
        following, whole = found[0][1], found[1]
        times, share = f"{high / following:.0f} times the next", f"{100 * high / whole:.0f} % of all of them together"
        detail = f"One value of {column.name}, {high:,.12g}, is {times} ({following:,.12g}) and {share}."
        yield Repair(kind="outlier", detail=detail, column=column.name, rows=1)
