"""What the local cloud keeps instead of working it out again changes no answer."""

from collections.abc import Iterator

import boto3
import pytest
from moto import mock_aws
from moto.core import responses
from moto.core.base_backend import AccountSpecificBackend
from moto.stepfunctions.parser.asl.utils import json_path

from infra.local.moto.emulation import _models
from infra.local.moto.shortcuts import shortcuts
from infra.local.shape import table_shape

ITEM = {
    "pk": {"S": "a"},
    "sk": {"S": "b"},
    "number": {"N": "1.5"},
    "yes": {"BOOL": True},
    "nothing": {"NULL": True},
    "bytes": {"B": b"\x00\xff"},
    "list": {"L": [{"S": "x"}, {"M": {"deep": {"N": "2"}}}]},
}


@pytest.fixture
def quick() -> Iterator[None]:
    with mock_aws(), shortcuts():
        yield


def test_an_item_comes_back_as_it_was_put(quick: None):
    client = boto3.client("dynamodb", region_name="us-east-1")
    client.create_table(**table_shape("t"))
    client.put_item(TableName="t", Item=ITEM)
    assert client.get_item(TableName="t", Key={"pk": ITEM["pk"], "sk": ITEM["sk"]})["Item"] == ITEM
    found = client.query(
        TableName="t", KeyConditionExpression="pk = :pk", ExpressionAttributeValues={":pk": {"S": "a"}}
    )
    assert found["Items"] == [ITEM]


def test_a_path_is_parsed_once_and_still_finds_each_value(quick: None):
    assert json_path.extract_json("$.a.b", {"a": {"b": 1}}) == 1
    assert json_path.extract_json("$.a.b", {"a": {"b": 2}}) == 2
    with pytest.raises(json_path.NoSuchJsonPathError):
        json_path.extract_json("$.a.b", {"a": {}})


@pytest.mark.parametrize("service", ["dynamodb", "stepfunctions", "sqs"])
def test_a_service_has_the_regions_that_it_had_before(service: str):
    stock = boto3.Session()
    partitions = stock.get_available_partitions()
    expected = [region for one in partitions for region in stock.get_available_regions(service, one)]
    with mock_aws(), _models():
        assert AccountSpecificBackend.get_session() is boto3._get_default_session()
        found = AccountSpecificBackend(service, "123456789012", object, use_boto3_regions=True, additional_regions=None)
        assert found.regions == expected


def test_everything_is_put_back():
    before = json_path.parse, responses.method_names_from_class
    with shortcuts():
        assert json_path.parse is not before[0]
    assert (json_path.parse, responses.method_names_from_class) == before
