"""A sentence that can be read rightly stands; what its figures contradict, in every reading, does not."""

import pytest

from shared.contracts import Claim, QueryResult
from shared.grounding.directions import misdirected
from shared.grounding.figures import figures
from shared.grounding.findings import Basis, Objection, Verdict, weighed
from shared.grounding.grounding import Grounding, ground
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets, whole_results

SHOPS = (
    ("Aachen", 95, 90.5, 40, 3.75),
    ("Bonn", 60, 61.5, 30, 3.5),
    ("Celle", 40, 48.25, 19, 4.25),
    ("Dessau", 20, 30.75, 11, 4.5),
)
MONTHS = (("2025-04-01", 17458.4), ("2025-05-01", 26587.2), ("2025-06-01", 15979.9))


def _said(text: str) -> Grounding:
    sheets = Sheets()
    columns = ("shop", "orders", "revenue", "returned_orders", "mean_rating")
    sheets.add(QueryResult(columns=columns, rows=SHOPS, row_count=4, sql="SELECT"), query=0)
    sheets.add(QueryResult(columns=("month", "income"), rows=MONTHS, row_count=3, sql="SELECT"), query=1)
    told, tables = resolve(text, sheets), whole_results(sheets)
    return ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables)


@pytest.mark.parametrize(
    "text",
    [
        "Aachen has half as many orders again as Celle and Dessau together ({r3.orders} and {r4.orders}).",
        "Bonn and Celle come to {r2.revenue} and {r3.revenue} respectively.",
        "Bonn is ahead of Celle ({r2.orders} against {r3.orders}).",
        "Aachen made {r1.revenue}, and even the smallest shop {r4.revenue}.",
        "Aachen is first with {r1.orders}, ahead of the other three, which lie between {r4.orders} and {r2.orders}.",
        "Aachen has {r1.orders} orders, Bonn a third fewer, but Dessau's customers are happiest ({r4.mean_rating}).",
        "Without Aachen, {r2.orders + r3.orders + r4.orders} orders would be left.",
        "Aachen had {pct(r1.returned_orders, r1.orders):0} % back, Bonn {pct(r2.returned_orders, r2.orders):0} %.",
        "April and June stayed below 18,000 ({r5.income} and {r7.income}).",
        "Aachen got {r1.returned_orders} parcels back, nearly twice as many as Celle ({r3.returned_orders}).",
        "Dessau is last with {r4.revenue}.",
        "Bonn's lead over Celle is a single place, {r2.orders} to {r3.orders}.",
    ],
)  # fmt: skip
def test_what_can_be_read_rightly_stands(text):
    assert _said(text).wrong == ()


@pytest.mark.parametrize(
    "text",
    [
        "Bonn and Celle come to {r3.revenue} and {r2.revenue} respectively.",
        "Bonn and Celle come to {r2.revenue} and {r2.revenue}.",
        "Bonn is ahead of Celle ({r3.orders} against {r2.orders}).",
        "Aachen, the largest shop, made {r2.revenue}.",
        "Aachen made the most, {r2.revenue}.",
        "Aachen had {r3.orders} orders, and Bonn {r2.orders}.",
        "April and June stayed below 38,000 ({r5.income} and {r7.income}).",
        "Aachen got {r1.returned_orders} parcels back, four times as many as Celle ({r3.returned_orders}).",
        "Aachen got {r1.returned_orders} parcels back, less than twice as many as Celle ({r3.returned_orders}).",
        "In Aachen {r1.mean_rating} were returned orders.",
        "{r4.orders} of the {r4.mean_rating} came back in Dessau.",
    ],
)
def test_what_no_reading_makes_right_is_seen(text):
    assert not _said(text).clear


@pytest.mark.parametrize("text", ["About two thirds of the customers came back.", "One in four is new."])
def test_a_size_in_words_that_nothing_decides_is_put_to_a_judge(text):
    assert (_said(text).text, _said(text).unchecked) == (text, (Claim(said=text),))


@pytest.mark.parametrize(
    ("bases", "verdict"),
    [
        ((), Verdict.PROVED),
        ((Basis.SIZE,), Verdict.UNDECIDABLE),
        ((Basis.ORDER, Basis.NUMBER), Verdict.REFUTED),
        ((Basis.CELLS, Basis.SIZE), Verdict.DOUBTED),
        ((Basis.CELLS, Basis.NUMBER), Verdict.REFUTED),
    ],
)
def test_the_worst_finding_decides_about_a_statement(bases, verdict):
    assert weighed(Objection("it", basis=basis) for basis in bases) is verdict


def test_one_wrong_sentence_never_costs_the_others():
    told = _said("Aachen made {r1.revenue}. Bonn made 4,711. About two thirds of the customers came back.")
    assert told.removed == ("Bonn made 4,711.",)
    assert told.text == "Aachen made 90.50. About two thirds of the customers came back."


def test_words_that_the_figures_contradict_are_doubted_and_left():
    told = _said("Aachen made {r1.revenue}. Bonn made {r3.revenue}.")
    assert (told.ok, told.removed, told.doubted) == (False, (), ("Bonn made 48.25.",))
    assert told.text == "Aachen made 90.50. Bonn made 48.25."
    assert {one.said for one in told.unchecked} >= set(told.doubted)
    assert told.wrong[0].startswith("“Bonn made 48.25.”: 48.25: ")


def test_more_than_halved_is_no_rise() -> None:
    said = "Its lead has more than halved, from 8.7 to 3.9 points."
    assert list(misdirected(figures(said), said)) == []
    risen = "Its lead has risen, from 8.7 to 3.9 points."
    assert len(list(misdirected(figures(risen), risen))) == 2
