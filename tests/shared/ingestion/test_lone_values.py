"""A value far from all others of a column is told to a model, since it alone may decide a total."""

import pytest


def told(read, cells):
    """What is told of far values of a column of these cells."""
    rows = "\n".join(f"D{at},{cell}" for at, cell in enumerate(cells))
    return [one for one in read(f"gift,amount\n{rows}\n").profile.repairs if one.kind == "outlier"]


def test_one_value_ten_times_the_next_is_told_with_its_share(read):
    (one,) = told(read, [20, 30] * 20 + [500, 12_500])
    assert one.detail == "One value of amount, 12,500, is 25 times the next (500) and 89 % of all of them together."
    assert (one.column, one.rows, one.doubt) == ("amount", 1, False)


@pytest.mark.parametrize(
    "cells",
    [
        [20, 30] * 20 + [500, 4_900],
        [20, 30] * 20 + [12_500, 12_500],
        [20, 30] * 10 + [500, 12_500],
        [0, 0] * 20 + [0, 12_500],
        [-20, 30] * 20 + [500, 12_500],
    ],
    ids=["less than ten times", "two of them", "few values", "nothing else", "below zero"],
)
def test_no_other_value_is_far(read, cells):
    assert told(read, cells) == []
