"""Documents with charts, written by libraries too large for those who ask for one."""

from shared.reports.document import DocumentRequest, WrittenDocument
from shared.reports.html import as_page
from shared.reports.pdf import as_pdf


def drawn(request: DocumentRequest) -> WrittenDocument:
    """The document as PDF or as a page of HTML, its charts drawn: its bytes in Base64."""
    if request.written_as == "pdf":
        return WrittenDocument.of(as_pdf(request.document))
    return WrittenDocument.of(as_page(request.document).encode())
