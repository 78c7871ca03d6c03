"""Price elasticity: what a change of price would do to quantity and revenue, by what it did before."""

from collections.abc import Iterator

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.facts import Facts, number
from shared.analysis.fields import Conditions, Measure, TimeColumn
from shared.analysis.impact.totals import OUTCOME, outcomes
from shared.analysis.pictures import axis, scatter
from shared.analysis.source_times import require_ends, require_grain, within_source
from shared.analysis.statistical import STATISTIC, StatisticalAnalysis, chance, unit_at
from shared.analysis.times import no_times
from shared.analysis.trends.series import EXTENT, ends_left_out
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.checks.last_period import whole_within
from shared.query.groupings import ByTime
from shared.query.measures import Statistic
from shared.query.query import Figures, Query
from shared.query.words.figures import moved, show_number
from shared.query.words.values import sentence
from shared.statistics.requests import ASSUMED, LEAST_PERIODS, FitElasticity, Procedure, revenue_change
from shared.table.main_measure import main_measure
from shared.table.names import spoken
from shared.table.nouns import doing
from shared.table.units import without_unit

_ASSUMED = STATISTIC + 1
_OUTCOMES = 1
"""The place of the result that has a row for each assumed elasticity, where there are no prices."""


class PriceResponse(StatisticalAnalysis):
    """What a change of a price by 10 % (or another percentage) would make of quantity and revenue, by the elasticity of
    history: least squares of log quantity on log price over months, with its 95 % interval. Where the price has hardly
    changed (by less than 1 %), over fewer than 8 months, or where the interval holds 0, it says so and shows what
    assumed ones would give; so, too, for a table of amounts and quantities without prices. Months at the ends that the
    data does not fill are left out."""

    tells_ends = True
    least = 2
    aside = EXTENT
    headline = ("revenue_percent", "quantity_percent", "elasticity")
    examples = (
        "What is the elasticity of {quantity} to {price}?",
        "How does {quantity} respond to changes of {price}?",
        "What if the {price} rises by {percent} percent?",
        "What if the {price} increases by {percent} percent?",
        "What if the {price} goes up by {percent} percent?",
        "What would happen if the {price} go up by {percent} percent?",
        "What would happen if the {price} went up by {percent} percent?",
        "What if the {price} drops by {percent:-} percent?",
        "What if the {price} decreases by {percent:-} percent?",
        "What if the {price} goes down by {percent:-} percent?",
        "What would happen if the {price} go down by {percent:-} percent?",
        "What would happen if the {price} went down by {percent:-} percent?",
    )

    quantity: Measure | None = None
    price: Measure | None = None
    percent: float = Field(default=10.0, gt=-100, le=1000, description="By how many percent the price changes.")
    time: TimeColumn | None = None
    where: Conditions = ()

    def problems(self) -> Iterator[str]:
        if self.price is not None and self.price == self.quantity:
            yield "price and quantity are two different measures"

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        if amount := self._unpriced(table):
            return (Figures(where=self.where, measures=(Statistic(function="sum", column=amount.name),)),)
        time = self._times(table)
        require_ends(table, table.column(time))
        require_grain(table, time, "month")
        price, sold = self._price(table), self._quantity(table)
        measures = (
            Statistic(function="mean", column=price, name="price"),
            Statistic(function=table.column(sold).default_aggregate, column=sold, name="quantity"),
            Statistic(function="min", column=time, name="first_date"),
            Statistic(function="max", column=time, name="last_date"),
        )
        return (Figures(where=self.where, groups=(ByTime(column=time, grain="month"),), measures=measures),)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        amount, own = self._unpriced(table), super().queries(table)
        if amount is None:
            return own
        assumed = [revenue_change(self.percent, slope) for slope in ASSUMED]
        change = f"with prices changed by {show_number(self.percent, '%')}"
        purpose = sentence(f"{_total(amount, table)} {change}, under each assumption{self.scoped(table)}")[:-1]
        return (*own, outcomes(self.bound(table)[0], assumed, purpose))

    def _unpriced(self, table: DatasetProfile) -> ColumnProfile | None:
        """What was paid for what was sold, in a table that counts both and has no prices; None in any other."""
        if self.price is not None or self._prices(table):
            return None
        amount = main_measure(table)
        if amount is None or not amount.money or amount.additivity != "additive":
            return None
        sold = [
            one for one in table.having("measure") if one.numeric and one.additivity == "additive" and not one.money
        ]
        return amount if len(sold) == 1 and self.quantity in {None, sold[0].name} else None

    def _prices(self, table: DatasetProfile) -> list[str]:
        """The columns that may hold prices: of money that cannot be added up, or the only measure, if it is money."""
        others = [one for one in table.having("measure") if one.numeric and one.name != self.quantity]
        known = [one for one in others if one.additivity == "non_additive"] if len(others) > 1 else others
        return [one.name for one in known if one.money]

    def _times(self, table: DatasetProfile) -> str:
        """The column of times. Raises ForfeitException where there is none."""
        time = self.time or next((one.name for one in table.columns if one.temporal), None)
        if time is None:
            raise no_times(table, " to see how quantity answered to price")
        return time

    def _price(self, table: DatasetProfile) -> str:
        """The price: the measure that is named, or the only one that may be it. Raises ForfeitException."""
        if self.price is not None:
            return self._priced(self.price, table)
        found = self._prices(table)
        if len(found) != 1:
            sold = f"I took {spoken(table.column(self.quantity))} for a quantity, and " if self.quantity else ""
            columns = f"{len(found)} columns" if found else "no column"
            raise ForfeitException(
                sentence(f"{sold}{columns} of {table.file_name} could be the price of one unit")[:-1],
                (f"Looked for prices in {table.file_name}",),
                "Name the price and what is sold at it, such as units.",
                "not_in_data" if not found else "not_understood",
            )
        return found[0]

    def _priced(self, name: str, table: DatasetProfile) -> str:
        """A column that may be a price. Raises ForfeitException for amounts that add up over rows."""
        if table.column(name).additivity == "additive":
            raise ForfeitException(
                f"{sentence(spoken(table.column(name)))[:-1]} adds up over rows, so it is an amount and no price",
                (f"Looked at what {name} holds",),
                "Name the column with the price of one unit.",
                "not_in_data",
            )
        return name

    def _quantity(self, table: DatasetProfile) -> str:
        """What is sold: the measure that is named, or the only one that adds up and is no money. Raises
        ForfeitException."""
        if self.quantity is not None:
            return self.quantity
        priced = self.price or self._price(table)
        measures = (one for one in table.having("measure") if one.numeric and one.name != priced)
        found = [one.name for one in measures if one.additivity == "additive" and not one.money]
        if len(found) != 1:
            price = spoken(table.column(priced))
            raise ForfeitException(
                f"I took {price} for a price, and {len(found) or 'no'} columns could say what is sold at it",
                (f"Looked for quantities in {table.file_name}",),
                "Name the quantity too, such as units sold.",
                "not_in_data" if not found else "not_understood",
            )
        return found[0]

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        if self._unpriced(table):
            return ()
        time = self._times(table)
        filled = whole_within(table.column(time), "month", (*self.where, *within_source(table, time)), table)
        return (FitElasticity(percent=self.percent, since=filled.since, until=filled.until),)

    def purpose(self, table: DatasetProfile) -> str:
        if amount := self._unpriced(table):
            return f"Response of {spoken(amount)} to prices"
        return f"Response of {self._names(table)[1]} to {self._names(table)[0]}"

    def _names(self, table: DatasetProfile) -> tuple[str, str]:
        return spoken(table.column(self._price(table))), spoken(table.column(self._quantity(table)))

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        if amount := self._unpriced(table):
            return self._without_prices(amount, table, results)
        facts, (price, quantity) = self.facts(table, results), self._names(table)
        months = int(facts.number("periods", query=STATISTIC))
        self.require(months, "months", "for a response", f"Compared {price} and {quantity} by month")
        counted = facts.add(f"number of months with {price} and {quantity}", column="periods", query=STATISTIC)
        change = show_number(self.percent, "%")
        low, high = (facts.value(one, query=STATISTIC) for one in ("low", "high"))
        if low is None or high is None or float(str(low)) <= 0 <= float(str(high)):
            return self._assumed(facts, table, counted, change)
        slope, low, high, told = _fitted(facts, price, quantity)
        answer = facts.add(f"change of {quantity} at {change}", "%", column="quantity_percent", query=STATISTIC)
        revenue = facts.add(f"change of revenue at {change}", "%", column="revenue_percent", query=STATISTIC)
        worst, best = (
            facts.add(f"{end} end of the 95 % interval of the change of revenue", "%", column=column, query=STATISTIC)
            for end, column in (("lower", "revenue_low"), ("upper", "revenue_high"))
        )
        where = self.scoped(table)
        summary = (
            f"if {moved(price, self.percent, change)} and buyers answer as over the last {counted} months{where}, "
            f"{moved(quantity, facts.number('quantity_percent', query=STATISTIC), answer)} and "
            f"{moved('revenue', facts.number('revenue_percent', query=STATISTIC), revenue)} (price times quantity; "
            f"95 % interval {worst} to {best})"
        )
        lines = (
            f"Elasticity of {quantity} to {price}: {slope} (95 % interval {low} to {high}, {told}).",
            "Months in which other things changed too (season, advertising, mix) are in this figure: it is "
            "no experiment.",
            *_goes_on(facts, quantity),
            *ends_left_out(facts, "month"),
        )
        units = [unit_at(self.bound(table)[0], place) for place in (0, 1)]
        pictures = scatter(
            results[0],
            "price",
            "quantity",
            title=f"{quantity} against {price}, month by month{where}",
            along=axis(price, units[0]),
            figure=axis(quantity, units[1]),
        )
        return Findings(
            summary=sentence(summary),
            facts=self.told(facts),
            findings=lines,
            visualization_hint="scatter",
            pictures=pictures,
        )

    def _assumed(self, facts: Facts, table: DatasetProfile, counted: str, change: str) -> Findings:
        """The findings where the history yields no elasticity: that it does not, and what assumed ones would give."""
        price, quantity = self._names(table)
        where = self.scoped(table)
        summary = (
            f"history does not show how {quantity} {doing(quantity, 'answers', 'answer')} to {price}{where}: "
            f"{self._why(facts, counted, price, quantity)}; so what follows is assumed, not found in the data"
        )
        lines = [*ends_left_out(facts, "month")]
        for row in facts.rows(_ASSUMED):
            slope = facts.add(f"assumed elasticity {row + 1}", column="assumed_elasticity", row=row, query=_ASSUMED)
            revenue = facts.add(
                f"change of revenue if the elasticity were {slope}",
                "%",
                column="revenue_percent",
                row=row,
                query=_ASSUMED,
            )
            falls = moved("revenue", facts.number("revenue_percent", row, _ASSUMED), revenue)
            dearer = moved("price", self.percent, change)
            lines.append(f"Assumption: at an elasticity of {slope} {falls} where {dearer}.")
        return Findings(
            summary=sentence(summary), facts=self.told(facts), findings=tuple(lines), visualization_hint="table"
        )

    def _without_prices(
        self, amount: ColumnProfile, table: DatasetProfile, results: tuple[QueryResult, ...]
    ) -> Findings:
        """What assumed elasticities make of the total, where no column says what one unit cost."""
        bound, where = self.bound(table)[0], self.scoped(table)
        facts, unit = Facts(results, where), unit_at(bound)
        name, change = _total(amount, table), show_number(self.percent, "%")
        column = bound.outputs[0].name
        if number(facts.value(column)) is None:
            raise ForfeitException(f"There is no {name} to change", (f"Added up {amount.name}",))
        today = facts.add(f"{name} today", unit, column=column)
        told = [
            facts.add(
                f"{name} with prices changed by {change}, at an assumed elasticity of {slope:g}",
                unit,
                column=OUTCOME,
                row=row,
                query=_OUTCOMES,
            )
            for row, slope in enumerate(ASSUMED)
        ]
        summary = (
            f"if {moved('prices', self.percent, change)} and buyers buy as much as before, {name} would be {told[0]} "
            f"instead of {today}{where}; that is an assumption: {table.file_name} has no prices, so it does not show "
            "how buyers answer"
        )
        lines = [
            f"Assumption: if buyers buy {-slope:g} % less for each 1 % of price (elasticity {slope:g}), {name} would "
            f"be {shown}{where}."
            for slope, shown in zip(ASSUMED[1:], told[1:], strict=True)
        ]
        return Findings(summary=sentence(summary), facts=facts.all(), findings=tuple(lines), visualization_hint="table")

    def _why(self, facts: Facts, counted: str, price: str, quantity: str) -> str:
        """Why the history yields no elasticity, as a clause."""
        if facts.value("elasticity", query=STATISTIC) is not None:
            slope, low, high, told = _fitted(facts, price, quantity)
            return (
                f"over {counted} months the elasticity is {slope}, with a 95 % interval from {low} to {high} ({told}), "
                "which holds 0, no response at all"
            )
        if facts.number("periods", query=STATISTIC) < LEAST_PERIODS:
            return f"there are {counted} complete months with both, and it takes {LEAST_PERIODS}"
        return f"over {counted} months the price hardly changed"


def _total(amount: ColumnProfile, table: DatasetProfile) -> str:
    return f"total {without_unit(amount, table.columns)}"


def _goes_on(facts: Facts, quantity: str) -> tuple[str, ...]:
    """That what the price does not explain goes on from month to month, where it does."""
    if facts.value("goes_on", query=STATISTIC) is None:
        return ()
    shown = facts.add(f"autocorrelation of what is left of {quantity}", column="goes_on", query=STATISTIC)
    told = f"What the price leaves goes on from one month to the next (autocorrelation {shown})"
    return (f"{told}; the intervals allow for that.",)


def _fitted(facts: Facts, price: str, quantity: str) -> tuple[str, str, str, str]:
    """The elasticity that the history has, both ends of its interval, and how likely it is by chance."""
    of, columns = f" of {quantity} to {price}", ("elasticity", "low", "high")
    slope, low, high = facts.with_interval("elasticity", of, columns, query=STATISTIC)
    return slope, low, high, chance(facts, f"the elasticity of {quantity}", "p")
