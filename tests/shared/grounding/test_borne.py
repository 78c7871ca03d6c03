"""What an answer may say in the words of its cells without being put to a judge, and what it may not."""

import pytest

from shared.contracts import QueryResult
from shared.engine.results.marks import ANY, OF_THOSE, RAW, SAYS
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets, whole_results
from tests.shared.grounding.texts import ground

SALES = {
    "region": "region",
    "revenue": "revenue total sum",
    "orders": "number count row order",
    "returned": f"number count row order{OF_THOSE}returned",
}
REGIONS = (("West", 90.5, 30, 6), ("East", 62.5, 20, 5), ("North", 46.0, 25, 2))
MONTHS = {"month": f"order_date order date month{SAYS}month", "revenue": "revenue total sum"}
BY_MONTH = (("2025-01-01T00:00:00", 50.0), ("2025-02-01T00:00:00", 40.0), ("2025-03-01T00:00:00", 60.0))

CHANGE = "{change(r3.revenue, r1.revenue)}"


def _is_put_to_a_judge(
    text: str,
    question: str = "",
    *,
    rows: tuple[tuple[object, ...], ...] = REGIONS,
    meanings: dict[str, str] = SALES,
    conditions: tuple[str, ...] = (),
    limit: tuple[str, bool] | None = None,
) -> bool:
    sheets = Sheets()
    result = QueryResult.model_validate(
        {"columns": tuple(meanings), "rows": rows, "row_count": len(rows), "sql": "SELECT"}
    )
    sheets.add(result, query=0, meanings=meanings, conditions=conditions, limit=limit)
    told, tables = resolve(text, sheets), whole_results(sheets)
    found = ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables, question=question)
    return bool(found.unchecked or found.wrong)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("", "West had revenue of {r1.revenue}, East {r2.revenue} and North {r3.revenue}."),
        ("", "West has the highest revenue, {r1.revenue}, followed by East with {r2.revenue}."),
        ("", "West has the highest revenue, {r1.revenue}, ahead of East with {r2.revenue}."),
        ("", "West has the highest revenue: {r1.revenue}. East is second with {r2.revenue}."),
        ("", "West had {r1.orders} orders and revenue of {r1.revenue}."),
        ("", "West had {r1.revenue} of revenue, more than East ({r2.revenue})."),
        ("Compare the revenue of West and East.", "West is ahead of East by {diff(r1.revenue, r2.revenue)}."),
        ("What share of revenue is from West?", "West: {pct(r1.revenue, sum(t1.revenue)):1}."),
        ("", "{r1.orders} of {sum(t1.orders)} orders came from West."),
        ("", "{r1.returned} of {r1.orders} orders in West were returned, which is {pct(r1.returned, r1.orders):0}."),
        ("", "Three regions had orders:\n- West: {r1.orders}\n- East: {r2.orders}\n- North: {r3.orders}"),
        ("Top 2 regions by revenue", "1. West: {r1.revenue}\n2. East: {r2.revenue}"),
        ("", "| Region | Share of revenue |\n|---|---|\n| West | {pct(r1.revenue, sum(t1.revenue)):1} |"),
        ("", "| Region | Revenue |\n|---|---|\n| West | {r1.revenue} |\n| East | {r2.revenue} |\n\nWest is highest."),
    ],
)
def test_what_cells_say_in_several_figures_needs_no_judge(question: str, text: str) -> None:
    assert not _is_put_to_a_judge(text, question)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("", "West had revenue of {r2.revenue}, East {r1.revenue}."),
        ("", "West had revenue of {r1.revenue}, and East {r1.revenue}."),
        ("", "East has the highest revenue, {r2.revenue}, followed by West with {r1.revenue}."),
        ("", "West has the highest revenue, {r1.revenue}, followed by North with {r3.revenue}."),
        ("", "East had revenue of {r2.revenue}, ahead of West with {r1.revenue}."),
        ("", "West has the highest revenue: {r1.revenue}. East is third with {r2.revenue}."),
        ("", "West had {r1.revenue} orders and revenue of {r1.orders}."),
        ("", "West had {r1.revenue}, and {r1.orders}."),
        ("", "East had {r2.revenue} of revenue, more than West ({r1.revenue})."),
        ("", "East has {r2.orders} orders, West more than {r1.orders}."),
        ("Compare the revenue of West and East.", "East is ahead of West by {diff(r1.revenue, r2.revenue)}."),
        ("Compare the revenue of West and East.", "West is behind East by {diff(r1.revenue, r2.revenue)}."),
        ("What share of revenue is from West?", "West: {pct(r2.revenue, sum(t1.revenue)):1}."),
        ("What share of orders is from West?", "West: {pct(r1.revenue, sum(t1.revenue)):1}."),
        ("", "{r1.returned} of {r1.orders} orders in East were returned."),
        ("", "{r1.returned} of {r1.orders} orders in West were delivered."),
        ("", "There were {r1.returned} orders in West."),
        ("How many orders were returned in West?", "There were {r1.orders}."),
        ("", "Four regions had orders:\n- West: {r1.orders}\n- East: {r2.orders}\n- North: {r3.orders}"),
        ("", "Two regions had orders:\n- West: {r1.orders}\n- East: {r2.orders}"),
        ("Top 2 regions by revenue", "1. East: {r2.revenue}\n2. North: {r3.revenue}"),
        ("", "| Region | Orders |\n|---|---|\n| West | {r1.revenue} |"),
        ("", "| Region | Revenue (EUR) |\n|---|---|\n| West | {r1.revenue} |"),
        ("", "| Region | Average revenue |\n|---|---|\n| West | {r1.revenue} |"),
        ("", "| Region | Share of orders |\n|---|---|\n| West | {pct(r1.revenue, sum(t1.revenue)):1} |"),
        ("", "| Region | Revenue |\n|---|---|\n| West | {r1.revenue} |\n| East | {r2.revenue} |\n\nEast is highest."),
        ("", "West had revenue of >{r1.revenue}."),
        ("", "West had revenue of {r1.revenue}, most of it online."),
        ("", "West rose, with revenue of {r1.revenue}."),
        ("Revenue and orders by region?", "| Region | Revenue |\n|---|---|\n| West | {r1.revenue} |"),
        ("What is the average revenue in West?", "West had revenue of {r1.revenue}."),
        ("Which region has the lowest revenue?", "West, with revenue of {r1.revenue}."),
        ("Which region has the second highest revenue?", "West, with revenue of {r1.revenue}."),
    ],
)
def test_another_cell_place_name_or_word_is_put_to_a_judge(question: str, text: str) -> None:
    assert _is_put_to_a_judge(text, question)


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("Revenue went from {r1.revenue} in January to {r3.revenue} in March.", False),
        ("Revenue rose from {r1.revenue} in January to {r3.revenue} in March.", False),
        ("Revenue rose by {change(r3.revenue, r1.revenue):0} from January to March.", True),
        (
            f"Revenue rose by {CHANGE}, from {{r1.revenue}} in January to {{r3.revenue}} in March.",
            False,
        ),
        (
            f"Revenue fell by {CHANGE}, from {{r1.revenue}} in January to {{r3.revenue}} in March.",
            True,
        ),
        ("Revenue fell from {r1.revenue} in January to {r3.revenue} in March.", True),
        ("Revenue rose from {r3.revenue} in March to {r1.revenue} in January.", True),
        ("Revenue rose from {r1.revenue} in January to {r2.revenue} in February.", True),
    ],
)
def test_what_rose_and_in_which_month_is_held_against_the_order_of_the_months(text: str, *, judged: bool) -> None:
    asked = "How did revenue develop by month?"
    assert _is_put_to_a_judge(text, asked, rows=BY_MONTH, meanings=MONTHS) is judged


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("Revenue in April was {r3.revenue}.", True),
        ("Revenue was highest in March 2025, at {r3.revenue}.", False),
        ("Revenue was highest in March 2024, at {r3.revenue}.", True),
        ("Orders were highest in March 2025, at {r3.revenue}.", True),
        ("| Month | Revenue |\n|---|---|\n| {r1.month:month} | {r1.revenue} |", False),
        ("| Month | Revenue |\n|---|---|\n| {r2.month:month} | {r1.revenue} |", True),
    ],
)
def test_a_month_is_that_of_its_row(text: str, *, judged: bool) -> None:
    assert _is_put_to_a_judge(text, rows=BY_MONTH, meanings=MONTHS) is judged


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("West has the highest revenue: {r1.revenue}.", False),
        ("North has the lowest revenue: {r3.revenue}.", True),
        ("West: {pct(r1.revenue, sum(t1.revenue)):1} of revenue.", True),
    ],
)
def test_of_the_first_rows_alone_nothing_is_the_last_or_a_share_of_all(text: str, *, judged: bool) -> None:
    assert _is_put_to_a_judge(text, limit=("revenue", True)) is judged
    assert _is_put_to_a_judge(text, limit=("orders", True)) is True


