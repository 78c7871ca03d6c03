"""The first, the last, the highest and the lowest row, and the value that most rows have."""

from typing import ClassVar

from pydantic import Field
from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.fields import Column
from shared.analysis.rows.asked import Extreme, Frequent
from shared.analysis.rows.rows import (
    IN_ORDER,
    RowAnalysis,
    described,
    fetched,
    heading,
    label_fact,
    none_found,
    ordered,
    records,
    shown,
    whole,
    year_of,
)
from shared.analysis.wording import listed, sentence, where_text
from shared.contracts import Contract, DatasetProfile, PlannedQuery, QueryResult, Scalar
from shared.errors import ForfeitException
from shared.offline.reading.rows.kinds import calendar, places
from shared.table.names import spoken

_MOST_TIED = 3
Row = dict[str, Scalar]


class RowExtreme(RowAnalysis, Extreme):
    """Gives the row with the highest (`end` last) or lowest (first) cell in the column `by`; without `by` the first or
    last row in the order of the file. Use it for "who was the last to …", "which driver completed the most laps"."""

    form: ClassVar[type[Contract]] = Extreme
    examples: ClassVar[tuple[str, ...]] = ("Who was the last?", "Which is listed first?", "Which has the most?")

    show: tuple[Column, ...] = Field(min_length=1)
    by: Column | None = None

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        columns = (*self.show, *([self.by] if self.by else []))
        purpose = f"Rows{where_text(self.filters, table)}, {self._order(table)}"
        return (PlannedQuery(sql=fetched(table, columns, self.filters), purpose=purpose),)

    def _order(self, table: DatasetProfile) -> str:
        return f"by {spoken(table.column(self.by))}" if self.by else IN_ORDER

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        whole(results, table)
        rows = records(results[0])
        if not rows:
            raise none_found(table, self.filters)
        best = self._ends(rows, table)
        kept = [
            at
            for number, at in enumerate(best)
            if self._key(rows[at]) not in [self._key(rows[b]) for b in best[:number]]
        ]
        if len(kept) > _MOST_TIED or any(rows[at][self.show[0]] is None for at in kept):
            raise ForfeitException(f"{len(kept)} rows share that place, so none stands out", (self._order(table),))
        where, name = where_text(self.filters, table), heading(self.show, table)
        facts = [
            label_fact(
                number, f"{name} of the {self.end} row {self._order(table)}{where}", self._cell(rows[at][column]),
                row=at, column=column,
            )
            for number, (at, column) in enumerate([(at, column) for at in kept for column in self.show], 1)
        ]  # fmt: skip
        told = listed([self._told(rows[at], table) for at in kept])
        text = (
            f"the {self._superlative(table)} {name}{where} is {told}"
            if len(kept) == 1
            else f"{told} share the {self._superlative(table)} place{where}"
        )
        return Findings(summary=sentence(text), facts=tuple(facts))

    def _superlative(self, table: DatasetProfile) -> str:
        if self.by is None or table.column(self.by) in calendar(table):
            return (
                f"{self.end}, {self._order(table)},"
                if self.by is None
                else f"{self.end} (by {spoken(table.column(self.by))})"
            )
        return f"{'highest' if self.end == 'last' else 'lowest'} {spoken(table.column(self.by))}:"

    def _told(self, row: Row, table: DatasetProfile) -> str:
        figure = f" ({shown(row[self.by])})" if self.by and self.by not in self.show else ""
        return f"{', '.join(shown(self._cell(row[name])) for name in self.show)}{figure}"

    def _key(self, row: Row) -> tuple[Scalar, ...]:
        return tuple(self._cell(row[name]) for name in self.show)

    def _cell(self, value: Scalar) -> Scalar:
        return year_of(value) if self.year else value

    def _ends(self, rows: list[Row], table: DatasetProfile) -> list[int]:
        if self.by is None:
            at = 0 if self.end == "first" else len(rows) - 1
            if "\n" in str(rows[at][self.show[0]]):
                raise ForfeitException("That cell lists several, and one of them is asked for", (IN_ORDER,))
            return [0 if self.end == "first" else len(rows) - 1]
        known = [at for at, row in enumerate(rows) if row[self.by or ""] is not None]
        if len(known) < len(rows) and table.column(self.by) in places(table):
            raise ForfeitException(
                f"{len(rows) - len(known)} rows have no {spoken(table.column(self.by))}, and they could come first",
                (self._order(table),),
            )
        if not known:
            raise none_found(table, self.filters)
        keys = ordered([rows[at][self.by] for at in known], self.by, table)
        wanted = max(keys) if self.end == "last" else min(keys)
        best = [at for at, key in zip(known, keys, strict=True) if key == wanted]
        if len(best) > 1 and table.column(self.by) in calendar(table):
            return self._by_file(best, keys)
        return best

    def _by_file(self, best: list[int], keys: list[object]) -> list[int]:
        """Of the rows of one year, the first or last of the file, where the file goes by years."""
        rising = keys == sorted(keys, key=str)
        falling = keys == sorted(keys, key=str, reverse=True)
        if rising == falling:
            return best
        return [best[-1] if rising == (self.end == "last") else best[0]]


class RowFrequent(RowAnalysis, Frequent):
    """Gives the value of a column that most (`end` last) or fewest (first) rows have."""

    form: ClassVar[type[Contract]] = Frequent
    examples: ClassVar[tuple[str, ...]] = ("Which one appears most often?",)

    column: Column

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        counted = exp.Count(this=exp.Star())
        built = sql.select(table, [("value", sql.column(self.column)), ("rows", counted)], self.filters)
        built = built.where(exp.Not(this=exp.Is(this=sql.column(self.column), expression=exp.Null())))
        built = built.group_by(sql.column(self.column)).order_by(
            exp.Ordered(this=counted.copy(), desc=self.end == "last"),
            exp.Ordered(this=sql.column(self.column)),
        )
        purpose = f"Number of rows for each {spoken(table.column(self.column))}{where_text(self.filters, table)}"
        return (PlannedQuery(sql=sql.text(built), purpose=purpose),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        rows = records(results[0])
        if not rows:
            raise none_found(table, self.filters)
        if results[0].truncated and rows[-1]["rows"] == rows[0]["rows"]:
            whole(results, table)
        best = [at for at, row in enumerate(rows) if row["rows"] == rows[0]["rows"]]
        if len(best) > _MOST_TIED or len(best) == len(rows) > 1:
            raise ForfeitException("Too many share that place for one of them to stand out", ("Counted the rows",))
        where, name = where_text(self.filters, table), spoken(table.column(self.column))
        word = "most" if self.end == "last" else "fewest"
        told = listed([described(rows[at], ("value",)) for at in best])
        facts = [
            label_fact(n, f"{name} with the {word} rows{where}", rows[at]["value"], row=at, column="value")
            for n, at in enumerate(best, 1)
        ]
        have = "has" if len(best) == 1 else "have"
        text = f"{told} {have} the {word} rows{where}: {shown(rows[best[0]]['rows'])}"
        return Findings(summary=sentence(text), facts=tuple(facts))
