"""How the values of a measure are distributed."""

from typing import Final

from shared.analysis.base import Findings
from shared.analysis.distributions.values_analysis import ValuesAnalysis
from shared.analysis.facts import Facts
from shared.analysis.statistical import STATISTIC, chance, sampled
from shared.contracts import DatasetProfile, QueryResult
from shared.query.words.values import sentence
from shared.statistics.requests import ANDERSON_TABLED
from shared.table.nouns import doing
from shared.table.unit_arithmetic import unit_apart

_SHAPES: Final = {
    "normal": "close to normally distributed",
    "right-skewed": "right-skewed: a few high values pull the mean up",
    "left-skewed": "left-skewed: a few low values pull the mean down",
    "bimodal": "bimodal, with two peaks",
    "not normal": "not normally distributed, and neither clearly skewed nor of two peaks",
}


class DistributionShape(ValuesAnalysis):
    """How the values of a measure are distributed: range, quartiles, mean beside median, and whether the shape is
    normal, skewed or bimodal (skewness and its test, Shapiro–Wilk, peaks of a smooth density)."""

    least = 8
    part = "shape"
    headline = ("mean", "median")
    examples = (
        "How is {measure} distributed?",
        "What is the distribution of {measure}?",
        "Is {measure} normally distributed or skewed?",
    )

    def purpose(self, table: DatasetProfile) -> str:
        return f"Distribution of {self.name(table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, name, where = self.facts(table, results), self.name(table), self.scoped(table)
        counted = self.counted(table, facts, "a distribution")
        mean, median = (
            facts.add(f"{one} of {name}", self.unit(table), column=one, query=1) for one in ("mean", "median")
        )
        shape = facts.value("shape", query=STATISTIC)
        if shape is None:
            summary = f"{name} {doing(name)} the same for all {counted} {self.holders(table)}{where}: {mean}"
            return Findings(summary=sentence(summary), facts=self.told(facts), visualization_hint="number")
        beside = "below" if facts.number("median", query=1) < facts.number("mean", query=1) else "not below"
        summary = (
            f"{name} {doing(name)} {_SHAPES[str(shape)]}, over {counted} {self.holders(table)}{where}: the "
            f"median ({median}) is "
            f"{beside} the mean ({mean})"
        )
        lines = (self._range(facts, table), self._tests(facts, table), sampled(results[0]))
        kept = tuple(filter(None, lines))
        return Findings(summary=sentence(summary), facts=self.told(facts), findings=kept, visualization_hint="table")

    def _range(self, facts: Facts, table: DatasetProfile) -> str:
        name, unit = self.name(table), self.unit(table)
        shown = {
            one: facts.add(
                f"{words} of {name}", unit_apart(unit) if one == "deviation" else unit, column=one, query=STATISTIC
            )
            for one, words in {
                "lowest": "lowest value", "quartile_1": "first quartile", "quartile_3": "third quartile",
                "percentile_90": "90th percentile", "highest": "highest value", "deviation": "standard deviation",
            }.items()
        }  # fmt: skip
        return sentence(
            f"{name} {doing(name, 'runs', 'run')} from {shown['lowest']} to "
            f"{shown['highest']}{self.scoped(table)}; the middle half "
            f"lies between "
            f"{shown['quartile_1']} and {shown['quartile_3']}, the 90th percentile is {shown['percentile_90']}, the "
            f"standard deviation {shown['deviation']}"
        )

    def _tests(self, facts: Facts, table: DatasetProfile) -> str:
        name = self.name(table)
        skewness = facts.add(f"skewness of {name}", column="skewness", query=STATISTIC)
        kurtosis = facts.add(f"excess kurtosis of {name}", column="kurtosis", query=STATISTIC)
        normal = chance(facts, f"the normality of {name}", "normal_p")
        test = facts.value("normal_test", query=STATISTIC)
        told = f"Skewness {skewness}, excess kurtosis {kurtosis}; {test} test of normality: {normal}"
        squared = facts.value("anderson_darling_p", query=STATISTIC)
        if squared is None:
            return f"{told}."
        named = f"p-value of the Anderson–Darling test of {name}"
        shown = facts.add(named, column="anderson_darling_p", query=STATISTIC)
        low, high = ANDERSON_TABLED
        beyond = {low: " at most", high: " at least"}.get(float(str(squared)), "")
        return f"{told}; Anderson–Darling test: p ={beyond} {shown}."
