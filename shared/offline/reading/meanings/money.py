"""Which columns hold money, and which of them a row is about."""

from shared.contracts import ColumnProfile
from shared.table.names import words_of


def principal_amount(amounts: list[ColumnProfile]) -> ColumnProfile | None:
    """The one amount that a row is about: the only one, or the only total."""
    if len(amounts) == 1:
        return amounts[0]
    totals = [column for column in amounts if {"total", "revenue", "sales"} & set(words_of(column.name))]
    plain = [column for column in amounts if "amount" in words_of(column.name)]
    return totals[0] if len(totals) == 1 else plain[0] if len(plain) == 1 and not totals else None


def is_money(column: ColumnProfile) -> bool:
    """Whether the column holds amounts of money, by its unit or its name."""
    return column.money
