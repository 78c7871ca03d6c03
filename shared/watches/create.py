"""A new watch: checked, stored, and asked once to find the figure that it is about."""

from shared.contracts import CronSchedule, FiringRef, Watch, WatchCondition, When
from shared.deps import Deps
from shared.errors import BadRequest
from shared.ids import new_id
from shared.store.parts import asked_about
from shared.turn.acceptance.accept import LONGEST_QUESTION
from shared.turn.polling import waited_for
from shared.turn.rescue.rescue import read_turn
from shared.watches.calendar import checked
from shared.watches.conclude import conclude
from shared.watches.fire import look_after


def create(
    user_id: str, question: str, dataset_ids: tuple[str, ...], when: When, condition: WatchCondition | None, deps: Deps
) -> Watch:
    """The stored watch, its question on its way. Raises BadRequest, UnknownResource, Conflict, StoreUnavailable."""
    now = deps.clock.now()
    if not question.strip() or len(question) > LONGEST_QUESTION:
        raise BadRequest(f"Write a question of at most {LONGEST_QUESTION} characters.")
    records = asked_about(dataset_ids, user_id, deps.datasets)
    for record in records:
        if record.status != "ready":
            raise BadRequest(f"{record.called} is {record.status}; watch it once it is ready.")
    next_at = checked(when, now, deps.settings.watch_least_minutes) if isinstance(when, CronSchedule) else None
    watch_id, versions = new_id("watch"), {record.dataset_id: record.revision for record in records}
    watch = Watch(
        watch_id=watch_id,
        user_id=user_id,
        question=question.strip(),
        dataset_ids=tuple(versions),
        when=when,
        condition=condition,
        created_at=now,
        firing=FiringRef(watch_id=watch_id, scheduled_at=now),
        next_at=next_at,
        versions=versions,
        fired_for=versions,
    )
    deps.watches.create(watch, due=now, most=deps.settings.watches_per_user)
    return look_after(watch_id, deps) or watch


def bound_within(watch: Watch, deps: Deps, seconds: float) -> Watch:
    """The watch once its first answer is there, or as it stands after so many seconds. Raises StoreUnavailable."""
    return waited_for(lambda: _looked_at(watch, deps), lambda seen: seen.state != "binding", deps.clock, seconds)


def _looked_at(watch: Watch, deps: Deps) -> Watch:
    seen = deps.watches.find(watch.watch_id) or watch
    if seen.state == "binding" and seen.turn_id:
        record = read_turn(seen.turn_id, seen.user_id, deps)
        if record.reply:
            conclude(record.turn, record.reply, deps)
            return deps.watches.find(watch.watch_id) or seen
    return seen
