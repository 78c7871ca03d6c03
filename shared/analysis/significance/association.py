"""Significance of the correlation of two measures."""

from typing import Final

from shared.analysis.base import Findings
from shared.analysis.significance.two_measures import TwoMeasures
from shared.analysis.significance.within_groups import parting, turned
from shared.analysis.statistical import STATISTIC, chance, sampled
from shared.contracts import DatasetProfile, QueryResult
from shared.errors import ForfeitException
from shared.query.query import Query, Rows
from shared.query.words.values import sentence
from shared.statistics.requests import SIGNIFICANT, Procedure, Relate

_VERDICTS: Final = {
    (True, True): ("move together by more than chance", ""),
    (False, False): ("may move together by chance alone", ""),
    (True, False): (
        "move together by more than chance along a line, but not by ranks",
        "The two disagree: a few extreme rows can carry r, and not the ranks.",
    ),
    (False, True): (
        "move together by more than chance by ranks, but not along a line",
        "The two disagree: r is of a straight line, which a few extreme rows or a bend can hide; ranks are not.",
    ),
}
"""By whether r, and the ranks, are more than chance: what is said, and what stands beside it."""


_TWO_ERRORS: Final = (
    "The interval allows for values of any shape, the p-value is of no dependence at all: they need not agree about 0."
)


class Association(TwoMeasures):
    """Whether two measures move together by more than chance: Pearson's correlation with its 95 % interval and p-value,
    Spearman's beside it, and whether the two disagree. That they do says nothing of a cause."""

    least = 4
    headline = ("pearson", "pearson_p")
    examples = (
        "Is the relationship of {one} with {other} statistically significant?",
        "Is {one} significantly associated with {other}?",
        "How strong is the correlation between {one} and {other}?",
        "Which test applies to {one} and {other}?",
    )

    pointless = "a measure always moves with itself"

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        both = self.both(table)
        return (Rows(where=self.where, columns=(*both, *parting(table, both))),)

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        return (Relate(),)

    def purpose(self, table: DatasetProfile) -> str:
        return f"Correlation of {self.pair(table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, pair, where = self.facts(table, results), self.pair(table), self.scoped(table)
        tried = f"Looked for rows with both {pair}"
        self.require(int(facts.number("count", query=STATISTIC)), "rows", "for a correlation", tried)
        if facts.value("pearson", query=STATISTIC) is None:
            raise ForfeitException("One of the two measures does not vary, so nothing moves with it", (tried,))
        counted = facts.add(f"number of rows with {pair}", column="count", query=STATISTIC)
        r, low, high, rho = (
            facts.add(f"{words} of {pair}", column=column, query=STATISTIC)
            for words, column in (
                ("Pearson correlation", "pearson"),
                ("lower end of the 95 % interval of the correlation", "low"),
                ("upper end of the 95 % interval of the correlation", "high"),
                ("Spearman correlation", "spearman"),
            )
        )
        told = chance(facts, f"the correlation of {pair}", "pearson_p")
        ranked = chance(facts, f"the Spearman correlation of {pair}", "spearman_p")
        sure = facts.number("pearson_p", query=STATISTIC) < SIGNIFICANT
        by_ranks = facts.number("spearman_p", query=STATISTIC) < SIGNIFICANT
        verdict, disagree = _VERDICTS[sure, by_ranks]
        interval = f" (95 % interval {low} to {high})" if "unknown" not in (low, high) else ""
        summary = f"{pair} {verdict}{where}: r = {r}{interval}, {told}, over {counted} rows"
        held = (
            None
            if "unknown" in (low, high)
            else facts.number("low", query=STATISTIC) <= 0 <= facts.number("high", query=STATISTIC)
        )
        lines = (
            turned(facts, table, pair, correlated=True),
            f"Spearman: {rho}, {ranked}.",
            disagree,
            _TWO_ERRORS if held is sure else "",
            "That two measures move together does not say that one causes the other.",
        )
        kept = tuple(filter(None, (*lines, sampled(results[0]))))
        return Findings(
            summary=sentence(summary),
            facts=self.told(facts),
            findings=kept,
            visualization_hint="scatter",
            pictures=self.pictures(table, results),
        )
