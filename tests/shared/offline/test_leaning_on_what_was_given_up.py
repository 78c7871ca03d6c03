"""A follow-up is about the last question, though that was given up."""

import pytest

from functions.registry import all_agents
from shared.model.moves import RouteQuestion
from shared.model.port import PreviousTurn
from shared.offline.mind import DeterministicModel
from tests.shared.model.answering import CARD
from tests.shared.offline.reading.shops import NOW, shop

ANSWERED = PreviousTurn(question="total revenue in 2023")
GIVEN_UP = PreviousTurn(question="total zog in 2024", computed=False)
THANKS = PreviousTurn(question="thanks", computed=False)


def _route(question: str, *history: PreviousTurn):
    asked = RouteQuestion(question=question, agents=(CARD,), datasets=(shop("orders")[0],), history=history, now=NOW)
    return DeterministicModel().ask(asked, seconds=1).value


def test_after_a_question_that_was_given_up_the_one_before_is_not_followed() -> None:
    route = _route("and in the West?", ANSWERED, GIVEN_UP)
    assert route.forfeit is not None
    assert "“total zog in 2024”" in route.forfeit.reason


@pytest.mark.parametrize("history", [(GIVEN_UP,), (ANSWERED, GIVEN_UP)])
@pytest.mark.parametrize(
    "question",
    [
        "and May?",
        "what about May 2024?",
        "by region",
        "from which regions?",
        "without cancelled orders",
        "which regions?",
    ],
)
def test_what_goes_on_from_a_question_that_was_given_up_is_told_as_that(
    question: str, history: tuple[PreviousTurn, ...]
) -> None:
    told = _route(question, *history).forfeit
    assert told is not None
    assert "continues the question before, “total zog in 2024”, which I could not answer" in told.reason


@pytest.mark.parametrize("history", [(GIVEN_UP,), (ANSWERED, GIVEN_UP), (THANKS,)])
@pytest.mark.parametrize(
    "question",
    [
        "In May 2024, how many orders?",
        "For which region is the revenue highest?",
        "From which region do most orders come?",
        "Without cancelled orders, total revenue",
    ],
)
def test_a_whole_question_that_begins_as_a_follow_up_does_is_asked_as_it_is(
    question: str, history: tuple[PreviousTurn, ...]
) -> None:
    assert [task.request for task in _route(question, *history).tasks] == [question]


def test_a_follow_up_that_mends_what_was_given_up_is_read_with_it() -> None:
    outside = PreviousTurn(question="total revenue in 2031", computed=False)
    assert [task.request for task in _route("and in 2023?", ANSWERED, outside).tasks] == ["total revenue in 2023"]


def test_what_points_back_is_not_read_with_a_follow_up() -> None:
    told = _route("without cancelled orders", PreviousTurn(question="how often was it bought?", computed=False)).forfeit
    assert told is not None


def test_what_pointed_back_and_was_given_up_is_not_read_with_what_follows() -> None:
    told = _route("split it by region", ANSWERED, PreviousTurn(question="what percentage is that?", computed=False))
    assert told.forfeit is not None


def test_thanks_between_two_questions_part_them_not() -> None:
    route = _route("and in the West?", ANSWERED, THANKS)
    assert [task.request for task in route.tasks] == ["total revenue in 2023 in the West"]


def test_a_whole_question_after_one_that_was_given_up_is_asked() -> None:
    assert [task.request for task in _route("total revenue", ANSWERED, GIVEN_UP).tasks] == ["total revenue"]


@pytest.mark.parametrize(
    "question", ["Are there outliers?", "Describe the data", "Which columns are there?", "show me the data"]
)
def test_what_an_analysis_is_asked_for_by_its_example_stands_alone(question: str) -> None:
    agents = all_agents()
    asked = RouteQuestion(
        question=question,
        agents=tuple(agent.card for agent in agents.values()),
        playbooks={name: agent.playbook for name, agent in agents.items()},
        datasets=(shop("orders")[0],),
        history=(PreviousTurn(question="total revenue by region"),),
        now=NOW,
    )
    assert DeterministicModel().ask(asked, seconds=1).value.forfeit is None


def test_a_place_that_only_the_question_before_names_is_not_dropped() -> None:
    told = _route("what was the average revenue there?", PreviousTurn(question="number of orders in the West"))
    assert told.forfeit is not None or told.tasks[0].request == "what was the average revenue in the West?"
    alone = _route("how many orders are there?", PreviousTurn(question="total revenue in the West"))
    assert [task.request for task in alone.tasks] == ["how many orders are there?"]


@pytest.mark.parametrize("history", [(ANSWERED,), (GIVEN_UP, GIVEN_UP)])
@pytest.mark.parametrize(
    "question",
    [
        "and how many orders is that based on?",
        "how many orders is that?",
        "how much revenue was that in all?",
        "how much of that was West?",
    ],
)
def test_that_points_to_what_was_said_before_and_is_not_dropped(
    question: str, history: tuple[PreviousTurn, ...]
) -> None:
    told = _route(question, *history).forfeit
    assert told is not None
    assert "“that”" in told.reason or question in told.reason


def test_that_behind_a_noun_points_to_nothing_before() -> None:
    question = "how many orders that were returned are there?"
    assert [task.request for task in _route(question, ANSWERED).tasks] == [question]


def test_a_few_words_that_ask_of_all_rows_say_so_after_a_question_about_some_of_them() -> None:
    told = ("I took it of all rows, not only of those that the question before was about.",)
    of_some = PreviousTurn(question="how many orders are there in the West")
    assert _route("average revenue?", of_some).readings == told
    assert _route("average revenue by region", of_some).readings == ()
    assert _route("average revenue?", PreviousTurn(question="how many orders are there")).readings == ()
