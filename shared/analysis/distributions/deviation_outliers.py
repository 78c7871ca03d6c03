"""Values far from the others, by standard deviations and by the median beside."""

from shared.analysis.base import Findings
from shared.analysis.distributions.values_analysis import ValuesAnalysis
from shared.analysis.facts import Facts
from shared.analysis.statistical import STATISTIC, sampled
from shared.contracts import DatasetProfile, QueryResult
from shared.query.words.values import sentence
from shared.table.nouns import some_of

_NAMED = STATISTIC + 1
_TOLD = 6

_MOST_OUTLIERS = 0.1
"""Of all values: what more of them do is their shape."""


class DeviationOutliers(ValuesAnalysis):
    """Values of a measure beyond 2 standard deviations from its mean, with their names and how many times the mean they
    are; beside them how many lie beyond 3.5 median absolute deviations from the median, which outliers do not move. Of
    normal values 4.6 % lie beyond 2 standard deviations by chance."""

    least = 8
    part = "outliers"
    headline = ("outliers", "value")
    examples = (
        "Which {entity} have anomalous {measure}?",
        "Are there anomalies in {measure}?",
        "Which values of {measure} are anomalies?",
    )

    def purpose(self, table: DatasetProfile) -> str:
        return f"Values of {self.name(table)} beyond 2 standard deviations"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, name, where = self.facts(table, results), self.name(table), self.scoped(table)
        counted, holders = self.counted(table, facts, "finding outliers"), self.holders(table)
        found = facts.add(f"number of outliers in {name}", column="outliers", query=STATISTIC)
        low, high = (
            facts.add(f"{end} bound of {name}", self.unit(table), column=f"{end}_bound", query=STATISTIC)
            for end in ("low", "high")
        )
        lie = some_of(found, counted, f"{holders}{where}", "lies", "lie")
        summary = f"{lie} beyond 2 standard deviations from the mean {name} (outside {low} to {high})"
        lines = (*self._named(facts, table, results), self._robust(facts, table), sampled(results[0]))
        kept = tuple(filter(None, lines))
        return Findings(summary=sentence(summary), facts=self.told(facts), findings=kept, visualization_hint="table")

    def _named(self, facts: Facts, table: DatasetProfile, results: tuple[QueryResult, ...]) -> tuple[str, ...]:
        """The outliers furthest off, where rows have names."""
        if len(results) <= _NAMED:
            return ()
        return tuple(self._one(facts, table, row) for row in facts.rows(_NAMED)[:_TOLD])

    def _one(self, facts: Facts, table: DatasetProfile, row: int) -> str:
        who, name = facts.value("name", row, _NAMED), self.name(table)
        shown = facts.add(f"{name}: {who}", self.unit(table), column="value", row=row, query=_NAMED)
        times = ""
        if facts.value("multiple", row, _NAMED) is not None:
            multiple = facts.add(f"{name} as a multiple of the mean: {who}", column="multiple", row=row, query=_NAMED)
            times = f", {multiple} times the mean"
        return f"{who}: {shown}{times}."

    def _robust(self, facts: Facts, table: DatasetProfile) -> str:
        name = self.name(table)
        if facts.value("mad_outliers", query=STATISTIC) is None:
            return ""
        many = facts.add(f"number of outliers in {name} by the median", column="mad_outliers", query=STATISTIC)
        share = facts.add(f"share of outliers in {name}", "%", column="outlier_share", query=STATISTIC)
        far, every = (facts.number(one, query=STATISTIC) for one in ("mad_outliers", "count"))
        shape = ", too many to be outliers: the values are spread so" if far > _MOST_OUTLIERS * every else ""
        return sentence(
            f"beyond 3.5 median absolute deviations from the median, which outliers do not move, there are "
            f"{many}{shape}; of normal values 4.6 % would lie beyond 2 standard deviations by chance, "
            f"here it is {share}"
        )
