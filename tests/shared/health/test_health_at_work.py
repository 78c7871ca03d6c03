"""Health at work: what is noted, what is not called, what is told."""

from typing import Any

import pytest

from shared.clock import MovableClock
from shared.errors import (
    CandorError,
    DeadlineExceeded,
    ModelBudgetSpent,
    ModelDown,
    ModelError,
    ModelMisanswered,
    ModelOverloaded,
    ModelRefused,
    ModelTimeout,
    ModelUnavailable,
    QueryTimedOut,
    QueryUnavailable,
    StoreTimedOut,
    StoreUnavailable,
    UnknownResource,
)
from shared.health.calls import Health, limits
from shared.health.state import Breaker
from shared.health.store import HealthStore
from shared.model.budget import Budget, BudgetedModel
from shared.model.failover import FailoverModel, why_without
from shared.model.port import Answered, JudgeReply, Opinion
from shared.model.watched import watched
from shared.offline.mind import DeterministicModel
from shared.store.table import Item, Refused, Table

PAUSE = Breaker().pause


class OneItem(Table):
    """The item of the health store in memory; counts what is asked of it, and can be down."""

    def __init__(self) -> None:
        self.item: Item | None = None
        self.reads = self.writes = 0
        self.down = False

    def get(self, pk: str, sk: str) -> Item | None:
        self.reads += 1
        self._answering()
        return dict(self.item) if self.item else None

    def update(self, pk: str, sk: str, expression: str, values: Any = None, **given: Any) -> Item:
        self.writes += 1
        self._answering()
        name = given["names"]["#name"]
        item = self.item or {}
        if item.get(name) != values.get(":before"):
            raise Refused
        self.item = item | {name: values[":after"]} | ({"models": values[":models"]} if ":models" in values else {})
        return self.item

    def _answering(self) -> None:
        if self.down:
            raise StoreUnavailable("the table did not answer")


class Scripted:
    """A model that takes so many seconds and raises what it is told."""

    provider = "anthropic"

    def __init__(self, clock: MovableClock, model: str = "first") -> None:
        self.model = model
        self.error: type[ModelError] | None = None
        self.takes = 0.0
        self.asked = 0
        self._clock = clock

    def ask(self, request: Any, *, seconds: float, patience: float | None = None) -> Answered[Any]:
        self.asked += 1
        self._clock.advance(self.takes)
        if self.error:
            raise self.error("scripted")
        return Answered(Opinion(score=0.9), source="claude")


class System:
    """Health with everything around it held still."""

    def __init__(self) -> None:
        self.clock = MovableClock()
        self.table = OneItem()
        self.health = Health(HealthStore(self.table, limits), self.clock)
        self.first, self.second = Scripted(self.clock), Scripted(self.clock, "second")

    def call(self, name: str = "query", error: type[CandorError] | None = None, takes: float = 0.0) -> None:
        """One call by a turn that begins now."""
        self.calls_knowing(self.health.read(), name, error, takes)

    def calls_knowing(self, known: Any, name: str, error: type[CandorError] | None, takes: float) -> None:
        try:
            with self.health.noting(name, known):
                self.clock.advance(takes)
                if error:
                    raise error("scripted")
        except CandorError:
            pass

    def ask(self, known: Any = None, *models: Scripted) -> Answered[Any]:
        """One request of a function that has just begun: outages that others saw are known by the store alone."""
        mind = FailoverModel(models or (self.first,), _NoModel(), clock=lambda: self.clock.now().timestamp())
        request = JudgeReply(question="q", reply="r", health=self.health.read() if known is None else known)
        return watched(mind, lambda: self.health).ask(request, seconds=40.0)


class _NoModel:
    def ask(self, request: Any, *, seconds: float) -> Answered[Any]:
        return Answered(Opinion(score=0.0), source="deterministic")


@pytest.fixture
def system() -> System:
    return System()


def test_a_healthy_turn_costs_one_read_and_no_write(system: System) -> None:
    known = system.health.read()
    for name in ("query", "objects", "query"):
        assert system.health.may(name, known)
        system.calls_knowing(known, name, None, 0.1)
    system.ask(known)
    assert system.health.current(known) == {}
    assert (system.table.reads, system.table.writes) == (1, 0)


def test_a_single_failure_does_not_open_the_breaker(system: System) -> None:
    system.call(error=QueryUnavailable)
    known = system.health.read()
    assert known == {"query": "ok"}
    assert system.health.may("query", known)


def test_failures_in_a_row_do_and_then_it_is_not_called(system: System) -> None:
    for _ in range(3):
        system.call(error=QueryUnavailable)
    known = system.health.read()
    assert known == {"query": "down"}
    assert not system.health.may("query", known)
    assert system.health.may("objects", known)


def test_a_success_after_a_failure_is_noted_and_then_forgotten(system: System) -> None:
    system.call(error=QueryUnavailable)
    system.call()
    assert system.health.read() == {}
    writes = system.table.writes
    system.call()
    assert system.table.writes == writes
    for _ in range(2):
        system.call(error=QueryUnavailable)
    assert system.health.read() == {"query": "ok"}


def test_failures_long_apart_do_not_add_up(system: System) -> None:
    for _ in range(4):
        system.call(error=QueryUnavailable)
        system.clock.advance(200)
    assert system.health.read() == {"query": "ok"}


