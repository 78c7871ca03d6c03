"""Turn: the states that share their rights, in one function: a question waits for one cold start, not for five."""

from functions.registry import all_agents
from functions.turn import assess, converse, coordinate, guard, handoff, intake, synthesize
from shared.confidence.classifier import probabilities
from shared.deps import Deps
from shared.function import Steps


def ready(_deps: Deps) -> None:
    """Loads what every question needs: the agents among which it is coordinated, and what assesses its reply."""
    all_agents()
    probabilities("ready")


handler = Steps(
    __name__,
    *(module.handler for module in (intake, coordinate, converse, handoff, synthesize, assess, guard)),
    at_start=ready,
    rarely=("query",),  # by a phase that measures; agents compute in functions of their own
)
