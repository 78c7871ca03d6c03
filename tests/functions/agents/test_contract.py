"""What every agent promises, read from the registry: a new agent is under test by existing."""

import ast
import math
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import functions.agents
from functions.registry import all_agents, all_functions
from infra.docs import DOCS, PAGES
from shared.agent import INPUTS, OUTPUTS, Needs
from shared.analysis.base import Findings
from shared.analysis.cued import Cued
from shared.contracts import Fact, QueryResult
from shared.failure.errors import ForfeitException
from shared.model.deterministic_planning import plan
from shared.model.port import PlanAnalyses
from tests.functions.agents.filling import Unfit, filled
from tests.shared.analysis.running import Tables, cell_of

AGENTS = all_agents()
PLAYBOOK = [(agent, kind) for agent in AGENTS.values() for kind in agent.playbook]
NOW = datetime(2026, 1, 1, tzinfo=UTC)
TRANSFORMED = {"Listing", "Missing"}
"""These say a cell in another way: as text, or as a share of all rows."""
SOURCES = Path(functions.agents.__path__[0])


def _shop(rows: int = 120) -> dict[str, pd.DataFrame]:
    rng = np.random.default_rng(1)
    number = np.arange(rows)
    orders = pd.DataFrame(
        {
            "order_id": [f"O-{at}" for at in number],
            "customer_id": [f"C-{at}" for at in rng.integers(0, 30, rows)],
            "region": rng.choice(["North", "South", "East"], rows),
            "sales": np.round(rng.lognormal(3, 1, rows), 2),
        }
    )
    customers = pd.DataFrame({"customer_id": [f"C-{at}" for at in range(30)], "tier": ["gold", "silver"] * 15})
    return {"orders": orders, "customers": customers}


def _odd(rows: int = 60) -> dict[str, pd.DataFrame]:
    rng = np.random.default_rng(2)
    kinds = ['O"Brien', "50%; DROP TABLE x --", "naïve ümlaut", "", None]
    frame = pd.DataFrame(
        {
            "select": rng.choice(["a", "b"], rows),
            "Kind's (a/b)": rng.choice(np.array(kinds, dtype=object), rows),
            "Amount (€)": rng.normal(0, 10, rows),
            "größe": rng.integers(0, 5, rows),
        }
    )
    return {"from": frame}


SHAPES = {
    "shop": _shop,
    "odd names": _odd,
    "one row": lambda: {name: frame.head(1) for name, frame in _shop().items()},
    "no rows": lambda: {name: frame.head(0) for name, frame in _shop().items()},
    "one value": lambda: {"flat": pd.DataFrame({"kind": ["a"] * 40, "size": [7.0] * 40, "weight": [7.0] * 40})},
    "empty cells": lambda: {
        "gaps": pd.DataFrame(
            {"kind": ["a", None] * 20, "size": [None, 1.5] * 20, "weight": [None, None, 2.5, -1.0] * 10}
        )
    },
    "many groups": lambda: {
        "wide": pd.DataFrame({"kind": [f"k{at // 3}" for at in range(900)], "size": range(900), "weight": range(900)})
    },
}


@pytest.fixture(scope="module")
def tables() -> dict[str, Tables]:
    return {name: Tables(**shape()) for name, shape in SHAPES.items()}


