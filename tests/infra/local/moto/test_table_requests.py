"""Requests to the table that take the short way are answered as moto answers them."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from infra.local.moto.table_requests import table_requests
from infra.local.shape import table_shape

KEY = {"pk": {"S": "a"}, "sk": {"S": "b"}}
ITEM = {**KEY, "n": {"N": "1.5"}, "bytes": {"B": b"\x00\xff"}, "list": {"L": [{"M": {"größe": {"NULL": True}}}]}}
NEW = "attribute_not_exists(pk)"

REQUESTS: dict[str, Callable[[Any], Any]] = {
    "an item": lambda table: table.get_item(TableName="t", Key=KEY, ConsistentRead=True),
    "none": lambda table: table.get_item(TableName="t", Key={**KEY, "sk": {"S": "c"}}),
    "a partition": lambda table: table.query(
        TableName="t",
        KeyConditionExpression="#pk = :pk",
        ExpressionAttributeNames={"#pk": "pk"},
        ExpressionAttributeValues={":pk": KEY["pk"]},
    ),
    "an update": lambda table: table.update_item(
        TableName="t",
        Key=KEY,
        UpdateExpression="SET n = n + :one",
        ExpressionAttributeValues={":one": {"N": "1"}},
        ReturnValues="ALL_NEW",
    ),
    "a condition that does not hold": lambda table: table.put_item(TableName="t", Item=ITEM, ConditionExpression=NEW),
    "a transaction that is cancelled": lambda table: table.transact_write_items(
        TransactItems=[{"Put": {"TableName": "t", "Item": ITEM, "ConditionExpression": NEW}}]
    ),
    "a table that is not there": lambda table: table.get_item(TableName="other", Key=KEY),
    "what cannot be meant": lambda table: table.put_item(TableName="t", Item={"pk": {"S": ""}}),
    "where tables are": lambda table: table.describe_endpoints(),
}


def _answer(ask: Callable[[Any], Any], *, short: bool) -> Any:
    """What becomes of it, but for what every answer has of its own."""
    with mock_aws(), table_requests() if short else nullcontext():
        table = boto3.client("dynamodb", region_name="eu-central-1")
        table.create_table(**table_shape("t"))
        table.put_item(TableName="t", Item=ITEM)
        try:
            answer = ask(table)
        except ClientError as refusal:
            answer = refusal.response
    told = answer["ResponseMetadata"]
    told.pop("RequestId")
    for own in ("x-amzn-requestid", "date"):
        told["HTTPHeaders"].pop(own, None)
    return answer


@pytest.mark.parametrize("what", REQUESTS)
def test_a_request_is_answered_as_by_the_long_way(what: str):
    assert _answer(REQUESTS[what], short=True) == _answer(REQUESTS[what], short=False)
