"""The measure that a table is about: what is meant where a question ranks or compares and names none."""

from collections.abc import Sequence

from shared.contracts.dataset import ColumnProfile, DatasetProfile
from shared.table.names import words_of
from shared.table.units import is_unread_money


def main_measure(table: DatasetProfile) -> ColumnProfile | None:
    """The principal amount of money that adds up, else the only measure that adds up, else the only one, else the one
    that is computed of others in every row, as an amount is of a quantity and a price; None where several could be
    meant, or amounts of money that could not be read. What other columns fix (the rate of a kind of shipping) is
    theirs, and not what the rows are about."""
    if hides_money(table):
        return None
    measures = [column for column in table.having("measure") if not column.fixed_by]
    adding = [column for column in measures if column.additivity != "non_additive"]
    if amounts := [column for column in adding if column.money]:
        return made_of_others(amounts) or principal_amount(amounts)
    only = adding or measures
    return only[0] if len(only) == 1 else made_of_others(adding)


def only_measure(table: DatasetProfile) -> ColumnProfile | None:
    """The one column of figures; None beside others, or amounts of money that could not be read."""
    measures = [column for column in table.columns if column.numeric and column.role == "measure"]
    return None if len(measures) != 1 or hides_money(table) else measures[0]


def holding(number: float, table: DatasetProfile) -> tuple[ColumnProfile, ...]:
    """The columns of figures whose cells reach from below that number to above it; none where amounts of money could
    not be read. Ids and years are no figures."""
    figures = [one for one in table.columns if one.numeric and one.role != "id" and not one.of_years]
    ends = [(one, one.minimum, one.maximum) for one in figures if not hides_money(table)]
    reach = (
        one
        for one, low, high in ends
        if not isinstance(low, str | None) and not isinstance(high, str | None) and low <= number <= high
    )
    return tuple(reach)


def hides_money(table: DatasetProfile) -> bool:
    """Whether a column holds amounts of money that could not be read: what is asked may be about these."""
    return any(map(is_unread_money, table.columns))


def principal_amount(amounts: Sequence[ColumnProfile]) -> ColumnProfile | None:
    """The one amount that a row is about: the only one, or the only total."""
    if len(amounts) == 1:
        return amounts[0]
    totals = [column for column in amounts if {"total", "revenue", "sales"} & set(words_of(column.name))]
    plain = [column for column in amounts if "amount" in words_of(column.name)]
    return totals[0] if len(totals) == 1 else plain[0] if len(plain) == 1 and not totals else None


def made_of_others(adding: Sequence[ColumnProfile]) -> ColumnProfile | None:
    """The one column that is computed of others and of which no other is: what the others lead to."""
    parts = {name for column in adding for name in column.computed_from}
    made = [column for column in adding if column.computed_from and column.name not in parts]
    return made[0] if len(made) == 1 else None
