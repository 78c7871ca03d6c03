"""What a column of numbers is used for, by its name and values."""

import pytest

from shared.table.roles import Shape, role_of


@pytest.mark.parametrize(
    ("name", "role"), [("visit_type_code", "id"), ("customer id", "id"), ("no of rooms", "measure"), ("bmi", "measure")]
)
def test_a_code_with_decimals_only_because_cells_are_empty_is_no_amount(name: str, role: str) -> None:
    shape = Shape(name=name, type="number", rows=120, values=90, distinct=3, minimum=1.0, maximum=3.0)
    assert role_of(shape) == role
