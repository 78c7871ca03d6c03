"""The failsafe of the whole deployment, set while it runs."""

from collections.abc import Iterator
from typing import Any

import pytest

from infra.local.cloud import LocalCloud
from shared.contracts import FailsafeOptions
from tests.functions.api.user import User

TEXT = "I would rather check this with the finance team than guess: ask them at extension 12."


@pytest.fixture
def operator(user: User, monkeypatch: pytest.MonkeyPatch) -> Iterator[User]:
    """Somebody whom the deployment names; what they set is taken back."""
    named = user.cloud.settings.model_copy(update={"operators": (user.user_id,)})
    monkeypatch.setattr(user.cloud.deps, "settings", named)
    yield user
    user.cloud.deps.deployment.set_failsafe(FailsafeOptions())


def test_threshold_and_switch_of_the_deployment_are_read_and_changed_while_it_runs(operator: User, other: User) -> None:
    before = other.client.get("/failsafe").body["effective"]
    assert (before["failsafe_enabled"], before["confidence_threshold"]) == (True, 0.7)
    assert operator.client.patch("/failsafe", {"confidence_threshold": 0.9}).status == 200
    assert operator.client.patch("/failsafe", {"failsafe_enabled": False}).status == 200
    session = other.session(other.dataset())
    for read in ("/failsafe", f"/sessions/{session}"):
        now = other.client.get(read).body["effective"]
        assert (now["failsafe_enabled"], now["confidence_threshold"]) == (False, 0.9)
    assert other.reply(other.ask(session).body["turn_id"])["assessment"]["verdict"] == "NOT_ASSESSED"
    back = operator.client.patch("/failsafe", {"confidence_threshold": None, "failsafe_enabled": None}).body
    assert back["effective"] == before


def test_what_a_session_sets_itself_is_nearer_than_what_the_operator_sets(operator: User) -> None:
    session = operator.session(settings={"confidence_threshold": 0.5})
    operator.client.patch("/failsafe", {"confidence_threshold": 0.9})
    assert operator.client.get(f"/sessions/{session}").body["effective"]["confidence_threshold"] == 0.5


def test_nobody_but_an_operator_changes_it(other: User) -> None:
    assert other.client.patch("/failsafe", {"failsafe_enabled": False}).status == 404
    assert other.client.get("/failsafe").body["effective"]["failsafe_enabled"] is True


@pytest.mark.parametrize(
    "wrong",
    [
        {"confidence_threshold": 1.1},
        {"category_texts": {"UNCERTAINTY": "Too short."}},
        {"category_texts": {"UNCERTAINTY": "Dear {name}, this is not filled in by anything."}},
        {"category_texts": {"NO_SUCH": TEXT}},
        {"uncertainty_words": ["x"]},
        {"unknown": 1},
    ],
    ids=str,
)
def test_what_cannot_be_meant_is_refused(operator: User, wrong: dict[str, Any]) -> None:
    assert operator.client.patch("/failsafe", wrong).status == 422


def test_a_turn_works_by_what_held_when_it_began(cloud: LocalCloud, operator: User) -> None:
    operator.client.patch("/failsafe", {"failsafe_enabled": False})
    session = operator.session(operator.dataset())
    reply = operator.reply(operator.ask(session).body["turn_id"])
    assert reply["assessment"]["verdict"] == "NOT_ASSESSED"
    operator.client.patch("/failsafe", {"failsafe_enabled": True})
    assert operator.reply(operator.ask(session).body["turn_id"])["assessment"]["verdict"] == "PASSED"
