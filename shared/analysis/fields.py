"""What the fields of an analysis are made of, beside a metric and a grouping."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import AfterValidator, Field

from shared.analysis.base import Analysis
from shared.analysis.conditions import Filter
from shared.analysis.metrics import Grouping

Kind = Literal["any", "number", "order", "time"]
"""What a column must hold: anything; numbers; numbers or times, which have an order; dates or times."""


@dataclass(frozen=True)
class Named:
    """Marks a text that names a column, so that a name which no table has, or a column of another kind, is given back
    before anything runs."""

    kind: Kind = "any"


Column: TypeAlias = Annotated[str, Named()]
"""The name of a column."""
NumberColumn: TypeAlias = Annotated[str, Named("number")]
"""The name of a column that holds numbers."""
OrderedColumn: TypeAlias = Annotated[str, Named("order")]
"""The name of a column that holds numbers or times."""
TimeColumn: TypeAlias = Annotated[str, Named("time")]
"""The name of a column that holds dates or times."""


def named_columns(analysis: Analysis) -> Iterator[tuple[str, Kind]]:
    """The columns that its fields of the type `Column` and the like name, or tuples of it, each with its kind."""
    for name, field in type(analysis).model_fields.items():
        marks = (*field.metadata, *(mark for inner in get_args(field.annotation) for mark in _marks(inner)))
        kind = next((mark.kind for mark in marks if isinstance(mark, Named)), None)
        value = getattr(analysis, name)
        if kind is not None and value is not None:
            yield from ((one, kind) for one in (value if isinstance(value, tuple) else (value,)))


def _marks(annotation: object) -> Iterator[object]:
    """The marks in an annotation, within tuples and unions too."""
    yield annotation
    for inner in get_args(annotation):
        yield from _marks(inner)


def _different(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise ValueError("name each column once")
    return names


Different = AfterValidator(_different)
"""Marks a tuple of columns in which none may come twice: it would be counted twice."""


def _cut(group: Grouping) -> Grouping:
    if group.grain is None:
        raise ValueError("a period needs a grain, such as month")
    return group


Period: TypeAlias = Annotated[Grouping, AfterValidator(_cut), Field(description="A time column, cut to a grain.")]
"""A time column and the grain to cut it to, which is never left open."""
Filters: TypeAlias = tuple[Filter, ...]
"""Conditions on rows. An analysis that has them says them: see `Facts`."""
