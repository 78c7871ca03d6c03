"""Projection of a measure over the next periods."""

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.facts import Facts, number
from shared.analysis.pictures import Pictures
from shared.analysis.statistical import STATISTIC, sampled
from shared.analysis.trends.series import SeriesAnalysis
from shared.contracts import DatasetProfile, Point, QueryResult
from shared.errors import ForfeitException
from shared.query.words.groups import period
from shared.query.words.values import listed, sentence
from shared.statistics.requests import Procedure, Project
from shared.table.nouns import doing, plural

_AHEAD = STATISTIC + 1
_TOLD = 6


class Projection(SeriesAnalysis):
    """A measure carried on by its line and its season, or at its average where the slope may be chance, with the 95 %
    interval in which a single coming period falls if nothing changes; it foresees no event."""

    least = 8
    headline = ("projected", "projected_in_all")
    examples = (
        "What is the projection of {measure}?",
        "What is the forecast of {measure} if current trends continue?",
        "Forecast {measure}",
        "Forecast {measure} for the next months",
    )

    ahead: int = Field(default=3, ge=1, le=24, description="How many periods ahead.")

    @property
    def subject(self) -> str:
        return "projection"

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        most = 100.0 if self.is_share else None
        return (Project(**self.filled(table), ahead=self.ahead, most=most),)

    def purpose(self, table: DatasetProfile) -> str:
        return f"Projection of {self.name(table)} by {self.cut(table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, name, where = self.facts(table, results), self.name(table), self.scoped(table)
        grain = self.cut(table)
        self.require_points(int(facts.number("periods", query=STATISTIC)), plural(grain), "Counted complete periods")
        counted = facts.add(f"number of complete {plural(grain)}", column="periods", query=STATISTIC)
        told = [self._one(facts, table, row) for row in facts.rows(_AHEAD)[:_TOLD]]
        if not told:
            never = f"{name} {doing(name, 'was', 'were')} never below 0"
            raise ForfeitException(
                f"The line of the past falls below 0 in the next {grain}, and {never}{where}, so it cannot go on",
                (f"Fitted a line through {counted} {plural(grain)}",),
            )
        summary = (
            f"if {self._on(facts)} as over the last {counted} {plural(grain)}, {name} {doing(name)} projected at "
            f"{told[0]}{where}"
        )
        level, line = self._level(facts, table), self._along_line(facts, table)
        rest = f"then {'; '.join(told[1:])}{where}" if told[1:] else ""
        lines = (sentence(rest) if rest else "", line, self._beside(facts, table), *self._quality(facts, table))
        kept = tuple(filter(None, (*lines, self.left_out(facts, table), sampled(results[0]))))
        return self.concluded(table, results, facts, sentence(f"{summary}{level}"), kept)

    def pictures(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Pictures:
        """The course so far and what is projected of it, with its interval."""
        ahead = [dict(zip(results[_AHEAD].columns, row, strict=True)) for row in results[_AHEAD].rows]
        projected = tuple(
            Point(
                at=one["period"],
                value=number(one["projected"]) or 0.0,
                of="projected, with its 95 % interval",
                low=number(one["low"]),
                high=number(one["high"]),
            )
            for one in ahead
        )
        return tuple(
            past.model_copy(
                update={
                    "title": f"{past.title}, projected",
                    "points": (*(one.model_copy(update={"of": "so far"}) for one in past.points), *projected),
                    "query": _AHEAD,
                    "column": "projected",
                }
            )
            for past in super().pictures(table, results)
        )

    def _one(self, facts: Facts, table: DatasetProfile, row: int) -> str:
        """ "$120 in March 2025 (95 % interval $100 to $140)"."""
        name, unit = self.name(table), self.unit(table)
        when = period(str(facts.value("period", row, _AHEAD)), self.cut(table))
        shown, low, high = (
            facts.add(f"{what} of {name} in {when}", unit, column=column, row=row, query=_AHEAD)
            for what, column in (
                ("projection", "projected"),
                ("lower end of the 95 % interval", "low"),
                ("upper end of the 95 % interval", "high"),
            )
        )
        return f"{shown} in {when} (95 % interval {low} to {high})"

    def _on(self, facts: Facts) -> str:
        """What is taken to stay as it was."""
        if facts.value("at_average", query=STATISTIC) is not None:
            return "its level stays"
        return "its line and its season go on" if facts.value("seasonal", query=STATISTIC) else "its line goes on"

    def _level(self, facts: Facts, table: DatasetProfile) -> str:
        """Why it is the average so far that is projected, where it is."""
        if facts.value("at_average", query=STATISTIC) is None:
            return ""
        name, grain = self.name(table), self.cut(table)
        chance = facts.add(f"p-value of the slope of {name} a {grain}", column="slope_p", query=STATISTIC)
        return f"; that is its average so far, since the slope of its line may be chance (p = {chance})"

    def _along_line(self, facts: Facts, table: DatasetProfile) -> str:
        """What its line would give, where the average is projected."""
        if facts.value("at_average", query=STATISTIC) is None:
            return ""
        name, unit, grain = self.name(table), self.unit(table), self.cut(table)
        said = []
        for row in facts.rows(_AHEAD)[:_TOLD]:
            when = period(str(facts.value("period", row, _AHEAD)), grain)
            shown = facts.add(
                f"{name} in {when} along its line, whose slope may be chance",
                unit,
                column="along_line",
                row=row,
                query=_AHEAD,
            )
            said.append(f"{shown} in {when}")
        return sentence(f"along that line {name} would be {listed(said)}; the intervals allow for it, too")

    def _beside(self, facts: Facts, table: DatasetProfile) -> str:
        if self.of(table) != "sum" or self.ahead == 1 or facts.value("projected_in_all", query=STATISTIC) is None:
            return ""
        name, unit = self.name(table), self.unit(table)
        total, low, high = (
            facts.add(f"{what} of {name} in all", unit, column=f"{at}_in_all", query=STATISTIC)
            for what, at in (
                ("projection", "projected"),
                ("lower end of the 95 % interval", "low"),
                ("upper end of the 95 % interval", "high"),
            )
        )
        in_all = f"in all that is {total} (95 % interval {low} to {high})"
        if facts.value("change_in_all_percent", query=STATISTIC) is None:
            return sentence(in_all)
        before = facts.add(f"{name} in the same periods a year before", unit, column="before_in_all", query=STATISTIC)
        change = facts.add(
            f"change of the projected {name} against a year before",
            "%",
            column="change_in_all_percent",
            query=STATISTIC,
        )
        return sentence(f"{in_all}, against {before} in the same periods a year before ({change})")

    def _quality(self, facts: Facts, table: DatasetProfile) -> tuple[str, ...]:
        name = self.name(table)
        cut = f"{name} {doing(name, 'was', 'were')} never below 0 in the past, so nothing below 0 is projected"
        ends = "after that the line falls below 0 and cannot go on, so nothing more is projected"
        unseen = "less than two years of data are too few to see a season in, so none is projected"
        whole = f"{name} {doing(name)} never above 100 %, so nothing above it is projected"
        told = {"cut": cut, "falls": ends, "above": whole, "season_unseen": unseen}
        said = tuple(sentence(line) for at, line in told.items() if facts.value(at, query=STATISTIC))
        if facts.value("r_squared", query=STATISTIC) is None:
            return (*said, "It never varied, so its past says nothing of how far it may.")
        fit = facts.add(f"R² of the fit of {name}", column="r_squared", query=STATISTIC)
        kept = f"The line fits the past with R² = {fit}; the interval holds if the future is like the past."
        if facts.value("goes_on", query=STATISTIC) is None:
            return (*said, kept)
        on = facts.add(f"autocorrelation of the fit of {name}", column="goes_on", query=STATISTIC)
        grain = self.cut(table)
        wider = f"What the line misses carries over from one {grain} to the next (autocorrelation {on})"
        return (*said, kept, f"{wider}; the interval allows for it.")
