"""Figures of amounts in more than one currency or unit."""

from collections.abc import Iterator
from typing import Final

from shared.query import conditions as c
from shared.query import derived as d
from shared.query import measures as m
from shared.query.bound import BoundColumn, BoundQuery, DerivedColumn, LookedUpColumn, PassedColumn, ProfiledColumn
from shared.query.checks.finding import Finding, measures_of
from shared.query.groupings import ByColumn
from shared.query.lookups import Lookup
from shared.query.query import Figures
from shared.query.semantics import Semantics
from shared.query.units import column_unit, measure_unit, operand_of
from shared.query.words.phrases import Naming
from shared.query.words.verbalise import naming_of
from shared.table.mixed_units import converts, deciding, single, unlike_units
from shared.table.unit_powers import FIXED, OPEN, UnitPower, scaled, summed

_OF_ALL_ROWS: Final = (d.Tier, d.FilledWithFigure)
"""What is derived from more than the cells of its own row."""


def currency(bound: BoundQuery, semantics: Semantics) -> tuple[Finding, ...]:
    """Amounts whose unit differs from row to row, unless rows of one unit are taken; and sums of unlike units."""
    naming = naming_of(bound, semantics)
    found: list[Finding] = []
    for measure, where in measures_of(bound):
        if isinstance(measure, m.Arithmetic) and measure.operator in ("sum", "difference"):
            units = [measure_unit(one, bound.columns, semantics) for one in (measure.left, measure.right)]
            if unlike_units(units):
                sentence = (
                    f"Figures in {units[0]} and in {units[1]} cannot be added or subtracted; convert one of them first."
                )
                found.append(Finding(kind="currency", verdict="refuse", sentence=sentence))
        column = getattr(measure, "column", None)
        if column is None or isinstance(measure, m.Rate) or getattr(measure, "function", "") in m.COUNTS:
            continue
        if _cancels(bound.columns[column], semantics):
            found += _of_each_row(bound.columns[column], naming, semantics)
            continue
        for own, factors in _made_of(bound.columns[column]):
            unlike = _mixed_in(own, semantics)
            if unlike is not None and not _one_unit(own, unlike, bound, where, factors, semantics):
                says = unlike if isinstance(own, LookedUpColumn) else naming.table_column(unlike)
                sentence = f"{_capital(naming.phrase(own).text)} is not all in one unit: {says} "
                sentence += f"says which. Group by {says}, or ask for one of its values."
                found.append(_unlike(sentence, money=own.profile.money))
    return (*found, *_calculations(bound, semantics))


def _mixed_in(own: ProfiledColumn, semantics: Semantics) -> str | None:
    """The column of its dataset that says in which unit each cell is; None where all are in one."""
    return own.profile.unit_column if isinstance(own, LookedUpColumn) else semantics.mixed_in(own.name)


def _cancels(column: BoundColumn, semantics: Semantics) -> bool:
    """Whether the unit of each row cancels out in what is derived of it, as in a margin."""
    mixed = any(_mixed_in(own, semantics) for own, _ in _made_of(column))
    power = _power(column, semantics) if mixed else None
    return power is not None and power.cancels


def _power(column: BoundColumn, semantics: Semantics) -> UnitPower | None:
    """In which power the unit of each row stands in a column's cells; None where that cannot be read."""
    if isinstance(column, PassedColumn):
        return _power(column.column, semantics)
    if isinstance(column, ProfiledColumn):
        says = _mixed_in(column, semantics)
        of = column.lookup.node if isinstance(column, LookedUpColumn) else None
        return UnitPower.row((of, says)) if says else FIXED if column.profile.unit else OPEN
    if not isinstance(column, DerivedColumn) or not isinstance(column.node, d.Calculation):
        return None
    node = column.node
    left, right = (
        _power(column.columns[one], semantics) if isinstance(one, str) else OPEN for one in (node.left, node.right)
    )
    return summed(left, right) if node.operator in "+-" else scaled(left, right, by=1 if node.operator == "*" else -1)


def _of_each_row(column: BoundColumn, naming: Naming, semantics: Semantics) -> Iterator[Finding]:
    """That a figure is worked out in each row's own unit, which a column without one is taken to be in."""
    made = (own for own, _ in _made_of(column) if not _mixed_in(own, semantics) and not own.profile.unit)
    if unsaid := tuple(dict.fromkeys(naming.phrase(own).text for own in made)):
        told = f"{_capital(naming.phrase(column).text)} is worked out within each row, in the unit of that row; "
        told += f"{' and '.join(unsaid)} {'is' if len(unsaid) == 1 else 'are'} taken to be in it, too."
        yield Finding(kind="currency", verdict="tell", sentence=told)


