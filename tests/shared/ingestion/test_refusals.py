"""Codes for no answer: those that a line beside the table explains, and those that their column or others prove."""

import random

import pytest

from shared.ingestion.cells.legends import codes_in

ROWS = 120


def _answers(seed: int = 1, **columns: dict[int, int] | None) -> str:
    """A survey of marks from 1 to 5 and of these columns, numbers up to 14 but for the given ones."""
    rng = random.Random(seed)
    lines = [f"id,{','.join(columns)}\n"]
    for at in range(ROWS):
        cells = (str((coded or {}).get(at % 12, rng.randint(0, 14))) for coded in columns.values())
        lines.append(f"s{at},{','.join(cells)}\n")
    return "".join(lines)


def _empty(found, name: str) -> int:
    return sum(value is None for value in found.values(name))


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("Scale 1 = very poor ... 5 = very good, 9 = no answer", [((), 9)]),
        ("age 99 = not stated; visits -9 = refused", [(("age",), 99), (("visits",), -9)]),
        ("-999: sensor failed", [((), -999)]),
        ("999 keine Angabe", []),
        ("1 = poor, 5 = good", []),
        ("9 = nine or more visits", []),
        ("In 2019 no data were collected", []),
    ],
)
def test_a_line_explains_codes_where_it_says_that_they_are_no_value(line, codes):
    assert [(one.of, one.number) for one in codes_in([line])] == codes


def test_codes_that_a_footnote_explains_are_empty_in_the_columns_that_it_names_or_beyond_whose_values_they_lie(read):
    text = _answers(visits={3: 77}, age={4: 77}, trips=None) + '\n"age 77 = not stated; 55 = no answer"\n'
    found = read(text)
    assert [_empty(found, name) for name in ("visits", "age", "trips")] == [0, 10, 0]
    everywhere = read(_answers(visits={3: 77}, age={4: 77}, trips=None) + '\n"77 = no answer"\n')
    assert [_empty(everywhere, name) for name in ("visits", "age", "trips")] == [10, 10, 0]


def test_the_only_negative_number_that_comes_often_is_no_answer(read):
    found = read(_answers(visits={3: -9}))
    assert _empty(found, "visits") == 10
    assert "-9 in 10 cells was taken to stand for no answer" in found.told("null")


@pytest.mark.parametrize("coded", [{3: -9, 5: -2}, {3: -3}])
def test_negative_numbers_among_others_or_of_no_code_are_kept(read, coded):
    assert _empty(read(_answers(change=coded)), "change") == 0


def test_a_row_of_nines_above_is_no_answer_only_beside_other_codes(read):
    assert _empty(read(_answers(age={4: 99}, visits={3: -9})), "age") == 10
    assert _empty(read(_answers(price={4: 99}, visits={3: 9})), "price") == 0


def _marks(others: list[str], codes: list[str]) -> str:
    cells = [*others * 8, *codes]
    return "id,mark\n" + "".join(f"s{at},{cell}\n" for at, cell in enumerate(cells))


@pytest.mark.parametrize("others", [["1", "2", "3", "4", "5"], [str(mark) for mark in range(11)], ["0", "1", "1", "0"]])
def test_a_row_of_nines_beside_marks_alone_is_no_answer(read, others):
    found = read(_marks(others, ["99"] * 3))
    assert _empty(found, "mark") == 3
    assert f"all others are from {others[0]} to {max(map(int, others))}" in found.told("null")


@pytest.mark.parametrize(
    ("others", "codes"),
    [
        (["1", "2", "3", "4", "5"], ["99"] * 2),
        (["1", "2", "3", "4", "5"], ["90"] * 3),
        (["1", "2", "4", "5", "40"], ["99"] * 3),
        (["1", "1.5", "3.5", "4"], ["99"] * 3),
        (["5", "6", "7", "8"], ["99"] * 3),
        ([str(count) for count in range(1, 14)], ["99"] * 3),
    ],
)
def test_a_row_of_nines_that_is_rare_or_beside_what_are_no_marks_is_kept(read, others, codes):
    assert _empty(read(_marks(others, codes)), "mark") == 0


def test_rare_steps_are_of_a_scale_where_the_code_is_as_frequent(read):
    marks = "1" * 4 + "2" * 20 + "3" * 40 + "4" * 40 + "5" * 30 + "9" * 6
    rows = "".join(f"{at},{one},{other}\n" for at, (one, other) in enumerate(zip(marks, reversed(marks), strict=True)))
    found = read(f"no,water,price\n{rows}")
    assert [_empty(found, name) for name in ("water", "price")] == [6, 6]


def test_a_row_of_nines_without_a_unit_among_numbers_with_one_is_empty(read):
    cells = [f"{10 + at % 9}.{at % 7} {'CF'[at % 2]}" for at in range(40)]
    cells[5] = cells[9] = "-999"
    found = read("house\ttemp\n" + "".join(f"h{at % 3}\t{cell}\n" for at, cell in enumerate(cells)))
    assert _empty(found, "temp") == 2
    bare = read("house\ttemp\n" + "".join(f"h{at % 3}\t{cell}\n" for at, cell in enumerate([*cells, "12"])))
    assert _empty(bare, "temp") == 0
