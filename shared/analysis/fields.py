"""What the fields of an analysis are made of, beside a metric and a grouping."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, TypeAlias, get_args

from pydantic import AfterValidator, Field

from shared.analysis.base import Analysis
from shared.reading.reading import Filter, Grouping


@dataclass(frozen=True)
class Named:
    """Marks a text that names a column, so that a name which no table has is given back before anything runs."""


Column: TypeAlias = Annotated[str, Named()]
"""The name of a column."""


def named_columns(analysis: Analysis) -> Iterator[str]:
    """The columns that its fields of the type `Column` name, or tuples of it."""
    for name, field in type(analysis).model_fields.items():
        marks = (*field.metadata, *(mark for inner in get_args(field.annotation) for mark in get_args(inner)))
        if Named() in marks:
            value = getattr(analysis, name)
            yield from value if isinstance(value, tuple) else (value,)


def _cut(group: Grouping) -> Grouping:
    if group.grain is None:
        raise ValueError("a period needs a grain, such as month")
    return group


Period: TypeAlias = Annotated[Grouping, AfterValidator(_cut), Field(description="A time column, cut to a grain.")]
"""A time column and the grain to cut it to, which is never left open."""
Filters: TypeAlias = tuple[Filter, ...]
"""Conditions on rows. An analysis that has them says them: see `Facts`."""