def _unlike(sentence: str, *, money: bool) -> Finding:
    """Unlike currencies are never taken together; of other units (pieces and boxes) the total may be meant."""
    if money:
        return Finding(kind="currency", verdict="refuse", sentence=sentence)
    return Finding(kind="currency", verdict="tell", sentence=sentence)


def _calculations(bound: BoundQuery, semantics: Semantics) -> Iterator[Finding]:
    for item in bound.query.derived:
        own = bound.columns[item.name]
        if not isinstance(item, d.Calculation) or item.operator not in ("+", "-") or not isinstance(own, DerivedColumn):
            continue
        units = [column_unit(own.columns[one], semantics) for one in (item.left, item.right) if isinstance(one, str)]
        if unlike_units(units):
            sentence = (
                f"Cells in {units[0]} and in {units[1]} cannot be added or subtracted; convert one of them first."
            )
            yield Finding(kind="currency", verdict="refuse", sentence=sentence)


def _made_of(column: BoundColumn) -> Iterator[tuple[ProfiledColumn, tuple[BoundColumn, ...]]]:
    """The columns of datasets that a column's cells are made of, each with what it is multiplied or divided by."""
    if isinstance(column, PassedColumn):
        yield from _made_of(column.column)
    elif isinstance(column, ProfiledColumn):
        yield column, ()
    elif isinstance(column, DerivedColumn):
        sides = [column.columns[one] for one in _sides(column)]
        scaled = isinstance(column.node, d.Calculation) and column.node.operator in ("*", "/")
        for one in sides:
            others = tuple(other for other in sides if other is not one) if scaled else ()
            yield from ((own, (*factors, *others)) for own, factors in _made_of(one))


def mixed_still(column: DerivedColumn, bound: BoundQuery, semantics: Semantics) -> str | None:
    """The column of the table that says the unit of each of a derived column's cells; None where all are in one, or
    each is converted, or its own cancels out."""
    for own, factors in () if _cancels(column, semantics) else _made_of(column):
        unlike = None if isinstance(own, LookedUpColumn) else semantics.mixed_in(own.name)
        if unlike is not None and not _converted(None, deciding(bound.table, unlike), factors, semantics):
            return unlike
    return None


def _sides(column: DerivedColumn) -> list[str]:
    inner = [getattr(column.node, field, None) for field in ("column", "other", "left", "right")]
    return [one for one in inner if isinstance(one, str)]


def _one_unit(
    own: ProfiledColumn,
    unlike: str,
    bound: BoundQuery,
    where: tuple[c.Condition, ...],
    factors: tuple[BoundColumn, ...],
    semantics: Semantics,
) -> bool:
    """Whether rows are told apart by what decides the unit of a column, or converted by a factor."""
    lookup = own.lookup if isinstance(own, LookedUpColumn) else None
    table, of = (lookup.table, lookup.node) if lookup else (bound.table, None)
    by, groups = deciding(table, unlike), bound.query.groups if isinstance(bound.query, Figures) else ()
    apart = {(of, name) for name in (*by, *single(table))}
    told = [one.column for one in groups if isinstance(one, ByColumn)]
    told += [one.column for one in where if isinstance(one, c.Compare) and one.operator == "="]
    return not apart.isdisjoint(_named(bound.columns[name]) for name in told) or _converted(of, by, factors, semantics)


def _converted(of: Lookup | None, by: tuple[str, ...], factors: tuple[BoundColumn, ...], semantics: Semantics) -> bool:
    """Whether one of the factors converts what the columns `by`, found by that lookup, decide the unit of."""
    return any(
        converts(operand_of(one, semantics), [name for found_by, name in _fixed(one) if found_by == of], by)
        for one in factors
    )


NamedColumn = tuple[Lookup | None, str]
"""What a column is called in its dataset, and the lookup that finds it; None for the table itself."""


def _named(column: BoundColumn) -> NamedColumn:
    while isinstance(column, PassedColumn):
        column = column.column
    return (column.lookup.node, column.profile.name) if isinstance(column, LookedUpColumn) else (None, column.name)


def _fixed(column: BoundColumn) -> tuple[NamedColumn, ...]:
    """The columns that fix a column's cells: those that do in its dataset, those by which it is looked up, and those
    that it is derived from, row by row."""
    if isinstance(column, PassedColumn):
        return _fixed(column.column)
    if isinstance(column, DerivedColumn):
        sides = [column.columns[one] for one in _sides(column)] if not isinstance(column.node, _OF_ALL_ROWS) else []
        return tuple(name for side in sides for name in (_named(side), *_fixed(side)))
    of, _ = _named(column)
    own = tuple((of, name) for name in column.profile.fixed_by) if isinstance(column, ProfiledColumn) else ()
    keys = [key for key, _ in column.lookup.on] if isinstance(column, LookedUpColumn) else []
    return (*own, *(name for key in keys for name in (_named(key), *_fixed(key))))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
