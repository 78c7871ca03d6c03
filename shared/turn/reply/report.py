"""The report of a turn: written, kept beside the turn, and fetched by a link that expires."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from shared.contracts import Contract, Moment
from shared.errors import CandorError, Conflict
from shared.reports.document import MEDIA_TYPES, Document, DocumentRequest, Format
from shared.reports.markdown import as_markdown
from shared.store.links import LINK_SECONDS
from shared.store.turns import TurnRecord, folder

if TYPE_CHECKING:
    from shared.deps import Deps


DRAWING_SECONDS = 10.0
"""What whoever asks for a report waits for a place to draw it, and well within the door's time."""


class ReportLink(Contract):
    """Where a report can be fetched, until when, and a name for its file."""

    url: str
    file_name: str
    format: Format
    expires_at: Moment


def report_link(record: TurnRecord, written_as: Format, deps: Deps) -> ReportLink:
    """The link to a turn's report, written from its committed reply. It goes with the turn when that is forgotten.

    Raises Conflict while the turn runs, QueryUnavailable where nothing can draw now, StoreUnavailable.
    """
    if record.reply is None:
        raise Conflict("The turn is still running; ask for its report when it has its reply.")
    from shared.reports.answer import answer_document  # with the query language's words: where a report is written

    document = answer_document(record.turn.question, record.reply, _files(record, deps))
    return link_of(document, f"{folder(record.turn.turn_id)}report/report", written_as, deps)


def link_of(document: Document, place: str, written_as: Format, deps: Deps) -> ReportLink:
    """The link to a document, which is kept in this place. Raises QueryUnavailable, StoreUnavailable."""
    key = f"{place}.{written_as}"
    deps.objects.write_bytes(key, written(document, written_as, deps))
    name = document.file_name(written_as)
    return ReportLink(
        url=deps.links.link(key, file_name=name, media_type=MEDIA_TYPES[written_as]),
        file_name=name,
        format=written_as,
        expires_at=deps.clock.now() + timedelta(seconds=LINK_SECONDS),
    )


def written(document: Document, written_as: Format, deps: Deps) -> bytes:
    """The document's bytes; what has charts is drawn by the function that can. Raises QueryUnavailable."""
    if written_as == "md":
        return as_markdown(document).encode()
    request = DocumentRequest(document=document, written_as=written_as)
    return deps.document(request, seconds=DRAWING_SECONDS).content


def _files(record: TurnRecord, deps: Deps) -> dict[str, str]:
    """The turn's files by their fingerprints, none where they are gone by now: the report does without their names."""
    from shared.turn.context import load_profiles  # with all that may be asked of a model

    try:
        return {one.fingerprint: one.file_name for one in load_profiles(record.turn, deps)}
    except CandorError:
        return {}
