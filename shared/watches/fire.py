"""A watch fires: its question becomes a turn like every other, and of its reply one message is told, or none.

Each step is kept before the next begins and may be done again: the watch as being asked, the turn under the key of
watch and instant, the message together with the watch that has told it. Whoever comes second finds it done.
"""

import hashlib
from datetime import timedelta

from shared.contracts import CronSchedule, FiringRef, Session, Watch
from shared.deps import Deps
from shared.errors import CandorError, QuotaExceeded, RequestError, UnknownResource
from shared.log import logger
from shared.turn.acceptance.accept import accept
from shared.turn.rescue.rescue import read_turn
from shared.watches.calendar import latest_until, next_after
from shared.watches.conclude import conclude, without_turn

LOOK_AGAIN = timedelta(seconds=30)
"""How long after its deadline a turn is looked at whose reply nobody has told of."""
DATA_GONE = "One of its datasets is gone."
TURN_GONE = "Its question was deleted before it had its reply."


def tick(deps: Deps) -> dict[str, int]:
    """Looks after every watch that is due, one failure keeping none of the others; gives how many there were."""
    done = {"looked_after": 0, "failed": 0}
    for watch in deps.watches.due(deps.clock.now()):
        try:
            look_after(watch.watch_id, deps)
            done["looked_after"] += 1
        except CandorError as error:
            logger.error("a watch could not be looked after", extra={"why": type(error).__name__})
            done["failed"] += 1
    return done


def look_after(watch_id: str, deps: Deps) -> Watch | None:
    """The watch after its next step: begun, asked or concluded; None where it is gone, or somebody else took the step.

    Raises StoreUnavailable.
    """
    watch = deps.watches.find(watch_id)
    if watch is None or watch.state in ("refused", "ended"):
        return watch
    if watch.firing is None:
        watch = _begin(watch, deps)
    return _ask(watch, watch.firing, deps) if watch and watch.firing else watch


def _begin(watch: Watch, deps: Deps) -> Watch | None:
    now = deps.clock.now()
    records = [deps.datasets.find(one) for one in watch.dataset_ids]
    if any(record is None or record.user_id != watch.user_id for record in records):
        over = watch.model_copy(update={"state": "ended", "reason": DATA_GONE})
        return deps.watches.keep(over, due=None)
    if any(record and record.status == "waiting" for record in records):
        return None  # it is being read, and stays due
    update: dict[str, object] = {"fired_for": watch.versions, "turn_id": None}
    instant = now
    if isinstance(watch.when, CronSchedule) and watch.next_at:
        if watch.next_at > now:
            return None
        instant = latest_until(watch.when, watch.next_at, now)
        update["next_at"] = next_after(watch.when, now)
    update["firing"] = FiringRef(watch_id=watch.watch_id, scheduled_at=instant)
    return deps.watches.keep(watch.model_copy(update=update), due=now)


def _ask(watch: Watch, firing: FiringRef, deps: Deps) -> Watch | None:
    """The watch with its turn, or concluded where that has its reply or cannot be had."""
    try:
        turn_id = (
            watch.turn_id
            or accept(
                _session(watch, firing, deps),
                watch.question,
                deps,
                idempotency_key=f"watch-{firing_id(firing)}",
                limited=True,
                firing=firing,
            ).turn_id
        )
        record = read_turn(turn_id, watch.user_id, deps)
    except (QuotaExceeded, UnknownResource) as error:
        why = TURN_GONE if isinstance(error, UnknownResource) else str(error)
        return without_turn(watch, why, deps)
    except RequestError as error:
        return without_turn(watch, str(error), deps)
    if record.reply:
        conclude(record.turn, record.reply, deps)
        return deps.watches.find(watch.watch_id)
    asked = watch.model_copy(update={"turn_id": turn_id})
    return deps.watches.keep(asked, due=record.turn.deadline + LOOK_AGAIN)


def firing_id(firing: FiringRef) -> str:
    """The name of a firing, the same for whoever makes it."""
    told = f"{firing.watch_id} {firing.scheduled_at.isoformat()}"
    return hashlib.sha256(told.encode()).hexdigest()[:26]


def _session(watch: Watch, firing: FiringRef, deps: Deps) -> Session:
    """A session of the firing's own: what was answered before must not lead the answer of today."""
    session = Session(
        session_id=f"sess_{firing_id(firing)}",
        user_id=watch.user_id,
        dataset_ids=watch.dataset_ids,
        created_at=firing.scheduled_at,
    )
    deps.sessions.create(session)
    return session
