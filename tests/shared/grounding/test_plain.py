"""Which words count against a figure: those of a plain statement, and what a table or a label says; of all that is
richer a judge is asked. A number that nothing gives always goes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.contracts import QueryResult
from shared.grounding.grounding import Grounding, ground
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets, whole_results

NAMES = ("Aachen", "Bonn", "Celle", "Dessau")
COLUMNS = ("town", "orders", "parcels")
HEAD = "| Town | Orders | Parcels |\n|---|---|---|\n"
TWO_SIDED = (
    "{a} sold {x.orders} and {b} {y.orders}.",
    "{x.orders} of {x.parcels} in {a} and {y.orders} of {y.parcels} in {b}.",
    "In {a} it was {x.orders}, up from {y.orders} in {b}.",
    "{b} had fewer orders than {a} ({y.orders} instead of {x.orders}).",
    "There were fewer in {b} ({y.orders} statt {x.orders}).",
    "From {a} to {b} it went from {x.orders} to {y.orders}.",
    "Unlike {a}, {b} had {y.orders} orders, not {x.orders}.",
    "{b}: {y.orders}, after {x.orders} in {a}.",
    "{x.orders} against {y.orders}: {a} is well apart from {b}.",
)

figures = st.lists(st.integers(11, 9_999), min_size=8, max_size=8, unique=True)
pairs = st.permutations(range(len(NAMES))).map(lambda order: (order[0], order[1]))


def _said(text: str, numbers: list[int]) -> Grounding:
    rows = tuple((name, numbers[2 * at], numbers[2 * at + 1]) for at, name in enumerate(NAMES))
    sheets = Sheets()
    sheets.add(QueryResult(columns=COLUMNS, rows=rows, row_count=len(rows), sql="SELECT"), query=0)
    told, tables = resolve(text, sheets), whole_results(sheets)
    return ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables)


def _worded(form: str, one: int, other: int) -> str:
    for old, new in (("{a}", NAMES[one]), ("{b}", NAMES[other])):
        form = form.replace(old, new)
    return form.replace("{x.", f"{{r{one + 1}.").replace("{y.", f"{{r{other + 1}.")


@given(numbers=figures, pair=pairs, form=st.sampled_from(TWO_SIDED))
def test_no_right_sentence_of_two_sides_is_handed_back(numbers, pair, form):
    told = _said(_worded(form, *pair), numbers)
    assert told.wrong == ()


@given(numbers=figures, pair=pairs, number=st.integers(100_001, 999_999))
def test_a_number_that_nothing_gives_always_goes(numbers, pair, number):
    text = _worded(f"{TWO_SIDED[0]} All in all it was {number:,}.", *pair)
    told = _said(text, numbers)
    assert told.removed == (f"All in all it was {number:,}.",)


@given(numbers=figures, pair=pairs)
def test_a_table_s_cell_of_another_column_is_asked_about(numbers, pair):
    one, other = pair
    right = f"| {NAMES[one]} | {{r{one + 1}.orders}} | {{r{one + 1}.parcels}} |"
    wrong = f"| {NAMES[other]} | {{r{other + 1}.parcels}} | {{r{other + 1}.parcels}} |"
    told = _said(f"{HEAD}{right}\n{wrong}", numbers)
    assert len(told.doubted) == 1
    assert told.doubted[0].startswith(f"| {NAMES[other]}")


@given(numbers=figures, pair=pairs, form=st.sampled_from(["- {a}: {y.orders}", "{a} had {y.orders} orders."]))
def test_another_s_figure_in_a_plain_statement_is_asked_about(numbers, pair, form):
    told = _said(_worded(form, *pair), numbers)
    assert told.doubted == (told.text,)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Bonn sold {r1.orders}.", True),
        ("Bonn sold {r1.orders}, more than Celle.", False),
        ("Aachen is next. Bonn sold {r1.orders}.", False),
        ("1. Bonn: {r1.orders} ({r1.parcels})", True),
        ("Bonn sold {r2.orders} %.", True),
        ("Bonn sold {r2.orders} million.", False),
        ("Bonn sold {r2.orders} thousand, Celle {r3.orders} thousand, Aachen {r1.orders} thousand.", False),
    ],
)
def test_words_count_where_one_name_and_one_figure_stand(text, asked):
    assert bool(_said(text, [120, 340, 251, 777, 36, 95, 468, 813]).doubted) is asked


def test_a_rate_may_stand_under_the_name_of_what_it_is_a_rate_of_and_a_count_of_something_else_may_not() -> None:
    rows = (("Aachen", 120, 30, 25.0), ("Bonn", 80, 8, 10.0))
    sheets = Sheets()
    result = QueryResult(columns=("town", "members", "cancelled", "rate"), rows=rows, row_count=2, sql="SELECT")
    sheets.add(result, query=0, units={"rate": "%"})
    head = "| Town | Members | Cancelled |\n|---|---|---|\n"
    rates = "| Aachen | {r1.members} | {r1.rate} |\n| Bonn | {r2.members} | {r2.rate} |"
    mixed = "| Aachen | {r1.members} | {r1.members} |\n| Bonn | {r2.members} | {r2.members} |"
    found = []
    for table in (rates, mixed):
        told = resolve(head + table, sheets)
        found.append(ground(told.text, facts=told.facts, resolved=told, tables=whole_results(sheets)).ok)
    assert found == [True, False]
