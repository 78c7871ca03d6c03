"""The account of moto, and what is put into it."""

import io
import zipfile
from typing import Any

import boto3

PREFIX = "candor"


def client(service: str) -> Any:
    return boto3.client(service, region_name="us-east-1")  # type: ignore[call-overload]


def code(number: int) -> bytes:
    """A function's code that differs by this number."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("code.py", f"# {number}")
    return packed.getvalue()
