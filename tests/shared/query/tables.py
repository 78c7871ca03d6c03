"""Random small tables: every type, empty cells, ties, negative numbers, quotes and keywords as names."""

import datetime as dt
import random
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import duckdb
import pandas as pd

from shared.contracts import ColumnProfile, ColumnRole, ColumnType, DatasetProfile, ValueCount
from shared.table.understood import understood

Kind = Literal["number", "integer", "text", "flag", "date", "timestamp", "dirty", "list"]

NAMES = (
    "revenue", "Order Date", "region", "select", "group", 'a "quoted" name', "it's", "unit_price", "Größe", "x",
    "customer id", "order", "isReturned", "100%", "a.b", "quantity", "shipped at", "plan", "notes; --", "Umsatz (EUR)",
    "avg price",
)  # fmt: skip
TEXTS = ("West", "East", "west", "O'Brien", 'say "hi"', "50%", "a_b", "North East", "ß", "", "null", "x,y")
DIRTY = (
    "$1,234.50", "12 kg", "4 - good", "(5)", "-€3", "45%", "USD 7", "n/a", "3-5", "1.2.3", "1e5", "1.5M", "1,23", "0.5",
    ".25", "(5", "1 234", "Rs. 5", "SKU-5", "7", "-8", "1.234,5",
)  # fmt: skip
LISTS = ("gift;promo", "promo ; vip", "gift", "vip;gift; promo", "vip;gift", "b2b;gift", "b2b;promo;vip")
_TYPES: dict[Kind, tuple[ColumnType, str]] = {
    "number": ("number", "DOUBLE"), "integer": ("integer", "BIGINT"), "text": ("text", "VARCHAR"),
    "flag": ("boolean", "BOOLEAN"), "date": ("date", "DATE"), "timestamp": ("timestamp", "TIMESTAMP"),
    "dirty": ("text", "VARCHAR"), "list": ("text", "VARCHAR"),
}  # fmt: skip


@dataclass(frozen=True)
class Link:
    """Another table that the columns of a key may be looked up in: pairs of a column and its key column. Where that is
    not unique, only figures of the rows that have it may."""

    other: "Table"
    on: tuple[tuple[str, str], ...]
    unique: bool = True


