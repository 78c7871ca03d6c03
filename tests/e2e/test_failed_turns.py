"""Turns in which something fails: what is told, what is kept, and what is noted in the log."""

import pytest

from infra.lab.messages_api import Brain
from infra.local.call_faults import CallFault
from shared.contracts import Event
from shared.store.datasets import DatasetRecord
from tests.conftest import SALES


def _events(candor, reply, kind: str) -> list[Event]:
    return [event for event in candor.deps.events.read(reply.turn_id) if event.type == kind]


@pytest.mark.parametrize("state", ["Intake", "Coordinate", "RunAgent", "Synthesize", "Assess", "Guard"])
def test_every_catch_leaves_its_error_context_on_the_reply(candor, state):
    candor.break_(state)
    told = candor.ask("What is the total revenue?").error_context
    assert told is not None
    assert told.user_hint
    assert told.retry_suggestion
    assert told.error_detail == ""


@pytest.mark.parametrize("state", ["Intake", "Synthesize", "Assess", "Guard"])
def test_a_failure_that_is_worked_around_leaves_the_answer_whole(candor, state):
    candor.break_(state)
    reply = candor.ask("What is the total revenue?")
    assert (reply.status, reply.error_context.failed_node) == ("answered", state)
    assert "111" in reply.text
    (error,) = _events(candor, reply, "error")
    assert error.title == f"Failed: {reply.error_context.user_hint}"
    assert error.step_number == 99


def test_a_question_whose_conversation_could_not_be_loaded_says_that_it_is_read_by_itself(candor):
    candor.break_("Intake")
    reply = candor.ask("What is the total revenue?")
    assert "I could not look at what was said before" in reply.text
    assert reply.error_context.unavailable_data == ("conversation history",)


def test_a_conversation_that_could_not_be_loaded_is_unavailable_where_a_later_failure_ends_the_work(candor):
    candor.cloud.faults.broken |= {"Intake": "raises", "Coordinate": "raises"}
    told = candor.ask("What is the total revenue?").error_context
    assert (told.failed_node, "conversation history" in told.unavailable_data) == ("Coordinate", True)


def test_what_could_not_be_loaded_is_an_error_context_beside_a_whole_answer(candor):
    session = candor.session()
    read = CallFault("read", lambda call: (call.operation, call.function) == ("dynamodb.Query", "intake"), "is down")
    candor.cloud.faults.calls.append(read)
    reply = candor.ask("What is the total revenue?", session=session)
    told = reply.error_context
    assert (reply.status, told.failed_node, told.error_type) == ("answered", "Intake", "connection")
    assert told.user_hint == "I'm having trouble reaching the database right now."
    assert told.unavailable_data == ("conversation history",)
    (error,) = _events(candor, reply, "error")
    assert (error.title, error.step_number) == (f"Failed: {told.user_hint}", 99)


def test_a_dead_object_store_is_told_as_what_failed_and_not_as_the_state_that_noticed(candor):
    session = candor.session()
    s3 = CallFault("s3", lambda call: call.operation.startswith("s3.") and call.function is not None, "is down")
    candor.cloud.faults.calls.append(s3)
    reply = candor.ask("What is the total revenue?", session=session)
    assert reply.status == "failed"
    assert "I'm having trouble reaching the database right now." in reply.text
    assert "unexpected" not in reply.text


def test_history_counts_as_available_only_where_there_is_some(candor):
    session = candor.session()
    candor.break_("Coordinate")
    assert "conversation history" not in candor.ask("What is the total revenue?", session=session).text
    candor.cloud.faults.reset()
    candor.ask("What is the total revenue?", session=session)
    candor.break_("Coordinate")
    again = candor.ask("And by region?", session=session)
    assert "conversation history" in again.error_context.available_data


def test_agents_that_all_failed_are_one_forfeit_that_tells_what_was_tried(candor):
    candor.break_("RunAgent")
    reply = candor.ask("What is the total revenue?")
    assert reply.status == "forfeited"
    assert reply.forfeit.code == "agents_failed"
    assert reply.forfeit.attempted_actions == ("Tried to answer: What is the total revenue?",)
    assert "says nothing about what the data holds" in reply.text
    assert reply.error_context.unavailable_data == ("What is the total revenue?",)
    (error,) = _events(candor, reply, "error")
    assert (error.agent, error.data["task_id"]) == ("sql_analytics", reply.responses[0].task_id)


def test_what_failed_is_explained_by_the_model_in_the_conversation(candor):
    candor.break_("Coordinate")
    with candor.minded(Brain()) as server:
        reply = candor.ask("What is the total revenue?")
    assert (reply.status, reply.source, reply.text) == ("failed", "claude", "There is nothing to report.")
    told = server.requests[-1].fenced("error_context")
    assert told["user_hint"] == reply.error_context.user_hint
    assert told["retry_suggestion"] == reply.error_context.retry_suggestion


def test_what_failed_is_told_where_the_state_that_should_note_it_fails_too(candor):
    candor.break_("Coordinate", "is throttled")
    candor.break_("DescribeError")
    reply = candor.ask("What is the total revenue?")
    assert (reply.error_context.failed_node, reply.error_context.error_type) == ("Coordinate", "rate_limit")
    (error,) = _events(candor, reply, "error")
    assert (error.agent, error.step_number) == ("coordinator", 99)