@pytest.mark.parametrize(
    ("condition", "text", "judged"),
    [
        (f"buyer age{SAYS}above buyer{ANY}age 40", "West had {r1.orders} orders of age above 40.", False),
        (f"buyer age{SAYS}above buyer{ANY}age 40", "West had {r1.orders} orders of age below 40.", True),
        (f"buyer age{SAYS}above buyer{ANY}age 40", "West had {r1.orders} orders above 40.", True),
        (f"buyer age{SAYS}above buyer{ANY}age 40", "West had {r1.orders} orders.", True),
        ("online", "West had {r1.orders} online orders.", False),
        ("online", "West had {r1.orders} orders.", True),
        (f"{RAW}region <> 'West'", "West had {r1.orders} orders in the region.", True),
        (f"buyer{SAYS}buyer", "Buyer West had {r1.orders} orders.", False),
        (f"buyer{SAYS}buyer", "West had {r1.orders} orders.", True),
    ],
)
def test_a_condition_is_told_or_a_judge_is_asked(condition: str, text: str, *, judged: bool) -> None:
    assert _is_put_to_a_judge(text, conditions=(condition,)) is judged


def test_a_name_that_is_a_word_of_every_sentence_is_nobody_elses() -> None:
    rows = (("IT", 9.0, 3, 1), ("Sales", 5.0, 2, 1))
    assert _is_put_to_a_judge("Sales had revenue of {r2.revenue}, it {r2.revenue}.", rows=rows)
    assert not _is_put_to_a_judge("Sales had revenue of {r2.revenue} and IT {r1.revenue}.", rows=rows)


