"""What the tools' schemas say, and what that takes."""

import importlib
import json
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel, Field

import functions.agents
from infra.lab.messages_api import CHARACTERS_A_TOKEN
from shared.agents.agent import Agent
from shared.model.prompts import compose
from shared.model.prompts.notation import tool_name
from shared.model.prompts.schemas import Schemas, compact
from tests.shared.model.claude_cases import PLAN

MOST_TOKENS = 8000
AGENTS = [
    module.agent
    for found in pkgutil.iter_modules(functions.agents.__path__)
    if hasattr(module := importlib.import_module(f"functions.agents.{found.name}"), "agent")
]


class Inner(BaseModel):
    """Inside of both."""

    title: str
    size: int | float | None = None


class One(BaseModel):
    """The first."""

    inner: Inner
    place: int = 0
    many: bool = True
    few: bool = False
    names: tuple[str, ...] = ()


class Other(BaseModel):
    """The second."""

    inners: tuple[Inner, ...] = Field(default=(), max_length=3)


def test_a_schema_says_what_is_asked_and_nothing_twice() -> None:
    assert compact(One) == {
        "$defs": {
            "Inner": {
                "description": "Inside of both.",
                "properties": {"title": {"type": "string"}, "size": {"type": ["number"]}},
                "required": ["title"],
                "type": "object",
            }
        },
        "properties": {
            "inner": {"$ref": "#/$defs/Inner"},
            "place": {"default": 0, "type": "integer"},
            "many": {"default": True, "type": "boolean"},
            "few": {"type": "boolean"},
            "names": {"items": {"type": "string"}, "type": "array"},
        },
        "required": ["inner"],
        "type": "object",
    }


def test_what_one_tool_alone_defines_stays_in_it() -> None:
    alone = Schemas.of([One])
    assert (alone.each, alone.shared) == ((compact(One),), "")


def test_what_several_tools_define_is_told_once_and_named_by_each() -> None:
    both = Schemas.of([One, Other])
    named = {"type": "object", "required": ["title"], "description": "`Inner`"}
    assert both.each[0]["properties"]["inner"] == named
    assert both.each[1]["properties"]["inners"] == {"items": named, "maxItems": 3, "type": "array"}
    assert not any("$defs" in schema for schema in both.each)
    assert both.shared.count("Inside of both") == 1


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from [schema["$ref"]] if "$ref" in schema else []
        yield from (one for part in schema.values() for one in _references(part))
    elif isinstance(schema, list):
        yield from (one for part in schema for one in _references(part))


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
def test_an_agents_tools_and_instructions_are_whole_and_fit(agent: Agent) -> None:
    request = {"agent": agent.card, "instructions": agent.instructions, "playbook": agent.playbook}
    prompt = compose(PLAN.model_copy(update=request), samples=True)
    for tool in prompt.wired:
        short = tool["input_schema"]
        assert {one.removeprefix("#/$defs/") for one in _references(short)} <= short.get("$defs", {}).keys()
    for kind in agent.playbook:
        assert kind.in_query or f"- {tool_name(kind)}(" in prompt.system
    assert len(json.dumps([prompt.wired, prompt.system])) / CHARACTERS_A_TOKEN <= MOST_TOKENS
