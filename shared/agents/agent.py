"""An agent is a specialist with a handler, which is the same for all."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from shared.agents.specialist import WORK_SECONDS, Specialist
from shared.deps import Deps
from shared.function import LambdaFunction

if TYPE_CHECKING:
    from shared.agents.run import Work


class Agent(Specialist):
    """A specialist of the registry."""

    @cached_property
    def handler(self) -> LambdaFunction:
        """Its Lambda function."""
        return LambdaFunction(
            self.run,
            seconds=WORK_SECONDS,
            memory_mb=1024,
            uses=("turns", "datasets:read", "query", "statistics", "model", "health"),
            module=self.module,
            at_start=lambda _deps: _work(),
        )

    def run(self, event: dict[str, Any], deps: Deps) -> dict[str, Any]:
        """Works on one task of a turn and keeps the response; gives its status."""
        found = deps.turns.belongings(event["turn"]["turn_id"])
        response = _work()(self, found, event["task"]["task_id"], deps).respond()
        return {"task_id": response.task_id, "status": response.status}


def _work() -> type["Work"]:
    """The work itself, with a parser of SQL: whoever only chooses among agents starts without."""
    from shared.agents.run import Work

    return Work
