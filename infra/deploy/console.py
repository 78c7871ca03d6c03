"""Puts the console into its bucket, with what a browser must know of this deployment."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from infra.deploy.account import Client
from infra.headers import kept, kind

BUILT = Path(__file__).parents[1] / "console" / "dist"
PAGE, DEPLOYMENT = "index.html", "deployment.json"
GONE_AFTER = timedelta(days=30)
"""A page that was opened before a deployment goes on with its own files, so long after."""


def outputs(stack: str, aws: Client) -> dict[str, str]:
    """What the stack says of itself: `Url`, `Login`, `UserPoolClient`, `ConsoleBucket`, …"""
    (found,) = aws("cloudformation").describe_stacks(StackName=stack)["Stacks"]
    return {one["OutputKey"]: one["OutputValue"] for one in found.get("Outputs", [])}


def published(told: Mapping[str, str], aws: Client, files: Path = BUILT, now: datetime | None = None) -> str | None:
    """Uploads the built console, the page itself last; gives its address, or None where the stack has no console.

    Raises RuntimeError where it has not been built.
    """
    if "ConsoleBucket" not in told:
        return None
    if not (files / PAGE).is_file():
        raise RuntimeError("the console has not been built: make console does that")
    bucket, s3 = told["ConsoleBucket"], aws("s3")
    for name, body in _in_order(files, told):
        s3.put_object(Bucket=bucket, Key=name, Body=body, ContentType=kind(name), CacheControl=kept(name))
    _forget(bucket, {name for name, _ in _in_order(files, told)}, s3, now or datetime.now(UTC))
    return told["ConsoleUrl"]


def deployment(told: Mapping[str, str]) -> dict[str, str]:
    """What the page must know, and everybody may: where the API and the login page are, and by which client it asks."""
    return {"api": told["Url"].rstrip("/"), "login": told["Login"], "client": told["UserPoolClient"]}


def _in_order(files: Path, told: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """Names and contents: what others refer to comes before them."""
    names = sorted(file.relative_to(files).as_posix() for file in files.rglob("*") if file.is_file())
    for name in sorted(names, key=lambda one: (one == PAGE, not one.startswith("assets/"))):
        yield name, json.dumps(deployment(told)).encode() if name == DEPLOYMENT else (files / name).read_bytes()


def _forget(bucket: str, current: set[str], s3: Any, now: datetime) -> None:
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket):
        for one in page.get("Contents", []):
            if one["Key"] not in current and now - one["LastModified"] > GONE_AFTER:
                s3.delete_object(Bucket=bucket, Key=one["Key"])
