"""Columns whose cells list several things."""

import pytest

from tests.shared.table.columns import table, text


def listed(*cells: str) -> tuple[str, list[tuple[object, int]]]:
    """The separator and the things of a column of these cells, each in two rows."""
    column = text("tags", len(cells), top_values=[{"value": cell, "count": 2} for cell in cells])
    found = table(column).column("tags")
    return found.separator, [(one.value, one.count) for one in found.things]


def test_things_are_counted_by_the_rows_that_list_them() -> None:
    assert listed("gift;b2b", "b2b; promo", "gift; promo ;b2b", "gift") == (
        ";",
        [("gift", 6), ("b2b", 6), ("promo", 4)],
    )


@pytest.mark.parametrize(
    "cells", [("Smith, Ann", "Miller, Bob", "Jones, Cid"), ("gift", "promo", "b2b"), ("a/b", "c/d")]
)
def test_cells_that_share_no_things_are_no_lists(cells: tuple[str, ...]) -> None:
    assert listed(*cells) == ("", [])


def test_a_list_in_a_small_table_may_name_most_things_once() -> None:
    assert listed("Drama; War", "Comedy; Family; Music", "Drama; History", "Sport")[0] == ";"


def test_sentences_parted_by_semicolons_are_no_lists() -> None:
    assert (
        listed("all of it went very well; thanks", "the box was open on arrival; thanks", "it was late; bad")[0] == ""
    )
