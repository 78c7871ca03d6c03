"""A document as Markdown. Charts have no place in it: their tables stand beside the findings."""

from collections.abc import Iterator, Sequence

from shared.reports.document import Document, DocumentBlock, Grid, Heading, Prose, Script


def as_markdown(document: Document) -> str:
    """The text of the document, ending with a line break."""
    lines = [f"# {document.title}", "", *(f"**{label}**: {text}  " for label, text in document.terms)]
    for block in document.blocks:
        if written := list(_written(block)):
            lines += ["", *written]
    return "\n".join(lines).strip() + "\n"


def _written(block: DocumentBlock) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"{'#' * block.level} {block.text}"
    elif isinstance(block, Prose):
        yield block.markdown.strip()
    elif isinstance(block, Grid):
        yield from _grid(block)
    elif isinstance(block, Script):
        yield from (f"{block.caption}:", "", f"```{block.language}", block.text, "```")


def _grid(grid: Grid) -> Iterator[str]:
    if grid.caption:
        yield from (f"**{cell(grid.caption)}**", "")
    yield _row(grid.columns)
    yield _row(["---:" if numeric else "---" for numeric in grid.numeric])
    yield from (_row(row) for row in grid.rows)
    if grid.note:
        yield from ("", grid.note)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(cell, cells))} |"


def cell(text: str) -> str:
    """A text in one cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")
