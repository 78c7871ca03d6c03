"""A watch that fires in each cell: whatever breaks, one message is told of it."""

from shared.contracts import FiringRef, OnNewData, Turn, Watch
from shared.deps import Deps
from shared.errors import CandorError
from shared.ids import new_id
from shared.watches.fire import look_after

MANY = 1_000_000


def firing(user_id: str, dataset_id: str, question: str, deps: Deps) -> FiringRef:
    """A watch that is about to ask this question."""
    now, watch_id = deps.clock.now(), new_id("watch")
    ref = FiringRef(watch_id=watch_id, scheduled_at=now)
    watch = Watch(
        watch_id=watch_id,
        user_id=user_id,
        question=question,
        dataset_ids=(dataset_id,),
        when=OnNewData(),
        created_at=now,
        state="active",
        firing=ref,
    )
    deps.watches.create(watch, due=now, most=MANY)
    return ref


def asks(turn: Turn, deps: Deps) -> None:
    """The watch has asked: this is its turn. Nothing is left to do where that has its reply already."""
    watch = deps.watches.find(turn.firing.watch_id) if turn.firing else None
    if watch and watch.firing:
        deps.watches.keep(watch.model_copy(update={"turn_id": turn.turn_id}), due=turn.deadline)


def wrong(ref: FiringRef | None, deps: Deps) -> tuple[str, ...]:
    """What is wrong with what was told, after the clock has come by; then the watch is forgotten."""
    if ref is None:
        return ("no watch has fired",)
    try:
        watch = deps.watches.find(ref.watch_id)
        if watch and watch.firing:  # else it is concluded, and would begin anew
            watch = look_after(ref.watch_id, deps)
    except CandorError as error:
        return (f"the watch could not be concluded ({type(error).__name__})",)
    told = deps.watches.messages(watch, limit=3) if watch else []
    if watch:
        deps.watches.delete(watch)
    return () if len(told) == 1 else (f"the watch told {len(told)} messages of its firing",)
