"""What the columns of a result are called: a figure's name in snake_case, so that a table and its SQL speak."""

from collections.abc import Iterable, Sequence
from typing import Final

from shared.analysis.metrics import Metric
from shared.analysis.wording import group_step, metric_name, rows_name
from shared.contracts import DatasetProfile
from shared.query.groupings import AnyGrouping
from shared.table.names import words_of

_LONGEST: Final = 60
ROWS: Final = "rows"
"""The count of rows behind a figure."""


def snake(text: str, taken: Iterable[str] = ()) -> str:
    """The text as a name of at most 60 characters, unlike every name that is taken, whatever their case."""
    base = "_".join(words_of(text))[:_LONGEST].strip("_") or "figure"
    used = {name.casefold() for name in taken}
    numbered = (f"{base[: _LONGEST - 3].strip('_')}_{number}" for number in range(2, 100))
    return next(name for name in (base, *numbered) if name not in used)


def rows_alias(table: DatasetProfile) -> str:
    """The result column of the count of rows: unlike every column of the table."""
    return snake(ROWS, (column.name for column in table.columns))


def group_alias(group: AnyGrouping, table: DatasetProfile) -> str:
    """The result column of a grouping: "region", "ordered (month)"."""
    step = group_step(group, table).replace(" ", "_")
    return f"{group.column} ({step})" if step else group.column


def figure_names(metrics: Sequence[Metric], table: DatasetProfile) -> tuple[str, ...]:
    """The result column of each metric: total_revenue, number_of_orders; none is called as a column of the table."""
    names: list[str] = []
    taken = [ROWS, *(column.name for column in table.columns)]
    for metric in metrics:
        names.append(snake(_said(metric, table), (*taken, *names)))
    return tuple(names)


def _said(metric: Metric, table: DatasetProfile) -> str:
    if metric.function == "rate":
        return f"share of {rows_name(table)} {metric.column}"
    return metric_name(metric, table, whole=True)


def figure_name(metric: Metric, table: DatasetProfile) -> str:
    """The result column of one metric."""
    return figure_names((metric,), table)[0]
