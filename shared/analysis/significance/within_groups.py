"""What an association of all rows is within groups of them, where it goes the other way there."""

from typing import Final

from shared.analysis.facts import Facts
from shared.analysis.statistical import STATISTIC, chance
from shared.contracts import DatasetProfile
from shared.query.words.values import sentence
from shared.table.names import spoken

_MOST: Final = 3
_FEWEST, _MOST_GROUPS = 2, 20
_ROWS: Final = 50_000
"""Of larger tables no columns are handed over for that: fewer rows would be."""


def parting(table: DatasetProfile, without: tuple[str, ...]) -> tuple[str, ...]:
    """Columns that may part the rows into groups within which an association is another: texts and flags of few
    values, those of fewest first."""
    if table.row_count > _ROWS:
        return ()
    found = [
        one
        for one in table.columns
        if one.name not in without
        and one.role == "dimension"
        and one.type in ("text", "boolean")
        and _FEWEST <= one.distinct <= _MOST_GROUPS
    ]
    return tuple(one.name for one in sorted(found, key=lambda one: one.distinct)[:_MOST])


def turned(facts: Facts, table: DatasetProfile, pair: str, *, correlated: bool) -> str:
    """A sentence saying within which groups it goes the other way; empty where within none."""
    by = facts.value("turned_by", query=STATISTIC)
    if by is None:
        return ""
    groups = spoken(table.column(str(by)))
    p = chance(facts, f"{pair} within {groups}", "within_p")
    figure = ""
    if correlated:
        r = facts.add(f"correlation of {pair} within {groups}", column="within", query=STATISTIC)
        figure = f"r = {r}, "
    return sentence(
        f"but within the values of {groups} it goes the other way ({figure}{p}): which {groups} a row is of makes what "
        f"all rows together show (Simpson’s paradox)"
    )
