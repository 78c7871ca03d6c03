"""Figures of amounts in more than one currency or unit."""

from collections.abc import Iterator

from shared.query import conditions as c
from shared.query import derived as d
from shared.query import measures as m
from shared.query.check import BoundQuery
from shared.query.checks.finding import Finding, measures_of
from shared.query.columns import BoundColumn, DerivedColumn, PassedColumn, TableColumn
from shared.query.groupings import ByColumn
from shared.query.query import Figures
from shared.query.semantics import Semantics
from shared.query.units import column_unit, measure_unit
from shared.query.verbalise import naming_of

_COUNTS = frozenset({"distinct", "known", "empty"})


def currency(bound: BoundQuery, semantics: Semantics) -> tuple[Finding, ...]:
    """Amounts whose unit differs from row to row, unless rows of one unit are taken; and sums of unlike units."""
    naming = naming_of(bound, semantics)
    found: list[Finding] = []
    for measure, where in measures_of(bound):
        if isinstance(measure, m.Arithmetic) and measure.operator in ("sum", "difference"):
            units = [measure_unit(one, bound.columns, semantics) for one in (measure.left, measure.right)]
            if None not in units and len(set(units)) == 2:
                sentence = (
                    f"Figures in {units[0]} and in {units[1]} cannot be added or subtracted; convert one of them first."
                )
                found.append(Finding(kind="currency", verdict="refuse", sentence=sentence))
        column = getattr(measure, "column", None)
        if column is None or isinstance(measure, m.Rate) or getattr(measure, "function", "") in _COUNTS:
            continue
        for own in _made_of(bound.columns[column]):
            unlike = semantics.mixed_in(own)
            if unlike is not None and not _one_unit(unlike, bound, where):
                sentence = (
                    f"{_capital(naming.table_column(own))} is not all in one unit: {naming.table_column(unlike)} "
                )
                sentence += f"says which. Group by {naming.table_column(unlike)}, or ask for one of its values."
                found.append(_unlike(sentence, money=bound.table.column(own).money))
    return (*found, *_calculations(bound, semantics))


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
        if len(set(units)) == 2 and None not in units:
            sentence = (
                f"Cells in {units[0]} and in {units[1]} cannot be added or subtracted; convert one of them first."
            )
            yield Finding(kind="currency", verdict="refuse", sentence=sentence)


def _made_of(column: BoundColumn) -> tuple[str, ...]:
    """The columns of the table that a column's cells are made of."""
    if isinstance(column, PassedColumn):
        return _made_of(column.column)
    if isinstance(column, TableColumn):
        return (column.name,)
    if isinstance(column, DerivedColumn):
        inner = [getattr(column.node, field, None) for field in ("column", "left", "right")]
        return tuple(name for one in inner if isinstance(one, str) for name in _made_of(column.columns[one]))
    return ()


def _one_unit(unlike: str, bound: BoundQuery, where: tuple[c.Condition, ...]) -> bool:
    groups = bound.query.groups if isinstance(bound.query, Figures) else ()
    grouped = any(isinstance(one, ByColumn) and one.column == unlike for one in groups)
    return grouped or any(isinstance(one, c.Compare) and one.column == unlike and one.operator == "=" for one in where)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
