"""A mixture of units is told of the rows that a query takes: where all of these are in one unit, none is."""

import pytest

from shared.contracts import ColumnProfile, DatasetProfile
from shared.contracts.dataset import ValueCount
from shared.engine.doubts.mixed_rows import mixed_rows
from shared.engine.doubts.row_doubts import Counted, RowDoubt

MIXED = "SELECT sum(amount) FROM data"
OF_TWO = "SELECT sum(x) FROM (SELECT kg AS x FROM data UNION ALL SELECT lb FROM data)"


def table(*currencies: str, distinct: int) -> DatasetProfile:
    """Amounts in currencies, of which the profile shows these values."""
    said = tuple(ValueCount(value=one, count=3) for one in currencies)
    columns = (
        ColumnProfile(
            name="amount", type="number", role="measure", additivity="additive", distinct=9, unit_column="currency"
        ),
        ColumnProfile(name="currency", type="text", role="dimension", distinct=distinct, top_values=said),
        ColumnProfile(name="kg", type="number", role="measure", additivity="additive", distinct=9, unit="kg"),
        ColumnProfile(name="lb", type="number", role="measure", additivity="additive", distinct=9, unit="lb"),
    )
    return DatasetProfile(dataset_id="d", relation="data", file_name="f.csv", row_count=9, columns=columns)


@pytest.mark.parametrize(
    ("parts", "is_told"),
    [
        ([Counted((3, 2), 5)], True),
        ([Counted((3, 0), 3), Counted((0, 2), 2)], True),
        ([Counted((3, 0), 3)], False),
        ([Counted((0, 0), 0)], False),
    ],
)
def test_rows_in_several_units_are_told_and_rows_in_one_are_not(parts: list[Counted], is_told: bool) -> None:
    (line,) = mixed_rows(MIXED, [table("EUR", "USD", distinct=2)])
    assert isinstance(line, RowDoubt)
    asked = line.question
    assert [one.sql() for one in asked.conditions] == ["\"currency\" = 'EUR'", "\"currency\" = 'USD'"]
    assert (asked.relation, asked.column) == ("data", "amount")
    assert asked.say(parts) == (str(line) if is_told else "")


@pytest.mark.parametrize(("sql", "distinct"), [(MIXED, 3), (OF_TWO, 2)])
def test_what_cannot_be_asked_of_rows_is_told_of_all(sql: str, distinct: int) -> None:
    (line,) = mixed_rows(sql, [table("EUR", "USD", distinct=distinct)])
    assert not isinstance(line, RowDoubt)
