"""A partial answer names what is missing, whoever worded it."""

from datetime import UTC, datetime

import pytest

from shared.confidence.failsafe import assess
from shared.contracts import (
    AgentResponse,
    AgentResult,
    Ambiguity,
    Attempt,
    Claim,
    DatasetProfile,
    Draft,
    ErrorContext,
    Fact,
    Forfeit,
    Plan,
    ResultPreview,
    Task,
    Turn,
)
from shared.model.phrases import phrases_in
from shared.model.port import PreviousTurn
from shared.turn.context import TurnContext
from shared.turn.material import Material
from shared.turn.reply.notes import lacks_nothing, noted, owned_up

NOW = datetime(2026, 11, 22, tzinfo=UTC)
TURN = Turn(turn_id="t", session_id="s", user_id="u", question="?", asked_at=NOW, deadline=NOW)
TOTAL = Task(task_id="1", agent="sql_analytics", request="the total")
SEGMENTS = Task(task_id="2", agent="segmentation", request="the segments")
FOUND = AgentResponse(
    agent="sql_analytics",
    task_id="1",
    task="the total",
    status="completed",
    facts=(Fact(id="f1", name="total", value=7.0, text="The total is 7."),),
)
GAVE_UP = AgentResponse(
    agent="segmentation", task_id="2", task="the segments", status="forfeited", forfeit=Forfeit(reason="no customers")
)
SAID = Draft(text="The total is 7.", source="claude")


def _material(*responses, tasks=(TOTAL, SEGMENTS), **fields):
    plan = Plan(kind="agents", waves=(tasks,))
    return Material(turn=TURN, plan=plan, responses=responses, **fields)


def test_a_model_that_is_silent_about_what_is_missing_is_completed():
    text = owned_up(SAID, _material(FOUND, GAVE_UP)).text
    assert text.startswith("The total is 7.")
    assert "**Not answered**: “the segments”. no customers." in text


def test_a_task_that_left_no_response_is_named_too():
    assert "the segments" in owned_up(SAID, _material(FOUND)).text


def test_what_the_text_says_already_is_not_said_twice():
    once = owned_up(SAID, _material(FOUND, GAVE_UP))
    assert owned_up(once, _material(FOUND, GAVE_UP)) == once


@pytest.mark.parametrize(("whole", "told"), [(True, {"down"}), (False, {"slow", "down"})], ids=["whole", "partial"])
def test_what_is_slow_is_told_of_a_reply_that_lacks_something_alone(whole, told):
    text = noted(SAID, {"query": "slow", "store": "down"}, whole=whole).text
    assert {"slow" if "slow just now" in text else "", "down" if "cannot be read just now" in text else ""} - {
        ""
    } == told


@pytest.mark.parametrize(
    ("code", "failed", "whole"),
    [("not_in_data", False, True), ("unavailable", False, False), ("not_in_data", True, False)],
    ids=["the data has none", "nobody was there", "something failed"],
)
def test_a_question_that_the_data_settles_lacks_nothing(code, failed, whole):
    gave_up = GAVE_UP.model_copy(update={"forfeit": Forfeit(reason="no costs", code=code)})
    error = ErrorContext(failed_node="Waves", error_type="timeout", user_hint="slow", retry_suggestion="again")
    assert lacks_nothing(_material(gave_up, tasks=(SEGMENTS,), caught=(error,) if failed else ())) == whole


@pytest.mark.parametrize(
    ("left", "told"), [((0, 0), ""), ((1, 0), "one sentence that"), ((2, 1), "3 sentences that")], ids=str
)
def test_that_sentences_were_left_out_is_told_once_and_without_what_they_said(left, told):
    responses = [
        FOUND.model_copy(update={"task_id": task.task_id, "left_out": count})
        for task, count in zip((TOTAL, SEGMENTS), left, strict=True)
    ]
    once = owned_up(SAID, _material(*responses))
    assert told in once.text
    assert once.text.count("I left out") == bool(told)
    assert owned_up(once, _material(*responses)) == once


@pytest.mark.parametrize("region", ["East", "Narnia"])
def test_of_an_item_that_was_left_out_the_note_names_the_row_that_it_was_of_and_no_other(region):
    item = f"- **{region}**: best by far."
    rows = ResultPreview(
        purpose="By region", data=({"region": "West", "n": 7}, {"region": "East", "n": 5}), row_count=2
    )
    found = FOUND.model_copy(update={"result": AgentResult(results=(rows,)), "left_out": 0})
    claims = (Claim(said="The total is 7."), Claim(said=item, refuted=True))
    draft = Draft(text=f"The total is 7.\n\n- **West**: 7.\n{item}", source="claude", unchecked=claims)
    shown = draft.model_copy(update={"text": "The total is 7.\n\n- **West**: 7.", "left_out": 1})
    text = owned_up(shown, _material(found, tasks=(TOTAL,), draft=draft.model_copy(update={"left_out": 1}))).text
    assert "one sentence" in text
    assert ("(on East)" in text, "Narnia" in text) == (region == "East", False)


