"""Calls functions in forks of a process that has imported their modules: that takes longer than most of these calls.

Reads lines of JSON: first the names of the modules, then of each call the function (`module:name`), the words of its
command line, the files of its three streams, and how many seconds it may take. Answers each with its exit code, or with
TOO_LONG. Started as a file (`tests.forks`), since whatever is imported here is not read anew after a fork.
"""

import gc
import json
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module

TOO_LONG = "too long"


class _Late(Exception):
    """The time of a call is over."""


def _ring(_signal: int, _frame: object) -> None:
    raise _Late


def _call(function: str, arguments: list[str], streams: list[str]) -> object:
    """What the function returns, called as a program is: in a process group and with streams of its own."""
    os.setsid()
    for stream, name in enumerate(streams):
        os.dup2(os.open(name, os.O_WRONLY if stream else os.O_RDONLY), stream)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 what the old one has read ahead is not meant
    sys.argv = [function, *arguments]
    module, _, name = function.partition(":")
    return getattr(import_module(module), name)()


def _waited(child: int, longest: float) -> int | str:
    """Its exit code, or TOO_LONG: then it is ended, with whatever it started."""
    try:
        signal.setitimer(signal.ITIMER_REAL, longest)
        ended = os.waitpid(child, 0)[1]
        signal.setitimer(signal.ITIMER_REAL, 0)
        return os.waitstatus_to_exitcode(ended)
    except _Late:
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return TOO_LONG


def main() -> None:
    """Until nobody asks any more."""
    signal.signal(signal.SIGALRM, _ring)
    for name in json.loads(sys.stdin.readline()):
        with suppress(Exception):  # some are made only while another is imported
            import_module(name)
    gc.freeze()
    for line in iter(sys.stdin.readline, ""):
        call = json.loads(line)
        child = os.fork()
        if not child:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            sys.exit(_call(call["function"], call["arguments"], call["streams"]))  # type: ignore[arg-type]
        print(json.dumps(_waited(child, call["longest"])), flush=True)


if __name__ == "__main__":
    main()
