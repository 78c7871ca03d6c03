"""What text columns hold: each value once, with the number of its rows; counted once for all that asks for it."""

from shared.ingestion.database import duckdb

_MOST_BYTES = 64 << 20
_VALUE_BYTES = 32
"""What a value takes besides its text."""


class Tallies:
    """Tallies of columns of table `raw`, kept as long as they are small; what is not kept is counted anew."""

    def __init__(self, con: duckdb.DuckDBPyConnection, most_bytes: int = _MOST_BYTES) -> None:
        self._con = con
        self._left = most_bytes

    def of(self, cell: str) -> str:
        """A relation of the column's values, `value`, and the `rows` that each has; empty cells have none."""
        counted = f"SELECT {cell} AS value, count(*) AS rows FROM raw WHERE {cell} IS NOT NULL GROUP BY 1"
        self._con.execute(f"CREATE OR REPLACE TEMP TABLE {_name(cell)} AS {counted}")
        return _name(cell)

    def kept(self, cell: str) -> str | None:
        """The relation of a column that was counted, or None where there is no room for it."""
        asked = f"SELECT coalesce(sum(strlen(value) + {_VALUE_BYTES}), 0) FROM {_name(cell)}"
        found = self._con.execute(asked).fetchone()
        if found is None or found[0] > self._left:
            self.drop(cell)
            return None
        self._left -= int(found[0])
        return _name(cell)

    def drop(self, cell: str) -> None:
        """Drops the table of counts of a cell column, if there is one."""
        self._con.execute(f"DROP TABLE IF EXISTS {_name(cell)}")


def _name(cell: str) -> str:
    return f"tally_{cell}"