def test_a_step_that_failed_after_the_answer_is_told():
    error = ErrorContext(failed_node="Waves", error_type="timeout", user_hint="slow", retry_suggestion="again")
    assert "incomplete" in owned_up(SAID, _material(FOUND, tasks=(TOTAL,), error=error)).text


def test_a_whole_answer_stays_as_it_is():
    assert owned_up(SAID, _material(FOUND, tasks=(TOTAL,))) == SAID


@pytest.mark.parametrize("judged", [True, False])
def test_that_nobody_could_check_an_answer_is_told_only_where_nobody_did(judged):
    triggered = assess("It is unclear, I don't know.", now=NOW, verified=True).model_copy(update={"judged": judged})
    assert (triggered.assessment, triggered.verdict) == ("FAILSAFE_TRIGGERED", "PASSED")
    material = _material(FOUND, tasks=(TOTAL,), draft=SAID, assessment=triggered)
    assert material.status == "partial"
    assert (phrases_in("en").unassessed in owned_up(SAID, material).text) is not judged


def test_a_column_that_could_be_read_in_another_way_is_told_whoever_answers():
    doubt = "In column v, 1.234 was read with a decimal comma; it could have the other."
    doubted = FOUND.model_copy(update={"doubts": (doubt,)})
    once = owned_up(SAID, _material(doubted, tasks=(TOTAL,)))
    assert once.text == f"The total is 7.\n\nNote: {doubt}"
    assert owned_up(once, _material(doubted, tasks=(TOTAL,))) == once


def test_a_column_that_the_reason_of_a_forfeit_names_is_told_as_one_that_could_be_read_in_another_way():
    detail = "In column when, 03/04/2025 was read as month/day/year; it could be day/month/year."
    doubt = Ambiguity(
        column="when", kind="date_order", reading="MDY", alternative="DMY", detail=detail, examples=("03/04/2025",)
    )
    table = DatasetProfile(
        dataset_id="d", file_name="d.csv", fingerprint="f", row_count=1, columns=(), ambiguities=(doubt,)
    )
    for reason, told in (("“in January” lies outside of 2025-03-04 to 2025-07-08 (when)", True), ("whenever", False)):
        given_up = GAVE_UP.model_copy(update={"forfeit": Forfeit(reason=reason)})
        material = _material(given_up, tasks=(SEGMENTS,), context=TurnContext(datasets=(table,)))
        assert (detail in owned_up(SAID, material).text) is told


def test_a_part_that_the_machine_could_not_compute_is_told_as_that():
    tried = Attempt(
        agent="a", task_id="2", step="execute", action="x", outcome="failed", reason="it needed more memory", at=NOW
    )
    failed = FOUND.model_copy(update={"task_id": "2", "status": "failed", "attempts": (tried,), "facts": ()})
    text = owned_up(SAID, _material(FOUND, failed)).text
    assert "I could not compute this: it needed more memory. That says nothing about what the data holds." in text


def test_notes_below_an_answer_in_german_are_german_and_say_where_they_are_not():
    doubt = "In column v, 1.234 was read with a decimal comma; it could have the other."
    doubted = FOUND.model_copy(update={"doubts": (doubt,), "left_out": 1})
    text = owned_up(SAID.model_copy(update={"language": "de-DE"}), _material(doubted, GAVE_UP)).text
    assert f"Hinweis (auf Englisch): {doubt}" in text
    assert "Hinweis: Einen Satz" in text
    assert "**Nicht beantwortet**: “the segments”." in text
    assert "Note:" not in text


def test_what_an_answer_in_view_said_of_the_data_is_not_said_again_and_else_is():
    sheet = "Sheet Jan was read; the workbook also has Feb."
    found = FOUND.model_copy(update={"doubts": (sheet, "The decimal mark could be a comma.")})
    earlier = TurnContext(history=(PreviousTurn(question="?", answer=f"It is 6. Note: {sheet}"),))
    first, second = (
        owned_up(SAID, _material(found, tasks=(TOTAL,), context=context)).text for context in (TurnContext(), earlier)
    )
    assert sheet in first
    assert sheet not in second
    assert "decimal mark" in second
