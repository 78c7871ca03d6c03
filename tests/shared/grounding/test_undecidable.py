"""What a right sentence may say that no cell does: numbers of labels, sizes in words, and figures that are read another
way than the nearest; what contradicts the figures does not stand all the same."""

import pytest

from shared.contracts import QueryResult
from shared.grounding.evidence import label_numbers
from shared.grounding.grounding import Grounding
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets, whole_results
from tests.shared.grounding.texts import ground

TABLES = (
    (("age", "drivers", "claims"), (("<25", 500, 90), ("25-29", 900, 121), ("30-35", 1400, 180), (">35", 4000, 410))),
    (("vote", "people"), (("N", 889), ("Y", 868), ("A", 187))),
    (("trial", "group_name", "children", "cases"), (("Own", "Vaccinated", 2007, 33), ("Own", "Placebo", 2012, 115))),
    (("vehicle", "late_share", "trips"), (("van", 7.6, 800), ("e-van", 7.8, 300), ("truck", 7.2, 700))),
    (("year", "weeks", "share"), ((1982, 9.1, 10.1), (2000, 5.9, 33.2), (2001, 6.4, 31.7))),
    (("appointments", "no_shows", "without_wait", "shortest_wait", "longest_wait"), ((1400, 171, 32, 3, 118),)),
    (("athlete", "score", "shot", "sprint"), (("Jackie", 7291, 15.8, 22.6), ("Sabine", 6897, 16.2, 23.7))),
    (("country", "density", "left_index"), (("Sweden", 82.4, 111.8), ("Israel", 80.1, 73.2), ("Iceland", 74.3, 17.2))),
    (("size", "home_price", "import_price"), (("small", 12.8, 22.4), ("large", 21.8, 31.8))),
)  # fmt: skip
LABELS = ("run200m", "207", "1967", "2007")


def _said(text: str) -> Grounding:
    sheets = Sheets()
    for at, (columns, rows) in enumerate(TABLES):
        sheets.add(QueryResult(columns=columns, rows=rows, row_count=len(rows), sql="SELECT"), query=at)
    told, tables = resolve(text, sheets), whole_results(sheets)
    return ground(told.text, facts=told.facts, results=tables, labels=LABELS, resolved=told, tables=tables)


@pytest.mark.parametrize(
    "text",
    [
        "Drivers under 25 made {r1.claims} claims.",
        "Between 25 and 35 it was {r2.claims + r3.claims}.",
        "| Age | Claims |\n|---|---|\n| 25-29 | {r2.claims} |",
        "In the 200 m Jackie ran {r17.sprint}.",
        "The series ends in 2007, and has 207 rows.",
        "For every ten cases there were hardly three ({r8.cases} against {r9.cases}).",
        "One driver in seven is young.",
        "It was a dead heat: {r5.people} said no and {r6.people} yes.",
        "With a placebo or without, {r8.cases} of {r8.children} vaccinated children fell ill.",
        "The electric vans do no worse: {r11.late_share:1} % late, against {r10.late_share:1} % for the other vans.",
        "In 1982 the share fell to {r13.share:1}, and years later it was {r14.share:1}.",
        "In 2000 a search took {r14.weeks:1} weeks; in 1982 it was {diff(r13.weeks, r14.weeks):1} weeks longer.",
        "For {r16.without_wait} appointments the waiting time is missing.",
        "Over the {r16.appointments} appointments the longest wait was {r16.longest_wait}.",
        "The waits lie between {r16.shortest_wait} and {r16.longest_wait}.",
        "Jackie won by {diff(r17.score, r18.score)} points from Sabine.",
        "Iceland ranks third with an index of only {r21.left_index}.",
        "The gap is clear ({r22.home_price} against {r22.import_price}).",
    ],
)  # fmt: skip
def test_what_no_figure_contradicts_stands(text):
    assert _said(text).wrong == ()


@pytest.mark.parametrize(
    "text",
    [
        "Drivers under 41 made {r1.claims} claims.",
        "In the 700 m Jackie ran {r17.sprint}.",
        "Drivers of 25.5 made {r1.claims} claims.",
        "Drivers of 25 million made {r1.claims} claims.",
        "N has {r6.people} people, Y {r6.people}.",
        "{r9.cases} of {r9.children} vaccinated children fell ill.",
        "Trucks: {r10.late_share:1} % late.",
        "In 1982 the share fell to {r14.share:1}.",
        "In 2000 a search took {r14.weeks:1} weeks; in 1982 it was {diff(r13.weeks, r14.weeks):1} weeks shorter.",
        "The waits lie between {r16.longest_wait} and {r16.shortest_wait}.",
        "Of {r16.no_shows} appointments, {r16.no_shows} had no show.",
        "Iceland ranks second with an index of only {r21.left_index}.",
        "The other nine ages made more.",
        "Drivers made four hundred and ninety-three claims.",
    ],
)
def test_what_a_figure_contradicts_or_nothing_gives_does_not(text):
    assert not _said(text).clear


def test_the_names_of_many_rows_vouch_for_no_number():
    def numbers(rows: int) -> frozenset[str]:
        sheets = Sheets()
        given = tuple((f"store {at}", at) for at in range(rows))
        sheets.add(QueryResult(columns=("store", "sales"), rows=given, row_count=rows, sql="SELECT"), query=0)
        return label_numbers((), whole_results(sheets), ())

    assert "37" in numbers(40)
    assert numbers(400) == frozenset()
