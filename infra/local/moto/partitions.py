"""moto's DynamoDB queries by partition: it would sort the whole table for each, so that every turn slows the next."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from moto.dynamodb.models.dynamo_type import DynamoType, Item
from moto.dynamodb.models.table import Table

INDEX_ARGUMENT = 6
"""Where `index_name` is among the arguments of Table.query, the partition not counted."""


class Query(threading.local):
    """The query that runs on this thread: whether there is one, and its partition unless it reads an index."""

    running = False
    partition: DynamoType | None = None


@contextmanager
def partitions() -> Iterator[None]:
    """Queries that look at one partition; they sort what they find themselves."""
    asked, query, all_items = Query(), Table.query, Table.all_items

    def of_partition(self: Table, hash_key: Any, *args: Any, **kwargs: Any) -> Any:
        index = kwargs.get("index_name") or (args[INDEX_ARGUMENT] if len(args) > INDEX_ARGUMENT else None)
        asked.running, asked.partition = True, None if index else hash_key
        try:
            return query(self, hash_key, *args, **kwargs)
        finally:
            asked.running = False

    def items(self: Table) -> list[Item]:
        if not asked.running or not self.range_key_attr:
            return list(all_items(self))
        found: Any = self.items
        chosen = found.values() if asked.partition is None else [found.get(asked.partition, {})]
        kept: list[Item] = [item for partition in chosen for item in partition.values()]
        return kept

    with mock.patch.object(Table, "query", of_partition), mock.patch.object(Table, "all_items", items):
        yield
