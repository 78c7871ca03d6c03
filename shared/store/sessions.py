"""Sessions: a user's conversations and what each set for itself."""

from shared.contracts import Session
from shared.failure.errors import UnknownResource
from shared.store.table import Table
from shared.store.turns import session_key

SESSION = "SESSION"


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
        self._table.put_new({"pk": f"USER#{session.user_id}", "sk": f"SESSION#{session.session_id}"})

    def get(self, session_id: str, user_id: str) -> Session:
        """The session. Raises UnknownResource for another user's, exactly as for none."""
        item = self._table.get(session_key(session_id), SESSION)
        if item is None or item["user_id"] != user_id:
            raise UnknownResource("There is no such session.")
        return Session.model_validate_json(item["body"])

    def update(self, session: Session) -> None:
        """Keeps a changed session, its lease untouched."""
        self._table.update(
            session_key(session.session_id), SESSION, "SET body = :body", {":body": session.model_dump_json()}
        )

    def of_user(self, user_id: str) -> list[Session]:
        """A user's sessions, oldest first."""
        items = self._table.query(f"USER#{user_id}", "SESSION#")
        found = (self._table.get(session_key(item["sk"].removeprefix("SESSION#")), SESSION) for item in items)
        return [Session.model_validate_json(item["body"]) for item in found if item and item["user_id"] == user_id]

    def delete(self, session: Session) -> None:
        """Forgets the session and everything stored under it."""
        for item in self._table.query(session_key(session.session_id)):
            self._table.delete(item["pk"], item["sk"])
        self._table.delete(f"USER#{session.user_id}", f"SESSION#{session.session_id}")
