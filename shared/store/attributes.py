"""Values as the table keeps them, and back: what `boto3.dynamodb.types` does, without all of boto3."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any


def to_attribute(value: Any) -> dict[str, Any]:
    """A value with its kind. Raises TypeError for one that is never kept, a float among them: DynamoDB's numbers are
    decimal."""
    match value:
        case None:
            return {"NULL": True}
        case bool():
            return {"BOOL": value}
        case str():
            return {"S": value}
        case int() | Decimal():
            return {"N": str(value)}
        case list() | tuple():
            return {"L": [to_attribute(one) for one in value]}
        case Mapping():
            return {"M": {name: to_attribute(one) for name, one in value.items()}}
    raise TypeError(f"the table keeps no {type(value).__name__}")


def from_attribute(attribute: Mapping[str, Any]) -> Any:
    """The value, without its kind; numbers are Decimal. Raises TypeError for a kind that is never kept."""
    ((kind, value),) = attribute.items()
    match kind:
        case "S" | "BOOL":
            return value
        case "N":
            return Decimal(value)
        case "NULL":
            return None
        case "L":
            return [from_attribute(one) for one in value]
        case "M":
            return {name: from_attribute(one) for name, one in value.items()}
    raise TypeError(f"nothing is kept as {kind}")
