"""What must be true of the history of any turns, however they went: a pure check over what was stored and told."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from shared.contracts import Contract, Event, Reply


class Told(Contract):
    """One accepted turn as the world saw it. `commits` are the replies written to it, one after the other.

    `unanswered` is how often the bus took an announcement and whoever made it did not come to know.
    """

    turn_id: str
    session_id: str
    commits: tuple[Reply, ...] = ()
    read: Reply | None = None
    events: tuple[Event, ...] = ()
    announced: tuple[dict[str, Any], ...] = ()
    unanswered: int = 0


def violations(told: Sequence[Told], listed: Sequence[str] | None = None) -> tuple[str, ...]:
    """Every promise that these turns, in the order of their acceptance, broke. `listed` are the turns of their one
    session as the session lists them, oldest first."""
    found = [f"{turn.turn_id}: {line}" for turn in told for line in of_turn(turn)]
    if listed is not None:
        found += _order([turn.turn_id for turn in told], list(listed))
    return tuple(found)


def of_turn(told: Told) -> Iterator[str]:
    """What one turn broke."""
    yield from _commits(told)
    yield from _events(told.events)
    yield from announcements(told)
    yield from _forfeits(told)
    for detail in told.announced:
        if told.read and detail.get("status") != told.read.status:
            yield f"announced as {detail.get('status')}, but it is {told.read.status}"


def announcements(told: Told) -> Iterator[str]:
    """What is wrong with how a turn was announced: once, by one id; again only where the answer to that got lost."""
    ids = {detail.get("announcement_id") for detail in told.announced}
    if len(ids) > 1:
        yield f"announced {len(ids)} times, each time as another announcement"
    elif len(told.announced) > 1 + told.unanswered:
        yield f"announced {len(told.announced)} times, where {told.unanswered} answers of the bus got lost"
    if told.read and not told.announced:
        yield "never announced"


def _commits(told: Told) -> Iterator[str]:
    if told.read is None:
        yield "lost: it has no reply"
    if len(told.commits) > 1:
        yield f"doubled: {len(told.commits)} replies were written"
    if told.read and told.commits and _text(told.read) != _text(told.commits[0]):
        yield "the reply is not the one that was committed first"


def _text(reply: Reply) -> tuple[str, str, str]:
    return reply.turn_id, reply.status, reply.text


def _events(events: Sequence[Event]) -> Iterator[str]:
    seqs = [event.seq for event in events]
    if seqs != list(range(1, len(seqs) + 1)):
        yield f"the log has gaps or is out of order: {seqs}"
    said = Counter(event.model_dump_json(exclude={"seq", "at"}) for event in events)
    for entry, count in said.items():
        if count > 1:
            yield f"the log says {count} times: {entry}"
    ends = [event.seq for event in events if event.type == "complete"]
    if len(ends) != 1:
        yield f"the log has {len(ends)} `complete` events"
    elif ends[0] != seqs[-1]:
        yield f"events follow `complete`: {seqs[seqs.index(ends[0]) + 1 :]}"


def _forfeits(told: Told) -> Iterator[str]:
    """A forfeited turn has one `forfeit` event of its own, whichever rung forfeited it; another turn has none."""
    own = [event for event in told.events if event.type == "forfeit" and event.data.get("scope") == "turn"]
    forfeited = told.read is not None and told.read.status == "forfeited"
    if len(own) != int(forfeited):
        yield f"the log has {len(own)} `forfeit` events of the turn, which is {'' if forfeited else 'not '}forfeited"
    if forfeited and told.read and not (told.read.forfeit and told.read.forfeit.attempted_actions):
        yield "the forfeit does not say what was tried"


def _order(accepted: list[str], listed: list[str]) -> Iterator[str]:
    for turn_id, count in Counter(listed).items():
        if count > 1:
            yield f"{turn_id} is listed {count} times"
    for turn_id in accepted:
        if turn_id not in listed:
            yield f"{turn_id} is not in its session"
    common = [turn_id for turn_id in listed if turn_id in accepted]
    if common != [turn_id for turn_id in accepted if turn_id in listed]:
        yield "the turns of the session are not in the order in which they were asked"
