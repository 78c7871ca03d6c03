"""Values far from the others, by the two usual rules, where a question names neither."""

from __future__ import annotations

from typing import Final

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Filter, Level
from shared.analysis.facts import Facts
from shared.analysis.fields import NumberColumn
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.query.sql.conditions import quantile
from shared.query.trees import exp
from shared.query.words.values import sentence
from shared.table.names import spoken
from shared.table.nouns import agreeing, doing, how_many

_FENCES: Final = 1.5
_DEVIATIONS: Final = 3.0


class Outliers(Analysis):
    """Counts the outliers of a numeric column over all rows by Tukey's fences (1.5 interquartile ranges outside the
    quartiles) and by the z-score (more than 3 sample standard deviations from the mean)."""

    least = 4
    examples = (
        "Are there outliers in {column}?",
        "How many outliers does {column} have?",
        "Count the outliers of {column}",
    )

    column: NumberColumn

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        cell = sql.column(self.column)
        fenced = self._outside("quartiles", _FENCES, table)
        low, high = (quantile(sql.column(self.column), share) for share in (0.25, 0.75))
        reach = sql.formula(":size * (:high - :low)", size=_FENCES, high=high, low=low)
        far = exp.Case().when(fenced, cell)
        figures: dict[str, exp.Expr] = {
            "values": exp.Count(this=cell.copy()),
            "outside_the_fences": exp.CountIf(this=fenced.copy()),
            "lower_fence": sql.formula(":low - :reach", low=low.copy(), reach=reach),
            "upper_fence": sql.formula(":high + :reach", high=high.copy(), reach=reach.copy()),
            "least_outlier": exp.Min(this=far),
            "greatest_outlier": exp.Max(this=far.copy()),
            "far_by_z_score": exp.CountIf(this=self._outside("deviations", _DEVIATIONS, table)),
        }
        return (sql.planned(sql.select(table, figures), f"Outliers of {spoken(table.column(self.column))}"),)

    def _outside(self, figure: str, size: float, table: DatasetProfile) -> exp.Expr:
        level = Level.model_validate({"figure": figure, "parameter": size})
        outside = sql.conditions((Filter(column=self.column, operator="outside", level=level),), table)
        return outside if outside is not None else exp.false()

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        own, unit = table.column(self.column), table.column(self.column).unit
        facts = Facts(results)
        name = spoken(own)
        self.require(int(facts.number("values")), "values", f"for outliers of {name}", f"Counted the values of {name}")
        rule = f"more than {_FENCES:g} interquartile ranges outside the quartiles"
        fenced = facts.add(f"number of outliers of {name}, {rule}", column="outside_the_fences")
        low = facts.add(f"lower fence of {name}", unit, column="lower_fence", of=own)
        high = facts.add(f"upper fence of {name}", unit, column="upper_fence", of=own)
        score = f"more than {_DEVIATIONS:g} standard deviations from the average"
        far = facts.add(f"number of outliers of {name}, {score}", column="far_by_z_score")
        lie = (
            f"{how_many(fenced, 'outliers') if fenced != '0' else 'no outliers'} that {agreeing(fenced, 'lies', 'lie')}"
        )
        told = f"{name} {doing(name, 'has', 'have')} {lie} {rule} (under {low} or over {high}"
        if facts.number("outside_the_fences"):
            least = facts.add(f"least outlier of {name}", unit, column="least_outlier", of=own)
            greatest = facts.add(f"greatest outlier of {name}", unit, column="greatest_outlier", of=own)
            told += f"; they run from {least} to {greatest}" if least != greatest else f"; {least}"
        told += f"), and {far if far != '0' else 'none'} by the z-score ({score})"
        return Findings(summary=sentence(told), facts=facts.all(), visualization_hint="number")
