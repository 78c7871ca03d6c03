"""Amounts with units in their cells: of several in one dimension, without any, and words for no value among them."""

import pytest


def _table(*cells: str, name: str = "amount"):
    return f"who\t{name}\n" + "".join(f"w{at % 4}\t{cell}\n" for at, cell in enumerate(cells))


@pytest.mark.parametrize(
    ("cells", "values", "unit"),
    [
        (("46.7 kg", "42000 g", "5.1kg", "0.3 kg"), [46.7, 42, 5.1, 0.3], "kg"),
        (("350 kg", "1.1 t", "275 kg", "0.0421 t", "9 kg"), [350, 1100, 275, 42.1, 9], "kg"),
        (("350 g", "1.1 KG", "275 g", "2.345 kg"), [350, 1100, 275, 2345], "g"),
        (("12 mm", "3.3 cm", "14 mm", "1.1 m"), [12, 33, 14, 1100], "mm"),
        (("1,500 ml", "2 L", "330 ml", "7 dl", "250 ml"), [1500, 2000, 330, 700, 250], "ml"),
        (("1.500,5 g", "2,25 kg", "330,0 g"), [1500.5, 2250, 330], "g"),
        (("-3 mm", "-2 cm", "4.5 mm"), [-3, -20, 4.5], "mm"),
    ],
)
def test_units_of_one_dimension_are_converted_exactly_into_the_commonest(read, cells, values, unit):
    found = read(_table(*cells))
    assert found.values("amount") == values
    assert found.profile.column("amount").unit == unit
    (told,) = [one for one in found.profile.repairs if one.column == "amount"]
    assert "mixes units: what is in" in told.detail
    assert f"was converted into {unit}" in told.detail


@pytest.mark.parametrize(
    "cells",
    [
        ("5 kg", "3 lb", "7 kg"),
        ("5.5 kg", "3.2 m", "7.1 kg"),
        ("5 °C", "41 °F", "6 °C"),
        ("5.5 kg", "300 g", "7"),
        ("45%", "0.5", "12%"),
        ("45%", "50", "12%"),
        ("5.5 kg", "5500", "7.1 kg", "6.5 kg"),
        ("5.5 kg", "5.1", "6.2", "4.4"),
        ("5.5 kg", "2 boxes of 4", "6.2 kg", "400 g"),
    ],
)
def test_numbers_that_could_be_of_another_unit_stay_as_they_are(read, cells):
    assert read(_table(*cells)).values("amount") == list(cells)


def test_numbers_without_the_unit_of_most_are_in_it_and_that_is_a_doubt(read):
    found = read(_table("2.1°C", "4.7", "2.0 °C", "not checked", "7.9°C", *("3.1 °C", "2.4 °C") * 10))
    assert found.values("amount")[:5] == [2.1, 4.7, 2.0, None, 7.9]
    assert found.profile.column("amount").unit == "°C"
    unit, words, ways = [one for one in found.profile.repairs if one.column == "amount"]
    assert (unit.doubt, words.examples) == (True, ("not checked",))
    assert "numbers without a unit were read in °C too" in unit.detail
    assert "1 cell(s) are not numbers and count as empty" in words.detail
    assert not ways.doubt


def test_a_unit_that_somebody_wrote_in_a_few_cells_is_that_of_all_numbers_of_their_size_and_a_doubt(read):
    plain = [str(2000 + 7 * at) for at in range(200)]
    found = read(_table(*plain, "4768 L", "3959 L"))
    assert found.values("amount")[-2:] == [4768, 3959]
    told = next(one for one in found.profile.repairs if one.column == "amount")
    assert (told.doubt, "states L in some cells" in told.detail) == (True, True)


@pytest.mark.parametrize("other", [("4.8 L", "3.9 L"), ("4768 L", "39 m"), ("4768 L (est.)", "3959 L")])
def test_a_few_amounts_that_may_be_of_another_unit_count_as_empty_and_every_figure_says_so(read, other):
    """They hold a number: a sum without them is not the whole."""
    found = read(_table(*(f"{2000 + 7 * at}.5" for at in range(200)), *other))
    assert found.values("amount")[-2:] == [None, None]
    told = next(one for one in found.profile.repairs if "count as empty" in one.detail)
    assert told.doubt


def test_the_name_of_the_column_says_what_numbers_without_a_unit_are_in(read):
    found = read(_table("46.7", "42000 g", "5.1", "5 kg", name="Weight (kg)"))
    assert found.values("Weight (kg)") == [46.7, 42, 5.1, 5]
    assert not any(one.doubt for one in found.profile.repairs if one.column)


@pytest.mark.parametrize(("cell", "numbers"), [("{} kg", True), ("£{}", False)])
def test_words_among_amounts_are_empty_unless_they_may_be_of_no_money(read, cell, numbers):
    cells = [cell.format(at + 0.5) for at in range(20)]
    found = read(_table(*cells, *["free"] * 4))
    assert found.values("amount")[-5:] == ([19.5, *[None] * 4] if numbers else ["£19.5", *["free"] * 4])
