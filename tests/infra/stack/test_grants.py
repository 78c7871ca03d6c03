"""Each use that a function declares gets what it needs, and nothing gets more."""

from dataclasses import replace
from typing import get_args

import pytest

from functions.registry import all_functions
from infra.stack.grants import GRANTS, Resources, Statement, data_role, environment, statements
from shared.function import LambdaFunction, Use
from shared.settings import Settings

AT = Resources(
    region="eu-west-1",
    prefix="candor",
    table="candor",
    table_arn="arn:table",
    bucket="files",
    bucket_arn="arn:files",
    bus="candor",
    bus_arn="arn:bus",
    turn_workflow_arn="arn:turn",
    ingest_workflow_arn="arn:ingest",
    reply_queue_url="https://queue",
    reply_queue_arn="arn:queue",
    dead_letters_url="https://dead",
    dead_letters_arn="arn:dead",
    delivery_queue_url="https://deliveries",
    delivery_queue_arn="arn:deliveries",
    query_arn="arn:query:live",
    statistics_arn="arn:statistics:live",
    document_arn="arn:document:live",
    turn_arn="arn:turn-function",
    data_role_arn="arn:role/data",
    model_arns=("arn:model",),
    model_environment={"CANDOR_MODEL": "bedrock"},
    guardrail_arn="arn:guardrail",
    guardrail_environment={"CANDOR_BEDROCK_GUARDRAIL_ID": "g1"},
)
FUNCTIONS = all_functions()


def _allowed(name: str) -> dict[str, set[str]]:
    """Actions by resource."""
    found: dict[str, set[str]] = {}
    for statement in statements(FUNCTIONS[name], AT):
        for resource in statement.resources:
            found.setdefault(resource, set()).update(statement.actions)
    return found


def test_every_use_has_its_grant() -> None:
    assert set(GRANTS) == set(get_args(Use))


@pytest.mark.parametrize("use", GRANTS)
def test_no_grant_has_a_wildcard_action_or_everything_as_resource(use: Use) -> None:
    for statement in GRANTS[use](AT).statements:
        assert not any("*" in action for action in statement.actions)
        assert all(resource.startswith("arn:") for resource in statement.resources)


@pytest.mark.parametrize("use", GRANTS)
def test_items_are_reached_by_partition_only(use: Use) -> None:
    for statement in GRANTS[use](AT).statements:
        if statement.resources == (AT.table_arn,):
            prefixes = statement.conditions["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]
            assert prefixes
            assert all(prefix.endswith("#*") for prefix in prefixes)


def test_query_may_do_nothing_by_itself() -> None:
    assert _allowed("query") == {}


def test_the_role_that_is_lent_reads_datasets_and_nothing_else() -> None:
    assert data_role("arn:files") == Statement(("s3:GetObject",), ("arn:files/datasets/*",))


def test_only_what_asks_for_queries_may_lend() -> None:
    lending = {name for name in FUNCTIONS if "sts:AssumeRole" in _allowed(name).get("arn:role/data", set())}
    assert lending == {name for name, function in FUNCTIONS.items() if "query" in function.uses}
    assert "query" not in lending


@pytest.mark.parametrize("name", ["ingest", "reject_upload"])
def test_what_reads_a_users_file_may_touch_no_turn(name: str) -> None:
    reached = {
        prefix
        for statement in statements(FUNCTIONS[name], AT)
        if statement.resources == (AT.table_arn,)
        for prefix in statement.conditions["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]
    }
    assert reached == {"DATASET#*", "USER#*"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_settings_are_those_that_the_code_reads(name: str) -> None:
    told = environment(FUNCTIONS[name], AT)
    known = {f"CANDOR_{field.upper()}" for field in Settings.model_fields} | {"ANTHROPIC_API_KEY"}
    assert set(told) <= known
    assert Settings.from_env(told).region == "eu-west-1"


def test_only_what_writes_replies_may_ask_a_guardrail_and_only_the_one_that_is_named() -> None:
    asking = {name for name in FUNCTIONS if "arn:guardrail" in _allowed(name)}
    assert asking == {"turn", "respond"}
    assert _allowed("turn")["arn:guardrail"] == {"bedrock:ApplyGuardrail"}
    without = GRANTS["guardrail"](replace(AT, guardrail_arn="", guardrail_environment={}))
    assert (without.statements, dict(without.environment)) == ((), {})


def test_a_function_without_uses_may_do_nothing_but_log() -> None:
    idle = LambdaFunction(lambda _event, _deps: {}, seconds=3, memory_mb=128, uses=(), module="functions.turn.idle")
    assert statements(idle, AT) == []
