"""Drivers of a measure: multiple regression on other columns."""

from collections.abc import Iterator

from shared.analysis.base import Findings
from shared.analysis.facts import Facts
from shared.analysis.fields import Conditions, Measure
from shared.analysis.statistical import STATISTIC, StatisticalAnalysis, chance, sampled
from shared.contracts import DatasetProfile, QueryResult
from shared.errors import ForfeitException
from shared.query.query import Query, Rows
from shared.query.words.values import listed, sentence
from shared.statistics.requests import CLOSE_PREDICTORS, SIGNIFICANT, Procedure, Regress
from shared.table.names import spoken
from shared.table.nouns import doing

_COEFFICIENTS = STATISTIC + 1
_MOST, _TOLD = 8, 5
_NEARLY_ALL = 0.9999


class Drivers(StatisticalAnalysis):
    """What a measure goes with: least squares on the other measures together, strongest first by standardised size,
    each with its 95 % interval and p-value (HC3). It warns of collinear predictors (VIF) and a measure computed
    from two. It shows what goes with it, no causes. At least 5 rows a coefficient; measures that follow from others are
    left out."""

    least = 15
    headline = ("coefficient",)
    examples = (
        "What drives {measure}?",
        "Which factors drive {measure}?",
        "What are the drivers of {measure}?",
        "Which measures explain {measure} in a regression?",
    )

    measure: Measure
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        others = self._others(table)[:_MOST]
        if not others:
            raise ForfeitException(
                "There is no other measure that could go with it", (f"Looked at the columns of {table.file_name}",)
            )
        return (Rows(where=self.where, columns=(self.measure, *others)),)

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        return (Regress(),)

    def purpose(self, table: DatasetProfile) -> str:
        return f"Regression of {self._name(table)} on the other measures"

    def _name(self, table: DatasetProfile) -> str:
        return spoken(table.column(self.measure))

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, name, where = self.facts(table, results), self._name(table), self.scoped(table)
        tried = f"Fitted {name} on the other measures"
        self.require(int(facts.number("count", query=STATISTIC)), "complete rows", "for a regression", tried)
        rows = facts.rows(_COEFFICIENTS)
        if not rows:
            raise self._unfitted(facts, name, tried)
        counted = facts.add("number of rows with all measures", column="count", query=STATISTIC)
        fit = facts.add(f"R² of the regression of {name}", column="r_squared", query=STATISTIC)
        sure = [row for row in rows if facts.number("p", row, _COEFFICIENTS) < SIGNIFICANT]
        rest = [row for row in rows if row not in sure]
        told = [self._one(facts, table, row) for row in [*sure, *rest][:_TOLD]]
        most, close = f"{name} {doing(name, 'goes', 'go')} most with", self._together(facts, table, rows[0], sure)
        if close:
            goes, more = f"{most} {close}{where}", told
        elif sure:
            goes, more = f"{most} {told[0]}{where}", told[1:]
        else:
            goes = f"no measure goes with {name} by more than chance{where}; the nearest is {told[0]}"
            more = told[1:]
        summary = f"{goes}; with all measures together, R² = {fit}, over {counted} rows"
        lists = tuple(sentence(f"{'' if close and not at else 'then '}{one}") for at, one in enumerate(more))
        cause = "This says what goes with it when the other measures stay the same, not what causes it."
        lines = (*self._cautions(facts, table), *lists, self._left_out(facts, table), cause, sampled(results[0]))
        kept = tuple(filter(None, lines))
        return Findings(summary=sentence(summary), facts=self.told(facts), findings=kept, visualization_hint="table")

    def _close(self, facts: Facts) -> list[int]:
        """The predictors that can hardly be told apart from others."""
        return [
            row
            for row in facts.rows(_COEFFICIENTS)
            if facts.number("inflation", row, _COEFFICIENTS) >= CLOSE_PREDICTORS
        ]

    def _together(self, facts: Facts, table: DatasetProfile, first: int, sure: list[int]) -> str:
        """Predictors that can hardly be told apart, where the strongest is one of them, none is more than chance by
        itself and all are together: "rain and water, taken together (p = 0.001)"; empty where that is not so."""
        close = self._close(facts)
        p = facts.value("close_p", query=STATISTIC)
        if first not in close or p is None or float(str(p)) >= SIGNIFICANT or any(row in sure for row in close):
            return ""
        names = listed([spoken(table.column(str(facts.value("predictor", row, _COEFFICIENTS)))) for row in close])
        return f"{names}, taken together ({chance(facts, f'{names} together', 'close_p')})"

    def _unfitted(self, facts: Facts, name: str, tried: str) -> ForfeitException:
        """Why no regression was possible."""
        if not facts.value("varies", query=STATISTIC):
            return ForfeitException(f"{name} {doing(name, 'does', 'do')} not vary, so nothing can go with it", (tried,))
        if not facts.number("predictors", query=STATISTIC):
            return ForfeitException("None of the other measures varies", (tried,))
        return ForfeitException(
            "The rows are too few for so many measures", (tried,), "A condition less, or more rows.", "too_few_rows"
        )

    def _cautions(self, facts: Facts, table: DatasetProfile) -> Iterator[str]:
        """What speaks against reading the coefficients: arithmetic, predictors that move together, uneven spread."""
        name = self._name(table)
        made, *parts = (facts.value(one, query=STATISTIC) for one in ("made", "made_of", "made_by"))
        if made is not None:
            first, second = (spoken(table.column(str(one))) for one in parts)
            by = {"product": "times", "quotient": "divided by"}[str(made)]
            yield sentence(
                f"{name} {doing(name)} {first} {by} {second} in nearly every row: that is arithmetic, so ask what "
                f"drives these two"
            )
        elif facts.number("r_squared", query=STATISTIC) > _NEARLY_ALL:
            yield sentence(f"nearly nothing of {name} is left open, so it may be computed from these measures")
        close = self._close(facts)
        if close:
            names = [spoken(table.column(str(facts.value("predictor", row, _COEFFICIENTS)))) for row in close]
            yield sentence(
                f"{listed(names)} can hardly be told apart from the other measures (a variance inflation of ten or "
                f"more), so how much goes with which is unsure"
            )
        uneven = facts.value("uneven_p", query=STATISTIC)
        if uneven is not None and float(str(uneven)) < SIGNIFICANT:
            yield sentence(
                f"{name} {doing(name, 'spreads', 'spread')} unevenly about the fit (Breusch–Pagan test); the intervals "
                f"hold for that (HC3)"
            )

    def _left_out(self, facts: Facts, table: DatasetProfile) -> str:
        """Which measures took no part, and why."""
        others = self._others(table)
        fitted = [str(facts.value("predictor", row, _COEFFICIENTS)) for row in facts.rows(_COEFFICIENTS)]
        idle = [spoken(table.column(one)) for one in others[:_MOST] if one not in fitted]
        beyond = [spoken(table.column(one)) for one in others[_MOST:]]
        said = [
            f"{listed(names)} {why}"
            for names, why in (
                (idle, "(constant, or following from other measures)"),
                (beyond, "(behind the first measures, which are as many as one regression takes)"),
            )
            if names
        ]
        return f"Left out: {'; '.join(said)}." if said else ""

    def _others(self, table: DatasetProfile) -> list[str]:
        return [one.name for one in table.having("measure") if one.numeric and one.name != self.measure]

    def _one(self, facts: Facts, table: DatasetProfile, row: int) -> str:
        """ "units: 39.5 for each one more (95 % interval 38 to 41, p = 0.001)"."""
        predictor = spoken(table.column(str(facts.value("predictor", row, _COEFFICIENTS))))
        columns = ("coefficient", "low", "high")
        shown, low, high = facts.with_interval("coefficient", f", {predictor}", columns, row=row, query=_COEFFICIENTS)
        p = chance(facts, f"the coefficient, {predictor}", "p", row=row, query=_COEFFICIENTS)
        return f"{predictor}: {shown} for each one more (95 % interval {low} to {high}, {p})"
