"""The thread of a phase: what was said in it, without synthetic messages, for whoever leads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from shared.contracts import Message, Turn
from shared.errors import StoreUnavailable
from shared.phases.messages import THREAD, WORKED_ON, is_shown

if TYPE_CHECKING:
    from shared.deps import Deps
    from shared.model.moves import ThreadLine
    from shared.store.turns import TurnRecord

MOST_TURNS: Final = 12
LONGEST: Final = 1200


def thread_of(turn: Turn, thread_id: str, deps: Deps) -> tuple[ThreadLine, ...]:
    """What was said in a thread before this turn, oldest first; empty where it cannot be looked at."""
    try:
        records = list(deps.turns.of_session(turn.session_id, limit=MOST_TURNS, but=turn.turn_id))
    except StoreUnavailable:
        return ()
    return tuple(line for record in reversed(records) for line in _lines(record, thread_id))


def _lines(record: TurnRecord, thread_id: str) -> Iterator[ThreadLine]:
    """The lines of one turn that belong to the thread. Its question does where its first answer does."""
    from shared.model.moves import ThreadLine

    shown = [one for one in (record.reply.messages if record.reply else ()) if is_shown(one) and one.role != "system"]
    for at, message in enumerate(shown):
        if message.metadata.get(THREAD) != thread_id:
            continue
        if at == 0:
            yield ThreadLine(role="person", text=record.turn.question[:LONGEST])
        yield ThreadLine(role="phase", text=_told(message)[:LONGEST])


def _told(message: Message) -> str:
    """What a message said; findings are named by their questions, not told again: whoever leads states no figures."""
    worked_on = message.metadata.get(WORKED_ON)
    if not worked_on:
        return message.content
    return "The findings on these questions were shown: " + " · ".join(worked_on)
