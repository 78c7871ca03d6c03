"""Where several agents can answer, the one whose analysis the question asks for by name does."""

from typing import Self

import pytest

from shared.analysis.base import Findings
from shared.analysis.cued import Cued
from shared.analysis.standard import STANDARD
from shared.contracts import AgentCard, AgentResponse, DatasetProfile, PlannedQuery, QueryResult
from shared.model.port import RouteQuestion
from shared.offline.reading.reading import Reading
from shared.offline.routing import route
from tests.shared.offline.reading.shops import NOW, shop

ORDERS = shop("orders")[0]
FIGURES = AgentCard(name="figures", description="Computes.", capabilities=("Group totals by a category or by time",))
TRENDS = AgentCard(name="trends", description="Judges the course of things.", capabilities=("Tell where it leads",))


class Course(Cued):
    """Whether a measure rises."""

    asks = ("Is there a trend in revenue by month?",)
    cues = "trend; outlying"
    least = 10

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        return cls() if cls.asked_for(reading) else None

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return ()

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        return Findings(summary="", facts=())


class Regions(Cued):
    """Tells regions apart."""

    asks = ("Which regions are there by size?",)
    cues = "region; regions; break down"
    least = 1

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        return cls() if cls.asked_for(reading) else None

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return ()

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        return Findings(summary="", facts=())


@pytest.mark.parametrize(
    ("question", "agent"),
    [
        ("What is the average revenue by region?", "figures"),
        ("How many different customers are there per region?", "figures"),
        ("Break down revenue by region", "regions"),
    ],
)
def test_a_column_that_is_called_like_an_analysis_does_not_ask_for_it(question: str, agent: str) -> None:
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
        ("Is there a trend in revenue by month?", "trends"),
        ("What is the trend of revenue?", "trends"),
        ("What is the total revenue by month?", "figures"),
        ("Which revenue goes out by month?", "figures"),  # "out" is the stem of "outlying", and not a form of it
    ],
)
def test_a_question_goes_to_the_agent_that_it_asks_for_by_a_word_of_its_own(question: str, agent: str) -> None:
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

    cues = "momentum"


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
