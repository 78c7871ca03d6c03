"""Two or more sides beside each other: each one's figure, the difference and the ratio."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.bound_analysis import TranslatedAnalysis, written
from shared.analysis.conditions import Filter
from shared.analysis.in_query import side_of
from shared.analysis.metrics import Headline, Metric
from shared.analysis.naming import figure_name
from shared.analysis.pictures import axis, bars_of
from shared.analysis.wording import filter_text, metric_name, rows_name, show_metric, unit_of, where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.query import Query
from shared.query.sql.plain import ResultPlace
from shared.query.words.figures import show_number, show_plain
from shared.query.words.values import listed, sentence
from shared.table.names import spoken
from shared.table.nouns import doing
from shared.table.unit_arithmetic import unit_apart

Side = Annotated[tuple[Filter, ...], Field(min_length=1)]


class Comparison(TranslatedAnalysis):
    """One metric for each of several sides (values of a column, or periods), their difference and their ratio.

    The difference is the second side minus the first; `headline` is what was asked for, and comes first.
    """

    least = 1
    examples = (
        "Compare one with the other",
        "Difference between two groups",
        "Growth from one year to the next",
    )

    metric: Metric
    sides: tuple[Side, ...] = Field(min_length=2, max_length=12)
    filters: tuple[Filter, ...] = ()
    headline: Headline = "sides"

    def problems(self) -> Iterator[str]:
        if len(set(self.sides)) < len(self.sides):
            yield "the sides are compared with each other: give conditions that differ"

    def in_language(self, table: DatasetProfile) -> tuple[Query, ...]:
        return tuple(side_of(self.metric, (*self.filters, *side), table) for side in self.sides)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        figure, name = [ResultPlace(figure_name(self.metric, table), 0)], metric_name(self.metric, table)
        return tuple(
            sql.planned(written(bound, figure), sentence(f"{name}{where_text((*self.filters, *side), table)}")[:-1])
            for bound, side in zip(self.bound(table), self.sides, strict=True)
        )

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        return self.with_notes(self._compared(table, results), table)

    def _compared(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        values = [self._value(table, side, result) for side, result in zip(self.sides, results, strict=True)]
        labels = side_labels(self.sides, table)
        sides = [
            self._side(table, label, value, at) for at, (label, value) in enumerate(zip(labels, values, strict=True))
        ]
        where = where_text(self.filters, table)
        shown = [
            f"{label}: {show_metric(self.metric, table, value)}" for label, value in zip(labels, values, strict=True)
        ]
        name = metric_name(self.metric, table)
        told = f"{name}{where}: {'; '.join(shown)}"
        pictures = bars_of(
            zip(labels, values, strict=True),
            title=f"{name} of {listed(labels)}{where}",
            along=axis(self._by(table)),
            figure=axis(name, unit_of(self.metric, table)),
            column=figure_name(self.metric, table),
        )
        if len(values) != 2:
            return Findings(summary=sentence(told), facts=tuple(sides), visualization_hint="bar", pictures=pictures)
        gaps = self._gaps(table, labels, values)
        leading = gaps[-1:] if self.headline == "change" else gaps[:1] if self.headline == "difference" else []
        leading = self._ratio(table, labels, values) if self.headline == "ratio" else leading
        if self.headline in ("more", "less"):
            leading = [self._verdict(table, labels, values)]
        rest = [fact for fact in (*sides, *gaps) if fact not in leading]
        summary = " ".join((*(fact.text for fact in leading), sentence(told)))
        summary += "" if leading else f" {gaps[0].text}"
        return Findings(summary=summary, facts=(*leading, *rest), visualization_hint="bar", pictures=pictures)

    def _by(self, table: DatasetProfile) -> str:
        """What tells the sides apart: a column, where it is one alone."""
        columns = {item.column for side in self.sides for item in side}
        return spoken(table.column(columns.pop())) if len(columns) == 1 else "side"

    def _verdict(self, table: DatasetProfile, labels: list[str], values: list[float]) -> Fact:
        """Yes or no: whether the first side has more (or less) than the second."""
        holds = values[0] > values[1] if self.headline == "more" else values[0] < values[1]
        name = f"whether {labels[0]} has {self.headline} than {labels[1]}: {metric_name(self.metric, table)}"
        return Fact(
            id="f6", name=name, value="yes" if holds else "no", text="Yes." if holds else "No.",
            cells=(self._cell(table, 0), self._cell(table, 1)),
        )  # fmt: skip

    def _ratio(self, table: DatasetProfile, labels: list[str], values: list[float]) -> list[Fact]:
        """The first side by the second."""
        if not values[1]:
            raise ForfeitException(f"There is no ratio to {labels[1]}, whose figure is 0", (f"Computed {labels[1]}",))
        name, ratio = f"ratio of {labels[0]} to {labels[1]}", values[0] / values[1]
        return [
            Fact(
                id="f5", name=name, value=ratio, text=sentence(f"the {name} is {show_number(ratio)}"),
                cells=(self._cell(table, 0), self._cell(table, 1)),
            )
        ]  # fmt: skip

    def _side(self, table: DatasetProfile, label: str, value: float, at: int) -> Fact:
        unit = unit_of(self.metric, table)
        name = f"{metric_name(self.metric, table)} of {label}{where_text(self.filters, table)}"
        return Fact(
            id=f"f{at + 1}", name=name, value=value, unit=unit,
            text=sentence(
                f"the {name} {doing(name)} "
                f"{show_metric(self.metric, table, value)}"), cells=(self._cell(table, at),),
        )  # fmt: skip

    def _cell(self, table: DatasetProfile, at: int) -> Cell:
        return Cell(query=at, row=0, column=figure_name(self.metric, table))

    def _gaps(self, table: DatasetProfile, labels: list[str], values: list[float]) -> list[Fact]:
        """The difference, and the change in percent where the first side is above zero."""
        (first, second), unit, name = labels, unit_of(self.metric, table), metric_name(self.metric, table)
        cells = (self._cell(table, 0), self._cell(table, 1))
        difference = values[1] - values[0]
        size = abs(difference) if self.headline == "difference" and not self.sides[0][0].label else difference
        facts = [
            Fact(
                id="f3", name=f"difference in {name}, {second} minus {first}", value=size, unit=unit_apart(unit),
                text=sentence(_more(name, (first, second), difference, unit)), cells=cells,
            )
        ]  # fmt: skip
        if values[0] > 0:
            change = 100.0 * difference / values[0]
            text = _by_percent(name, (first, second), change)
            facts.append(
                Fact(
                    id="f4", name=f"change of {name} from {first} to {second}", value=change, unit="%",
                    text=sentence(text), cells=cells,
                )
            )  # fmt: skip
        return facts

    def _value(self, table: DatasetProfile, side: Side, result: QueryResult) -> float:
        value = result.rows[0][0] if result.rows else None
        if not isinstance(value, int | float):
            what = listed([filter_text(item, table) for item in (*side, *self.filters)])
            raise ForfeitException(
                f"No {rows_name(table)} match where {what}, so there is nothing to compare", (f"Looked for {what}",)
            )
        return value


def _more(name: str, labels: tuple[str, str], difference: float, unit: str | None) -> str:
    """Which side has more, and by how much."""
    first, second = labels
    if not difference:
        return f"the {name} of {second} and of {first} are the same"
    higher = "higher" if difference > 0 else "lower"
    that, by = doing(name, "that", "those"), show_number(abs(difference), unit_apart(unit))
    return f"the {name} of {second} {doing(name)} {by} {higher} than {that} of {first}"


def _by_percent(name: str, labels: tuple[str, str], change: float) -> str:
    """By how much of the first side the second has more."""
    first, second = labels
    if not change:
        return f"from {first} to {second} the {name} {doing(name, 'does not', 'do not')} change"
    higher, that = "higher" if change > 0 else "lower", doing(name, "that", "those")
    return f"the {name} of {second} {doing(name)} {show_number(abs(change), '%')} {higher} than {that} of {first}"


def side_labels(sides: Sequence[Side], table: DatasetProfile) -> list[str]:
    """The sides by what tells them apart: by their values where that is plain, else by their conditions in full."""
    labels = [_side_label(side, table) for side in sides]
    plain = len(set(labels)) == len(labels) and all(_plain(side) for side in sides)
    return labels if plain else [" and ".join(filter_text(item, table) for item in side) for side in sides]


def _plain(side: Side) -> bool:
    """Whether its first condition says what it is: a value, or a period in the user's words."""
    item = side[0]
    says_it = item.label or (item.operator in ("=", "in") and not item.grain)
    return len(side) == 1 and bool(says_it) and not item.otherwise


def _side_label(side: Side, table: DatasetProfile) -> str:
    """A side by its value, or by its period as the user said it; yes and no by their column."""
    item = side[0]
    if item.label:
        return item.label.removeprefix("in ")
    column = table.column(item.column)
    if column.yes is not None and len(item.values) == 1:
        return f"{spoken(column)} {show_plain(item.values[0])}"
    return " or ".join(show_plain(value) for value in item.values)