def test_names_that_could_be_each_others_are_for_a_judge() -> None:
    meanings = {"origin": "origin", "dest": "dest", "revenue": "revenue total sum"}
    rows = (("Oslo", "Paris", 9.0), ("Paris", "Oslo", 5.0))
    assert _is_put_to_a_judge("From Paris to Oslo, revenue was {r1.revenue}.", rows=rows, meanings=meanings)


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("West had revenue of {r1.revenue} in 2025 and {r4.revenue} in 2024.", False),
        ("West had revenue of {r4.revenue} in 2025 and {r1.revenue} in 2024.", True),
        ("West had revenue of {r1.revenue}, compared with {r4.revenue}.", True),
        ("West had revenue of {r1.revenue} in 2025, ahead of East with {r5.revenue} in 2024.", True),
        ("In 2025 and 2024, West is ahead of East by {diff(r1.revenue, r5.revenue)}.", True),
        ("{r1.orders} of {sum(t2.orders)} orders came from West in 2025 and 2024.", True),
        ("| Region | Revenue |\n|---|---|\n| West | {r1.revenue} |\n| West | {r4.revenue} |", True),
    ],
)
def test_figures_of_queries_with_different_conditions_each_tell_their_own(text: str, *, judged: bool) -> None:
    sheets = Sheets()
    for at, (year, rows) in enumerate((("2025", REGIONS), ("2024", (("West", 80.0, 29, 5), ("East", 50.0, 19, 4))))):
        result = QueryResult(columns=tuple(SALES), rows=rows, row_count=len(rows), sql="SELECT")
        sheets.add(result, query=at, meanings=SALES, conditions=(year,))
    told, tables = resolve(text, sheets), whole_results(sheets)
    asked = "What was the revenue of West in 2025 compared with 2024?"
    found = ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables, question=asked)
    assert bool(found.unchecked or found.wrong) is judged


