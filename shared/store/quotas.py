"""How much a user may ask for: counters that are taken in the transaction that accepts a turn."""

from datetime import datetime, timedelta
from math import ceil
from typing import Any, NamedTuple

from shared.contracts import Turn
from shared.errors import QuotaExceeded, StoreUnavailable
from shared.store.keys import user_key
from shared.store.table import Refused, Table, put_if_new, update_if

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
KEPT = timedelta(days=2)
MILLION = 1_000_000
EVERYBODY = "*"
"""Stands for all users of a deployment together."""
SPEND_TRIES = 8
"""How often a turn's tokens are counted anew where another turn of the user is being counted just then."""


class UserLimits(NamedTuple):
    """What one user may have, and what all of them together may cost a day, in US dollars; 0 sets no limit."""

    messages_per_minute: int = 0
    turns_per_day: int = 0
    tokens_per_day: int = 0
    usd_per_day: float = 0.0


class QuotaSpent(QuotaExceeded):
    """A quota is used up; `retry_after` is in seconds. `of_all` says that it is the one of the whole deployment."""

    def __init__(self, message: str, retry_after: int, *, of_all: bool = False) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.of_all = of_all


class Quotas:
    """Counters by user, minute and day (UTC), in the one table; old ones expire."""

    def __init__(self, table: Table, limits: UserLimits) -> None:
        self._table = table
        self._limits = limits

    def writes(self, user_id: str, now: datetime) -> list[dict[str, Any]]:
        """The transaction's writes that take one message of the minute and one turn of the day.

        Raises QuotaSpent where the deployment has spent what it may: a turn that runs meanwhile may still add to it.
        """
        limits = self._limits
        if limits.usd_per_day and self._spent(now) >= limits.usd_per_day * MILLION:
            told = "This service has reached its daily limit for language models; ask again tomorrow (UTC)."
            raise QuotaSpent(told, _tomorrow(now), of_all=True)
        return [
            _take(user_id, _minute(now), now, limits.messages_per_minute, 0),
            _take(user_id, _day(now), now, limits.turns_per_day, limits.tokens_per_day),
        ]

    def refusal(self, user_id: str, now: datetime) -> QuotaSpent:
        """What to tell a user whose quota refused a turn: which one it was, and when to come back."""
        day = self._table.get(user_key(user_id), _day(now)) or {}
        tomorrow = _tomorrow(now)
        if _reached(day.get("tokens"), self._limits.tokens_per_day):
            return QuotaSpent("Your quota of model tokens for today is used up; ask again tomorrow (UTC).", tomorrow)
        if _reached(day.get("taken"), self._limits.turns_per_day):
            return QuotaSpent("You have asked as many questions as one day allows; ask again tomorrow.", tomorrow)
        seconds = 60 - now.second
        return QuotaSpent(f"You are asking faster than your quota allows; ask again in {seconds} seconds.", seconds)

    def _spent(self, now: datetime) -> int:
        """Millionths of a dollar that all turns of the day have cost."""
        return int((self._table.get(user_key(EVERYBODY), _day(now)) or {}).get("cost", 0))

    def spend(self, turn: Turn, tokens: int, now: datetime, usd: float = 0.0) -> None:
        """Adds the tokens that a turn took, and what they cost, to the day's counts, once, however often it is told."""
        if not tokens:
            return None
        key, values = user_key(turn.user_id), {":tokens": tokens, ":expires": _expiry(now)}
        once = put_if_new({"pk": key, "sk": f"SPENT#{turn.turn_id}", "expires": _expiry(now)})
        count = update_if(key, _day(now), "ADD tokens :tokens SET expires = :expires", values, "")
        cost = {":cost": round(usd * MILLION), ":expires": _expiry(now)}
        total = update_if(user_key(EVERYBODY), _day(now), "ADD cost :cost SET expires = :expires", cost, "")
        for _ in range(SPEND_TRIES):
            try:
                return self._table.transact([once, count, *([total] if usd else [])])
            except Refused as refused:
                if refused.refused[0]:
                    return None
        raise StoreUnavailable("the day's count is always being written")


def _tomorrow(now: datetime) -> int:
    """Seconds until the next day begins."""
    return ceil((_start_of_day(now) + DAY - now).total_seconds())


def _take(user_id: str, counter: str, now: datetime, most: int, most_tokens: int) -> dict[str, Any]:
    values: dict[str, Any] = {":one": 1, ":expires": _expiry(now)}
    conditions = []
    for name, limit in (("taken", most), ("tokens", most_tokens)):
        if limit:
            conditions.append(f"(attribute_not_exists({name}) OR {name} < :{name})")
            values[f":{name}"] = limit
    expression = "ADD taken :one SET expires = :expires"
    return update_if(user_key(user_id), counter, expression, values, " AND ".join(conditions))


def _minute(now: datetime) -> str:
    return f"QUOTA#minute#{now:%Y-%m-%dT%H:%M}"


def _day(now: datetime) -> str:
    return f"QUOTA#day#{now:%Y-%m-%d}"


def _start_of_day(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _expiry(now: datetime) -> int:
    return int((now + KEPT).timestamp())


def _reached(count: Any, limit: int) -> bool:
    return bool(limit) and int(count or 0) >= limit
