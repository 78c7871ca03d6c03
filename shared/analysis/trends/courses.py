"""What a whole course does and how its level changed, told beside each other where they go different ways."""

from typing import Final

from shared.analysis.facts import Facts
from shared.analysis.statistical import STATISTIC, chance
from shared.analysis.trends.series import SeriesAnalysis
from shared.contracts import DatasetProfile
from shared.query.words.figures import moved
from shared.query.words.groups import period, within_period
from shared.query.words.values import sentence
from shared.statistics.requests import goes_against
from shared.table.nouns import doing, plural
from shared.table.unit_arithmetic import unit_apart

_COURSES: Final = {
    "increasing": "{name} {be} increasing",
    "decreasing": "{name} {be} decreasing",
    "cyclical": "{name} {come} and {go} without a lasting trend",
    "stable": "{name} {have} no clear trend",
}


def level_against(analysis: SeriesAnalysis, facts: Facts, table: DatasetProfile) -> tuple[str, ...]:
    """Beside a trend: the last change of level that goes another way; none where there is none."""
    since = facts.value("against_from", query=STATISTIC)
    if since is None:
        return ()
    name, unit, grain = analysis.name(table), analysis.unit(table), analysis.cut(table)
    when = period(str(since), grain)
    now = facts.add(f"mean of {name} from {when} on", unit, column="against_since", query=STATISTIC)
    before = facts.add(f"mean of {name} before {when}", unit, column="against_before", query=STATISTIC)
    sure = chance(facts, f"the change {within_period(str(since), grain)}", "against_p", query=STATISTIC)
    side = _side(facts.number("against_since", query=STATISTIC) - facts.number("against_before", query=STATISTIC))
    beside = ", beside its season" if facts.value("against_seasonal", query=STATISTIC) else ""
    told = f"the line is about the whole course; since {when} the level is {side}{beside}, {now} on average a {grain}"
    return (sentence(f"{told} after {before} in the stretch before ({sure}){analysis.scoped(table)}"),)


def course_against(
    analysis: SeriesAnalysis, facts: Facts, table: DatasetProfile, changes: list[float]
) -> tuple[str, ...]:
    """Beside changes of level: what the whole course does, where one of them goes another way."""
    direction = str(facts.value("direction", query=STATISTIC))
    if not any(goes_against(direction, one) for one in changes) or direction not in _COURSES:
        return ()
    name, grain = analysis.name(table), analysis.cut(table)
    verbs = {
        "name": name,
        "be": doing(name),
        "come": doing(name, "comes", "come"),
        "go": doing(name, "goes", "go"),
        "have": doing(name, "has", "have"),
    }
    slope, low, high = facts.with_interval(
        "slope",
        f" of {name} a {grain}",
        ("slope", "slope_low", "slope_high"),
        unit_apart(analysis.unit(table)),
        query=STATISTIC,
    )
    over = f"a level is that of a stretch; over all these {plural(grain)} {_COURSES[direction].format(**verbs)}"
    course = moved("its line", facts.number("slope", query=STATISTIC), slope)
    return (sentence(f"{over}: {course} a {grain} (95 % interval {low} to {high})"),)


def _side(change: float) -> str:
    return "higher" if change > 0 else "lower"
