"""A question of very many words is not read without a model: that takes time which grows faster than they do."""

import pytest

from functions.registry import all_agents
from shared.model.moves import Move, NextMove, RouteQuestion
from shared.model.rounds import Round
from shared.offline.forfeit import MOST_WORDS
from shared.offline.mind import DeterministicModel
from shared.offline.reading.parse import readings_of
from tests.shared.offline.reading.shops import NOW, shop

ORDERS = shop("orders")[0]
AGENTS = all_agents()
READ = "What is the total revenue?"


def route(question: str):
    request = RouteQuestion(
        question=question, agents=tuple(one.card for one in AGENTS.values()), datasets=(ORDERS,), now=NOW
    )
    return DeterministicModel().ask(request, seconds=1.0).value


def move(task: str, *rounds: Round) -> Move:
    agent = next(iter(AGENTS.values()))
    request = NextMove(
        task=task,
        agent=agent.card,
        instructions="",
        playbook=agent.playbook,
        datasets=(ORDERS,),
        rounds=rounds,
        now=NOW,
    )
    return DeterministicModel().ask(request, seconds=1.0).value


@pytest.mark.parametrize("word", ["5% ", "a ", "a.", "a\n", "revenue "])
def test_it_is_given_up_at_once_whichever_way_it_comes(word: str) -> None:
    question, before = (word * 4000)[:4000], readings_of.cache_info()
    for told in (route(question), move(question)):
        assert told.forfeit is not None
        assert told.forfeit.reason.startswith(f"The question has more than {MOST_WORDS} words")
        assert told.forfeit.would_help
    assert readings_of.cache_info() == before


def test_as_many_words_as_are_read_are_read() -> None:
    assert route(f"{READ} {'please ' * (MOST_WORDS - 6)}").forfeit is None
    assert route(f"{READ} {'please ' * MOST_WORDS}").forfeit is not None


def test_what_was_computed_before_stays_whatever_the_length_of_its_task() -> None:
    assert move("a " * 2000, Round(content=(), results=())) == Move()
