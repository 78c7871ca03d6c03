"""The account that is deployed into."""

from collections.abc import Callable
from typing import Any

import boto3

Client = Callable[[str], Any]


def client(service: str) -> Any:
    """A client of an AWS service, by the environment's credentials and region."""
    return boto3.client(service)  # type: ignore[call-overload]
