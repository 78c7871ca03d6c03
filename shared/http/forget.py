"""Deletion that leaves nothing behind: of a session, and of a dataset with all that came of it."""

from shared.contracts import Session
from shared.deps import Deps
from shared.store.datasets import DatasetRecord
from shared.store.turns import SessionBusy


def forget_session(session: Session, deps: Deps) -> None:
    """Removes the session with its turns. Raises SessionBusy while one runs."""
    _idle(session, deps)
    for record in deps.turns.of_session(session.session_id):
        deps.turns.forget(record.turn)
    deps.sessions.delete(session)


def forget_dataset(dataset: DatasetRecord, deps: Deps) -> None:
    """Removes the dataset and its parts, every turn that was asked about them, their watches, and their place in
    sessions.

    Raises SessionBusy while a turn of a session that has one of them runs.
    """
    parts = filter(None, map(deps.datasets.find, dataset.parts))
    going = {one.dataset_id: one for one in (*parts, dataset)}
    about = {*going, *filter(None, (dataset.part_of,))}  # who asks about the first asks about its parts
    sessions = [one for one in deps.sessions.of_user(dataset.user_id) if about.intersection(one.dataset_ids)]
    for session in sessions:
        _idle(session, deps)
    for session in sessions:
        left = tuple(one for one in session.dataset_ids if one not in going)
        deps.sessions.update(session.model_copy(update={"dataset_ids": left}))
        for record in deps.turns.of_session(session.session_id):
            if about.intersection(record.turn.dataset_ids):
                deps.turns.forget(record.turn)
    for one in going.values():
        for watch in deps.watches.of_dataset(one.dataset_id):
            deps.watches.delete(watch)
        deps.datasets.delete(one)
    if dataset.part_of and (first := deps.datasets.find(dataset.part_of)):
        left = tuple(one for one in first.parts if one != dataset.dataset_id)
        deps.datasets.change(first.model_copy(update={"parts": left}))


def _idle(session: Session, deps: Deps) -> None:
    if running := deps.turns.running(session.session_id):
        raise SessionBusy(running)
