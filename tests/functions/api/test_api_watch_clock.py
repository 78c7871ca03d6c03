"""The clock breaks at each of its calls while it looks after a watch: still one turn and one message a firing."""

from collections.abc import Iterator
from typing import Literal

import pytest

from infra.local.call_faults import Call, CallFault, CallKind
from infra.local.cloud import LocalCloud
from infra.local.faults import Crash
from tests.functions.api.test_api_watches import DAY, told, watch
from tests.functions.api.user import User

Break = Crash | CallFault
KINDS: tuple[CallKind, ...] = ("is broken", "hangs up")
LOOKED_AGAIN = 600.0


def made(cloud: LocalCloud) -> int:
    """How many calls the clock's function made since the last reset."""
    return sum(function == "tick" for function, _, _ in cloud.faults.made)


def asked(user: User) -> int:
    """How many sessions this user has: each firing asks in one of its own."""
    return len(user.client.get("/sessions?limit=100").body["sessions"])


def breaks(calls: int) -> Iterator[Break]:
    """At each call one of four things: the function dies before it or after, it fails, or its answer gets lost."""
    for number in range(1, calls + 1):
        if number % 2:
            yield Crash("tick", number, "before" if number % 4 == 1 else "after", once=False)
        else:
            yield CallFault("tick", of_tick, KINDS[number // 2 % 2], times=1, spared=number - 1)


def of_tick(call: Call) -> bool:
    """Whether the clock's function makes it."""
    return call.function == "tick"


def called(cloud: LocalCloud, broken: Break | None = None) -> None:
    """The clock's function is called, and what it begins ends."""
    cloud.faults.crash = broken if isinstance(broken, Crash) else None
    cloud.faults.calls = [broken] if isinstance(broken, CallFault) else []
    with cloud.faults.inside():
        cloud.tick()
    cloud.faults.crash, cloud.faults.calls = None, []
    cloud.rest()
    cloud.settle()


@pytest.mark.parametrize(
    ("stream", "when"),
    [
        pytest.param("told", 0.0, id="as it asks"),
        pytest.param("lost", 0.0, id="as it asks and the reply is not told", marks=pytest.mark.nightly),
        pytest.param("lost", LOOKED_AGAIN, id="as it concludes"),
    ],
)
def test_however_the_clock_breaks_one_question_is_asked_and_one_message_told(
    user: User, cloud: LocalCloud, stream: Literal["told", "lost"], when: float
) -> None:
    watch_id = watch(user, user.dataset())
    cloud.faults.stream = stream
    before = asked(user)
    calls = one_day(cloud, when, None)
    assert calls > 5
    for days, broken in enumerate(breaks(calls), start=2):
        one_day(cloud, when, broken)
        assert len(told(user, watch_id)) == days, broken
        assert asked(user) - before == days, broken


def one_day(cloud: LocalCloud, when: float, broken: Break | None) -> int:
    """A day with its firing, the clock breaking as it asks, or `when` seconds later as it concludes; then minutes in
    which it is called unbroken. Gives how many calls it made in the call that could break."""
    cloud.clock.sleep(DAY - when - 3 * LOOKED_AGAIN)
    if when:
        called(cloud)
        cloud.clock.sleep(when)
    before = made(cloud)
    called(cloud, broken)
    calls = made(cloud) - before
    for _ in range(3):
        cloud.clock.sleep(LOOKED_AGAIN)
        called(cloud)
    return calls
