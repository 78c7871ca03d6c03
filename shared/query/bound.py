"""A query as it fits its table: its columns, each with where it comes from, its lookups and its result."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from shared.contracts import ColumnProfile, ColumnType, DatasetProfile
from shared.query.across import AcrossGroups
from shared.query.derived import Derived
from shared.query.groupings import AnyGrouping
from shared.query.lookups import Lookup
from shared.query.measures import AnyMeasure
from shared.query.query import Figures, Rows

ColumnKind = Literal["number", "text", "flag", "time", "clock"]

_KINDS: dict[ColumnType, ColumnKind] = {
    "integer": "number", "number": "number", "boolean": "flag", "date": "time", "timestamp": "time", "time": "clock",
    "text": "text",
}  # fmt: skip


@dataclass(frozen=True)
class BoundColumn:
    """A column by its name and type; what it is made of, in a class of its own."""

    name: str
    type: ColumnType

    @property
    def kind(self) -> ColumnKind:
        """The kind of its cells, which decides what conditions, groupings and measures take it."""
        return _KINDS[self.type]


Columns = Mapping[str, BoundColumn]
"""The columns of rows by their exact names, in order."""


@dataclass(frozen=True)
class ProfiledColumn(BoundColumn):
    """A column of a dataset."""

    profile: ColumnProfile


@dataclass(frozen=True)
class TableColumn(ProfiledColumn):
    """A column of the table."""


class BoundLookup(NamedTuple):
    """A lookup that fits: the dataset that it looks in, and the columns of the rows beside those of the key. `proven`:
    the profile says that no two rows there have one key. `once`: it says that no two rows here have, so that each row
    there is found once at most. `figures`: the query of the measures of each key, where these are looked up."""

    node: Lookup
    table: DatasetProfile
    on: tuple[tuple[BoundColumn, ColumnProfile], ...]
    proven: bool
    once: bool
    figures: "BoundQuery | None" = None


@dataclass(frozen=True)
class LookedUpColumn(ProfiledColumn):
    """A column of another dataset, of the row that a lookup finds."""

    lookup: BoundLookup


@dataclass(frozen=True)
class DerivedColumn(BoundColumn):
    """A column that the query derives, of `columns` before it."""

    node: Derived
    columns: Columns


@dataclass(frozen=True)
class PassedColumn(BoundColumn):
    """A column of the rows of an inner query of rows."""

    column: BoundColumn


@dataclass(frozen=True)
class ResultColumn(BoundColumn):
    """A column of the result of a query of figures: a grouping, a measure or a figure across groups of it."""

    node: AnyGrouping | AnyMeasure | AcrossGroups
    query: "BoundQuery"


@dataclass(frozen=True)
class FoundFigure(BoundColumn):
    """A figure of all rows of another dataset that a lookup finds."""

    figure: ResultColumn
    lookup: BoundLookup


class BoundQuery(NamedTuple):
    """A query that fits its table. `columns` are those of its rows, looked-up and derived ones included; `outputs`
    those of its result, in order; `source` is the inner query, None where the rows are the table's own; `lookups` are
    in the order of the query's."""

    query: Figures | Rows
    table: DatasetProfile
    source: "BoundQuery | None"
    columns: Columns
    outputs: tuple[BoundColumn, ...]
    lookups: tuple[BoundLookup, ...] = ()


Found = LookedUpColumn | FoundFigure
