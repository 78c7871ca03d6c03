"""A question is understood once, however many rooms of no-model mode it passes."""

import pytest

from functions.registry import all_agents
from shared.model.moves import NextMove, RouteQuestion
from shared.offline.mind import DeterministicModel
from shared.offline.reading.parse import readings_of
from tests.shared.offline.reading.shops import NOW, shop

ORDERS = shop("orders")[0]
AGENTS = all_agents()


def _worked_out(question: str) -> int:
    """How many readings are worked out from the question to the plans of its tasks."""
    readings_of.cache_clear()
    mind = DeterministicModel()
    request = RouteQuestion(
        question=question,
        agents=tuple(agent.card for agent in AGENTS.values()),
        playbooks={name: agent.playbook for name, agent in AGENTS.items()},
        datasets=(ORDERS,),
        now=NOW,
    )
    tasks = mind.ask(request, seconds=1.0).value.tasks
    for task in tasks:
        agent, again = AGENTS[task.agent], ORDERS.model_validate(ORDERS.model_dump())  # as another process loads it
        move = NextMove(
            task=task.request,
            agent=agent.card,
            instructions="",
            playbook=agent.playbook,
            datasets=(again,),
            now=NOW,
        )
        mind.ask(move, seconds=1.0)
    return readings_of.cache_info().misses


@pytest.mark.parametrize(
    "question",
    [
        "What is the total revenue?",
        "Which region has the highest revenue?",
        "Segment customers by revenue",
        "what is the meaning of life",
        "thanks!",
    ],
)
def test_a_question_is_read_once_from_its_routing_to_its_plan(question: str) -> None:
    assert _worked_out(question) == 1
