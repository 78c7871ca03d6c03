"""The account that is deployed into, and what is deployed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import boto3

Client = Callable[[str], Any]


def client(service: str) -> Any:
    """A client of an AWS service, by the environment's credentials and region."""
    return boto3.client(service)  # type: ignore[call-overload]


def stack_name(template: Path) -> str:
    """The name of the stack whose template this is, as the CDK wrote it beside: the prefix, wherever it was chosen."""
    artifacts = json.loads(template.with_name("manifest.json").read_text())["artifacts"]
    (name,) = (
        one["properties"]["stackName"]
        for one in artifacts.values()
        if one.get("properties", {}).get("templateFile") == template.name
    )
    return str(name)
