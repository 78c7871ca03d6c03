"""A judge that fails leaves the rule score standing, whatever becomes of it."""

import pytest

from shared.contracts import (
    AgentResponse,
    AgentResult,
    Cell,
    Claim,
    DerivedName,
    Draft,
    Fact,
    Plan,
    ResultPreview,
    Task,
    Usage,
)
from shared.errors import ModelTimeout
from shared.model.port import Answered, JudgeReply, Opinion
from shared.turn.draft.assess import assess_draft
from shared.turn.draft.replacement import UNCHECKED, forfeit_of
from shared.turn.draft.text_guard import guard_draft
from shared.turn.material import Material

TASK = Task(task_id="1", agent="a", request="?")
SURE = "The total revenue is 4,210 in 2025, which is 12 orders more than in 2024: 310 against 298 orders."
DOUBT = "I'm not sure, maybe; I don't know: it could be anything, I think it is hard to say after all."


class Judge:
    """A model whose judgement is this error."""

    def __init__(self, error):
        self.error = error
        self.asked = []

    def ask(self, request, *, seconds):
        """Raises it."""
        self.asked.append(request)
        raise self.error


class Agreeing:
    """A judge who finds the first claim contradicted."""

    def __init__(self):
        self.asked = []

    def ask(self, request, *, seconds):
        """Says so, and doubts nothing else."""
        self.asked.append(request)
        return Answered(Opinion(score=0.95, contradicted=(1,)), source="claude", usage=Usage(calls=1, price_usd=0.01))


def test_what_a_judge_finds_contradicted_by_the_facts_goes_and_the_rest_stands(candor, monkeypatch):
    turn = candor.accept()
    candor.cloud.wait(turn)
    judge = Agreeing()
    monkeypatch.setattr(candor.deps, "model", judge)
    false = "Growth was strongest in the sixties."
    said = f"Sales came to 4,210 in all. {false} Prices have risen ever since."
    claims = (Claim(said=false), Claim(said="Prices have risen ever since."))
    draft = Draft(text=said, source="claude", grounded=True, unchecked=claims)
    facts = (Fact(id="1", name="sales", value=4210, text="Sales come to 4,210."),)
    answered = AgentResponse(agent="a", task_id="1", task="?", status="completed", facts=facts)
    material = Material(turn=turn, draft=draft, responses=(answered,), plan=Plan(kind="agents", waves=((TASK,),)))
    told = material.model_copy(update={"assessment": assess_draft(material, candor.deps)})
    assert (judge.asked[0].claims, judge.asked[0].facts) == (draft.unchecked, facts)
    assert (told.assessment.contradicted, told.assessment.verdict) == ((1,), "PASSED")
    assert (told.usage.calls, told.usage.price_usd) == (1, 0.01), "what the judge took is counted"
    guarded = guard_draft(draft, told)
    assert (guarded.text, guarded.left_out) == ("Sales came to 4,210 in all. Prices have risen ever since.", 1)


def test_a_judge_is_not_shown_the_figures_of_a_look_around_that_the_answer_tells_nothing_of():
    shown = ResultPreview(purpose="p", data=({"sales": 4, "double": 1},), row_count=1)
    results = (shown.model_copy(update={"cited": ("sales",)}), shown.model_copy(update={"cited": ()}))
    named, places = DerivedName(name="n", text="N."), [(0, "sales"), (0, "double"), (1, "sales")]
    own = Fact(id="0", name="p", value=0.04, text="p = 0.04.")
    looked = [
        Fact(id=f"{at}", name=name, value=4, text="4.", derived=named, cells=(Cell(query=query, row=0, column=name),))
        for at, (query, name) in enumerate(places, start=1)
    ]
    answer = AgentResponse(agent="a", task_id="1", task="?", status="completed", facts=(own, *looked))
    told = answer.model_copy(update={"result": AgentResult(results=results)})
    assert [one.id for one in told.telling] == ["0", "1"]
    unknown = AgentResult(results=(shown, shown))
    assert answer.model_copy(update={"result": unknown}).telling == answer.facts


