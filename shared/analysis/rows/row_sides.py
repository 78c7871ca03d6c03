"""Figures of two or more named rows beside each other: which is more, by how much, both together, and whether."""

from typing import ClassVar, Self

from pydantic import Field, model_validator
from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.conditions import Filter
from shared.analysis.fields import Column
from shared.analysis.figures.comparison import Side, side_labels
from shared.analysis.rows.asked import Sides
from shared.analysis.rows.rows import RowAnalysis, fetched, figures, none_found, records, whole
from shared.analysis.wording import decimals_of, listed, sentence, show_number, where_text
from shared.contracts import Cell, Contract, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.offline.reading.meanings.columns import additive
from shared.table.names import spoken


class RowSides(RowAnalysis, Sides):
    """Weighs named rows against each other: the cell of `by` in the row of each side (or how many rows a side has).
    `goal` says what is asked: which side has more or less, the difference, the sum, the average, or whether the first
    is more or less than the second."""

    form: ClassVar[type[Contract]] = Sides
    examples: ClassVar[tuple[str, ...]] = (
        "Which of the two has more?",
        "How many more than the other?",
        "Both together?",
    )

    sides: tuple[Side, ...] = Field(min_length=2)
    by: Column | None = None

    @model_validator(mode="after")
    def _can_be_meant(self) -> Self:
        if len(self.sides) != 2 and self.goal not in ("sum", "average"):
            raise ValueError("two sides are weighed; only the goals sum and average take more")
        return self

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return tuple(
            PlannedQuery(
                sql=self._side_sql(table, (*self.filters, *side)),
                purpose=f"Rows{where_text((*self.filters, *side), table)}",
            )
            for side in self.sides
        )  # fmt: skip

    def _side_sql(self, table: DatasetProfile, filters: tuple[Filter, ...]) -> str:
        if self.by:
            return fetched(table, (self.by,), filters)
        return sql.text(sql.select(table, [(_ROWS, exp.Count(this=exp.Star()))], filters))

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        whole(results, table)
        values = [self._figure(table, at, result) for at, result in enumerate(results)]
        if self.by is None and not any(values):
            raise none_found(table, self.filters)
        self._check_kind(table, results)
        labels = side_labels(self.sides, table)
        unit = table.column(self.by).unit if self.by else None
        told = listed([f"{label} {show_number(value, unit)}" for label, value in zip(labels, values, strict=True)])
        name = f"{spoken(table.column(self.by)) if self.by else 'number of rows'}{where_text(self.filters, table)}"
        evidence = sentence(f"{name}: {told}")
        sizes = [1 if self.by is None else len(result.rows) for result in results]
        head = self._answer(sizes, labels, values, name, unit)
        sides = [
            self._fact(f"f{at + 2}", f"{name} of {label}", value, unit, _cells(self.by, sizes, at))
            for at, (label, value) in enumerate(zip(labels, values, strict=True))
        ]
        return Findings(summary=f"{head.text} {evidence}", facts=(head, *sides), visualization_hint="bar")

    def _check_kind(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> None:
        """Raises ForfeitException where the sides' figures are not of one kind: 6'8" and 6'10"."""
        if self.by is not None:
            figures([row[self.by] for result in results for row in records(result)], spoken(table.column(self.by)))

    def _figure(self, table: DatasetProfile, side: int, result: QueryResult) -> float:
        rows = records(result)
        filters = (*self.filters, *self.sides[side])
        if self.by is None:
            return float(rows[0][_ROWS] or 0)
        if not rows:
            raise none_found(table, filters)
        column = table.column(self.by)
        cells = [row[self.by] for row in rows]
        if len(cells) > 1 and len(set(cells)) > 1 and (not additive(column) or self.goal == "average"):
            raise ForfeitException(
                f"{len(cells)} rows{where_text(filters, table)} have different {spoken(column)}", ("Looked them up",)
            )
        known = figures(cells, spoken(column))
        return sum(known) if len(set(cells)) > 1 or additive(column) else known[0]

    def _answer(self, sizes: list[int], labels: list[str], values: list[float], name: str, unit: str | None) -> Fact:
        if self.goal in ("sum", "average"):
            total = sum(values) / (len(values) if self.goal == "average" else 1)
            word = "total" if self.goal == "sum" else "average"
            return self._fact(
                "f1", f"{word} {name} of {listed(labels)}", total, unit, _cells(self.by, sizes, *range(len(values)))
            )
        first, second = values
        if self.goal == "difference":
            return self._fact(
                "f1",
                f"difference in {name} of {listed(labels)}",
                abs(first - second),
                unit,
                _cells(self.by, sizes, 0, 1),
            )
        if self.goal in ("is more", "is less"):
            holds = first > second if self.goal == "is more" else first < second
            word = "more" if self.goal == "is more" else "less"
            told = f"{'yes' if holds else 'no'}: {labels[0]} has {'' if holds else 'not '}{word} than {labels[1]}"
            return self._word("yes" if holds else "no", told, _cells(self.by, sizes, 0, 1))
        if first == second:
            return self._word(
                "the same", f"{labels[0]} and {labels[1]} have the same {name}", _cells(self.by, sizes, 0, 1)
            )
        more = (first > second) == (self.goal == "more")
        return self._word(
            labels[0 if more else 1], f"{labels[0 if more else 1]} has {self.goal}", _cells(self.by, sizes, 0, 1)
        )

    def _word(self, value: str, told: str, cells: tuple[Cell, ...]) -> Fact:
        return Fact(id="f1", name="answer", value=value, text=sentence(told), cells=cells)

    def _fact(self, number: str, name: str, value: float, unit: str | None, cells: tuple[Cell, ...]) -> Fact:
        exact = int(value) if value == int(value) else round(value, 10)
        return Fact(
            id=number, name=name, value=exact, unit=unit, decimals=decimals_of(exact, unit),
            text=sentence(f"the {name} is {show_number(exact, unit)}"), cells=cells,
        )  # fmt: skip


_ROWS = "rows"


def _cells(by: str | None, sizes: list[int], *sides: int) -> tuple[Cell, ...]:
    """The cells that the figures of these sides were read from."""
    return tuple(Cell(query=side, row=row, column=by or _ROWS) for side in sides for row in range(sizes[side]))
