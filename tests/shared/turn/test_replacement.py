"""What is said in place of a draft that was not confident enough."""

import re
from datetime import UTC, datetime
from typing import get_args

import pytest

from shared.confidence.failsafe_words import TEMPLATES
from shared.confidence.rules import unanswered
from shared.contracts import (
    AgentResponse,
    AgentResult,
    Claim,
    DerivedName,
    Draft,
    Fact,
    FailsafeCategory,
    Plan,
    ResultPreview,
    Task,
    Usage,
)
from shared.errors import ModelDown
from shared.model.port import Answered, JudgeReply, Opinion, Wording
from shared.turn.draft.redraft import renewed
from shared.turn.draft.replacement import REASONS, REFUTED, forfeit_of, replaced, replacement
from shared.turn.draft.text_guard import guard_draft
from shared.turn.judged_draft import JudgedDraft
from shared.turn.material import Material
from shared.turn.reply.respond import compose

FACT = Fact(id="1", name="sales", value=4210, text="Sales come to 4,210.")
AGAIN = FACT.model_copy(update={"id": "2", "text": "Sales by year: sales is 4,210."})
LYING = Fact(
    id="3",
    name="units",
    value=210,
    unit="EUR",
    text="Units that were delivered: units is €210.",
    derived=DerivedName(name="number of orders", text="Number of orders: 210."),
)
NAMELESS = LYING.model_copy(update={"value": 99, "derived": DerivedName()})


class Mind:
    """Words what it is asked to, or is down."""

    def __init__(self, text=""):
        self.text, self.asked = text, []

    def ask(self, request, *, seconds):
        """The text; raises ModelDown where it has none."""
        self.asked.append(request)
        if not self.text:
            raise ModelDown
        return Answered(Wording(text=self.text), source="claude")


class Judged(Mind):
    """Words what it is asked to, with a judge of it beside it who finds this, or is down."""

    def __init__(self, text, opinion=None):
        super().__init__(text)
        self.opinion, self.claims = opinion, ()

    def ask(self, request, *, seconds):
        """The text, or what the judge finds of it."""
        if not isinstance(request, JudgeReply):
            return super().ask(request, seconds=seconds)
        self.claims = request.claims
        if self.opinion is None:
            raise ModelDown
        return Answered(self.opinion, source="claude", usage=Usage(calls=1))


INSTEAD = "the best average is M. Okoro's, 4.41 from 111 ratings"
HONEST = "M. Okoro has the best average: 4.41 from 111 ratings."
ROWS = ({"who": "M. Okoro", "mean": 4.41, "n": 111}, {"who": "L. Silva", "mean": 4.38, "n": 240})


def _refuted(candor, found=(INSTEAD,), facts=(NAMELESS,)):
    """A turn whose only statement a judge found false."""
    doubted = _doubted(candor, "UNCERTAINTY")
    draft = Draft(text="L. Silva leads with 4.38.", source="claude", grounded=True)
    draft = draft.model_copy(update={"unchecked": (Claim(said=draft.text),)})
    result = AgentResult(results=(ResultPreview(purpose="Ratings", data=ROWS, row_count=2),))
    answered = doubted.responses[0].model_copy(update={"facts": facts, "result": result})
    own = {"verdict": "FAILSAFE_TRIGGERED", "judged": True, "contradicted": (1,), "refuted": True}
    assessment = JudgedDraft.model_validate(dict(doubted.assessment) | own | {"found_instead": found})
    return doubted.model_copy(update={"draft": draft, "responses": (answered,), "assessment": assessment})


def test_what_a_judge_found_instead_and_the_rows_reach_whoever_writes_in_place_of_what_is_false(candor, monkeypatch):
    refuted, mind = _refuted(candor), Judged(HONEST, Opinion(score=0.9))
    monkeypatch.setattr(candor.deps, "model", mind)
    said = replacement(refuted, candor.deps)
    assert (said.source, said.text, said.usage.calls) == ("claude", HONEST, 1)
    (asked,) = mind.asked
    assert (asked.found_instead, asked.facts, asked.results[0].data) == ((INSTEAD,), (), ROWS)
    assert [one.said for one in mind.claims] == [HONEST], "it is judged once more"


