"""What the three tools do, for one user: the same stores, rules and rights as the API's."""

from dataclasses import dataclass

from shared.contracts import Session, Turn
from shared.contracts.dataset import MOST_DATASETS
from shared.deps import Deps
from shared.errors import BadRequest
from shared.http.route import MOST_SHOWN
from shared.ids import new_id
from shared.mcp.views import ToolProfile, ToolReceipt, dataset_entry, explained, profiled
from shared.store.parts import asked_about
from shared.store.turns import TurnRecord
from shared.turn.acceptance.accept import accept
from shared.turn.acceptance.cancel import cancel
from shared.turn.polling import replied

WHICH = "Say which datasets the question is about (dataset_ids); profile lists them."


@dataclass(frozen=True)
class Desk:
    """Serves one user. Each method raises what the API's routes raise: RequestError, DependencyError."""

    deps: Deps
    user_id: str

    def ask(self, question: str, dataset_ids: list[str], session_id: str | None) -> Turn:
        """The accepted turn: in that session, or in a new one about these datasets, by default about all there are."""
        session = self._session(dataset_ids, session_id)
        return accept(session, question, self.deps, limited=True)

    def wait(self, turn_id: str, seconds: float) -> TurnRecord:
        """The turn with its reply, or as it stands after so many seconds."""
        return replied(turn_id, self.user_id, self.deps, seconds)

    def cancel(self, turn_id: str) -> TurnRecord:
        """The turn with its one reply: the one that it had, or that it was cancelled."""
        return cancel(self.wait(turn_id, 0.0), self.deps)

    def profile(self, dataset_id: str | None) -> ToolProfile:
        """The user's datasets, newest first; one of them with its columns."""
        datasets = self.deps.datasets
        if dataset_id is None:
            page = datasets.page(self.user_id, before=None, limit=MOST_SHOWN)
            return ToolProfile(datasets=[dataset_entry(record) for record in page.found])
        record = datasets.get(dataset_id, self.user_id)
        if record.status != "ready":
            return ToolProfile(datasets=[dataset_entry(record)])
        return profiled(record, datasets.profile(dataset_id))

    def explain(self, turn_id: str) -> ToolReceipt:
        """The evidence of a turn's reply."""
        reply = self.wait(turn_id, 0.0).reply
        if reply is None:
            raise BadRequest("This question has no reply yet; call ask with its turn_id first.")
        return explained(reply, lambda link: self.deps.results.link(turn_id, link.rsplit("/", 1)[-1]))

    def _session(self, dataset_ids: list[str], session_id: str | None) -> Session:
        if session_id:
            return self.deps.sessions.get(session_id, self.user_id)
        wanted = tuple(dict.fromkeys(dataset_ids)) or self._all()
        if len(wanted) > MOST_DATASETS:
            raise BadRequest(WHICH)
        records = asked_about(wanted, self.user_id, self.deps.datasets)
        session = Session(
            session_id=new_id("sess"),
            user_id=self.user_id,
            dataset_ids=tuple(record.dataset_id for record in records),
            created_at=self.deps.clock.now(),
        )
        self.deps.sessions.create(session)
        return session

    def _all(self) -> tuple[str, ...]:
        page = self.deps.datasets.page(self.user_id, before=None, limit=MOST_SHOWN)
        whole = (one for one in page.found if one.status != "rejected" and one.part_of is None)
        return tuple(record.dataset_id for record in whole)