@dataclass(frozen=True)
class Table:
    """A table in three forms: `profile` as agents see it; `cells`, Python values by column and row (None where empty,
    dates as `date`, timestamps as `datetime`); and, by `kinds`, what each column was made as. Beside it, its `links`.
    """

    profile: DatasetProfile
    cells: dict[str, list[Any]]
    kinds: dict[str, Kind]
    links: tuple[Link, ...] = ()

    @property
    def others(self) -> tuple["Table", ...]:
        """All tables that columns may be looked up in, by way of others too."""
        return tuple(found for link in self.links for found in (link.other, *link.other.others))

    @property
    def datasets(self) -> tuple[DatasetProfile, ...]:
        """The profiles of the others."""
        return tuple(one.profile for one in self.others)

    @property
    def beside(self) -> tuple[tuple[pd.DataFrame, DatasetProfile], ...]:
        """The others as frames, with their profiles."""
        return tuple((one.frame, one.profile) for one in self.others)

    @property
    def frame(self) -> pd.DataFrame:
        """The cells as objects, rows in order from 0: one for each who asks, of values that are made once."""
        return self._frame.copy(deep=False)

    @cached_property
    def _frame(self) -> pd.DataFrame:
        rows = range(self.profile.row_count)
        return pd.DataFrame({name: pd.Series(cells, index=rows, dtype=object) for name, cells in self.cells.items()})

    def shuffled(self, seed: int) -> "Table":
        """The same rows in another order."""
        order = list(range(self.profile.row_count))
        random.Random(seed).shuffle(order)
        links = tuple(replace(link, other=link.other.shuffled(seed)) for link in self.links)
        return replace(self, cells={name: [of[at] for at in order] for name, of in self.cells.items()}, links=links)

    def load(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Makes (or replaces) the table of the profile's relation, and the others."""
        for other in self.others:
            other.load(connection)
        columns = (f"unnest(?::{_TYPES[kind][1]}[]) AS {quoted(name)}" for name, kind in self.kinds.items())
        made = f"CREATE OR REPLACE TABLE {quoted(self.profile.relation)} AS SELECT {', '.join(columns)}"
        connection.execute(made, [self.cells[name] for name in self.kinds])


def quoted(name: str) -> str:
    """The name as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def random_table(rng: random.Random) -> Table:
    """A table of 4 to 9 columns with at least one number, text and time, and of 0 to 45 rows; in half
    of them some rows repeat another one in every column, next to it."""
    kinds: list[Kind] = ["number", "text", rng.choice(["date", "timestamp"])]
    kinds += rng.choices(
        ["number", "integer", "text", "flag", "date", "timestamp", "dirty", "list"], k=rng.randint(1, 6)
    )
    rng.shuffle(kinds)
    names = rng.sample(NAMES, len(kinds))
    rows = rng.choice([0, 1, 2, rng.randint(3, 12), rng.randint(12, 40), rng.randint(12, 40)])
    cells = {name: random_cells(rng, kind, rows) for name, kind in zip(names, kinds, strict=True)}
    for _ in range(rng.choice([0, 0, 1, 5]) if rows else 0):
        again = rng.randrange(rows)
        for column in cells.values():
            column.insert(again, column[again])
    return table_of(cells, dict(zip(names, kinds, strict=True)), noun=rng.choice(["order", "customer", "row", "trip"]))


def table_of(
    cells: dict[str, list[Any]], kinds: dict[str, Kind], *, noun: str = "order", relation: str = "data"
) -> Table:
    """A table of these cells with its profile."""
    rows = len(next(iter(cells.values())))
    profile = DatasetProfile.model_validate(
        {
            "dataset_id": "t", "relation": relation, "file_name": f"{noun}s.csv", "row_count": rows,
            "columns": tuple(_profile(name, kinds[name], values) for name, values in cells.items()),
            "semantic": {"entity_name": noun},
        }
    )  # fmt: skip
    known = understood(profile)
    semantic = profile.semantic.model_copy(update={"grain": known.semantic.grain.model_copy(update={"repeats": None})})
    return Table(known.model_copy(update={"semantic": semantic}), cells, kinds)


def random_cells(rng: random.Random, kind: Kind, rows: int) -> list[Any]:
    """So many cells of a column, some of them empty and some of them equal."""
    empty = rng.choice([0.0, 0.0, 0.1, 0.4, 1.0 if rng.random() < 0.1 else 0.2])
    few = [_cell(rng, kind) for _ in range(rng.randint(2, 5))]
    tied = rng.random() < (0.9 if kind in ("text", "flag") else 0.4)
    return [None if rng.random() < empty else rng.choice(few) if tied else _cell(rng, kind) for _ in range(rows)]


def _cell(rng: random.Random, kind: Kind) -> Any:
    if kind == "number":
        return rng.randint(-400, 2000) / 4
    if kind == "integer":
        return rng.randint(-5, 60)
    if kind == "flag":
        return rng.random() < 0.5
    if kind == "date":
        return dt.date(2023, 1, 1) + dt.timedelta(days=rng.choice([rng.randint(0, 1100), 31 * rng.randint(0, 30)]))
    if kind == "timestamp":
        minutes = rng.choice([0, 60, 1]) * rng.randint(0, 600 * 24)
        return dt.datetime(2024, 1, 1) + dt.timedelta(minutes=minutes, seconds=rng.choice([0, 0, 30]))
    return rng.choice({"text": TEXTS, "list": LISTS}.get(kind, DIRTY))


def _profile(name: str, kind: Kind, cells: list[Any]) -> ColumnProfile:
    known = [cell for cell in cells if cell is not None]
    counted = sorted({cell: known.count(cell) for cell in known}.items(), key=lambda one: (-one[1], one[0]))
    role: ColumnRole = {"number": "measure", "integer": "measure", "date": "time", "timestamp": "time"}.get(
        kind, "dimension"
    )  # type: ignore[assignment]
    return ColumnProfile(
        name=name,
        type=_TYPES[kind][0],
        role=role,
        nulls=len(cells) - len(known),
        distinct=len(counted),
        minimum=plain(min(known)) if known else None,
        maximum=plain(max(known)) if known else None,
        top_values=tuple(ValueCount(value=plain(cell), count=count) for cell, count in counted[:50]),
    )


def plain(cell: Any) -> Any:
    """A cell as JSON holds it: times as ISO 8601 text."""
    return cell.isoformat() if isinstance(cell, dt.date) else cell
