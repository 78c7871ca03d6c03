"""Where traces go: a collector that takes OpenTelemetry's protocol over HTTP, or a file with a trace on each line."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shared.log import logger

SECONDS = 3.0
FILE = "file:"


def deliver(trace: Mapping[str, Any], to: str) -> bool:
    """Whether the trace was taken by `to`, the whole address of a collector (`https://…/v1/traces`) or `file:PATH`.

    It is tried once and raises nothing: no reply waits for it, and the turn's log stays, of which it can be made again.
    """
    try:
        return _written(trace, to.removeprefix(FILE)) if to.startswith(FILE) else _posted(trace, to)
    except Exception as error:  # noqa: BLE001 — whatever a collector does, what follows from a reply goes on
        logger.warning("a trace was not taken", extra={"why": type(error).__name__})
        return False


def _written(trace: Mapping[str, Any], path: str) -> bool:
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(json.dumps(trace, separators=(",", ":")) + "\n")
    return True


def _posted(trace: Mapping[str, Any], url: str) -> bool:
    import urllib3  # botocore has loaded it already, where there is a collector

    headers = {"Content-Type": "application/json"}
    body = json.dumps(trace).encode()
    answer = urllib3.request("POST", url, body=body, headers=headers, timeout=SECONDS, retries=False)
    if answer.status >= 300:
        logger.warning("a trace was not taken", extra={"status": answer.status})
    return answer.status < 300
