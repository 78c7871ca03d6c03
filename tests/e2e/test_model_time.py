"""A language model that is slow, stalls or goes away in the middle: what it had found, and what of its draft holds, is
told."""

import pytest

from infra.lab.messages_api import Brain, Fails, calls
from shared.contracts import PlannedQuery, ToolUse
from shared.errors import ModelTimeout
from shared.model.failover import FailoverModel
from shared.model.moves import Move, NextMove, Route, RouteQuestion, TaskDraft
from shared.model.port import Answered, JudgeReply, Opinion
from shared.model.rounds import Call
from shared.offline.mind import DeterministicModel

BY_REGION = PlannedQuery(
    sql='SELECT region, sum(revenue) AS revenue FROM "data" GROUP BY 1 ORDER BY 2 DESC', purpose="Revenue by region"
)
RIGHT = "West leads with {r1.revenue}."
HALF_RIGHT = f"{RIGHT} That is 17 times the revenue of North. East follows with {{r2.revenue}}."
QUESTION = "Which region sells most?"


class Paced:
    """A language model that takes as long for each request as it is told, the last for ever; it routes, computes, and
    then gives its answers one after the other. One that `plans` computes in the same call in which it routes; one that
    `judges` finds nothing false."""

    model, provider = "paced", "test"

    def __init__(self, clock, seconds, answers, *, plans=False, judges=False):
        self.judges = judges
        self._first = (ToolUse(id="1", name="run_sql", input=BY_REGION.model_dump()),) if plans else ()
        self._clock, self._seconds, self._answers = clock, list(seconds), list(answers)
        self.asked = []

    def ask(self, request, *, seconds, patience=None):
        if isinstance(request, NextMove) and request.first and not request.rounds:
            return Answered(self._value(request), source="claude")  # as given, which takes no call
        needed = self._seconds.pop(0) if len(self._seconds) > 1 else self._seconds[0]
        self.asked.append(type(request).__name__)
        self._clock.advance(min(needed, seconds))
        if needed > seconds:
            raise ModelTimeout("scripted")
        return Answered(self._value(request), source="claude")

    def _value(self, request):
        if isinstance(request, RouteQuestion):
            draft = TaskDraft(agent="sql_analytics", request=request.question, first=self._first)
            return Route(tasks=(draft,))
        if isinstance(request, JudgeReply) and self.judges:
            return Opinion(score=0.95)
        if not isinstance(request, NextMove):
            raise ModelTimeout("scripted")
        if not request.rounds:
            return Move(calls=(Call(id="1", query=BY_REGION),), content=({"type": "text", "text": "…"},))
        return Move(answer=self._answers.pop(0) if len(self._answers) > 1 else self._answers[0], calls=(Call(id="2"),))


@pytest.fixture
def paced(candor):
    before = candor.deps.model

    def ask(seconds, *answers, **ways):
        clock = candor.cloud.clock
        model = Paced(clock, seconds, answers, **ways)
        candor.deps.model = FailoverModel([model], DeterministicModel(), clock=lambda: clock.now().timestamp())
        return candor.ask(QUESTION), model

    yield ask
    candor.deps.model = before


WHOLE, UNJUDGED = "answered", "partial"


@pytest.mark.parametrize(
    ("seconds", "status"), [(1.0, WHOLE), (3.0, WHOLE), (10.0, WHOLE), (14.0, UNJUDGED), (19.0, UNJUDGED)]
)
def test_a_model_that_is_slow_answers_a_plain_question_whatever_its_pace(paced, seconds, status):
    reply, model = paced([seconds], RIGHT, judges=True)
    assert (reply.status, reply.source) == (status, "claude")
    assert reply.text.startswith("West leads with 52.50.")
    assert model.asked[:3] == ["RouteQuestion", "NextMove", "NextMove"]


@pytest.mark.parametrize(("seconds", "status"), [(14.0, WHOLE), (20.0, UNJUDGED), (25.0, UNJUDGED), (27.0, UNJUDGED)])
def test_a_model_that_plans_its_first_query_answers_at_the_slowest_pace_in_two_calls(paced, seconds, status):
    reply, model = paced([seconds], RIGHT, plans=True, judges=True)
    assert (reply.status, reply.source) == (status, "claude")
    assert reply.text.startswith("West leads with 52.50.")
    assert model.asked[:2] == ["RouteQuestion", "NextMove"]


@pytest.mark.parametrize("seconds", [10.0, 14.0, 18.0])
def test_what_holds_of_a_draft_goes_out_where_there_is_no_time_to_correct_it(paced, seconds):
    reply, _ = paced([seconds], HALF_RIGHT, judges=True)
    assert reply.status == UNJUDGED
    assert "52.50" in reply.text
    assert "35.25" in reply.text
    assert "17 times" not in reply.text
    assert reply.text.count("left out") == 1
    assert "had computed" not in reply.text


def test_a_correction_that_does_not_come_leaves_what_holds_of_the_draft(paced):
    reply, model = paced([2.0, 2.0, 2.0, 60.0], HALF_RIGHT)
    assert model.asked.count("NextMove") == 3
    assert reply.text.startswith("West leads with 52.50.")
    assert "17 times" not in reply.text


def test_with_time_enough_a_draft_is_handed_back_and_the_better_one_goes_out(paced):
    reply, _ = paced([3.0], HALF_RIGHT, RIGHT)
    assert reply.text.startswith("West leads with 52.50.")
    assert "East" not in reply.text
    assert "left out" not in reply.text


@pytest.mark.parametrize("seconds", [[3.0, 3.0, 60.0], [25.0]], ids=["a slow second call", "each call takes long"])
def test_without_a_draft_what_was_computed_is_told_by_what_the_query_computes(paced, seconds):
    reply, _ = paced(seconds, RIGHT)
    assert reply.status == "partial"
    assert "- Total revenue for region West: 52.50." in reply.text
    assert "without the language model because it did not answer in time" in reply.text


def test_a_draft_whose_model_goes_away_while_it_is_corrected_is_told_without_what_is_refuted(candor):
    def leaving(request, wire):
        handed_back = "not right yet" in request.everything
        (Fails(500) if handed_back else Brain(sql=BY_REGION.sql, then=half_right))(request, wire)

    def half_right(request, content):
        return [calls("answer", {"text": HALF_RIGHT})] if request.results else content

    with candor.minded(leaving):
        reply = candor.ask(QUESTION)
    assert reply.text.startswith("West leads with 52.50.")
    assert "17 times" not in reply.text
