"""A report written on one machine: the document of a reply, as a file."""

from collections.abc import Sequence
from pathlib import Path

from infra.local.file import require_writable
from shared.contracts import Reply
from shared.errors import BadRequest
from shared.reports.answer import answer_document
from shared.reports.document import FORMATS, Document, DocumentRequest, Format
from shared.reports.markdown import as_markdown

MISSING = (
    "HTML and PDF reports need an extra: install Candor with it (uv tool install '.[reports]' in its checkout). "
    "FILE.md needs none."
)


def writable(file: Path) -> Format:
    """As what a report is written into the file, from its ending. Raises BadRequest where that is none, where it can't
    be written, or where nothing can draw: better before the question."""
    written_as = next((one for one in FORMATS if file.suffix.lower() == f".{one}"), None)
    if written_as is None:
        raise BadRequest("A report is written as Markdown, HTML or PDF: name a file that ends with .md, .html or .pdf.")
    require_writable(file, "The report")
    if written_as != "md":
        try:
            import typst  # noqa: F401
            import vl_convert  # noqa: F401 — large, and for documents alone
        except ImportError as error:
            raise BadRequest(MISSING) from error
    return written_as


def write(question: str, reply: Reply, data: Sequence[Path], file: Path) -> None:
    """Writes the report of a reply about these files."""
    fingerprints = {receipt.fingerprint for receipt in reply.receipts}
    told = fingerprints if len(data) == len(fingerprints) == 1 else [path.name for path in data]
    names = dict(zip(told, (path.name for path in data), strict=True))  # of several it is not known which is which
    write_document(answer_document(question, reply, names), file)


def write_document(document: Document, file: Path) -> None:
    """Writes a document as the file's ending says. Raises BadRequest as `writable` does, and OSError where the
    disk refuses."""
    file.write_bytes(_content(document, writable(file)))


def _content(document: Document, written_as: Format) -> bytes:
    if written_as == "md":
        return as_markdown(document).encode()
    from shared.reports.drawn import drawn  # what draws is loaded where something is drawn

    return drawn(DocumentRequest(document=document, written_as=written_as)).content
