"""The report of a turn over the API: a link to a document, for whoever asked, until it expires."""

from urllib.parse import parse_qs, urlsplit

import pytest
import requests

from infra.local.call_faults import CallFault
from shared.store.links import LINK_SECONDS
from tests.functions.api.user import User

BEGINS = {"md": b"# What is", "html": b"<!doctype html>", "pdf": b"%PDF-"}


@pytest.fixture
def turn(user: User) -> str:
    """A turn that has its reply."""
    turn_id = user.ask(user.session(user.dataset())).body["turn_id"]
    assert user.reply(turn_id)["status"] == "answered"
    return turn_id


@pytest.mark.parametrize("written_as", BEGINS)
def test_a_report_is_fetched_by_its_link_and_the_link_expires(user: User, turn: str, written_as: str) -> None:
    found = user.client.get(f"/turns/{turn}/report?format={written_as}")
    assert found.status == 200, found.text
    fetched = requests.get(found.body["url"], timeout=60)
    assert fetched.content.startswith(BEGINS[written_as])
    assert fetched.headers["Content-Disposition"] == f'attachment; filename="what-is-the-total-revenue.{written_as}"'
    assert found.body["file_name"] == f"what-is-the-total-revenue.{written_as}"
    asked = {name.lower(): value for name, value in parse_qs(urlsplit(found.body["url"]).query).items()}
    assert asked["x-amz-expires"] == [str(LINK_SECONDS)]


def test_another_users_turn_has_no_report(user: User, other: User, turn: str) -> None:
    assert user.client.get(f"/turns/{turn}/report").status == 200
    assert other.client.get(f"/turns/{turn}/report").status == 404


def test_a_turn_that_runs_has_none_yet(user: User) -> None:
    running = user.hanging(user.session())
    refused = user.client.get(f"/turns/{running.turn_id}/report")
    assert (refused.status, refused.body["error"]["code"]) == (409, "conflict")


def test_a_report_in_no_known_format_is_refused(user: User, turn: str) -> None:
    assert user.client.get(f"/turns/{turn}/report?format=docx").status == 422


def test_where_nothing_can_draw_the_door_says_so_and_markdown_is_still_there(user: User, turn: str) -> None:
    user.cloud.faults.calls.append(CallFault("drawing", lambda call: "candor-document" in call.url, "is broken"))
    assert user.client.get(f"/turns/{turn}/report?format=pdf").status == 503
    assert user.client.get(f"/turns/{turn}/report?format=md").status == 200


def test_a_report_goes_with_its_session(user: User) -> None:
    session = user.session(user.dataset())
    turn_id = user.ask(session).body["turn_id"]
    user.reply(turn_id)
    url = user.client.get(f"/turns/{turn_id}/report?format=md").body["url"]
    assert requests.get(url, timeout=60).status_code == 200
    assert user.client.delete(f"/sessions/{session}").status == 204
    assert requests.get(url, timeout=60).status_code in (403, 404)  # as S3 says it to who may not list
