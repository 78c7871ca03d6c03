"""Amounts in several currencies: an analysis is run for each of them, or not at all."""

from collections.abc import Iterator

from shared.analysis.base import Analysis
from shared.analysis.statistical import StatisticalAnalysis
from shared.analysis.written_query import Written
from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.doubts.mixtures import mixtures, unlike
from shared.errors import ForfeitException


def by_currency(analysis: Analysis, table: DatasetProfile) -> Analysis:
    """The analysis; one that would take amounts in different currencies together, of each currency by itself.

    Raises ForfeitException where it has no form for that. A query that a model wrote is left as it is: what it takes
    together is told.
    """
    for column in table.columns if not isinstance(analysis, Written) else ():
        if not column.in_currencies or not _mixes(analysis, column, table):
            continue
        apart = analysis.apart(column.unit_column or "")
        if apart is None or _mixes(apart, column, table):
            name, says = column.words or column.name, table.column(column.unit_column or "")
            one = f", such as “{says.top_values[0].value}”" if says.top_values else ""
            raise ForfeitException(
                f"{name} is in several currencies, as {says.name} says, and amounts in different ones can neither be "
                "added up nor compared",
                (f"Looked at {says.name} beside {name}",),
                f"Asking about one {says.name}{one}.",
                "not_computable",
            )
        analysis = apart
    return analysis


def _mixes(analysis: Analysis, column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether a query of the analysis, or a statistic of what it gives, takes the column's amounts together over rows
    of different currencies."""
    alone = (table.model_copy(update={"columns": tuple(_alone(table.columns, column))}),)
    asked = [query.sql for query in analysis.queries(table)]
    handed = asked if isinstance(analysis, StatisticalAnalysis) else []
    return any(mixtures(sql, alone) for sql in asked) or any(unlike(sql, alone) for sql in handed)


def _alone(columns: tuple[ColumnProfile, ...], column: ColumnProfile) -> Iterator[ColumnProfile]:
    """The columns, none but this one in a unit."""
    for one in columns:
        yield one if one.name == column.name else one.model_copy(update={"unit": None, "unit_column": None})
