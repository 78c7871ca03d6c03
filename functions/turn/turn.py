"""Turn: the states that share their rights, in one function: a question waits for one cold start, not for five."""

from functions.turn import assess, converse, coordinate, guard, handoff, intake, synthesize
from shared.function import Steps

handler = Steps(
    __name__,
    *(module.handler for module in (intake, coordinate, converse, handoff, synthesize, assess, guard)),
)