@pytest.mark.parametrize(
    ("asked", "text", "judged"),
    [
        ("By what percentage did revenue grow", "Revenue rose by {change(r3.revenue, r1.revenue):0}", False),
        ("By what percent did revenue grow", "Revenue rose by {change(r3.revenue, r1.revenue):0}", False),
        ("By what percentage did revenue grow", "Revenue fell by {change(r3.revenue, r1.revenue):0}", True),
        ("By what percentage did revenue grow", "Revenue rose by {diff(r3.revenue, r1.revenue):0}", True),
        ("By what percentage did revenue grow", "Revenue rose", True),
        ("What percentage of revenue is", "Revenue rose by {change(r3.revenue, r1.revenue):0}", True),
    ],
)
def test_a_percentage_that_is_asked_for_is_a_change_in_percent_and_no_difference(
    asked: str, text: str, *, judged: bool
) -> None:
    told = f"{text}, from {{r1.revenue}} in January to {{r3.revenue}} in March."
    question = f"{asked} from January to March?"
    assert _is_put_to_a_judge(told, question, rows=BY_MONTH, meanings=MONTHS) is judged


@pytest.mark.parametrize(
    ("question", "judged"),
    [
        ("What is the total revenue?", False),
        ("Show me the total revenue by region", False),
        ("Which region has the largest revenue?", False),
        ("Which region has the second highest revenue?", True),
        ("Which region has the lowest revenue?", True),
        ("What is the total revenue of returned orders?", True),
        ("What was the total revenue in 2019?", True),
        ("Which region has the highest revenue, and why?", True),
    ],
)
def test_what_was_stated_may_be_said_again_only_where_it_has_the_words_of_the_question(
    question: str, *, judged: bool
) -> None:
    line = "The total revenue is 198.5, and the highest by region is in West."
    found = ground(line, stated=(line,), question=question)
    assert bool(found.unchecked or found.wrong) is judged


@pytest.mark.parametrize(
    ("question", "text", "judged"),
    [
        ("What was the revenue in 2024?", "Revenue in 2024 was {r1.revenue}.", False),
        ("What was the revenue from 2024 on?", "Revenue in 2024 was {r1.revenue}.", True),
        ("", "Revenue from 2024 on was {r1.revenue}.", True),
        ("", "Revenue through 2024 was {r1.revenue}.", True),
        ("", "Revenue to 2024 was {r1.revenue}.", True),
        ("", "Revenue in 2024 was at least {r1.revenue}.", True),
    ],
)
def test_more_than_the_time_or_figure_of_the_cell_is_for_a_judge(question: str, text: str, *, judged: bool) -> None:
    given = {"revenue": "revenue total sum"}
    assert _is_put_to_a_judge(text, question, rows=((9.0,),), meanings=given, conditions=("2024",)) is judged


