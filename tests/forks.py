"""Programs in forks of one process, where a process of their own would spend its time importing."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory
from typing import Any

from tests.fork_server import TOO_LONG


class Forks:
    """Calls functions as programs: each call in a fork of a process that has imported these modules, and none of its
    own. That one is started by the first call, in this folder and with this environment."""

    def __init__(self, modules: Callable[[], Sequence[str]], *, folder: Path, environ: Mapping[str, str]) -> None:
        self._modules = modules
        self._folder = folder
        self._environ = environ
        self._server: subprocess.Popen[str] | None = None

    def __enter__(self) -> "Forks":
        return self

    def __exit__(self, *_raised: object) -> None:
        if self._server:
            self._server.communicate()
            self._server = None

    def run(self, function: str, *arguments: str, stdin: str = "", longest: float = 120) -> CompletedProcess[str]:
        """What became of `module:function` with this command line. Raises TimeoutExpired after `longest` seconds."""
        with TemporaryDirectory() as folder:
            streams = [Path(folder) / name for name in ("stdin", "stdout", "stderr")]
            for stream, text in zip(streams, (stdin, "", ""), strict=True):
                stream.write_text(text, encoding="utf-8")
            names = [str(stream) for stream in streams]
            code = self._answer({"function": function, "arguments": arguments, "streams": names, "longest": longest})
            said, told = (stream.read_text(encoding="utf-8") for stream in streams[1:])
        if code == TOO_LONG:
            raise subprocess.TimeoutExpired([function, *arguments], longest, said, told)
        return CompletedProcess([function, *arguments], int(code), said, told)

    def _answer(self, call: dict[str, Any]) -> int | str:
        if self._server is None:
            modules = self._modules()  # before there is a server, which would wait for them
            self._server = subprocess.Popen(
                [sys.executable, "-P", Path(__file__).with_name("fork_server.py")],
                cwd=self._folder,
                env=self._environ,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            self._tell(modules)
        self._tell(call)
        assert self._server.stdout
        code: int | str = json.loads(self._server.stdout.readline())
        return code

    def _tell(self, what: Any) -> None:
        assert self._server
        assert self._server.stdin
        self._server.stdin.write(json.dumps(what) + "\n")
        self._server.stdin.flush()
