"""The commands about files: ask a question, converse, look at a file, compute an answer again."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from infra.local import sheets
from infra.local.cli_options import (
    STDIN,
    AsJson,
    Data,
    Dates,
    Decimal,
    Delimiter,
    Encoding,
    HeaderRow,
    Mind,
    NoFailsafe,
    Paths,
    Quiet,
    Sheet,
    Threshold,
    Types,
    UsageError,
    WithEvidence,
    WithSql,
    chosen,
    examples,
    failsafe,
    reading,
    settings_for,
)
from infra.local.file import Files, readable
from infra.local.outputs import Outputs
from infra.local.show import Progress, show_profile, show_replay, show_reply
from shared.contracts import Reply
from shared.phases.messages import displayed
from shared.settings import Settings

NOT_THE_SAME = 1
Then = Callable[[Reply, sheets.Fetch], object]
"""What is done with a reply while its whole results can be fetched."""
MOST_DIGITS = 3


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command(
        epilog=examples(
            'candor ask "Which region sells most?" orders.csv',
            'candor ask "revenue by month" - < orders.csv',
            'candor ask "total amount by country" orders.csv customers.csv --json',
            'candor ask "total amount by customer" orders.csv --csv totals.csv',
            'candor ask "revenue by month" orders.csv --report revenue.pdf',
            'candor ask "orders in April" export.csv --dates DMY --delimiter ";" --sql',
        )
    )(ask)
    app.command(epilog=examples("candor chat orders.csv"))(chat)
    app.command(
        epilog=examples(
            'candor ask "revenue by region" orders.csv --receipt answer.json', "candor replay answer.json orders.csv"
        )
    )(replay)
    app.command(epilog=examples("candor profile orders.csv", "candor profile book.xlsx --sheet Sales --json"))(profile)


def ask(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What you want to know.")],
    paths: Paths = None,
    data: Data = None,
    as_json: AsJson = False,
    sql: WithSql = False,
    evidence: WithEvidence = False,
    quiet: Quiet = False,
    model: Mind = "auto",
    threshold: Threshold = None,
    no_failsafe: NoFailsafe = False,
    receipt: Annotated[Path | None, typer.Option(help="Keep what the answer was computed from in this file.")] = None,
    charts: Annotated[Path | None, typer.Option(help="Draw its charts into this folder, as SVG and PNG.")] = None,
    table: Annotated[Path | None, typer.Option("--csv", help="Write all rows of its table into this file.")] = None,
    report: Annotated[Path | None, typer.Option(help="Write it as a document: FILE.md, .html or .pdf.")] = None,
    url: Annotated[str | None, typer.Option(help="Ask a deployment, as the user you signed in as.")] = None,
    token: Annotated[str | None, typer.Option(help="Ask there with this access token.")] = None,
    sheet: Sheet = None,
    header_row: HeaderRow = None,
    delimiter: Delimiter = None,
    encoding: Encoding = None,
    dates: Dates = None,
    decimal: Decimal = None,
    types: Types = None,
) -> None:
    """Ask one question, about a file or several."""
    overrides = reading(
        sheet=sheet,
        header_row=header_row,
        delimiter=delimiter,
        encoding=encoding,
        date_order=dates,
        decimal_mark=decimal,
        types=types,
    )
    _in_order(question, paths, data)
    outputs = Outputs(receipt=receipt, charts=charts, table=table, report=report)
    outputs.require_writable()
    progress, settings = Progress(quiet=quiet), failsafe(threshold, no_failsafe)
    then = partial(outputs.fetch, progress)
    with chosen(paths, data, overrides) as files:
        if url:
            reply = _there(question, files, url.rstrip("/"), token, progress, settings, then)
        else:
            reply = _here(question, files, settings_for(model, settings), progress, then)
        outputs.write(question, reply, files, progress)
    if as_json:
        print(json.dumps(displayed(reply).wire(), ensure_ascii=False))  # noqa: T201 — stdout is this command's result
    else:
        show_reply(reply, sql=sql or evidence, evidence=evidence)
    if outputs.failures:
        raise UsageError(f"The answer is above, but {' and '.join(outputs.failures)}.")


def _in_order(question: str, paths: list[Path] | None, data: list[Path] | None) -> None:
    """Raises UsageError where a file stands in the question's place, or none is named."""
    if paths and not paths[0].exists() and paths[0] != STDIN and Path(question).is_file():
        raise UsageError(f'The question comes first: candor ask "{paths[0]}" {question}.')
    if not paths and not data:
        raise UsageError("There is no file to ask about; name one: candor ask QUESTION FILE.")


