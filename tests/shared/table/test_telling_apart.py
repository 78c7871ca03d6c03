"""Which columns tell the rows of a table apart."""

from typing import Any

import pytest

from shared.contracts import ColumnProfile, DatasetProfile
from shared.table.telling_apart import daily_entity, unique, unique_day
from tests.shared.table.columns import number, text

ROWS = 60


def _table(*columns: ColumnProfile, rows: int = ROWS) -> DatasetProfile:
    return DatasetProfile(dataset_id="d", file_name="t.csv", row_count=rows, columns=columns)


def _date(name: str, distinct: int, **others: Any) -> ColumnProfile:
    return ColumnProfile.model_validate({"name": name, "type": "date", "role": "time", "distinct": distinct, **others})


@pytest.mark.parametrize(
    ("column", "own"),
    [
        (text("order", ROWS), True),
        (text("region", ROWS - 1), False),
        (text("order", ROWS, nulls=1), False),
        (text("note", ROWS, role="text"), False),
        (number("amount", distinct=ROWS), False),
        (number("number", distinct=ROWS, role="id"), False),
        (_date("day", ROWS), False),
    ],
)
def test_a_row_is_called_by_a_value_of_its_own_that_is_neither_a_number_nor_a_time_nor_prose(
    column: ColumnProfile, own: bool
) -> None:
    assert unique(column, _table(column)) == own


@pytest.mark.parametrize(
    ("column", "rows", "own"),
    [
        (_date("day", ROWS), ROWS, True),
        (_date("day", ROWS - 1), ROWS, False),
        (_date("day", ROWS, nulls=1), ROWS, False),
        (text("day", ROWS), ROWS, False),
        (_date("day", 1), 1, False),
    ],
)
def test_each_row_is_another_day_where_every_date_stands_once_and_there_are_several(
    column: ColumnProfile, rows: int, own: bool
) -> None:
    assert unique_day(column, _table(column, rows=rows)) == own


@pytest.mark.parametrize(
    ("columns", "found"),
    [
        ((_date("day", ROWS), text("town", 3)), ("day",)),
        ((_date("day", 20), text("town", 3), text("kind", 4)), ("town",)),
        ((_date("day", 20, nulls=1), text("town", 3)), None),
        ((_date("day", 20), text("town", 3, nulls=1)), None),
        ((_date("day", 20), number("amount", distinct=3)), None),
        ((_date("day", 20), text("town", 4)), None),
    ],
)
def test_days_are_rows_by_themselves_or_once_what_leaves_one_row_a_day_is_fixed(
    columns: tuple[ColumnProfile, ...], found: tuple[str, ...] | None
) -> None:
    assert daily_entity(_table(*columns)) == found
