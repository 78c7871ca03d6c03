"""Two readings of one question, made apart: what the reader of rows asks for, beside what the general reader does."""

from shared.analysis.conditions import Filter
from shared.analysis.metrics import Metric
from shared.analysis.rows.asked import Asked, Count, Extreme, Frequent, Lookup, Sides
from shared.offline.reading.reading import Reading

_Condition = tuple[str, str, tuple[str, ...]]


def agrees(reading: Reading, asked: Asked) -> bool | None:
    """Whether both look at the same cells of the same rows; None where they are of kinds that can't be compared."""
    metrics = set(reading.metrics)
    if len(metrics) != 1:
        return None
    metric = metrics.pop()
    if isinstance(asked, Count):
        return _counts_alike(reading, asked, metric)
    if isinstance(asked, Lookup):
        return _looked_up(reading, asked, metric)
    if isinstance(asked, Extreme | Frequent):
        return _at_the_end(reading, asked, metric)
    return _sides_alike(reading, asked, metric) if isinstance(asked, Sides) else None


def _counts_alike(reading: Reading, asked: Count, metric: Metric) -> bool | None:
    if reading.shape != "value" or metric.function not in ("count", "distinct"):
        return None
    return asked.different == metric.column and _same_rows(asked.filters, reading.filters)


def _looked_up(reading: Reading, asked: Lookup, metric: Metric) -> bool | None:
    if reading.shape != "value" or metric.function in ("count", "distinct"):
        return None
    return asked.show == (metric.column,) and _same_rows(asked.filters, reading.filters)


def _at_the_end(reading: Reading, asked: Extreme | Frequent, metric: Metric) -> bool | None:
    if reading.shape != "entity" or len(reading.groups) != 1:
        return None
    shown, by = (asked.show, asked.by) if isinstance(asked, Extreme) else ((asked.column,), None)
    alike = shown == (reading.groups[0].column,) and by == metric.column
    return alike and _same_rows(asked.filters, reading.filters)


def _sides_alike(reading: Reading, asked: Sides, metric: Metric) -> bool | None:
    if reading.shape != "comparison":
        return None
    both = sorted(map(_conditions, asked.sides)) == sorted(map(_conditions, reading.sides))
    return both and asked.by == metric.column and _same_rows(asked.filters, reading.filters)


def _same_rows(filters: tuple[Filter, ...], others: tuple[Filter, ...]) -> bool:
    """Whether the conditions are the same, but for rows that are totals, which only the reader of rows leaves out."""
    left_out = [item for item in filters if item.operator in ("!=", "not in") and item not in others]
    return _conditions(tuple(item for item in filters if item not in left_out)) == _conditions(others)


def _conditions(filters: tuple[Filter, ...]) -> list[_Condition]:
    """Comparable, in whatever order and however they are written."""
    held: dict[str, set[str]] = {}
    others: list[_Condition] = []
    for item in filters:
        if item.operator in ("=", "in"):
            held.setdefault(item.column, set()).update(map(str, item.values))
        else:
            others.append(_bound(item))
    return sorted([*others, *((name, "=", tuple(sorted(values))) for name, values in held.items())])


def _bound(item: Filter) -> _Condition:
    """Of whole numbers over 7 is at least 8."""
    step = {">": 1, "<": -1}.get(item.operator)
    if step and isinstance(item.values[0], int):
        return item.column, f"{item.operator}=", (str(item.values[0] + step),)
    return item.column, item.operator, tuple(map(str, item.values))