@pytest.mark.parametrize(
    ("text", "opinion"),
    [
        ("Nobody is rated better than L. Silva, at 4.38.", Opinion(score=0.9, contradicted=(1,))),
        (HONEST, None),
        ("M. Okoro has the best average: 4.93.", Opinion(score=0.9)),
        ("L. Silva leads with 4.38.", Opinion(score=0.9)),
    ],
    ids=["false again", "nobody judges it", "a figure from nowhere", "the same again"],
)
def test_what_no_judge_bears_out_and_what_nothing_gives_is_not_said_in_place_of_what_is_false(
    candor, monkeypatch, text, opinion
):
    refuted = _refuted(candor, facts=(LYING,))
    monkeypatch.setattr(candor.deps, "model", Judged(text, opinion))
    said = replacement(refuted, candor.deps)
    assert said.source == "template"
    assert said.text.startswith("I had worded an answer, but compared with")
    assert "Number of orders: 210." in said.text
    assert text not in said.text


@pytest.mark.parametrize(
    ("text", "opinion", "answers"),
    [
        (HONEST, Opinion(score=0.9), True),
        (HONEST, Opinion(score=0.4), False),
        (HONEST, Opinion(score=0.9, category="UNCERTAINTY"), False),
        (HONEST, Opinion(score=0.9, contradicted=(1,)), False),
        (HONEST, None, False),
        ("Nobody can say who is rated best.", Opinion(score=0.9), False),
    ],
    ids=["sure", "unsure", "hedged", "false", "nobody judges it", "no figure"],
)
def test_a_turn_whose_replacement_a_judge_finds_to_answer_is_no_forfeit(candor, monkeypatch, text, opinion, answers):
    refuted = _refuted(candor, facts=())
    monkeypatch.setattr(candor.deps, "model", Judged(text, opinion))
    assert replaced(refuted, candor.deps).answers is answers
    told = renewed(refuted, candor.deps)
    assert told.status == ("partial" if answers else "forfeited")
    assert compose(told, candor.deps).status == told.status


def test_who_insisted_and_was_given_no_reason_is_not_asked_again(candor, monkeypatch):
    refuted, mind = _refuted(candor, found=()), Judged(HONEST, Opinion(score=0.9))
    monkeypatch.setattr(candor.deps, "model", mind)
    assert replacement(refuted, candor.deps).source == "template"
    assert mind.asked == []


def _doubted(candor, category):
    turn = candor.accept()
    candor.cloud.wait(turn)
    answered = AgentResponse(agent="a", task_id="1", task="?", status="completed", facts=(FACT, AGAIN, LYING, NAMELESS))
    assessment = unanswered("maybe", category, now=datetime(2026, 5, 1, tzinfo=UTC))
    draft = Draft(text="Maybe it is a lot.", source="claude")
    plan = Plan(kind="agents", waves=((Task(task_id="1", agent="a", request="?"),),))
    return Material(turn=turn, plan=plan, draft=draft, responses=(answered,), assessment=assessment)


@pytest.mark.parametrize("category", get_args(FailsafeCategory))
def test_without_a_model_the_template_of_the_category_is_said_with_what_is_known_and_next_steps(
    candor, monkeypatch, category
):
    doubted = _doubted(candor, category)
    monkeypatch.setattr(candor.deps, "model", Mind())
    said = replacement(doubted, candor.deps)
    assert said.source == "template"
    template, known, steps = said.text.split("\n\n")
    assert template == TEMPLATES[category]
    assert known == f"This much I can tell you:\n- {FACT.text}\n- Number of orders: 210."
    assert re.search(r"\b(questions?|figures?|columns?)\b", steps)


