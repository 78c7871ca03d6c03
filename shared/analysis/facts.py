"""The facts of an analysis, collected while its sentences are made: what is said is what was computed."""

from collections.abc import Mapping, Sequence

from shared.contracts import Cell, ColumnProfile, Fact, QueryResult, Scalar, is_number
from shared.query.words.figures import decimals_of, share_decimals, show_number
from shared.query.words.values import sentence
from shared.table.nouns import doing


class Facts:
    """Facts in the order in which they are added; the result cells that they were read from go with them.

    None is left out, however many there are: each was shown when it was added, and what is said must be a fact. So add
    those that are said, and let the result hold the others.

    `where` ends the name of each: the conditions on the rows, as `where_text` says them. `headings` are what columns
    are called in their results, where an analysis computes with them under other names.
    """

    def __init__(
        self, results: tuple[QueryResult, ...], where: str = "", headings: Mapping[str, str] | None = None
    ) -> None:
        self._results = results
        self._where = where
        self._headings = headings or {}
        self._facts: dict[tuple[str, Scalar], Fact] = {}

    def add(
        self,
        name: str,
        unit: str | None = None,
        *,
        column: str,
        row: int = 0,
        query: int = 0,
        of: ColumnProfile | None = None,
        least_decimals: int = 0,
    ) -> str:
        """Keeps the figure in that cell as a fact, and gives it as it is shown: "unknown" where it is null. `of` is the
        column whose value it is, where that may be one of years: 1705 is not 1,705. It is shown with as many decimals
        as figures of its unit are, and with the least that are asked for."""
        value = number(self.value(column, row, query))
        if value is None:
            return "unknown"
        year = of is not None and of.of_years
        cell = Cell(query=query, row=row, column=self._heading(column, query))
        return self._made(name, value, unit, (cell,), year=year, least=least_decimals)

    def with_interval(
        self,
        what: str,
        of: str,
        columns: tuple[str, str, str],
        unit: str | None = None,
        *,
        row: int = 0,
        query: int = 0,
    ) -> tuple[str, str, str]:
        """Keeps a figure and both ends of its 95 % interval, and gives them as they are shown. `what` it is and what
        it is `of` make the names: "slope", " of revenue a month"; `columns` are those of the three cells."""
        names = (what, *(f"{end} end of the 95 % interval of the {what}" for end in ("lower", "upper")))
        _, lowest, highest = (self.number(column, row, query) for column in columns)
        least = share_decimals(lowest, highest, unit)
        figure, low, high = (
            self.add(f"{name}{of}", unit, column=column, row=row, query=query, least_decimals=least)
            for name, column in zip(names, columns, strict=True)
        )
        return figure, low, high

    def work_out(self, name: str, value: float, unit: str | None = None, *, of: Sequence[Cell]) -> str:
        """Keeps a figure that was calculated from two cells or more, and gives it as it is shown. Let SQL calculate
        where it can."""
        return self._made(name, value, unit, tuple(of))

    def given(self, fact: Fact) -> str:
        """Keeps what an earlier task found, and gives it as it is shown; its cells are in that task's response."""
        self._keep(fact.model_copy(update={"cells": ()}))
        value = number(fact.value)
        return str(fact.value) if value is None else show_number(value, fact.unit, fact.decimals)

    def _made(
        self, name: str, value: float, unit: str | None, cells: tuple[Cell, ...], *, year: bool = False, least: int = 0
    ) -> str:
        name, decimals = f"{name}{self._where}", max(decimals_of(value, unit), least)
        shown = f"{value:g}" if year else show_number(value, unit, decimals)
        text = sentence(f"the {name} {doing(name)} {shown}")
        self._keep(Fact(id="", name=name, value=value, unit=unit, decimals=decimals, text=text, cells=cells))
        return shown

    def _keep(self, fact: Fact) -> None:
        """Once, however often it is said."""
        numbered = fact.model_copy(update={"id": f"f{len(self._facts) + 1}"})
        self._facts.setdefault((fact.name, fact.value), numbered)

    def value(self, column: str, row: int = 0, query: int = 0) -> Scalar:
        """What a cell holds; None where there is no such row. Raises LookupError for a column that was not selected."""
        result, column = self._results[query], self._heading(column, query)
        if column not in result.columns:
            raise LookupError(f"query {query} gives no column {column!r}, only {', '.join(result.columns)}")
        return result.rows[row][result.columns.index(column)] if row < len(result.rows) else None

    def _heading(self, column: str, query: int) -> str:
        """What a column is called in a result."""
        called = self._headings.get(column, column)
        return called if called in self._results[query].columns else column

    def number(self, column: str, row: int = 0, query: int = 0) -> float:
        """What a cell holds, as a number; 0 where it holds none."""
        return number(self.value(column, row, query)) or 0

    def rows(self, query: int = 0) -> range:
        """The rows that were fetched, to be counted through; `found` says how many there are."""
        return range(len(self._results[query].rows))

    def found(self, query: int = 0) -> int:
        """How many rows the query has in all: more than were fetched where its result was cut."""
        return self._results[query].row_count

    def all(self) -> tuple[Fact, ...]:
        """The facts in the order in which they were added."""
        return tuple(self._facts.values())


def number(value: Scalar) -> float | None:
    """The value where it is a number, and None where it is not."""
    return value if is_number(value) else None
