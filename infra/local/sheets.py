"""The tables of a reply as files that a spreadsheet opens, with all their rows."""

from collections.abc import Callable, Iterator
from pathlib import Path

from shared.contracts import Reply, ResultPreview, WholeResult
from shared.spreadsheet import as_csv

Fetch = Callable[[str], WholeResult]
"""Gives what is behind the link of a result."""


def written(reply: Reply, fetch: Fetch, file: Path) -> tuple[Path, ...]:
    """Writes each table of the reply: the first into this file, the next beside it with a number; gives the files."""
    names = (file if at == 1 else file.with_stem(f"{file.stem}-{at}") for at in range(1, 1000))
    files = []
    for whole, name in zip(_tables(reply, fetch), names, strict=False):
        name.write_text(as_csv(whole), encoding="utf-8", newline="")
        files.append(name)
    return tuple(files)


def _tables(reply: Reply, fetch: Fetch) -> Iterator[WholeResult]:
    for response in reply.responses:
        for shown in response.result.results:
            if shown.data:
                yield fetch(shown.link) if shown.link else _shown(shown)


def _shown(shown: ResultPreview) -> WholeResult:
    """The rows that the reply brings along, where they are all."""
    columns = tuple(shown.data[0])
    rows = tuple(tuple(row[name] for name in columns) for row in shown.data)
    return WholeResult(columns=columns, rows=rows, row_count=shown.row_count, cut=len(rows) < shown.row_count)
