"""Records: what was forfeited or failed."""

from collections import Counter

from shared.contracts import Attempt, ForfeitCode
from shared.errors import UnknownResource
from shared.http.caller import Caller
from shared.http.route import MOST_SHOWN, Asking, Days, PageLimit, Shown, answers, routes
from shared.store.tally import GivenUp

router = routes()
TAGS = ["records"]


class LedgerEntry(Shown):
    """One forfeit or failure, and the turn that it belongs to."""

    turn_id: str
    attempt: Attempt


class Count(Shown):
    """How often an agent gave up for a reason, among the entries shown."""

    agent: str
    code: ForfeitCode | None
    reason: str
    count: int


class Ledger(Shown):
    """Forfeits and failures, newest first, and their counts."""

    forfeits: list[LedgerEntry]
    counts: list[Count]


class GivenUpCounts(Shown):
    """How often each agent gave up, by day and kind of reason, over all users."""

    counts: list[GivenUp]


@router.get(
    "/forfeits",
    summary="List forfeits and failures",
    description="The ledger of attempts of your turns that were forfeited or failed.",
    tags=TAGS,
    operation_id="listForfeits",
    responses=answers("The ledger."),
)
def list_forfeits(caller: Asking, limit: PageLimit = MOST_SHOWN) -> Ledger:
    """The caller's ledger."""
    found = caller.deps.turns.ledger(caller.user_id, limit)
    counts = Counter((attempt.agent, attempt.code, attempt.reason or attempt.action) for _, attempt in found)
    return Ledger(
        forfeits=[LedgerEntry(turn_id=turn_id, attempt=attempt) for turn_id, attempt in found],
        counts=[
            Count(agent=agent, code=code, reason=reason, count=n) for (agent, code, reason), n in counts.most_common()
        ],
    )


@router.get(
    "/forfeits/counts",
    summary="Count what agents gave up, over all users",
    description="For operators, whom the deployment names: by day, agent and kind of reason. Others get 404.",
    tags=TAGS,
    operation_id="countForfeits",
    responses=answers("The counts.", 404),
)
def count_forfeits(caller: Asking, days: Days = 30) -> GivenUpCounts:
    """The counts of the last days. Raises UnknownResource for whoever is no operator."""
    operators_only(caller)
    return GivenUpCounts(counts=caller.deps.tally.counts(caller.deps.clock.now(), days))


def operators_only(caller: Caller) -> None:
    """Raises UnknownResource for whoever is no operator of this deployment."""
    if caller.user_id not in caller.deps.settings.operators:
        raise UnknownResource("There is no such address.")
