"""A consultation led by a model, through the real SDK, against a local server that speaks the Messages API."""

import pytest

from infra.lab.matrix.consultation import disagreements
from infra.lab.messages_api import Brain, Fails, calls
from shared.contracts import SlotAnswer
from shared.settings import Settings
from shared.turn.reply.consultation import TRY_AGAIN
from shared.turn.telemetry.metrics import figures
from tests.e2e.minded import TOTAL

MESSAGES = (
    "which region has the highest revenue",
    "whether to close a branch",
    "the board",
    "a clear ranking",
    "no limits of any kind",
    "fully",
)


def consulted(candor, brain, *messages):
    session = candor.session(mode="consultation")
    with candor.minded(brain) as server:
        replies = [candor.ask(message, session=session) for message in messages]
    return replies, candor.deps.sessions.consultation(session.session_id), server


def saying(**fixed):
    """A brain that leads as it should, but for these fields of what it says."""

    def changed(request, content):
        if "go_on" not in request.tools:
            return content
        return [calls("go_on", {**block["input"], **fixed}) for block in content if block["type"] == "tool_use"]

    return Brain(sql=TOTAL, purpose="Total revenue", then=changed)


def test_a_whole_consultation_takes_as_many_messages_as_questions(candor):
    replies, stood, _ = consulted(candor, Brain(sql=TOTAL, purpose="Total revenue"), *MESSAGES)
    assert (stood.phase, stood.closed, stood.transitions.succeeded) == ("analyzer", False, 2)
    assert stood.snapshots["qualifier"]["decision"] == SlotAnswer(value="whether to close a branch")
    assert [one.status for one in replies[:-1]] == ["answered"] * (len(MESSAGES) - 1)
    assert any(fact.value == pytest.approx(111.0) for fact in replies[-1].facts)
    assert all(one.usage.calls for one in replies)


def test_the_next_phase_is_told_what_the_one_before_learned(candor):
    _, stood, server = consulted(candor, Brain(), *MESSAGES[:4])
    begun = [request for request in server.requests if "go_on" in request.tools][-1]
    assert (stood.phase, begun.fenced("message")) == ("assessor", None)
    assert "whether to close a branch" in begun.text


def test_a_figure_that_a_phase_makes_up_is_not_said(candor):
    (reply,), _, _ = consulted(candor, saying(say="Last year you made 98,765.43. What is the decision?"), MESSAGES[0])
    assert "98,765.43" not in reply.text


def test_a_phase_whose_words_may_not_be_shown_asks_its_own_question(candor):
    leak = "arn:aws:lambda:us-east-1:123456789012:f"
    (reply,), stood, _ = consulted(candor, saying(say=leak), MESSAGES[0])
    assert "arn:aws" not in reply.text
    assert stood.asked == "decision"


def test_completion_that_is_claimed_too_early_is_handed_back_and_then_not_believed(candor):
    (reply,), stood, server = consulted(candor, saying(is_complete=True), MESSAGES[0])
    assert stood.phase == "qualifier"
    assert any("The phase is not complete" in request.everything for request in server.requests)
    assert "Which decision depends on the answer?" in reply.text  # no-model mode asks on


def test_what_nobody_said_is_not_kept(candor):
    invented = [{"slot": "audience", "value": "Norwegian shareholders"}]
    _, stood, _ = consulted(candor, saying(learned=invented), MESSAGES[0])
    assert "audience" not in stood.snapshots["qualifier"]


def test_a_phase_can_forfeit_and_the_consultation_stays_where_it_was(candor):
    brain = Brain(forfeit="This is outside what a consultation can do")
    (reply,), stood, _ = consulted(candor, brain, MESSAGES[0])
    assert (reply.status, stood.phase) == ("forfeited", "qualifier")
    assert "outside what a consultation can do" in reply.text