def test_where_the_answer_itself_is_false_the_facts_take_its_place_and_it_is_answered_in_part(candor, monkeypatch):
    turn = candor.accept()
    candor.cloud.wait(turn)
    monkeypatch.setattr(candor.deps, "model", Agreeing())
    false = "Sales fell to 4,210 in all."
    claims = (Claim(said=false), Claim(said="Prices have risen ever since."))
    draft = Draft(text=f"{false} Prices have risen ever since.", source="claude", grounded=True, unchecked=claims)
    named = DerivedName(name="total sales", text="Total sales: 4,210.")
    others = [Fact(id=f"{at}", name=f"{at}", value=at, text=f"Month {at}: {at}.") for at in range(4)]
    facts = (*others, Fact(id="9", name="fall", value=4210, text="The fall is 4,210.", derived=named))
    answered = AgentResponse(agent="a", task_id="1", task="?", status="completed", facts=facts)
    material = Material(turn=turn, draft=draft, responses=(answered,), plan=Plan(kind="agents", waves=((TASK,),)))
    told = material.model_copy(update={"assessment": assess_draft(material, candor.deps)})
    guarded = guard_draft(draft, told)
    assert guarded.text == "This much I can tell you:\n- Total sales: 4,210.\n\nPrices have risen ever since."
    assert told.model_copy(update={"guarded": guarded}).status == "partial"
    elsewhere = draft.model_copy(update={"text": draft.text.replace("4,210", "5,000")})
    claimed = elsewhere.model_copy(update={"unchecked": (Claim(said="Sales fell to 5,000 in all."), claims[1])})
    own = guard_draft(claimed, told.model_copy(update={"draft": claimed}))
    assert own.text.startswith("This much I can tell you:\n- Month 0: 0.\n- Month 1: 1.\n- Month 2: 2.\n\nPrices")


@pytest.mark.parametrize(
    ("judge", "stands"),
    [(Agreeing(), True), (Judge(ModelTimeout("slow")), False)],
    ids=["a judge bears it out", "no judge"],
)
def test_a_figure_that_only_far_arithmetic_gives_goes_out_where_a_judge_bears_it_out(
    candor, monkeypatch, judge, stands
):
    turn = candor.accept()
    candor.cloud.wait(turn)
    monkeypatch.setattr(candor.deps, "model", judge)
    doubted, derived = "North leads.", "That is 12.4 % more than the average region."
    claims = (Claim(said=doubted), Claim(said=derived, figures=("12.4 %",)))
    draft = Draft(text=f"Sales came to 4,210. {derived}", source="claude", grounded=True, unchecked=claims)
    material = Material(turn=turn, draft=draft, plan=Plan(kind="agents", waves=((TASK,),)))
    told = material.model_copy(update={"assessment": assess_draft(material, candor.deps)})
    assert (derived in guard_draft(draft, told).text) is stands


def test_a_draft_of_which_everything_was_checked_costs_no_judge(candor, monkeypatch):
    turn = candor.accept()
    candor.cloud.wait(turn)
    judge = Agreeing()
    monkeypatch.setattr(candor.deps, "model", judge)
    assess_draft(Material(turn=turn, draft=Draft(text=SURE, source="claude", grounded=True)), candor.deps)
    assert judge.asked == []


@pytest.mark.parametrize("error", [ModelTimeout("slow"), RuntimeError("a bug"), ValueError("no score")], ids=repr)
def test_where_the_judge_fails_the_rule_score_stands(candor, monkeypatch, error):
    turn = candor.accept()
    candor.cloud.wait(turn)
    judge = Judge(error)
    monkeypatch.setattr(candor.deps, "model", judge)
    material = Material(turn=turn, draft=Draft(text=DOUBT, source="claude"))
    told = assess_draft(material, candor.deps)
    assert isinstance(judge.asked[0], JudgeReply)
    assert told.confidence_score == told.rule_score == 0.5
    assert (told.model_score, told.verdict, told.error_category) == (None, "FAILSAFE_TRIGGERED", "UNCERTAINTY")


@pytest.mark.parametrize(("before", "code"), [(False, "unsure"), (True, "refuted")], ids=["nobody", "one before"])
def test_an_answer_of_which_nothing_is_left_is_refuted_only_where_a_judge_found_so(candor, monkeypatch, before, code):
    turn = candor.accept()
    candor.cloud.wait(turn)
    monkeypatch.setattr(candor.deps, "model", Judge(ModelTimeout("slow")))
    said = "West makes up 36.5 % of the revenue."
    claim = Claim(said=said, figures=("36.5 %",), refuted=before)
    draft = Draft(text=said, source="claude", grounded=True, unchecked=(claim,))
    material = Material(turn=turn, draft=draft, plan=Plan(kind="agents", waves=((TASK,),)))
    told = material.model_copy(update={"assessment": assess_draft(material, candor.deps)})
    forfeit = forfeit_of(told)
    assert (told.assessment.verdict, told.refuted, forfeit.code) == ("FAILSAFE_TRIGGERED", before, code)
    assert (forfeit.reason == UNCHECKED) is not before
    assert any("checked" in one for one in forfeit.attempted_actions) is before