# the card


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_the_card_tells_all_that_a_coordinator_needs(agent):
    card = agent.card
    assert card.description.endswith(".")
    assert len(card.description) > 30
    assert card.capabilities
    assert card.forfeits_when, "every agent says when it gives up"
    assert (card.inputs, card.outputs) == (INPUTS, OUTPUTS)
    assert agent.instructions.strip()


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_capabilities_say_what_it_can_do_and_list_no_trigger_words(agent):
    for capability in agent.capabilities:
        assert len(capability.split()) >= 3, capability
        assert not {'"', "“", "|"} & set(capability), capability
        assert not any(
            phrase in capability.lower()
            for phrase in ("keyword", "user asks", "asks for", "route", "when the question")
        )


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_an_agent_knows_no_other_agent(agent):
    source = (SOURCES / f"{agent.name}.py").read_text()
    assert not [name for name in AGENTS if name != agent.name and name in source]
    imported = {node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    assert not {module for module in imported if module and module.startswith("functions")}


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_an_agent_is_a_function_by_being_a_file(agent):
    assert all_functions()[f"agent-{agent.name}"] is agent.handler


def test_nothing_that_routes_names_an_agent():
    root = SOURCES.parent.parent
    routing = [root / "functions/turn/coordinate.py", *(root / "shared/model").rglob("*.py")]
    for path in routing:
        strings = [
            node.value
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        assert not [name for name in AGENTS if name in strings], path.name


# needs


@pytest.mark.parametrize(
    "agent", [agent for agent in AGENTS.values() if agent.needs != Needs()], ids=lambda agent: agent.name
)
def test_needs_that_no_dataset_meets_are_told_in_a_sentence(agent, tables):
    assert agent.needs.unmet(()) == "No datasets available for your account"
    empty = tables["no rows"].only.model_copy(update={"columns": ()})
    demanding = {name for name, value in agent.needs.model_dump().items() if value and name != "datasets"}
    assert bool(agent.needs.unmet((empty,))) == bool(demanding)


# the playbook


def _check_origin(fact: Fact, results: tuple[QueryResult, ...], *, exact: bool) -> None:
    """A fact of one cell is what that cell holds; of several, each of them is there."""
    for cell in fact.cells:
        assert cell.column in results[cell.query].columns
        assert cell.row < len(results[cell.query].rows)
    assert not exact or len(fact.cells) != 1 or cell_of(fact, results) == fact.value


def _check_forfeit(exception: ForfeitException) -> None:
    assert exception.forfeit.reason
    assert exception.forfeit.attempted_actions


@pytest.mark.parametrize(("agent", "kind"), PLAYBOOK, ids=[f"{agent.name}-{kind.__name__}" for agent, kind in PLAYBOOK])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_analysis_gives_facts_or_forfeits_on_any_table(agent, kind, shape, tables):
    """Its SQL passes the guard (Tables sees to that); each fact is finite and the cell that it names."""
    here = tables[shape]
    try:
        analysis = filled(kind, here.profiles)
    except Unfit:
        pytest.skip(f"{shape} has no column for {kind.__name__}")
    try:
        found, results = here.findings(analysis)
    except ForfeitException as exception:
        _check_forfeit(exception)
        return
    assert found.summary
    for fact in found.facts:
        assert not isinstance(fact.value, float) or math.isfinite(fact.value)
        assert fact.text
        _check_origin(fact, results, exact=kind.__name__ not in TRANSFORMED)
    assert len({fact.id for fact in found.facts}) == len(found.facts)
    assert Findings.model_validate_json(found.model_dump_json()) == found


@pytest.mark.parametrize(
    "kind", sorted({kind for _, kind in PLAYBOOK}, key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__
)
def test_every_analysis_explains_itself_to_a_model(kind):
    assert kind.__doc__
    assert kind.asks
    assert kind.model_json_schema()["description"]


PHRASES = [(agent, kind, phrase) for agent, kind in PLAYBOOK if issubclass(kind, Cued) for phrase in kind.asks]


@pytest.mark.parametrize(("agent", "kind", "phrase"), PHRASES, ids=[phrase for *_, phrase in PHRASES])
def test_what_asks_for_an_analysis_is_read_by_it(agent, kind, phrase, tables):
    shop = tables["shop"].profiles
    for datasets in (shop[:1], shop):
        request = PlanAnalyses(
            task=phrase, agent=agent.card, instructions="", playbook=agent.playbook, datasets=datasets, now=NOW
        )
        planned = plan(request)
        assert [type(analysis) for analysis in planned.analyses] == [kind], planned.forfeit


# the documentation


@pytest.mark.parametrize("page", PAGES)
def test_generated_pages_are_current(page):
    assert (DOCS / page).read_text() == PAGES[page](), "run `make docs`"
