"""Results as a model may refer to them: each a numbered table, each row numbered through the whole conversation."""

import keyword
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import inf
from typing import NamedTuple

from shared.contracts import Cell, QueryResult, ResultPreview, Scalar, is_number
from shared.grounding.names import row_names
from shared.pattern import LazyPattern
from shared.query.words.figures import decimals_of, is_currency
from shared.table.units import is_unit

MOST_SHOWN = 40
"""Rows of one result that a model is shown; aggregates of a table are computed over all its rows all the same."""
_COLUMN = LazyPattern(r"\{?t(\d{1,4})\.(.+?)\}?")
_BETWEEN = LazyPattern(r"[\s,;]+(?=\{?t\d)|[\s,;]+$")
_MOST_ALIKE = 2
_FEW = 2
_TINY = 1e-6
LISTED = (
    "Functions such as count take all rows. A table of your answer can list those shown alone: how many of how many "
    "these are, and that all can be downloaded, will stand above it; do not call them all."
)
"""What a model is told of a result of which it sees the first rows alone."""
MOST_COMPARED = 500
"""Rows of a result among which it is looked who is first."""


class SheetColumn(NamedTuple):
    """A column of a result: `key` is the identifier that a reference takes, `name` the column's own; `year` says
    whether its whole numbers are years or ids, `meaning` in words what it is computed from. Its numbers are in `unit`,
    or each row's in the one that the column called `unit_from` says."""

    key: str
    name: str
    unit: str | None = None
    year: bool = False
    meaning: str = ""
    unit_from: str = ""


