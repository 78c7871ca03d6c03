"""A replaced answer keeps what was computed, and none of its writer's words for it."""

from datetime import UTC, datetime

from shared.confidence.rules import unanswered
from shared.contracts import (
    AgentResponse,
    AgentResult,
    Cell,
    DerivedName,
    ExecutedQuery,
    Fact,
    Insights,
    Plan,
    ResultPreview,
    Task,
)
from shared.turn.material import Draft, Material
from shared.turn.reply.assembly import assembled

NOW = datetime(2026, 5, 1, tzinfo=UTC)
LIE = "The best customer"


def _reply(candor, verdict, *, by_model=True):
    turn = candor.accept()
    candor.cloud.wait(turn)
    fact = Fact(
        id="1", name=LIE, value=3, text=f"{LIE}: 3.", cells=(Cell(query=0, row=0, column="n"),),
        derived=DerivedName(name="number of orders", text="Number of orders: 3."),
    )  # fmt: skip
    result = AgentResult(
        results=(ResultPreview(purpose=LIE, data=({"n": 3},), row_count=1),),
        insights=Insights(summary=f"{LIE} has 3."),
        queries_executed=(ExecutedQuery(sql="SELECT count(*) AS n FROM orders", purpose=LIE),),
    )
    answered = AgentResponse(
        agent="a", task_id="1", task="?", status="completed", facts=(fact,), result=result, by_model=by_model
    )
    assessment = unanswered("maybe", "UNCERTAINTY", now=NOW).model_copy(update={"verdict": verdict})
    material = Material(
        turn=turn,
        plan=Plan(kind="agents", waves=((Task(task_id="1", agent="a", request="?"),),)),
        responses=(answered,),
        assessment=assessment,
    )
    return assembled(material, Draft(text="This much is known.", source="template"), now=NOW)


def test_a_replaced_answer_says_of_its_results_what_is_computed(candor):
    reply = _reply(candor, "FAILSAFE_TRIGGERED")
    assert LIE not in reply.model_dump_json()
    assert [fact.name for fact in reply.facts] == ["number of orders"]
    assert reply.responses[0].result.results[0].purpose == "Result 1"


def test_an_answer_that_stands_and_an_analysis_that_candor_named_keep_their_words(candor):
    assert _reply(candor, "PASSED").facts[0].name == LIE
    assert LIE in _reply(candor, "FAILSAFE_TRIGGERED", by_model=False).responses[0].result.insights.summary
