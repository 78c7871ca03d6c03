"""moto's DynamoDB, one request at a time and with transactions that undo nothing of anybody else.

moto copies the whole table before a transaction and puts the copy back when a condition does not hold: what other
threads wrote meanwhile is lost, and each transaction takes longer the more there is. Here conditions are looked at
first, and no two requests overlap.
"""

import copy
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest import mock

from moto.dynamodb import models
from moto.dynamodb.comparisons import get_filter_expression
from moto.dynamodb.exceptions import TransactionCanceledException
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.table import Table
from moto.dynamodb.responses import DynamoHandler

FAILED = ("ConditionalCheckFailed", "The conditional request failed", None)
HELD = (None, None, None)


@contextmanager
def transactions(written: Callable[[], None]) -> Iterator[None]:
    """moto's DynamoDB, made whole. `written` is called before a request is answered, while others are carried out."""
    lock = threading.RLock()
    call, transact = DynamoHandler.call_action, DynamoDBBackend.transact_write_items

    def one_at_a_time(self: DynamoHandler) -> Any:
        with lock:
            answer = call(self)
        written()
        return answer

    def conditions_first(self: DynamoDBBackend, writes: list[dict[str, Any]]) -> None:
        held = [_holds(self, *next(iter(write.items()))) for write in writes]
        if not all(held):
            raise TransactionCanceledException([HELD if one else FAILED for one in held])
        transact(self, writes)

    with (
        mock.patch.object(DynamoHandler, "call_action", one_at_a_time),
        mock.patch.object(DynamoDBBackend, "transact_write_items", conditions_first),
        mock.patch.object(models, "copy", SimpleNamespace(copy=copy.copy, deepcopy=_copied)),
    ):
        yield


def _holds(backend: DynamoDBBackend, kind: str, write: dict[str, Any]) -> bool:
    condition = write.get("ConditionExpression")
    if condition is None:
        return True
    table = backend.get_table(write["TableName"])
    names = [name for name in (table.hash_key_attr, table.range_key_attr) if name]
    source = write["Item"] if kind == "Put" else write["Key"]
    current = backend.get_item(write["TableName"], {name: source[name] for name in names})
    expression = get_filter_expression(
        condition, write.get("ExpressionAttributeNames"), write.get("ExpressionAttributeValues")
    )
    return bool(expression.expr(current))


def _copied(value: Any) -> Any:
    """A deep copy, but of whole tables: there is nothing to put back."""
    return value if isinstance(value, Table) else copy.deepcopy(value)
