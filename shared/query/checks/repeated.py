"""Cells that are looked up for several rows, averaged as if each were one."""

from collections.abc import Iterator

from shared.query import measures as m
from shared.query.bound import BoundColumn, BoundQuery, DerivedColumn, Found, FoundFigure, PassedColumn
from shared.query.checks.finding import WEIGHED_BY_ROWS, Finding
from shared.query.checks.fixed import fixed_by
from shared.query.columns import columns_in, follows, is_repeated
from shared.query.conditions import Condition
from shared.query.groupings import AnyGrouping, ByColumn
from shared.query.query import Figures
from shared.query.semantics import Semantics
from shared.query.words.verbalise import naming_of


def repeated(bound: BoundQuery, semantics: Semantics) -> tuple[Finding, ...]:
    """An average or a spread of what is looked up takes it once for each row that finds it, which is told; but not of
    rows that all find the same, since their average is what each of them finds."""
    query, naming = bound.query, naming_of(bound, semantics)
    if not isinstance(query, Figures):
        return ()
    own = [one.measure for one in query.having if not isinstance(one.measure, int | str)]
    same = [*_same(query.groups, query.where)]
    told = [
        once_for_each(naming.column(one.column).text, naming.row, _of_which(bound.columns[one.column]))
        for measure in (*query.measures, *own)
        for one in _of_several(measure, bound, same)
    ]
    return tuple(Finding(kind="grain", verdict="tell", sentence=sentence) for sentence in told)


def _of_several(measure: m.AnyMeasure, bound: BoundQuery, same: list[str]) -> Iterator[m.Statistic]:
    """The averages and spreads in a measure that are of cells of several rows of another dataset; the rows of a figure
    share their cells of the columns that are the `same`."""
    if isinstance(measure, m.Arithmetic):
        yield from (*_of_several(measure.left, bound, same), *_of_several(measure.right, bound, same))
    elif isinstance(measure, m.Filtered):
        yield from _of_several(measure.measure, bound, [*same, *_same((), measure.where)])
    elif isinstance(measure, m.PerGroup):
        yield from _of_several(measure.measure, bound, [*same, *_same((measure.per,), ())])
    elif isinstance(measure, m.Statistic) and measure.function in WEIGHED_BY_ROWS:
        own = bound.columns[measure.column]
        if is_repeated(own) and not follows(own, [bound.columns[one] for one in same]):
            yield measure


def _same(groups: tuple[AnyGrouping, ...], where: tuple[Condition, ...]) -> Iterator[str]:
    """The columns of which the rows of a group that meet the conditions share the cell."""
    yield from (one.column for one in groups if isinstance(one, ByColumn))
    yield from (column for one in where if (column := fixed_by(one)) is not None)


def looked_in(column: BoundColumn) -> str:
    """The dataset that the column's cells are of."""
    found = _found(column)
    return found.lookup.table.relation if found else ""


def _found(column: BoundColumn) -> Found | None:
    while isinstance(column, PassedColumn):
        column = column.column
    if isinstance(column, DerivedColumn):
        return _found(column.columns[next(columns_in(column.node))])
    return column if isinstance(column, Found) else None


def _of_which(column: BoundColumn) -> str:
    """What a cell of the column is of in the other dataset: a row, or all rows of a key."""
    keys = found.lookup.on if isinstance(found := _found(column), FoundFigure) else ()
    return f"{' and '.join(key.words for _, key in keys) or 'row'} of {looked_in(column)}"


def once_for_each(name: str, row: str, other: str) -> str:
    """The sentence for an average or a spread of what several rows find."""
    return f"This figure takes the {name} once for each {row}, not once for each {other}."


def counted_for_each(name: str, row: str, dataset: str, key: str = "") -> str:
    """The sentence for a sum of what several rows find, by a column where it is one."""
    told = f"Each {row} finds the {name}, and several may find the same, so adding it up counts it again and again"
    once = f" once for each {key}," if key else ""
    return f"{told}; ask for it of {dataset} alone,{once} or for its average."