def test_a_task_that_failed_is_in_the_log_where_its_record_fails_too(candor):
    candor.break_("RunAgent")
    candor.break_("RecordFailure")
    reply = candor.ask("What is the total revenue?")
    (error,) = _events(candor, reply, "error")
    assert (error.agent, error.data["task_id"]) == ("sql_analytics", reply.responses[0].task_id)
    assert error.title == f"Failed: {reply.error_context.user_hint}"


@pytest.mark.parametrize("function", ["intake", "coordinate", "agent-sql_analytics", "synthesize", "respond"])
def test_a_log_that_takes_no_entry_keeps_no_answer_back(candor, function):
    """The first put of each of them is a log entry, tried three times by the client."""
    put = CallFault("log", lambda c: (c.operation, c.function) == ("dynamodb.PutItem", function), "is down", times=3)
    candor.cloud.faults.calls.append(put)
    reply = candor.ask("What is the total revenue?")
    assert candor.cloud.faults.hits["log"] == 3
    assert (reply.status, reply.error_context) == ("answered", None)
    log = candor.deps.events.read(reply.turn_id)
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    assert log[-1].type == "complete"


def test_a_forfeited_turn_has_one_forfeit_event_of_its_own_beside_its_agents(candor):
    told = [event.data["scope"] for event in _events(candor, candor.ask("What is the total frob?"), "forfeit")]
    assert told == ["agent", "turn"]


def test_a_forfeit_of_a_session_without_data_has_its_three_looks(candor):
    reply = candor.ask("Analyze my customer reviews", session=candor.session(None, user="has-nothing"))
    assert reply.forfeit.code == "no_dataset"
    assert reply.forfeit.attempted_actions == (
        "Searched for datasets of your account: none",
        "Checked for uploaded files that are not datasets yet: none",
        "Looked for data that this session brings along: none",
    )


def test_data_of_the_account_that_the_session_does_not_have_is_named(candor):
    candor.dataset(SALES, user="has-one", name="mine.csv")
    waiting = DatasetRecord(
        dataset_id="data_waits", user_id="has-one", file_name="late.csv", created_at=candor.deps.clock.now()
    )
    candor.deps.datasets.put(waiting)
    reply = candor.ask("What is the total revenue?", session=candor.session(None, user="has-one"))
    assert reply.forfeit.reason == "This session has no data; your account has mine.csv"
    assert "late.csv is still being read" in reply.forfeit.attempted_actions[1]
    assert reply.forfeit.would_help == "Open a session with it, and ask again."


def test_an_agent_tells_its_six_steps_by_title_number_and_details(candor):
    reply = candor.ask("What is the total revenue?")
    told = [event for event in candor.deps.events.read(reply.turn_id) if event.agent == "sql_analytics"]
    assert [(event.type, event.title, event.step_number) for event in told] == [
        ("received", "Received request", 1),
        ("thinking", "Loading data context", 2),
        ("thinking", "Analyzing and planning", 3),
        ("action", "Executing queries", 4),
        ("thinking", "Synthesizing insights", 5),
        ("result", "Analysis complete", 6),
    ]
    assert told[0].data["request"] == "What is the total revenue?"
    assert told[3].data["count"] == reply.responses[0].metadata.queries_run == len(told[3].data["purposes"])
    assert told[5].data["summary"] == reply.responses[0].result.insights.summary


def test_the_request_that_an_agent_received_is_told_by_its_first_hundred_characters(candor):
    question = "What is the total revenue? " + "The board would like to know it before its meeting of tomorrow. " * 2
    reply = candor.ask(question)
    (asked,) = {one.task for one in reply.responses}
    received, *_ = [event for event in candor.deps.events.read(reply.turn_id) if event.title == "Received request"]
    assert len(asked) > 100
    assert received.data["request"] == asked[:100]


def test_the_count_of_queries_is_of_queries_and_not_of_analyses(candor):
    reply = candor.ask("Who are the top performers and bottom performers among rep by revenue?")
    assert [response.metadata.queries_run for response in reply.responses] == [2]
    counts = [event.data["count"] for event in _events(candor, reply, "action") if "count" in event.data]
    assert sum(counts) == sum(response.metadata.queries_run for response in reply.responses)


def test_the_chosen_agents_and_their_waves_are_in_the_log(candor):
    reply = candor.ask("What is the total revenue?")
    chosen = next(event for event in candor.deps.events.read(reply.turn_id) if event.title == "Agents chosen")
    task = reply.responses[0]
    assert chosen.agent == "coordinator"
    assert chosen.data["agents"] == ["sql_analytics"]
    assert chosen.data["waves"] == [[{"task_id": task.task_id, "agent": "sql_analytics", "depends_on": []}]]


@pytest.mark.parametrize(
    ("question", "hint"),
    [("What is the revenue by region?", "bar"), ("How did revenue develop by month?", "line")],
)
def test_the_chart_hint_that_an_analysis_chose_reaches_the_reply(candor, question, hint):
    (response,) = candor.ask(question).responses
    assert response.result.visualization_hint == response.result.insights.visualization_hint == hint
