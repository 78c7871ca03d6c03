"""Analyses of single rows, filled in by hand: every query passes the guard."""

import pandas as pd
import pytest

from shared.analysis.conditions import Filter
from shared.analysis.figures.row_count import RowCount
from shared.analysis.rows.row_extreme import RowExtreme, RowFrequent
from shared.analysis.rows.row_lookup import RowLookup
from shared.analysis.rows.row_neighbour import RowNeighbour
from shared.analysis.rows.row_sides import RowSides
from shared.errors import ForfeitException
from tests.shared.analysis.running import Tables

BRIDGES = pd.DataFrame(
    {
        "Bridge": ["Alder", "Birch", "Cedar", "Elm", "Fir"],
        "River": ["Aare", "Aare", "Reuss", "Reuss", "Rhine"],
        "Year": [1890, 1931, 1902, 1960, 1975],
        "Length": ["120 m", "80 m", "95 m", "240 m", "60 ft"],
        "Lanes": [2, 2, 1, 4, 2],
    }
)


def only(column: str, *values: str | int) -> Filter:
    return Filter(column=column, operator="=" if len(values) == 1 else "in", values=values)


@pytest.fixture(scope="module")
def bridges() -> Tables:
    return Tables(bridges=BRIDGES)


def test_the_cells_of_the_rows_that_pass_are_given_once_in_the_order_of_the_file(bridges: Tables) -> None:
    found = bridges.run(RowLookup(show=("River",), filters=(Filter(column="Lanes", operator=">", values=(1,)),)))
    assert [fact.value for fact in found.facts] == ["Aare", "Reuss", "Rhine"]


def test_one_row_is_taken_for_granted_only_where_there_is_one(bridges: Tables) -> None:
    with pytest.raises(ForfeitException, match="only one"):
        bridges.run(RowLookup(show=("Bridge",), filters=(only("River", "Aare"),), sole=True))


def test_the_row_after_is_that_of_the_file_where_the_question_says_listed(bridges: Tables) -> None:
    asked = RowNeighbour(show=("Bridge",), anchor=(only("Bridge", "Birch"),), step="next", listed=True)
    assert bridges.run(asked).facts[0].value == "Cedar"


def test_the_row_after_is_open_where_years_put_another_there(bridges: Tables) -> None:
    with pytest.raises(ForfeitException, match="different rows"):
        bridges.run(RowNeighbour(show=("Bridge",), anchor=(only("Bridge", "Birch"),), step="next"))


def test_no_row_comes_after_the_last(bridges: Tables) -> None:
    with pytest.raises(ForfeitException, match="the last of the file"):
        bridges.run(RowNeighbour(show=("Bridge",), anchor=(only("Bridge", "Fir"),), step="next", listed=True))


def test_the_earliest_row_is_told_with_its_year(bridges: Tables) -> None:
    found = bridges.run(RowExtreme(show=("Bridge",), end="first", by="Year"))
    assert found.facts[0].value == BRIDGES.loc[BRIDGES["Year"].idxmin(), "Bridge"]
    assert "1890" in found.summary


def test_figures_of_several_units_are_not_ranked(bridges: Tables) -> None:
    with pytest.raises(ForfeitException, match="one kind"):
        bridges.run(RowExtreme(show=("Bridge",), end="last", by="Length"))


def test_figures_of_one_unit_in_texts_are_ranked_as_figures(bridges: Tables) -> None:
    known = Filter(column="Bridge", operator="!=", values=("Fir",))
    found = bridges.run(RowExtreme(show=("Bridge",), end="last", by="Length", filters=(known,)))
    assert found.facts[0].value == "Elm"


def test_values_that_share_the_most_rows_are_all_told(bridges: Tables) -> None:
    found = bridges.run(RowFrequent(column="River", end="last"))
    counts = BRIDGES["River"].value_counts()
    assert {fact.value for fact in found.facts} == set(counts[counts == counts.max()].index)


def test_rows_are_counted_only_where_no_value_of_what_is_counted_occurs_twice(bridges: Tables) -> None:
    assert bridges.run(RowCount(filters=(only("Lanes", 2),), same="Bridge")).facts[0].value == 3
    with pytest.raises(ForfeitException, match="either could be meant"):
        bridges.run(RowCount(filters=(only("River", "Aare", "Reuss"),), same="River"))


@pytest.mark.parametrize(
    ("goal", "answer"),
    [("more", "Elm"), ("less", "Alder"), ("difference", 2), ("sum", 6), ("average", 3), ("is more", "no")],
)
def test_two_rows_are_weighed_as_the_question_asks(bridges: Tables, goal: str, answer: str | int) -> None:
    sides = ((only("Bridge", "Alder"),), (only("Bridge", "Elm"),))
    asked = RowSides.model_validate({"sides": sides, "by": "Lanes", "goal": goal})
    assert bridges.run(asked).facts[0].value == answer
