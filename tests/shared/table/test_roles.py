"""What a column of numbers is used for, by its name and values."""

import pytest

from shared.table.roles import ValueShape, role_of


@pytest.mark.parametrize(
    ("name", "role"), [("visit_type_code", "id"), ("customer id", "id"), ("no of rooms", "measure"), ("bmi", "measure")]
)
def test_a_code_with_decimals_only_because_cells_are_empty_is_no_amount(name: str, role: str) -> None:
    shape = ValueShape(name=name, type="number", rows=120, values=90, distinct=3, minimum=1.0, maximum=3.0)
    assert role_of(shape) == role


@pytest.mark.parametrize(
    ("name", "values", "role"),
    [
        ("smoker", 40, "dimension"),
        ("Geschlecht", 40, "dimension"),
        ("smoker", 20, "measure"),
        ("rooms", 40, "measure"),
        ("qty", 40, "measure"),
    ],
)
def test_one_and_two_are_answers_where_the_name_is_of_one_thing_and_of_no_amount(
    name: str, values: int, role: str
) -> None:
    shape = ValueShape(name=name, type="integer", rows=values, values=values, distinct=2, minimum=1.0, maximum=2.0)
    assert role_of(shape) == role


@pytest.mark.parametrize(
    ("first", "rows", "twice", "maximum", "role"),
    [
        (True, 55, 0, 100_254, "id"),
        (True, 55, 0, 100_300, "id"),
        (True, 55, 0, 101_000, "measure"),
        (True, 55, 5, 100_254, "id"),
        (True, 55, 9, 100_254, "measure"),
        (True, 20, 0, 100_219, "measure"),
        (False, 55, 0, 100_254, "measure"),
    ],
)
def test_numbers_that_run_on_in_the_first_column_are_ids_though_some_rows_were_entered_twice(
    first: bool, rows: int, twice: int, maximum: int, role: str
) -> None:
    shape = ValueShape(
        name="Material",
        type="integer",
        rows=rows,
        values=rows,
        distinct=rows - twice,
        minimum=100_200.0,
        maximum=float(maximum),
        first=first,
    )
    assert role_of(shape) == role


@pytest.mark.parametrize(
    ("minimum", "maximum", "values", "unit", "role"),
    [
        (2009, 2024, 60, None, "dimension"),
        (1899, 2024, 60, None, "measure"),
        (2009, 2051, 60, None, "measure"),
        (2009, 2024, 20, None, "measure"),
        (2009, 2024, 60, "kg", "measure"),
    ],
)
def test_whole_numbers_that_lie_among_the_years_of_our_time_are_years_in_any_language(
    minimum: int, maximum: int, values: int, unit: str | None, role: str
) -> None:
    shape = ValueShape(
        name="Kunde seit",
        type="integer",
        rows=values,
        values=values,
        distinct=12,
        minimum=float(minimum),
        maximum=float(maximum),
        unit=unit,
    )
    assert role_of(shape) == role


@pytest.mark.parametrize(("name", "most", "role"), [("Hours", 180.0, "measure"), ("Hour", 23.0, "dimension")])
def test_more_hours_than_a_day_has_are_an_amount(name: str, most: float, role: str) -> None:
    shape = ValueShape(name=name, type="integer", rows=48, values=48, distinct=20, minimum=0.0, maximum=most)
    assert role_of(shape) == role
