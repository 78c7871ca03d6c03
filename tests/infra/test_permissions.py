"""What handlers really ask of AWS, compared with what their roles allow."""

import json
import threading
from fnmatch import fnmatchcase
from typing import Any

import boto3
import pytest

from functions.registry import all_functions
from infra.grants import Resources, Statement, data_role, statements
from infra.local.cloud import LocalCloud
from infra.local.faults import Faults
from infra.local.lambda_runtime import sandbox
from shared.clock import MovableClock
from shared.reply.accept import accept
from shared.settings import Settings

FUNCTIONS = all_functions()
DATA_ROLE = "arn:aws:iam::123456789012:role/candor-data"
LENT = "lent"
AT = Resources(
    region="us-east-1",
    prefix="candor",
    table="candor",
    table_arn="arn:table",
    bucket="candor",
    bucket_arn="arn:files",
    bus="candor",
    bus_arn="arn:bus",
    turn_workflow_arn="arn:states:stateMachine:candor-turn",
    ingest_workflow_arn="arn:states:stateMachine:candor-ingest",
    reply_queue_url="https://queue",
    reply_queue_arn="arn:queue",
    query_arn="arn:candor-query:live",
    data_role_arn=DATA_ROLE,
)
Asked = tuple[str, str, str]
"""An action, its resource, and what a condition looks at: the partition of an item, the prefix of a listing."""


def asked_of(service: str, operation: str, given: dict[str, Any]) -> list[Asked]:
    """The IAM actions behind a call, as the service reads it."""
    return READERS[service](operation, given)


def _dynamodb(operation: str, given: dict[str, Any]) -> list[Asked]:
    if operation == "TransactWriteItems":
        writes = [(f"{kind}Item", write) for one in given["TransactItems"] for kind, write in one.items()]
        return [asked for kind, write in writes for asked in _dynamodb(kind, write)]
    if "IndexName" in given:
        return [(f"dynamodb:{operation}", f"arn:table/index/{given['IndexName']}", "")]
    key = given.get("Key") or given.get("Item") or {"pk": given.get("ExpressionAttributeValues", {}).get(":pk")}
    return [(f"dynamodb:{operation}", "arn:table", key["pk"]["S"])]


def _s3(operation: str, given: dict[str, Any]) -> list[Asked]:
    if operation == "ListObjectsV2":
        return [("s3:ListBucket", "arn:files", given["Prefix"])]
    if operation == "DeleteObjects":
        return [("s3:DeleteObject", f"arn:files/{one['Key']}", "") for one in given["Delete"]["Objects"]]
    action = f"s3:{operation}Version" if given.get("VersionId") else f"s3:{operation}"
    return [(action, f"arn:files/{given['Key']}", "")]


def _states(operation: str, given: dict[str, Any]) -> list[Asked]:
    arn = given.get("stateMachineArn") or given["executionArn"]
    return [(f"states:{operation}", "arn:states:" + ":".join(arn.split(":")[5:]), "")]


READERS: dict[str, Any] = {
    "dynamodb": _dynamodb,
    "s3": _s3,
    "lambda": lambda _operation, given: [("lambda:InvokeFunction", f"arn:{given['FunctionName']}", "")],
    "sfn": _states,
    "events": lambda operation, _given: [(f"events:{operation}", "arn:bus", "")],
    "sts": lambda operation, given: [(f"sts:{operation}", given["RoleArn"], "")],
    "sqs": lambda operation, _given: [(f"sqs:{operation}", "arn:queue", "")],
}


def allows(statement: Statement, asked: Asked) -> bool:
    """Whether IAM would let this through by this statement."""
    action, resource, looked_at = asked
    conditions = [patterns for test in statement.conditions.values() for patterns in test.values()]
    return (
        action in statement.actions
        and any(fnmatchcase(resource, pattern) for pattern in statement.resources)
        and all(any(fnmatchcase(looked_at, pattern) for pattern in patterns) for patterns in conditions)
    )


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[Asked]]:
    """By function: all that it asked of AWS while people used the system; what it asked by lent rights by LENT."""
    found: dict[str, set[Asked]] = {}
    lock = threading.Lock()
    here = threading.local()

    def note(params: dict[str, Any], model: Any, **_: Any) -> None:
        here.asked = asked_of(model.service_model.service_name.replace("stepfunctions", "sfn"), model.name, params)

    def record(request_signer: Any, **_: Any) -> None:
        if sandbox.function:
            lent = request_signer._credentials.access_key.startswith("ASIA")
            with lock:
                found.setdefault(LENT if lent else sandbox.function, set()).update(here.asked)

    settings = Settings(model="deterministic", data_role_arn=DATA_ROLE)
    with LocalCloud(settings, clock=MovableClock(), faults=Faults()) as cloud:
        boto3.setup_default_session()  # moto has replaced the one before, and puts it back
        boto3.DEFAULT_SESSION.events.register("provide-client-params", note)
        boto3.DEFAULT_SESSION.events.register("before-sign", record)
        use(cloud, tmp_path_factory.mktemp("data"))
    return found


def use(cloud: LocalCloud, folder: Any) -> None:
    """A day in short: files good and bad, questions answered, failed, never begun, a file that never comes."""
    (folder / "sales.csv").write_text("region,revenue,day\n" + "West,10,2025-01-03\nEast,20,2025-02-01\n" * 8)
    (folder / "junk.csv").write_bytes(bytes(range(256)) * 40)
    dataset = cloud.upload(folder / "sales.csv")
    cloud.upload(folder / "junk.csv")
    cloud.ask(cloud.session((dataset.dataset_id,)), "What is the total revenue by region?")
    cloud.ask(cloud.session((), mode="consultation"), "Help me")
    for state in ("Intake", "Respond"):
        cloud.faults.broken[state] = "raises"
        cloud.ask(cloud.session((dataset.dataset_id,)), "What is the total revenue?")
        cloud.faults.broken.clear()
    session = cloud.session((dataset.dataset_id,))
    turn = accept(session, "What is the average revenue?", cloud.deps)
    cloud.clock.sleep(100)
    cloud.sweep()
    cloud.wait(turn)
    cloud.runtime.invoke("uploaded", json.dumps({"detail": {"object": {"key": f"uploads/{dataset.dataset_id}/file"}}}))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_role_allows_what_its_function_asks_for(name: str, recorded: dict[str, set[Asked]]) -> None:
    allowed = statements(FUNCTIONS[name], AT)
    refused = {asked for asked in recorded.get(name, set()) if not any(allows(one, asked) for one in allowed)}
    assert refused == set()


def test_the_recording_saw_what_a_turn_does(recorded: dict[str, set[Asked]]) -> None:
    assert {"intake", "coordinate", "agent-sql_analytics", "respond", "finish", "ingest"} <= set(recorded)


def test_queries_touch_data_only_by_lent_rights(recorded: dict[str, set[Asked]]) -> None:
    assert "query" not in recorded
    assert {action for action, _, _ in recorded[LENT]} == {"s3:GetObject"}
    assert all(allows(data_role("arn:files"), asked) for asked in recorded[LENT])


def test_a_role_without_a_partition_would_be_noticed(recorded: dict[str, set[Asked]]) -> None:
    turns_only = [one for one in statements(FUNCTIONS["finish"], AT) if "dynamodb:PutItem" not in one.actions]
    assert not all(any(allows(one, asked) for one in turns_only) for asked in recorded["finish"])
