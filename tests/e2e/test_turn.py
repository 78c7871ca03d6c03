"""A question about a table, through the real state machine."""

import threading

import pandas as pd
import pytest

from infra.local.call_faults import CallFault
from shared.contracts import Message, Reply
from shared.errors import BadRequest, UnknownResource
from shared.store.turns import AlreadyAccepted, SessionBusy
from shared.turn.acceptance.accept import accept, new_turn
from shared.turn.rescue.rescue import read_turn

EXAMPLE = "examples/orders.csv"


def test_a_total_is_the_one_that_pandas_computes(candor):
    with open(EXAMPLE) as file:
        reply = candor.ask("What is the total revenue?", file.read())
    assert reply.status == "answered"
    assert reply.facts[0].value == pytest.approx(pd.read_csv(EXAMPLE)["revenue"].sum())
    assert f"{reply.facts[0].value:,.2f}" in reply.text


def test_the_demo_answers_with_the_region_that_pandas_finds(candor):
    with open(EXAMPLE) as file:
        reply = candor.ask("Which region has the highest revenue?", file.read())
    totals = pd.read_csv(EXAMPLE).groupby("region")["revenue"].sum()
    assert totals.idxmax() in reply.text
    assert f"{totals.max():,.2f}" in reply.text


def test_the_answer_comes_with_its_evidence(candor):
    reply = candor.ask("What is the average revenue by channel?")
    (response,) = reply.responses
    assert response.agent == "sql_analytics"
    assert response.result.queries_executed[0].sql.lstrip().upper().startswith("SELECT")
    (shown,), insights = response.result.results, response.result.insights
    assert (response.status, response.task) == ("completed", "What is the average revenue by channel?")
    assert (shown.purpose, shown.row_count) == ("Average revenue by channel", 2)
    assert [(row["channel"], row["average_revenue"]) for row in shown.data] == [("Store", 15.0), ("Online", 8.5)]
    assert insights.summary == "Average revenue by channel: Store: 15.00; Online: 8.50."
    assert insights.findings == ("Store: 15.00", "Online: 8.50")
    assert [query.purpose for query in response.result.queries_executed] == [shown.purpose]
    assert (response.metadata.queries_run, response.metadata.total_rows) == (1, 2)
    assert response.metadata.duration_ms > 0
    assert {receipt.sql for receipt in reply.receipts} == {query.sql for query in response.result.queries_executed}
    assert reply.assessment is not None
    assert reply.assessment.assessment == "PASSED"


def test_every_cell_that_a_fact_names_holds_its_value(candor):
    (response,) = candor.ask("What is the total revenue by region?").responses
    assert response.facts
    for fact in response.facts:
        for cell in fact.cells:
            assert response.result.results[cell.query].data[cell.row][cell.column] == fact.value


def test_a_question_about_a_missing_column_is_forfeited_in_the_agreed_form(candor):
    reply = candor.ask("What is the average customer satisfaction score?")
    assert reply.status == "forfeited"
    assert reply.forfeit is not None
    assert reply.forfeit.code == "not_in_data"
    assert "“satisfaction”" in reply.forfeit.reason
    assert reply.text.startswith("I apologize, but I'm unable to complete this request.")
    assert f"**Reason:** {reply.forfeit.reason}" in reply.text
    assert "**What I tried:**" in reply.text
    assert reply.facts == ()


def test_a_question_without_any_data_is_forfeited(candor):
    reply = candor.ask("What is the total revenue?", session=candor.session(None, user="nobody-yet"))
    assert reply.status == "forfeited"
    assert "No datasets available for your account" in reply.text


def test_a_query_engine_that_is_down_is_told_as_what_it_is(candor):
    down = CallFault("query", lambda call: call.operation == "lambda.Invoke" and call.function is not None, "is down")
    candor.cloud.faults.calls.append(down)
    reply = candor.ask("What is the total revenue?")
    assert reply.status == "forfeited"
    (error,) = [event for event in candor.deps.events.read(reply.turn_id) if event.type == "error"]
    assert (error.agent, error.step_number) == ("sql_analytics", 99)
    assert (error.title, error.data["task_id"]) == (f"Failed: {reply.error_context.user_hint}", "1-sql_analytics")
    assert "the engine that computes the figures did not answer" in reply.text
    assert "usually temporary" in reply.text
    assert reply.error_context.user_hint.startswith("The search database isn't responding.")
    assert "unexpected" not in reply.text.lower()


def test_the_log_counts_without_gaps_and_ends_with_complete(candor):
    turn = candor.accept()
    candor.cloud.wait(turn)
    events = candor.deps.events.read(turn.turn_id)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert [event.type for event in events].count("complete") == 1
    assert events[-1].type == "complete"
    assert events[0].type == "received"


