"""Headers that count their columns (1 to 12, 0 to 23), as those of plates, of hours and of days are."""

import random

import pytest


def _grid(rng: random.Random, rows: str, columns: int, first: int = 1) -> list[str]:
    head = ";".join(["<>", *(str(at) for at in range(first, first + columns))])
    return [head, *(";".join([row, *(f"{rng.random() * 3:.3f}" for _ in range(columns))]) for row in rows)]


@pytest.mark.parametrize(("columns", "first"), [(12, 1), (24, 0), (31, 1), (4, 1)])
@pytest.mark.parametrize("title", [(), ("Reader;X 200", "Made;by hand")])
def test_columns_are_called_by_the_numbers_above_them(read, columns, first, title):
    found = read("\n".join([*title, *_grid(random.Random(columns), "ABCDEFGH", columns, first)]))
    assert [one.name for one in found.profile.columns][1:] == [str(at) for at in range(first, first + columns)]
    assert len(found.rows) == 8
    assert set(found.types()[1:]) == {"number"}


def test_grids_with_a_caption_each_are_one_table_that_says_it(read):
    rng = random.Random(5)
    lines = ["Run;7", "", "Red light", *_grid(rng, "ABCD", 6), "", "Blue light", *_grid(rng, "ABCD", 6)]
    found = read("\n".join([*lines, "", "Ended:;2024-05-14 09:15"]))
    assert found.values("section") == ["Red light"] * 4 + ["Blue light"] * 4
    assert "Ended" in str(found.profile.repairs)
    assert "no number" not in found.told()


@pytest.mark.parametrize(
    "lines",
    [
        ["A;1;2;3;4;5", "B;6;7;8;9;10", "C;11;12;13;14;15"],
        ["A;1;2;3;4;5", "B;1;2;3;4;5", "C;2;2;3;4;5"],
        ["A;1;2;4;8;16", "B;3;9;27;81;7", "C;5;25;1;6;2"],
        ["A;1;2;3", "B;7;9;8", "C;5;2;1"],
    ],
)
def test_rows_of_data_that_count_are_no_headers(read, lines):
    assert len(read("\n".join(lines)).rows) == 3


def test_a_key_and_its_value_below_a_wide_table_are_a_note(read):
    grid = _grid(random.Random(1), "ABCDEF", 8)
    assert len(read("\n".join([*grid, "Checked by:;Lee", "Lamp:;on"])).rows) == 6
    assert len(read("\n".join([*grid, "G:;1;2;3;4;5;6;7;8"])).rows) == 7
