"""The commands around the API: serve it, and read its ledger."""

import json
import signal
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from infra.local.cli_options import (
    HERE,
    STDIN,
    Data,
    Mind,
    Paths,
    Quiet,
    Url,
    UsageError,
    chosen,
    examples,
    reading,
    settings_for,
)
from infra.local.console import built
from shared.errors import BadRequest
from shared.settings import Settings

Port = Annotated[int, typer.Option(help="Where the API listens; 0 takes a free port.")]
AwsPort = Annotated[int, typer.Option("--aws-port", help="Where AWS's own protocol is spoken.")]
WithParent = Annotated[bool, typer.Option("--with-parent", hidden=True, help="End when standard input ends.")]
State = Annotated[Path, typer.Option("--state", metavar="FOLDER", help="Where what was accepted is kept.")]
InMemory = Annotated[bool, typer.Option("--in-memory", help="Keep nothing beyond the end of the process.")]
Deployment = Annotated[str, typer.Option("--url", help="The API: the stack's output Url.")]
LoginPage = Annotated[str, typer.Option("--page", help="The login page: the output Login.")]
Client = Annotated[str, typer.Option("--client", help="The output UserPoolClient.")]
Token = Annotated[str, typer.Option("--token", help="Whose ledger.")]
Days = Annotated[int, typer.Option(help="As an operator: for all users, over this many days.", min=0, max=31)]
AsJson = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]
STATE = Path.home() / ".local" / "state" / "candor"
SECONDS = 15
NO_CONSOLE = "not built: run `make console` in the sources, and your install command again with --reinstall"


def register(app: typer.Typer) -> None:
    """Adds the commands."""

    @app.command(epilog=examples("candor serve", "candor serve --state ./state", "candor serve --in-memory --quiet"))
    def serve(
        port: Port = 8080,
        aws_port: AwsPort = 4566,
        model: Mind = "auto",
        quiet: Quiet = False,
        state: State = STATE,
        in_memory: InMemory = False,
        with_parent: WithParent = False,
    ) -> None:
        """Run the API on this machine until Ctrl-C; what it accepted is kept, and continues at the next start."""
        served = partial(_served, settings_for(model), port, aws_port, None if quiet else _log)
        served(None if in_memory else state, sys.stdin.read if with_parent else signal.pause)

    @app.command(epilog=examples("candor mcp orders.csv"))
    def mcp(paths: Paths = None, data: Data = None, model: Mind = "auto") -> None:
        """Serve your files to an assistant, over the Model Context Protocol on standard input and output."""
        from infra.local.stdio import over_stdio  # the local AWS and the protocol take a second to import

        if STDIN in (paths or []):
            raise UsageError("The assistant speaks on standard input; name the data as a file.")
        with chosen(paths, data, reading()) as files:
            over_stdio(files, settings_for(model))

    @app.command()
    def login(url: Deployment, page: LoginPage, client: Client) -> None:
        """Sign in to a deployment; candor ask --url then asks there as you."""
        from infra.local.login import sign_in

        sign_in(url.rstrip("/"), page, client, Console(stderr=True).print)
        Console(stderr=True).print(f"Signed in at {url}.")

    @app.command()
    def forfeits(url: Url = HERE, token: Token = "alice", days: Days = 0, as_json: AsJson = False) -> None:  # noqa: S107 — a local user
        """List what was forfeited or failed, by agent and reason."""
        ledger = fetched(f"{url.rstrip('/')}/forfeits{f'/counts?days={days}' if days else ''}", token)
        if as_json:
            print(json.dumps(ledger, ensure_ascii=False))  # noqa: T201 — stdout is this command's result
        else:
            _show(ledger, ("day", "count", "agent", "kind") if days else ("count", "agent", "reason"))


def _served(
    settings: Settings,
    port: int,
    aws_port: int,
    log: Callable[[str], None] | None,
    state: Path | None,
    until: Callable[[], object],
) -> None:
    from infra.local.server import served  # the local AWS takes a second to import: not for --help

    for told_to_stop in (signal.SIGINT, signal.SIGTERM):  # a shell's background jobs begin with SIGINT ignored
        signal.signal(told_to_stop, _interrupt)
    try:
        with served(settings, port=port, aws_port=aws_port, log=log, state=state) as running:
            _greet(running.url, running.aws_url, state)
            until()
    except KeyboardInterrupt:
        kept = f"what was accepted is kept in {state}" if state else "what was in memory is gone"
        Console(stderr=True).print(f"\nStopped; {kept}.")


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _log(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201 — stdout says where it listens


def _greet(url: str, aws_url: str, state: Path | None) -> None:
    kept = f"in {state}, taken up again at the next start" if state else "in memory: it is gone when this process ends"
    lines = (
        f"API        {url}  (read {url}/docs, try {url}/health)",
        f"AWS        {aws_url}  (aws --endpoint-url {aws_url} stepfunctions list-state-machines)",
        f"Assistants {url}/mcp  (the Model Context Protocol, with the same bearer tokens)",
        f"Console    {url if built() else NO_CONSOLE}",
        "Users      any bearer token is a user of its own: Authorization: Bearer alice, Bearer bob",
        "Events     QuestionAsked on the bus `candor`, source alice or bob unless CANDOR_PRINCIPALS names others",
        f"State      {kept}. Ctrl-C stops it.",
    )
    for line in lines:
        print(line, flush=True)  # noqa: T201 — a script that started this reads where it listens


def fetched(url: str, token: str) -> dict[str, Any]:
    """The JSON at an address. Raises BadRequest with what is wrong."""
    import urllib.error
    import urllib.request  # of this command alone: the others begin sooner without

    if not url.startswith(("http://", "https://")):
        raise BadRequest(f"{url} is no address; it begins with http:// or https://.")
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})  # noqa: S310 — checked above
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            found: dict[str, Any] = json.load(answer)
    except urllib.error.HTTPError as error:
        raise BadRequest(f"{url} answered {error.code}; check the address and the token.") from error
    except (OSError, ValueError) as error:
        raise BadRequest(f"{url} did not answer as Candor does; is it running?") from error
    return found


def _show(ledger: Mapping[str, Any], columns: tuple[str, ...]) -> None:
    table = Table(title="Forfeits and failures", title_justify="left")
    for name in columns:
        table.add_column("times" if name == "count" else name)
    for count in ledger["counts"]:
        table.add_row(*(Text(str(count[key])) for key in columns))
    Console().print(table if ledger["counts"] else Text("Nothing was forfeited and nothing failed."))