@dataclass(frozen=True)
class Sheet:
    """One result: table `t<number>`, whose rows are `r<first_row>` and on. `query` is its place among the response's
    executed queries; `whole` is False where the result was cut, so that no figure over all its rows can be told.
    `limit` is the column whose first rows alone its query gave, and whether these are the highest."""

    number: int
    first_row: int
    query: int
    columns: tuple[SheetColumn, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    whole: bool
    conditions: tuple[str, ...] = ()
    limit: tuple[str, bool] | None = None

    @property
    def units(self) -> dict[str, str]:
        """The units of its columns, by their names."""
        return {column.name: column.unit for column in self.columns if column.unit}

    def unit(self, row: int, position: int) -> str | None:
        """The unit of a cell."""
        column = self.columns[position]
        if not column.unit_from:
            return column.unit
        said = str(self.rows[row][self.position(column.unit_from)] or "").strip()
        return said if is_currency(said) or is_unit(said) else None

    def position(self, key: str) -> int:
        """Where the column of that key, or of that name, stands, in whatever case it is written where only one column
        is so called. Raises LookupError with the keys that there are."""
        for at, column in enumerate(self.columns):
            if column.key == key:
                return at
        alike = [at for at, one in enumerate(self.columns) if key.casefold() in (one.key, one.name.casefold())]
        if len(alike) == 1:
            return alike[0]
        raise LookupError(f"t{self.number} has no column {key}; it has {', '.join(one.key for one in self.columns)}")

    def cell(self, row: int, position: int) -> Cell:
        """Where the value of that row (from 0) and column was read."""
        return Cell(query=self.query, row=row, column=self.columns[position].name)

    def edges(self) -> Iterator[str]:
        """Where the buckets of a column begin and end whose whole numbers lie evenly apart: 10 and 19, 20 and 29."""
        for at in range(len(self.columns)):
            cells = {row[at] for row in self.rows}
            starts = sorted(int(cell) for cell in cells if isinstance(cell, int | float) and cell == int(cell))
            steps = {after - before for before, after in pairwise(starts)}
            if len(steps) == 1 and len(starts) == len(cells - {None}) > _FEW and (step := steps.pop()) > 1:
                yield from (str(edge) for start in starts for edge in (start, start + step - 1))

    @cached_property
    def _numeric(self) -> dict[str, bool]:
        """Which columns hold numbers alone."""
        return {
            column.name: all(isinstance(row[at], int | float) for row in self.rows if row[at] is not None)
            for at, column in enumerate(self.columns)
        }

    @cached_property
    def counting(self) -> frozenset[str]:
        """The columns of whole numbers alone."""
        return frozenset(
            column.name
            for at, column in enumerate(self.columns)
            if all(isinstance(row[at], int) for row in self.rows if row[at] is not None)
        )

    def decimals(self, position: int) -> int | None:
        """With how many decimals a column's figures are shown, all alike; None where each needs its own."""
        unit = self.columns[position].unit
        found = [row[position] for row in self.rows if isinstance(row[position], int | float)]
        needed = {_decimals(float(value), unit) for value in found if value and not isinstance(value, bool)}
        return max(needed) if needed and max(needed) <= _MOST_ALIKE else None

    def names(self, row: int) -> dict[str, str]:
        """The names of a row, by their columns."""
        return row_names(self.record(row), self._numeric)

    def is_named(self, row: int, position: int) -> bool:
        """Whether what stands there is a name, or a year: a number of which nothing is counted."""
        column, value = self.columns[position], self.rows[row][position]
        year = column.year and isinstance(value, int | float) and float(value).is_integer()
        return year or column.name in self.names(row)

    def groups(self, row: int, column: str) -> dict[str, tuple[float, ...]]:
        """The figures of a column among which that row's may be first or last: of all rows, by "", and of those that
        share one of its names, by that name. Empty where the result was cut, or is long; where its query gave the first
        rows of that column alone, the rest is an infinite figure beyond them."""
        if not self.whole or len(self.rows) > MOST_COMPARED or (self.limit and self.limit[0] != column):
            return {}
        found: dict[str, list[float]] = {}
        own = self.names(row)
        for other in range(len(self.rows)):
            value = self.record(other)[column]
            if is_number(value):
                alike = (own[key] for key, name in self.names(other).items() if own.get(key) == name)
                for name in ("", *alike):
                    found.setdefault(name, []).append(value)
        beyond = (-inf if self.limit[1] else inf,) if self.limit else ()
        return {name: (*values, *beyond) for name, values in found.items() if len(values) > 1 or beyond}

    def meanings(self, row: int, column: str) -> dict[str, str]:
        """What the figures of a column are, and what names that row, in words, by column; empty where that is not
        known of one of them, as of labels that the query writes, or where the names are those of several rows."""
        told = {one.name: one.meaning for one in self.columns}
        names = self.names(row)
        known = {name: told[name] for name in (column, *names)}
        few = self.whole and len(self.rows) <= MOST_COMPARED
        alone = few and sum(self.names(other) == names for other in range(len(self.rows))) == 1
        return known if alone and all(known.values()) else {}

    def record(self, row: int) -> dict[str, Scalar]:
        """A row by the names of its columns."""
        return {column.name: value for column, value in zip(self.columns, self.rows[row], strict=True)}

    def labels(self, row: int) -> str:
        """What says which row it is: its texts, and the years and the like that name it, in order."""
        named = self.names(row)
        return ", ".join(
            f"{value}" for name, value in self.record(row).items() if isinstance(value, str) or name in named
        )


class Sheets:
    """All results of one conversation, in the order in which they came."""

    def __init__(self) -> None:
        self._sheets: list[Sheet] = []

    def add(
        self,
        result: QueryResult,
        *,
        query: int,
        units: Mapping[str, str | None] | None = None,
        years: Collection[str] = (),
        conditions: tuple[str, ...] = (),
        meanings: Mapping[str, str] | None = None,
        units_by_row: Mapping[str, str] | None = None,
        limit: tuple[str, bool] | None = None,
    ) -> Sheet:
        """Keeps a result, the `query`-th that was executed; `units` by the names of its columns, `years` the names of
        those that hold years or ids, `conditions` what the query compares with, `meanings` the words of what columns
        are computed from, by their names, `units_by_row` the names of those that say the units of others' rows, `limit`
        what the query cut its rows by."""
        last = self._sheets[-1] if self._sheets else None
        known = units or {}
        sheet = Sheet(
            number=len(self._sheets) + 1,
            first_row=last.first_row + len(last.rows) if last else 1,
            query=query,
            columns=tuple(
                SheetColumn(
                    key,
                    name,
                    known.get(name),
                    name in years,
                    (meanings or {}).get(name, ""),
                    (units_by_row or {}).get(name, ""),
                )
                for key, name in zip(_keys(result.columns), result.columns, strict=True)
            ),
            rows=result.rows,
            whole=not result.truncated and result.row_count == len(result.rows),
            conditions=conditions,
            limit=limit,
        )
        self._sheets.append(sheet)
        return sheet

    def table(self, number: int) -> Sheet:
        """Table `t<number>`. Raises LookupError."""
        if not 1 <= number <= len(self._sheets):
            raise LookupError(f"there is no t{number}" + (f"; tables go from t1 to t{len(self._sheets)}"))
        return self._sheets[number - 1]

    def row(self, number: int) -> tuple[Sheet, int]:
        """The table of row `r<number>`, and its place there from 0. Raises LookupError."""
        for sheet in self._sheets:
            if sheet.first_row <= number < sheet.first_row + len(sheet.rows):
                return sheet, number - sheet.first_row
        raise LookupError(f"there is no row r{number}")

    def places(self, references: str) -> tuple[tuple[int, str], ...]:
        """The places of the queries that gave columns, and their names there, which `references` names, as t2.rate,
        t2.goal. Raises LookupError where it names anything else."""
        return tuple(dict.fromkeys(map(self._place, filter(str.strip, _BETWEEN.split(references)))))

    def _place(self, reference: str) -> tuple[int, str]:
        named = _COLUMN.fullmatch(reference.strip())
        if not named:
            raise LookupError(f"{reference.strip()} is no column of a table, as t1.rate")
        sheet = self.table(int(named[1]))
        return sheet.query, sheet.columns[sheet.position(named[2])].name

    def rivals(self, column: str) -> frozenset[str]:
        """All names that stand in the columns of that name."""
        found = (sheet.names(row).get(column) for sheet in self._sheets for row in range(len(sheet.rows)))
        return frozenset(name for name in found if name is not None)

    def __iter__(self) -> Iterator[Sheet]:
        return iter(self._sheets)

    def __len__(self) -> int:
        return len(self._sheets)


def whole_results(sheets: Sheets) -> tuple[ResultPreview, ...]:
    """The results that are not cut and of which all rows can be looked at, as a reader gets them."""
    return tuple(
        ResultPreview(
            purpose="", data=tuple(sheet.record(row) for row in range(len(sheet.rows))), row_count=len(sheet.rows)
        )
        for sheet in sheets
        if sheet.whole and len(sheet.rows) <= MOST_COMPARED
    )


def shown(sheet: Sheet, row_count: int, most: int = MOST_SHOWN, *, aside: Collection[str] = ()) -> dict[str, object]:
    """A result as a model gets it: compact, each row behind its reference. Columns that stand `aside` are left out."""
    places = [at for at, column in enumerate(sheet.columns) if column.name not in aside]
    columns = [sheet.columns[at] for at in places]
    told: dict[str, object] = {
        "table": f"t{sheet.number}",
        "columns": [column.key for column in columns],
        "rows": {
            f"r{sheet.first_row + at}": [row[place] for place in places] for at, row in enumerate(sheet.rows[:most])
        },
    }
    by_row = {column.key: f"each row's own, as {column.unit_from} says" for column in columns if column.unit_from}
    if units := by_row | {column.key: column.unit for column in columns if column.unit}:
        told["units"] = units
    if row_count > min(len(sheet.rows), most):
        told["rows_in_all"] = row_count
        told["not_shown"] = LISTED
    if not sheet.whole:
        told["cut"] = "The result was cut: tell no total, count, highest or lowest over it; aggregate in the query."
    return told


def as_before(sheet: Sheet) -> dict[str, object]:
    """A result that a model got before: only which one it is."""
    return {"table": f"t{sheet.number}", "again": "Its rows and references are the ones above."}


def _decimals(value: float, unit: str | None) -> int:
    """How many decimals a figure needs: as many as are usual, and no more than it has; money has cents or none."""
    usual = decimals_of(float(value), unit)
    own = len(f"{value:.8f}".rstrip("0").partition(".")[2])
    if is_currency(unit):
        return usual if own else 0
    return usual if abs(value) < _TINY else min(usual, own)


def _keys(names: Sequence[str]) -> list[str]:
    """An identifier for each column, near its name, each once."""
    keys: list[str] = []
    for at, name in enumerate(names, start=1):
        key = re.sub(r"\W+", "_", name).strip("_").lower() or f"c{at}"
        key = f"c_{key}" if key[0].isdigit() or keyword.iskeyword(key) else key
        keys.append(key if key not in keys else f"{key}_{at}")
    return keys
