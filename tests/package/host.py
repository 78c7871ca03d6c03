"""What Lambda's own runtime does in a sandbox: imports one handler, then answers one event after the other.

Started by Lambda's Python with nothing on its path but the code, the layers and boto3; so it imports nothing of ours.
`python host.py HANDLER PYTHON` says that it is ready, then reads events from stdin, one JSON a line, and writes
`{"payload": …}` or `{"error": …}` with the calls to AWS that were made. PYTHON is what a handler finds
as `sys.executable`.
"""

import importlib
import json
import os
import sys
import traceback

TEMPORARY = "ASIA"


def main() -> None:
    """Serves events until stdin ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a handler prints is a log
    _, handler_name, sys.executable = sys.argv
    calls = _recorded()  # first: a handler makes clients as it is imported
    handler = _imported(handler_name)
    answers.write(f"ready {_processor()}\n")
    answers.flush()
    for line in sys.stdin:
        calls.clear()
        answer = _answer(handler, json.loads(line))
        answers.write(json.dumps({**answer, "calls": calls, "processor": _processor()}, default=str) + "\n")
        answers.flush()


def _processor():
    """Seconds of processor so far, with those of processes that were started and have ended."""
    return sum(os.times()[:4])


def _imported(name):
    module, _, attribute = name.rpartition(".")
    try:
        return getattr(importlib.import_module(module), attribute)
    except Exception as error:  # noqa: BLE001 — as Lambda does
        traceback.print_exc()
        return error


def _answer(handler, event):
    if isinstance(handler, Exception):
        return _error("Runtime.ImportModuleError", handler)
    try:
        return {"payload": json.dumps(handler(event, None), allow_nan=False)}
    except Exception as error:  # noqa: BLE001 — as Lambda does
        traceback.print_exc()
        return _error(type(error).__name__, error)


def _error(kind, error):
    return {"error": {"errorType": kind, "errorMessage": str(error), "stackTrace": []}}


def _recorded():
    from botocore.handlers import BUILTIN_HANDLERS

    calls, last = [], ["", "", {}]

    def note(params, model, **_):
        last[:] = [model.service_model.service_name, model.name, params]

    def record(request_signer, operation_name, **_):
        if last[1] == operation_name:
            known = {name: value for name, value in last[2].items() if name not in ("Body", "Payload")}
            calls.append([*last[:2], known, request_signer._credentials.access_key.startswith(TEMPORARY)])

    BUILTIN_HANDLERS.extend([("provide-client-params", note), ("before-sign", record)])
    return calls


main()
