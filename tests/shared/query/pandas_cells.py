"""Rows as the pandas reading holds them, and how single cells are read, compared and put in order."""

import datetime as dt
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

import numpy as np
import numpy.typing as npt
import pandas as pd

from shared.contracts import DatasetProfile
from shared.contracts.dataset import ColumnType
from shared.query.base import moment
from shared.query.conditions import Part

Kind = Literal["number", "text", "flag", "date", "timestamp", "clock"]
Mask = npt.NDArray[np.bool_]
"""One true or false for each row of a sheet."""

Item = TypeVar("Item")
_KINDS: Final[dict[ColumnType, Kind]] = {
    "integer": "number", "number": "number", "boolean": "flag", "date": "date", "timestamp": "timestamp",
    "time": "clock", "text": "text",
}  # fmt: skip
_VALUES: Final[dict[Kind, tuple[type, ...]]] = {
    "number": (int, float), "text": (str,), "flag": (bool,), "date": (str,), "timestamp": (str,), "clock": (),
}  # fmt: skip
TIMES: Final[tuple[Kind, ...]] = ("date", "timestamp")
OPERATORS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


class NotMeant(ValueError):
    """The types allow the query, but their docstrings do not for this table: a mean of texts, a change of dates."""


@dataclass(frozen=True)
class Sheet:
    """Rows of a table or of a query's result: a frame of objects (None where empty, `date`, `datetime`, and Python's
    own numbers, texts and flags), rows from 0, and the kind of each column."""

    frame: pd.DataFrame
    kinds: dict[str, Kind]

    def __len__(self) -> int:
        return len(self.frame)

    def cells(self, column: str) -> npt.NDArray[np.object_]:
        """The cells of a column, top to bottom."""
        if column not in self.kinds:
            raise NotMeant(f"no column {column!r}")
        return self.frame[column].to_numpy()

    def with_column(self, name: str, kind: Kind, cells: list[Any]) -> "Sheet":
        """The rows with one more column, the last."""
        if name.lower() in {one.lower() for one in self.kinds}:
            raise NotMeant(f"a second column {name!r}")
        columns: dict[str, Any] = {one: self.cells(one) for one in self.kinds}
        return sheet({**columns, name: cells}, {**self.kinds, name: kind})

    def require(self, column: str, *kinds: Kind) -> None:
        """Raises NotMeant where the column is of none of these kinds."""
        if self.kinds.get(column) not in kinds:
            raise NotMeant(f"{column!r} is {self.kinds.get(column, 'no column')}, not {' or '.join(kinds)}")


def sheet(columns: Mapping[str, Sequence[Any]], kinds: dict[str, Kind]) -> Sheet:
    """Rows of these columns, whose cells are plain Python already."""
    return Sheet(pd.DataFrame({name: _objects(cells) for name, cells in columns.items()}, dtype=object), kinds)


def table_sheet(frame: pd.DataFrame, table: DatasetProfile) -> Sheet:
    """The rows of a table: the columns of its profile, in its order. NaN, NaT and None are empty cells."""
    kinds = {column.name: _KINDS[column.type] for column in table.columns}
    return sheet({name: [_plain(cell, kind) for cell in frame[name]] for name, kind in kinds.items()}, kinds)


def _objects(cells: Sequence[Any]) -> npt.NDArray[np.object_]:
    column = np.empty(len(cells), dtype=object)  # numpy alone would make an array of equal types numbers, or times
    column[:] = cells
    return column


def _plain(cell: Any, kind: Kind) -> Any:
    if cell is None or pd.isna(cell):
        return None
    if isinstance(cell, np.generic):
        cell = cell.item()
    if isinstance(cell, pd.Timestamp):
        cell = cell.to_pydatetime()
    return cell.date() if kind == "date" and isinstance(cell, dt.datetime) else cell


def comparable(cell: Any) -> Any:
    """A known cell as it is compared: a date is its midnight, everything else is itself."""
    if isinstance(cell, dt.date) and not isinstance(cell, dt.datetime):
        return dt.datetime(cell.year, cell.month, cell.day)
    return cell


def literal(value: Any, kind: Kind) -> Any:
    """A value of a query as cells of that kind compare with it."""
    if not isinstance(value, _VALUES[kind]) or (kind == "number" and isinstance(value, bool)):
        raise NotMeant(f"{value!r} is no {kind}")
    if kind not in TIMES:
        return value
    try:
        return moment(str(value))
    except ValueError as wrong:
        raise NotMeant(str(wrong)) from wrong


def ascending(cell: Any) -> tuple[bool, Any]:
    """What cells are put in ascending order by, empty ones last: numbers and times by size, texts by code point, false
    before true."""
    return (True, 0) if cell is None else (False, comparable(cell))


def in_order(items: Iterable[Item], cell: Callable[[Item], Any], *, descending: bool) -> list[Item]:
    """The items by a cell of each, those without one last in either direction; equal ones stay as they came."""
    everything = list(items)
    known = [one for one in everything if cell(one) is not None]
    unknown = [one for one in everything if cell(one) is None]
    return sorted(known, key=lambda one: comparable(cell(one)), reverse=descending) + unknown


def part_of(time: dt.datetime, part: Part) -> int:
    """A part of a time as its number."""
    if part == "quarter":
        return (time.month + 2) // 3
    if part == "weekday":
        return time.isoweekday()
    return int(getattr(time, part))
