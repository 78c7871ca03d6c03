"""What every Lambda function keeps to."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import BaseModel

from shared.clock import MovableClock
from shared.contracts import QueryFailure
from shared.deps import Deps, install
from shared.errors import DeadlineExceeded, QueryFailed, StoreUnavailable
from shared.function import WARM, LambdaFunction, OversizedReturn, stopped_after
from shared.settings import Settings


@pytest.fixture
def deps():
    deps = Deps(Settings(reserve_seconds=10), clock=MovableClock())
    install(deps)
    yield deps
    install(None)


def _event(deps, seconds_left):
    return {"turn": {"deadline": (deps.clock.now() + timedelta(seconds=seconds_left)).isoformat()}}


give = LambdaFunction(
    lambda event, _deps: event["give"], seconds=30, memory_mb=128, uses=(), module="functions.turn.give"
)
answer = LambdaFunction(
    lambda _event, _deps: "answered", seconds=30, memory_mb=128, uses=(), reserve=False, module="functions.turn.answer"
)


def test_a_function_does_not_begin_when_only_the_reserve_is_left(deps):
    with pytest.raises(DeadlineExceeded):
        give(_event(deps, 9) | {"give": 1}, None)


def test_a_function_may_take_what_is_left_before_the_reserve(deps):
    assert give.budget(_event(deps, 25), deps) == pytest.approx(15, abs=0.5)


def test_a_function_never_takes_longer_than_its_own_timeout(deps):
    assert give.budget(_event(deps, 500), deps) < 30


def test_the_one_who_answers_begins_even_after_the_deadline(deps):
    assert answer(_event(deps, -5), None) == "answered"


def test_more_than_may_travel_is_refused(deps):
    with pytest.raises(OversizedReturn):
        give({"give": "x" * 40_000}, None)


def test_a_number_that_json_does_not_know_is_refused(deps):
    with pytest.raises(ValueError, match=r"^shared\.function:"):
        give({"give": float("nan")}, None)


class Row(BaseModel):
    """A row with a figure."""

    figure: float


@pytest.mark.parametrize(
    ("kind", "stumble"),
    [
        ("ValueError", lambda: float("Jane Doe, 12 Elm Street")),
        ("ValidationError", lambda: Row.model_validate({"figure": "Jane Doe"})),
        ("QueryFailed", lambda: _query_failed("Jane Doe")),
    ],
)
def test_what_fails_is_known_by_its_kind_and_quotes_nothing(deps, kind, stumble):
    failing = LambdaFunction(
        lambda _event, _deps: stumble(), seconds=3, memory_mb=128, uses=(), module="functions.turn.failing"
    )
    with pytest.raises(Exception) as failed:
        failing({}, None)
    assert type(failed.value).__name__ == kind
    assert "Jane" not in f"{failed.value} {failed.value!r}"
    assert failed.value.__cause__ is None


def _query_failed(cell):
    raise QueryFailed(QueryFailure(kind="runtime", message=f"Could not convert string '{cell}' to INT32"))


def test_a_dependency_that_fails_says_so_in_fixed_words(deps):
    def stumble(_event, _deps):
        raise StoreUnavailable("the table answered Throttled")

    failing = LambdaFunction(stumble, seconds=3, memory_mb=128, uses=(), module="functions.turn.failing")
    with pytest.raises(StoreUnavailable, match="the table answered Throttled"):
        failing({}, None)


def test_what_keeps_a_function_warm_runs_nothing(deps):
    assert give(dict(WARM), None) is None


def test_a_function_is_stopped_whatever_it_hangs_in():
    with pytest.raises(DeadlineExceeded), stopped_after(0.1):
        time.sleep(60)


def test_settings_come_from_a_mapping():
    settings = Settings.from_env({"CANDOR_TABLE": "t", "CANDOR_TURN_SECONDS": "12", "ANTHROPIC_API_KEY": "k"})
    assert (settings.table, settings.turn_seconds, settings.anthropic_api_key) == ("t", 12.0, "k")


def test_a_clock_moves_instead_of_waiting():
    clock = MovableClock()
    before = clock.now()
    clock.sleep(3600)
    assert clock.now() - before >= timedelta(seconds=3600)
    assert clock.seconds_until(datetime.now(UTC)) < -3500
