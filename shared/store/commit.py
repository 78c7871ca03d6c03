"""The one commit of a turn's one reply; with it goes what the reply moves of a consultation, or neither."""

from datetime import datetime, timedelta

from shared.contracts import Consultation, Reply
from shared.errors import Conflict, StoreUnavailable, unknown
from shared.store.keys import TURN, session_key, stamp, turn_key
from shared.store.table import Item, Refused, Table, update_if

SESSION = "SESSION"
OPEN = "consultation"
"""What marks a consultation that is not closed in the index of all that is pending."""
RESTS = timedelta(days=1)
"""So long without a message, a consultation counts as abandoned."""
MOST_TRIES = 4
"""How often a transaction that met another one is tried again."""
NO_REPLY = "attribute_exists(pk) AND attribute_not_exists(reply)"
REPLIED = "SET reply = :reply, #status = :status, completed_at = :now REMOVE pending"


class Overtaken(Conflict):
    """Another turn has moved the consultation meanwhile, or its session is gone: nothing is written."""

    code = "overtaken"


def committed(table: Table, reply: Reply, now: datetime) -> Item | None:
    """None where this is the turn's reply now; the turn's item, with the reply that won, where it had one.

    A reply that moves a consultation and the consultation are written in one transaction. Raises UnknownResource where
    there is no such turn, Overtaken, StoreUnavailable.
    """
    values = {":reply": reply.model_dump_json(), ":status": reply.status, ":now": stamp(now)}
    names = {"#status": "status"}
    if reply.consultation:
        return _moved(table, reply, reply.consultation, values, names)
    try:
        table.update(turn_key(reply.turn_id), TURN, REPLIED, values, names=names, condition=NO_REPLY)
    except Refused as refused:
        if refused.found is None:
            raise unknown("turn") from refused
        return refused.found
    return None


def _moved(
    table: Table, reply: Reply, moved: Consultation, values: dict[str, str], names: dict[str, str]
) -> Item | None:
    before = "revision = :before" if moved.revision > 1 else "attribute_not_exists(revision)"
    stood = {":before": moved.revision - 1} if moved.revision > 1 else {}
    resting = " REMOVE pending, deadline" if moved.closed else ", pending = :open, deadline = :rests"
    rests = {} if moved.closed else {":open": OPEN, ":rests": stamp(moved.moved_at + RESTS)}
    writes = [
        update_if(turn_key(reply.turn_id), TURN, REPLIED, values, NO_REPLY, names),
        update_if(
            session_key(reply.session_id),
            SESSION,
            f"SET consultation = :consultation, revision = :revision{resting}",
            {":consultation": moved.model_dump_json(), ":revision": moved.revision, **stood, **rests},
            f"attribute_exists(pk) AND {before}",
        ),
    ]
    for _ in range(MOST_TRIES):
        try:
            table.transact(writes)
        except Refused as refused:
            found = table.get(turn_key(reply.turn_id), TURN)
            if found is None:
                raise unknown("turn") from refused
            if "reply" in found:  # another one's, or this one, whose answer got lost
                return found
            if refused.refused[-1]:
                raise Overtaken("Another message of this consultation was answered meanwhile.") from refused
        else:
            return None
    raise StoreUnavailable("the table is too busy to commit")
