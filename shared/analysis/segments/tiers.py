"""What value tiers are cut from: one value for each row or each entity, and the tier that each value falls in."""

from typing import Self

from pydantic import Field, model_validator
from sqlglot import exp

from shared.analysis import sql
from shared.analysis.conditions import Filter
from shared.analysis.cued import Cued
from shared.analysis.facts import Facts
from shared.analysis.metrics import Grouping, Metric
from shared.analysis.wording import metric_name, ordinal, rows_name, where_text
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery
from shared.table.names import spoken

TIERS = ("High", "Medium", "Low")
_ID_WORDS = ("id", "ids", "no", "number", "code", "key", "name", "ref")
_DIGITS = 13
"""Significant digits in which totals are compared: what summing in another order changes lies beyond them."""


class Tiered(Cued):
    """Values cut into tiers at two percentiles. `metric` is the value of one entity, computed over its rows (the total
    by default); without `entity` each row is its own and its cell of the metric's column is the value.

    High is at or above the `high` percentile, Low at or below the `low` one (both linearly interpolated, as pandas and
    numpy do by default), Medium between them. Equal values always share a tier; where both cuts fall on one value,
    that value is Medium.
    """

    least = 10
    """Of fewer values, one would be more than a tenth of all."""

    metric: Metric = Field(description="The value to tier by, such as the sum of a measure.")
    entity: Grouping | None = Field(
        default=None, description="The column that identifies who or what is tiered; leave it out to tier single rows."
    )
    filters: tuple[Filter, ...] = ()
    low: float = Field(default=0.2, gt=0, lt=1, description="Percentile (0..1) up to which a value is Low.")
    high: float = Field(default=0.8, gt=0, lt=1, description="Percentile (0..1) from which a value is High.")

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.low > self.high:
            raise ValueError("the low percentile lies above the high one")
        if self.entity is None and self.metric.column is None:
            raise ValueError("single rows need a measure to be tiered by")
        return self

    def measured(self) -> tuple[str, ...]:
        return (self.metric.column,) if self.entity is None and self.metric.column else ()

    # in SQL ----------------------------------------------------------------------------------------------------------

    def each(self, table: DatasetProfile, *columns: tuple[str, exp.Expr]) -> exp.Select:
        """One row for each value that there is: "value", and the further columns (aggregates where there are
        entities)."""
        return sql.select(table, [("value", self._value(table)), *columns], self._filters()).group_by(
            *([sql.grouped(self.entity)] if self.entity else [])
        )

    def placed(self, each: exp.Select) -> exp.Select:
        """The values with their tier and both cuts, to be selected from as "_placed". Values that are missing, or no
        finite number, are in none."""
        value = sql.column("value")
        finite = exp.Anonymous(this="isfinite", expressions=[exp.cast(value.copy(), "DOUBLE")])
        cuts = (exp.Star(), _cut("low_cut", self.low), _cut("high_cut", self.high))
        cut = exp.select(*cuts).from_("_each").where(exp.Not(this=exp.Is(this=value, expression=exp.Null())), finite)
        placed = exp.select("*", exp.alias_(_tier(), "tier", quoted=True)).from_("_cut")
        return placed.with_("_each", as_=each).with_("_cut", as_=cut)

    def counts(self, table: DatasetProfile) -> PlannedQuery:
        """How many rows there are, and how many lack the value or the entity."""
        figures: list[tuple[str, exp.Expr]] = [("rows", exp.Count(this=exp.Star()))]
        figures += [(f"without_{at}", _missing(name)) for at, name in enumerate(self._needed())]
        query = sql.select(table, figures, self.filters)
        return PlannedQuery(
            sql=sql.text(query), purpose=f"Rows with and without a value{where_text(self.filters, table)}"
        )

    def _value(self, table: DatasetProfile) -> exp.Expr:
        if self.entity is None:
            return sql.column(self.metric.column or "")
        value = sql.metric(self.metric, table)
        return exp.Round(this=value, decimals=exp.Literal.number(places)) if (places := self._places(table)) else value

    def _filters(self) -> tuple[Filter, ...]:
        return (*self.filters, *sql.present([self.entity] if self.entity else []))

    def _places(self, table: DatasetProfile) -> int | None:
        """Decimals that sums of the column are exact to; None where they are exact anyway, or nothing is known."""
        column = table.column(self.metric.column) if self.metric.column else None
        if column is None or column.type == "integer" or self.metric.function not in ("sum", "mean"):
            return None
        ends = [abs(end) for end in (column.minimum, column.maximum) if isinstance(end, int | float)]
        whole = len(str(int(max(ends, default=0) * max(table.row_count, 1))))
        return max(_DIGITS - whole, 0) or None

    # in words --------------------------------------------------------------------------------------------------------

    def measure(self, table: DatasetProfile) -> ColumnProfile | None:
        """The column that is measured; None where rows are counted."""
        return table.column(self.metric.column) if self.metric.column else None

    def additive(self, table: DatasetProfile) -> bool:
        """Whether the values of several entities may be added up."""
        column = self.measure(table)
        added = self.entity is None or self.metric.function == "sum"
        return column is None or (added and column.additivity == "additive")

    def value_name(self, table: DatasetProfile) -> str:
        """What a value is: "revenue" of a row, "total revenue" of an entity."""
        column = self.measure(table)
        return spoken(column) if self.entity is None and column else metric_name(self.metric, table)

    def entities(self, table: DatasetProfile) -> str:
        """What is tiered, in the plural: "customers", "orders", "rows"."""
        return plural(self.entity, table) if self.entity else rows_name(table)

    def cut_name(self, percentile: float) -> str:
        """ "80th percentile"."""
        return f"{ordinal(round(percentile * 100, 4))} percentile"

    def require_values(self, known: int, table: DatasetProfile) -> None:
        """Raises ForfeitException where there are too few values to be cut."""
        self.require(
            known,
            "records" if self.entity is None else self.entities(table),
            "to form value tiers",
            f"Counted the {self.entities(table)} that have a value{where_text(self.filters, table)}",
            "Loosen the conditions, or tier by a column that identifies more of them.",
        )

    def left_out(self, table: DatasetProfile, facts: Facts, query: int) -> list[str]:
        """Sentences about rows that are in no tier."""
        told = []
        for at, name in enumerate(self._needed()):
            if facts.number(f"without_{at}", query=query):
                own = spoken(table.column(name))
                count = facts.add(f"number of rows without {own}", column=f"without_{at}", query=query)
                rows = facts.add("number of rows", column="rows", query=query)
                told.append(f"{count} of {rows} rows have no {own}; they are left out.")
        return told

    def _needed(self) -> list[str]:
        """The columns that a row must have a value in."""
        return [name for name in (self.metric.column, self.entity and self.entity.column) if name]


