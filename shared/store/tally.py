"""How often each agent gave up, and why, day by day and over all users: no question and no user's name is in it."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from shared.contracts import Attempt, Contract, Turn
from shared.store.table import Table


class GivenUp(Contract):
    """How often an agent gave up for one kind of reason on one day (UTC). `kind` is a forfeit's code, or the type of
    the error of an agent that failed."""

    day: str
    agent: str
    kind: str
    count: int


class Tally:
    """One item for each time, so that telling it again changes nothing; old ones expire."""

    def __init__(self, table: Table, *, keep_days: int) -> None:
        self._table = table
        self._keep = timedelta(days=keep_days)

    def note(self, turn: Turn, attempts: Sequence[Attempt]) -> None:
        """Counts the forfeits and failures of a turn, once. Raises StoreUnavailable."""
        for number, attempt in enumerate(attempts):
            kind = attempt.code or attempt.error_type or "other"
            self._table.put(
                {
                    "pk": _key(turn.asked_at),
                    "sk": f"{attempt.agent}#{kind}#{turn.turn_id}#{number:03}",
                    "expires": int((turn.asked_at + self._keep).timestamp()),
                }
            )

    def counts(self, now: datetime, days: int) -> list[GivenUp]:
        """Those of today and the days before, newest day first, the most frequent first. Raises StoreUnavailable."""
        found: list[GivenUp] = []
        for day in (now - timedelta(days=back) for back in range(days)):
            items = self._table.query(_key(day))
            counted = Counter(tuple(item["sk"].split("#")[:2]) for item in items)
            told = f"{day:%Y-%m-%d}"
            found += [GivenUp(day=told, agent=agent, kind=kind, count=n) for (agent, kind), n in counted.most_common()]
        return found


def _key(day: datetime) -> str:
    return f"TALLY#{day:%Y-%m-%d}"
