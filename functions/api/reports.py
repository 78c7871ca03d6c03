"""Reports: what a turn found, or a consultation, as a document."""

from typing import Annotated

from aws_lambda_powertools.event_handler.openapi.params import Query

from shared.consultation.brief import brief_link
from shared.http.route import Asking, Id, answers, routes
from shared.reports.document import Format
from shared.turn.reply.report import ReportLink, report_link
from shared.turn.rescue.rescue import read_turn

router = routes()

As = Annotated[Format, Query(alias="format", description="The document's format.")]


@router.get(
    "/turns/<turn_id>/report",
    summary="Get a turn's report",
    description="A document made from the turn's reply: findings first, with charts and tables, method and receipts "
    "last. The link can be fetched by whoever holds it, for fifteen minutes; ask again for another.",
    tags=["turns"],
    operation_id="getReport",
    responses=answers("Where the document can be fetched, and until when.", 404, 409),
)
def get_report(caller: Asking, turn_id: Id, written_as: As = "html") -> ReportLink:
    """A link to the report of a turn that has its reply."""
    return report_link(read_turn(turn_id, caller.user_id, caller.deps), written_as, caller.deps)


@router.get(
    "/sessions/<session_id>/report",
    summary="Get a consultation's report",
    description="The brief and the findings of a consultation as a document, with its charts. The link can be fetched "
    "by whoever holds it, for fifteen minutes; ask again for another.",
    tags=["sessions"],
    operation_id="getConsultationReport",
    responses=answers("Where the document can be fetched, and until when.", 404),
)
def get_consultation_report(caller: Asking, session_id: Id, written_as: As = "html") -> ReportLink:
    """A link to the report of a consultation that has begun; 404 where none has."""
    from functions.registry import all_phases  # with everything that phases are made of: for this answer only

    session = caller.deps.sessions.get(session_id, caller.user_id)
    return brief_link(session.session_id, all_phases(), written_as, caller.deps)
