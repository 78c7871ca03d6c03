"""Asks a deployment the question with a known answer."""

import json
from typing import Any

import boto3
from botocore.config import Config


def waiting() -> Any:
    """A client of Lambda that waits as long as the question may take, and asks it once."""
    return boto3.client("lambda", config=Config(read_timeout=220, retries={"total_max_attempts": 1}))


def smoke(prefix: str, api: Any) -> str:
    """What the deployment answered. Raises RuntimeError with what was wrong."""
    answer = api.invoke(FunctionName=f"{prefix}-smoke:live", Payload=b"{}")
    told = json.loads(answer["Payload"].read())
    if answer.get("FunctionError"):
        raise RuntimeError(str(told.get("errorMessage", "the function failed")))
    return f"{told['status']} by {told['source']}: {told['text']}"
