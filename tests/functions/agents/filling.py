"""Fills in any typed analysis for any table, by the types of its fields: what a model could ask for."""

from collections.abc import Callable
from typing import Any

from shared.analysis.aggregate import Aggregate
from shared.analysis.base import Analysis
from shared.analysis.joins import Link, links
from shared.contracts import ColumnProfile, DatasetProfile
from shared.reading.reading import Filter, Grouping, Metric

Tables = tuple[DatasetProfile, ...]


class Unfit(Exception):
    """The tables have no column that would do."""


def filled(kind: type[Analysis], tables: Tables) -> Analysis:
    """The analysis with its required fields filled. Raises Unfit; KeyError for a type of field not known here."""
    given = {
        name: FILLERS[str(field.annotation).replace("typing.", "")](tables)
        for name, field in kind.model_fields.items()
        if field.is_required()
    }
    return kind(**given)


def _columns(tables: Tables, *roles: str) -> list[ColumnProfile]:
    found = [column for column in tables[0].columns if column.role in roles]
    if not found:
        raise Unfit
    return found


def _metric(tables: Tables) -> Metric:
    return Metric(function="sum", column=_columns(tables, "measure")[0].name)


def _grouping(tables: Tables) -> Grouping:
    return Grouping(column=_columns(tables, "dimension")[0].name)


def _sides(tables: Tables) -> tuple[tuple[Filter, ...], ...]:
    column = _columns(tables, "dimension")[0]
    if len(column.top_values) < 2:
        raise Unfit
    return tuple((Filter(column=column.name, operator="=", values=(one.value,)),) for one in column.top_values[:2])


def _link(tables: Tables) -> Link:
    found = links(tables)
    if not found:
        raise Unfit
    return found[0]


def _name(tables: Tables) -> str:
    return _columns(tables, "measure")[-1].name


FILLERS: dict[str, Callable[[Tables], Any]] = {
    str(Metric): _metric,
    str(Grouping): _grouping,
    str(Link): _link,
    str(Aggregate): lambda tables: Aggregate(metrics=(_metric(tables),)),
    str(tuple[Metric, ...]): lambda tables: (_metric(tables),),
    str(tuple[Grouping, ...]): lambda tables: (_grouping(tables),),
    str(tuple[tuple[Filter, ...], ...]): _sides,
    str(str): _name,
}
"""A value for each type of field. A new type of field in an analysis is added here, once."""
