"""What every analysis promises of its pictures: they show a figure that the reply states, under its own name."""

import re
from typing import Any

from shared.analysis.base import Analysis
from shared.analysis.conditions import Filter
from shared.analysis.pictures import MOST_BARS
from shared.contracts import Picture
from shared.query.conditions import Compare
from tests.functions.agents.analysis_promises import Complaints, Outcome, outcome, ran, tables_of
from tests.functions.agents.filling import Unfit
from tests.functions.agents.shapes import SHAPES

NO_PICTURE = ("table", "number")


def shows_what_it_tells(kind: type[Analysis], shape: str) -> Complaints:
    """A picture is of a figure that the reply states, or of the data that its statistic is of; the title names it."""
    got = outcome(kind, shape)
    for picture in got.findings.pictures if got.findings else ():
        yield from _named(got, picture)
        yield from _drawn(got, picture)


def _named(got: Outcome, picture: Picture) -> Complaints:
    title = _words(picture.title)
    if not _words(picture.figure.called) <= title:
        yield (
            f"{got.name}: the picture “{picture.title}” is of “{picture.figure.called}”, which its title does not name"
        )
    for side in (picture.along.called, picture.figure.called):
        if "_" in side:
            yield f"{got.name}: a side of its picture is called “{side}”: say it in words"
    if picture.kind == "bar" and len(picture.points) > MOST_BARS:
        yield f"{got.name} draws {len(picture.points)} bars: at most {MOST_BARS} can be read"


def _words(text: str) -> set[str]:
    return set(re.findall(r"[\w%€]+", text.casefold()))


def _drawn(got: Outcome, picture: Picture) -> Complaints:
    assert got.findings is not None
    result, facts = got.results[picture.query], got.findings.facts
    told = {fact.value for fact in facts if isinstance(fact.value, int | float)}
    values = {one.value for one in picture.points}
    drawn = (picture.query, picture.column)
    own = [fact for fact in facts if [(cell.query, cell.column) for cell in fact.cells] == [drawn]]
    if picture.column in result.columns:
        place = result.columns.index(picture.column)
        held = {row[place] for row in result.rows}
        if picture.kind == "bar" and not values <= held | told:
            yield f"{got.name}: the picture “{picture.title}” draws figures that its column does not hold"
    elif not values <= told:
        yield f"{got.name}: the picture “{picture.title}” draws figures that are no facts"
    if not own and result.typed is None and not values & told:
        yield (
            f"{got.name}: the picture “{picture.title}” is of the column {picture.column}, of which the reply states "
            "no figure: draw what is told, or tell what is drawn"
        )
    units = {fact.unit or "" for fact in own}
    if units and picture.figure.unit not in {*units, "of 100", "standard deviations"}:
        yield f"{got.name}: the picture “{picture.title}” is in “{picture.figure.unit}”, and its figures in {units}"


def says_its_conditions_in_titles(kind: type[Analysis], shape: str) -> Complaints:
    """A picture of some rows is never titled as one of all."""
    name = next((one for one in ("where", "filters") if one in kind.model_fields), None)
    column = next((one for one in tables_of(shape).only.having("dimension") if one.top_values), None)
    if name is None or column is None:
        raise Unfit
    value = column.top_values[0].value
    some: Any = Filter(column=column.name, operator="=", values=(value,), label="OF THE CHOSEN KIND")
    given = some if name == "filters" else Compare(column=column.name, operator="=", value=value)
    chosen = some.label if name == "filters" else str(value)
    got = ran(kind, shape, tables_of(shape), **{name: (given,)})
    for picture in got.findings.pictures if got.findings else ():
        if chosen not in picture.title:
            yield f"{got.name}: the title “{picture.title}” does not say its condition, {chosen}"


def draws_what_it_hints_at(kind: type[Analysis]) -> Complaints:
    """An analysis that hints at a chart has a picture somewhere, and one that has a picture hints at it."""
    found = []
    for shape in SHAPES:
        try:
            got = outcome(kind, shape)
        except Unfit:
            continue
        if got.findings is None:
            continue
        hinted, there = got.findings.visualization_hint not in NO_PICTURE, bool(got.findings.pictures)
        if there and not hinted:
            yield f"{got.name} has a picture and hints at none: set `visualization_hint`"
        several = any(len(result.rows) > 1 for result in got.results)
        found += [there] if hinted and (there or several) else []
    if found and not any(found):
        yield (
            f"{kind.__name__} hints at a chart and says nowhere which column it shows: give its Findings `pictures`, "
            "made by shared.analysis.pictures"
        )


PICTURED = (shows_what_it_tells, says_its_conditions_in_titles)
