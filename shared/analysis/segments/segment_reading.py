"""What a question about segments names, without a model: whose segments they are, and by what."""

from dataclasses import dataclass

from shared.analysis.cued import mentions
from shared.analysis.metrics import Grouping, Metric
from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.reading import Reading


@dataclass(frozen=True)
class Tiering:
    """What to tier, by what."""

    metric: Metric
    entity: Grouping | None


def tiering(reading: Reading, table: DatasetProfile) -> Tiering | None:
    """The measure to tier by, and whose it is; None where the question leaves the measure open."""
    entity = _entity(reading, table)
    metric = _metric(reading, table, entity)
    return Tiering(metric, entity) if metric else None


def measures_of(reading: Reading, table: DatasetProfile) -> tuple[Metric, ...]:
    """The measures that the question names, each with the function that says most of a segment."""
    asked = [metric.column for metric in reading.metrics if metric.column and table.column(metric.column).numeric]
    named = [column.name for column, _ in mentions(reading, table) if column.role == "measure"]
    return tuple(_typical(table.column(name)) for name in dict.fromkeys([*asked, *named]))


def measure_names(reading: Reading, table: DatasetProfile) -> tuple[str, ...]:
    """The columns of those measures."""
    return tuple(metric.column for metric in measures_of(reading, table) if metric.column)


def dimensions_of(reading: Reading, table: DatasetProfile) -> tuple[Grouping, ...]:
    """The columns to group by: those the reading groups by, else those that the question names."""
    if reading.groups:
        return reading.groups
    return tuple(Grouping(column=column.name) for column, _ in mentions(reading, table) if column.role == "dimension")


def _entity(reading: Reading, table: DatasetProfile) -> Grouping | None:
    taken = {group.column for group in reading.groups} | {condition.column for condition in reading.filters}
    for column, _ in mentions(reading, table):
        if column.name not in taken and not column.temporal and column.role in ("id", "dimension", "text"):
            return Grouping(column=column.name)
    return None


def _metric(reading: Reading, table: DatasetProfile, entity: Grouping | None) -> Metric | None:
    asked = next(iter(reading.metrics), None)
    if asked and entity and (asked.column is None or table.column(asked.column).numeric) and asked.per is None:
        return asked if asked.column or "count" in asked.function else None
    named = measures_of(reading, table)
    measures = table.having("measure")
    if not named and len(measures) == 1:
        named = (_typical(measures[0]),)
    return named[0] if len(named) == 1 else None


def _typical(column: ColumnProfile) -> Metric:
    return Metric(function=column.default_aggregate, column=column.name)
