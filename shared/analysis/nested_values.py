"""The typed values that an analysis is made of: its metrics, conditions and groupings, however deep they lie."""

from collections.abc import Iterator
from typing import TypeVar

from pydantic import BaseModel

from shared.contracts import Contract
from shared.query.base import Node
from shared.query.groupings import Grouping

ValueT = TypeVar("ValueT", bound=BaseModel)


def nested_values(value: object, kind: type[ValueT]) -> Iterator[ValueT]:
    """All values of a type nested in another value, depth first, in the order of fields; not the value itself,
    and none within a value of the query language."""
    inner = value if isinstance(value, tuple) else vars(value).values() if isinstance(value, Contract) else ()
    for part in inner:
        if isinstance(part, kind):
            yield part
        yield from nested_values(part, kind)


def groupings_in(value: object) -> Iterator[Grouping]:
    """All groupings of an analysis, as `nested_values` finds them."""
    return (one for one in nested_values(value, Node) if isinstance(one, Grouping))
