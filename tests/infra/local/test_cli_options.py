"""The command line as people expect it: help, version, completion, files as arguments, how they are read."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from infra.cli import USAGE, _run, app
from infra.local.cli_options import HERE

EXAMPLE = "examples/orders.csv"
OPEN = "day;price\n03/04/05;1.234\n05/06/07;5.678\n07/08/09;9.012\n"
COMMANDS = sorted(one.name or getattr(one.callback, "__name__", "") for one in app.registered_commands)


def candor(*arguments: str, stdin: str | bytes = b"") -> Result:
    return CliRunner().invoke(app, arguments, input=stdin, prog_name="candor")


def test_bare_candor_is_its_help_and_succeeds() -> None:
    bare = candor()
    assert (bare.exit_code, bare.stdout.strip()) == (0, candor("-h").stdout.strip())
    assert all(command in bare.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_what_it_does_and_takes(command: str) -> None:
    shown = candor(command, "-h")
    assert (shown.exit_code, shown.stdout) == (0, candor(command, "--help").stdout)
    assert f"candor {command}" in shown.stdout


@pytest.mark.parametrize("command", ["ask", "chat", "replay", "profile", "serve", "faults"])
def test_help_has_examples(command: str) -> None:
    examples = candor(command, "-h").stdout.partition("Examples:")[2]
    assert f"candor {command}" in examples


@pytest.mark.parametrize(("arguments", "see"), [(["ask"], "candor ask"), (["watch", "add"], "candor watch add")])
def test_a_usage_error_names_the_command_whose_help_has_more(
    arguments: list[str], see: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["candor", *arguments])
    assert _run(app) == USAGE
    assert capsys.readouterr().err.strip().endswith(f"See {see} --help.")


def test_commands_of_the_api_ask_the_one_on_this_machine_unless_told_otherwise() -> None:
    assert HERE in candor("forfeits", "-h").stdout
    assert HERE in candor("watch", "list", "-h").stdout


def test_the_version_is_told() -> None:
    shown = candor("--version")
    assert (shown.exit_code, shown.stdout.split()[0]) == (0, "candor")
    assert shown.stdout.split()[1][0].isdigit()


def test_a_shell_is_given_its_completion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    assert "_CANDOR_COMPLETE" in candor("--show-completion", "bash").stdout
    completed = CliRunner().invoke(
        app,
        env={"_CANDOR_COMPLETE": "complete_bash", "COMP_WORDS": "candor pro", "COMP_CWORD": "1"},
        prog_name="candor",
    )
    assert completed.stdout.split() == ["profile"]


def test_a_file_is_an_argument_and_quiet_shows_no_progress() -> None:
    done = candor("ask", "What is the total revenue?", EXAMPLE, "--quiet", "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    assert json.loads(done.stdout)["facts"][0]["value"] == pytest.approx(246656.05)


def test_sql_is_shown_when_asked_for_and_evidence_brings_cells_and_rows() -> None:
    plain = candor("ask", "total revenue by region", EXAMPLE, "-q").stdout
    told = candor("ask", "total revenue by region", EXAMPLE, "-q", "--evidence").stdout
    assert "SELECT" not in plain
    assert "SELECT" in candor("ask", "total revenue by region", EXAMPLE, "-q", "--sql").stdout
    assert "SELECT" in told
    assert "query 1, row 1, total_revenue" in told
    assert "420 rows used" in told
    assert "SHA-256" in told


def profile(*options: str, stdin: str = OPEN) -> dict[str, dict[str, object]]:
    done = candor("profile", "-", *options, "--json", stdin=stdin)
    assert done.exit_code == 0, done.stderr
    return {column["name"]: column for column in json.loads(done.stdout)["columns"]}


@pytest.mark.parametrize(("order", "first"), [("DMY", "2005-04-03"), ("mdy", "2005-03-04"), ("YMD", "2003-04-05")])
def test_the_order_of_dates_and_the_decimal_mark_are_said_once_for_what_standard_input_gives(
    order: str, first: str
) -> None:
    found = profile("--dates", order, "--decimal", ",", "--delimiter", ";")
    assert (found["day"]["minimum"], found["price"]["minimum"]) == (first, 1234)


def test_header_row_and_encoding_are_as_said(tmp_path: Path) -> None:
    assert list(profile("--header-row", "2", stdin="1,2\na,b\n3,4\n5,6\n")) == ["a", "b"]
    file = tmp_path / "umsatz.csv"
    file.write_bytes("größe,b\n1,2\n3,4\n".encode("cp437"))
    done = candor("profile", str(file), "--encoding", "cp437", "--json")
    assert json.loads(done.stdout)["columns"][0]["name"] == "größe"


def test_a_receipt_remembers_how_the_files_were_read(tmp_path: Path) -> None:
    file, receipt = tmp_path / "open.csv", tmp_path / "receipt.json"
    file.write_text(OPEN)
    asked = candor("ask", "total price", str(file), "--decimal", ",", "--receipt", str(receipt), "-q", "--json")
    assert json.loads(asked.stdout)["facts"][0]["value"] == 1234 + 5678 + 9012
    assert json.loads(candor("replay", str(receipt), str(file), "--json").stdout)["same"]
