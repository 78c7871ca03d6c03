"""Which of several tables an analysis is about, and what of a table is measured."""

from collections.abc import Sequence

from shared.analysis.base import Analysis
from shared.contracts import ColumnProfile, DatasetProfile
from shared.errors import ForfeitException, QueryFailed


def table_of(analysis: Analysis, datasets: Sequence[DatasetProfile]) -> DatasetProfile:
    """The table that the analysis names, else the first one that has all its columns, else the first."""
    named = [dataset for dataset in datasets if dataset.relation == analysis.relation]
    if named or len(datasets) == 1:
        return (named or list(datasets))[0]
    return next((dataset for dataset in datasets if _fits(analysis, dataset)), datasets[0])


def _fits(analysis: Analysis, table: DatasetProfile) -> bool:
    from shared.engine.sql.guard import check  # with a parser of SQL: only where there are several tables

    columns = {one.relation: [column.name for column in one.columns] for one in (table, *analysis.other_tables())}
    try:
        for query in analysis.queries(table):
            check(query.sql, columns)
    except (KeyError, QueryFailed):
        return False
    except ForfeitException:  # refused for what it asks of these columns
        return True
    return True


def measures(table: DatasetProfile) -> list[ColumnProfile]:
    """The numeric columns that say how much, without ids and those of yes and no."""
    return [one for one in table.columns if one.numeric and one.role != "id" and one.yes is None]
