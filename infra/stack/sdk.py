"""botocore as it travels: what functions ask of services, without the texts that describe it.

A client reads the description of its service; the first one lists all services that there are, and reads the endpoints
of each. Most of what a sandbox spends on its clients is for what Candor never asks.
"""

import gzip
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ASKED: Mapping[str, tuple[str, ...]] = {
    "bedrock-runtime": ("ApplyGuardrail",),
    "dynamodb": ("BatchGetItem", "DeleteItem", "GetItem", "PutItem", "Query", "TransactWriteItems", "UpdateItem"),
    "events": ("PutEvents",),
    "lambda": ("GetAlias", "Invoke"),
    "s3": (
        "CopyObject",
        "CreateBucket",
        "DeleteObjects",
        "GetObject",
        "HeadBucket",
        "HeadObject",
        "ListObjectsV2",
        "PutObject",
    ),
    "secretsmanager": ("GetSecretValue",),
    "sqs": ("ChangeMessageVisibility", "SendMessage"),
    "stepfunctions": ("StartExecution", "StopExecution"),
    "sts": ("AssumeRole",),
}
"""What `shared` asks of each service, by botocore's names: a client takes longer to make the more it can do. HeadBucket
is asked by botocore itself, where it is told that a bucket lies elsewhere; CreateBucket's address is what it signs
uploads for."""
SERVICES = tuple(ASKED)
ENDPOINTS = {*SERVICES, "states"}
"""By the names that they have in the file of endpoints, where Step Functions is called otherwise."""


def keep_services(packages: Path) -> None:
    """Removes from botocore, in a folder of packages, what no client of SERVICES reads."""
    data = packages / "botocore" / "data"
    for folder in data.iterdir():
        if folder.is_dir() and folder.name not in SERVICES:
            shutil.rmtree(folder)
    for example in data.rglob("examples-1.json*"):
        example.unlink()
    for file in data.rglob("*.json*"):
        _rewrite(file)
    for service, asked in ASKED.items():
        for model in (data / service).rglob("service-2.json"):
            model.write_text(json.dumps(_of_operations(json.loads(model.read_text()), asked), separators=(",", ":")))


def _rewrite(file: Path) -> None:
    raw = file.read_bytes()
    found = json.loads(gzip.decompress(raw) if file.suffix == ".gz" else raw)
    file.unlink()
    kept = _of_services(found) if file.name.startswith("endpoints.json") else _undescribed(found)
    target = file.with_suffix("") if file.suffix == ".gz" else file
    target.write_text(json.dumps(kept, separators=(",", ":")))


def _of_services(endpoints: dict[str, Any]) -> dict[str, Any]:
    """The file of endpoints with the services that are asked."""
    for partition in endpoints["partitions"]:
        partition["services"] = {name: one for name, one in partition["services"].items() if name in ENDPOINTS}
    return endpoints


def _of_operations(model: dict[str, Any], asked: tuple[str, ...]) -> dict[str, Any]:
    """The description of a service with the operations that are asked, and the shapes that these are made of."""
    operations = {name: one for name, one in model["operations"].items() if name in asked}
    kept: dict[str, Any] = {}
    waiting: list[Any] = [operations]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            name = node.get("shape")
            if isinstance(name, str) and name in model["shapes"] and name not in kept:
                kept[name] = model["shapes"][name]
                waiting.append(kept[name])
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
    return {**model, "operations": operations, "shapes": kept}


def _undescribed(node: Any) -> Any:
    """With documentation that is empty, since botocore reads it; a field of that name is none, and no text."""
    if isinstance(node, dict):
        return {
            name: "" if name == "documentation" and isinstance(value, str) else _undescribed(value)
            for name, value in node.items()
        }
    return [_undescribed(one) for one in node] if isinstance(node, list) else node
