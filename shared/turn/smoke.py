"""A question with a known answer, asked in a deployment by itself: whether it answers, and with the right figure."""

from datetime import timedelta

from shared.contracts import Reply, Session, Turn
from shared.deps import Deps
from shared.errors import CandorError
from shared.store.datasets import DatasetRecord, upload_key
from shared.store.turns import SessionBusy
from shared.turn.acceptance.accept import accept

USER, DATASET, SESSION = "smoke", "data_smoke", "sess_smoke"
TABLE = "region,revenue\nWest,10.5\nEast,20\nWest,30\nNorth,4.25\nEast,1\nSouth,7\n"
QUESTION, FIGURE, SHOWN = "What is the total revenue?", 72.75, "72.75"
IN_A_SHIFT = {"only": "while a new version takes calls"}
"""The event of the schedule that asks during a deployment."""
QUESTIONS_A_MINUTE, MINUTE = 4, timedelta(seconds=50)
"""With a tenth of the calls for five minutes, twenty questions come by a function of each turn once at the least with
88%, by those that a turn calls several times for certain; each costs what a question costs."""
LOOK_SECONDS = 0.5
MOST_LOOKS = 180
"""A minute and a half, for each of the file and the answer."""


class SmokeFailed(CandorError):
    """The deployment did not answer, or with another figure; the message says which."""


def smoke(deps: Deps) -> Reply:
    """The reply, which states the figure. Raises SmokeFailed."""
    _ready(deps)
    session = Session(session_id=SESSION, user_id=USER, dataset_ids=(DATASET,), created_at=deps.clock.now())
    deps.sessions.create(session)
    turn = _accepted(session, deps)
    for _ in range(MOST_LOOKS):
        if reply := deps.turns.get(turn.turn_id).reply:
            return _right(reply)
        deps.clock.sleep(LOOK_SECONDS)
    raise SmokeFailed("no reply came")


def canary(deps: Deps) -> int:
    """Asks again and again for most of a minute, as long as a new version takes a part of the calls: how often, 0 where
    none does. Raises SmokeFailed."""
    until, asked = deps.clock.now() + MINUTE, 0
    while asked < QUESTIONS_A_MINUTE and deps.clock.now() < until and deps.shifting():
        smoke(deps)
        asked += 1
    return asked


def _accepted(session: Session, deps: Deps) -> Turn:
    """The question on its way, once the one before is done with."""
    for _ in range(MOST_LOOKS):
        try:
            return accept(session, QUESTION, deps)
        except SessionBusy:
            deps.clock.sleep(LOOK_SECONDS)
    raise SmokeFailed("the question before has no end")


def _right(reply: Reply) -> Reply:
    found = [fact.value for fact in reply.facts]
    if reply.status != "answered" or FIGURE not in found:
        raise SmokeFailed(f"the reply is {reply.status}, its figures are {found}")
    if SHOWN not in reply.text:
        raise SmokeFailed(f"the reply does not say {SHOWN}, which is among its figures")
    return reply


def _ready(deps: Deps) -> None:
    """Has the table be there: it is sent the first time, and anew where it was rejected, by a fault that is mended."""
    known = deps.datasets.find(DATASET)
    if known is None or known.status == "rejected":
        record = DatasetRecord(dataset_id=DATASET, user_id=USER, file_name="smoke.csv", created_at=deps.clock.now())
        deps.datasets.put(record)
        deps.objects.write(upload_key(DATASET), TABLE)
    for _ in range(MOST_LOOKS):
        found = deps.datasets.get(DATASET, USER)
        if found.status == "ready":
            return
        if found.status == "rejected":
            raise SmokeFailed(f"the file was rejected: {found.reason}")
        deps.clock.sleep(LOOK_SECONDS)
    raise SmokeFailed("the file was never read")
