"""What people do in a day: files, questions over the API and over the bus, and what goes wrong meanwhile."""

import json
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from functions.registry import all_agents
from infra.local.client import LocalClient
from infra.local.cloud import LocalCloud
from infra.local.faults import FaultKind
from infra.local.gateway import user_of_token
from infra.stack.imports import ROOT
from shared.agents.agent import Agent
from shared.contracts import AgentResponse, Plan, Reply, Task
from shared.turn.acceptance.accept import accept
from tests.functions.api.user import until
from tests.shared.ingestion.workbooks import workbook

COLUMNS = {"measure": "revenue", "by": "region", "time": "order_date", "entity": "product"}
PRINCIPAL, TOKEN = "nightly", "someone"
USER = user_of_token(TOKEN)
SECONDS = 90
QUESTIONS = (
    "Which region has the highest revenue?",
    "Which regoin has the highest revenu?",
    "Which region has the highest frobnication?",
    "What is the total revenue?",
    "How many orders are there?",
    "What is the average revenue by region?",
    "Show the revenue by month",
    "What is the median revenue?",
    "How many different regions are there?",
    "What is the largest order by revenue?",
    "What share of revenue does each region have?",
    "Is revenue correlated with quantity?",
    "Are there outliers in revenue?",
    "Which values are missing?",
    "Segment the regions by revenue",
    "Which datasets are there?",
    "What is the total revenue, and how many orders are there?",
    "What will revenue be next year?",
    "Give me an overview of the data",
    "drop table data; select 1",
)
FAULTS: dict[str, FaultKind] = {"Coordinate": "raises", "Respond": "raises", "Synthesize": "is aborted"}
"""The model explains; the state machine answers itself; the rescuer does."""

OFFER = "**You could ask:**"


@dataclass
class Day:
    """What came: replies by what was asked, the verdicts on files by their names, what each agent said of its own first
    example, what the deployment asked itself, how documents by their format and the messages of a watch begin."""

    smoke: str = ""
    documents: dict[str, bytes] = field(default_factory=dict)
    watched: list[tuple[str, float | None]] = field(default_factory=list)
    replies: dict[str, Reply] = field(default_factory=dict)
    verdicts: dict[str, str] = field(default_factory=dict)
    by_agents: dict[str, str] = field(default_factory=dict)

    def told(self) -> dict[str, tuple[str, str | None, str | None]]:
        """Of each reply what does not differ from one day to another: status, who made it, and its text without the
        questions that it offers, which are tried only where there is time."""
        return {
            asked: (one.status, one.source, one.text.partition(OFFER)[0].rstrip())
            for asked, one in self.replies.items()
        }


def day(cloud: LocalCloud) -> Day:
    """Everything, one after the other."""
    found, user = Day(), LocalClient(cloud, TOKEN)
    orders = _file(user, "orders.csv", (ROOT / "examples" / "orders.csv").read_bytes(), found)
    _file(user, "junk.csv", bytes(range(256)) * 40, found)
    _file(user, "orders.xlsx", workbook(Orders=[("region", "revenue"), ("West", 10), ("East", 5)]), found)
    for question in QUESTIONS:
        found.replies[question] = _asked(user, orders, question)
    found.by_agents = {name: _said(cloud, orders, agent) for name, agent in all_agents().items()}
    found.replies["consultation"] = _asked(user, orders, "Help me", mode="consultation")
    for state, kind in FAULTS.items():
        cloud.faults.broken[state] = kind
        found.replies[f"{state} {kind}"] = _asked(user, orders, QUESTIONS[0])
        cloud.faults.broken.clear()
    found.replies["over the bus"] = _over_the_bus(cloud, orders)
    cloud.faults.broken["Ingest"] = "raises"
    _file(user, "unread.csv", b"region,revenue\nWest,10\n", found)
    cloud.faults.broken.clear()
    found.documents = {name: _document(user, found.replies[QUESTIONS[0]], name) for name in ("html", "pdf")}
    found.watched = _watched(user, found)
    cloud.deps.queue_reply(found.replies[QUESTIONS[0]])  # a second time: it changes nothing
    cloud.wiring.pump()
    cloud.sweep()
    found.smoke = cloud.runtime.invoke("smoke", "{}").payload.decode()
    _forgotten(user, orders)
    return found


