"""A drill breaks a stack on purpose: each thing is broken while the question is asked, and whole again afterwards."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from uuid import uuid4

import boto3
import pytest
from moto import mock_aws

from functions.registry import all_functions
from infra.lab.disturbances import Throttled, WithoutRule
from infra.lab.drill import Drill, Step, chosen, main, parsed, restore, steps
from shared.clock import MovableClock

REGION, ACCOUNT, PREFIX = "us-east-1", "123456789012", "candor"
WORKFLOW = f"arn:aws:states:{REGION}:{ACCOUNT}:stateMachine:{PREFIX}-turn"
LADDER = steps(PREFIX, REGION, ACCOUNT, 90.0)
WHOLE = {"throttled": [], "silent": [], "stopped": [], "denied": []}
State = dict[str, list[str]]


@cache
def client(service: str) -> Any:
    return boto3.client(service, region_name=REGION)  # type: ignore[call-overload]


@pytest.fixture(scope="module")
def stack() -> Iterator[None]:
    """What a deployed stack has of what a drill touches."""
    client.cache_clear()
    with mock_aws(config={"lambda": {"use_docker": False}}):  # type: ignore[arg-type]
        trust = json.dumps({"Version": "2012-10-17", "Statement": []})
        role = client("iam").create_role(RoleName="role", AssumeRolePolicyDocument=trust)["Role"]["Arn"]
        for name in all_functions():
            _function(f"{PREFIX}-{name}", role)
        events, scheduler = client("events"), client("scheduler")
        events.put_rule(Name="rescue-rule", EventPattern=json.dumps({"source": ["aws.states"]}))
        events.put_targets(Rule="rescue-rule", Targets=[{"Id": "1", "Arn": _live("rescuer")}])
        events.put_rule(Name="other-rule", EventPattern=json.dumps({"source": ["aws.s3"]}))
        events.put_targets(Rule="other-rule", Targets=[{"Id": "1", "Arn": _live("uploaded")}])
        for name in ("sweeper", "other"):
            scheduler.create_schedule(
                Name=f"{name}-schedule",
                ScheduleExpression="rate(1 minute)",
                FlexibleTimeWindow={"Mode": "OFF"},
                Target={"Arn": _live(name), "RoleArn": role, "RetryPolicy": {"MaximumRetryAttempts": 0}},
            )
        machine = {"name": f"{PREFIX}-turn", "definition": json.dumps(MACHINE), "roleArn": role}
        client("stepfunctions").create_state_machine(**machine)
        yield
    client.cache_clear()


MACHINE = {"StartAt": "Done", "States": {"Done": {"Type": "Succeed"}}}


def _live(name: str) -> str:
    return f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{PREFIX}-{name}:live"


def _function(name: str, role: str) -> None:
    code = io.BytesIO()
    with zipfile.ZipFile(code, "w") as archive:
        archive.writestr("code.py", "")
    client("lambda").create_function(
        FunctionName=name, Runtime="python3.13", Role=role, Handler="code.handler", Code={"ZipFile": code.getvalue()}
    )


def state() -> State:
    """What is broken at the moment."""
    found = client("lambda").list_functions()["Functions"]
    names = sorted(one["FunctionName"] for one in found)
    reserved = {name: client("lambda").get_function_concurrency(FunctionName=name) for name in names}
    rules, schedules = client("events").list_rules()["Rules"], client("scheduler").list_schedules()["Schedules"]
    return {
        "throttled": [name for name, one in reserved.items() if one.get("ReservedConcurrentExecutions") == 0],
        "silent": [one["Name"] for one in rules if one["State"] == "DISABLED"],
        "stopped": [one["Name"] for one in schedules if one["State"] == "DISABLED"],
        "denied": client("iam").list_role_policies(RoleName="role")["PolicyNames"],
    }


@dataclass
class FakeDoor:
    """An API that gives what a step expects, unless told otherwise."""

    reply: dict[str, Any]
    second: dict[str, Any] | None = None
    log: list[str] = field(default_factory=lambda: ["received", "complete"])
    raises: BaseException | None = None
    during: list[State] = field(default_factory=list)
    looks: int = 0

    def ask(self, question: str) -> str:
        self.during.append(state())
        if self.raises:
            raise self.raises
        started = client("stepfunctions").start_execution(
            stateMachineArn=WORKFLOW, name=f"turn_{uuid4().hex}", input="{}"
        )
        return str(started["executionArn"].rsplit(":", 1)[-1])

    def turn(self, turn_id: str) -> dict[str, Any]:
        self.looks += 1
        return self.second if self.second and self.looks > 1 else self.reply

    def events(self, turn_id: str) -> list[dict[str, Any]]:
        return [{"type": kind} for kind in self.log]


def as_expected(step: Step) -> dict[str, Any]:
    return {"status": step.statuses[0], "source": (*step.sources, "template")[0], "text": "Something went wrong."}


def drill(door: FakeDoor) -> Drill:
    return Drill(client, door, MovableClock(), WORKFLOW, 90.0)


@pytest.mark.parametrize("step", LADDER, ids=lambda step: step.rung)
def test_what_a_rung_breaks_is_broken_while_it_is_asked_and_whole_afterwards(step: Step, stack: None) -> None:
    door = FakeDoor(as_expected(step))
    assert drill(door).check(step) == []
    (during,) = door.during
    assert during["throttled"] == sorted(one.function for one in step.breaks if isinstance(one, Throttled))
    assert bool(during["silent"]) == any(isinstance(one, WithoutRule) for one in step.breaks)
    assert "other-rule" not in during["silent"]
    assert "other-schedule" not in during["stopped"]
    assert (during != WHOLE) == bool(step.breaks)
    assert state() == WHOLE


@pytest.mark.parametrize("raised", [ConnectionError("no network"), KeyboardInterrupt(), SystemExit(143)], ids=repr)
@pytest.mark.parametrize("step", LADDER, ids=lambda step: step.rung)
def test_everything_is_put_back_when_asking_fails_or_the_drill_is_stopped(
    step: Step, raised: BaseException, stack: None
) -> None:
    door = FakeDoor(as_expected(step), raises=raised)
    if isinstance(raised, Exception):
        assert drill(door).check(step) == ["ConnectionError: no network"]
    else:
        with pytest.raises(type(raised)):
            drill(door).check(step)
    assert door.during
    assert state() == WHOLE


WRONG: dict[str, Callable[[dict[str, Any]], FakeDoor]] = {
    "status": lambda good: FakeDoor({**good, "status": "lost"}),
    "without text": lambda good: FakeDoor({**good, "text": " "}),
    "another reply": lambda good: FakeDoor(good, second={**good, "text": "Something else."}),
    "`complete`": lambda good: FakeDoor(good, log=["received", "complete", "complete"]),
    "TimeoutError": lambda good: FakeDoor({**good, "status": "running"}),
    "source": lambda good: FakeDoor({**good, "source": "nobody"}),
}


@pytest.mark.parametrize("finding", WRONG)
def test_a_reply_that_is_not_the_one_expected_is_a_finding_and_everything_is_put_back(
    finding: str, stack: None
) -> None:
    step = LADDER[-1]
    (found,) = drill(WRONG[finding](as_expected(step))).check(step)
    assert finding in found
    assert state() == WHOLE


def test_what_was_reserved_before_is_reserved_again(stack: None) -> None:
    api = client("lambda")
    api.put_function_concurrency(FunctionName=f"{PREFIX}-respond", ReservedConcurrentExecutions=7)
    try:
        with Throttled(f"{PREFIX}-respond").held(client):
            assert state()["throttled"] == [f"{PREFIX}-respond"]
        after = api.get_function_concurrency(FunctionName=f"{PREFIX}-respond")
        assert after["ReservedConcurrentExecutions"] == 7
    finally:
        api.delete_function_concurrency(FunctionName=f"{PREFIX}-respond")


def test_the_schedule_is_afterwards_what_it_was(stack: None) -> None:
    def told() -> dict[str, Any]:
        found = client("scheduler").get_schedule(Name="sweeper-schedule", GroupName="default")
        return {name: found[name] for name in ("Target", "ScheduleExpression", "FlexibleTimeWindow", "State")}

    before = told()
    drill(FakeDoor(as_expected(LADDER[-1]))).check(LADDER[-1])
    assert told() == before


def test_after_a_drill_that_was_killed_everything_can_be_made_whole(stack: None) -> None:
    held = [one.held(client) for step in LADDER for one in step.breaks]
    for one in held:
        one.__enter__()
    assert all(state().values())
    restore(LADDER, client)
    assert state() == WHOLE


def test_a_rung_that_fails_does_not_keep_the_others_from_being_taken(stack: None) -> None:
    said: list[str] = []
    failures = drill(FakeDoor(as_expected(LADDER[1]))).run(LADDER[:2], said.append)
    assert failures == 0
    failures = drill(FakeDoor({**as_expected(LADDER[1]), "text": ""})).run(LADDER[:2], said.append)
    assert failures == 2
    assert [line.split()[0] for line in said] == ["ok", "ok", "FAILED", "FAILED"]


def test_the_plan_names_every_rung_and_needs_no_account(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--dry-run"]) == 0
    told = capsys.readouterr().out
    assert [line.split(":")[0] for line in told.splitlines() if line.startswith("rung")] == [
        f"rung {number}" for number in range(10)
    ]
    assert all(one.told in told for step in steps(PREFIX, REGION, "ACCOUNT", 90.0) for one in step.breaks)


def test_single_rungs_can_be_chosen() -> None:
    assert [step.rung[0] for step in chosen(LADDER, "4,7")] == ["4", "7"]


@pytest.mark.parametrize("given", [[], ["--url", "http://plain", "--token-file", "t", "--dataset", "d"]])
def test_a_drill_without_a_safe_door_is_a_usage_error(given: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parsed(given)
    assert ended.value.code == 2
