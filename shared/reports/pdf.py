"""A document as PDF, by Typst. The template is ours; what a document says reaches it as data, never as markup."""

import json
from pathlib import Path
from typing import Any

from shared.reports.document import Document, DocumentBlock, Illustration, Prose
from shared.reports.pictures import as_svg
from shared.reports.prose import as_nodes

INK = "#1d2329"
FONT = "Libertinus Serif"
"""Of those that Typst carries: Latin, Greek and Cyrillic. Where the machine has no font of another script, its letters
are shown as boxes."""


def as_pdf(document: Document) -> bytes:
    """The bytes of the PDF."""
    import typst  # large, and for this alone

    given = {
        "title": document.title,
        "kind": document.kind,
        "terms": document.terms,
        "blocks": [_given(block) for block in document.blocks],
    }
    template = Path(__file__).with_name("page.typ").read_bytes()
    written: bytes = typst.compile(template, format="pdf", sys_inputs={"document": json.dumps(given)})
    return written


def _given(block: DocumentBlock) -> dict[str, Any]:
    """A block as the template takes it: prose as a tree, charts drawn."""
    if isinstance(block, Prose):
        return {"kind": "prose", "nodes": as_nodes(block.markdown)}
    if isinstance(block, Illustration):
        return {"kind": "picture", "title": block.chart.title, "svg": as_svg(block.chart, ink=INK, font=FONT)}
    return block.wire()
