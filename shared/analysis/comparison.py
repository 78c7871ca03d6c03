"""Two or more sides beside each other: each one's figure, the difference and the ratio."""

from typing import ClassVar, Self

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.wording import (
    filter_text,
    metric_name,
    rows_name,
    sentence,
    show_number,
    show_plain,
    unit_of,
    where_text,
)
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.failure.errors import ForfeitException
from shared.reading.reading import Filter, Metric, Reading


class Comparison(Analysis):
    """One metric for each of several sides (values of a column, or periods), their difference and their ratio."""

    asks: ClassVar[tuple[str, ...]] = (
        "Compare one with the other",
        "Difference between two groups",
        "Growth from one year to the next",
    )

    metric: Metric
    sides: tuple[tuple[Filter, ...], ...] = Field(min_length=2, max_length=12)
    filters: tuple[Filter, ...] = ()

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        if reading.shape != "comparison" or len(reading.metrics) != 1 or len(reading.sides) < 2 or reading.groups:
            return None
        return cls(metric=reading.metrics[0], sides=reading.sides, filters=reading.filters)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return tuple(
            PlannedQuery(
                sql=sql.text(sql.select(table, [("value", sql.metric(self.metric, table))], (*self.filters, *side))),
                purpose=sentence(f"{metric_name(self.metric, table)}{where_text((*self.filters, *side), table)}")[:-1],
            )
            for side in self.sides
        )

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        unit = unit_of(self.metric, table)
        values = [self._value(table, side, result) for side, result in zip(self.sides, results, strict=True)]
        name = metric_name(self.metric, table)
        facts = [
            Fact(
                id=f"f{at + 1}",
                name=f"{name} of {side_label(side)}{where_text(self.filters, table)}",
                value=value,
                unit=unit,
                text=sentence(
                    f"the {name} of {side_label(side)}{where_text(self.filters, table)} is {show_number(value, unit)}"
                ),
                cells=(Cell(query=at, row=0, column="value"),),
            )
            for at, (side, value) in enumerate(zip(self.sides, values, strict=True))
        ]
        shown = [
            f"{side_label(side)} {show_number(value, unit)}" for side, value in zip(self.sides, values, strict=True)
        ]
        told = f"the {name}{where_text(self.filters, table)}: {', '.join(shown)}"
        if len(values) == 2:
            facts += _differences(name, self.sides, values, unit)
            told += f"; {facts[2].text[:-1][:1].lower()}{facts[2].text[1:-1]}"
        return Findings(summary=sentence(told), facts=tuple(facts), visualization_hint="bar")

    def _value(self, table: DatasetProfile, side: tuple[Filter, ...], result: QueryResult) -> float:
        value = result.rows[0][0] if result.rows else None
        if not isinstance(value, int | float):
            what = " and ".join(filter_text(item, table) for item in (*side, *self.filters))
            raise ForfeitException(
                f"No {rows_name(table)} match where {what}, so there is nothing to compare", (f"Looked for {what}",)
            )
        return value


def side_label(side: tuple[Filter, ...]) -> str:
    """A side by its value, or by its period as the user said it."""
    item = side[0]
    return item.label.removeprefix("in ") if item.label else " or ".join(show_plain(value) for value in item.values)


def _differences(name: str, sides: tuple[tuple[Filter, ...], ...], values: list[float], unit: str | None) -> list[Fact]:
    first, second = (side_label(side) for side in sides)
    cells = (Cell(query=0, row=0, column="value"), Cell(query=1, row=0, column="value"))
    difference = values[1] - values[0]
    more = "more" if difference >= 0 else "less"
    told = f"{second} has {show_number(abs(difference), unit)} {more} than {first}"
    facts = [
        Fact(
            id="f3",
            name=f"difference in {name}, {second} minus {first}",
            value=difference,
            unit=unit,
            text=sentence(told),
            cells=cells,
        )
    ]
    if values[0]:
        change = 100.0 * difference / abs(values[0])
        text = f"from {first} to {second} the {name} changes by {show_number(change, '%')}"
        facts.append(
            Fact(
                id="f4",
                name=f"change of {name} from {first} to {second}",
                value=change,
                unit="%",
                text=sentence(text),
                cells=cells,
            )
        )
    return facts
