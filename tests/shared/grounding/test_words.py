"""What is said in words of figures by reference is for a judge: no rule hands it back, and none lets it go unseen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.contracts import Claim, QueryResult
from shared.grounding.findings import Basis, Objection, Verdict, weighed
from shared.grounding.grounding import Grounding
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets, whole_results
from tests.shared.grounding.texts import ground

NAMES = ("Aachen", "Bonn", "Celle", "Dessau")
SAID = (
    "{a} sold {x.orders} and {b} {y.orders}.",
    "{x.orders} of {x.parcels} in {a} and {y.orders} of {y.parcels} in {b}.",
    "{b} had fewer orders than {a} ({y.orders} instead of {x.orders}).",
    "From {a} to {b} it fell from {x.orders} to {y.orders}, by about a third.",
    "Unlike {a}, {b} had the most orders, {y.orders}, not {x.orders}.",
    "{a} had {y.orders} parcels.",
    "{a} leads with {diff(x.orders, y.orders)} more than {b}, twice as many.",
    "- {a} had {y.orders}",
)

numbers = st.lists(st.integers(13, 9_999), min_size=8, max_size=8, unique=True)
pairs = st.permutations(range(len(NAMES))).map(lambda order: (order[0], order[1]))
GIVEN = [120, 340, 251, 777, 36, 95, 468, 813]


def _said(text: str, given: list[int]) -> Grounding:
    rows = tuple((name, given[2 * at], given[2 * at + 1]) for at, name in enumerate(NAMES))
    sheets = Sheets()
    sheets.add(QueryResult(columns=("town", "orders", "parcels"), rows=rows, row_count=4, sql="SELECT"), query=0)
    told, tables = resolve(text, sheets), whole_results(sheets)
    return ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables, judged=True)


def _worded(form: str, one: int, other: int) -> str:
    for old, new in (("{a}", NAMES[one]), ("{b}", NAMES[other])):
        form = form.replace(old, new)
    return form.replace("x.", f"r{one + 1}.").replace("y.", f"r{other + 1}.")


@given(given=numbers, pair=pairs, form=st.sampled_from(SAID))
def test_no_sentence_of_references_is_handed_back_and_each_is_judged(given, pair, form):
    told = _said(_worded(form, *pair), given)
    assert (told.wrong, [one.said for one in told.unchecked]) == ((), [told.text])


@given(given=numbers, pair=pairs, number=st.integers(200_000_001, 999_999_999))
def test_a_number_that_nothing_gives_always_goes(given, pair, number):
    text = _worded(f"{SAID[0]} All in all it was {number:,}.", *pair)
    told = _said(text, given)
    assert told.removed == (f"All in all it was {number:,}.",)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Bonn sold {r2.orders} %.", True),
        ("Bonn sold {r2.orders} million.", False),
        ("Bonn sold {r2.orders} thousand, Celle {r3.orders} thousand.", False),
        ("Bonn sold {r2.orders} Mio. €.", False),
        ("Bonn sold {r2.orders}m.", False),
        ("Bonn sold -{r2.orders}.", True),
    ],
)
def test_a_unit_or_sign_that_is_not_the_figures_own_is_asked_about_and_a_scale_is_for_a_judge(text, asked):
    assert bool(_said(text, GIVEN).doubted) is asked


@pytest.mark.parametrize(
    ("text", "size"),
    [("About two thirds of the customers came back.", "About two thirds"), ("One in four is new.", "One in four")],
)
def test_a_size_in_words_that_nothing_decides_is_put_to_a_judge(text, size):
    assert (_said(text, GIVEN).text, _said(text, GIVEN).unchecked) == (text, (Claim(said=text, figures=(size,)),))


@pytest.mark.parametrize(
    ("bases", "verdict"),
    [
        ((), Verdict.PROVED),
        ((Basis.SIZE,), Verdict.UNDECIDABLE),
        ((Basis.LABEL, Basis.NUMBER), Verdict.REFUTED),
        ((Basis.STRUCTURE, Basis.SIZE), Verdict.DOUBTED),
        ((Basis.STRUCTURE, Basis.NUMBER), Verdict.REFUTED),
    ],
)
def test_the_worst_finding_decides_about_a_statement(bases, verdict):
    assert weighed(Objection("it", basis=basis) for basis in bases) is verdict


def test_one_wrong_sentence_never_costs_the_others():
    told = _said("Aachen had {r1.orders}. Bonn had 471,113. About two thirds of the customers came back.", GIVEN)
    assert told.removed == ("Bonn had 471,113.",)
    assert told.text == "Aachen had 120. About two thirds of the customers came back."


def test_a_figure_in_another_unit_is_doubted_and_left():
    told = _said("Aachen had {r1.orders}. Bonn had {r2.orders} %.", GIVEN)
    assert (told.ok, told.removed, told.doubted) == (False, (), ("Bonn had 251 %.",))
    assert told.text == "Aachen had 120. Bonn had 251 %."
    assert {one.said for one in told.unchecked} >= set(told.doubted)
    assert told.wrong[0].startswith("“Bonn had 251 %.”: 251 %: ")


def test_a_numbered_time_or_code_is_one_of_the_question_or_of_the_data():
    sheets = Sheets()
    rows = (("T1", 12, 5), ("T2", 14, 6))
    sheets.add(QueryResult(columns=("tank", "week", "level"), rows=rows, row_count=2, sql="SELECT"), query=0)
    found = []
    for text in ("The week-12 reading of T1 is {r1.level}.", "In week-32 it is {r1.level}.", "T7 had {r2.level}."):
        told = resolve(text, sheets)
        tables = whole_results(sheets)
        found.append(ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables).ok)
    assert found == [True, False, False]
