"""What every agent promises. Each promise gives what is wrong with an agent, as sentences that say what to do."""

import ast
import re
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import product
from typing import Any

from functions.registry import all_agents
from shared.agents.agent import Agent
from shared.analysis.base import Analysis
from shared.analysis.fields import questions
from shared.model.moves import NextMove, RouteQuestion
from shared.offline.filling import is_read
from shared.offline.next_move import next_move
from shared.offline.routing import route
from tests.functions.agents.analysis_promises import CASE, Complaints, answers_somewhere, explains_itself, tables_of
from tests.functions.agents.filling import Unfit
from tests.functions.agents.picture_promises import PICTURED, draws_what_it_hints_at
from tests.functions.agents.shapes import SHAPES
from tests.functions.agents.told_promises import TOLD

NOW = datetime(2026, 1, 1, tzinfo=UTC)
MAY_IMPORT = {
    "shared.agents.sdk",
    "typing",
    "math",
    "re",
    "datetime",
    "statistics",
    "collections.abc",
    "itertools",
    "functools",
    "dataclasses",
    "enum",
}
LIBRARIES = {"pydantic", "sqlglot", "numpy"}


# the file


def is_a_function(agent: Agent, source: str) -> Complaints:
    """A file with an agent has its handler."""
    assigned = {ast.unparse(node) for node in ast.parse(source).body if isinstance(node, ast.Assign)}
    if "handler = agent.handler" not in assigned:
        yield f"{agent.name}.py has no handler, so nothing can call it: end it with `handler = agent.handler`"
    if not any(line.startswith("agent = Agent(__name__,") for line in assigned):
        yield f"{agent.name}.py names its agent otherwise than its file: write `agent = Agent(__name__, …)`"


def imports_only_the_playbook(agent: Agent, source: str) -> Complaints:
    """What an agent may touch (its permissions) is the same for all, so its file reaches for nothing of its own."""
    for node in ast.walk(ast.parse(source)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            if name not in MAY_IMPORT and name.split(".")[0] not in LIBRARIES:
                yield (
                    f"{agent.name}.py imports {name}: import from shared.agents.sdk alone. An agent reads data by the "
                    "queries of its analyses and is granted what every agent is; what the playbook lacks is added there"
                )


def knows_no_other_agent(agent: Agent, source: str) -> Complaints:
    """Only the coordinator knows who there is."""
    for name in all_agents():
        if name != agent.name and re.search(rf"\b{name}\b", source):
            yield f"{agent.name}.py speaks of the agent {name}: agents don't know each other, so say what, not who"


# the card


def tells_a_coordinator_what_it_can_do(agent: Agent) -> Complaints:
    """Routing goes by the description and the capabilities."""
    if len(agent.description) <= 30 or not agent.description.endswith("."):
        yield f"{agent.name} needs a description of one full sentence: a coordinator chooses by it"
    if not agent.capabilities:
        yield f"{agent.name} has no capabilities: list what it can do, since a coordinator chooses by them"
    for capability in agent.capabilities:
        if len(capability.split()) < 3:
            yield f"{agent.name}: “{capability}” is no capability: say what it does to what, in three words or more"
        asking = ("keyword", "user asks", "asks for", "route", "when the question")
        if {'"', "“", "|"} & set(capability) or any(
            phrase in capability.lower().replace("not just keywords", "") for phrase in asking
        ):
            yield f"{agent.name}: “{capability}” lists words that trigger it: say what it can do instead"
    if not agent.forfeits_when:
        yield f"{agent.name} never forfeits: say in `forfeits_when` what it cannot answer"
    if not agent.instructions.strip():
        yield f"{agent.name} has no instructions: tell the model what to look for"
    if agent.playbook and not agent.needs.datasets and any(kind.least > 1 for kind in agent.playbook):
        yield f"{agent.name} concludes from data but needs none: say what in `needs=Needs(…)`"


def is_asked_for_by_its_examples(agent: Agent) -> Complaints:
    """Each example is understood as asking for its analysis, and brings the question to an agent that has it."""
    shop = tables_of("shop").profiles
    asked = [(kind, phrase) for kind in agent.playbook if not is_read(kind) for phrase in questions(kind)]
    for kind, phrase in asked:
        unread = [why for datasets in (shop[:1], shop) if (why := _unread(agent, kind, phrase, datasets))]
        for why in unread:
            yield (
                f"{kind.__name__}: “{phrase}” does not ask for it without a model ({why}). Name its fields in braces, "
                "and say what only this analysis does"
            )
        if not unread and not _reaches(agent, kind, chosen := _chosen(agent, phrase, shop[:1])):
            yield (
                f"{kind.__name__}: “{phrase}” is routed to {chosen}, whose analysis has such an example "
                "too: say in the examples what only this one does"
            )


def _unread(agent: Agent, kind: type[Analysis], phrase: str, datasets: tuple[Any, ...]) -> str:
    """Why no-model mode does not plan this analysis, and it alone, for the phrase; empty where it does, and where it
    asks back for a field that the phrase leaves open with an example that has it."""
    request = NextMove(
        task=phrase, agent=agent.card, instructions="", playbook=agent.playbook, datasets=datasets, now=NOW
    )
    planned = next_move(request)
    if [type(analysis) for analysis in planned.analyses] == [kind]:
        return ""
    whole = max(kind.examples, key=lambda one: one.count("{"))
    if planned.forfeit and whole.split("{")[0] in (planned.forfeit.would_help or "") and whole.count("{") > 1:
        return ""
    return planned.forfeit.reason if planned.forfeit else f"it is read as {planned.analyses or planned.text!r}"


def _chosen(agent: Agent, phrase: str, datasets: tuple[Any, ...]) -> str:
    agents = {**all_agents(), agent.name: agent}
    cards, playbooks = tuple(one.card for one in agents.values()), {name: one.playbook for name, one in agents.items()}
    asked = RouteQuestion(question=phrase, agents=cards, playbooks=playbooks, datasets=datasets, now=NOW)
    tasks = route(asked).tasks
    needed = {before for task in tasks for before in task.depends_on}
    return ", ".join(task.agent for at, task in enumerate(tasks) if at not in needed)


def _reaches(agent: Agent, kind: type[Analysis], chosen: str) -> bool:
    return chosen == agent.name or (chosen in all_agents() and kind in all_agents()[chosen].playbook)


CARD: tuple[Callable[[Agent], Complaints], ...] = (tells_a_coordinator_what_it_can_do, is_asked_for_by_its_examples)
FILE: tuple[Callable[[Agent, str], Complaints], ...] = (is_a_function, imports_only_the_playbook, knows_no_other_agent)


def complaints(agent: Agent, source: str) -> Complaints:
    """Everything that is wrong with an agent. What an analysis says of itself is looked at before anything runs it."""
    for promise in FILE:
        yield from promise(agent, source)
    yield from tells_a_coordinator_what_it_can_do(agent)
    unexplained = [said for kind in agent.playbook for said in explains_itself(kind)]
    yield from unexplained
    if unexplained:
        return
    for shape, kind, promise in product(SHAPES, agent.playbook, (*CASE, *TOLD, *PICTURED)):
        try:
            yield from promise(kind, shape)
        except Unfit:
            continue
    for kind in agent.playbook:
        yield from answers_somewhere(kind)
        yield from draws_what_it_hints_at(kind)
    yield from is_asked_for_by_its_examples(agent)
