"""What a figure by reference leaves unsaid is what stands beside it: column, order, step, multiple, direction, rank."""

import pytest

from shared.contracts import QueryResult
from shared.grounding.grounding import Grounding, ground
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets, whole_results

CITIES = (("Bergen", 40, 90.5, 10), ("Oslo", 30, 62.5, 25), ("Tromso", 20, 60.5, 5))
CHANGES = (("Bergen", 70.0, 90.5, 7, 9, 20.5), ("Oslo", 80.25, 62.5, 8, 6, -17.75), ("Tromso", 60.0, 60.5, 6, 6, 0.5))
STAFF = (
    ("Oslo", "Kari", 90.5, 12),
    ("Oslo", "Ola", 60.5, 11),
    ("Bergen", "Siri", 30.5, 10),
    ("Bergen", "Per", 20.5, 9),
)
SEX = (("north", 44.0, 40.0), ("south", 39.0, 41.0))
YEARS = ((2021, 30.0, 12), (2022, 45.0, 12), (2023, 20.0, 12))
QUESTION = "How did the cities do after 12 weeks?"


def _said(text: str) -> Grounding:
    sheets = Sheets()
    columns = (
        ("city", "orders", "mean_price", "closed_tickets"),
        ("city", "may", "june", "staff_may", "staff_june", "gain"),
    )
    for at, (names, rows) in enumerate(
        (
            (columns[0], CITIES),
            (columns[1], CHANGES),
            (("year", "rate", "months"), YEARS),
            (("city", "seller", "sales", "days"), STAFF),
            (("part", "male_wage", "female_wage"), SEX),
            (("part", "june_2023", "may_2023"), SEX),
        )
    ):
        sheets.add(QueryResult(columns=names, rows=rows, row_count=len(rows), sql="SELECT"), query=at)
    told, tables = resolve(text, sheets, question=QUESTION), whole_results(sheets)
    return ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables, question=QUESTION)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Bergen ({r1.mean_price}) and Oslo ({r2.mean_price}).", "Bergen ({r1.mean_price}) and Oslo ({r2.orders})."),
        (
            "Bergen leads with {r1.orders} orders, Oslo has {r2.orders}.",
            "Bergen had {r1.mean_price} orders, Oslo {r2.orders}.",
        ),
        (
            "- Bergen: {r1.orders} ({r1.mean_price})\n- Oslo: {r2.orders} ({r2.mean_price})\n- Tromso: {r3.orders}",
            "- Bergen: {r1.mean_price}\n- Oslo: {r2.orders}\n- Tromso: {r3.orders}",
        ),
        ("Oslo had {r2.closed_tickets} closed tickets.", "Oslo had {r2.orders} closed tickets."),
        (
            "The price in Bergen, {r1.mean_price}, compares with {r2.mean_price} in Oslo.",
            "Bergen's {r1.mean_price} compared with {r1.mean_price}.",
        ),
        (
            "Bergen was dearer than Oslo: {r1.mean_price}, compared with {r2.mean_price}.",
            "Bergen was dearer than Oslo: {r2.mean_price}, compared with {r1.mean_price}.",
        ),
        (
            "Bergen rose from {r4.may} in May to {r4.june} in June, a gain of {r4.gain}.",
            "Bergen rose from {r4.may} in May to {r4.june} in June, a gain of {r4.may}.",
        ),
        (
            "Staff in Bergen went from {r4.staff_may} to {r4.staff_june}.",
            "Staff in Bergen went from {r4.june} to {r4.staff_june}.",
        ),
        ("Bergen and Oslo have {r1.orders} and {r2.orders} orders.", "Bergen and Oslo have {r1.orders} orders each."),
        (
            "Oslo costs {r5.june}, about a third less than Bergen.",
            "Oslo costs {r5.june}, about a third more than Bergen.",
        ),
        (
            "Bergen has {r1.orders}, against {r3.orders} in Tromso, twice as many.",
            "Bergen has {r1.orders}, against {r3.orders} in Tromso, four times as many.",
        ),
        (
            "Bergen went from {r4.may} to {r4.june}, so it rose.",
            "Bergen went from {r4.may} to {r4.june}, so it fell.",
        ),
        ("Oslo fell by {abs(r5.gain)} to {r5.june}.", "Oslo fell by {abs(r5.gain)} to {r5.gain}."),
        (
            "Staff in Oslo went from {r5.staff_may} down to {r5.staff_june}.",
            "Oslo ({r5.staff_may} staff down to {r5.june}).",
        ),
        (
            "Bergen has more orders than Oslo: {r1.orders} against {r2.orders}.",
            "Bergen has more orders than Oslo: {r1.orders} against {r3.orders}.",
        ),
        (
            "The prices: {r2.mean_price} over {r2.orders} orders for Oslo.",
            "The prices: {r2.mean_price} over {r1.orders} orders for Oslo.",
        ),
        (
            "It runs from {r3.mean_price} to {r1.mean_price} in Bergen, where only {r1.closed_tickets} were closed.",
            "It runs from {r3.mean_price} to {r1.mean_price} in Bergen, where only {r2.closed_tickets} were closed.",
        ),
        (
            "In Oslo, Kari is ahead of Ola, at {r10.sales} and {r11.sales}.",
            "In Oslo, Kari is behind Ola, at {r10.sales} and {r11.sales}.",
        ),
        (
            "Men earn {diff(r14.male_wage, r14.female_wage)} more than females in the north.",
            "Men earn {diff(r15.male_wage, r15.female_wage)} more than females in the south.",
        ),
        (
            "In the north it rose by {diff(r16.june_2023, r16.may_2023)}.",
            "In the north it fell by {diff(r16.june_2023, r16.may_2023)}.",
        ),
        (
            "Bergen gained {diff(r4.june, r4.may)}, whereas Tromso grew slightly.",
            "Bergen gained {diff(r4.june, r4.may)}, whereas Oslo grew slightly.",
        ),
    ],
)  # fmt: skip
def test_a_figure_belongs_to_what_stands_in_parallel_with_it(right, wrong):
    assert (_said(right).wrong, _said(wrong).clear) == ((), False)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (
            "It was highest in {r8.year}, at a rate of {r8.rate}.",
            "It was lowest in {r8.year}, at a rate of {r8.rate}.",
        ),
        ("The rate was {r8.rate} in 2022, the highest of all.", "The rate was {r8.rate} in 2022, the lowest of all."),
        (
            "The rate of 2021, {r7.rate}, is above 2023 ({r9.rate}).",
            "It was {r7.rate} in 2021, just below 2023 ({r9.rate}).",
        ),
        (
            "Bergen has {r1.orders}; Oslo, at {r2.orders}, is below it.",
            "Bergen has {r1.orders}; Oslo, at {r2.orders}, is above it.",
        ),
        (
            "Tromso closes fewer tickets than Oslo, but has sellers, and the lowest price.",
            "Tromso closes fewer than Oslo, {r3.closed_tickets} against {r2.closed_tickets}, but the highest price.",
        ),
        (
            "It was highest from May to June, at {change(r4.june, r4.may)}, before {change(r6.june, r6.may)}.",
            "It was lowest from May to June, at {change(r4.june, r4.may)}, before {change(r6.june, r6.may)}.",
        ),
        ("Tromso closes few: it has the lowest price.", "Tromso closes few: it has the highest price."),
    ],
)  # fmt: skip
def test_a_place_is_held_against_the_column_of_the_figure_beside_it(right, wrong):
    assert (_said(right).wrong, _said(wrong).clear) == ((), False)


def test_a_column_in_which_all_rows_are_alike_bears_no_order_out():
    assert not _said("2023 has the most months and the highest rate.").clear


def test_a_signed_change_keeps_the_direction_that_an_earlier_clause_states():
    assert _said("Prices fell in the south: by {abs(r5.gain)} in Oslo.").ok
    assert not _said("Prices rose in the south: by {abs(r5.gain)} in Oslo.").ok


def test_a_numbered_time_is_one_of_the_question_or_of_the_data():
    assert _said("The week-12 reading of Oslo is {r2.orders}.").ok
    assert not _said("The week-32 reading of Oslo is {r2.orders}.").ok


def test_a_date_may_be_called_by_its_year_where_each_year_has_one():
    sheets = Sheets()
    rows = (("2012-12-25", 5.6), ("2013-12-25", 9.75))
    sheets.add(QueryResult(columns=("day", "high"), rows=rows, row_count=2, sql="SELECT"), query=0)
    said = [resolve(f"On Christmas 2012 it was {{r{row}.high}}.", sheets) for row in (1, 2)]
    tables = whole_results(sheets)
    assert [ground(one.text, facts=one.facts, results=tables, resolved=one).ok for one in said] == [True, False]
