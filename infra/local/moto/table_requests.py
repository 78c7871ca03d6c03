"""Requests to moto's DynamoDB, without the web server's request that moto makes of each.

Every service has one made, to look for forms, files and query strings. DynamoDB has none of these: its requests are a
header with the operation's name, and JSON.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from botocore.awsrequest import AWSPreparedRequest
from moto.core import DEFAULT_ACCOUNT_ID
from moto.core.botocore_stubber import BotocoreStubber
from moto.core.parse import PROTOCOL_PARSERS
from moto.core.utils import get_service_model
from moto.dynamodb.responses import DynamoHandler
from moto.utilities.utils import get_partition
from werkzeug.datastructures import Headers
from werkzeug.exceptions import HTTPException

TARGET = "X-Amz-Target"
SERVICE = "DynamoDB_"
"""How the target of a request to the table begins."""


@contextmanager
def table_requests() -> Iterator[None]:
    """Requests to the table go straight to what answers them."""
    stock = BotocoreStubber.process_request

    def process(self: BotocoreStubber, request: AWSPreparedRequest) -> Any:
        target = _text(request.headers.get(TARGET, ""))
        return _answered(request, target) if target.startswith(SERVICE) else stock(self, request)

    with mock.patch.object(BotocoreStubber, "process_request", process):
        yield


def _answered(request: AWSPreparedRequest, target: str) -> Any:
    """Status, headers and body, as moto answers."""
    handler = _handler(request, target)
    try:
        return handler.call_action()
    except HTTPException as refusal:
        return refusal.code, refusal.get_headers(), refusal.get_body()


def _handler(request: AWSPreparedRequest, target: str) -> DynamoHandler:
    """A handler that knows of the request what `setup_class` would have told it, as far as DynamoDB looks at it."""
    handler = DynamoHandler()
    handler.headers = Headers({TARGET: target, "Content-Type": _text(request.headers["Content-Type"])})
    handler.querystring = handler.data = {}
    handler.region = handler.get_region_from_url(handler, str(request.url))
    handler.partition = get_partition(handler.region)
    handler.current_account = DEFAULT_ACCOUNT_ID
    handler.response_headers = {"server": "amazon.com"}
    operation = get_service_model("dynamodb").operation_model(target.partition(".")[2])
    parser = PROTOCOL_PARSERS["json"](operation, map_type=handler.PROTOCOL_PARSER_MAP_TYPE)
    handler.params = parser.parse({"headers": handler.headers, "body": request.body})
    return handler


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value