def test_after_the_pause_one_caller_tries_and_a_success_closes_it(system: System) -> None:
    for _ in range(3):
        system.call(error=QueryUnavailable)
    known = system.health.read()
    system.clock.advance(PAUSE)
    assert [system.health.may("query", known) for _ in range(3)] == [True, False, False]
    system.calls_knowing(known, "query", None, 0.1)
    assert system.health.may("query", known)
    assert system.health.read() == {}


def test_a_trial_that_fails_opens_it_for_another_pause(system: System) -> None:
    for _ in range(3):
        system.call(error=QueryUnavailable)
    known = system.health.read()
    system.clock.advance(PAUSE)
    assert system.health.may("query", known)
    system.calls_knowing(known, "query", QueryUnavailable, 0.1)
    assert not system.health.may("query", known)
    system.clock.advance(PAUSE)
    assert system.health.may("query", known)


def test_calls_that_are_slow_again_and_again_are_slow_until_they_are_fast(system: System) -> None:
    system.call(takes=15)
    assert system.health.read() == {"query": "ok"}
    for _ in range(2):
        system.call(takes=15)
    assert system.health.read() == {"query": "slow"}
    for _ in range(3):
        system.call(takes=1)
    assert system.health.read() == {}


def test_a_call_that_had_too_little_time_says_nothing_of_the_dependency(system: System) -> None:
    system.call(error=DeadlineExceeded, takes=1)
    assert system.table.writes == 0
    system.call(error=DeadlineExceeded, takes=20)
    assert system.health.read() == {"query": "ok"}


def test_what_is_about_the_question_is_no_failure_of_the_dependency(system: System) -> None:
    for error in (UnknownResource, ModelRefused, ModelMisanswered):
        for _ in range(3):
            system.call(error=error)
    assert system.table.writes == 0


def test_health_that_cannot_be_read_or_written_is_ok(system: System) -> None:
    for _ in range(3):
        system.call(error=QueryUnavailable)
    known = system.health.read()
    system.table.down = True
    assert system.health.read() == {"store": "down"}
    assert system.health.may("query", known)
    system.calls_knowing(known, "query", QueryUnavailable, 0.1)
    system.calls_knowing(known, "query", None, 0.1)


@pytest.mark.parametrize("error", [ModelUnavailable, ModelOverloaded])
def test_a_model_that_is_down_is_not_asked_and_the_answer_says_why(system: System, error: type[ModelError]) -> None:
    system.first.error = error
    for _ in range(3):
        assert system.ask().source == "deterministic"
    assert system.health.read() == {"model": "down"}
    answered = system.ask()
    assert (system.first.asked, answered.source) == (3, "deterministic")
    assert [(one.asked, one.reason) for one in answered.detours] == [(False, "is not available just now")]
    assert why_without(answered.detours) == "Answered without the language model because it is not available just now."


def test_one_request_after_the_pause_brings_the_model_back(system: System) -> None:
    system.first.error = ModelUnavailable
    for _ in range(3):
        system.ask()
    system.clock.advance(PAUSE)
    system.first.error = None
    assert system.ask().source == "claude"
    assert system.ask().source == "claude"
    assert system.health.read() == {}


def test_a_first_model_that_is_down_leaves_the_second_its_time(system: System) -> None:
    system.first.error, system.first.takes = ModelTimeout, 20.0
    for _ in range(3):
        assert system.ask(None, system.first, system.second).source == "claude"
    before = system.clock.now()
    assert system.ask(None, system.first, system.second).source == "claude"
    assert (system.clock.now() - before).total_seconds() < 5
    assert (system.first.asked, system.second.asked) == (3, 4)
    assert system.health.read() == {"model": "ok"}


def test_the_model_is_down_only_once_every_model_is(system: System) -> None:
    system.first.error = system.second.error = ModelUnavailable
    for _ in range(3):
        for model in (system.first, system.second):
            system.ask({}, model)
    system.ask({}, system.first, system.second)
    assert system.health.read() == {"model": "down"}


def test_a_model_that_takes_long_is_slow(system: System) -> None:
    system.first.takes = 25.0
    for _ in range(3):
        system.ask()
    assert system.health.read() == {"model": "slow"}


def test_a_spent_budget_is_nobodys_outage(system: System) -> None:
    mind = watched(FailoverModel((system.first,), _NoModel()), lambda: system.health)
    assert isinstance(mind, FailoverModel)
    spent = mind.limited(lambda inner: BudgetedModel(inner, Budget(calls=0)))
    answered = spent.ask(JudgeReply(question="q", reply="r"), seconds=40.0)
    assert answered.detours[0].error_type == ModelBudgetSpent.error_type
    assert system.table.writes == 0


def test_no_model_mode_is_not_watched(system: System) -> None:
    alone = DeterministicModel()
    assert watched(alone, lambda: system.health) is alone


def test_a_model_that_was_not_asked_has_an_error_of_its_own() -> None:
    assert issubclass(ModelDown, ModelError)
    assert not issubclass(ModelDown, ModelUnavailable)


def test_a_store_that_answers_late_is_told_as_slow(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = system.table.get

    def late(pk: str, sk: str) -> Item | None:
        system.clock.advance(limits("store").slow_ms / 1000 + 0.1)
        return quick(pk, sk)

    monkeypatch.setattr(system.table, "get", late)
    assert system.health.read() == {"store": "slow"}


@pytest.mark.parametrize(("name", "error"), [("objects", StoreTimedOut), ("query", QueryTimedOut)])
def test_a_call_that_the_time_cut_off_says_what_it_waited_for(
    system: System, name: str, error: type[CandorError]
) -> None:
    with pytest.raises(error), system.health.noting(name, {}):
        raise DeadlineExceeded("over")
