"""Turns whose draft the failsafe did not let pass, listed for the people who review them."""

import re
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from shared.contracts import Assessment, Contract, FailsafeCategory, Moment, Turn
from shared.errors import UnknownResource
from shared.store.keys import user_key
from shared.store.table import Item, Table

_SAME = re.compile(r"[\W\d_]+")


class Review(Contract):
    """A turn whose draft the failsafe did not let pass as it was; `reviewed_at` is None until somebody looked at it."""

    turn_id: str
    session_id: str
    question: str = ""
    asked_at: Moment
    assessment: Assessment
    reviewed_at: Moment | None = None
    note: str = ""

    @property
    def category(self) -> FailsafeCategory:
        """Why the draft was not good enough."""
        return self.assessment.error_category or "UNCERTAINTY"


class Flagged(Contract):
    """How often the failsafe was triggered on one day (UTC) for one category."""

    day: str
    category: str
    count: int


class Reviews:
    """Each under its user, who sees their own; and under its day, for operators. All expire with their turns.

    All methods raise StoreUnavailable.
    """

    def __init__(self, table: Table, *, keep_days: int) -> None:
        self._table = table
        self._keep = timedelta(days=keep_days)

    def flag(self, turn: Turn, assessment: Assessment) -> None:
        """Lists a turn for review; doing it again changes nothing, and takes no mark away."""
        review = Review(
            turn_id=turn.turn_id,
            session_id=turn.session_id,
            question=turn.question,
            asked_at=turn.asked_at,
            assessment=assessment,
        )
        expires = {"expires": int((turn.asked_at + self._keep).timestamp())}
        self._table.put_new({**_key(turn), "body": review.model_dump_json(), **expires})
        self._table.put({**_place(turn, review.category), "user_id": turn.user_id, **expires})

    def mark(self, turn: Turn, *, at: datetime | None, note: str = "") -> Review:
        """Notes that somebody looked at it, or, with None, that nobody did. Raises UnknownResource for a turn that is
        not listed."""
        key = _key(turn)
        item = self._table.get(key["pk"], key["sk"])
        if item is None:
            raise UnknownResource("This turn is not listed for review.")
        review = _review(item).model_copy(update={"reviewed_at": at, "note": note})
        self._table.put_over({**item, "body": review.model_dump_json()})
        return review

    def of_user(self, user_id: str, limit: int = 100) -> list[Review]:
        """A user's, newest first."""
        return list(map(_review, self._table.query(user_key(user_id), "REVIEW#", newest_first=True, limit=limit)))

    def of_days(self, now: datetime, days: int, limit: int = 100) -> list[Review]:
        """Everybody's of today and the days before, newest first."""
        keys: list[tuple[str, str]] = []
        for _, items in self._days(now, days):
            keys += [(user_key(item["user_id"]), f"REVIEW#{item['sk'].split('#')[1]}") for item in items]
            if len(keys) >= limit:
                break
        found = map(_review, self._table.get_many(sorted(keys, key=lambda key: key[1], reverse=True)[:limit]))
        return sorted(found, key=lambda review: review.asked_at, reverse=True)

    def counts(self, now: datetime, days: int) -> list[Flagged]:
        """By day and category, newest day first, the most frequent first."""
        return [
            Flagged(day=day, category=category, count=count)
            for day, items in self._days(now, days)
            for category, count in Counter(item["sk"].split("#")[0] for item in items).most_common()
        ]

    def forget(self, turn: Turn) -> None:
        """Removes what is there of a turn."""
        key = _key(turn)
        if item := self._table.get(key["pk"], key["sk"]):
            place = _place(turn, _review(item).category)
            self._table.delete(place["pk"], place["sk"])
            self._table.delete(key["pk"], key["sk"])

    def _days(self, now: datetime, days: int) -> Iterable[tuple[str, list[Item]]]:
        for day in (f"{now - timedelta(days=back):%Y-%m-%d}" for back in range(days)):
            yield day, list(self._table.query(f"REVIEWS#{day}"))


def grouped(reviews: Iterable[Review]) -> list[list[Review]]:
    """The same by question, whatever its case, figures and punctuation; the most frequent first."""
    groups: dict[str, list[Review]] = {}
    for review in reviews:
        groups.setdefault(_SAME.sub(" ", review.question.casefold()).strip(), []).append(review)
    return sorted(groups.values(), key=len, reverse=True)


def _key(turn: Turn) -> dict[str, str]:
    return {"pk": user_key(turn.user_id), "sk": f"REVIEW#{turn.turn_id}"}


def _place(turn: Turn, category: FailsafeCategory) -> dict[str, str]:
    return {"pk": f"REVIEWS#{turn.asked_at:%Y-%m-%d}", "sk": f"{category}#{turn.turn_id}"}


def _review(item: Item) -> Review:
    return Review.model_validate_json(item["body"])
