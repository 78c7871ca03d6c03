"""What a consultation in a terminal says is true of it: nothing of it stays when it ends."""

from functions.phases.analyzer import phase
from infra.local.consulting import after_opening


def test_a_consultation_that_ends_with_its_process_does_not_say_that_it_stays() -> None:
    assert "stay here" in phase.closes
    assert after_opening(phase.closes) == "I'm glad that I could help."
