"""boto3 as it travels: the services that functions ask, without the texts that describe them.

A client reads the description of its service; the first one lists all services that there are, and reads the endpoints
of each. Most of what a sandbox spends on its clients is for what Candor never asks.
"""

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

SERVICES = (
    "bedrock-runtime",
    "dynamodb",
    "events",
    "lambda",
    "s3",
    "secretsmanager",
    "sqs",
    "stepfunctions",
    "sts",
)
"""Those of which `shared` makes clients, by boto3's names."""
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


def _undescribed(node: Any) -> Any:
    """With documentation that is empty, since botocore reads it; a field of that name is none, and no text."""
    if isinstance(node, dict):
        return {
            name: "" if name == "documentation" and isinstance(value, str) else _undescribed(value)
            for name, value in node.items()
        }
    return [_undescribed(one) for one in node] if isinstance(node, list) else node
