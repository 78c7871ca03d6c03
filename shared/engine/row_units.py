"""Which column of a query's result says the units of another one's rows: of amounts in several currencies, say."""

from collections.abc import Iterable
from typing import Final

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.doubts.mixtures import mixtures
from shared.engine.results.lineage import KnownTexts, followed
from shared.engine.results.units import unit_kept

_BY: Final = "@"
"""Before the name of the column that says the unit of each row, in the place of an amount's unit."""
_SAYS: Final = "="
"""Before its name in the place of that column's own unit."""


def units_by_row(sql: str, datasets: Iterable[DatasetProfile]) -> dict[str, str]:
    """Of each result column whose rows are in different units (amounts in several currencies): the result column that
    says in which. None of a query that mixes them."""
    told = [one for one in datasets if any(column.unit_column for column in one.columns)]
    if not told or mixtures(sql, told):
        return {}
    tables = {one.relation.casefold(): _by_row(one) for one in told}
    found = followed(sql, tables, _by_row_kept)
    saying = {unit[1:]: name for name, unit in found.items() if unit.startswith(_SAYS)}
    return {name: saying[unit[1:]] for name, unit in found.items() if unit.startswith(_BY) and unit[1:] in saying}


def _by_row(table: DatasetProfile) -> KnownTexts:
    amounts = {one.name.casefold(): _BY + one.unit_column for one in table.columns if one.unit_column}
    return amounts | {said[1:].casefold(): _SAYS + said[1:] for said in amounts.values()}


def _by_row_kept(one: exp.Expr, known: KnownTexts) -> str | None:
    unit = unit_kept(one, known)
    return None if unit and unit.startswith(_SAYS) and not isinstance(one, exp.Column) else unit
