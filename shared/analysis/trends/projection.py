"""Projection of a measure over the next periods, or over a stretch of time that is asked for."""

from collections.abc import Iterator
from datetime import date

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.facts import Facts, number
from shared.analysis.pictures import Pictures
from shared.analysis.statistical import STATISTIC, sampled
from shared.analysis.trends.series import SeriesAnalysis
from shared.contracts import DatasetProfile, Point, QueryResult
from shared.errors import ForfeitException
from shared.query.base import Time
from shared.query.checks.last_period import end_of, whole_within
from shared.query.conditions import Conditions, Period
from shared.query.words.figures import compared
from shared.query.words.groups import within_period
from shared.query.words.values import days, listed, sentence
from shared.query.words.values import period as stretch_of_time
from shared.statistics.requests import SIGNIFICANT, Procedure, Project
from shared.table.nouns import doing, plural

_AHEAD = STATISTIC + 1
_IN_ITS_UNIT = ("projected_in_all", "low_in_all", "high_in_all", "line_in_all", "along_line")
"""The columns that are in the unit of what is projected, whether or not a fact tells one."""
_TOLD = 6
_ALL = "in all"
_DAY = len("2025-01-01")


class Projection(SeriesAnalysis):
    """A measure carried on by its line and its season, a slope that may be chance counted in part, with the 95 %
    interval of each coming period and of their total, or a stretch's, if nothing changes; it foresees no event."""

    least = 8
    looks_ahead = True
    headline = ("projected", "projected_in_all")
    examples = (
        "What is the projection of {measure}?",
        "What is the forecast of {measure} if current trends continue?",
        "Forecast {measure}",
        "Forecast {measure} for the next months",
    )

    ahead: int = Field(default=3, ge=1, le=24, description="How many periods ahead.")
    zeros: bool = Field(default=False, description="A period without a value counts as 0.")
    start: Time | None = Field(default=None, description="Or: first day of a stretch.")
    end: Time | None = Field(default=None, description="Excluded.")

    def problems(self) -> Iterator[str]:
        yield from super().problems()
        if self.zeros and self.function in ("mean", "median"):
            yield "an average of no rows is unknown: only what adds up is 0 in a period without a value"
        if (self.start is None) != (self.end is None):
            yield "a stretch has its first day and the day after its last: give both, `start` and `end`"
        if self.start is not None and self.end is not None and self.start[:_DAY] >= self.end[:_DAY]:
            yield "a stretch ends after it starts, and its `end` is the day after its last"

    @property
    def subject(self) -> str:
        return "projection"

    @property
    def counts(self) -> bool:
        return super().counts or self.zeros

    def left_out(self, facts: Facts, table: DatasetProfile) -> str:
        grain = self.cut(table)
        said = sentence(f"{plural(grain)} without a value count as 0") if self.zeros else ""
        return " ".join(filter(None, (super().left_out(facts, table), said)))

    def stretch(self, table: DatasetProfile) -> tuple[date, date] | None:
        """The stretch that is asked for: its first day, and the day after its last; None where none is."""
        if self.start is not None and self.end is not None:
            return _days(self.start, self.end)
        return next((_days(one.start, one.end) for one in self._coming(table)), None)

    def met(self, table: DatasetProfile) -> Conditions:
        coming = self._coming(table)
        return tuple(one for one in self.where if one not in coming)

    def _coming(self, table: DatasetProfile) -> tuple[Period, ...]:
        """The conditions that no row of what is known decides: periods that end after all that the data fills."""
        if self.start is not None:
            return ()
        times = self.times(table)
        periods = [one for one in self.where if isinstance(one, Period) and one.column == times.name]
        until = whole_within(times, self.cut(table), (), table).until
        return tuple(one for one in periods if _days(one.start, one.end)[1] > until)

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        most = 100.0 if self.is_share else None
        start, end = self.stretch(table) or (None, None)
        return (Project(**self.filled(table), ahead=self.ahead, most=most, start=start, end=end),)

    def purpose(self, table: DatasetProfile) -> str:
        return f"Projection of {self.name(table)} by {self.cut(table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, name, where = self.facts(table, results), self.name(table), self.scoped(table)
        grain = self.cut(table)
        self.require_points(int(facts.number("periods", query=STATISTIC)), plural(grain), "Counted complete periods")
        counted = facts.add(f"number of complete {plural(grain)}", column="periods", query=STATISTIC)
        tried = (f"Fitted a line through {counted} {plural(grain)}",)
        self._require_ahead(facts, table, tried)
        asked = [row for row in facts.rows(_AHEAD) if facts.value("asked", row, _AHEAD)]
        told = [self._one(facts, table, row) for row in asked[:_TOLD]]
        if not told:
            never = f"{name} {doing(name, 'was', 'were')} never below 0"
            raise ForfeitException(
                f"The line of the past falls below 0 in the next {grain}, and {never}{where}, so it cannot go on", tried
            )
        on, ahead = f"{name} {doing(name)} projected at", asked[0] > 0
        if_ = f", if {self._on(facts)} as over the last {counted} {plural(grain)}"
        level, line = self._level(facts, table), self._along_line(facts, table, asked)
        empty = f"before that come {plural(grain)} without data, which are projected, too" if ahead else ""
        if in_all := self._of_stretch(facts, table):
            few = 1 < len(asked) <= _TOLD
            head, rest = f"{on} {in_all}", f"by {grain} that is {'; '.join(told)}{where}" if few else ""
        else:
            head, rest = f"{on} {told[0]}", f"then {'; '.join(told[1:])}{where}" if told[1:] else ""
        lines = (
            *(sentence(one) if one else "" for one in (rest, empty, level)),
            line,
            self._beside(facts, table),
            *self._quality(facts, table),
        )
        kept = tuple(filter(None, (*lines, self.left_out(facts, table), sampled(results[0]))))
        found = self.concluded(table, results, facts, sentence(f"{head}{where}{if_}"), kept)
        unit = self.unit(table)
        return found.model_copy(update={"units": dict.fromkeys(_IN_ITS_UNIT, unit)}) if unit else found

    def _require_ahead(self, facts: Facts, table: DatasetProfile, tried: tuple[str, ...]) -> None:
        """Raises ForfeitException where nothing of the stretch that is asked for can be projected."""
        stretch, grain = self.stretch(table), self.cut(table)
        if stretch is None or (len(facts.rows(_AHEAD)) and facts.value("from_in_all", query=STATISTIC) is not None):
            return
        said = days(stretch[0].isoformat(), date.fromordinal(stretch[1].toordinal() - 1).isoformat())
        if facts.value("too_far", query=STATISTIC):
            raise ForfeitException(
                f"{said} lies further ahead than the data reaches back, so a projection of it would say nothing", tried
            )
        if facts.value("from_in_all", query=STATISTIC) is None:
            raise ForfeitException(f"No whole {grain} of {said} comes after those that the data fills", tried)

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
        when = within_period(str(facts.value("period", row, _AHEAD)), self.cut(table))
        shown, low, high = (
            facts.add(f"{what} of {name} {when}", unit, column=column, row=row, query=_AHEAD)
            for what, column in (
                ("projection", "projected"),
                ("lower end of the 95 % interval", "low"),
                ("upper end of the 95 % interval", "high"),
            )
        )
        return f"{shown} {when} (95 % interval {low} to {high})"

    def _on(self, facts: Facts) -> str:
        """What is taken to go on as it was."""
        seasonal = bool(facts.value("seasonal", query=STATISTIC))
        if facts.value("slope_weight", query=STATISTIC) is not None:
            return (
                "its level, part of its slope and its season continue"
                if seasonal
                else "its level and part of its slope continue"
            )
        return "its line and its season continue" if seasonal else "its line continues"

    def _chance(self, facts: Facts, table: DatasetProfile) -> str:
        """The p-value of the slope that was judged: beside a season it is not the plain line's."""
        name, grain = self.name(table), self.cut(table)
        beside = " beside its season" if facts.value("seasonal", query=STATISTIC) else ""
        return facts.add(f"p-value of the slope of {name} a {grain}{beside}", column="slope_p", query=STATISTIC)

    def _level(self, facts: Facts, table: DatasetProfile) -> str:
        """At how much of its size its slope is counted, and why, where that is not all of it."""
        if facts.value("slope_weight", query=STATISTIC) is None:
            return ""
        chance = self._chance(facts, table)
        part = f"share of the slope of {self.name(table)} that the forecast uses"
        counted = facts.add(part, column="slope_weight", query=STATISTIC)
        beside = " beside its season" if facts.value("seasonal", query=STATISTIC) else ""
        sure = facts.number("slope_p", query=STATISTIC) < SIGNIFICANT
        verdict = "is hardly chance" if sure else "may be chance"
        return f"the slope of its line{beside} {verdict} (p = {chance}), so the forecast uses only {counted} of it"

    def _along_line(self, facts: Facts, table: DatasetProfile, asked: list[int]) -> str:
        """What its whole line would give, where its slope is counted in part; of a line beside a season, that it is no
        chance."""
        name, unit, grain = self.name(table), self.unit(table), self.cut(table)
        if facts.value("slope_weight", query=STATISTIC) is None:
            if not facts.value("seasonal", query=STATISTIC):
                return ""
            chance = self._chance(facts, table)
            return sentence(f"beside its season the slope of {name} is more than chance (p = {chance})")
        line = "along its whole line"
        allowed = "the intervals allow for all of the slope and for none"
        if self._adds_up(facts, table) and self.stretch(table) is not None:
            of = self._spanned(facts, table)
            shown = facts.add(f"{name} {of} {line}", unit, column="line_in_all", query=STATISTIC)
            return sentence(f"along its whole line {name} would be {shown} {of}; {allowed}")
        said = []
        for row in asked[:_TOLD]:
            when = within_period(str(facts.value("period", row, _AHEAD)), grain)
            shown = facts.add(f"{name} {when} {line}", unit, column="along_line", row=row, query=_AHEAD)
            said.append(f"{shown} {when}")
        return sentence(f"along its whole line {name} would be {listed(said)}; {allowed}")

    def _in_all(self, facts: Facts, table: DatasetProfile, of: str) -> str:
        """ "$360 … (95 % interval $300 to $420)": what is projected together, of which its facts are named."""
        name, unit = self.name(table), self.unit(table)
        total, low, high = (
            facts.add(f"{what} of {name} {of}", unit, column=f"{at}_in_all", query=STATISTIC)
            for what, at in (
                ("projection", "projected"),
                ("lower end of the 95 % interval", "low"),
                ("upper end of the 95 % interval", "high"),
            )
        )
        shown = "" if of == _ALL else f" {of}"
        return f"{total}{shown} (95 % interval {low} to {high})"

    def _of_stretch(self, facts: Facts, table: DatasetProfile) -> str:
        """The total of the stretch that is asked for; empty where none is, or no total is known."""
        if self.stretch(table) is None or not self._adds_up(facts, table):
            return ""
        name, told = self.name(table), self._in_all(facts, table, self._spanned(facts, table))
        if facts.value("known_in_all", query=STATISTIC) is None:
            return told
        known = facts.add(f"{name} known so far of that", self.unit(table), column="known_in_all", query=STATISTIC)
        return f"{told}, of which {known} {doing(name)} known"

    def _spanned(self, facts: Facts, table: DatasetProfile) -> str:
        """Which periods are told together: "in Q1 2026", "from January 2026 through June 2026"."""
        first, last = (str(facts.value(f"{end}_in_all", query=STATISTIC)) for end in ("from", "to"))
        return stretch_of_time(first, end_of(date.fromisoformat(last), self.cut(table)).isoformat())

    def _adds_up(self, facts: Facts, table: DatasetProfile) -> bool:
        return self.of(table) == "sum" and facts.value("projected_in_all", query=STATISTIC) is not None

    def _beside(self, facts: Facts, table: DatasetProfile) -> str:
        """The total of what is projected, if it was not told, and how it compares with a year before."""
        asked = self.stretch(table) is not None
        if not self._adds_up(facts, table) or (self.ahead == 1 and not asked):
            return ""
        in_all = "" if asked else f"in all that is {self._in_all(facts, table, _ALL)}"
        if facts.value("change_in_all_percent", query=STATISTIC) is None:
            return sentence(in_all) if in_all else ""
        name, unit = self.name(table), self.unit(table)
        before = facts.add(f"{name} in the same periods a year before", unit, column="before_in_all", query=STATISTIC)
        change = facts.add(
            f"change of the projected {name} against a year before",
            "%",
            column="change_in_all_percent",
            query=STATISTIC,
        )
        than = compared(facts.number("change_in_all_percent", query=STATISTIC), change)
        if in_all:
            return sentence(f"{in_all}, {than} the {before} in the same periods a year before")
        was = doing(name, "was", "were")
        said = than.removesuffix(" than").removesuffix(" as")
        return sentence(f"in the same periods a year before {name} {was} {before}; what is projected is {said}")

    def _quality(self, facts: Facts, table: DatasetProfile) -> tuple[str, ...]:
        name = self.name(table)
        cut = f"{name} {doing(name, 'was', 'were')} never below 0 in the past, so nothing below 0 is projected"
        ends = "after that the line falls below 0 and cannot go on, so nothing more is projected"
        unseen = "less than two years of data show no season, so none is projected"
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


def _days(start: str, end: str) -> tuple[date, date]:
    """The first day of a stretch of times, and the first day that is not in it."""
    return date.fromisoformat(start[:_DAY]), date.fromisoformat(end[:_DAY])
