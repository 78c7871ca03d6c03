"""Whether anything is recorded in stretches of time that are compared: a total of nothing is no 0."""

from __future__ import annotations

from typing import Final

from shared.analysis.entities.whom import Worth
from shared.analysis.entities.windows import Windows
from shared.analysis.facts import Facts
from shared.analysis.fields import Filters
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.table.names import spoken
from shared.table.nouns import doing

KNOWN_BEFORE: Final = "known_before"
KNOWN_AFTER: Final = "known_after"
NAMES: Final = (KNOWN_BEFORE, KNOWN_AFTER)


def counts(worth: Worth, apart: Windows) -> dict[str, exp.Expr]:
    """How many values of what is compared each of the two stretches holds."""
    time = apart.column.name
    return {
        KNOWN_BEFORE: worth.known(apart.before.covers(time)),
        KNOWN_AFTER: worth.known(apart.now.covers(time)),
    }


def counted_out(worth: Worth, filters: Filters) -> bool:
    """Whether a stretch without rows says 0 of what is compared: so many rows meet the conditions there, none."""
    return worth.column is None and bool(filters)


def require(worth: Worth, apart: Windows, filters: Filters, facts: Facts) -> None:
    """Raises ForfeitException where one of the stretches holds nothing; `facts` has the counts in its first result."""
    if counted_out(worth, filters):
        return
    held = {name: bool(facts.number(name)) for name in NAMES}
    if all(held.values()):
        return
    name = spoken(worth.column) if worth.column else ""
    what = f"No {name} {doing(name)}" if name else "Nothing is"
    stretch, other = (apart.before, apart.now) if held[KNOWN_AFTER] else (apart.now, apart.before)
    rest = f"so there is nothing to compare with {other.said}" if any(held.values()) else f"nor in {other.said}"
    raise ForfeitException(
        f"{what} recorded in {stretch.said}, {rest}",
        (f"Looked for values in {apart.now.said} and in {apart.before.said}",),
        "Name a stretch of time that the data covers.",
        "not_in_data",
    )
