"""A file is summarized by its rows, columns, period, figures and leading groups."""

import pandas as pd
import pytest

from shared.analysis.quality.overview import Overview
from shared.contracts.dataset import Repair
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


def test_what_may_be_wrong_with_a_table_is_told_empty_cells_and_how_others_were_read():
    read = (
        Repair(kind="date", detail="Column ordered writes its dates in 2 ways.", column="ordered"),
        Repair(
            kind="other",
            detail="In region, I read “n” as “N” (2 rows).",
            column="region",
            rows=2,
            doubt=True,
            values=("N",),
        ),
        Repair(kind="number", detail="Told beside what is computed of it.", column="Revenue", doubt=True),
        Repair(kind="delimiter", detail="Cells are separated by a comma."),
    )
    orders = ORDERS.assign(region=["N", None] * 12)
    tables = Tables(orders=orders)
    tables.profiles = (tables.only.model_copy(update={"repairs": read}),)
    found = tables.run(Overview())
    assert found.findings[-3:] == ("Empty cells: region 12.", read[0].detail, read[1].detail)
    known = {fact.name: (fact.value, fact.text) for fact in found.facts}
    assert known["empty cells of region"] == (12, "Region has 12 empty cells.")
    assert known["cells of region written otherwise"] == (2, read[1].detail)
    assert len({fact.id for fact in found.facts}) == len(found.facts)