def test_a_forfeit_is_an_event_and_completes_as_forfeited(candor):
    turn = candor.accept("What is the average customer satisfaction score?")
    reply = candor.cloud.wait(turn)
    events = {event.type: event for event in candor.deps.events.read(turn.turn_id)}
    assert set(events["forfeit"].data) == {"reason", "attempted_actions", "message", "scope", "code"}
    assert events["complete"].data["forfeited"] is True
    assert events["complete"].data["metadata"]["forfeit_reason"] == reply.forfeit.reason


def test_a_forfeit_is_kept_in_the_ledger_of_its_user(candor):
    session = candor.session(user="ledger-user")
    reply = candor.ask("What is the average customer satisfaction score?", session=session)
    ledger = candor.deps.turns.ledger("ledger-user")
    assert {turn_id for turn_id, _ in ledger} == {reply.turn_id}
    assert all(attempt.outcome in ("forfeited", "failed") for _, attempt in ledger)


def test_a_second_question_while_one_runs_is_refused_with_the_running_turn(candor):
    session = candor.session()
    first = candor.accept(session=session)
    try:
        with pytest.raises(SessionBusy) as busy:
            candor.accept(session=session)
        assert busy.value.turn_id == first.turn_id
    finally:
        candor.cloud.wait(first)


def test_a_session_takes_the_next_question_after_a_failure(candor):
    session = candor.session()
    candor.break_("Coordinate")
    assert candor.ask("What is the total revenue?", session=session).status == "failed"
    candor.cloud.faults.reset()
    assert candor.ask("What is the total revenue?", session=session).status == "answered"


def test_the_same_key_and_question_is_the_same_turn(candor):
    session = candor.session()
    first = accept(session, "What is the total revenue?", candor.deps, idempotency_key="k1")
    candor.cloud.wait(first)
    assert accept(session, "What is the total revenue?", candor.deps, idempotency_key="k1") == first
    with pytest.raises(AlreadyAccepted):
        accept(session, "What is the average revenue?", candor.deps, idempotency_key="k1")


@pytest.mark.parametrize("question", ["", "   ", "x" * 5000])
def test_an_impossible_question_is_refused_in_a_sentence(candor, question):
    with pytest.raises(BadRequest, match=r"[.]$"):
        accept(candor.session(data=None), question, candor.deps)


def test_another_users_turn_is_unknown(candor):
    turn = candor.accept()
    candor.cloud.wait(turn)
    with pytest.raises(UnknownResource) as other:
        read_turn(turn.turn_id, "somebody-else", candor.deps)
    with pytest.raises(UnknownResource) as unknown:
        read_turn("turn_unknown", "somebody-else", candor.deps)
    assert str(other.value) == str(unknown.value)


def test_reading_an_overdue_turn_gives_it_its_reply(candor):
    candor.deps.turns.accept(turn := _stored(candor))
    candor.cloud.clock.advance(candor.deps.settings.turn_seconds + 5)
    record = read_turn(turn.turn_id, turn.user_id, candor.deps)
    assert record.reply is not None
    assert (record.status, record.reply.source) == ("failed", "rescue")
    assert read_turn(turn.turn_id, turn.user_id, candor.deps).reply == record.reply


def test_the_sweeper_commits_what_is_overdue_and_restarts_what_never_began(candor):
    turn = _stored(candor)
    candor.deps.turns.accept(turn)
    candor.cloud.clock.advance(20)
    candor.cloud.sweep()
    assert candor.cloud.wait(turn).status == "answered"
    late = _stored(candor)
    candor.deps.turns.accept(late)
    candor.cloud.clock.advance(200)
    candor.cloud.sweep()
    assert candor.deps.turns.get(late.turn_id).reply.source == "rescue"


def test_of_many_racing_commits_one_wins_and_all_see_it(candor):
    turn = _stored(candor)
    candor.deps.turns.accept(turn)
    seen = []
    replies = [_reply(turn, number) for number in range(8)]
    threads = [
        threading.Thread(
            target=lambda reply=reply: seen.append(candor.deps.turns.commit(reply, candor.cloud.clock.now()))
        )
        for reply in replies
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({reply.text for reply in seen}) == 1
    assert candor.deps.turns.get(turn.turn_id).reply.text == seen[0].text


def _stored(candor):
    """A turn that nobody has started."""
    return new_turn(candor.session(), "What is the total revenue?", candor.deps)


def _reply(turn, number):
    text = f"reply number {number}"
    return Reply(
        turn_id=turn.turn_id,
        session_id=turn.session_id,
        status="answered",
        text=text,
        messages=(Message(role="assistant", agent="candor", content=text),),
    )
