"""Rows that are shown: all of them, or those that meet the conditions."""

import pandas as pd
import pytest

from shared.analysis.conditions import Filter
from shared.analysis.rows.shown_rows import ShownRows
from shared.errors import ForfeitException
from tests.shared.analysis.running import Tables

FRAME = pd.DataFrame({"region": ["West", "East", "West"], "revenue": [3.0, 1.0, 2.0]})


def over(least: float) -> ShownRows:
    return ShownRows(filters=(Filter(column="revenue", operator=">", values=(least,)),))


def test_the_rows_are_shown_in_the_order_of_the_file() -> None:
    found, results = Tables(orders=FRAME).findings(ShownRows())
    assert results[1].records() == FRAME.to_dict("records")
    assert found.summary == "There are 3 rows."


def test_so_many_of_the_first_rows_are_shown_beside_how_many_there_are() -> None:
    found, results = Tables(orders=FRAME).findings(ShownRows(first=2))
    assert results[1].records() == FRAME.head(2).to_dict("records")
    assert found.summary == "There are 3 rows, of which the first 2 are shown."
    assert Tables(orders=FRAME).findings(ShownRows(first=9))[0].summary == "There are 3 rows."


@pytest.mark.parametrize(
    ("least", "told"),
    [(1.5, "There are 2 rows where revenue is over 1.50."), (2.5, "There is 1 row where revenue is over 2.50.")],
)
def test_only_rows_that_meet_the_conditions_are_shown_and_counted(least: float, told: str) -> None:
    found, results = Tables(orders=FRAME).findings(over(least))
    assert results[1].records() == FRAME[FRAME.revenue > least].to_dict("records")
    assert (found.summary, found.facts[0].value) == (told, len(results[1].rows))


def test_where_no_row_meets_them_nothing_is_shown() -> None:
    with pytest.raises(ForfeitException, match="no rows found"):
        Tables(orders=FRAME).run(over(9.0))


STAFF = pd.DataFrame({"name": ["Ann Lee", "Bob Ray", "Cy Fox"], "team": ["A", "B", "A"], "age": [30, 40, 50]})
OF_A = ShownRows(filters=(Filter(column="team", operator="=", values=("A",)),))


def test_a_few_rows_that_have_names_are_told_by_these() -> None:
    found, _ = Tables(staff=STAFF).findings(OF_A)
    assert found.summary.endswith("where team is A: Ann Lee and Cy Fox.")
    assert [fact.value for fact in found.facts] == [2, "Ann Lee", "Cy Fox"]


def test_many_rows_and_the_whole_table_are_not_told_by_name() -> None:
    many = pd.DataFrame({"name": [f"P {at}" for at in range(13)], "team": ["A"] * 13})
    assert "P 1" not in Tables(staff=many).findings(OF_A)[0].summary
    assert "Ann" not in Tables(staff=STAFF).findings(ShownRows())[0].summary
