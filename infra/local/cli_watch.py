"""candor watch: questions that a running Candor asks again, and what it reported of their answers."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from infra.local.cli_options import HERE, AsJson, Url, UsageError, examples

WHEN, TOLD = "When to ask", "When to notify (default: every answer)"

Token = Annotated[str | None, typer.Option("--token", help="Access token; the default is from candor login.")]
WatchId = Annotated[str, typer.Argument(metavar="WATCH", help="Its id, as candor watch list shows it.")]
Every = Annotated[
    str | None,
    typer.Option("--every", metavar="CRON", help='Minute hour day month weekday: "0 8 * * MON".', rich_help_panel=WHEN),
]
Zone = Annotated[str, typer.Option("--zone", metavar="ZONE", help="Time zone: Europe/Berlin.", rich_help_panel=WHEN)]
OnNew = Annotated[bool, typer.Option("--on-new-data", help="When a file has a new version.", rich_help_panel=WHEN)]
Above = Annotated[float | None, typer.Option("--above", help="When the figure rises above this.", rich_help_panel=TOLD)]
Below = Annotated[float | None, typer.Option("--below", help="When it falls below this.", rich_help_panel=TOLD)]
By = Annotated[
    str | None,
    typer.Option("--changes-by", metavar="AMOUNT", help="When it changes this much: 100, or 5%.", rich_help_panel=TOLD),
]
IfChanged = Annotated[bool, typer.Option("--if-changed", help="When any figure has changed.", rich_help_panel=TOLD)]
Band = Annotated[
    float, typer.Option("--band", min=0.0, help="How far back it must go to notify again.", rich_help_panel=TOLD)
]
Figure = Annotated[
    str | None, typer.Option("--figure", help="Which figure, if there are several.", rich_help_panel=TOLD)
]

watches = typer.Typer(help="Have questions asked again: by the clock, or on new data.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.add_typer(watches, name="watch")


@watches.command(
    epilog=examples(
        'candor watch add "What is the total revenue?" orders.csv --every "0 8 * * MON" --zone Europe/Berlin',
        'candor watch add "What share of orders was returned?" orders.csv --on-new-data --above 5 --band 1',
    )
)
def add(
    question: Annotated[str, typer.Argument(help="What to ask.")],
    data: Annotated[list[str], typer.Argument(metavar="DATA", help="Files to send, or ids of datasets.")],
    every: Every = None,
    zone: Zone = "UTC",
    on_new_data: OnNew = False,
    above: Above = None,
    below: Below = None,
    changes_by: By = None,
    if_changed: IfChanged = False,
    band: Band = 0.0,
    figure: Figure = None,
    url: Url = HERE,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Have a question asked again, and be notified of its answers."""
    when = when_of(every, zone, on_new_data=on_new_data)
    condition = condition_of(above, below, changes_by, if_changed=if_changed, band=band, figure=figure)
    files = [Path(one) for one in data]
    ids = [one.name if not one.exists() and one.name.startswith("data_") else _sent(url, token, one) for one in files]
    body = {"question": question, "dataset_ids": ids, "when": when, "condition": condition}
    made = _asked(url, token, "POST", "/watches", body)
    _print(made, f"{made['watch_id']}: {made['says']}", as_json=as_json)


@watches.command("list")
def list_all(url: Url = HERE, token: Token = None, as_json: AsJson = False) -> None:
    """List your watches and how they stand."""
    found = _asked(url, token, "GET", "/watches")
    _print(found, _table(found["watches"], ("watch_id", "question", "says", "messages")), as_json=as_json)


@watches.command()
def messages(watch: WatchId, url: Url = HERE, token: Token = None, as_json: AsJson = False) -> None:
    """Read what a watch reported, newest first."""
    found = _asked(url, token, "GET", f"/watches/{watch}/messages")
    _print(found, _table(found["messages"], ("at", "kind", "text")), as_json=as_json)


@watches.command()
def delete(watch: WatchId, url: Url = HERE, token: Token = None) -> None:
    """Delete a watch and what it reported."""
    _asked(url, token, "DELETE", f"/watches/{watch}")
    Console(stderr=True).print(f"{watch} is deleted.")


@watches.command()
def send(
    dataset: Annotated[str, typer.Argument(metavar="DATASET", help="The id of the dataset.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Its new version.")],
    url: Url = HERE,
    token: Token = None,
) -> None:
    """Send a new version of a dataset's file; watches on new data run."""
    _sent(url, token, file, dataset)
    Console(stderr=True).print(f"{file.name} is on its way to {dataset}.")


def when_of(every: str | None, zone: str, *, on_new_data: bool) -> dict[str, Any]:
    """When a watch is asked, as the API takes it. Raises UsageError."""
    if bool(every) == on_new_data:
        raise UsageError("Say when it is asked: --every CRON, or --on-new-data.")
    return {"kind": "cron", "expression": every, "timezone": zone} if every else {"kind": "new_data"}


def condition_of(
    above: float | None, below: float | None, by: str | None, *, if_changed: bool, band: float, figure: str | None
) -> dict[str, Any] | None:
    """What is told, as the API takes it; None where each answer is. Raises UsageError."""
    named = {"figure": figure} if figure else {}
    found: list[dict[str, Any]] = []
    if above is not None:
        found.append({"kind": "above", "limit": above, "band": band, **named})
    if below is not None:
        found.append({"kind": "below", "limit": below, "band": band, **named})
    if by is not None:
        found.append({"kind": "changed_by", **_amount(by), **named})
    if if_changed:
        found.append({"kind": "changed"})
    if len(found) > 1:
        raise UsageError("A watch has one condition: --above, --below, --changes-by or --if-changed.")
    return found[0] if found else None


def _amount(text: str) -> dict[str, Any]:
    try:
        return {"amount": float(text.removesuffix("%")), "percent": text.endswith("%")}
    except ValueError:
        raise UsageError(f"{text!r} is no amount; write a number, or one with a % behind it.") from None


def _sent(url: str, token: str | None, file: Path, dataset: str | None = None) -> str:
    from candor.errors import Refused, Unreachable
    from infra.local.file import readable

    readable(file)
    try:
        wire = _wire(url, token)
        return str(wire.version(dataset, file) if dataset else wire.dataset(file, {}))
    except (Refused, Unreachable) as error:
        raise UsageError(str(error)) from error


def _asked(url: str, token: str | None, method: str, path: str, body: object = None) -> Any:
    from candor.errors import Refused, Unreachable

    try:
        return _wire(url, token).call(method, path, body)
    except (Refused, Unreachable) as error:
        raise UsageError(str(error)) from error


def _wire(url: str, token: str | None) -> Any:
    from candor.wire import Wire  # what speaks HTTP is not for --help
    from infra.local.login import token_for

    return Wire(url.rstrip("/"), token or token_for(url.rstrip("/")))


def _print(found: Any, shown: object, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(found, ensure_ascii=False))  # noqa: T201 — stdout is this command's result
    else:
        Console().print(shown if isinstance(shown, Table) else Text(str(shown)))


def _table(rows: list[dict[str, Any]], columns: tuple[str, ...]) -> Table | str:
    table = Table()
    for name in columns:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(row[name])) for name in columns))
    return table if rows else "There is nothing."
