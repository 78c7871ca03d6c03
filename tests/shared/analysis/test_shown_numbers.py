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
