"""`candor serve` as a process of its own, for the tests that talk to it."""

import http.client
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import boto3
from botocore.config import Config

SALES = b"region,revenue\nWest,10\nEast,5\nWest,3.5\n"
BOUNDARY = "part"
MAIN = "from infra.cli import main; main()"


@dataclass
class System:
    """A running system and where it listens."""

    process: subprocess.Popen[str]
    url: str
    aws_url: str
    user: str = "alice"

    def send(self, method: str, path: str, body: object = None, *, url: str = "", **headers: str) -> tuple[int, Any]:
        """Status and body of a request; the body is parsed where it is JSON."""
        address = urlsplit(url or self.url)
        connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=40)
        data = body if isinstance(body, bytes) or body is None else json.dumps(body)
        sent = {"Content-Type": "application/json", "Authorization": f"Bearer {self.user}", **headers}
        connection.request(method, path, data, sent)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text) if text.startswith(b"{") else text

    def aws(self, service: str) -> Any:
        """A client that speaks AWS's protocol to the system."""
        return boto3.client(  # type: ignore[call-overload]
            service,
            region_name="us-east-1",
            endpoint_url=self.aws_url,
            aws_access_key_id="any",
            aws_secret_access_key="any",
            config=Config(retries={"total_max_attempts": 1}),
        )

    def dataset(self, data: bytes = SALES, name: str = "sales.csv") -> str:
        """A dataset, its file posted with the form."""
        status, begun = self.send("POST", "/datasets", {"file_name": name})
        assert status == 201
        form = begun["upload"]
        fields = {**{k: v.encode() for k, v in form["fields"].items()}, f'file"; filename="{name}': data}
        head = f"--{BOUNDARY}\r\nContent-Disposition: form-data; name="
        parts = [f'{head}"{k}"\r\n\r\n'.encode() + v + b"\r\n" for k, v in fields.items()]
        body = b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()
        kind = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
        status, _ = self.send("POST", urlsplit(form["url"]).path, body, url=form["url"], **kind)
        assert status == 204
        dataset_id: str = begun["dataset"]["dataset_id"]
        self.until(lambda: self.send("GET", f"/datasets/{dataset_id}")[1]["status"] == "ready")
        return dataset_id

    def asked(self, session: dict[str, Any], question: str) -> dict[str, Any]:
        """The reply to a question of this new session, which is given with it."""
        _, begun = self.send("POST", "/sessions", session)
        path = f"/sessions/{begun['session_id']}/messages"
        turn_id = self.send("POST", path, {"question": question})[1]["turn_id"]
        self.until(lambda: self.send("GET", f"/turns/{turn_id}")[1]["status"] != "running")
        reply: dict[str, Any] = self.send("GET", f"/turns/{turn_id}")[1]
        return reply

    def until(self, holds: Any, seconds: float = 120) -> None:
        """Waits until it holds."""
        give_up = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < give_up, "it did not happen in time"
            time.sleep(0.1)


@contextmanager
def serving(**settings: str) -> Iterator[System]:
    """A system that runs meanwhile, with these settings in its environment and no other."""
    command = [
        sys.executable,
        "-c",
        MAIN,
        "serve",
        "--port",
        "0",
        "--aws-port",
        "0",
        "--model",
        "deterministic",
        "--in-memory",
    ]
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "CANDOR_"))}
    environ |= settings
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ)
    assert process.stdout
    told = [process.stdout.readline() for _ in range(5)]
    url, aws_url = (re.findall(r"http://[\d.:]+", line)[0] for line in told[:2])
    try:
        yield System(process, url, aws_url)
    finally:
        process.kill()
        process.wait()
