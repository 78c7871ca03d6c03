"""Where several agents can answer, the one whose examples the question is a paraphrase of does."""

from typing import Self

import pytest

from shared.analysis.base import Analysis, Findings
from shared.analysis.fields import Dimension, Measure
from shared.analysis.standard import STANDARD
from shared.contracts import AgentCard, AgentResponse, DatasetProfile, PlannedQuery, QueryResult
from shared.model.moves import RouteQuestion
from shared.offline.linking import LinkedQuestion
from shared.offline.matching import matched, offered
from shared.offline.routing import route
from tests.shared.offline.reading.shops import NOW, shop

ORDERS = shop("orders")[0]
FIGURES = AgentCard(name="figures", description="Computes.", capabilities=("Group totals by a category or by time",))
TRENDS = AgentCard(name="trends", description="Judges the course of things.", capabilities=("Tell where it leads",))


class Course(Analysis):
    """Whether a measure rises."""

    examples = ("Is there a trend in {measure}?", "What is the trend of {measure}?")
    least = 10

    measure: Measure

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return ()

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        return Findings(summary="", facts=())


class Regions(Course):
    """Tells regions apart."""

    examples = ("Break down {measure} by {by}", "Which regions are there by size?")

    by: Dimension


@pytest.mark.parametrize(
    ("question", "agent"),
    [
        ("What is the average revenue by region?", "figures"),
        ("How many different customers are there per region?", "figures"),
        ("Break down revenue by region", "regions"),
    ],
)
def test_a_column_that_an_example_speaks_of_does_not_ask_for_the_analysis(question: str, agent: str) -> None:
    card = AgentCard(name="regions", description="Groups totals.", capabilities=("Group totals by a category",))
    request = RouteQuestion(
        question=question,
        agents=(FIGURES, card),
        playbooks={"figures": STANDARD, "regions": (Regions,)},
        datasets=(ORDERS,),
        now=NOW,
    )
    assert [task.agent for task in route(request).tasks] == [agent]


@pytest.mark.parametrize(
    ("question", "agent"),
    [
        ("Is there a trend in revenue?", "trends"),
        ("What is the trend of revenue?", "trends"),
        ("What is the total revenue by month?", "figures"),
        ("Is there a change of trend in revenue?", "trends"),  # which can tell that "change" is what it did not read
    ],
)
def test_a_question_goes_to_the_agent_whose_example_it_says_again(question: str, agent: str) -> None:
    playbooks = {"figures": STANDARD, "trends": (Course,)}
    request = RouteQuestion(
        question=question, agents=(FIGURES, TRENDS), playbooks=playbooks, datasets=(ORDERS,), now=NOW
    )
    assert [task.agent for task in route(request).tasks] == [agent]


@pytest.mark.parametrize(
    "question",
    [
        "When the east was reformed in 2011, how many orders were there?",
        "Among orders with a total revenue over 50, how many are in the West?",
        "In 2023, what was the total revenue, and how many orders were there?",
    ],
)
def test_a_clause_that_limits_what_follows_is_not_cut_off(question: str) -> None:
    request = RouteQuestion(
        question=question, agents=(FIGURES,), playbooks={"figures": STANDARD}, datasets=(ORDERS,), now=NOW
    )
    assert [task.request for task in route(request).tasks] == [question]


def test_when_something_was_is_a_question_of_its_own() -> None:
    question = "When was the last order placed, and how many orders were there?"
    request = RouteQuestion(
        question=question, agents=(FIGURES,), playbooks={"figures": STANDARD}, datasets=(ORDERS,), now=NOW
    )
    assert len(route(request).tasks) == 2


class Momentum(Course):
    """How fast the course changes."""

    examples = ("What is the momentum of {measure}?",)


class Judged(Momentum):
    """The same, together with what was found before."""

    def after(self, previous: tuple[AgentResponse, ...]) -> Self:
        return self


@pytest.mark.parametrize(("analysis", "waits"), [(Momentum, ()), (Judged, (0,))])
def test_a_task_waits_for_those_before_it_where_its_analysis_takes_what_they_found(
    analysis: type[Course], waits: tuple[int, ...]
) -> None:
    request = RouteQuestion(
        question="What is the total revenue by region, and what is the momentum of revenue?",
        agents=(FIGURES, TRENDS),
        playbooks={"figures": STANDARD, "trends": (analysis,)},
        datasets=(ORDERS,),
        now=NOW,
    )
    assert [(task.agent, task.depends_on) for task in route(request).tasks] == [("figures", ()), ("trends", waits)]


def test_without_a_table_words_that_say_nothing_choose_no_agent() -> None:
    wordy = AgentCard(name="wordy", description="Tells what is the best of the rest.", capabilities=("Say what it is",))
    asked = RouteQuestion(question="What is the total of the invoices?", agents=(wordy, FIGURES), datasets=(), now=NOW)
    assert [task.agent for task in route(asked).tasks] == ["figures"]


class Pairs(Course):
    """Tells which customers come with which."""

    examples = ("Which {item} come together by {basket}?", "Which {item} come together?")
    least = 2

    item: Dimension
    basket: Dimension


def test_what_a_question_leaves_open_is_asked_back_by_the_agent_whose_example_it_says_again() -> None:
    question, card = (
        "Which regions come together?",
        AgentCard(name="pairs", description="Finds pairs.", capabilities=("Pairs",)),
    )
    playbooks = {"figures": STANDARD, "pairs": (Pairs,)}
    request = RouteQuestion(question=question, agents=(FIGURES, card), playbooks=playbooks, datasets=(ORDERS,), now=NOW)
    assert [task.agent for task in route(request).tasks] == ["pairs"]
    found = matched([Pairs], LinkedQuestion.of(question, ORDERS, NOW), ORDERS, NOW)
    assert found
    assert found.lacking
    assert offered(found, ORDERS).startswith("Which region come together by ")
