"""How far apart things are: the highest and the lowest group, the longest and the shortest row; what lies far out."""

import re
from typing import Final

from shared.analysis.composed import GroupGap, OutlierCounts
from shared.analysis.metrics import Metric
from shared.offline.reading.frames.asking import Asking
from shared.offline.reading.frames.forms import Forms
from shared.offline.reading.frames.pairs import measures
from shared.offline.reading.frames.parts import PARTS
from shared.offline.reading.meanings.nouns import unique
from shared.offline.reading.reading import Reading
from shared.table.names import spoken

_PARTS: Final = PARTS | {
    "apart": "[absolute] /difference|gap|spread|range|distance/",
    "end": "[the] /highest|best|largest|biggest|top|most|strongest|maximum|lowest|worst|smallest|least|bottom|weakest|"
    "minimum/ [performing|selling|ranked]",
    "outliers": "[how many|number of|count [of] [the]] outliers",
    "each": "/each|every|all|any/ [the|of the] {numeric} {columns}",
    "in each": "(by|per|for each|in each|within each|of each|for every|in every)",
}
_GAPS: Final = Forms(
    "{apart} (in|of) <measure> between {end} (and|to) {end} <group>",
    "{apart} between {end} (and|to) {end} <group> (in terms of|in|by|for|of|regarding) <measure>",
    "{apart} between the <group> with {end} <measure> (and|to) ([the] [one] with {end}|the /\\w+/ with {end}|{end})",
    "{apart} between the <group> with {end} (and|to) {end} <measure>",
    parts=_PARTS,
)


def read_gaps(asking: Asking) -> Reading | None:
    """ "the gap between the highest and the lowest region in total sales"."""
    found = _GAPS.fit(asking.bare)
    reading = asking.ask(f"which {found['group']} has the highest {found['measure']}") if found else None
    return _gap(asking, reading) if reading is not None else None


def _gap(asking: Asking, reading: Reading) -> Reading | None:
    plain = reading.shape == "entity" and len(reading.groups) == 1 and not (reading.within or reading.having)
    if not plain or len(reading.metrics) != 1 or reading.rivals:
        return None
    group, metric = reading.groups[0], reading.metrics[0]
    if unique(asking.table.column(group.column), asking.table):
        return None
    return asking.framed(GroupGap(metric=metric, group=group, filters=reading.filters), *reading.assumptions)


_LONGER: Final = Forms(
    r"how (much|many /\w+/) (/\w+er/|more [/\w+/]) /is|are|was|were/ <first:est> than <second:est>",
    "[absolute] /difference|gap|range/ [in <what>] between <first:est> and <second:est>",
    parts=PARTS | {"est": r"the (/\w+est/|(most|least) /\w+/) [/\w+/]*"},
)


def read_lengths(asking: Asking) -> Reading | None:
    """ "how much longer is the longest film than the shortest": the range of what both are told by."""
    found = _LONGER.fit(asking.bare, asking.words)
    if found is None:
        return None
    thing = re.sub(r"^the (?:(?:most|least) )?\w+", "", found["first"]).strip()
    second = re.sub(r" ones?$", "", found["second"])
    second = second if second.endswith(f" {thing}") else f"{second} {thing}"
    ends = [asking.ask(f"what is {one}", named=True) for one in (found["first"], second)]
    known = [one for one in ends if one is not None]
    metric = _ends(known)
    if metric is None:
        return None
    plain = Reading(question=asking.words, shape="value", metrics=(metric,), filters=known[0].filters, confidence=1.0)
    return asking.compared(plain, *known[0].assumptions)


def _ends(readings: list[Reading]) -> Metric | None:
    """The range of the column whose highest and lowest the two readings ask for, under the same conditions."""
    if len(readings) != 2 or any(len(one.metrics) != 1 or one.having or one.within for one in readings):
        return None
    first, second = readings
    columns = {one.metrics[0].column for one in readings}
    functions = {one.metrics[0].function for one in readings}
    same = len(columns) == 1 and functions == {"max", "min"} and first.filters == second.filters
    return Metric(function="range", column=columns.pop()) if same and first.metrics[0].column else None


_BY_COLUMN: Final = Forms(
    "{outliers} [(are|is) there] (in|of|for|by|per) {each} [have|has]",
    "{outliers} (does|do) {each} (have|contain)",
    "(which|what) {columns} /has|have|contains?/ [the] [most|any] outliers",
    "{outliers} (by|per) {columns}",
    parts=_PARTS,
)
_BY_GROUP: Final = Forms(
    "{outliers} [(are|is) there] (in|of|for) [the] <column> {in each} <group>",
    "[how many|number of] <column> outliers [(are|is) there] {in each} <group>",
    parts=_PARTS,
)


def read_outliers(asking: Asking) -> Reading | None:
    """ "number of outliers in each column", "salary outliers by department"."""
    if _BY_COLUMN.fit(asking.bare, asking.words) is not None:
        names = tuple(column.name for column in measures(asking.table))
        return asking.framed(OutlierCounts(columns=names)) if names else None
    found = _BY_GROUP.fit(asking.bare)
    column = asking.column(found["column"]) if found else None
    if found is None or column is None or not column.numeric:
        return None
    counted = asking.ask(f"average {spoken(column)} by {found['group']}")
    if counted is None or len(counted.groups) != 1 or counted.shape != "table":
        return None
    return asking.framed(OutlierCounts(columns=(column.name,), groups=counted.groups, filters=counted.filters))
