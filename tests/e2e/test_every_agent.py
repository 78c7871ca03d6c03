"""Every agent of the registry through the real state machine, without a model and with a scripted one: on a table that
suits it, its reply has the figures that its analysis finds; on one that does not, it gives up politely."""

from functools import cache, partial
from typing import NamedTuple

import pandas as pd
import pytest

from functions.registry import all_agents
from infra.lab.messages_api import Brain, calls
from shared.analysis.base import Analysis, Findings
from shared.analysis.fields import questions
from shared.errors import CandorError
from shared.model.prompts.notation import tool_name
from tests.functions.agents.analysis_promises import tables_of
from tests.functions.agents.filling import Unfit, filled
from tests.functions.agents.shapes import SHAPES
from tests.sampled import sampled

AGENTS = all_agents()
SUITABLE = ("shop", "calendar", "lines")
COUNTED = calls("run_sql", {"sql": 'SELECT count(*) AS "orders" FROM "orders"', "purpose": "Count the orders"})
MANY = 30
"""Figures of an analysis that a response has at least; of hundreds it has the first ones."""
POOR = pd.DataFrame({"note": ["a", "b", "c"]})
OF_ANY_TABLE = ("Standing",)
"""With nothing filled in it compares how many rows there are of each, which any table tells."""


def needs_a_column(kind: type[Analysis]) -> bool:
    """Whether its first example names a column, so that a table without it cannot say."""
    return "{" in kind.examples[0]


class Call(NamedTuple):
    """An analysis of an agent, the shape of tables that it suits, and what it finds in them."""

    analysis: Analysis
    shape: str
    findings: Findings


@cache
def call_of(kind: type[Analysis]) -> Call | None:
    """An analysis that finds something by itself in tables of some shape; None where it does in none."""
    for shape in SUITABLE:
        tables = tables_of(shape)
        try:
            analysis = filled(kind, tables.profiles)
            findings = tables.run(analysis)
        except (Unfit, CandorError, StopIteration):
            continue
        if findings.facts:
            return Call(analysis, shape, findings)
    return None


def with_its_analyses() -> list[tuple[str, type[Analysis]]]:
    """Each agent with each analysis of its playbook; one that several have, with the first of them."""
    agents: dict[type[Analysis], str] = {}
    for name, agent in AGENTS.items():
        for kind in agent.playbook:
            agents.setdefault(kind, name)
    return [(name, kind) for kind, name in agents.items()]


@pytest.fixture(scope="module")
def uploaded():
    """The datasets of a shape, each brought in once."""
    return {}


@pytest.fixture
def session_of(candor, uploaded):
    """Begins a session over frames; those of a name are the same each time."""

    def begun(name, frames):
        if name not in uploaded:
            uploaded[name] = tuple(
                candor.dataset(one.to_csv(index=False), name=f"{table}.csv") for table, one in frames.items()
            )
        return candor.cloud.session(uploaded[name])

    return begun


def after_another(agent, request, content):
    """Has a task done before, for an agent that needs the results of earlier tasks."""
    if "assign_tasks" in request.tools and AGENTS[agent].needs.results:
        first = {"agent": "sql_analytics", "request": "How many orders are there?"}
        then = {"agent": agent, "request": request.fenced("question"), "depends_on": [0]}
        return [calls("assign_tasks", {"tasks": [first, then]})]
    if AGENTS[agent].needs.results and "run_sql" in request.tools and not request.fenced("previous_results"):
        return content if request.results else [COUNTED]
    return content


def values(facts):
    """The figures in their order; a dataset that was brought in calls its rows otherwise than a frame does."""
    return [pytest.approx(one.value) if isinstance(one.value, float) else one.value for one in facts]


@pytest.mark.parametrize("agent", AGENTS)
def test_of_every_agent_some_analysis_finds_something_in_a_table_that_suits_it(agent):
    assert any(call_of(kind) for kind in AGENTS[agent].playbook)


