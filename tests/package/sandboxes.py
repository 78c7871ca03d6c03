"""Functions in processes of their own, behind the local cloud: each on exactly its code, its layers and boto3."""

import json
import os
import select
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from functions.registry import all_functions
from infra.lab.recording import Recording
from infra.local.cloud import LocalCloud
from infra.local.lambda_runtime import Invocation, LambdaRuntime, UnknownFunction
from infra.stack.bundling import DATA_PACKAGES, layers_environment, layers_of
from infra.stack.grants import environment, query_environment
from shared.function import LambdaFunction
from tests.package.machine import LIBRARIES, Machine

AT_ONCE = 2
HOST = Path(__file__).with_name("host.py")
SERVICES = ("DYNAMODB", "S3", "LAMBDA", "SFN", "EVENTBRIDGE", "SQS", "STS")


def _listens(process: subprocess.Popen[bytes], port: int) -> None:
    """Waits until the process takes connections. Raises RuntimeError where it ends before."""
    while process.poll() is None:
        with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise RuntimeError("the process has ended")


class Sandbox:
    """One process with one function; it serves one event at a time, and keeps its state from one to the next.

    `started_in` are the seconds of processor until it was ready, `used` those until the end of each event.
    """

    def __init__(self, name: str, command: list[str], environ: Mapping[str, str], log: Path) -> None:
        self.name = name
        self.started_in = 0.0
        self.used: list[float] = []
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=environ, cwd=log.parent
            )

    def ready(self) -> None:
        """Waits until the handler has been imported, or could not be."""
        assert self._process.stdout
        self.started_in = float((self._process.stdout.readline().split() or [b"", b"nan"])[1])

    def ask(self, event: Any, seconds: float) -> dict[str, Any] | None:
        """What the host writes; None where it takes too long, and then the process is gone."""
        assert self._process.stdin
        assert self._process.stdout
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(event).encode() + b"\n")
            self._process.stdin.flush()
        if not select.select([self._process.stdout], [], [], seconds)[0]:
            self.end()
            return None
        line = self._process.stdout.readline()
        exited = {"error": {"errorType": "Runtime.ExitError", "errorMessage": "the process ended"}, "calls": []}
        found: dict[str, Any] = json.loads(line) if line else exited
        self.used.append(float(found.get("processor", "nan")))
        return found

    def end(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                with suppress(OSError):
                    stream.close()


class Sandboxes(LambdaRuntime):
    """The runtime of a local cloud whose functions are processes. `calls` is what each asked of AWS."""

    def __init__(self, cloud: LocalCloud, machine: Machine, aws_url: str, logs: Path, recording: Recording) -> None:
        super().__init__(all_functions(), cloud.deps)
        self.cloud = cloud
        self._machine, self._aws_url, self._logs = machine, aws_url, logs
        self.recording = recording
        self._idle: dict[str, list[Sandbox]] = {}
        self.all: list[Sandbox] = []
        self._lock = threading.Lock()
        self.errors: list[str] = []
        self.counted: Counter[str] = Counter()
        self.operations: Counter[tuple[str, str]] = Counter()

    def invoke(self, name: str, payload: bytes | str | None) -> Invocation:
        """Runs a function in an idle sandbox of its own, or in a new one. Raises UnknownFunction."""
        if name not in self.functions:
            raise UnknownFunction(name)
        function, event = self.functions[name], json.loads(payload or "{}")
        with self._lock:
            self.calls[name] += 1
            sandbox = self._idle[name].pop() if self._idle.get(name) else None
        sandbox = sandbox or self.start(function)
        answer = sandbox.ask(event, function.seconds)
        if answer is None:
            return Invocation.error("Sandbox.Timedout", f"Task timed out after {function.seconds} seconds")
        with self._lock:
            self._idle.setdefault(name, []).append(sandbox)
        self.counted[name] += len(answer["calls"])
        for service, operation, given, lent in answer["calls"]:
            self.operations[name, operation] += 1
            self.recording.add(name, service, operation, given, lent=lent)
        if "error" in answer:
            self.errors.append(f"{name}: {answer['error']['errorType']}: {answer['error']['errorMessage']}")
            return Invocation(json.dumps(answer["error"]).encode(), failed=True)
        return Invocation(answer["payload"].encode())

    @contextmanager
    def listening(self, name: str, folder: Path) -> Iterator[int]:
        """The process of a function that has a script, as the web adapter starts it; gives its port."""
        function = self.functions[name]
        environ = self._environment(function)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        (folder / "python3").symlink_to(self._machine.python)
        environ |= {
            "PATH": f"{folder}:{os.defpath}",
            "AWS_LWA_PORT": str(port),
            "LAMBDA_TASK_ROOT": str(self._machine.bundle.code()),
            "LAMBDA_RUNTIME_DIR": str(folder),  # boto3 is seen by this machine's Python without being told
            "LAYERS": str(self._opt(function) / "python"),
        }
        with (self._logs / name).open("ab") as log:
            script = self._machine.bundle.code() / function.script
            process = subprocess.Popen([script], env=environ, stdout=log, stderr=log, cwd=self._logs)
        try:
            _listens(process, port)
            yield port
        finally:
            process.kill()
            process.wait()

    def _opt(self, function: LambdaFunction) -> Path:
        return self._machine.layers(layers_of(function.module, function.uses))

    def start(self, function: LambdaFunction, **changed: str) -> Sandbox:
        """A new sandbox, with the environment that the stack would give it."""
        environ = {**self._environment(function), **changed}
        python = str(self._machine.python)
        sandbox = Sandbox(
            function.name,
            [python, str(HOST), f"{function.module}.handler", python],
            environ,
            self._logs / function.name,
        )
        with self._lock:
            self.all.append(sandbox)
        sandbox.ready()
        return sandbox

    def _environment(self, function: LambdaFunction) -> dict[str, str]:
        """What the stack and Lambda set."""
        layers = layers_of(function.module, function.uses)
        code, packages = self._machine.bundle.code(), str(self._opt(function) / "python")
        told = environment(function, self.recording.at) | layers_environment(layers) | query_environment(function)
        return {
            **{name: value.replace(DATA_PACKAGES, packages) for name, value in told.items()},
            **self._lambdas(function),
            "PYTHONPATH": f"{code}:{packages}",
        }

    def _lambdas(self, function: LambdaFunction) -> dict[str, str]:
        """What Lambda sets."""
        return {
            "AWS_LAMBDA_FUNCTION_NAME": f"{self.recording.at.prefix}-{function.name}",
            "_HANDLER": function.script or f"{function.module}.handler",
            "AWS_REGION": self.recording.at.region,
            "AWS_DEFAULT_REGION": self.recording.at.region,
            "AWS_ACCESS_KEY_ID": "AKIAIOSFODNN7EXAMPLE",
            "AWS_SECRET_ACCESS_KEY": "secret",
            "LD_LIBRARY_PATH": f"/{LIBRARIES}:/opt/lib",
            "PATH": os.defpath,
            "PYTHONSAFEPATH": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            **{f"AWS_ENDPOINT_URL_{service}": self._aws_url for service in SERVICES},
        }

    def warm(self) -> None:
        """Starts every function once, before any time is measured: this machine is slower at it than Lambda."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for name, sandbox in zip(self.functions, pool.map(self.start, self.functions.values()), strict=True):
                self._idle[name] = [sandbox]

    def restart(self) -> None:
        """Ends every process, as after a long sleep, and counts anew."""
        self.close()
        with self._lock:
            self.all.clear()
            self._idle.clear()
            self.calls.clear()
            self.counted.clear()
            self.operations.clear()

    def close(self) -> None:
        """Ends every process."""
        for sandbox in self.all:
            sandbox.end()
