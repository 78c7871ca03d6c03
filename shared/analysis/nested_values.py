"""The typed values that an analysis is made of: its metrics, conditions and groupings, however deep they lie."""

from collections.abc import Iterator
from typing import TypeVar

from shared.contracts import Contract

ContractT = TypeVar("ContractT", bound=Contract)


def nested_values(value: object, kind: type[ContractT]) -> Iterator[ContractT]:
    """All values of a type nested in another value, depth first, in the order of fields; not the value itself."""
    inner = value if isinstance(value, tuple) else vars(value).values() if isinstance(value, Contract) else ()
    for part in inner:
        if isinstance(part, kind):
            yield part
        yield from nested_values(part, kind)
