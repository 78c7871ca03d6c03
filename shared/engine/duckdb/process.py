"""The operating system's side of a disposable process: pipes, a deadline, a watch on its memory, and a sure end."""

import contextlib
import fcntl
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from shared.contracts import QueryFault

MAX_LINE = 32 << 20

_MAIN = Path(__file__).with_name("worker_main.py")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_PIPE_BYTES = 1 << 20
_NONE: dict[str, Any] = {"columns": ()}
_WATCH_SECONDS = 0.015
_LARGE = 0.5
"""Of its memory: killed with more than this in use, a process was killed for it."""


class Ended(Exception):
    """The worker process has ended without an answer; `kind` says why."""

    def __init__(self, kind: QueryFault) -> None:
        super().__init__(kind)
        self.kind: QueryFault = kind


class Process:
    """One process with its private directory: a job in, lines out, killed at the end. `memory_mb` is what its job is
    likely to be given: another takes a little longer."""

    def __init__(
        self, extra_path: Sequence[str], library_path: str | None, threads: int = 1, memory_mb: int = 512
    ) -> None:
        self._home = tempfile.TemporaryDirectory(prefix="candor-query-", ignore_cleanup_errors=True)
        # S603: every word of the command is our own.
        self._popen = subprocess.Popen(  # noqa: S603
            [sys.executable, "-I", str(_MAIN), str(threads), str(memory_mb), *extra_path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._home.name,
            env={"LD_LIBRARY_PATH": library_path} if library_path else {},
            start_new_session=True,
        )
        self._unread, self._searched = bytearray(), 0
        _widen(self._popen.stdout)
        self._largest_mb = 0.0

    @property
    def pid(self) -> int:
        """Its process id, which is its group's too."""
        return self._popen.pid

    @property
    def alive(self) -> bool:
        """Whether it can still take its job."""
        return self._popen.poll() is None

    def send(self, job: dict[str, Any]) -> None:
        """Hand it its one job. Raises Ended where nobody takes it.

        The pipe stays open: when it closes, this process is gone, and the other ends at once.
        """
        assert self._popen.stdin is not None
        try:
            self._popen.stdin.write(json.dumps(job).encode() + b"\n")
            self._popen.stdin.flush()
        except OSError:
            raise Ended("unavailable") from None

    def receive(self, deadline: float, memory_mb: int) -> dict[str, Any]:
        """The next message: a line of JSON, and behind it the data of each of its columns, as many bytes as the line
        says, which need no reading. Raises Ended at the deadline, over the memory, or when the process ends."""
        try:
            message = json.loads(self._line(deadline, memory_mb))
            if not isinstance(message, dict):
                return {}
            held = 0
            for column in message.get("typed", _NONE)["columns"]:
                held += (size := int(column.pop("bytes")))
                if held > MAX_LINE:
                    raise Ended("memory")
                column["data"] = self._bytes(size, deadline, memory_mb)
        except (ValueError, TypeError, LookupError, AttributeError):
            raise Ended("runtime") from None
        return message

    def _line(self, deadline: float, memory_mb: int) -> bytearray:
        while (end := self._unread.find(b"\n", self._searched)) < 0:
            self._searched = len(self._unread)
            self._watch(deadline, memory_mb)
            self._unread += self._read(memory_mb)
        line = self._unread[:end]
        del self._unread[: end + 1]
        self._searched = 0
        return line

    def _bytes(self, size: int, deadline: float, memory_mb: int) -> bytes:
        while len(self._unread) < size:
            self._watch(deadline, memory_mb)
            self._unread += self._read(memory_mb)
        data = bytes(memoryview(self._unread)[:size])
        del self._unread[:size]
        return data

    def _watch(self, deadline: float, memory_mb: int) -> None:
        if time.monotonic() >= deadline:
            raise Ended("timeout")
        self._largest_mb = max(self._largest_mb, self._resident_mb())
        if self._largest_mb > memory_mb or len(self._unread) > MAX_LINE:
            raise Ended("memory")

    def _read(self, memory_mb: int) -> bytes:
        """What there is within a moment; the empty end of the stream raises."""
        assert self._popen.stdout is not None
        if not select.select([self._popen.stdout], [], [], _WATCH_SECONDS)[0]:
            return b""
        data = os.read(self._popen.stdout.fileno(), 1 << 20)
        if not data:
            raise Ended(self._cause(memory_mb))
        return data

    def _cause(self, memory_mb: int) -> QueryFault:
        """Why it ended by itself: out of memory it aborts or is killed, out of processor time it gets SIGXCPU. One that
        had little memory when it was killed, or that ended in any other way, is just gone."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(timeout=1)
        code = self._popen.returncode
        if code == -signal.SIGXCPU:
            return "timeout"
        large = self._largest_mb >= _LARGE * memory_mb
        return "memory" if code == -signal.SIGABRT or (code == -signal.SIGKILL and large) else "unavailable"

    def _resident_mb(self) -> float:
        try:
            return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * _PAGE / (1 << 20)
        except (OSError, IndexError, ValueError):
            return 0.0  # no /proc here, or the process is gone: the limits of the kernel stand

    def kill(self) -> None:
        """Kill it with all that it may have started; it is gone a moment later, and `end` tidies up."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def end(self) -> None:
        """Kill it, wait until it is gone, and remove its directory."""
        self.kill()
        self._popen.wait()
        for stream in (self._popen.stdin, self._popen.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        self._home.cleanup()


def _widen(stream: Any) -> None:
    """A pipe that holds a megabyte where the system allows it: a large result passes in a few steps."""
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        with contextlib.suppress(OSError):
            fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
