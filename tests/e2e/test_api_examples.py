"""Every example of docs/api.md, run as it stands there against a system of its own."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from functions.api.api import description
from infra.docs.api import written
from infra.local.gateway import user_of_token
from tests.e2e.served import SALES, System, serving

PAGE: Final = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEAD: Final = re.compile(r"^### ([A-Z]+ /\S*)$", re.MULTILINE)
LANGUAGES: Final = {"sh": ["bash", "-e", "-o", "pipefail", "-c"], "python": [sys.executable, "-c"]}
NODE: Final = {"javascript": ["node", "--input-type=module", "-e"]}
UNFLAGGED: Final = "PATCH /reviews/{turn_id}"
"""Without a model the failsafe holds no turn back, so that none is listed: this example is answered 404."""
ORDER: Final = ("GET", "POST", "PATCH", "DELETE")
USERS: Final = ",".join(user_of_token(language) for language in (*LANGUAGES, *NODE))
ROWS: Final = (f"City {n},{n * 37 % 91}.5,{'NESW'[n % 4]},{1 + n % 12:02}/{1 + n % 12:02}/2025\n" for n in range(120))
CITIES: Final = f"city,revenue,region,ordered\n{''.join(ROWS)}".encode()


def examples(language: str) -> dict[str, str]:
    """The example of each route: what only reads first, what deletes last, and datasets last of all."""
    heads = [*HEAD.finditer(PAGE)]
    ends = [one.start() for one in heads[1:]] + [PAGE.index("\n## Types")]
    sections = {head[1]: PAGE[head.end() : end] for head, end in zip(heads, ends, strict=True)}
    found = {name: dict(BLOCK.findall(text))[language] for name, text in sections.items()}
    return {name: found[name] for method in ORDER for name in sorted(found, reverse=True) if name.startswith(method)}


def routes() -> dict[str, list[str]]:
    """The methods of each path, by the API's own description."""
    paths = json.loads(description())["paths"]
    return {path: [one.upper() for one in methods] for path, methods in paths.items()}


def setup(language: str) -> str:
    """The lines that all examples of a language begin with."""
    opening = BLOCK.findall(PAGE[: PAGE.index("\n## Routes")])
    return next(text for kind, text in opening if kind == language)


@pytest.fixture(scope="module")
def system() -> Iterator[System]:
    with serving(CANDOR_OPERATORS=USERS, CANDOR_WEBHOOKS_TO_LOOPBACK="1") as running:
        yield running


def prepared(system: System) -> dict[str, str]:
    """The ids that the examples name, of things that this user has."""
    dataset_id = system.dataset(CITIES)
    reply = system.asked({"dataset_ids": [dataset_id]}, "What is the total revenue by city?")
    result = reply["responses"][0]["result"]["results"][0]["link"].rsplit("/", 1)[-1]
    watch = {"question": "What is the total revenue?", "dataset_ids": [dataset_id], "when": {"kind": "new_data"}}
    webhook = {"url": "http://127.0.0.1:9/"}
    return {
        "DATASET": dataset_id,
        "SESSION": reply["session_id"],
        "TURN": reply["turn_id"],
        "RESULT": result,
        "WATCH": system.send("POST", "/watches", watch)[1]["watch_id"],
        "WEBHOOK": system.send("POST", "/webhooks", webhook)[1]["webhook_id"],
        "RECEIVER": webhook["url"],
    }


def instead(system: System, name: str, dataset_id: str) -> dict[str, str]:
    """The ids of a route that is about a particular kind of thing."""
    if name in ("GET /sessions/{session_id}/brief", "GET /sessions/{session_id}/report"):
        return {"SESSION": system.asked({"mode": "consultation"}, "hello")["session_id"]}
    if name.startswith("DELETE "):
        system.until(lambda: system.send("GET", f"/datasets/{dataset_id}")[1]["status"] == "ready")
    return {}


def failures(system: System, language: str, command: list[str]) -> dict[str, str]:
    """What the examples of a language said that did not end well."""
    there = System(system.process, system.url, system.aws_url, user=language)
    ids = prepared(there)
    failed = {}
    for name, text in examples(language).items():
        known = ids | instead(there, name, ids["DATASET"])
        environ = {"PATH": os.environ["PATH"], "URL": system.url, "TOKEN": language, **known}
        done = subprocess.run(
            [*command, f"{setup(language)}\n{text}"], env=environ, capture_output=True, text=True, timeout=120
        )
        if name == UNFLAGGED:
            assert done.returncode, done.stdout
            assert re.search("404|not listed for review", done.stdout + done.stderr), done.stderr
        elif done.returncode or not (done.stdout.strip() or name.startswith("DELETE ")):
            failed[name] = done.stdout + done.stderr
    return failed


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_route_has_an_example_that_works(system: System, language: str) -> None:
    assert set(examples(language)) == {f"{method} {path}" for path, methods in routes().items() for method in methods}
    assert failures(system, language, LANGUAGES[language]) == {}


@pytest.mark.synth  # node is there
@pytest.mark.parametrize("language", NODE)
def test_every_route_has_an_example_that_works_in_node(system: System, language: str) -> None:
    assert failures(system, language, NODE[language]) == {}


def test_the_page_is_as_make_docs_would_write_it() -> None:
    assert written() == PAGE


def test_the_way_from_a_file_to_an_answer_works_as_it_is_told(system: System, tmp_path: Path) -> None:
    walk = next(text for kind, text in BLOCK.findall(PAGE) if kind == "sh" and "form.txt" in text)
    (tmp_path / "sales.csv").write_bytes(SALES)
    environ = {"PATH": os.environ["PATH"], "URL": system.url, "TOKEN": "newcomer"}
    command = ["bash", "-e", "-o", "pipefail", "-c", f"{setup('sh')}\n{walk}"]
    done = subprocess.run(command, env=environ, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert "West: 13.5" in done.stdout