def test_facts_that_only_a_model_has_named_are_none_and_such_a_turn_is_forfeited(candor):
    doubted = _doubted(candor, "UNCERTAINTY")
    (answered,) = doubted.responses
    named = {facts: answered.model_copy(update={"facts": facts}) for facts in ((LYING,), (NAMELESS,))}
    told = [doubted.model_copy(update={"responses": (one,)}) for one in named.values()]
    triggered = doubted.assessment.model_copy(update={"verdict": "FAILSAFE_TRIGGERED"})
    assert [one.model_copy(update={"assessment": triggered}).status for one in told] == ["partial", "forfeited"]


def test_an_answer_of_which_no_statement_held_is_told_as_that_in_its_own_language(candor):
    doubted = _doubted(candor, "UNCERTAINTY")
    assessment = doubted.assessment.model_copy(update={"verdict": "FAILSAFE_TRIGGERED", "refuted": True})
    german = doubted.draft.model_copy(update={"language": "de"})
    for draft, first in ((doubted.draft, "I had worded an answer, but"), (german, "Ich hatte eine Antwort formuliert")):
        said = replacement(doubted.model_copy(update={"assessment": assessment, "draft": draft}), candor.deps)
        assert said.text.startswith(first)
        assert said.language == draft.language
        assert "Number of orders: 210." in said.text
    forfeit = forfeit_of(doubted.model_copy(update={"assessment": assessment}))
    assert (forfeit.code, forfeit.reason) == ("refuted", REFUTED)


def test_the_next_steps_fit_the_category(candor, monkeypatch):
    doubted = [_doubted(candor, category) for category in get_args(FailsafeCategory)]
    monkeypatch.setattr(candor.deps, "model", Mind())
    steps = [replacement(one, candor.deps).text.split("\n\n")[-1] for one in doubted]
    assert len(set(steps)) == len(steps)


@pytest.mark.parametrize("category", get_args(FailsafeCategory))
def test_a_model_words_the_reply_for_the_category_of_the_doubt(candor, monkeypatch, category):
    doubted, mind = _doubted(candor, category), Mind("I can't tell that with confidence; name a month, and I can.")
    monkeypatch.setattr(candor.deps, "model", mind)
    said = replacement(doubted, candor.deps)
    assert (said.source, said.text) == ("claude", mind.text)
    assert (mind.asked[0].category, mind.asked[0].draft) == (category, "Maybe it is a lot.")


@pytest.mark.parametrize("category", get_args(FailsafeCategory))
def test_a_doubted_turn_without_facts_is_forfeited_for_the_reason_of_its_category(candor, category):
    forfeit = forfeit_of(_doubted(candor, category))
    assert (forfeit.code, forfeit.reason) == ("unsure", REASONS[category])
    assert forfeit.attempted_actions[-1] == "Drafted an answer, and checked how sure it is"


def test_where_the_data_had_something_instead_it_is_not_said_to_hold_too_little(candor):
    doubted = _doubted(candor, "INSUFFICIENT_INFO")
    found = JudgedDraft.model_validate(dict(doubted.assessment) | {"found_instead": (INSTEAD,)})
    assert forfeit_of(doubted.model_copy(update={"assessment": found})).reason == REASONS["UNCERTAINTY"]


SECOND = "L. Silva has the most ratings, 111."
REST = "M. Okoro has 4.41 on average. {lost} L. Silva comes next with 4.38."
RIGHT = "L. Silva has the most ratings, 240."


def _partly_refuted(candor, text=REST, found=("the most ratings are L. Silva's, 240",)):
    """A turn of whose statements a judge found this one false, in the middle of the others."""
    refuted = _refuted(candor, found=found)
    draft = Draft(text=text.format(lost=SECOND), source="claude", grounded=True, unchecked=(Claim(said=SECOND),))
    own = {"verdict": "PASSED", "assessment": "PASSED", "refuted": False, "confidence_score": 0.7}
    assessment = JudgedDraft.model_validate(dict(refuted.assessment) | own)
    return refuted.model_copy(update={"draft": draft, "assessment": assessment})


