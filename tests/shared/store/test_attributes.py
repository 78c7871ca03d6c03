"""Values come back from the table as they were kept, in the forms that boto3 has for them."""

from decimal import Decimal
from typing import Any

import pytest
from boto3.dynamodb.types import TypeDeserializer, TypeSerializer

from shared.store.attributes import from_attribute, to_attribute

KEPT: tuple[Any, ...] = (
    "", "text", "72,75 €", True, False, 0, -3, 2**63, Decimal("1.50"), Decimal("1E+3"), None,
    [], ["a", 1, None, [True]], ("a",), {}, {"a": {"b": [Decimal(2), "c"]}, "d": False},
)  # fmt: skip


@pytest.mark.parametrize("value", KEPT, ids=repr)
def test_a_value_is_kept_as_boto3_keeps_it_and_read_as_boto3_reads_it(value: Any) -> None:
    attribute = to_attribute(value)
    assert attribute == TypeSerializer().serialize(value)
    assert repr(from_attribute(attribute)) == repr(TypeDeserializer().deserialize(attribute))


@pytest.mark.parametrize("value", [1.5, b"bytes", {"a", "b"}, object()], ids=["float", "bytes", "set", "object"])
def test_what_the_table_never_keeps_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="the table keeps no"):
        to_attribute(value)


@pytest.mark.parametrize("attribute", [{"B": b"bytes"}, {"SS": ["a"]}])
def test_what_is_never_kept_is_not_read(attribute: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="nothing is kept as"):
        from_attribute(attribute)
