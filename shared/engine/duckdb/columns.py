"""Columns of a result in binary, inside the disposable process: DuckDB writes them as Arrow, whose memory is read as it
lies there, so that no cell becomes an object of Python."""

import array
import ctypes
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import _duckdb as duckdb  # the engine alone: its package takes four times as long to import

from shared.quoting import identifier

_KEPT, _DRAWN = 'temp.main."_candor_kept"', 'temp.main."_candor_drawn"'
_KEPT_ROWS = f"FROM {_KEPT}"
_LABEL = "_candor_label"
_SEED = 1
"""Of the sample that is handed over of a result that is too large."""
_WHOLE, _FLOATING = ("BOOLEAN", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"), ("FLOAT", "DOUBLE")
_FETCHED = 20_000
_MOST_LABELS = 400_000
"""Characters of all different texts of a column that is handed over in binary."""


class ResultTooLarge(Exception):
    """The result is more than can be handed over."""


def kept(connection: Any, sql: str) -> str:
    """SQL of the same rows, of a query that was run once, since its rows are counted, shown and handed over; the query
    itself where there is no memory for that. Columns that share a name get one each, as DuckDB numbers them."""
    try:
        connection.execute(f"CREATE OR REPLACE TEMP TABLE {_KEPT} AS SELECT * FROM ({sql}\n) AS _result")
    except (duckdb.OutOfMemoryException, MemoryError):
        return sql
    return _KEPT_ROWS


def handed_over(connection: Any, sql: str, result: dict[str, Any], max_bytes: int, without: str = "") -> dict[str, Any]:
    """The columns of the result in binary, but for those whose names begin with `without`; of one with more rows than
    that leaves room for a sample, the same each time. `infinite` are the columns that hold such a number anywhere.
    Raises ValueError where no column is left, ResultTooLarge."""
    every, total = result["columns"], result["row_count"]
    there = [str(column[1]) for column in connection.execute(f"FROM ({sql}\n) LIMIT 0").description]
    kinds = {name: kind for name, kind in zip(every, there, strict=True) if not (without and name.startswith(without))}
    if not kinds:
        raise ValueError(
            f"Every column of the result has a name that begins with {without}; call at least one otherwise."
        )
    most, listed = max(max_bytes // (8 * len(kinds)), 1), ", ".join(map(identifier, every))
    rows = f"({sql}\n) AS _result({listed})"
    if total > most:
        # the rows that are kept have places, which threads find side by side; others are counted one after the other
        placed = f"SELECT *, rowid + 1 AS _place {sql}" if sql == _KEPT_ROWS else _numbered(rows)
        rows = f"({placed}) {sample(most, total)}"
    columns = [Handed(name, kind_of(kind), bounded=_never_infinite(kind)) for name, kind in kinds.items()]
    drawn = f"SELECT {', '.join(readable(name, kind) for name, kind in kinds.items())} FROM {rows}"
    if any(one.labelled for one in columns):
        drawn = _coded(connection, columns, drawn, most)
    for column, data in zip(columns, floats(connection, drawn, len(columns)), strict=True):
        del data[most:]
        column.data = data
    connection.execute(f"DROP TABLE IF EXISTS {_KEPT}")
    infinite = [one.name for one in columns if one.infinite]
    seed = _SEED if total > most else None
    typed = {"columns": [one.told() for one in columns], "rows": len(columns[0].data), "total": total, "seed": seed}
    return {"typed": typed, "infinite": infinite, "undefined": []}


def _numbered(rows: str) -> str:
    return f"SELECT *, row_number() OVER () AS _place FROM {rows}"


def _coded(connection: Any, columns: Sequence["Handed"], drawn: str, most: int) -> str:
    """SQL of the numbers of all columns, where some hold texts: these are kept, to be numbered by what there is."""
    connection.execute(f"CREATE OR REPLACE TEMP TABLE {_DRAWN} AS {drawn}")
    connection.execute(f"DROP TABLE IF EXISTS {_KEPT}")
    rows = f"FROM {_DRAWN} WHERE rowid < {most}"
    cells = (
        _places(connection, at, one, rows) if one.labelled else identifier(one.name) for at, one in enumerate(columns)
    )
    return f"SELECT {', '.join(cells)} {rows}"


def sample(most: int, total: int) -> str:
    """Those of the lowest hash; of many rows unsorted, by one below which 4 standard deviations fewer are expected."""
    drawn = f"hash(_place, {_SEED})"
    if total <= _FETCHED:
        return f"ORDER BY {drawn}, _place LIMIT {most}"
    return f"WHERE {drawn} <= {int((1 << 64) * (most - 4 * math.sqrt(most)) / total)}"


def readable(name: str, kind: str) -> str:
    """A column as it is handed over without a look at each cell: numbers, and seconds since 1970 (UTC), NaN for
    none."""
    column = identifier(name)
    if kind_of(kind) == "text":
        return f"CAST({column} AS VARCHAR) AS {column}"
    number = f"epoch(CAST({column} AS TIMESTAMP))" if kind_of(kind) == "time" else column
    return f"coalesce(CAST({number} AS DOUBLE), 'nan'::DOUBLE) AS {column}"


def kind_of(kind: str) -> str:
    """The cell kind (number, time or text) as which a DuckDB type is handed over."""
    if kind == "DATE" or kind.startswith("TIMESTAMP"):
        return "time"
    return "number" if _never_infinite(kind) or kind in _FLOATING else "text"


def _never_infinite(kind: str) -> bool:
    """Whether no number of a DuckDB type is infinite."""
    return kind.startswith("DECIMAL") or kind.removeprefix("U") in _WHOLE


@dataclass
class Handed:
    """A column on its way out, as floats: numbers, flags as 0 and 1, times in seconds since 1970, texts by the places
    of their labels; NaN for what is empty."""

    name: str
    kind: str
    bounded: bool = False
    data: "array.array[float]" = field(default_factory=lambda: array.array("d"))
    labels: list[str] = field(default_factory=list)

    @property
    def labelled(self) -> bool:
        """Whether its numbers are places of labels."""
        return self.kind == "text"

    @property
    def infinite(self) -> bool:
        """Whether it holds an infinite number: only where its sum is no number is each of them looked at."""
        if self.labelled or self.bounded:
            return False
        return not math.isfinite(sum(self.data)) and any(map(math.isinf, self.data))

    def told(self) -> dict[str, Any]:
        """The column as its contract has it, its cells as bytes."""
        if sys.byteorder == "big":
            self.data.byteswap()
        return {"name": self.name, "kind": self.kind, "data": self.data.tobytes(), "labels": self.labels}


def _places(connection: Any, at: int, column: Handed, rows: str) -> str:
    """SQL of the places of a column's labels, in the order in which its texts come. Raises ResultTooLarge where these
    are too many."""
    name = identifier(column.name)
    different = f"SELECT {name} {rows} AND {name} IS NOT NULL GROUP BY 1 ORDER BY min(rowid)"
    column.labels = [text for (text,) in connection.execute(different).fetchall()]
    if sum(map(len, column.labels)) > _MOST_LABELS:
        raise ResultTooLarge(f"The texts of a column hold more than {_MOST_LABELS} characters.")
    if not column.labels:
        return "'nan'::DOUBLE"
    connection.execute(f"DROP TYPE IF EXISTS {_LABEL}{at}; CREATE TYPE {_LABEL}{at} AS ENUM ({different})")
    return f"coalesce(enum_code(CAST({name} AS {_LABEL}{at}))::DOUBLE, 'nan'::DOUBLE)"


class _Array(ctypes.Structure):
    """ArrowArray of Arrow's C data interface."""


_Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    ("private_data", ctypes.c_void_p),
]


class _Stream(ctypes.Structure):
    """ArrowArrayStream of Arrow's C stream interface."""

    _fields_ = (
        ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
        ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
        ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)),
        ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
        ("private_data", ctypes.c_void_p),
    )


_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)


def floats(connection: Any, sql: str, count: int) -> list["array.array[float]"]:
    """The `count` columns of a query, all DOUBLE and none empty. Raises RuntimeError where it fails on the way."""
    import duckdb  # noqa: F401 which gives connections their `sql`

    found = [array.array("d") for _ in range(count)]
    capsule = connection.sql(sql).__arrow_c_stream__()  # what it points to is released with it
    at = _pointer(capsule, b"arrow_array_stream")
    stream = ctypes.cast(at, ctypes.POINTER(_Stream)).contents
    while True:
        chunk = _Array()
        if stream.get_next(at, ctypes.byref(chunk)):
            raise RuntimeError((stream.get_last_error(at) or b"").decode("utf-8", "replace"))
        if not chunk.release:
            return found
        for column, child in zip(found, chunk.children[:count], strict=True):
            begin = child.contents.offset + chunk.offset
            if chunk.length:
                column.frombytes(ctypes.string_at(child.contents.buffers[1] + 8 * begin, 8 * chunk.length))
        chunk.release(ctypes.byref(chunk))