@pytest.mark.parametrize(
    ("question", "text", "judged"),
    [
        ("What is the revenue by region?", "West had revenue of {r1.revenue}.", True),
        (
            "What is the revenue by region?",
            "West had revenue of {r1.revenue}, East {r2.revenue} and North {r3.revenue}.",
            False,
        ),
        ("Compare the revenue of West and East", "West had revenue of {r1.revenue}.", True),
        ("Compare the revenue of West and East", "West had revenue of {r1.revenue} and East {r2.revenue}.", False),
        ("Which region has the highest revenue by far?", "West had revenue of {r1.revenue}, far the highest.", True),
        ("What was the revenue in West?", "It was {r1.revenue}.", False),
        ("What was the revenue in total and in West?", "The total revenue was {r1.revenue}.", True),
        ("What was the revenue in West?", "Overall revenue was {r1.revenue}.", True),
    ],
)
def test_a_part_is_not_told_as_the_whole_nor_one_row_where_each_is_asked_for(
    question: str, text: str, *, judged: bool
) -> None:
    assert _is_put_to_a_judge(text, question) is judged


@pytest.mark.parametrize(
    ("question", "judged"),
    [
        ("How did total revenue develop from January to March?", False),
        ("What was the revenue from January to March?", True),
        ("What was the total revenue from January to March?", True),
    ],
)
def test_two_times_are_enough_for_a_change_from_one_to_the_other_and_not_for_all_between(
    question: str, *, judged: bool
) -> None:
    text = "Total revenue was {r1.revenue} in January and {r3.revenue} in March."
    assert _is_put_to_a_judge(text, question, rows=BY_MONTH, meanings=MONTHS) is judged


def test_names_that_the_query_writes_are_for_a_judge() -> None:
    meanings = {"status": "", "orders": "number count row order"}
    rows = (("kept", 300), ("returned", 12))
    asked = "How many orders were returned?"
    assert _is_put_to_a_judge("{r2.orders} orders were returned.", asked, rows=rows, meanings=meanings)
    known = {**meanings, "status": "status"}
    assert not _is_put_to_a_judge("{r2.orders} orders were returned.", asked, rows=rows, meanings=known)


@pytest.mark.parametrize(
    ("question", "text", "conditions", "judged"),
    [
        ("What was the revenue?", "North had a record revenue of {r3.revenue}.", (), True),
        (
            "What is the Online revenue of West?",
            "West has {pct(r1.revenue, sum(t1.revenue)):1} of the total revenue.",
            ("online",),
            True,
        ),
        (
            "What share of Online revenue has West?",
            "West has {pct(r1.revenue, sum(t1.revenue)):1} of the total revenue.",
            ("online",),
            True,
        ),
        (
            "What share of Online revenue has West?",
            "West has {pct(r1.revenue, sum(t1.revenue)):1} of Online revenue.",
            ("online",),
            False,
        ),
        (
            "What share of Online revenue has West?",
            "West has {pct(r1.revenue, sum(t1.revenue)):1} of the total Online revenue.",
            ("online",),
            False,
        ),
        ("What is the total Online revenue of West?", "The total revenue of West is {r1.revenue}.", ("online",), False),
        (
            "What share of orders in West is returned?",
            "In West, returned is {pct(r1.returned, sum(t1.returned)):1} of orders.",
            (),
            True,
        ),
        (
            "What share of returned orders has West?",
            "West has {pct(r1.returned, sum(t1.returned)):1} of returned orders.",
            (),
            False,
        ),
    ],
)
def test_a_part_is_told_as_the_part_that_it_is(
    question: str, text: str, conditions: tuple[str, ...], *, judged: bool
) -> None:
    assert _is_put_to_a_judge(text, question, conditions=conditions) is judged


@pytest.mark.parametrize(("head", "judged"), [("Total revenue", True), ("Online revenue", False), ("Revenue", False)])
def test_no_head_says_that_figures_of_a_part_are_a_total(head: str, *, judged: bool) -> None:
    rows = "\n".join(f"| {{r{row}.region}} | {{r{row}.revenue}} |" for row in (1, 2, 3))
    text = f"| Region | {head} |\n|---|---|\n{rows}"
    assert _is_put_to_a_judge(text, "What is the Online revenue by region?", conditions=("online",)) is judged
