"""A question with a known answer, asked in a deployment by itself: whether it answers, and with the right figure."""

from shared.contracts import Reply, Session
from shared.deps import Deps
from shared.errors import CandorError
from shared.store.datasets import DatasetRecord, upload_key
from shared.turn.accept import accept

USER, DATASET, SESSION = "smoke", "data_smoke", "sess_smoke"
TABLE = "region,revenue\nWest,10.5\nEast,20\nWest,30\nNorth,4.25\nEast,1\nSouth,7\n"
QUESTION, FIGURE = "What is the total revenue?", 72.75
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
    turn = accept(session, QUESTION, deps)
    for _ in range(MOST_LOOKS):
        if reply := deps.turns.get(turn.turn_id).reply:
            return _right(reply)
        deps.clock.sleep(LOOK_SECONDS)
    raise SmokeFailed("no reply came")


def _right(reply: Reply) -> Reply:
    found = [fact.value for fact in reply.facts]
    if reply.status != "answered" or FIGURE not in found:
        raise SmokeFailed(f"the reply is {reply.status}, its figures are {found}")
    return reply


def _ready(deps: Deps) -> None:
    """Has the table be there; it is sent the first time only."""
    if deps.datasets.find(DATASET) is None:
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
