"""Cells that are looked up for several rows, averaged as if each were one."""

from shared.query import measures as m
from shared.query.check import BoundQuery
from shared.query.checks.finding import Finding, measures_of
from shared.query.columns import BoundColumn, DerivedColumn, LookedUpColumn, PassedColumn, columns_in, is_repeated
from shared.query.semantics import Semantics
from shared.query.verbalise import naming_of

_OF_ROWS = frozenset({"mean", "median", "stddev", "variance"})


def repeated(bound: BoundQuery, semantics: Semantics) -> tuple[Finding, ...]:
    """An average or a spread of what is looked up takes it once for each row that finds it, which is told."""
    naming = naming_of(bound, semantics)
    found: list[Finding] = []
    for measure, _ in measures_of(bound):
        if not isinstance(measure, m.Statistic) or measure.function not in _OF_ROWS:
            continue
        own = bound.columns[measure.column]
        if is_repeated(own):
            sentence = once_for_each(naming.column(measure.column).text, naming.row, looked_in(own))
            found.append(Finding(kind="grain", verdict="tell", sentence=sentence))
    return tuple(found)


def looked_in(column: BoundColumn) -> str:
    """The dataset that the column's cells are of."""
    while isinstance(column, PassedColumn):
        column = column.column
    if isinstance(column, DerivedColumn):
        return looked_in(column.columns[next(columns_in(column.node))])
    return column.lookup.table.relation if isinstance(column, LookedUpColumn) else ""


def once_for_each(name: str, row: str, dataset: str) -> str:
    """The sentence for an average or a spread of what several rows find."""
    return f"This figure takes the {name} once for each {row}, not once for each row of {dataset}."


def counted_for_each(name: str, row: str, dataset: str, key: str = "") -> str:
    """The sentence for a sum of what several rows find, by a column where it is one."""
    told = f"Each {row} finds the {name}, and several may find the same, so adding it up counts it again and again"
    once = f" once for each {key}," if key else ""
    return f"{told}; ask for it of {dataset} alone,{once} or for its average."
