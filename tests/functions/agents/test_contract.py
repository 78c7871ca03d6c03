"""What every agent promises, read from the registry: a new agent is under test by existing."""

import ast
from importlib import import_module
from inspect import isabstract
from pathlib import Path
from pkgutil import walk_packages

import pytest

import functions.agents
import shared.analysis
from functions.registry import all_agents, all_functions
from infra.docs.pages import DOCS, PAGES
from shared.agents.specialist import INPUTS, OUTPUTS, Needs
from shared.analysis.base import Analysis
from shared.analysis.figures.side_by_side import SideBySide
from shared.analysis.query_analysis import QueryAnalysis
from shared.analysis.written_query import Written
from tests.functions.agents.analysis_promises import KIND, tables_of
from tests.functions.agents.contracted import EXAMPLES, GROUPS, KINDS, REST, WITH_MORE_EXAMPLES, group_of, named
from tests.functions.agents.promises import CARD, FILE

AGENTS = all_agents()
SOURCES = Path(functions.agents.__path__[0])


# the agent


def test_every_analysis_is_in_the_playbook_of_an_agent_but_for_what_is_made_of_others_or_written_by_a_model():
    for module in walk_packages(shared.analysis.__path__, "shared.analysis."):
        import_module(module.name)
    ours = {one for one in _below(Analysis) if one.__module__.startswith("shared.analysis.") and not isabstract(one)}
    assert ours - {QueryAnalysis, Written, SideBySide} == set(KINDS)


def _below(kind):
    return {one for below in kind.__subclasses__() for one in (below, *_below(below))}


@pytest.mark.parametrize("promise", CARD, ids=named)
@pytest.mark.parametrize("agent", AGENTS.values(), ids=named)
def test_a_coordinator_can_tell_what_an_agent_is_for(agent, promise):
    assert not list(promise(agent))


@pytest.mark.parametrize("agent", AGENTS.values(), ids=named)
def test_the_card_tells_all_that_a_coordinator_needs(agent):
    card = agent.card
    assert (card.name, card.description, card.capabilities) == (agent.name, agent.description, agent.capabilities)
    assert (card.inputs, card.outputs) == (INPUTS, OUTPUTS)
    assert set(INPUTS) == {"request", "datasets", "context", "previous_results"}
    assert set(OUTPUTS) >= {"results", "insights", "queries_executed", "visualization_hint"}


@pytest.mark.parametrize("promise", FILE, ids=named)
@pytest.mark.parametrize("agent", AGENTS.values(), ids=named)
def test_a_file_holds_an_agent_and_reaches_for_nothing_else(agent, promise):
    assert not list(promise(agent, (SOURCES / f"{agent.name}.py").read_text()))


@pytest.mark.parametrize("name", sorted(path.stem for path in SOURCES.glob("[!_]*.py")))
def test_an_agent_is_a_function_by_being_a_file(name):
    assert all_functions()[f"agent-{name}"] is AGENTS[name].handler


def test_every_agent_may_do_the_same():
    assert len({agent.handler.uses for agent in AGENTS.values()}) == 1


@pytest.mark.parametrize("agent", AGENTS.values(), ids=named)
def test_an_agent_knows_no_other_agent(agent):
    source = (SOURCES / f"{agent.name}.py").read_text()
    imported = {node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    assert not {module for module in imported if module and module.startswith("functions")}


def test_nothing_that_routes_names_an_agent():
    root = SOURCES.parent.parent
    routing = [
        root / "functions/turn/coordinate.py",
        root / "shared/agents/coordination/coordinator.py",
        *(root / "shared/model").rglob("*.py"),
        *(root / "shared/offline").rglob("*.py"),
    ]
    for path in routing:
        strings = [
            node.value
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        assert not [name for name in AGENTS if name in strings], path.name


# needs


@pytest.mark.parametrize("agent", [agent for agent in AGENTS.values() if agent.needs != Needs()], ids=named)
def test_needs_that_no_dataset_meets_are_told_in_a_sentence(agent):
    assert agent.needs.unmet(()) == "No datasets available for your account"
    empty = tables_of("no rows").only.model_copy(update={"columns": ()})
    demanding = {name for name, value in agent.needs.model_dump().items() if value and name != "datasets"}
    assert bool(agent.needs.unmet((empty,))) == bool(demanding)


# the playbook


@pytest.mark.parametrize("promise", KIND, ids=named)
@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_every_analysis_explains_itself_to_a_model(kind, promise):
    assert not list(promise(kind))
    assert kind.model_json_schema()["description"]


@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_an_analysis_has_at_most_four_examples_and_one_with_more_loses_some_and_gains_none(kind):
    assert len(kind.examples) <= WITH_MORE_EXAMPLES.get(kind.__name__, EXAMPLES)


def test_an_analysis_that_needs_no_more_than_four_examples_leaves_the_list_of_those_that_do():
    kinds = {kind.__name__: len(kind.examples) for kind in KINDS}
    assert all(kinds[name] == many > EXAMPLES for name, many in WITH_MORE_EXAMPLES.items())


@pytest.mark.parametrize("group", GROUPS)
def test_every_group_of_analyses_is_tested_in_a_file_of_its_own(group):
    written = "REST" if group == REST else f'"{group}"'
    files = [path for path in Path(__file__).parent.glob("test_promises_*.py") if f"({written})" in path.read_text()]
    assert len(files) == 1
    assert any(group_of(kind) == group for kind in KINDS)


# the documentation


@pytest.mark.parametrize("page", PAGES)
def test_generated_pages_are_current(page):
    assert (DOCS / page).read_text() == PAGES[page](), "run `make docs`"
