"""What is bought together: pairs of items and their lift, for cross-selling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.entities.entity_analysis import ordered
from shared.analysis.facts import Facts
from shared.analysis.fields import Dimension, Entity, Filters, fits
from shared.analysis.wording import entity_noun, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.figures import show_plain
from shared.statistics.requests import SIGNIFICANT
from shared.table.names import spoken

LEAST_TOGETHER = 3
_MOST, _TOLD = 100, 8
_BOUND: Final = (
    "together * ln(together / {0}) + coalesce(({1} - together) * ln(({1} - together) / nullif({1} - {0}, 0)), 0)"
)
"""Of pairs that are in `together` baskets, of which {1} hold the one item and {0} would hold both by chance: as likely
as exp(-…) at most where items are independent (Hoeffding 1963, of the distribution of Fisher's exact test)."""


class BoughtTogether(Analysis):
    """Finds items that come together more often than if independent, for cross-selling: of each pair in how many
    baskets both are, in what share of the baskets with the first the second is too (confidence), and how many times
    more often that is than if they were independent (lift), and whether chance alone would give that. Pairs in fewer
    than three baskets are left out.

    Use it for "bought together", "cross-sell candidates", "which products go with which". A basket is an order, a
    customer or whatever the items belong to.
    """

    least = 2
    examples = (
        "What are the cross-sell candidates among {item} by {basket}?",
        "Which {item} are bought together by {basket}?",
        "Which {item} go together in a {basket}?",
        "Which {item} are bought together?",
    )

    item: Dimension
    basket: Entity | None = Field(default=None, description="What holds the items; none: the orders of their lines.")
    filters: Filters = ()

    def problems(self) -> Iterator[str]:
        if self.item == self.basket:
            yield "items and baskets are two different columns, such as product and order"

    def _basket(self, table: DatasetProfile) -> str:
        """The column of the baskets: the one given, else the only one of events. Raises ForfeitException."""
        events = [one for one in table.semantic.grain.events if one != self.item]
        if self.basket or len(events) == 1:
            return self.basket or events[0]
        there = [one for one in table.columns if fits(one, "entity") and 1 < one.distinct < table.row_count]
        named = ", ".join(spoken(one) for one in there if one.name != self.item)
        raise ForfeitException(
            f"Nothing says what the {entity_noun(table.column(self.item))} come together in",
            (f"Looked in {table.file_name} for the orders of their lines",),
            f"Name one of these columns: {named}." if named else "A column that says which rows belong to one order.",
            "not_understood" if named else "not_in_data",
        )

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        own = self._basket(table)
        columns = {"item": sql.column(self.item), "basket": sql.column(own)}
        known = sql.present([self.item, own])
        lines = sql.select(table, columns, (*self.filters, *known)).distinct()
        baskets = sql.select_from(lines.copy(), {"baskets": sql.formula("count(DISTINCT basket)")})
        baskets = baskets.select(exp.alias_(sql.formula("count(DISTINCT item)"), "items", quoted=True))
        sizes = exp.select("item", exp.alias_(sql.formula("count(*)"), "baskets")).from_("_lines").group_by("item")
        sure = f"coalesce(chance < {SIGNIFICANT}, FALSE)"
        told = {one: one for one in ("first", "second", "together", "confidence", "lift")}
        told |= {"beyond_chance": sure, "sure": f"count_if({sure}) OVER ()", "pairs": "count(*) OVER ()"}
        query = _named(told).from_("_rules").limit(_MOST)
        query = query.order_by(*ordered("-beyond_chance", "-lift", "-together", "first", "second"))
        parts = {"_lines": lines, "_sizes": sizes, "_pairs": _pairs(), "_baskets": baskets.copy(), "_rules": _rules()}
        for name, part in parts.items():
            query = query.with_(name, as_=part)
        where = where_text(self.filters, table)
        item, basket = entity_noun(table.column(self.item)), entity_noun(table.column(own))
        return (
            sql.planned(baskets, f"Number of {basket} and of {item}{where}"),
            sql.planned(
                query, f"{item.capitalize()} that come together in {basket} more often than if independent{where}"
            ),
        )

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        where = where_text(self.filters, table)
        item, basket = entity_noun(table.column(self.item)), entity_noun(table.column(self._basket(table)))
        facts = Facts(results, where)
        tried = f"Looked for {item} that come together in {basket}{where}"
        self.require(int(facts.number("items")), item, f"to see which {item} come together", tried)
        baskets = facts.add(f"number of {basket}", column="baskets")
        facts.add(f"number of different {item}", column="items")
        if not facts.rows(1):
            raise ForfeitException(
                f"No two {item} come together in {LEAST_TOGETHER} {basket} or more, and more often than by chance",
                (tried,),
                f"Name another column of items than {spoken(table.column(self.item))}, or another of baskets.",
            )
        found = facts.add(f"number of pairs of {item} that go together", column="pairs", query=1)
        lines = [self._line(facts, row, basket) for row in facts.rows(1)[:_TOLD]]
        one, other = (show_plain(facts.value(side, 0, 1)) for side in ("first", "second"))
        lift = facts.add(f"lift of {one} and {other}", column="lift", query=1)
        sure = "none"
        if facts.number("sure", query=1):
            sure = facts.add(f"number of pairs of {item} beyond chance", column="sure", query=1)
        summary = (
            f"{found} pairs of {item} come together in {baskets} {basket} more often than if they were independent"
            f"{where}, {sure} of them by more than chance alone would give; {one} and {other} most of all, {lift} "
            f"times as often."
        )
        test = f"Hoeffding’s bound on Fisher’s exact test, corrected for all pairs of {item}"
        lines.append(f"What chance alone would give is by {test}; it takes the {basket} as alike.")
        return Findings(summary=summary, facts=facts.all(), findings=tuple(lines), visualization_hint="table")

    def _line(self, facts: Facts, row: int, basket: str) -> str:
        one, other = (show_plain(facts.value(side, row, 1)) for side in ("first", "second"))
        pair = f"{one} and {other}"
        together = facts.add(f"number of {basket} with {pair}", column="together", row=row, query=1)
        share = facts.add(
            f"share of the {basket} with {one} that have {other}", "%", column="confidence", row=row, query=1
        )
        lift = facts.add(f"lift of {pair}", column="lift", row=row, query=1)
        told = f"{pair}: together in {together} {basket}; {share} of those with {one} have {other} too; lift {lift}"
        return f"{told}." if facts.value("beyond_chance", row, 1) else f"{told}, which may be chance."


def _pairs() -> exp.Select:
    """How many baskets hold each two items, the first of them in the alphabet first."""
    columns = {"first": "a.item", "second": "b.item", "together": "count(*)"}
    pairs = _named(columns).from_("_lines AS a").join("_lines AS b", on="a.basket = b.basket AND a.item < b.item")
    return pairs.group_by(sql.formula("a.item"), sql.formula("b.item"))


def _rules() -> exp.Select:
    """The pairs that come together more often than independent ones would, with confidence, lift and a bound on how
    likely chance alone gives one so often among all pairs."""
    expected = "(1.0 * x.baskets * y.baskets / n.baskets)"
    figures = {
        "first": "p.first", "second": "p.second", "together": "p.together",
        "confidence": "100.0 * p.together / x.baskets",
        "lift": f"p.together / {expected}",
        "chance": f"n.items * (n.items - 1) / 2 * exp(-greatest({_BOUND.format(expected, 'x.baskets')}, "
        f"{_BOUND.format(expected, 'y.baskets')}))",
    }  # fmt: skip
    return (
        _named(figures)
        .from_("_pairs AS p")
        .join("_sizes AS x", on="x.item = p.first")
        .join("_sizes AS y", on="y.item = p.second")
        .join("_baskets AS n", join_type="cross")
        .where(f"p.together >= {LEAST_TOGETHER} AND p.together * n.baskets > x.baskets * y.baskets")
    )


def _named(figures: Mapping[str, str]) -> exp.Select:
    """A SELECT of formulas under names."""
    return exp.select(*(exp.alias_(sql.formula(one), name, quoted=True) for name, one in figures.items()))
