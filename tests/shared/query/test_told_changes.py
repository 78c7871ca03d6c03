"""A change in words: the word says its direction, and no sign does."""

import pytest

from shared.query.words.figures import compared, moved, show_number


@pytest.mark.parametrize(
    ("change", "unit", "told"),
    [(-2.1, "%", "2.1 % less than"), (12.0, "%", "12 % more than"), (-1200.5, "$", "$1,200.50 less than")],
)
def test_a_figure_is_less_than_another_by_the_size_of_what_it_lacks(change: float, unit: str, told: str) -> None:
    assert compared(change, show_number(change, unit)) == told


def test_what_does_not_differ_is_as_much_as_the_other() -> None:
    assert compared(0, "0 %") == "as much as"


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("revenue", -3.5, "revenue falls by 3.5 %"),
        ("sales", -3.5, "sales fall by 3.5 %"),
        ("price", 10, "price rises by 10 %"),
    ],
)
def test_what_falls_falls_by_a_size_without_a_sign(name: str, change: float, told: str) -> None:
    assert moved(name, change, show_number(change, "%")) == told
