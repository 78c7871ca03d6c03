"""Sessions: a user's conversations and what each set for itself."""

from datetime import datetime

from shared.contracts import Consultation, Session, Turn
from shared.errors import unknown
from shared.store.commit import OPEN
from shared.store.keys import user_key
from shared.store.page import Page, owned, page
from shared.store.table import Refused, Table
from shared.store.turns import PENDING_INDEX, TURN, record_of, session_key, stamp, turn_key

SESSION, LISTED = "SESSION", "SESSION#"


class SessionStore:
    """Sessions in the one table; another user's are unknown."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def create(self, session: Session) -> None:
        """Stores a new session."""
        self._table.put_new(
            {
                "pk": session_key(session.session_id),
                "sk": SESSION,
                "body": session.model_dump_json(),
                "user_id": session.user_id,
            }
        )
        self._table.put_new({"pk": user_key(session.user_id), "sk": LISTED + session.session_id})

    def find(self, session_id: str) -> Session | None:
        """The session, whoever has it, or None: for functions, not for users."""
        item = self._table.get(session_key(session_id), SESSION)
        return Session.model_validate_json(item["body"]) if item else None

    def consultation(self, session_id: str) -> Consultation | None:
        """Where the session's consultation stands; None where none has begun."""
        item = self._table.get(session_key(session_id), SESSION) or {}
        return Consultation.model_validate_json(item["consultation"]) if "consultation" in item else None

    def get(self, session_id: str, user_id: str) -> Session:
        """The session. Raises UnknownResource for another user's, exactly as for none."""
        return owned(self.find(session_id), user_id, "session")

    def of_turn(self, turn_id: str, session_id: str) -> tuple[Turn, Session]:
        """A turn and its session, in one read. Raises UnknownResource where one of them is gone."""
        found = self._table.get_many([(turn_key(turn_id), TURN), (session_key(session_id), SESSION)])
        items = {item["sk"]: item for item in found}
        if items.keys() != {TURN, SESSION}:
            raise unknown("turn")
        return record_of(items[TURN]).turn, Session.model_validate_json(items[SESSION]["body"])

    def update(self, session: Session) -> None:
        """Keeps a changed session, its lease untouched."""
        self._table.update(
            session_key(session.session_id), SESSION, "SET body = :body", {":body": session.model_dump_json()}
        )

    def resting(self, now: datetime) -> list[Consultation]:
        """The consultations, of all users, that are abandoned by now and have not been counted."""
        items = self._table.index(PENDING_INDEX, "pending", OPEN, before=("deadline", stamp(now)))
        return [Consultation.model_validate_json(item["consultation"]) for item in items]

    def note_abandoned(self, consultation: Consultation) -> bool:
        """Whether this is the one who counts it: nobody has before, and it has not gone on meanwhile."""
        try:
            self._table.update(
                session_key(consultation.session_id),
                SESSION,
                "REMOVE pending, deadline",
                {":revision": consultation.revision},
                condition="attribute_exists(pending) AND revision = :revision",
            )
        except Refused:
            return False
        return True

    def of_user(self, user_id: str) -> list[Session]:
        """All of a user's sessions."""
        items = self._table.query(user_key(user_id), LISTED)
        found = (self.find(item["sk"].removeprefix(LISTED)) for item in items)
        return [session for session in found if session]

    def page(self, user_id: str, *, before: str | None, limit: int) -> Page[Session]:
        """Some of a user's sessions, newest first."""
        return page(self._table, user_key(user_id), LISTED, self.find, before=before, limit=limit)

    def delete(self, session: Session) -> None:
        """Forgets the session and everything stored under it."""
        for item in self._table.query(session_key(session.session_id)):
            self._table.delete(item["pk"], item["sk"])
        self._table.delete(user_key(session.user_id), LISTED + session.session_id)
