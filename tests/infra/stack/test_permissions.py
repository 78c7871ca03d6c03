"""What handlers really ask of AWS, compared with what their roles allow."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from functions.registry import all_agents, all_functions
from infra.lab.matrix.cases import DEPENDENCIES
from infra.lab.recording import LENT, Recording, recording
from infra.local.call_faults import Call, CallFault
from infra.local.cloud import USER, LocalCloud
from infra.local.faults import Faults
from infra.local.lambda_runtime import sandbox
from infra.stack.grants import partitions
from infra.stack.rights import refused
from shared.clock import MovableClock
from shared.contracts import Plan, Task
from shared.mcp.desk import Desk
from shared.settings import Settings
from shared.turn.acceptance.accept import accept
from shared.turn.smoke import IN_A_SHIFT
from tests.functions.api.user import User
from tests.shared.webhooks.listener import listening

FUNCTIONS = all_functions()
DATA_ROLE = "arn:aws:iam::123456789012:role/candor-data"
QUESTIONS = (
    "What is the total revenue by region?",
    "Which datasets are available?",
    "Segment the regions by revenue",
    "What is the trend of revenue?",
    "Hello, what can you do?",
)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """All that functions asked of AWS while people used the system, and while what it depends on failed."""
    settings = Settings(model="deterministic", data_role_arn=DATA_ROLE, principals={"nightly": USER})
    with LocalCloud(settings, clock=MovableClock(), faults=Faults()) as cloud, recording(cloud.settings) as found:
        folder = tmp_path_factory.mktemp("data")
        dataset_id = files(cloud, folder)
        questions(cloud, dataset_id)
        outages(cloud, dataset_id)
        requests(cloud)
        agents(cloud, dataset_id)
    return found


def files(cloud: LocalCloud, folder: Path) -> str:
    """Files good and bad, one told twice, one that never comes and one of no dataset; the id of the good one."""
    (folder / "sales.csv").write_text("region,revenue,day\n" + "West,10,2025-01-03\nEast,20,2025-02-01\n" * 8)
    (folder / "junk.csv").write_bytes(bytes(range(256)) * 40)
    dataset = cloud.upload(folder / "sales.csv")
    cloud.upload(folder / "junk.csv")
    orders = [{"id": at, "items": [{"sku": "pen", "qty": at}]} for at in range(3)]
    (folder / "orders.json").write_text(json.dumps(orders))
    assert cloud.upload(folder / "orders.json").parts
    cloud.faults.broken["Ingest"] = "raises"
    cloud.upload(folder / "sales.csv")
    cloud.faults.broken.clear()
    cloud.runtime.invoke("uploaded", json.dumps({"detail": {"object": {"key": f"uploads/{dataset.dataset_id}/file"}}}))
    cloud.deps.objects.write("uploads/gone/file", "region,revenue\nWest,10\n")
    return dataset.dataset_id


def questions(cloud: LocalCloud, dataset_id: str) -> None:
    """Questions answered, failed, asked over the bus, never begun."""
    for question in QUESTIONS:
        cloud.ask(cloud.session((dataset_id,)), question)
    consultation = cloud.session((dataset_id,), mode="consultation")
    for message in (
        "which region has the highest revenue",
        "whether to hire",
        "the board",
        "a ranking",
        "none",
        "fully",
    ):
        cloud.ask(consultation, message)
    for state in ("Intake", "Respond"):
        cloud.faults.broken[state] = "raises"
        cloud.ask(cloud.session((dataset_id,)), "What is the total revenue?")
        cloud.faults.broken.clear()
    session = cloud.session((dataset_id,))
    turn = accept(session, "What is the average revenue?", cloud.deps)
    cloud.clock.sleep(100)
    cloud.sweep()
    cloud.wait(turn)
    cloud.runtime.invoke("smoke", json.dumps(IN_A_SHIFT))
    cloud.runtime.invoke("smoke", "{}")  # time is simulated here, so it gives up soon; tests/shared/turn has the rest


def outages(cloud: LocalCloud, dataset_id: str) -> None:
    """A question while each of the dependencies fails; it is mended before anybody helps."""
    for name, operation in DEPENDENCIES.items():
        if name in ("acceptance", "state machine"):
            continue
        session = cloud.session((dataset_id,))
        operations = (operation, "dynamodb.UpdateItem") if name == "reply queue" else (operation,)
        cloud.faults.calls += [CallFault(name, _of_functions(broken), "is broken") for broken in operations]
        turn = accept(session, "What is the total revenue?", cloud.deps)  # from now on it runs, at once
        cloud.finished(turn.turn_id)
        cloud.faults.mend()
        cloud.deps.health.forget()
        cloud.clock.sleep(100)
        for _ in range(2):
            cloud.wiring.pump()
            cloud.stream_again()
            cloud.sweep()
            cloud.finished(turn.turn_id)


def _of_functions(operation: str) -> Callable[[Call], bool]:
    return lambda call: call.function is not None and call.operation.startswith(operation)


def agents(cloud: LocalCloud, dataset_id: str) -> None:
    """Every agent of the registry works on a task, whichever questions the coordinator gives it."""
    turn = accept(cloud.session((dataset_id,)), QUESTIONS[0], cloud.deps)
    cloud.finished(turn.turn_id)
    for name in all_agents():
        task = Task(task_id=name, agent=name, request=QUESTIONS[0])
        cloud.deps.turns.replace(turn.turn_id, "PLAN", Plan(kind="agents", waves=((task,),)))
        event = {"turn": turn.ref.model_dump(mode="json"), "task": {"task_id": name}}
        cloud.runtime.invoke(f"agent-{name}", json.dumps(event))


def requests(cloud: LocalCloud) -> None:
    """What people do at the door, and what they ask over the bus."""
    user = User(cloud, "someone")
    dataset, other = user.dataset(), user.dataset()
    session = user.session(dataset)
    turn = user.ask(session).body["turn_id"]
    user.reply(turn)
    running = user.ask(session).body["turn_id"]
    user.client.delete(f"/turns/{running}")
    cloud.finished(running)
    user.reply(user.ask(session, "Which datasets are there?").body["turn_id"])
    event = {"id": "event-1", "source": "nightly", "detail": {"question": "How many rows?"}}
    cloud.runtime.invoke("asked", json.dumps({"Records": [{"messageId": "1", "body": json.dumps(event)}]}))
    cloud.rest()
    asked_for = (
        "datasets",
        f"datasets/{dataset}",
        "sessions",
        f"sessions/{session}",
        f"sessions/{session}/messages",
    )
    of_turn = (f"turns/{turn}/events", f"turns/{turn}/report?format=html")
    for address in (*asked_for, *of_turn, "forfeits", "reviews", "agents", "health"):
        assert user.client.get(f"/{address}").status == 200
    cloud.deps.settings = cloud.deps.settings.model_copy(update={"operators": (user.user_id,)})
    for address in ("failsafe", "reviews/all", "reviews/counts", "forfeits/counts"):
        assert user.client.get(f"/{address}").status == 200
    assert user.client.patch("/failsafe", {"confidence_threshold": 0.7}).status == 200
    assistant(cloud, user, dataset)
    webhooks(cloud, user)
    watches(cloud, user, other)
    assert user.client.patch(f"/datasets/{dataset}", {"columns": {"day": {"date_order": "DMY"}}}).status < 300
    user.settled(dataset)
    assert user.client.delete(f"/datasets/{other}").status == 204
    assert user.client.delete(f"/sessions/{session}").status == 204


def assistant(cloud: LocalCloud, user: User, dataset: str) -> None:
    """What the tools do for an assistant, as the function that has them."""
    sandbox.function = "assistants"
    try:
        desk = Desk(cloud.deps, user.user_id)
        assert desk.profile(None).datasets
        assert desk.profile(dataset).columns
        turn = desk.ask("What is the total revenue?", [], None)
        cloud.finished(turn.turn_id)  # to wait at the desk would let the clock run on before the turn has its steps
        assert desk.wait(turn.turn_id, 0.0).reply
        assert desk.explain(turn.turn_id).queries
        running = desk.ask("How many rows?", [dataset], turn.session_id)
        assert desk.cancel(running.turn_id).reply
    finally:
        sandbox.function = None
    cloud.finished(running.turn_id)


def webhooks(cloud: LocalCloud, user: User) -> None:
    """A webhook that takes no event and then says it is gone, and one that is read, renewed and deleted."""
    cloud.deps.settings = cloud.deps.settings.model_copy(update={"webhooks_to_loopback": True})
    with listening(500, 410) as address:
        made = user.client.post("/webhooks", {"url": address})
        assert made.status == 201, made.text
        for _ in range(2):
            user.dataset()
            cloud.settle()
            for _ in range(3):
                cloud.wiring.pump()
        assert user.client.get("/webhooks").body["webhooks"] == []
    hook = user.client.post("/webhooks", {"url": "http://127.0.0.1:9/"}).body["webhook_id"]
    assert user.client.get(f"/webhooks/{hook}").status == 200
    assert user.client.post(f"/webhooks/{hook}/secret").status == 201
    assert user.client.delete(f"/webhooks/{hook}").status == 204


def watches(cloud: LocalCloud, user: User, dataset: str) -> None:
    """A watch by the clock and one on new data, asked again, read and deleted; the second dies with its dataset."""
    for when in ({"kind": "cron", "expression": "0 8 * * *"}, {"kind": "new_data"}):
        made = user.client.post("/watches", {"question": "How many rows?", "dataset_ids": [dataset], "when": when})
        assert made.status < 300, made.text
        cloud.rest()
        cloud.settle()
    form = user.client.post(f"/datasets/{dataset}/versions").body["upload"]["fields"]
    cloud.client("s3").put_object(Bucket=cloud.settings.bucket, Key=form["key"], Body=b"region,revenue\nWest,4\n" * 2)
    cloud.settle()
    cloud.clock.sleep(100_000)
    cloud.tick()
    cloud.rest()
    cloud.settle()
    first, second = (one["watch_id"] for one in user.client.get("/watches").body["watches"])
    for address in (f"watches/{first}", f"watches/{first}/messages"):
        assert user.client.get(f"/{address}").status == 200
    assert user.client.delete(f"/watches/{second}").status == 204


def test_no_role_refuses_what_its_function_asks_for(recorded: Recording) -> None:
    assert recorded.refused() == []


def test_the_recording_saw_every_function_but_those_without_rights(recorded: Recording) -> None:
    assert set(FUNCTIONS) - set(recorded.asked) == {"query", "statistics", "document"}


def test_queries_touch_data_only_by_lent_rights(recorded: Recording) -> None:
    assert {asked.action for asked in recorded.asked[LENT]} == {"s3:GetObject"}


def test_a_right_that_is_taken_away_would_be_missed(recorded: Recording) -> None:
    for who in ("api", "turn", "finish", "ingest", "sweeper", LENT):
        asked, allowed = recorded.asked[who], recorded.allowed(who)
        needed = {one.action for one in asked}
        for action in needed:
            without = [replace(one, actions=tuple({*one.actions} - {action})) for one in allowed]
            assert {one.action for one in refused(asked, without)} == {action}


def test_a_condition_on_a_partition_is_looked_at(recorded: Recording) -> None:
    others = partitions("DATASET", "USER", "HEALTH")
    allowed = [replace(one, conditions=others) if one.conditions else one for one in recorded.allowed("finish")]
    assert {one.looked_at.split("#")[0] for one in refused(recorded.asked["finish"], allowed)} >= {"TURN", "SESSION"}


def test_what_nobody_asked_for_is_listed(recorded: Recording) -> None:
    assert "ingest: dynamodb:UpdateItem on DATASET#*, USER#*" in recorded.unused()
    assert not [one for one in recorded.unused() if one.startswith("respond: sqs:SendMessage")]
