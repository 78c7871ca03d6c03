"""Figures without a reference that come of rows: a number that they give, or come to, is not made up."""

import pytest

from shared.contracts import QueryResult
from shared.engine.sql.limits import literals_of
from shared.grounding.grounding import Grounding
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets, whole_results
from tests.shared.grounding.texts import ground

BATCHES = QueryResult(
    columns=("oven", "least", "most", "loaves", "burnt"),
    rows=(("old", 3, 47, 512, 61), ("new", 52, 96, 498, 24), ("test", 101, 230, 77, 9)),
    row_count=3,
    sql="SELECT",
)
MEANS = QueryResult(columns=("batches", "weight"), rows=((88, 731.4),), row_count=1, sql="SELECT")
OF_ONE = QueryResult(columns=("baker", "weight"), rows=(("Ada", 748.9), ("Bo", 722.2)), row_count=2, sql="SELECT")
BUCKETS = "SELECT CASE WHEN age < 35 THEN 'a' ELSE 'b' END AS half, weight >= 650 AS heavy FROM t"


def _said(text: str, *, labels: tuple[str, ...] = (), judged: bool = False) -> Grounding:
    sheets = Sheets()
    for at, result in enumerate((BATCHES, MEANS, OF_ONE)):
        sheets.add(result, query=at)
    told, tables = resolve(text, sheets), whole_results(sheets)
    return ground(
        told.text, facts=told.facts, results=tables, resolved=told, tables=tables, labels=labels, judged=judged
    )


@pytest.mark.parametrize(
    "text",
    [
        "| Size | Loaves |\n|---|---|\n| 52 to 96 | {r2.loaves} |\n| 101 to 230 | {r3.loaves} |",
        "{r1.burnt} of the loaves were burnt and then {r2.burnt}, so it fell by roughly 61 %.",
        "Ada's weighed {r5.weight:1} g, 17.5 g above the mean of all {r4.batches} batches.",
        "Fewer than 900 loaves were baked by the old oven, {r1.loaves} of them on a weekday.",
        "The new oven burnt {r2.burnt}; of its 498 loaves, i.e. {r2.loaves}, that is below 6 %.",
        "Of {r2.loaves} loaves {r2.burnt} were burnt, roughly 1 in 21.",
    ],
)
def test_a_number_that_the_rows_beside_it_give_stands(text: str) -> None:
    told = _said(text, judged=True)
    assert (told.wrong, told.removed) == ((), ())


@pytest.mark.parametrize(
    ("text", "made_up"),
    [
        ("| Size | Loaves |\n|---|---|\n| 52 to 95 | {r2.loaves} |", "95"),
        ("Ada's weighed {r5.weight:1} g, 19.5 g above the mean of all {r4.batches} batches.", "19.5"),
        ("The mean weight was 900 g.", "900"),
        ("The mean weight was 17.5 g.", "17.5"),
    ],
)
def test_a_number_that_they_do_not_give_goes(text: str, made_up: str) -> None:
    told = _said(text)
    assert told.removed
    assert made_up in told.removed[0]


def test_the_numbers_that_a_query_writes_may_stand_in_labels() -> None:
    text = "At 650 or more it was {r1.loaves} loaves, under 35 {r2.loaves}."
    assert _said(text).removed
    assert not _said(text, labels=literals_of([BUCKETS])).removed


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("The three ovens baked 1,087 loaves.", "1,087"),
        ("The new oven burns 4.82 % of what it bakes.", "4.82 %"),
        ("The old oven bakes 6.65 times as much as the test oven.", "6.65 times"),
        ("It burns 37 loaves more than the next.", "37"),
        ("If the {r2.loaves} of the new oven were burnt at the 1.9 % of others, 9.5 would be lost.", "9.5"),
        ("It has been baking for 55 years.", "55"),
        ("The ovens baked {r1.loaves}, {r2.loaves} and {r3.loaves}: 1,090 in all.", "1,090"),
        ("That is {r1.burnt}, or 1.173 a week.", "1.173"),
        ("It is 21.33 times {r3.burnt}, out of {r2.burnt} and {r1.loaves} and {r3.burnt}.", "21.33 times"),
    ],
)
def test_a_number_that_arithmetic_on_any_rows_gives_is_for_a_judge_to_bear_out(text: str, figure: str) -> None:
    told = _said(text, judged=True, labels=("1952", "2007"))
    assert told.ok
    assert figure in told.unchecked[0].figures


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("27 of the 217 were burnt.", "27"),
        ("12.4 % of all loaves were burnt.", "12.4 %"),
        ("6.75 % of the table's rows were burnt.", "6.75 %"),
    ],
)
def test_a_part_of_what_is_counted_and_its_percentage_are_one_step_wherever_the_whole_stands(text, figure):
    parts = QueryResult(columns=("why", "n"), rows=(("a", 5), ("b", 10), ("c", 12), ("d", 31)), row_count=4, sql="")
    whole = QueryResult(columns=("loaves",), rows=((217,),), row_count=1, sql="")
    sheets = Sheets()
    for at, result in enumerate((parts, whole)):
        sheets.add(result, query=at)
    told, tables = resolve(text, sheets), whole_results(sheets)
    given = {"results": tables, "resolved": told, "tables": tables, "labels": ("400",)}
    found = ground(told.text, judged=True, **given)
    assert found.ok
    assert figure in found.unchecked[0].figures
    assert ground(told.text, **given).removed


@pytest.mark.parametrize("text", ["The ovens baked 7,413 loaves.", "It baked 31.77 times as much."])
def test_a_number_that_no_arithmetic_gives_goes_with_a_judge_too(text: str) -> None:
    assert _said(text, judged=True).removed == (text,)


def test_without_a_judge_what_only_arithmetic_on_other_rows_gives_goes() -> None:
    assert _said("The new oven burns 4.82 % of what it bakes.").removed
