"""The command line: ask a question of a file, look at a file, see who answers, break each state."""

import json
import os
import sys
from collections.abc import Callable
from traceback import walk_tb
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from infra.local import cli_ask, cli_consult, cli_serve, cli_watch
from infra.local.cli_options import AsJson, Quiet, UsageError, examples

NO_REPLY, USAGE = 1, 2

app = typer.Typer(
    name="candor",
    help="Candor answers questions about your data: every question gets exactly one honest reply.",
    epilog=examples(
        'candor ask "Which region sells most?" orders.csv',
        "candor chat orders.csv",
        "candor serve",
        "candor COMMAND -h shows what a command takes; candor --install-completion completes it in your shell.",
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"candor {version('candor')}")  # noqa: T201 — stdout is this command's result
        raise typer.Exit


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """What stands before every command."""
    if context.invoked_subcommand is None:
        print(context.get_help())  # noqa: T201
        raise typer.Exit


cli_ask.register(app)
cli_consult.register(app)
cli_serve.register(app)
cli_watch.register(app)


@app.command()
def agents(as_json: AsJson = False) -> None:
    """List the agents and what each can do."""
    from functions.registry import all_agents
    from infra.local.show import show_agents

    cards = [agent.card for agent in all_agents().values()]
    if as_json:
        print(json.dumps([card.wire() for card in cards], ensure_ascii=False))  # noqa: T201
    else:
        show_agents(cards)


@app.command(epilog=examples("candor faults --state Respond", "candor faults --family model --sample 3 --jobs 2"))
def faults(
    state: Annotated[str | None, typer.Option(help="Only this state.")] = None,
    fault: Annotated[str | None, typer.Option(help="Only this fault.")] = None,
    family: Annotated[
        str | None,
        typer.Option(help="Only one kind: state, dependency, model, 'messages api', team, request, crash or answer."),
    ] = None,
    sample: Annotated[int | None, typer.Option(help="Only this many faults of each state.")] = None,
    jobs: Annotated[int, typer.Option(help="How many processes share the work.")] = 1,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Break every part in every way, and count the replies."""
    from infra.lab.matrix import run_matrix
    from infra.lab.show_faults import Cells, show_faults

    with Cells(quiet=quiet) as cells:
        matrix = run_matrix(
            state=state, fault=fault, family=family, sample=sample, jobs=jobs, on_cell=cells.cell, on_plan=cells.planned
        )
    if as_json:
        print(json.dumps(matrix.wire(), ensure_ascii=False))  # noqa: T201
    else:
        show_faults(matrix)
    if not matrix.holds:
        raise typer.Exit(NO_REPLY)


def main() -> None:
    """Runs a command; whatever happens, a person reads a sentence and a script an exit code."""
    code = _run(app)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # handlers that are left behind run on in threads, which must not hold the terminal


def _run(command: Callable[..., Any]) -> int:
    from shared.errors import CandorError

    try:
        code = command(standalone_mode=False, prog_name="candor")
    except typer.Exit as done:
        return done.exit_code
    except (typer.Abort, KeyboardInterrupt):
        return NO_REPLY
    except TyperException as error:
        told = error.format_message().replace("Value error, ", "")
        context = getattr(error, "ctx", None)
        where = context.command_path if context else "candor"
        print(f"candor: {told} See {where} --help.", file=sys.stderr)  # noqa: T201
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
