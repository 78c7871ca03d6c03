"""A file is summarized by its rows, columns, period, figures and leading groups."""

import pandas as pd
import pytest

from shared.analysis.quality.overview import Overview
from tests.shared.analysis.running import Tables

ORDERS = pd.DataFrame(
    {
        "Revenue": [100.0, 40.0, 60.0, 25.0, 30.0, 35.0, 45.0, 15.0] * 3,
        "region": ["N", "S", "N", "S", "N", "N", "S", "W"] * 3,
        "ordered": pd.to_datetime([f"2024-0{month}-03" for month in range(1, 9)] * 3),
    }
)


def test_the_totals_the_period_and_the_leading_group_are_those_of_pandas():
    found = Tables(orders=ORDERS).run(Overview())
    assert found.summary == "The file orders.csv has 24 rows and 3 columns."
    values = {fact.name: fact.value for fact in found.facts}
    assert values["total Revenue"] == pytest.approx(ORDERS.Revenue.sum())
    assert values["total Revenue of N"] == pytest.approx(ORDERS[ORDERS.region == "N"].Revenue.sum())
    assert "N has the highest total Revenue: 675." in found.findings
    assert "Ordered runs from 3 January to 3 August 2024." in found.findings


def test_a_table_without_a_measure_is_described_all_the_same():
    found = Tables(regions=ORDERS[["region"]]).run(Overview())
    assert found.summary == "The file regions.csv has 24 rows and 1 column."
    assert "To group by: region." in found.findings


def test_no_group_is_said_to_lead_where_too_many_are_level():
    frame = pd.DataFrame({"revenue": [5.0] * 40, "shop": [f"s{at % 20}" for at in range(40)]})
    found = Tables(orders=frame).run(Overview())
    assert not any("highest" in line for line in found.findings)
