"""Calls functions in forks of a process that has imported their modules: that takes longer than most of these calls.

Reads lines of JSON: first the names of the modules, then of each call the function (`module:name`), the words of its
command line, the files of its three streams, and how many seconds it may compute, and as many wait: for the processor
it may wait as long as it must. Answers each with its exit code, or with TOO_LONG. Started as a file (`tests.forks`),
since whatever is imported here is not read anew after a fork.
"""

import gc
import json
import os
import resource
import signal
import sys
from contextlib import suppress
from glob import iglob
from importlib import import_module
from math import ceil
from pathlib import Path

TOO_LONG = "too long"


def _call(function: str, arguments: list[str], streams: list[str], longest: float) -> object:
    """What the function returns, called as a program is: in a process group and with streams of its own."""
    os.setpgrp()  # in no session of its own: that would have a share of a busy machine of its own, too
    resource.setrlimit(resource.RLIMIT_CPU, (ceil(longest), resource.RLIM_INFINITY))
    for stream, name in enumerate(streams):
        os.dup2(os.open(name, os.O_WRONLY if stream else os.O_RDONLY), stream)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 what the old one has read ahead is not meant
    sys.argv = [function, *arguments]
    module, _, name = function.partition(":")
    return getattr(import_module(module), name)()


def _waited(child: int, longest: float) -> int | str:
    """Its exit code, or TOO_LONG: then it is ended, with whatever it started."""
    seconds = 0

    def ring(_signal: int, _frame: object) -> None:
        nonlocal seconds
        seconds += _waits(child)
        if seconds >= longest:
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
        signal.setitimer(signal.ITIMER_REAL, 1)  # once: a look may itself take long on a busy machine

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    signal.setitimer(signal.ITIMER_REAL, 0)
    if seconds < longest and code != -signal.SIGXCPU:
        return code
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return TOO_LONG


def _waits(group: int) -> bool:
    """Whether all threads of a process group sleep: one that is starved or stopped is not at fault."""
    for file in iglob("/proc/[0-9]*/task/*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            state, _parent, of = Path(file).read_text(encoding="utf-8").rpartition(")")[2].split()[:3]
            if int(of) == group and state not in "SIZX":
                return False
    return True


def main() -> None:
    """Until nobody asks any more."""
    for name in json.loads(sys.stdin.readline()):
        with suppress(Exception):  # some are made only while another is imported
            import_module(name)
    gc.freeze()
    for line in iter(sys.stdin.readline, ""):
        call = json.loads(line)
        child = os.fork()
        if not child:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            sys.exit(_call(**call))
        print(json.dumps(_waited(child, call["longest"])), flush=True)


if __name__ == "__main__":
    main()