def plural(group: Grouping, table: DatasetProfile) -> str:
    """The things that a column identifies: "customers" for customer_id."""
    if group.grain:
        return f"{group.grain}s"
    words = [word for word in spoken(table.column(group.column)).lower().split() if word not in _ID_WORDS]
    noun = " ".join(words) or group.column
    if noun.endswith("y") and noun[-2:-1] not in tuple("aeiou"):
        return noun[:-1] + "ies"
    return noun if noun.endswith("s") else noun + ("es" if noun.endswith(("x", "ch", "sh")) else "s")


def _missing(name: str) -> exp.Expr:
    return exp.Sub(this=exp.Count(this=exp.Star()), expression=exp.Count(this=sql.column(name)))


def _cut(name: str, percentile: float) -> exp.Expr:
    quantile = exp.Anonymous(this="quantile_cont", expressions=[sql.column("value"), exp.Literal.number(percentile)])
    return exp.alias_(exp.Window(this=quantile), name, quoted=True)


def _tier() -> exp.Expr:
    value, low, high = (sql.column(name) for name in ("value", "low_cut", "high_cut"))
    is_high = exp.and_(exp.GTE(this=value, expression=high), exp.GT(this=value.copy(), expression=low))
    is_low = exp.and_(
        exp.LTE(this=value.copy(), expression=low.copy()), exp.LT(this=value.copy(), expression=high.copy())
    )
    names = [exp.Literal.string(name) for name in TIERS]
    return exp.Case().when(is_high, names[0]).when(is_low, names[2]).else_(names[1])
