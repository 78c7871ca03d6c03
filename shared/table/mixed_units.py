"""When units are mixed, whoever takes figures or rows together: the query language, or SQL.

Figures are, where two known units of theirs differ. Rows of a column whose unit another column says are, unless they
are told apart by what decides the unit, or each is converted by a rate of exchange first. A percentage, a share or a
weight converts nothing, whatever it is multiplied with.
"""

from collections.abc import Collection, Iterable

from shared.contracts import ColumnProfile, DatasetProfile
from shared.table.names import spoken
from shared.table.unit_arithmetic import UNKNOWN, Operand


def unlike_units(units: Iterable[str | None]) -> tuple[str, ...]:
    """The different units of figures that are added, compared or put in one column; nothing where all that are known
    are one."""
    known = tuple(dict.fromkeys(unit for unit in units if unit and unit != UNKNOWN))
    return known if len(known) > 1 else ()


def deciding(table: DatasetProfile, says: str) -> tuple[str, ...]:
    """The columns of which rows with the same value are in one unit: the one that `says` it, and those that fix it, as
    a country its currency."""
    return (says, *table.column(says).fixed_by)


def single(table: DatasetProfile) -> tuple[str, ...]:
    """The columns that tell rows apart: what is of one of their values is of one row, and in one unit."""
    return tuple(one.name for one in table.columns if one.distinct == table.row_count)


def converts(factor: Operand, fixed_by: Collection[str], by: Collection[str]) -> bool:
    """Whether amounts may be converted by what they are multiplied with or divided by: a rate that is no part of one,
    or that has one value for each unit. `fixed_by` are the columns that fix the factor, `by` those that decide the
    unit."""
    return factor.unit == UNKNOWN or not set(fixed_by).isdisjoint(by)


def unlike_rows(column: ColumnProfile, table: DatasetProfile) -> str:
    """How a sentence on a column begins whose rows are in the units that another one says."""
    says = spoken(table.column(column.unit_column or ""))
    return f"Values of {spoken(column)} are in different units, as {says} says"
