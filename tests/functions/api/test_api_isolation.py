"""Two tenants: whatever one tries with the other's ids is answered exactly as for ids that nobody has."""

import json
import re
from typing import Any

import pytest

from functions.api.api import description
from shared.contracts import Attempt, QueryResult
from shared.ids import new_id
from shared.store.results import link_to
from tests.functions.api.user import User, until

CANARY = "kanarienvogel"
DATA = f"region,{CANARY}_revenue\n{CANARY}_west,10\n{CANARY}_east,5\n"
KINDS = {
    "dataset_id": "data",
    "session_id": "sess",
    "turn_id": "turn",
    "result_id": "result",
    "watch_id": "watch",
    "webhook_id": "hook",
}
BODIES: dict[str, Any] = {
    "changeDataset": {"columns": {f"{CANARY}_revenue": {"decimal_mark": ","}}},
    "changeSession": {"settings": {"confidence_threshold": 0.1}},
    "ask": {"question": "What is the total?"},
    "markReview": {"note": "seen"},
}


def operations() -> list[tuple[str, str, str, str]]:
    """(operation id, method, address, name of its parameter) of every route that takes an id."""
    paths = json.loads(description())["paths"]
    found = []
    for address, methods in paths.items():
        for parameter in re.findall(r"{(\w+)}", address):
            found += [(one["operationId"], method.upper(), address, parameter) for method, one in methods.items()]
    return found


@pytest.fixture(scope="module")
def made() -> dict[str, dict[str, str]]:
    """The ids of the victim, made once."""
    return {}


def furnished(victim: User, made: dict[str, dict[str, str]]) -> dict[str, str]:
    """A dataset, a session, a turn with its reply, its ledger and its review, each full of canaries."""
    if not made:
        dataset_id = victim.dataset(DATA, f"{CANARY}.csv")
        session_id = victim.session(dataset_id)
        turn = victim.hanging(session_id)
        attempt = Attempt(
            agent=CANARY, task_id="t", step="plan", action=CANARY, outcome="failed", reason=CANARY, at=turn.asked_at
        )
        assessment = {
            "confidence_score": 0.1,
            "rule_score": 0.1,
            "assessment": "FAILSAFE_TRIGGERED",
            "verdict": "FAILSAFE_TRIGGERED",
            "original_response_preview": CANARY,
            "timestamp": turn.asked_at,
        }
        rows = ((CANARY,),)
        whole = QueryResult(columns=(CANARY,), rows=rows, row_count=9, sql="SELECT 1")
        result_id = victim.cloud.deps.results.keep(turn.turn_id, whole)
        link = link_to(turn.turn_id, result_id)
        shown = {"purpose": CANARY, "data": whole.records(), "row_count": 9, "truncated": True, "link": link}
        response = {
            "agent": CANARY,
            "task_id": "t",
            "task": CANARY,
            "status": "completed",
            "result": {"results": [shown]},
        }
        message = {"role": "assistant", "agent": CANARY, "content": CANARY}
        victim.commit(
            turn,
            status="partial",
            text=CANARY,
            messages=[message],
            responses=[response],
            attempts=[attempt],
            assessment=assessment,
            forfeit={"reason": CANARY},
        )
        victim.reply(turn.turn_id)
        watch = {"question": CANARY, "dataset_ids": [dataset_id], "when": {"kind": "new_data"}}
        watch_id = victim.client.post("/watches", watch).body["watch_id"]
        ids = {"dataset_id": dataset_id, "session_id": session_id, "turn_id": turn.turn_id, "watch_id": watch_id}
        ids["webhook_id"] = victim.client.post("/webhooks", {"url": "https://1.1.1.1/"}).body["webhook_id"]
        made["ids"] = ids | {"result_id": result_id}
        made["owner"] = {"token": str(victim.client.token)}
    return made["ids"]


def bare(text: str) -> str:
    """An answer without the request's own id."""
    return re.sub(r"req_\w+", "req", text)


@pytest.mark.parametrize(("operation", "method", "address", "parameter"), operations())
def test_another_users_id_answers_exactly_as_an_unknown_one(
    user: User, other: User, made: dict[str, dict[str, str]], operation: str, method: str, address: str, parameter: str
) -> None:
    ids = furnished(user, made)
    unknown = new_id(KINDS[parameter])
    for name in set(re.findall(r"{(\w+)}", address)) - {parameter}:
        address = address.replace(f"{{{name}}}", ids[name])
    for stolen in ids.values():
        theirs, nobodys = (
            other.client.request(method, address.replace(f"{{{parameter}}}", value), BODIES.get(operation))
            for value in (stolen, unknown)
        )
        assert theirs.status == nobodys.status == 404
        assert bare(theirs.text) == bare(nobodys.text)
        assert theirs.headers == nobodys.headers
        assert CANARY not in theirs.text


def test_a_session_cannot_be_begun_on_another_users_dataset(
    user: User, other: User, made: dict[str, dict[str, str]]
) -> None:
    ids = furnished(user, made)
    theirs, nobodys = (other.client.post("/sessions", {"dataset_ids": [one]}) for one in (ids["dataset_id"], "data_0"))
    assert (theirs.status, bare(theirs.text)) == (404, bare(nobodys.text))


def test_lists_hold_nothing_of_another_user(user: User, other: User, made: dict[str, dict[str, str]]) -> None:
    ids = furnished(user, made)
    for address, methods in json.loads(description())["paths"].items():
        if "get" in methods and "{" not in address:
            text = other.client.get(address).text
            assert CANARY not in text
            assert not any(one in text for one in ids.values())


def test_after_all_of_that_the_victim_has_everything_still(
    user: User, cloud: Any, made: dict[str, dict[str, str]]
) -> None:
    ids = furnished(user, made)
    from infra.local.client import LocalClient

    owner = LocalClient(cloud, made["owner"]["token"])
    assert owner.get(f"/datasets/{ids['dataset_id']}").body["status"] == "ready"
    assert owner.get(f"/sessions/{ids['session_id']}").body["settings"]["confidence_threshold"] is None
    assert CANARY in owner.get(f"/sessions/{ids['session_id']}/messages").text
    assert CANARY in owner.get("/forfeits").text
    assert until(lambda: CANARY in owner.get("/reviews").text)
