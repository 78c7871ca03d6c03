"""Parts and multiples in words, the rows that are left, figures told together: none is made up."""

import pytest

from shared.contracts import QueryResult
from shared.grounding.grounding import Grounding, ground
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets, whole_results

PARTIES = (("Alliance", 46, 34.8, 14), ("Union", 45, 34.1, 10), ("Dawn", 29, 22.0, 3), ("Front", 12, 9.1, 3))
BIRDS = (("Gentoo", 5485.0, 4680.0), ("Adelie", 4043.0, 3369.0))
DELAYS = (("Costa Jet", 9.4, 10, 30.5), ("BluePeak", 9.6, 18, 21.5), ("Skylark", 14.0, 15, 40.5))
TEAMS = (("north", -5.0), ("south", -3.0), ("east", 8.0))


def _said(text: str) -> Grounding:
    sheets = Sheets()
    given = (
        (("party", "seats", "share", "gains"), PARTIES),
        (("species", "male_mass", "female_mass"), BIRDS),
        (("airline", "mean_delay", "cancelled", "late"), DELAYS),
        (("team", "over"), TEAMS),
    )
    for at, (names, rows) in enumerate(given):
        sheets.add(QueryResult(columns=names, rows=rows, row_count=len(rows), sql="SELECT"), query=at)
    told, tables = resolve(text, sheets), whole_results(sheets)
    return ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables)


@pytest.mark.parametrize(
    "text",
    [
        "Of its seats {r1.gains} were gains, almost half of the {sum(t1.gains)} that changed hands.",
        "About a third of all seats went to the Alliance.",
        "Among Adelie penguins males weigh a fifth more than females.",
        "Alliance won {r1.seats} of {sum(t1.seats)} ({r1.share} %), one ahead of Union ({r2.seats}).",
        "Costa Jet is the most punctual with {r7.mean_delay} minutes.",
        "The most is over in east ({r12.over}). The other two were under budget.",
        "Costa Jet is quick; the delays ({r7.mean_delay} and {r8.mean_delay}) are close.",
        "The delay is lowest in Costa Jet, closely followed by BluePeak at {r8.mean_delay}) and worst in Skylark.",
        "The wind was {r7.mean_delay} m/s.",
    ],
)
def test_what_two_figures_come_to_may_be_said_in_words(text):
    assert _said(text).wrong == ()


@pytest.mark.parametrize(
    "text",
    [
        "Of its seats {r1.gains} were gains, a tenth of the {sum(t1.gains)} that changed hands.",
        "Among Adelie penguins males weigh a fifth less than females.",
        "About half of all seats went to Front.",
        "The other nine were under budget.",
        "Union is closely followed by Alliance at {r2.seats} and worst in Front.",
        "| party | seats |\n|---|---|\n| Alliance | {r1.seats} |\n| Union | {r2.seats} |\n| Dawn | {r3.gains} |",
    ],
)
def test_what_no_two_figures_come_to_may_not(text):
    assert not _said(text).clear