def test_a_statement_that_a_judge_found_false_is_said_anew_where_it_stood(candor, monkeypatch):
    refuted, mind = _partly_refuted(candor), Judged(RIGHT, Opinion(score=0.9))
    monkeypatch.setattr(candor.deps, "model", mind)
    told = renewed(refuted, candor.deps)
    assert told.renewed.text == REST.format(lost=RIGHT)
    assert (told.left_out, told.status, told.assessment.confidence_score) == (0, "answered", 0.9)
    (asked,) = mind.asked
    assert (asked.lost, asked.opening, asked.draft) == ((SECOND,), False, REST.format(lost="").replace("  ", " "))
    assert [one.said for one in mind.claims] == [RIGHT], "it is judged once more, alone"
    assert "left out" not in compose(told, candor.deps).text


@pytest.mark.parametrize(
    ("text", "opinion"),
    [
        (RIGHT, Opinion(score=0.9, contradicted=(1,))),
        (RIGHT, Opinion(score=0.3)),
        (RIGHT, None),
        ("L. Silva has the most ratings, 777.", Opinion(score=0.9)),
        ("", None),
    ],
    ids=["false again", "unsure", "nobody judges it", "a figure from nowhere", "nobody words it"],
)
def test_what_is_not_borne_out_in_its_place_is_left_out_and_told_without_blaming_the_data(
    candor, monkeypatch, text, opinion
):
    refuted = _partly_refuted(candor)
    monkeypatch.setattr(candor.deps, "model", Judged(text, opinion))
    told = renewed(refuted, candor.deps)
    assert told.renewed is None
    told = told.model_copy(update={"guarded": guard_draft(told.draft, told)})
    said = compose(told, candor.deps).text
    assert REST.format(lost="").replace("  ", " ") in said
    assert "I left out one sentence that I could not confirm from your data." in said


def test_a_row_of_a_table_keeps_its_form_and_is_not_said_anew(candor, monkeypatch):
    table = f"M. Okoro has 4.41.\n\n| Who | Ratings |\n|---|---|\n| {SECOND} | 111 |\n| M. Okoro | 111 |"
    refuted = _partly_refuted(candor, text=table)
    row = Claim(said=f"| {SECOND} | 111 |")
    refuted = refuted.model_copy(update={"draft": refuted.draft.model_copy(update={"unchecked": (row,)})})
    mind = Judged(RIGHT, Opinion(score=0.9))
    monkeypatch.setattr(candor.deps, "model", mind)
    assert (renewed(refuted, candor.deps).renewed, mind.asked) == (None, [])


OPENS = f"{SECOND} L. Silva comes next with 4.38."


@pytest.mark.parametrize("text", ["", "L. Silva has the most ratings, 777."], ids=["nobody words it", "from nowhere"])
def test_where_nobody_says_an_answer_anew_what_the_judge_found_stands_for_it(candor, monkeypatch, text):
    refuted = _partly_refuted(candor, text=OPENS)
    monkeypatch.setattr(candor.deps, "model", Judged(text, Opinion(score=0.9)))
    told = renewed(refuted, candor.deps)
    assert told.renewed.text == "The most ratings are L. Silva's, 240.\n\nL. Silva comes next with 4.38."
    assert told.status == "partial"
    assert "I left out one sentence" in compose(told, candor.deps).text


@pytest.mark.parametrize("found", ["the most ratings are L. Silva's, 777", "it is the other way round"])
def test_what_a_judge_found_stands_for_no_answer_where_its_figures_do_not(candor, monkeypatch, found):
    refuted = _partly_refuted(candor, text=OPENS, found=(found,))
    monkeypatch.setattr(candor.deps, "model", Judged("", None))
    assert renewed(refuted, candor.deps).renewed is None
