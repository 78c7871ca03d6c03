"""With a guard outside of Candor nothing that a model wrote gets out unchecked: it fails closed."""

from datetime import UTC, datetime, timedelta

import pytest

from shared.contracts import AgentResponse, AgentResult, Draft, Fact, Insights, Plan, Task, Turn, Usage
from shared.errors import GuardrailUnavailable
from shared.turn.draft.text_guard import NothingSafe, guard_draft
from shared.turn.material import Material
from shared.turn.reply.worded_fields import cleaned

NOW = datetime(2026, 5, 1, tzinfo=UTC)
TURN = Turn(
    turn_id="turn_1",
    session_id="sess_1",
    user_id="user_1",
    question="Who leads?",
    asked_at=NOW,
    deadline=NOW + timedelta(seconds=90),
)
FACT = Fact(id="f1", name="orders", value=12, text="Anna has 12 orders.")


class Outside:
    """A guard whose verdict is given."""

    def __init__(self, verdict):
        self.verdict = verdict
        self.seen = []

    def checked(self, text):
        self.seen.append(text)
        if isinstance(self.verdict, Exception):
            raise self.verdict
        return self.verdict(text)


PASSES = Outside(lambda text: text)
BLOCKS, MASKS = Outside(lambda _text: None), Outside(lambda text: text.replace("Anna", "{NAME}"))
SILENT = Outside(GuardrailUnavailable("down"))


def material(calls):
    insights = Insights(summary="Anna leads.", findings=("Anna has 12 orders.",))
    response = AgentResponse(
        agent="sql_analytics",
        task_id="1",
        task="Count",
        status="completed",
        facts=(FACT,),
        result=AgentResult(insights=insights),
        usage=Usage(model="some-model" if calls else "", calls=calls),
    )
    plan = Plan(kind="agents", waves=((Task(task_id="1", agent="sql_analytics", request="Count"),),))
    return Material(turn=TURN, plan=plan, responses=(response,))


def draft(source="claude"):
    return Draft(text="Anna leads with 12 orders.", source=source)


def test_what_passes_goes_out_as_it_is():
    assert guard_draft(draft(), material(1), PASSES).text == "Anna leads with 12 orders."


def test_what_is_masked_goes_out_masked():
    assert guard_draft(draft(), material(1), MASKS).text == "{NAME} leads with 12 orders."


@pytest.mark.parametrize("outside", [BLOCKS, SILENT], ids=["blocks", "silent"])
def test_a_blocked_or_unjudged_text_of_a_model_does_not_go_out(outside):
    with pytest.raises(NothingSafe):
        guard_draft(draft(), material(1), outside)


@pytest.mark.parametrize("source", ["deterministic", "template"])
def test_a_text_from_facts_and_templates_goes_out_without_being_asked_about(source):
    outside = Outside(GuardrailUnavailable("down"))
    assert guard_draft(draft(source), material(0), outside).text == "Anna leads with 12 orders."
    assert outside.seen == []


@pytest.mark.parametrize("outside", [BLOCKS, SILENT, MASKS], ids=["blocks", "silent", "masks"])
def test_what_an_agents_model_worded_is_left_out_unless_all_of_it_passes(outside):
    told = cleaned(material(1), outside).responses[0]
    assert told.result.insights.summary == ""
    assert "Anna" not in told.result.model_dump_json()
    assert told.facts == (FACT,)


def test_what_passes_of_an_agents_words_stays_and_what_no_model_worded_is_not_asked_about():
    outside = Outside(lambda text: text)
    assert cleaned(material(1), outside).responses[0].result.insights.summary == "Anna leads."
    assert len(outside.seen) == 1
    assert cleaned(material(0), SILENT).responses[0].result.insights.summary == "Anna leads."


@pytest.mark.parametrize("source", ["claude", "deterministic", "template"])
def test_nothing_technical_gets_out_of_a_draft_whoever_wrote_it(source):
    leaking = draft(source).model_copy(update={"text": "Anna leads with 12 orders. See /var/task/shared/deps.py."})
    told = guard_draft(leaking, material(0)).text
    assert told.startswith("Anna leads with 12 orders.")
    assert "/var/task" not in told


def test_a_user_called_by_a_word_costs_an_answer_no_word():
    local = material(0).model_copy(update={"turn": TURN.model_copy(update={"user_id": "local"})})
    text = "The local shop leads, says user_1 of sess_1."
    told = guard_draft(Draft(text=text, source="template"), local).text
    assert told.startswith("The local shop leads")
    assert "sess_1" not in told
