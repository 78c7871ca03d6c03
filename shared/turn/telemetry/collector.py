"""Where traces are sent: a collector of OpenTelemetry's protocol over HTTP, or a file with a trace a line."""

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from shared.contracts import Event, Reply, Turn
from shared.deps import Deps
from shared.log import logger
from shared.turn.telemetry.traces import trace_of

SECONDS = 3.0
"""What a trace may take, all tries together: no more than a function has that looks after ten turns."""
WAITS = (0.25, 0.5, 1.0)
"""Seconds before each further try, where the one before failed at once."""
PASSING = frozenset({408, 429, 500, 502, 503, 504})
"""Statuses after which OpenTelemetry's protocol has a request sent again."""
FILE = "file:"
NOTHING: Mapping[str, str] = {}


def sent(turn: Turn, reply: Reply, events: Sequence[Event], deps: Deps) -> bool:
    """Whether the turn's trace was taken by the collector that the settings name.

    It raises nothing: no reply waits for it. What was not taken the log says by the turn's id, and the turn's own log
    stays, of which `python -m infra.deploy.traces` makes it again.
    """
    try:
        trace = trace_of(turn, reply, events, deps.settings.prefix)
        why = deliver(trace, deps.settings.traces, deps.trace_headers)
    except Exception as error:  # noqa: BLE001 — whatever a collector does, what follows from a reply goes on
        why = type(error).__name__
    if why:
        logger.warning("a trace was not taken", extra={"turn_id": turn.turn_id, "why": why})
    return not why


def deliver(trace: Mapping[str, Any], to: str, headers: Mapping[str, str] = NOTHING) -> str:
    """Has `to`, the whole address of a collector (`https://…/v1/traces`) or `file:PATH`, take a trace; gives why it did
    not, empty where it did. Raises OSError for a file."""
    return _written(trace, to.removeprefix(FILE)) if to.startswith(FILE) else _posted(trace, to, headers)


def _written(trace: Mapping[str, Any], path: str) -> str:
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(json.dumps(trace, separators=(",", ":")) + "\n")
    return ""


def _posted(trace: Mapping[str, Any], url: str, headers: Mapping[str, str]) -> str:
    begun, body = time.monotonic(), json.dumps(trace).encode()
    why = _try(url, body, headers, SECONDS)
    for wait in WAITS:
        left = SECONDS - (time.monotonic() - begun) - wait
        if not why.startswith(AGAIN) or left <= 0:
            break
        time.sleep(wait)
        why = _try(url, body, headers, left)
    return why.removeprefix(AGAIN)


AGAIN = "again "
"""What a reason begins with that may pass."""


def _try(url: str, body: bytes, headers: Mapping[str, str], seconds: float) -> str:
    import urllib3  # botocore has loaded it already, where there is a collector

    told = {**headers, "Content-Type": "application/json"}
    try:
        answer = urllib3.request("POST", url, body=body, headers=told, timeout=seconds, retries=False)
    except urllib3.exceptions.HTTPError as error:
        return f"{AGAIN}{type(error).__name__}"
    if answer.status < 300:
        return ""
    return f"{AGAIN if answer.status in PASSING else ''}status {answer.status}"
