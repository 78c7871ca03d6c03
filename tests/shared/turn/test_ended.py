"""What the log says of a turn that ended."""

from datetime import UTC, datetime

from shared.contracts import AgentResponse, Attempt, Forfeit, Reply
from shared.failure.describe import describe
from shared.turn.finish import counted, gave_up, line_of

AT = datetime(2026, 5, 1, tzinfo=UTC)
FORFEIT = Forfeit(code="not_in_data", reason="There is no price", attempted_actions=("Looked",))


def reply(**fields):
    return Reply(turn_id="t", session_id="s", **fields)


def test_a_forfeit_is_logged_by_its_code_and_agent_and_without_a_word_of_it():
    attempt = Attempt(agent="risk", task_id="1", step="plan", action="Tried", outcome="forfeited", at=AT)
    told = line_of(reply(status="forfeited", forfeit=FORFEIT, attempts=(attempt,)))
    assert (told["forfeit"], told["gave_up"]) == ("not_in_data", ["risk"])
    assert "price" not in str(told)


def test_a_failure_is_logged_by_its_node_and_type():
    context = describe(failed_node="Coordinate", error_type="timeout", detail="secret")
    told = line_of(reply(status="failed", error_context=context))
    assert (told["failed_node"], told["error_type"]) == ("Coordinate", "timeout")
    assert "secret" not in str(told)


def test_a_turn_that_no_agent_gave_up_is_kept_under_the_coordinator():
    (kept,) = gave_up(reply(status="forfeited", forfeit=FORFEIT), AT)
    assert (kept.agent, kept.code, kept.reason) == ("coordinator", "not_in_data", "There is no price")


def test_a_task_is_counted_once_by_what_it_ended_in_and_no_mended_query_at_all():
    def failed(task, **how):
        return Attempt(agent="risk", task_id=task, step="execute", action="Ran a query", outcome="failed", at=AT, **how)

    gave_it_up = failed("2").model_copy(update={"outcome": "forfeited", "code": "not_computable"})
    attempts = (failed("1"), failed("1"), failed("2"), gave_it_up, failed("3"), failed("3", error_type="timeout"))
    statuses = {"1": "completed", "2": "forfeited", "3": "failed"}
    responses = tuple(AgentResponse(agent="risk", task_id=one, task="?", status=how) for one, how in statuses.items())
    ended = reply(status="partial", responses=responses, attempts=attempts)
    told = [(one.task_id, one.code, one.error_type) for one in counted(ended, gave_up(ended, AT))]
    assert told == [("2", "not_computable", None), ("3", None, "timeout")]
