"""Candor installed as a person installs it, into an empty environment, and used there."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UV = ROOT / ".tools/bin/uv"
pytestmark = pytest.mark.install

SCRIPT = """
from candor import Candor, Refused
with Candor(data={data!r}, model="deterministic") as candor:
    reply = candor.ask("Which region has the highest revenue?")
    print(reply.status, reply.facts[0].value)
    assert reply.tables[0].rows[0]["region"] == "West"
    assert "<table>" in reply._repr_html_() or reply.tables[0].row_count == 1
    assert candor.ask("and the lowest?").session_id == reply.session_id
try:
    Candor(data="nowhere.csv")
except Refused as refused:
    print(refused)
import sys
assert not {{"shared", "infra", "functions", "moto"}} & set(sys.modules)
"""


def run(*command: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "CANDOR", "ANTHROPIC"))}
    kept |= {"UV_TOOL_DIR": str(cwd / "tools"), "UV_TOOL_BIN_DIR": str(cwd / "bin"), "UV_PYTHON": sys.executable}
    return subprocess.run(list(map(str, command)), cwd=cwd, env=kept, capture_output=True, text=True, timeout=600)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with Candor installed in it, and with packages of a user's own that are called like ours."""
    folder = tmp_path_factory.mktemp("installed")
    done = run(UV, "tool", "install", "--quiet", ROOT, cwd=folder)
    assert done.returncode == 0, done.stderr
    for name in ("shared", "infra", "functions"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text("raise ImportError('a package of somebody else')\n")
    return folder


def test_the_command_answers_in_an_environment_that_has_nothing_else(place: Path) -> None:
    assert run("bin/candor", "--version", cwd=place).stdout.startswith("candor ")
    assert run("bin/candor", cwd=place).returncode == 0
    done = run("bin/candor", "ask", "What is the total revenue?", ROOT / "examples/orders.csv", "--json", cwd=place)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["facts"][0]["value"] == pytest.approx(246656.05)


def test_no_name_but_its_own_is_claimed(place: Path) -> None:
    (packages,) = (place / "tools/candor").glob("lib/python*/site-packages")
    assert (packages / "candor/_app/shared").is_dir()
    assert [name for name in ("shared", "infra", "functions", "tests") if (packages / name).exists()] == []


def test_a_program_asks_in_a_process_of_its_own_and_gets_typed_replies(place: Path) -> None:
    script = place / "script.py"
    script.write_text(SCRIPT.format(data=str(ROOT / "examples/orders.csv")))
    done = run("tools/candor/bin/python", script, cwd=place)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0].startswith("answered ")
    assert done.stdout.splitlines()[1] == "There is no file nowhere.csv; check the path."


def test_a_package_of_the_users_own_does_not_get_in_the_way(place: Path) -> None:
    done = run("tools/candor/bin/python", "-m", "candor", "agents", "--json", cwd=place)
    assert done.returncode == 0, done.stderr
    assert "sql_analytics" in {card["name"] for card in json.loads(done.stdout)}
