"""How a figure is shown."""

import pandas as pd
import pytest

from shared.analysis.conditions import Filter
from shared.analysis.figures.comparison import Comparison
from shared.analysis.metrics import Metric
from shared.query.words.figures import decimals_of, show_number
from tests.shared.analysis.running import Tables


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
        (139.49999999999997, 0, "140"),
        (-87_809.49999999999, 0, "-87,810"),
        (139.4999, 0, "139"),
        (1_234_567_890_123.45, 2, "1,234,567,890,123.45"),
    ],
)
def test_a_half_is_rounded_away_from_zero(value, places, shown):
    assert show_number(value, None, places) == shown


def test_a_year_has_no_separator_wherever_it_is_told_and_a_count_called_year_has():
    films = pd.DataFrame(
        {
            "country": ["France", "Japan"] * 20,
            "founded": [1950 + at for at in range(40)],
            "tickets_per_year": [1500 + 13 * at for at in range(40)],
        }
    )
    sides = tuple((Filter(column="country", operator="=", values=(one,)),) for one in ("France", "Japan"))
    for column, shown in (("founded", "1950"), ("tickets_per_year", "1,500")):
        metric = Metric(function="min", column=column)
        told = Tables(films=films).with_years("founded").run(Comparison(metric=metric, sides=sides))
        assert shown in told.summary
        assert any(fact.text.endswith(f" {shown}.") for fact in told.facts)
