"""The command line: ask a question of a file, look at a file, see who answers, break each state."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from traceback import walk_tb
from typing import Annotated, Any, get_args

import typer
from typer.exceptions import TyperException

from infra.local.cli_serve import register
from infra.local.show import Progress, show_agents, show_faults, show_profile, show_replay, show_reply
from shared.consultation.thread import displayed
from shared.contracts import Reply
from shared.settings import ModelChoice, Settings

NO_REPLY, USAGE = 1, 2

app = typer.Typer(
    name="candor",
    help="Candor answers questions about your data: every question gets exactly one honest reply.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Data = Annotated[list[Path] | None, typer.Option("--data", help="A file to ask about. May repeat.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print exactly the reply object on stdout; progress on stderr.")]
Mind = Annotated[str, typer.Option("--model", help="Who answers: auto, deterministic, claude or bedrock.")]


class UsageError(Exception):
    """The command cannot be carried out as it was given; the message says what to do."""


@app.command()
def ask(
    question: str,
    data: Data = None,
    as_json: AsJson = False,
    model: Mind = "auto",
    receipt: Annotated[Path | None, typer.Option(help="Keep what the answer was computed from in this file.")] = None,
    url: Annotated[str | None, typer.Option(help="Ask a deployment, as whom candor login signed in.")] = None,
    token: Annotated[str | None, typer.Option(help="Ask there with this access token.")] = None,
) -> None:
    """Ask one question, about a file or several."""
    from infra.local.replay import keep, writable

    if receipt:
        writable(receipt)
    reply = _there(question, data, url.rstrip("/"), token) if url else _here(question, data, model)
    if receipt:
        keep(question, reply, tuple(data or ()), receipt)
    if as_json:
        print(json.dumps(displayed(reply).wire(), ensure_ascii=False))  # noqa: T201 — stdout is this command's result
    else:
        show_reply(reply)


def _here(question: str, data: list[Path] | None, model: str) -> Reply:
    from infra.local.session import asked  # the local AWS takes a second to import: not for --help

    return asked(question, tuple(data or ()), settings_for(model), Progress())


def _there(question: str, data: list[Path] | None, url: str, token: str | None) -> Reply:
    from infra.local.login import token_for
    from infra.local.remote import Remote

    return Remote(url, token or token_for(url)).asked(question, tuple(data or ()), Progress())


@app.command()
def chat(data: Data = None, model: Mind = "auto") -> None:
    """Ask one question after another; each is read with the one before. An empty line ends."""
    from infra.local.session import conversed

    progress = Progress()
    for reply in conversed(_lines(), tuple(data or ()), settings_for(model), progress):
        show_reply(reply)


@app.command()
def consult(
    data: Data = None,
    model: Mind = "auto",
    brief: Annotated[Path | None, typer.Option(help="Write the brief and the findings to this file.")] = None,
) -> None:
    """Be led from a business question to an analysis. An empty line ends."""
    from infra.local.consulting import consulted, opening
    from infra.local.show import show_said

    progress = Progress()
    show_said(opening())
    for reply in consulted(_lines(), tuple(data or ()), settings_for(model), progress, brief):
        show_said(reply.text)


def _lines() -> Iterator[str]:
    while True:
        try:
            line = input("? ").strip()
        except EOFError:
            return
        if not line:
            return
        yield line


@app.command()
def replay(receipt: Path, data: Data = None, as_json: AsJson = False, model: Mind = "auto") -> None:
    """Compute an answer again from its receipt, and say where a difference comes from."""
    from infra.local.replay import replay as replayed

    found = replayed(receipt, tuple(data or ()), settings_for(model))
    if as_json:
        print(json.dumps(found.wire() | {"same": found.same}, ensure_ascii=False))  # noqa: T201
    else:
        show_replay(found)
    if not found.same:
        raise typer.Exit(NO_REPLY)


@app.command()
def profile(file: Path, as_json: AsJson = False) -> None:
    """Look at a file as Candor reads it: columns, types, what was repaired."""
    from infra.local.file import profiled

    found = profiled(file)
    if as_json:
        print(json.dumps(found.wire(), ensure_ascii=False))  # noqa: T201
    else:
        show_profile(found)


@app.command()
def agents(as_json: AsJson = False) -> None:
    """List the agents and what each can do."""
    from functions.registry import all_agents

    cards = [agent.card for agent in all_agents().values()]
    if as_json:
        print(json.dumps([card.wire() for card in cards], ensure_ascii=False))  # noqa: T201
    else:
        show_agents(cards)


@app.command()
def faults(
    state: Annotated[str | None, typer.Option(help="Only this state.")] = None,
    fault: Annotated[str | None, typer.Option(help="Only this fault.")] = None,
    family: Annotated[
        str | None, typer.Option(help="Only one kind: state, dependency, model, messages api, team, request or crash.")
    ] = None,
    sample: Annotated[int | None, typer.Option(help="Only so many faults of each state.")] = None,
    jobs: Annotated[int, typer.Option(help="How many processes share the work.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Break every part in every way, and count the replies."""
    from infra.lab.matrix import run_matrix

    matrix = run_matrix(state=state, fault=fault, family=family, sample=sample, jobs=jobs, on_cell=Progress().cell)
    if as_json:
        print(json.dumps(matrix.wire(), ensure_ascii=False))  # noqa: T201
    else:
        show_faults(matrix)
    if not matrix.holds:
        raise typer.Exit(NO_REPLY)


def settings_for(model: str) -> Settings:
    """Settings from the environment with the chosen mind. Raises UsageError for one that cannot be asked."""
    settings = Settings.from_env()
    if model not in get_args(ModelChoice):
        raise UsageError(f"--model is one of {', '.join(get_args(ModelChoice))}, not {model!r}.")
    if model == "claude" and not settings.anthropic_api_key:
        raise UsageError("--model claude needs ANTHROPIC_API_KEY; without a key, leave --model away.")
    if model == "bedrock" and not settings.bedrock_model_id:
        raise UsageError("--model bedrock needs CANDOR_BEDROCK_MODEL_ID, the id of a model that the account may call.")
    return settings.model_copy(update={"model": model})


register(app, settings_for)


def main() -> None:
    """Runs a command; whatever happens, a person reads a sentence and a script an exit code."""
    code = _run(app)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # handlers that are left behind run on in threads, which must not hold the terminal


def _run(command: Callable[..., Any]) -> int:
    from shared.errors import CandorError

    try:
        code = command(standalone_mode=False)
    except typer.Exit as done:
        return done.exit_code
    except (typer.Abort, KeyboardInterrupt):
        return NO_REPLY
    except TyperException as error:
        print(f"candor: {error.format_message()} See candor --help.", file=sys.stderr)  # noqa: T201
        return USAGE
    except (UsageError, CandorError) as error:
        print(f"candor: {error}", file=sys.stderr)  # noqa: T201
        return USAGE
    except Exception as error:  # noqa: BLE001 — no traceback ever reaches a terminal
        print(f"candor: something went wrong here ({_place(error)}); no reply was made.", file=sys.stderr)  # noqa: T201
        return NO_REPLY
    return code if isinstance(code, int) else 0


def _place(error: Exception) -> str:
    """What a bug report needs, in a few words: the kind of error, its module and line."""
    *_, (frame, line) = walk_tb(error.__traceback__)
    return f"{type(error).__name__} in {frame.f_globals['__name__']}, line {line}"
