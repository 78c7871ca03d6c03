"""What the tools' schemas say, and what that takes."""

import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel, Field

import functions.agents
from infra.lab.meter import CHARACTERS_A_TOKEN
from shared.agents.agent import Agent
from shared.contracts import AgentCard
from shared.model.port import Request
from shared.model.prompts import compose
from shared.model.prompts.notation import SAID_BY_NAME, declarations, language, tool_name
from shared.model.prompts.schemas import Schemas, compact
from shared.query.schema import tool_schema
from tests.shared.model.claude_cases import EVERY_REQUEST, PLAN, ROUTE, TABLE

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
    unit: str = "each"
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
            "unit": {"type": "string"},
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
@pytest.mark.parametrize("tables", [1, 2], ids=["one table", "two tables"])
def test_an_agents_tools_and_instructions_are_whole_and_fit(agent: Agent, tables: int) -> None:
    request = {"agent": agent.card, "instructions": agent.instructions, "playbook": agent.playbook}
    prompt = compose(PLAN.model_copy(update={**request, "datasets": (TABLE,) * tables}), samples=True)
    for tool in prompt.wired:
        short = tool["input_schema"]
        assert {one.removeprefix("#/$defs/") for one in _references(short)} <= short.get("$defs", {}).keys()
    for kind in agent.playbook:
        told = not kind.in_query and (tables > 1 or not kind.of_several_tables)
        assert (f"- {tool_name(kind)}(" in prompt.system) == told
    assert len(json.dumps([prompt.wired, prompt.system])) / CHARACTERS_A_TOKEN <= MOST_TOKENS


def _tokens(request: Request[Any]) -> float:
    """Of the tools and instructions of a call."""
    prompt = compose(request, samples=True)
    return len(json.dumps([prompt.wired, prompt.system])) / CHARACTERS_A_TOKEN


@pytest.mark.parametrize("request_", EVERY_REQUEST, ids=lambda one: type(one).__name__)
def test_the_tools_and_instructions_of_every_call_fit(request_: Request[Any]) -> None:
    assert _tokens(request_) <= MOST_TOKENS


MOST_COLD = 9_600
"""Of a plain question's prompts, when nothing is cached: 10,000 with the rows that came back, and room to spare."""


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
def test_a_plain_questions_prompts_fit_with_a_cold_cache(agent: Agent) -> None:
    """What both calls send, their common beginning once."""
    asked = {"agent": agent.card, "instructions": agent.instructions, "playbook": agent.playbook}
    route = compose(ROUTE.model_copy(update={"agents": tuple(one.card for one in AGENTS)}), samples=True)
    plan = compose(PLAN.model_copy(update={**asked, "previous_results": ()}), samples=True)
    sent = [(one.system, one.material, one.ask, one.wired[route.alike :]) for one in (route, plan)]
    assert len(AGENTS) == 17
    assert len(json.dumps([route.wired[: route.alike], sent])) / CHARACTERS_A_TOKEN <= MOST_COLD


def test_the_query_language_declares_a_choice_that_comes_again_once() -> None:
    told = language(tool_schema())
    assert '\nOperator = "=" | "!=" | "<" | "<=" | ">" | ">="' in told
    assert told.count('"!="') == 1
    assert "Compare = {column: text, operator: Operator, value: Value}" in told
    assert 'ByColumn = {kind: "column"' in told


def test_a_type_whose_name_says_what_it_is_for_is_declared_without_saying_it_again() -> None:
    lines = language(tool_schema()).splitlines()
    assert "Empty = {column: text}" in lines
    assert "Known = {column: text}  -- The cell is not empty" in lines
    assert tool_schema()["$defs"].keys() >= SAID_BY_NAME


def test_the_coordinators_fit_with_seventeen_agents() -> None:
    invented = [
        AgentCard(
            name=f"invented_{at}",
            description="Splits rows into groups that behave alike and says in which figures the groups differ most.",
            capabilities=tuple(f"Say of one part of a table how {at} of its figures move, and when" for _ in "1234"),
            forfeits_when=("there are fewer than thirty rows", "no column can be grouped by"),
        )
        for at in range(17 - len(AGENTS))
    ]
    cards = (*(agent.card for agent in AGENTS), *invented)
    assert len(cards) == 17
    assert _tokens(ROUTE.model_copy(update={"agents": cards})) <= MOST_TOKENS


def test_what_most_agents_need_is_told_the_coordinator_once() -> None:
    told = compose(ROUTE.model_copy(update={"agents": tuple(agent.card for agent in AGENTS)}), samples=True).system
    assert told.count("1 dataset at least") == 1
    assert "Each needs 1 dataset at least, but for general_assistant." in told
    assert "- needs: 1 numeric column at least, the results of earlier tasks: depends on them" in told
    alone = compose(ROUTE.model_copy(update={"agents": (AGENTS[0].card,)}), samples=True).system
    assert "- needs: 1 dataset at least" in alone


def test_the_coordinator_leaves_to_agents_what_they_have_analyses_for() -> None:
    assert "each agent has analyses for what it can do" in compose(ROUTE, samples=True).system


def test_the_coordinator_and_the_agents_begin_with_the_same_tools() -> None:
    route, plan = (compose(request, samples=True) for request in (ROUTE, PLAN))
    assert route.alike == plan.alike == 3
    assert route.wired[:3] == plan.wired[:3]


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
def test_no_name_of_a_type_is_declared_twice(agent: Agent) -> None:
    prompt = compose(PLAN.model_copy(update={"playbook": agent.playbook}), samples=True)
    told = "\n".join([prompt.system, *(tool["description"] for tool in prompt.wired)])
    names = re.findall(r"^(\w+) = ", told, re.MULTILINE)
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
def test_a_note_beside_choices_stays_with_its_field_and_a_low_limit_is_told(agent: Agent) -> None:
    told = declarations(agent.playbook)
    assert told.count("/*") == told.count("*/") == len(re.findall(r"/\* .+? \*/", told))
    assert not re.search(r"^\w+ = \"[^{\n]*/\*", told, re.MULTILINE)
    assert "ahead?" not in told or "at most 24 */" in told


def test_what_is_remarked_of_a_field_of_several_analyses_is_told_where_it_comes_first() -> None:
    agent = next(agent for agent in AGENTS if agent.name == "trend_analysis")
    told = declarations(agent.playbook)
    assert told.count("grain?: ") > told.count("left open, what suits the data") == 1
    assert told.count("figure?: Measure") > told.count("Instead: a rate or ratio") == 1


def test_a_type_that_the_reader_knows_by_that_name_gets_another() -> None:
    assert "inner: InnerOfAnalysis" in declarations((One,), frozenset({"Inner"}))
    assert "\nInnerOfAnalysis = {" in declarations((One,), frozenset({"Inner"}))
    assert "Grouping" in tool_schema()["$defs"]


KINDS = ("why", "what if", "forecast", "worry about", "is this good")


@pytest.mark.parametrize("kind", KINDS)
def test_guidance_for_what_no_single_figure_answers_reaches_the_coordinator_and_every_agent(kind: str) -> None:
    route = compose(ROUTE, samples=True)
    assert kind in route.system.casefold()
    for agent in AGENTS:
        asked = {"agent": agent.card, "instructions": agent.instructions, "playbook": agent.playbook}
        assert kind in compose(PLAN.model_copy(update=asked), samples=True).system.casefold()
