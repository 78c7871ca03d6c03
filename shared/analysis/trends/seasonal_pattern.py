"""Seasonality: the pattern of a year or a week in a measure."""

from datetime import date
from typing import Final

from shared.analysis.base import Findings
from shared.analysis.entities.windows import monthly
from shared.analysis.facts import Facts
from shared.analysis.pictures import Pictures, axis, bars
from shared.analysis.source_times import cut_by_source, require_grain
from shared.analysis.statistical import STATISTIC, chance, sampled
from shared.analysis.trends.series import SeriesAnalysis
from shared.contracts import ColumnProfile, DatasetProfile, QueryResult
from shared.query.words.values import MONTHS, WEEKDAYS, sentence
from shared.statistics.requests import SIGNIFICANT, FitSeason, Procedure, SeriesGrain
from shared.table.nouns import doing, plural

_PLACES: Final = STATISTIC + 1
_CYCLES: Final[dict[SeriesGrain, int]] = {"month": 12, "quarter": 4, "week": 52, "day": 7}
_NAMES: Final[dict[SeriesGrain, str]] = {"month": "year", "quarter": "year", "week": "year", "day": "week"}
_TWO_YEARS: Final = 730
_MANY: Final = 4
"""Cycles from which on a test of their places has some power."""


class SeasonalPattern(SeriesAnalysis):
    """Whether the months of a year (the weekdays, over days) differ in a measure once its line is taken out, by the
    F test at p < 0.05, over two whole cycles at least: the highest, the lowest, and how much they explain.
    """

    least = 14
    headline = ("high_percent", "low_percent", "strength", "season_p")
    examples = (
        "Is there seasonality in {measure}?",
        "Is {measure} seasonal?",
        "What is the seasonal pattern of {measure}?",
    )

    @property
    def subject(self) -> str:
        return "seasonality analysis"

    def cut(self, table: DatasetProfile) -> SeriesGrain:
        """Months where there are two years, else days; never years."""
        column = self.times(table)
        if self.grain is not None and self.grain != "year":
            require_grain(table, column.name, self.grain)
            return self.grain
        return cut_by_source(table, column.name, self._suited(column))

    def _suited(self, column: ColumnProfile) -> SeriesGrain:
        if not isinstance(column.minimum, str) or not isinstance(column.maximum, str):
            return "month"
        days = (date.fromisoformat(column.maximum[:10]) - date.fromisoformat(column.minimum[:10])).days
        if monthly(column):  # the last stands for a whole period too
            days = round(days * column.distinct / (column.distinct - 1))
        if days < _TWO_YEARS - 3:
            return "day"
        return "quarter" if column.distinct < days / 46 else "month"

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        return (FitSeason(**self.filled(table)),)

    def purpose(self, table: DatasetProfile) -> str:
        return f"Seasonality of {self.name(table)} by {self.cut(table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, grain, name = self.facts(table, results), self.cut(table), self.name(table)
        grains, needed = plural(grain), 2 * _CYCLES[grain]
        self.require_cycles(int(facts.number("periods", query=STATISTIC)), needed, grains)
        counted = facts.add(f"number of complete {grains}", column="periods", query=STATISTIC)
        p, where = facts.value("season_p", query=STATISTIC), self.scoped(table)
        if p is None:
            summary = (
                f"{name} {doing(name, 'has', 'have')} no seasonal pattern over {counted} {grains}{where}: no "
                f"value is off the line"
            )
            return self.concluded(table, results, facts, sentence(summary))
        told = chance(facts, f"the seasonality of {name}", "season_p", query=STATISTIC)
        if float(str(p)) >= SIGNIFICANT:
            summary = (
                f"{name} {doing(name, 'shows', 'show')} no clear seasonal pattern over {counted} {grains}{where} "
                f"(F test: {told})"
            )
        else:
            part = facts.add(f"part of {name} about its line that the season explains", "%", column="strength", query=1)
            summary = (
                f"{name} {doing(name)} seasonal over {counted} {grains}{where}: {self._ends(table, facts)}; "
                f"the {grain} of the "
                f"{_NAMES[grain]} explains {part} of what its line leaves open (F test: {told})"
            )
        few = float(str(p)) >= SIGNIFICANT and facts.number("periods", query=STATISTIC) < _MANY * _CYCLES[grain]
        weak = f"Over so few {plural(_NAMES[grain])} only a strong pattern would show." if few else ""
        lines = tuple(filter(None, (weak, self.left_out(facts, table), sampled(results[0]))))
        return self.concluded(table, results, facts, sentence(summary), lines)

    def pictures(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Pictures:
        """Where there is a season, how far each of its places is from the line; else the course."""
        found, grain = results[STATISTIC], self.cut(table)
        p = found.rows[0][found.columns.index("season_p")]
        if not isinstance(p, int | float) or p >= SIGNIFICANT:
            return super().pictures(table, results)
        name, place = self.name(table), f"{grain} of the {_NAMES[grain]}"
        return bars(
            results[_PLACES],
            "percent",
            "place",
            title=f"{name} against the average by {place}{self.scoped(table)}",
            along=axis(place),
            figure=axis(f"{name} against the average", "%"),
            query=_PLACES,
            label=lambda cell: _label(grain, int(float(str(cell)))),
        )

    def require_cycles(self, found: int, needed: int, grains: str) -> None:
        """Raises ForfeitException where there are not two whole cycles."""
        self.require_points(found if found >= needed else min(found, self.least - 1), grains, "Counted whole cycles")

    def _ends(self, table: DatasetProfile, facts: Facts) -> str:
        grain, name, said = self.cut(table), self.name(table), []
        for end, word in (("high", "above"), ("low", "below")):
            place = facts.value(f"{end}_place", query=STATISTIC)
            if place is None:
                continue
            label = _label(grain, int(float(str(place))))
            shown = facts.add(f"{end}est season of {name}, {label}", "%", column=f"{end}_percent", query=STATISTIC)
            said.append(f"{label} is {end}est, {shown.removeprefix('-')} {word} the average")
        return " and ".join(said) or "its places differ"


def _label(grain: SeriesGrain, place: int) -> str:
    if grain == "month":
        return MONTHS[place - 1]
    if grain == "day":
        return WEEKDAYS[place - 1]
    return f"Q{place}" if grain == "quarter" else f"week {place}"
