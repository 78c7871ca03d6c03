"""A change in revenue, split into volume, price and mix."""

from collections.abc import Iterator

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.change.compared import compared
from shared.analysis.entities.whom import known_column
from shared.analysis.entities.windows import MONTHS, Windows
from shared.analysis.facts import Facts
from shared.analysis.fields import Dimension, Filters, Measure, NumberColumn, TimeColumn
from shared.analysis.pictures import axis, bars_of
from shared.analysis.wording import rows_name, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.figures import unsigned
from shared.table.names import spoken
from shared.table.nouns import doing

_EFFECTS = ("volume", "price", "mix")
_PRICE = "sum(coalesce(r1 - q1 * r0 / nullif(q0, 0), 0))"


class PriceVolumeMix(Analysis):
    """Splits the change of an amount (revenue) from one stretch of time to the next into volume, price and mix, which
    add up to it. With quantity q and price p = amount / quantity of each item, before (0) and now (1): price is the sum
    of q1 * (p1 - p0); volume is the change in total quantity at the earlier average price; mix is what is left, the
    shift between items. An item without an earlier price has none that changed, so it counts as mix.
    What rows bring in that name no item or no quantity is a part of its own, not attributable.

    Use it for "is it price or volume", "price, volume and mix of the change".
    """

    least = 2
    examples = (
        "Split the change in {amount} into volume, price and mix by {item}",
        "Is the change in {amount} due to volume or price of {item}?",
    )

    amount: Measure
    item: Dimension
    quantity: NumberColumn | None = Field(
        default=None, description="How many; none: the only amount of whole units, else each row is one."
    )
    time: TimeColumn | None = Field(default=None, description="When; none: the table's only column of times.")
    months: int = Field(default=MONTHS, ge=1, le=36, description="Months in each of the two stretches.")
    filters: Filters = ()

    def problems(self) -> Iterator[str]:
        if self.amount == self.quantity:
            yield "the amount and the quantity are two different columns"

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        self._require_amounts(table)
        apart, left = compared(self.time, self.filters, table, self.months)
        own, time = sql.column(self.item), apart.column.name
        sides = {"0": apart.before.covers(time), "1": apart.now.covers(time)}
        total = "coalesce(sum(:cell) FILTER (WHERE :met), 0)"
        many = self._quantity(table)
        cells = {"q": many or exp.Literal.number(1), "r": self.amount}
        present = sql.present([self.amount])
        known = sql.formula(
            " AND ".join([":item IS NOT NULL"] + [":many IS NOT NULL"] * bool(many)), item=own, many=many or 1
        )
        columns = {
            f"{name}{side}": sql.formula(total, cell=cell, met=sql.formula(":met AND :known", met=met, known=known))
            for side, met in sides.items()
            for name, cell in cells.items()
        }
        columns |= {f"t{side}": sql.formula(total, cell=self.amount, met=met) for side, met in sides.items()}
        either = sql.formula(":one OR :other", one=sides["0"], other=sides["1"])
        rows = {
            "n": sql.formula("count_if(:either)", either=either),
            "u": sql.formula("count_if(:either AND NOT :known)", either=either, known=exp.paren(known)),
        }
        items = sql.select(table, {"item": own, **columns, **rows}, (*left, *present)).group_by(own.copy())
        figures = {
            "amount_before": "sum(t0)",
            "amount_now": "sum(t1)",
            "change": "sum(t1) - sum(t0)",
            "volume": "(sum(q1) - sum(q0)) * sum(r0) / nullif(sum(q0), 0)",
            "price": f"CASE WHEN abs({_PRICE}) < 1e-9 * sum(abs(r1)) THEN 0 ELSE {_PRICE} END",  # no noise of sums
            "quantity_before": "sum(q0)",
            "quantity_now": "sum(q1)",
            "items": "count_if(q0 <> 0 OR q1 <> 0)",
            "rows": "sum(n)",
            "unknown": "CASE WHEN sum(u) > 0 THEN sum(t1 - r1) - sum(t0 - r0) ELSE 0 END",
            "rows_unknown": "sum(u)",
        }
        built = sql.select_from(items, {name: sql.formula(one) for name, one in figures.items()})
        mix = exp.alias_(sql.formula("change - volume - price - unknown"), "mix", quoted=True)
        query = exp.select("*", mix).from_("_effects").with_("_effects", as_=built)
        name, by = spoken(table.column(self.amount)), spoken(table.column(self.item))
        where = where_text(left, table)
        return (sql.planned(query, f"Volume, price and mix in the change of {name} by {by}, {apart.said}{where}"),)

    def _quantity(self, table: DatasetProfile) -> str | None:
        """What is counted: the column given, or the only one of whole units that adds up; None for rows."""
        there = [
            one.name
            for one in table.having("measure")
            if one.type == "integer" and one.default_aggregate == "sum" and not one.money and one.name != self.amount
        ]
        return self.quantity or (there[0] if len(there) == 1 else None)

    def _require_amounts(self, table: DatasetProfile) -> None:
        """Raises ForfeitException where the amount or the quantity does not add up."""
        for name in filter(None, (self.amount, self._quantity(table))):
            own = known_column(name, table)
            if own.default_aggregate != "sum":
                raise ForfeitException(
                    f"{spoken(own)} {doing(spoken(own), 'does', 'do')} not add up, so nothing is volume, price or mix",
                    (f"Looked at what {spoken(own)} holds",),
                    "Name an amount, such as revenue, and a quantity, such as units.",
                    "not_computable",
                )

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        apart, left = compared(self.time, self.filters, table, self.months)
        where, own = where_text(left, table), table.column(self.amount)
        facts, name, unit = Facts(results, where), spoken(own), own.unit
        many = self._quantity(table)
        quantity = spoken(table.column(many)) if many else f"number of {rows_name(table)}"
        tried = f"Compared {name} and {quantity}, {apart.said}{where}"
        self.require(int(facts.number("rows")), "rows", "to compare two stretches of time", tried)
        _require_prices(facts, quantity, apart, tried)
        before = facts.add(f"total {name} in {apart.before.said}", unit, column="amount_before")
        now = facts.add(f"total {name} in {apart.now.said}", unit, column="amount_now")
        change = facts.add(f"change in {name}, {apart.said}", unit, column="change")
        facts.add(f"number of rows compared, {apart.said}", column="rows")
        parts = {part: facts.add(f"{part} effect on {name}, {apart.said}", unit, column=part) for part in _EFFECTS}
        said = ", ".join(f"{part} {shown}" for part, shown in parts.items())
        part, missing = self._not_attributable(facts, table, apart.said)
        course = "fall" if change.startswith("-") else "rise"
        summary = (
            f"Total {name}{where} went from {before} to {now} ({apart.said}), a {course} of {unsigned(change)}: "
            f"{said}{part}."
        )
        rule = (
            f"Price: quantities ({quantity}) now times the change in each price. Volume: the change in the whole "
            "quantity at the earlier average price. Mix: what is left, the shift between items; items new since then "
            "count there."
        )
        return Findings(
            summary=summary,
            facts=facts.all(),
            findings=(rule, *filter(None, (missing, apart.note))),
            visualization_hint="bar",
            pictures=bars_of(
                [(one.capitalize(), facts.number(one)) for one in _EFFECTS]
                + [("Not attributable", facts.number("unknown"))] * bool(part),
                title=f"Volume, price and mix in the change in {name}, {apart.said}{where}",
                along=axis("effect"),
                figure=axis(f"change in {name}", unit),
            ),
        )

    def _not_attributable(self, facts: Facts, table: DatasetProfile, apart: str) -> tuple[str, str]:
        """What rows without an item or a quantity make of the change, as the last of its parts, and a sentence of how
        many they are; empty where there are none."""
        if not facts.number("rows_unknown"):
            return "", ""
        amount, many = table.column(self.amount), self._quantity(table)
        lacking = [spoken(table.column(one)) for one in (self.item, many) if one]
        part = facts.add(
            f"part of the change in {spoken(amount)} not attributable, {apart}", amount.unit, column="unknown"
        )
        count = facts.add(f"number of rows without {' or '.join(lacking)}, {apart}", column="rows_unknown")
        return (
            f", not attributable {part}",
            f"Not attributable: {count} of the rows compared name no {' or no '.join(lacking)}.",
        )


def _require_prices(facts: Facts, quantity: str, apart: Windows, tried: str) -> None:
    """Raises ForfeitException where one of the two stretches has nothing that would have a price."""
    if not facts.number("quantity_now"):
        raise ForfeitException(
            f"There {doing(quantity)} no {quantity} in {apart.now.said}, so there is no price to compare "
            f"with the earlier one",
            (tried,),
            "Name a stretch of time that the data covers.",
            "not_in_data",
        )
    if not facts.number("quantity_before") or facts.value("volume") is None:
        raise ForfeitException(
            f"There {doing(quantity)} no {quantity} in {apart.before.said}, so there is no earlier price",
            (tried,),
            "Compare a stretch of time that has an earlier one.",
            "not_computable",
        )
