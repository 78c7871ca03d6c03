"""A consultation through the door: where it stands, and its synthetic messages by request."""

import pytest
import requests

from functions.registry import all_phases
from shared.consultation.brief import brief_document
from shared.reports.document import DocumentRequest, DrawnFormat
from shared.reports.drawn import drawn
from shared.turn.rescue.rescue import sweep_consultations
from shared.turn.telemetry.metrics import of_abandoned
from tests.functions.api.user import User

FIRST = (
    "We want to know which region has the highest revenue. It's for the board, and we have to decide whether to close "
    "a branch; success would be a clear ranking"
)


def begun(user: User) -> tuple[str, str]:
    """A session whose consultation has come to its second phase, and the turn in which it did."""
    session_id = user.session(user.dataset(), mode="consultation")
    sent = user.ask(session_id, FIRST).body
    user.reply(sent["turn_id"])
    return session_id, sent["turn_id"]


def test_phase_agent_and_snapshots_are_in_the_session(user: User) -> None:
    session_id, _ = begun(user)
    view = user.client.get(f"/sessions/{session_id}").body
    found = view["consultation"]
    assert (found["phases"], found["phase"]) == (["qualifier", "assessor", "analyzer"], "assessor")
    assert found["snapshots"]["qualifier"]["audience"] == {"value": "the board", "source": "said"}
    assert found["transitions"].items() >= {"attempted": 1, "succeeded": 1, "rolled_back": 0, "deepest": 1}.items()
    assert view["abandoned_in"] is None


def test_a_consultation_that_nobody_goes_on_with_is_abandoned_in_its_phase(user: User) -> None:
    session_id, _ = begun(user)
    user.cloud.clock.sleep(90_000)
    assert user.client.get(f"/sessions/{session_id}").body["abandoned_in"] == "assessor"


def resting(user: User) -> dict[str, str]:
    """The phases of the consultations that are abandoned and not counted yet, by their sessions."""
    deps = user.cloud.deps
    return {one.session_id: one.phase for one in deps.sessions.resting(deps.clock.now())}


def test_an_abandoned_consultation_is_counted_once_and_again_only_where_it_had_gone_on(user: User) -> None:
    session_id, _ = begun(user)
    sweep_consultations(user.cloud.deps)
    user.cloud.clock.sleep(90_000)
    assert resting(user)[session_id] == "assessor"
    left = user.cloud.deps.sessions.consultation(session_id)
    assert left is not None
    told = of_abandoned(left, user.cloud.deps.clock.now(), "candor")
    assert (told["phase"], told["ConsultationsAbandoned"]) == ("assessor", 1)
    counted = len(resting(user))
    assert [sweep_consultations(user.cloud.deps), sweep_consultations(user.cloud.deps)] == [counted, 0]
    user.reply(user.ask(session_id, "none").body["turn_id"])
    assert not user.cloud.deps.sessions.note_abandoned(left)
    user.cloud.clock.sleep(90_000)
    assert resting(user) == {session_id: "assessor"}


def test_a_closed_consultation_is_never_abandoned(user: User) -> None:
    session_id, _ = begun(user)
    for message in ("none", "fully", "that is all, thanks"):
        user.reply(user.ask(session_id, message).body["turn_id"])
    user.cloud.clock.sleep(90_000)
    assert session_id not in resting(user)


def test_synthetic_messages_are_shown_by_request_alone(user: User) -> None:
    session_id, turn_id = begun(user)

    def synthetic(address: str) -> list[str]:
        return [one["content"] for one in user.client.get(address).body["messages"] if one["metadata"].get("synthetic")]

    for address in (f"/turns/{turn_id}", f"/sessions/{session_id}/messages"):
        assert synthetic(address) == []
        assert synthetic(f"{address}?synthetic=true") == ["continue"]


def test_the_brief_and_the_findings_are_one_document(user: User) -> None:
    session_id, _ = begun(user)
    for message in ("none", "fully"):
        user.reply(user.ask(session_id, message).body["turn_id"])
    told = user.client.get(f"/sessions/{session_id}/brief").body["markdown"]
    assert "| Audience | the board | from you |" in told
    assert "| Baseline | The total revenue is 18.50. | computed |" in told
    assert "highest total revenue" in told
    assert "continue" not in told


def test_what_was_worked_on_twice_stands_in_the_document_once_and_no_line_of_it_twice(user: User) -> None:
    session_id, _ = begun(user)
    for message in ("none", "fully", "go back to the decision", "whether to open one"):
        user.reply(user.ask(session_id, message).body["turn_id"])
    told = user.client.get(f"/sessions/{session_id}/brief").body["markdown"]
    assert "| Decision | whether to open one | from you |" in told
    lines = [line for line in told.splitlines() if line.startswith(("### ", "- "))]
    assert len(lines) == len(set(lines)), told
    assert told.count("highest total revenue") == 1


@pytest.mark.parametrize("written_as", ["html", "pdf"])
def test_the_brief_is_a_document_in_every_format_that_reports_have(user: User, written_as: DrawnFormat) -> None:
    session_id, _ = begun(user)
    for message in ("none", "fully"):
        user.reply(user.ask(session_id, message).body["turn_id"])
    stood = user.cloud.deps.sessions.consultation(session_id)
    assert stood is not None
    document = brief_document(stood, all_phases(), user.cloud.deps)
    written = drawn(DocumentRequest(document=document, written_as=written_as)).content
    assert written.startswith({"html": b"<!doctype html>", "pdf": b"%PDF-"}[written_as])


@pytest.mark.parametrize("written_as", ["md", "html"])
def test_the_report_of_a_consultation_is_fetched_by_a_link(user: User, written_as: str) -> None:
    session_id, _ = begun(user)
    link = user.client.get(f"/sessions/{session_id}/report?format={written_as}").body
    assert link["file_name"].endswith(f".{written_as}")
    assert "the board" in requests.get(link["url"], timeout=60).text


@pytest.mark.parametrize("what", ["brief", "report"])
def test_a_session_without_a_consultation_has_no_brief(user: User, what: str) -> None:
    assert user.client.get(f"/sessions/{user.session()}/{what}").status == 404
