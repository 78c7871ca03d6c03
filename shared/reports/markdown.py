"""A document as Markdown. Charts have no place in it: their tables stand beside the findings."""

import re
from collections.abc import Iterator, Sequence

from shared.reports.document import Document, DocumentBlock, Grid, Heading, Prose, Script

_MARKUP = re.compile(r"[\\`*\[\]<>|~]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)")
"""What may mark something within a line, begin a link, a picture or HTML, or end a cell."""


def as_markdown(document: Document) -> str:
    """The text of the document, ending with a line break."""
    lines = [f"# {literal(document.title)}", "", *(f"**{label}**: {literal(text)}  " for label, text in document.terms)]
    for block in document.blocks:
        if written := list(_written(block)):
            lines += ["", *written]
    return "\n".join(lines).strip() + "\n"


def _written(block: DocumentBlock) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"{'#' * block.level} {literal(block.text)}"
    elif isinstance(block, Prose):
        yield block.markdown.strip()
    elif isinstance(block, Grid):
        yield from _grid(block)
    elif isinstance(block, Script):
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", block.text)), default=0))
        yield from (f"{literal(block.caption)}:", "", f"{fence}{block.language}", block.text, fence)


def _grid(grid: Grid) -> Iterator[str]:
    if grid.caption:
        yield from (f"**{literal(grid.caption)}**", "")
    yield _row(grid.columns)
    yield _row(["---:" if numeric else "---" for numeric in grid.numeric])
    yield from (_row(row) for row in grid.rows)
    if grid.note:
        yield from ("", grid.note)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(literal, cells))} |"


def literal(text: str) -> str:
    """A text as one line in which nothing is markup: whoever opens the document reaches nothing that a cell names."""
    return _MARKUP.sub(r"\\\g<0>", " ".join(text.split()))