def _said(cloud: LocalCloud, dataset_id: str, agent: Agent) -> str:
    """How an agent answers a question of its own, on the orders' columns, whomever the coordinator would ask."""
    examples = [example for kind in agent.playbook for example in kind.examples] or [QUESTIONS[0]]
    question = re.sub(r"\{(\w+)\}", lambda slot: COLUMNS.get(slot[1], "region"), examples[0])
    turn = accept(cloud.session((dataset_id,), user_id=USER), QUESTIONS[0], cloud.deps)
    cloud.finished(turn.turn_id)
    task = Task(task_id=agent.name, agent=agent.name, request=question)
    cloud.deps.turns.replace(turn.turn_id, "PLAN", Plan(kind="agents", waves=((task,),)))
    event = {"turn": turn.ref.model_dump(mode="json"), "task": {"task_id": agent.name}}
    cloud.runtime.invoke(f"agent-{agent.name}", json.dumps(event))
    response = cloud.deps.turns.load(turn.turn_id, "RESPONSE", AgentResponse, agent.name)
    if response is None:
        return "no response"
    return f"{response.status}: {response.result.insights.summary or (response.forfeit and response.forfeit.reason)}"


def _document(user: LocalClient, reply: Reply, written_as: str) -> bytes:
    """How the document of a reply begins."""
    written = user.get(f"/turns/{reply.turn_id}/report?format={written_as}")
    assert written.status == 200, written.text
    key = urlsplit(written.body["url"]).path.removeprefix("/").removeprefix(f"{user.cloud.settings.bucket}/")
    stored = user.cloud.client("s3").get_object(Bucket=user.cloud.settings.bucket, Key=key)
    return bytes(stored["Body"].read()[:5])


def _watched(user: LocalClient, found: Day) -> list[tuple[str, float | None]]:
    """What a watch tells when its data passes the limit."""
    cloud, dataset_id = user.cloud, _file(user, "watched.csv", b"region,revenue\nWest,10\nEast,5\n", found)
    given = {"question": QUESTIONS[3], "dataset_ids": [dataset_id], "when": {"kind": "new_data"}}
    made = user.post("/watches", {**given, "condition": {"kind": "above", "limit": 20}})
    assert made.status in (201, 202), made.text
    path = f"/watches/{made.body['watch_id']}"
    until(lambda: user.get(path).body["state"] != "binding", SECONDS)
    key = user.post(f"/datasets/{dataset_id}/versions").body["upload"]["fields"]["key"]
    cloud.client("s3").put_object(Bucket=cloud.settings.bucket, Key=key, Body=b"region,revenue\nWest,25\nEast,5\n")

    def told() -> list[dict[str, Any]]:
        cloud.wiring.pump()
        cloud.tick()
        return list(user.get(f"{path}/messages").body["messages"])

    messages = until(told, SECONDS)
    assert user.delete(path).status == 204
    assert user.delete(f"/datasets/{dataset_id}").status == 204
    return [(one["kind"], one["value"]) for one in messages]


def _forgotten(user: LocalClient, dataset_id: str) -> None:
    """Everything of the day is deleted again, with all rights that this takes."""
    for session in user.get("/sessions").body["sessions"]:
        assert user.delete(f"/sessions/{session['session_id']}").status == 204
    assert user.delete(f"/datasets/{dataset_id}").status == 204


def _file(user: LocalClient, name: str, data: bytes, found: Day) -> str:
    begun = user.post("/datasets", {"file_name": name})
    assert begun.status == 201, begun.text
    key, dataset_id = begun.body["upload"]["fields"]["key"], str(begun.body["dataset"]["dataset_id"])
    user.cloud.client("s3").put_object(Bucket=user.cloud.settings.bucket, Key=key, Body=data)

    def status() -> str | None:
        seen = user.cloud.deps.datasets.get(dataset_id, USER)
        return None if seen.status == "waiting" else f"{seen.status}: {seen.reason}"

    found.verdicts[name] = until(status, SECONDS)
    return dataset_id


def _asked(user: LocalClient, dataset_id: str, question: str, **more: str) -> Reply:
    session = user.post("/sessions", {"dataset_ids": [dataset_id], **more}).body["session_id"]
    answer = user.post(f"/sessions/{session}/messages", {"question": question})
    assert answer.status in (200, 202), answer.text
    reply = _reply(user.cloud, answer.body["turn_id"])
    assert user.get(f"/turns/{reply.turn_id}/events").body["events"][-1]["type"] == "complete"
    return reply


def _reply(cloud: LocalCloud, turn_id: str) -> Reply:
    return cloud.wait(cloud.deps.turns.get(turn_id).turn)


def _over_the_bus(cloud: LocalCloud, dataset_id: str) -> Reply:
    detail = {"question": QUESTIONS[3], "dataset_ids": [dataset_id]}
    entry = {"Source": PRINCIPAL, "DetailType": "QuestionAsked", "Detail": json.dumps(detail)}
    before = set(cloud.begun)
    cloud.client("events").put_events(Entries=[{**entry, "EventBusName": cloud.settings.bus}])

    def begun() -> str | None:
        cloud.wiring.pump()
        return next((name for name in set(cloud.begun) - before if name.startswith("turn")), None)

    return _reply(cloud, until(begun, SECONDS))
