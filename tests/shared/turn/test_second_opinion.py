"""A judge that fails leaves the rule score standing, whatever becomes of it."""

import pytest

from shared.contracts import Draft
from shared.errors import ModelTimeout
from shared.model.port import JudgeReply
from shared.turn.assess import assess_draft
from shared.turn.material import Material

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
