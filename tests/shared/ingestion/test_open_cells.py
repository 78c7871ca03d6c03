"""Cells that could be two things are kept as they are written, and that is a doubt; words among numbers are told."""

import random

import pytest

from shared.contracts import ColumnOverride, Overrides

CODES = ["7E3", "2E11", "4E1", "9E6", "3E5", "12E4"]


def _column(name: str, cells: list[str]) -> str:
    return f"key;{name}\n" + "".join(f"k{at};{cell}\n" for at, cell in enumerate(cells))


def test_codes_that_look_like_powers_of_ten_stay_codes_and_that_is_a_doubt(read):
    found = read(_column("batch", CODES))
    assert found.values("batch") == CODES
    assert [one.doubt for one in found.profile.repairs if one.column == "batch"] == [True]


@pytest.mark.parametrize(
    "cells",
    [["7.0E3", "2.5E11", "4.0E1"], ["7E+03", "2E+11", "4E-02"], ["7e3", "2e11", "4e1"], ["7E3", "250", "4E1"]],
    ids=["with a point", "with a sign", "small letters", "beside plain numbers"],
)
def test_numbers_with_exponents_as_programs_write_them_stay_numbers(read, cells):
    assert read(_column("dose", cells)).values("dose") == [float(cell) for cell in cells]


def test_a_person_may_say_that_they_are_numbers(read):
    said = Overrides(columns={"dose": ColumnOverride(type="number")})
    assert read(_column("dose", ["1E5", "2E6", "5E5"]), overrides=said).values("dose") == [1e5, 2e6, 5e5]


@pytest.mark.parametrize("words", [("Cr",), ("S", "H"), ("in", "out", "void")])
def test_amounts_with_words_behind_them_that_may_turn_their_sign_are_told(read, words):
    rng = random.Random(3)
    cells = [f"{rng.randint(100, 90_000) / 100:.2f} {words[at % len(words)]}" for at in range(24)]
    found = read(_column("amount", cells))
    assert found.values("amount") == cells
    assert [one.doubt for one in found.profile.repairs if one.column == "amount"] == [True]


@pytest.mark.parametrize(
    "cells", [["12 A", "14 B", "3 A", "9 B"], ["1.5 kg", "2.5 kg", "3.5 kg"], ["2.5 Ada", "3.5 Bo"]]
)
def test_house_numbers_amounts_of_a_unit_and_versions_are_not_told_so(read, cells):
    assert not [one for one in read(_column("what", cells)).profile.repairs if "behind them" in one.detail]


@pytest.mark.parametrize("word", ["missing", "k.A.", "on request"])
def test_a_few_words_among_fractions_count_as_empty_and_that_is_a_doubt(read, word):
    cells = [word if at % 30 == 4 else f"{at}.25" for at in range(120)]
    found = read(_column("weight", cells))
    assert [value is None for value in found.values("weight")] == [cell == word for cell in cells]
    assert [one.doubt for one in found.profile.repairs if one.column == "weight"] == [True]


def test_a_few_phrases_among_whole_numbers_count_as_empty(read):
    cells = ["on request" if at % 30 == 4 else f"{at * 7}" for at in range(120)]
    assert read(_column("pieces", cells)).values("pieces").count(None) == 4


@pytest.mark.parametrize("odd", ["Lobby", "12a", "P1"])
def test_a_word_or_a_code_among_whole_numbers_may_be_a_label_like_them(read, odd):
    cells = [odd if at % 30 == 4 else f"{100 + at}" for at in range(120)]
    assert read(_column("where", cells)).values("where") == cells


def test_many_words_among_fractions_keep_the_column_a_text(read):
    words = ("missing", "broken", "off the scale")
    cells = [words[at % 3] if at % 8 == 4 else f"{at}.25" for at in range(120)]
    assert read(_column("weight", cells)).types()[1] == "text"
