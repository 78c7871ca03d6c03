"""Each figure of a result as a fact, and what it is a figure of."""

import datetime as dt

import pytest

from shared.contracts import Account, DatasetProfile, LeftOut
from shared.query.completeness import completeness, told
from shared.query.facts import facts
from tests.shared.query.running import run
from tests.shared.query.tables import Table, table_of

ROWS = {"kind": "rows"}
SUM = {"kind": "statistic", "function": "sum", "column": "revenue"}
REGION = {"kind": "column", "column": "region"}
KNOWN = {"kind": "known", "column": "region"}


def orders() -> Table:
    made = table_of(
        {
            "region": ["West", "West", "East", None, "East", "North"],
            "revenue": [10.0, 30.5, 20.0, None, None, 20.0],
            "day": [dt.date(2025, month, 1) for month in (1, 2, 3, 1, 2, 3)],
            "paid": ["$10", "n/a", "5", None, "7", "x"],
        },
        {"region": "text", "revenue": "number", "day": "date", "paid": "dirty"},
    )
    columns = [one.model_copy(update={"unit": "EUR"} if one.name == "revenue" else {}) for one in made.profile.columns]
    profile = DatasetProfile.model_validate(made.profile.model_dump() | {"columns": columns})
    return Table(profile, made.cells, made.kinds)


def ask(*measures, **others):
    return run({"kind": "figures", "measures": list(measures), **others}, orders())


def test_a_fact_names_its_group_unit_digits_and_cell():
    bound, result = ask(SUM, groups=[REGION])
    fact = facts(bound, result)[-1]
    assert fact.name == "total revenue for West"
    assert (fact.value, fact.unit, fact.decimals) == (40.5, "EUR", 2)
    assert fact.text == "The total revenue for West is €40.50."
    assert (fact.cells[0].row, fact.cells[0].column) == (2, "sum_revenue")


def test_a_fact_says_its_conditions_and_period():
    month = {"kind": "time", "column": "day", "grain": "month"}
    share = {"kind": "share", "measure": 0}
    bound, result = ask(ROWS, groups=[month], where=[KNOWN], across=[share])
    texts = [fact.text for fact in facts(bound, result)][:2]
    assert texts == [
        "The number of orders for January 2025, for orders whose region is known is 1.",
        "The share of the number of orders for January 2025, for orders whose region is known is 20 %.",
    ]


def test_a_date_is_a_fact_in_words():
    bound, result = ask({"kind": "statistic", "function": "max", "column": "day"})
    assert [fact.text for fact in facts(bound, result)] == ["The latest “day” is 1 March 2025."]


def test_an_empty_figure_is_no_fact():
    bound, result = ask(SUM, where=[{"kind": "empty", "column": "revenue"}])
    assert facts(bound, result) == ()


def test_rows_that_are_left_out_are_counted_by_their_reason():
    bound, result = ask(
        SUM, groups=[REGION], where=[{"kind": "part_is", "column": "day", "part": "month", "values": [1, 2]}]
    )
    east = completeness(bound, result, 0, 0)
    left = {"condition": 2, "no_group": 1, "other_group": 2, "empty": 1}
    assert east is not None
    assert east.accounts == (
        Account(
            column="revenue", there=6, used=0, left_out=tuple(LeftOut(why=why, rows=rows) for why, rows in left.items())
        ),
    )


def test_texts_that_are_no_numbers_are_told_apart_from_empty_cells():
    cleaned = {"kind": "cleaned_number", "name": "amount", "column": "paid"}
    bound, result = ask(SUM | {"column": "amount"}, derived=[cleaned])
    (account,) = completeness(bound, result, 0, 0).accounts
    assert (account.used, account.without("unreadable"), account.without("empty")) == (3, 2, 1)
    assert told(bound, result) == (
        "1 of 6 orders has no entry for (number in paid) and is left out; "
        "2 of 6 orders have an entry for (number in paid) that is not a number and are left out."
    )


def test_a_cut_result_says_how_many_groups_there_are():
    bound, result = ask(ROWS, groups=[REGION], ranking={"limit": 1})
    found = completeness(bound, result, 0, 0)
    assert (found.shown, found.there, found.cut) == (1, 3, True)
    assert told(bound, result) == "1 of 6 orders has no entry for region and is left out; 1 of 3 groups are shown."


def test_a_result_that_the_cap_cut_is_cut():
    bound, result = ask(ROWS, groups=[REGION])
    assert not completeness(bound, result, 0, 0).cut
    assert completeness(bound, result.model_copy(update={"truncated": True}), 0, 0).cut


