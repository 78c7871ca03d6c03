"""How a figure is shown."""

import pytest

from shared.analysis.wording import decimals_of, show_number


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1.5e-70, "1.5e-70"), (-2.34e-12, "-2.34e-12"), (0.00012, "0.000120"), (0.0, "0"), (1234.5, "1,234.50")],
)
def test_a_figure_too_small_for_decimals_is_shown_in_scientific_notation(value, shown):
    assert show_number(value) == show_number(value, None, decimals_of(value)) == shown


def test_a_figure_with_decimals_that_were_asked_for_keeps_them():
    assert show_number(0.00012, None, 3) == "0.000"


@pytest.mark.parametrize(
    ("value", "places", "shown"),
    [
        (1170.5, 0, "1,171"),
        (1375.5, 0, "1,376"),
        (2.675, 2, "2.68"),
        (-0.5, 0, "-1"),
        (1e22, 0, f"{10**22:,}"),
        (7, 1, "7.0"),
    ],
)
def test_a_half_is_rounded_away_from_zero(value, places, shown):
    assert show_number(value, None, places) == shown