@pytest.mark.parametrize(("count", "phase", "following"), [(4, "qualifier", "assessor"), (6, "assessor", "analyzer")])
def test_a_phase_that_forfeits_at_its_opening_has_not_begun_and_the_next_message_tries_again(
    candor, count, phase, following
):
    def giving_up(request, content):
        if "go_on" not in request.tools or request.fenced("message") is not None:
            return content
        return [calls("forfeit", {"reason": "I can't begin", "attempted_actions": ["Read the brief"]})]

    session = candor.session(mode="consultation")
    with candor.minded(Brain(sql=TOTAL, purpose="Total revenue")):
        for message in MESSAGES[: count - 1]:
            candor.ask(message, session=session)
    with candor.minded(Brain(then=giving_up)):
        turn = candor.accept(MESSAGES[count - 1], session)
        reply = candor.cloud.wait(turn)
    stood, counted = candor.deps.sessions.consultation(session.session_id), figures(turn, reply, "candor")
    went = stood.transitions
    assert (reply.status, stood.phase, stood.due) == ("partial", phase, True)
    assert (went.attempted, went.succeeded, went.rolled_back) == (count // 3, count // 3 - 1, 1)
    assert (counted["Handoffs"], counted["HandoffsTried"], counted["HandoffsRolledBack"]) == (0, 1, 1)
    assert "I can't begin" in reply.text
    assert reply.text.endswith(TRY_AGAIN)
    assert list(disagreements([reply], stood, None)) == []
    with candor.minded(Brain(sql=TOTAL, purpose="Total revenue")):
        again = candor.ask("go on", session=session)
    assert again.consultation.phase == following
    assert (again.status, again.consultation.due) == ("answered", False)


def test_the_thread_of_an_analysis_names_its_findings_and_does_not_repeat_them(candor):
    replies, _, server = consulted(candor, Brain(sql=TOTAL, purpose="Total revenue"), *MESSAGES, "and the units?")
    assert "111" in replies[-2].text
    (thread,) = [one.fenced("thread") for one in server.requests if one.fenced("message") == "and the units?"]
    assert [line["text"] for line in thread if line["role"] == "phase"] == [
        "The findings on these questions were shown: What is the total revenue?"
    ]


def test_what_is_inferred_from_an_earlier_answer_is_told_whoever_leads_the_phase(candor):
    replies, stood, _ = consulted(candor, Brain(), *MESSAGES[:4])
    assert "So far I have: key figure “revenue”; breakdown “region”." in replies[-1].text
    assert stood.snapshots["assessor"]["breakdown"] == SlotAnswer(value="region", source="inferred")


def test_what_a_second_model_answers_is_not_said_to_be_answered_without_one(candor):
    brain, first = Brain(), Settings().model_id

    def only_the_second(request, wire):
        (Fails(400) if request.body["model"] == first else brain)(request, wire)

    (reply,), _, server = consulted(candor, only_the_second, MESSAGES[0])
    assert {request.body["model"] for request in server.requests} == {first, Settings().second_model_id}
    assert "without the language model" not in reply.text


def test_a_reply_says_once_that_it_did_without_a_model_however_many_steps_did(candor):
    replies, _, _ = consulted(candor, Fails(400), *MESSAGES)
    assert [one.text.count("Answered without the language model") for one in replies] == [1] * len(MESSAGES)


def test_findings_are_told_for_the_brief_also_where_one_agent_found_them_and_a_follow_up_is_not(candor):
    replies, _, server = consulted(candor, Brain(sql=TOTAL, purpose="Total revenue"), *MESSAGES, "and the units?")
    written = [request for request in server.requests if request.fenced("brief")]
    assert [one.fenced("brief")["audience"] for one in written] == ["the board"]
    assert replies[-2].status == "answered"


def test_findings_are_told_anew_for_a_brief_that_has_changed(candor):
    def changing(request, content):
        if "go_on" not in request.tools or request.fenced("message") != "it is for the treasurer now":
            return content
        learned = [{"slot": "audience", "value": "the treasurer"}]
        return [calls("go_on", {"learned": learned, "say": "", "questions": ["What is the total revenue?"]})]

    brain = Brain(sql=TOTAL, purpose="Total revenue", then=changing)
    replies, _, server = consulted(candor, brain, *MESSAGES, "it is for the treasurer now")
    written = [request.fenced("brief")["audience"] for request in server.requests if request.fenced("brief")]
    assert written == ["the board", "the treasurer"]
    assert any(fact.value == pytest.approx(111.0) for fact in replies[-1].facts)
