"""The command of a guided consultation."""

from pathlib import Path
from typing import Annotated

import typer

from infra.local.cli_ask import lines
from infra.local.cli_options import STDIN, Data, Mind, Paths, Quiet, UsageError, chosen, examples, reading, settings_for
from infra.local.reporting import writable
from infra.local.show import Progress, show_said


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(epilog=examples("candor consult orders.csv", "candor consult orders.csv --brief brief.md"))(consult)


def consult(
    paths: Paths = None,
    data: Data = None,
    brief: Annotated[Path | None, typer.Option(help="Write brief and findings: FILE.md, .html or .pdf.")] = None,
    quiet: Quiet = False,
    model: Mind = "auto",
) -> None:
    """Be led from a business question to an analysis. An empty line ends."""
    from infra.local.consulting import (
        after_opening,
        consulted,
        opening,
    )  # the local AWS takes a second to import: not for --help

    if STDIN in (paths or []):
        raise UsageError("In a consultation your answers come from standard input; name the data as a file.")
    if brief:
        writable(brief)
    progress, settings = Progress(quiet=quiet), settings_for(model)
    show_said(opening())
    with chosen(paths, data, reading()) as files:
        for reply in consulted(lines(), files, settings, progress, progress.watching, brief):
            show_said(after_opening(reply.text))
    if not brief:
        show_said("Nothing was saved: run with --brief FILE to keep the brief and its findings.")