def test_a_fact_carries_what_it_is_a_figure_of():
    bound, result = ask(SUM, groups=[REGION])
    west = facts(bound, result)[-1].completeness
    assert west is not None
    (account,) = west.accounts
    assert (account.there, account.used, account.without("no_group"), account.without("other_group")) == (6, 2, 1, 3)


def test_a_fact_whose_counts_do_not_agree_is_told_without_them():
    bound, result = ask(SUM)
    at = result.columns.index("_candor_source")
    broken = result.model_copy(
        update={"rows": (tuple(-7 if n == at else cell for n, cell in enumerate(result.rows[0])),)}
    )
    (fact,) = facts(bound, broken)
    assert (fact.value, fact.completeness) == (80.5, None)


def test_an_account_that_does_not_add_up_is_no_account():
    with pytest.raises(ValueError, match="3 used and 1 left out are not the 5 that are there"):
        Account(column=None, there=5, used=3, left_out=(LeftOut(why="empty", rows=1),))


def test_a_few_rows_without_a_value_are_not_worth_a_line():
    many = table_of({"revenue": [1.0] * 99 + [None]}, {"revenue": "number"})
    bound, result = run({"kind": "figures", "measures": [SUM]}, many)
    assert told(bound, result) == ""


LATE = {"kind": "compare", "column": "built", "operator": ">", "value": 1990}


def built() -> Table:
    """Houses with the year in which each was built, which ingestion reads as one."""
    made = table_of({"plan": ["A", "A", "B"], "built": [1985, 2006, 1999]}, {"plan": "text", "built": "integer"})
    columns = [
        one.model_copy(update={"role": "dimension", "minimum": 1985, "maximum": 2006} if one.name == "built" else {})
        for one in made.profile.columns
    ]
    profile = DatasetProfile.model_validate(made.profile.model_dump() | {"columns": columns})
    return Table(profile, made.cells, made.kinds)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"measures": [{"kind": "statistic", "function": "mean", "column": "built"}]}, "1996.67"),
        ({"measures": [{"kind": "statistic", "function": "min", "column": "built"}]}, "1985"),
        ({"measures": [{"kind": "quantile", "column": "built", "at": 0.5}]}, "1999"),
        ({"measures": [ROWS], "groups": [{"kind": "column", "column": "built"}]}, "built 1985"),
        ({"measures": [ROWS], "where": [LATE]}, "1990"),
    ],
)
def test_years_and_what_lies_between_them_are_told_as_years(asked, told):
    bound, result = run({"kind": "figures", **asked}, built())
    text = facts(bound, result)[0].text
    assert told in text
    assert "," not in text


def test_a_length_of_time_between_years_is_a_number():
    bound, result = run(
        {"kind": "figures", "measures": [{"kind": "statistic", "function": "sum", "column": "built"}]}, built()
    )
    assert "5,990" in facts(bound, result)[0].text


def test_a_figure_whose_name_turns_on_a_plural_are_so_many():
    made = table_of({"sales": [10.0, 20.5]}, {"sales": "number"})
    bound, result = run({"kind": "figures", "measures": [{**SUM, "column": "sales"}]}, made)
    assert [fact.text for fact in facts(bound, result)] == ["The total sales are 30.50."]


def test_repeated_rows_that_count_once_are_left_out_with_that_reason():
    cells = {"region": ["West", "West", None, None, "East"], "revenue": [10.0, 10.0, None, None, 5.0]}
    twice = table_of(cells, {"region": "text", "revenue": "number"})
    bound, result = run({"kind": "figures", "measures": [SUM], "groups": [REGION], "distinct_rows": True}, twice)
    made = facts(bound, result)
    assert [fact.text for fact in made] == [
        "The total revenue for East (each repeated row counted once) is 5.",
        "The total revenue for West (each repeated row counted once) is 10.",
    ]
    (account,) = made[1].completeness.accounts
    left = {"repeated": 2, "no_group": 1, "other_group": 1}
    assert (account.there, account.used) == (5, 1)
    assert account.left_out == tuple(LeftOut(why=why, rows=rows) for why, rows in left.items())
    assert told(bound, result) == (
        "2 of 5 orders repeat another row and are left out; 1 of 3 orders has no entry for region and is left out."
    )


def test_nothing_is_told_of_repeated_rows_where_none_are_left_out():
    bound, result = run({"kind": "figures", "measures": [SUM | {"column": "revenue"}], "distinct_rows": True}, orders())
    assert "repeat" not in told(bound, result)
    bound, result = run({"kind": "rows", "distinct_rows": True, "columns": ["region"]}, orders())
    assert told(bound, result) == ""
