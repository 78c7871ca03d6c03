"""What the fields of an analysis are made of, beside a metric and a grouping."""

from typing import Annotated, TypeAlias

from pydantic import AfterValidator, Field

from shared.reading.reading import Filter, Grouping


def _cut(group: Grouping) -> Grouping:
    if group.grain is None:
        raise ValueError("a period needs a grain, such as month")
    return group


Period: TypeAlias = Annotated[Grouping, AfterValidator(_cut), Field(description="A time column, cut to a grain.")]
"""A time column and the grain to cut it to, which is never left open."""
Filters: TypeAlias = tuple[Filter, ...]
"""Conditions on rows. An analysis that has them says them: see `Facts`."""
