"""A small table of orders, and queries of it (or of another table) in few words, for cases worked out by hand."""

import datetime as dt
from typing import Any

from pydantic import TypeAdapter

from shared.query.query import Query
from tests.shared.query.reading_in_pandas import read
from tests.shared.query.tables import Kind, Table, table_of

Json = dict[str, Any]
CELLS: tuple[tuple[Any, ...], ...] = (
    ("n", "region", "revenue", "units", "paid", "day", "at", "price", "due"),
    (0, "West", 10.0, 1, True, "2024-01-05", "2024-01-05T08:30", "$1,234.50", "2024-01-10"),
    (1, "West", 20.0, 2, False, "2024-01-31", "2024-01-31T23:59", "(5)", "2024-01-01"),
    (2, "East", 30.0, None, True, "2024-02-29", "2024-02-29T00:00", "1.5M", None),
    (3, "west", 40.0, 4, None, "2024-03-31", None, None, None),
    (4, None, 50.0, 5, True, "2024-12-30", "2024-12-30T12:00", "12 kg", None),
    (5, "East", None, 6, False, "2025-01-01", "2025-01-01T00:00", "n/a", None),
    (6, "", -10.0, 7, True, None, "2025-03-01T10:00:30", "-€3", None),
    (7, "East", 30.0, 8, False, "2025-02-28", "2025-02-28T23:00", "45%", None),
)
_KINDS: dict[str, Kind] = {
    "n": "integer", "region": "text", "revenue": "number", "units": "integer", "paid": "flag", "day": "date",
    "at": "timestamp", "price": "dirty", "due": "date",
}  # fmt: skip


def made_table(rows: tuple[tuple[Any, ...], ...], kinds: dict[str, Kind], *, relation: str = "data") -> Table:
    """A table from its header and rows, times written as ISO 8601."""
    makes = {"date": dt.date.fromisoformat, "timestamp": dt.datetime.fromisoformat}
    columns = dict(zip(rows[0], zip(*rows[1:], strict=True), strict=True))
    cells = {
        name: [makes.get(kinds[name], lambda same: same)(cell) if cell is not None else None for cell in column]
        for name, column in columns.items()
    }
    return table_of(cells, kinds, relation=relation)


ORDERS = made_table(CELLS, _KINDS)


def asked(query: Json, table: Table = ORDERS) -> list[tuple[Any, ...]]:
    return list(read(TypeAdapter(Query).validate_python(query), table.frame, table.profile).rows)


def figures(measures: Json | list[Json], table: Table = ORDERS, **rest: Any) -> list[tuple[Any, ...]]:
    measures = measures if isinstance(measures, list) else [measures]
    return asked({"kind": "figures", "measures": measures, **rest}, table)


def figure(measure: Json, table: Table = ORDERS, **rest: Any) -> Any:
    return figures(measure, table, **rest)[0][0]


def stat(function: str, column: str = "revenue") -> Json:
    return {"kind": "statistic", "function": function, "column": column}


def by(column: str, **rest: Any) -> Json:
    return {"kind": "column", "column": column, **rest}


def compare(column: str, operator: str, value: Any) -> Json:
    return {"kind": "compare", "column": column, "operator": operator, "value": value}


COUNT: Json = {"kind": "rows"}
WEST, EAST = compare("region", "=", "West"), compare("region", "=", "East")
OVER_30 = compare("revenue", ">", 30)


def of(kind: str, column: str = "revenue", **rest: Any) -> Json:
    return {"kind": kind, "column": column, **rest}


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)
