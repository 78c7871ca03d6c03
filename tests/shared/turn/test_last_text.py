"""Where no word of an explanation may be shown, the hardcoded one goes out, and says of what kind the failure was."""

from datetime import UTC, datetime, timedelta

import pytest

from shared.contracts import Turn
from shared.deps import Deps
from shared.errors import GuardrailUnavailable, ModelUnavailable
from shared.failure.describe import describe
from shared.failure.last_words import LAST_RESORT_MESSAGES
from shared.model.port import Answered, Wording
from shared.settings import Settings
from shared.turn.material import Material
from shared.turn.reply.respond import words

NOW = datetime(2026, 5, 1, tzinfo=UTC)
TURN = Turn(
    turn_id="turn_1",
    session_id="sess_1",
    user_id="user_1",
    question="Who leads?",
    asked_at=NOW,
    deadline=NOW + timedelta(seconds=90),
)
TIMED_OUT = describe(failed_node="Coordinate", error_type="timeout")


class Explains:
    """A model that explains whatever failed, or raises."""

    def __init__(self, text):
        self.text = text

    def ask(self, request, *, seconds):
        if self.text is None:
            raise ModelUnavailable("down")
        return Answered(value=Wording(text=self.text), source="claude")


class Outside:
    """A guard in front of everything that a model writes."""

    def __init__(self, verdict):
        self.verdict = verdict

    def checked(self, text):
        if self.verdict == "down":
            raise GuardrailUnavailable("down")
        return text if self.verdict == "passes" else None


def worded(text, verdict):
    deps = Deps(Settings(model="deterministic"), model=Explains(text))
    deps.outgoing = Outside(verdict)
    return words(Material(turn=TURN, error=TIMED_OUT), deps)


@pytest.mark.parametrize("verdict", ["blocks", "down"])
def test_an_explanation_that_may_not_go_out_leaves_the_hardcoded_words_for_that_failure(verdict):
    draft = worded("Coordinate took too long.", verdict)
    assert (draft.text, draft.source) == (LAST_RESORT_MESSAGES["timeout"], "last_resort")


def test_an_explanation_that_passes_goes_out():
    assert worded("It took too long this time.", "passes").text.startswith("It took too long this time.")


def test_without_a_model_a_template_explains():
    draft = worded(None, "blocks")
    assert draft.source == "template"
    assert draft.text not in LAST_RESORT_MESSAGES.values()
