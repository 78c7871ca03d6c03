"""Values of a column, or stretches of time, beside each other: the figures are those of pandas."""

import pandas as pd
import pytest
from pydantic import ValidationError

from shared.analysis.conditions import Filter
from shared.analysis.figures.sides_compared import SidesCompared
from tests.shared.analysis.running import Tables

DAYS = pd.date_range("2023-07-01", "2024-12-31", freq="D")
FRAME = pd.DataFrame(
    {
        "day": DAYS,
        "region": [("West", "East", "North")[at % 3] for at in range(len(DAYS))],
        "revenue": [float(7 * at % 11) for at in range(len(DAYS))],
    }
)


def side(value: str) -> tuple[Filter, ...]:
    return (Filter(column="region", operator="=", values=(value,)),)


def year(of: int) -> tuple[Filter, ...]:
    return (Filter(column="day", operator="between", values=(f"{of}-01-01", f"{of + 1}-01-01"), label=str(of)),)


def test_each_side_is_told_with_its_total_and_of_two_the_difference() -> None:
    found = Tables(orders=FRAME).findings(SidesCompared(measure="revenue", one=side("West"), other=side("East")))[0]
    totals = FRAME.groupby("region").revenue.sum()
    assert [fact.value for fact in found.facts[:2]] == [totals["West"], totals["East"]]
    assert found.facts[2].value == pytest.approx(totals["East"] - totals["West"])


def test_a_figure_that_is_asked_for_is_told_instead_of_the_total() -> None:
    sides = {"one": side("West"), "other": side("East"), "more": (side("North"),)}
    found = Tables(orders=FRAME).findings(SidesCompared(measure="revenue", figure="mean", **sides))[0]
    means = FRAME.groupby("region").revenue.mean()
    assert [fact.value for fact in found.facts] == pytest.approx([means["West"], means["East"], means["North"]])


def test_a_stretch_of_time_that_the_data_does_not_fill_is_said_to_be_incomplete() -> None:
    found = Tables(orders=FRAME).findings(SidesCompared(measure="revenue", one=year(2023), other=year(2024)))[0]
    assert found.findings == ("2023 is not complete: the data begins on 1 July 2023.",)


def test_sides_are_different_values_of_one_column() -> None:
    with pytest.raises(ValidationError, match="values of one column"):
        SidesCompared(measure="revenue", one=side("West"), other=year(2023))
    with pytest.raises(ValidationError, match="differ"):
        SidesCompared(measure="revenue", one=side("West"), other=side("West"))
