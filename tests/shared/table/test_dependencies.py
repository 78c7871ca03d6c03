"""Columns that say the same in all rows of one thing are known as such, and are so by more than chance."""

import pytest

from shared.contracts import ValueCount
from shared.table.dependencies import determinants
from tests.shared.table.columns import number, text

COURSE, CREDITS = text("course", 12), number("credits", distinct=3, top_values=(ValueCount(value=4, count=60),))


def fixed(*columns, rows=120, fixes=lambda thing, column: True):
    return determinants(columns, rows, fixes)


def test_what_is_the_same_in_all_rows_of_a_thing_is_fixed_by_it():
    assert fixed(COURSE, CREDITS) == {"credits": ("course",)}


def test_the_column_of_fewest_values_comes_first():
    code = text("code", 40)
    assert fixed(code, COURSE, CREDITS) == {"credits": ("course", "code")}


@pytest.mark.parametrize(
    ("thing", "measure", "rows"),
    [
        (text("course", 100), CREDITS, 120),  # nearly every row is another
        (text("course", 12, nulls=1), CREDITS, 120),
        (COURSE, CREDITS.model_copy(update={"nulls": 1}), 120),
        (COURSE, CREDITS.model_copy(update={"distinct": 1}), 120),
        (COURSE, CREDITS.model_copy(update={"distinct": 13}), 120),
        (COURSE, CREDITS.model_copy(update={"yes": 1}), 120),
        (text("course", 5), CREDITS.model_copy(update={"top_values": (ValueCount(value=0, count=14),)}), 15),
    ],
)
def test_what_agrees_by_chance_or_cannot_be_told_is_fixed_by_nothing(thing, measure, rows):
    assert fixed(thing, measure, rows=rows) == {}


def test_a_second_value_within_one_thing_is_enough_against_it():
    assert fixed(COURSE, CREDITS, fixes=lambda thing, column: False) == {}


def test_of_many_different_numbers_the_quantiles_say_how_common_one_may_be():
    spread = number("fee", distinct=300, quantiles={"0.25": 1.0, "0.5": 2.0, "0.75": 3.0})
    flat = number("fee", distinct=300, quantiles={"0.01": 0.0, "0.5": 0.0, "0.99": 0.0})
    plans = text("plan", 310)
    assert fixed(plans, spread, rows=480) == {"fee": ("plan",)}
    assert fixed(plans, flat, rows=480) == {}


def test_nothing_is_counted_in_a_table_too_wide_for_it_or_without_rows_at_hand():
    asked = []
    many = [number(f"n{at}", distinct=3, top_values=(ValueCount(value=1, count=60),)) for at in range(300)]
    determinants([COURSE, *many], 120, lambda *names: asked.append(names) or False)
    assert len(asked) == 200
    assert determinants([COURSE, CREDITS], 120) == {}
