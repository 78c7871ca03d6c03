"""What a consultation says of the present state: of the files, and of the key figure."""

import pandas as pd
import pytest

from shared.consultation.baseline import Baseline, quality
from tests.shared.analysis.running import Tables, values

ORDERS = pd.DataFrame({"region": ["West", "East", "South"], "revenue": [30.0, None, 50.0], "sold": [None, 2.0, 4.0]})


def _said(frame: pd.DataFrame, **changes: object) -> str:
    (profile,) = Tables(orders=frame).profiles
    return quality((profile.model_copy(update=changes),))


def test_empty_cells_are_told_by_their_columns_and_of_many_columns_by_their_number() -> None:
    assert _said(ORDERS) == "orders.csv has 3 rows and 3 columns. Some cells are empty in revenue and sold."
    wide = ORDERS.assign(**{f"m{at}": ORDERS["sold"] for at in range(3)})
    assert _said(wide).endswith("5 columns have empty cells.")
    assert _said(ORDERS[["region"]]) == "orders.csv has 3 rows and 1 column. No cell is empty."


@pytest.mark.parametrize(("dropped", "told"), [(1, "1 row was left out"), (1200, "1,200 rows were left out")])
def test_rows_that_were_left_out_are_told(dropped: int, told: str) -> None:
    assert f"{told} as the file was read." in _said(ORDERS[["region"]], rows_dropped=dropped)


def test_the_key_figure_stands_with_how_many_rows_hold_it() -> None:
    found = values(Tables(orders=ORDERS).run(Baseline(measure="revenue")))
    assert {80.0, 2} <= set(found.values())