def _here(question: str, files: Files, settings: Settings, progress: Progress, then: Then) -> Reply:
    from infra.local.session import asked  # the local AWS takes a second to import: not for --help

    return asked(question, files, settings, progress, progress.watching, then)


def _there(
    question: str,
    files: Files,
    url: str,
    token: str | None,
    progress: Progress,
    settings: Mapping[str, Any],
    then: Then,
) -> Reply:
    from infra.local.login import token_for
    from infra.local.remote import Remote

    return Remote(url, token or token_for(url)).asked(question, files, progress, settings, then)


def chat(
    paths: Paths = None,
    data: Data = None,
    sql: WithSql = False,
    evidence: WithEvidence = False,
    quiet: Quiet = False,
    model: Mind = "auto",
    threshold: Threshold = None,
    no_failsafe: NoFailsafe = False,
    sheet: Sheet = None,
    header_row: HeaderRow = None,
    delimiter: Delimiter = None,
    encoding: Encoding = None,
    dates: Dates = None,
    decimal: Decimal = None,
    types: Types = None,
) -> None:
    """Ask one question after another; each is read with the one before. An empty line ends."""
    from infra.local.session import conversed

    overrides = reading(
        sheet=sheet,
        header_row=header_row,
        delimiter=delimiter,
        encoding=encoding,
        date_order=dates,
        decimal_mark=decimal,
        types=types,
    )
    if STDIN in (paths or []):
        raise UsageError("In a chat your questions come from standard input; name the data as a file.")
    progress = Progress(quiet=quiet)
    settings = settings_for(model, failsafe(threshold, no_failsafe))
    with chosen(paths, data, overrides) as files:
        for path in files.paths:
            readable(path)
        offered: list[str] = []
        if not quiet:
            typer.echo(f"Ask about {', '.join(path.name for path in files.paths)}. An empty line ends.")
        for reply in conversed(lines(offered), files, settings, progress, progress.watching):
            show_reply(reply, sql=sql or evidence, evidence=evidence)
            offered[:] = reply.forfeit.suggestions if reply.forfeit else ()


def picked(line: str, offered: Sequence[str]) -> str:
    """The question of that number among those offered; what is typed where it is none."""
    number = int(line) if line.isdecimal() and len(line) < MOST_DIGITS else 0
    return offered[number - 1] if 0 < number <= len(offered) else line


def lines(offered: Sequence[str] = ()) -> Iterator[str]:
    """What is typed, line by line, until an empty one; a number picks one of the questions `offered` last."""
    while True:
        try:
            line = input("? ").strip()
        except EOFError:
            typer.echo()  # so that what comes next begins a line of its own
            return
        if not line:
            return
        yield picked(line, offered)


def replay(
    receipt: Path,
    paths: Paths = None,
    data: Data = None,
    as_json: AsJson = False,
    model: Mind = "auto",
) -> None:
    """Compute an answer again from its receipt, and say where a difference comes from."""
    from infra.local.replay import replay as replayed

    with chosen(paths, data, reading()) as files:
        found = replayed(receipt, files.paths, settings_for(model))
    if as_json:
        print(json.dumps(found.wire() | {"same": found.same}, ensure_ascii=False))  # noqa: T201
    else:
        show_replay(found)
    if not found.same:
        raise typer.Exit(NOT_THE_SAME)


def profile(
    file: Annotated[Path, typer.Argument(help="The file to look at; - is standard input.")],
    as_json: AsJson = False,
    sheet: Sheet = None,
    header_row: HeaderRow = None,
    delimiter: Delimiter = None,
    encoding: Encoding = None,
    dates: Dates = None,
    decimal: Decimal = None,
    types: Types = None,
) -> None:
    """Look at a file as Candor reads it: columns, types, what was repaired."""
    from infra.local.file import profiled

    overrides = reading(
        sheet=sheet,
        header_row=header_row,
        delimiter=delimiter,
        encoding=encoding,
        date_order=dates,
        decimal_mark=decimal,
        types=types,
    )
    with chosen([file], None, overrides) as files:
        found = profiled(files.paths[0], overrides)
    if as_json:
        print(json.dumps(found.wire(), ensure_ascii=False))  # noqa: T201
    else:
        show_profile(found)
