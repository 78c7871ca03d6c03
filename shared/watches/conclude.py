"""What follows for watches: from the reply to a watch's question, and from a new version of a dataset.

A watch and what it tells are kept together, on condition that nobody has changed it meanwhile: however often a
reply or a version is told of, and by whom, there is one message.
"""

from datetime import datetime

from shared.contracts import CronSchedule, OnNewData, Reply, Turn, Watch, WatchMessage
from shared.deps import Deps
from shared.store.datasets import DatasetRecord
from shared.watches.verdict import begun, judged, troubled

TRIES = 5


def conclude(turn: Turn, reply: Reply, deps: Deps) -> None:
    """Tells what there is to tell of the reply to a watch's question, once, whoever brings it and how often."""
    if turn.firing is None:
        return
    for _ in range(TRIES):
        watch = deps.watches.find(turn.firing.watch_id)
        if watch is None or watch.firing != turn.firing or _concluded(watch, reply, deps):
            return


def without_turn(watch: Watch, why: str, deps: Deps) -> Watch | None:
    """Ends a firing that brought no turn, for a reason that is told once."""
    now = deps.clock.now()
    if watch.state == "binding":
        return _over(watch.model_copy(update={"state": "refused", "reason": why}), None, deps)
    return _over(*troubled(watch, why, now), deps)


def note_new_data(record: DatasetRecord, deps: Deps) -> None:
    """A dataset has a new version: watches that wait for one are due. An older version, told late, changes nothing."""
    for watch in deps.watches.of_dataset(record.dataset_id):
        if isinstance(watch.when, OnNewData):
            _note(watch.watch_id, record, deps)


def _concluded(watch: Watch, reply: Reply, deps: Deps) -> bool:
    now = deps.clock.now()
    if watch.state == "binding":
        return _over(begun(watch, reply, now), None, deps) is not None
    return _over(*judged(watch, reply, now), deps) is not None


def _over(watch: Watch, message: WatchMessage | None, deps: Deps) -> Watch | None:
    """Ends the firing: the watch, its message and when it is due next are kept together."""
    rested = watch.model_copy(update={"firing": None})
    return deps.watches.keep(rested, due=_next_due(rested, deps.clock.now()), message=message)


def _next_due(watch: Watch, now: datetime) -> datetime | None:
    if watch.state != "active":
        return None
    if isinstance(watch.when, CronSchedule):
        return watch.next_at
    return now if watch.versions != watch.fired_for else None


def _note(watch_id: str, record: DatasetRecord, deps: Deps) -> None:
    for _ in range(TRIES):
        watch = deps.watches.find(watch_id)
        if watch is None or watch.versions.get(record.dataset_id, -1) >= record.revision:
            return
        newer = watch.model_copy(update={"versions": {**watch.versions, record.dataset_id: record.revision}})
        if deps.watches.keep(newer, due=deps.clock.now()):
            return