@pytest.mark.parametrize(("agent", "kind"), sampled(with_its_analyses()))
def test_with_a_model_the_reply_has_the_figures_that_each_analysis_finds_in_their_order(
    candor, session_of, agent, kind
):
    call = call_of(kind)
    if call is None:
        pytest.skip("finds nothing by itself in these tables")
    arguments = call.analysis.model_dump(mode="json", exclude_defaults=True)
    brain = Brain(agent=agent, analysis=(tool_name(type(call.analysis)), arguments), then=partial(after_another, agent))
    with candor.minded(brain):
        reply = candor.ask(questions(type(call.analysis))[0], session=session_of(call.shape, SHAPES[call.shape]()))
    *_, response = reply.responses
    assert (reply.status, reply.source, response.agent) == ("answered", "claude", agent), reply.text
    found = values(call.findings.facts)
    told = [one.value for one in response.facts][: len(found)]
    assert told == found[: len(told)]
    assert len(told) >= min(len(found), MANY)


@pytest.mark.parametrize("agent", sampled(AGENTS))
def test_without_a_model_an_example_of_an_agent_is_answered_or_declined_and_nothing_else(candor, session_of, agent):
    example = next(one for kind in AGENTS[agent].playbook for one in questions(kind))
    reply = candor.ask(example, session=session_of("shop", SHAPES["shop"]()))
    assert reply.status in ("answered", "partial", "forfeited")
    assert (reply.forfeit is None) == (reply.status != "forfeited")
    assert [one.text for one in reply.facts if one.value is None and reply.status == "answered"] == []


@pytest.mark.parametrize("model", [True, False])
@pytest.mark.parametrize("agent", sampled(one for one in AGENTS if any(map(needs_a_column, AGENTS[one].playbook))))
def test_on_a_table_that_cannot_say_it_gives_up_politely(candor, session_of, agent, model):
    example = next(one for kind in AGENTS[agent].playbook for one in questions(kind) if needs_a_column(kind))
    poor = session_of("poor", {"notes": POOR})
    if model:
        with candor.minded(Brain(agent=agent, forfeit="Nothing here says that")):
            reply = candor.ask(example, session=poor)
    else:
        reply = candor.ask(example, session=poor)
    assert reply.status == "forfeited"
    assert reply.forfeit.attempted_actions
    assert reply.facts == ()
    assert "Traceback" not in reply.text


def giving_up(agent, request, content):
    """Gives up where what it called is refused."""
    given = [block for one in request.body["messages"] if isinstance(one["content"], list) for block in one["content"]]
    if any(one.get("is_error") for one in given if one["type"] == "tool_result"):
        return [calls("forfeit", {"reason": "Nothing here says that", "attempted_actions": ["Looked at the columns"]})]
    return after_another(agent, request, content)


@pytest.mark.parametrize("model", [True, False])
@pytest.mark.parametrize(
    ("agent", "kind"), sampled([one for one in with_its_analyses() if needs_a_column(one[1])], every=6)
)
def test_asked_for_each_analysis_of_a_table_that_cannot_say_it_gives_up_politely(
    candor, session_of, agent, kind, model
):
    """The model calls the analysis with columns of another table, and gives up where that is refused."""
    call, poor = call_of(kind), session_of("poor", {"notes": POOR})
    if model:
        if call is None or kind.__name__ in OF_ANY_TABLE:
            pytest.skip("it finds nothing by itself in these tables, or something in any")
        arguments = call.analysis.model_dump(mode="json", exclude_defaults=True)
        with candor.minded(Brain(agent=agent, analysis=(tool_name(kind), arguments), then=partial(giving_up, agent))):
            reply = candor.ask(questions(kind)[0], session=poor)
    else:
        reply = candor.ask(questions(kind)[0], session=poor)
    assert reply.status == "forfeited", reply.text
    assert reply.forfeit.attempted_actions
    assert [one.text for one in reply.facts if one.name != "orders"] == []
    assert "Traceback" not in reply.text
