"""Deploys are safe: what the version before wrote is read, and what the next one adds is no obstacle."""

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from infra.local.cloud import LocalCloud
from shared import contracts
from shared.contracts import Contract
from shared.store.datasets import DatasetRecord
from shared.store.turns import turn_key
from shared.turn.acceptance.bus_question import QuestionEvent
from shared.turn.context import TurnContext
from shared.turn.rescue.rescue import read_turn

RECORDED = Path(__file__).parent / "recorded" / "v0"
ELSEWHERE: dict[str, type[Contract]] = {
    "DatasetRecord": DatasetRecord,
    "QuestionEvent": QuestionEvent,
    "TurnContext": TurnContext,
}
PAYLOADS = sorted(RECORDED.glob("*.json"))
NO_LONGER = sorted((RECORDED.parent / "no_longer").glob("*.json"))
"""What an earlier version wrote and none reads any more: docs/decisions/0028 says why."""


def contract(name: str) -> type[Contract]:
    """The type that reads a recorded payload."""
    return ELSEWHERE.get(name) or getattr(contracts, name)


@pytest.mark.parametrize("path", PAYLOADS, ids=lambda path: path.stem)
def test_a_payload_of_the_version_before_is_read_with_all_that_it_says(path: Path) -> None:
    written = json.loads(path.read_text())
    read = contract(path.stem).model_validate_json(path.read_text()).wire()
    said = {name: value for name, value in written.items() if name in read}
    assert said.keys() >= written.keys() - {"schema_version"}
    assert _within(said, read)


@pytest.mark.parametrize("path", PAYLOADS, ids=lambda path: path.stem)
def test_a_field_that_a_later_version_adds_is_left_aside(path: Path) -> None:
    payload = {**json.loads(path.read_text()), "added_later": {"deep": [1]}}
    assert contract(path.stem).model_validate(payload)


@pytest.mark.parametrize("path", NO_LONGER, ids=lambda path: path.stem)
def test_what_is_no_longer_read_is_refused_and_never_half_understood(path: Path) -> None:
    with pytest.raises(ValidationError):
        contract(path.stem).model_validate_json(path.read_text())


def test_every_stored_or_sent_contract_with_a_version_has_a_recording() -> None:
    versioned = {
        name
        for name in contracts.__all__
        if isinstance(of := getattr(contracts, name), type)
        and issubclass(of, Contract)
        and "schema_version" in of.model_fields
    }
    assert versioned <= {path.stem for path in PAYLOADS}


def test_a_turn_that_began_before_an_upgrade_is_answered_after_it(shared_cloud: LocalCloud) -> None:
    turn = json.loads((RECORDED / "Turn.json").read_text())
    item = {
        "pk": turn_key(turn["turn_id"]),
        "sk": "TURN",
        "body": json.dumps(turn),
        "status": "running",
        "pending": "yes",
        "deadline": turn["deadline"],
    }
    shared_cloud.deps.table.put(item)
    record = read_turn(turn["turn_id"], turn["user_id"], shared_cloud.deps)
    assert record.status == "failed"
    assert record.reply
    assert record.reply.text


def test_a_reply_that_was_stored_before_an_upgrade_is_shown_after_it(shared_cloud: LocalCloud) -> None:
    turn = {**json.loads((RECORDED / "Turn.json").read_text()), "turn_id": "turn_old"}
    item = {
        "pk": turn_key("turn_old"),
        "sk": "TURN",
        "body": json.dumps(turn),
        "status": "answered",
        "completed_at": "2026-01-02T03:04:09.000+00:00",
        "reply": (RECORDED / "Reply.json").read_text(),
    }
    shared_cloud.deps.table.put(item)
    reply = read_turn("turn_old", turn["user_id"], shared_cloud.deps).reply
    assert reply
    assert (reply.status, reply.text) == ("answered", "The total revenue is 18.5.")
    assert reply.timing
    assert reply.timing.duration_ms == 4000


def _within(part: object, whole: object) -> bool:
    """Whether all that `part` says is said by `whole` too."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(
            name in whole and _within(value, whole[name]) for name, value in part.items() if name != "schema_version"
        )
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(_within(one, other) for one, other in zip(part, whole, strict=True))
    return part == whole
