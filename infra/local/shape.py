"""What the local cloud begins with: the table as CDK would create it, and quiet."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from shared.store.turns import PENDING_INDEX


def table_shape(name: str) -> Mapping[str, Any]:
    """The one table, as create_table takes it."""
    text = [{"AttributeName": key, "AttributeType": "S"} for key in ("pk", "sk", "pending", "deadline")]
    return {
        "TableName": name,
        "AttributeDefinitions": text,
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        "GlobalSecondaryIndexes": [
            {
                "IndexName": PENDING_INDEX,
                "KeySchema": [
                    {"AttributeName": "pending", "KeyType": "HASH"},
                    {"AttributeName": "deadline", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
        "BillingMode": "PAY_PER_REQUEST",
        "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    }


@contextmanager
def silence() -> Iterator[None]:
    """Keeps logs away from a terminal, where the reply belongs."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
