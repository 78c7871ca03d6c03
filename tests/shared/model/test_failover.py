"""Failover and budgets: who answers when models fail, in what time, and what is told of it."""

from collections.abc import Sequence
from typing import Any

import pytest

from shared.contracts import Price, Usage
from shared.errors import (
    ForfeitException,
    ModelBudgetSpent,
    ModelDenied,
    ModelError,
    ModelMisanswered,
    ModelOverloaded,
    ModelRefused,
    ModelSilent,
    ModelTimeout,
    ModelUnavailable,
    ModelUnknown,
)
from shared.model.budget import Budget, BudgetedModel
from shared.model.failover import FailoverModel, Outages, reason_for, why_without
from shared.model.port import Answered, Detour, JudgeReply, Opinion, Request, WordFailsafe

ASK = JudgeReply(question="q", reply="r")
WORDING = WordFailsafe(question="q", category="TIMEOUT", draft="d")


class Time:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Scripted:
    """A model that answers or fails as scripted, taking some seconds each time; the last entry is repeated.

    `silent`: nothing is heard of it before its answer, for which nobody waits longer than their patience.
    """

    def __init__(
        self,
        script: Sequence[ModelError | float],
        time: Time,
        model: str = "first",
        provider: str = "anthropic",
        takes: float = 1.0,
        silent: bool = False,
    ) -> None:
        self.model = model
        self.provider = provider
        self.given: list[float] = []
        self._silent = silent
        self._script = list(script)
        self._time = time
        self._takes = takes

    def ask(self, request: Request[Any], *, seconds: float, patience: float | None = None) -> Answered[Any]:
        self.given.append(seconds)
        if self._silent and patience is not None and patience < self._takes:
            self._time.now += patience
            raise ModelSilent
        self._time.now += min(self._takes, seconds)
        does = self._script.pop(0) if len(self._script) > 1 else self._script[0]
        spent = Usage(model=self.model, provider=self.provider, input_tokens=100, output_tokens=10, calls=1)
        if isinstance(does, ModelError):
            does.usage = spent
            raise does
        return Answered(Opinion(score=does), source="claude", usage=spent)


class NoModel:
    """No-model mode: always there, and free."""

    def __init__(self) -> None:
        self.given: list[float] = []

    def ask(self, request: Request[Any], *, seconds: float) -> Answered[Any]:
        self.given.append(seconds)
        return Answered(Opinion(score=0.0), source="deterministic")


@pytest.fixture
def time() -> Time:
    return Time()


def trio(time: Time, *scripts: Sequence[ModelError | float], **takes: float) -> tuple[Scripted, Scripted, Scripted]:
    """Two models of one provider and one of another."""
    first, second, third = scripts
    return (
        Scripted(first, time, "first", "anthropic", **takes),
        Scripted(second, time, "second", "anthropic", **takes),
        Scripted(third, time, "third", "bedrock", **takes),
    )


def test_the_first_model_answers_when_it_can(time: Time) -> None:
    models, last = trio(time, [0.9], [0.8], [0.7]), NoModel()
    answered = FailoverModel(models, last, clock=time).ask(ASK, seconds=30)
    assert (answered.value.score, answered.source, answered.detours) == (0.9, "claude", ())
    assert [len(model.given) for model in models] == [1, 0, 0]


@pytest.mark.parametrize(
    ("error", "asked", "score"),
    [
        (ModelOverloaded(), [1, 1, 0], 0.8),
        (ModelMisanswered(), [1, 1, 0], 0.8),
        (ModelTimeout(), [1, 1, 0], 0.8),
        (ModelUnknown(), [1, 1, 0], 0.8),
        (ModelUnavailable(), [1, 0, 1], 0.7),
        (ModelDenied(), [1, 0, 1], 0.7),
        (ModelRefused(), [1, 0, 0], 0.0),
        (ModelBudgetSpent(), [1, 0, 0], 0.0),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, ModelError) else None,
)
def test_each_failure_is_handled_by_its_kind(time: Time, error: ModelError, asked: list[int], score: float) -> None:
    models = trio(time, [error], [0.8], [0.7])
    answered = FailoverModel(models, NoModel(), clock=time).ask(ASK, seconds=60)
    assert [len(model.given) for model in models] == asked
    assert answered.value.score == score
    assert answered.detours[0].error_type == error.error_type
    assert answered.detours[0].reason == reason_for(error)


def test_no_model_mode_answers_when_every_model_is_down_and_the_reply_can_say_why(time: Time) -> None:
    models = trio(time, [ModelOverloaded()], [ModelUnavailable()], [ModelDenied()])
    answered = FailoverModel(models, NoModel(), clock=time).ask(ASK, seconds=60)
    assert answered.source == "deterministic"
    assert [(one.model, one.provider) for one in answered.detours] == [
        ("first", "anthropic"),
        ("second", "anthropic"),
        ("third", "bedrock"),
    ]
    assert why_without(answered.detours) == (
        "Answered without the language model because it is overloaded and then could not be reached "
        "and then does not accept the key or the account that it is called with."
    )


def test_a_model_that_failed_and_was_not_asked_again_is_told_once() -> None:
    failed = Detour(model="first", provider="anthropic", error_type="timeout", reason="did not answer in time")
    left_out = failed.model_copy(update={"reason": "is not available just now", "asked": False})
    assert why_without((failed, left_out)) == "Answered without the language model because it did not answer in time."
    assert "is not available just now" in why_without((left_out,))


def test_nothing_is_said_when_no_model_was_to_answer(time: Time) -> None:
    answered = FailoverModel((), NoModel(), clock=time).ask(ASK, seconds=60)
    assert answered.source == "deterministic"
    assert why_without(answered.detours) == ""


def test_the_usage_of_failed_attempts_is_kept(time: Time) -> None:
    models = trio(time, [ModelMisanswered()], [0.8], [0.7])
    usage = FailoverModel(models, NoModel(), clock=time).ask(ASK, seconds=60).usage
    assert (usage.model, usage.calls, usage.input_tokens, usage.output_tokens) == ("second", 2, 200, 20)


@pytest.mark.parametrize("given", [ModelUnavailable("no second opinion"), ForfeitException("nothing to say")], ids=repr)
def test_the_usage_of_failed_attempts_is_kept_where_no_model_mode_gives_nothing_either(
    time: Time, given: Exception
) -> None:
    class Giving(NoModel):
        def ask(self, request: Request[Any], *, seconds: float) -> Answered[Any]:
            raise given

    models = trio(time, [ModelMisanswered()], [ModelMisanswered()], [ModelRefused()])
    with pytest.raises((ModelUnavailable, ForfeitException)) as caught:
        FailoverModel(models, Giving(), clock=time).ask(ASK, seconds=60)
    usage = caught.value.usage
    assert (usage.model, usage.calls, usage.input_tokens, usage.output_tokens) == ("", 3, 300, 30)


def test_no_model_mode_is_never_named_after_a_model_that_failed(time: Time) -> None:
    models = trio(time, [ModelRefused()], [0.8], [0.7])
    usage = FailoverModel(models, NoModel(), clock=time).ask(ASK, seconds=60).usage
    assert (usage.model, usage.provider, usage.calls) == ("", "", 1)


@pytest.mark.parametrize(
    ("error", "seconds", "first", "second"),
    [
        (ModelOverloaded(), 14, 1, 2),
        (ModelOverloaded(), 16, 2, 1),
        (ModelUnavailable(), 29, 1, 0),
        (ModelUnavailable(), 31, 2, 0),
        (ModelDenied(), 800, 1, 0),
        (ModelDenied(), 901, 2, 0),
        (ModelUnknown(), 800, 1, 2),
        (ModelTimeout(), 1, 2, 1),
    ],
)
def test_what_failed_stays_away_as_long_as_its_kind_lasts(
    time: Time, error: ModelError, seconds: float, first: int, second: int
) -> None:
    models = trio(time, [error, 0.9], [0.8], [0.7], takes=0.0)
    failover = FailoverModel(models, NoModel(), clock=time)
    failover.ask(ASK, seconds=60)
    time.now += seconds
    failover.ask(ASK, seconds=60)
    assert (len(models[0].given), len(models[1].given)) == (first, second)


def test_a_model_that_is_skipped_is_told_with_the_reason_of_its_outage(time: Time) -> None:
    failover = FailoverModel(trio(time, [ModelDenied()], [0.8], [ModelRefused()]), NoModel(), clock=time)
    failover.ask(ASK, seconds=60)
    again = failover.ask(ASK, seconds=60)
    assert [one.error_type for one in again.detours] == ["connection", "connection", "data"]
    assert "does not accept the key" in why_without(again.detours)


def test_an_outage_is_shared_between_failovers_of_one_process(time: Time) -> None:
    outages = Outages(time)
    FailoverModel(trio(time, [ModelUnavailable()], [0.8], [0.7]), NoModel(), outages=outages, clock=time).ask(
        ASK, seconds=60
    )
    models = trio(time, [0.9], [0.8], [0.7])
    FailoverModel(models, NoModel(), outages=outages, clock=time).ask(ASK, seconds=60)
    assert [len(model.given) for model in models] == [0, 0, 1]


def test_a_model_that_is_producing_may_use_up_the_pool_and_no_more(time: Time) -> None:
    models, last = trio(time, *[[ModelTimeout()]] * 3, takes=1000.0), NoModel()
    FailoverModel(models, last, clock=time, reserve=2.0, least=3.0).ask(ASK, seconds=40)
    assert [model.given for model in models] == [[38.0], [], []]
    assert last.given == [2.0]
    assert time.now <= 140.0


def test_a_silent_model_is_given_up_after_a_while_and_the_next_one_gets_the_rest(time: Time) -> None:
    silent, second = Scripted([0.9], time, "first", takes=30.0, silent=True), Scripted([0.8], time, "second")
    failover = FailoverModel((silent, second), NoModel(), clock=time, patience=8.0, reserve=2.0)
    answered = failover.ask(ASK, seconds=40)
    assert (answered.value.score, second.given) == (0.8, [30.0])
    assert failover.ask(ASK, seconds=40).value.score == 0.8
    assert silent.given == [38.0]


def test_a_slow_model_is_waited_for_where_no_other_can_be_asked(time: Time) -> None:
    slow = (
        Scripted([0.9], time, "first", takes=14.0, silent=True),
        Scripted([0.8], time, "second", takes=14.0, silent=True),
    )
    answered = FailoverModel(slow, NoModel(), clock=time, patience=8.0).ask(ASK, seconds=25)
    assert (answered.value.score, answered.source) == (0.8, "claude")


def test_a_model_that_misanswers_twice_is_left_alone_for_a_minute(time: Time) -> None:
    wrong, right = Scripted([ModelMisanswered()], time, "first", takes=0.0), Scripted([0.8], time, "second", takes=0.0)
    failover = FailoverModel((wrong, right), NoModel(), clock=time)
    for _ in range(4):
        failover.ask(ASK, seconds=40)
    assert len(wrong.given) == 2
    time.now += 61
    failover.ask(ASK, seconds=40)
    assert len(wrong.given) == 3


def test_a_model_whose_judgements_cannot_be_used_is_still_asked_everything_else(time: Time) -> None:
    judging = [ModelMisanswered(), ModelMisanswered()]
    only = Scripted([*judging, 0.9, 0.9, 0.9], time, "only", takes=0.0)
    failover = FailoverModel((only,), NoModel(), clock=time)
    sources = [failover.ask(one, seconds=40).source for one in (ASK, ASK, ASK, WORDING, ASK, WORDING)]
    assert sources == [*["deterministic"] * 3, "claude", "deterministic", "claude"]
    assert len(only.given) == 4
    time.now += 61
    assert failover.ask(ASK, seconds=40).source == "claude"


def test_one_wrong_answer_between_right_ones_keeps_no_model_away(time: Time) -> None:
    first = Scripted([ModelMisanswered(), 0.9, ModelMisanswered(), 0.9], time, "first", takes=0.0)
    failover = FailoverModel((first,), NoModel(), clock=time)
    assert [failover.ask(ASK, seconds=40).source for _ in range(4)] == ["deterministic", "claude"] * 2


def test_a_change_of_model_is_told_before_the_next_one_is_asked(time: Time) -> None:
    first, second = Scripted([ModelOverloaded()], time, "first"), Scripted([ModelMisanswered()], time, "second")
    told: list[tuple[str, bool, int]] = []
    failover = FailoverModel((first, second), NoModel(), clock=time)
    failover.telling(lambda detour, more: told.append((detour.model, more, len(second.given)))).ask(ASK, seconds=40)
    assert told == [("first", True, 0), ("second", False, 1)]


def test_a_model_with_nobody_after_it_gets_all_the_time(time: Time) -> None:
    only = Scripted([0.9], time)
    FailoverModel((only,), NoModel(), clock=time, reserve=2.0).ask(ASK, seconds=40)
    assert only.given == [38.0]


def test_time_is_not_kept_for_a_model_that_is_down(time: Time) -> None:
    models = trio(time, [0.9], [ModelDenied()], [ModelDenied()])
    outages = Outages(time)
    for model in models[1:]:
        outages.note(model, ModelOverloaded(), JudgeReply)
    FailoverModel(models, NoModel(), outages=outages, clock=time, reserve=2.0).ask(ASK, seconds=40)
    assert models[0].given == [38.0]


def test_no_model_is_started_with_too_little_time_left(time: Time) -> None:
    models, last = trio(time, [0.9], [0.8], [0.7]), NoModel()
    answered = FailoverModel(models, last, clock=time, reserve=2.0, least=3.0).ask(ASK, seconds=4.0)
    assert [len(model.given) for model in models] == [0, 0, 0]
    assert answered.source == "deterministic"
    assert {one.error_type for one in answered.detours} == {"timeout"}
    assert len(last.given) == 1


def test_too_little_time_is_no_outage(time: Time) -> None:
    models = trio(time, [0.9], [0.8], [0.7])
    failover = FailoverModel(models, NoModel(), clock=time)
    failover.ask(ASK, seconds=1.0)
    assert failover.ask(ASK, seconds=30.0).value.score == 0.9


def test_every_model_error_has_a_reason_of_its_own() -> None:
    kinds = [ModelError, *ModelError.__subclasses__(), *ModelDenied.__subclasses__()]
    assert len({reason_for(kind()) for kind in kinds}) == len(kinds)


def test_a_budget_of_calls_ends(time: Time) -> None:
    model = BudgetedModel(Scripted([0.9], time), Budget(calls=2, usd=1.0))
    for _ in range(2):
        model.ask(ASK, seconds=10)
    with pytest.raises(ModelBudgetSpent):
        model.ask(ASK, seconds=10)


def test_a_budget_of_money_ends_before_the_next_call(time: Time) -> None:
    inner = Scripted([0.9], time)
    model = BudgetedModel(inner, Budget(calls=8, usd=0.0006))
    for _ in range(2):
        model.ask(ASK, seconds=10)
    with pytest.raises(ModelBudgetSpent):
        model.ask(ASK, seconds=10)
    assert len(inner.given) == 2


def test_failed_calls_are_charged_too(time: Time) -> None:
    budget = Budget(calls=2, usd=1.0)
    model = BudgetedModel(Scripted([ModelMisanswered()], time), budget)
    for kind in (ModelMisanswered, ModelMisanswered, ModelBudgetSpent):
        with pytest.raises(kind):
            model.ask(ASK, seconds=10)
    assert budget.usd == pytest.approx(1.0 - 2 * (100 * 3 + 10 * 15) / 1e6)


def test_what_is_written_to_a_cache_costs_a_task_no_more_than_what_is_read_from_it() -> None:
    cold, warm = Budget(calls=8, usd=1.0), Budget(calls=8, usd=1.0)
    cold.charge(Usage(input_tokens=32_000, cache_write_tokens=31_500, output_tokens=50, calls=1), Price())
    warm.charge(Usage(input_tokens=32_000, cache_read_tokens=31_500, output_tokens=50, calls=1), Price())
    assert (cold.calls, cold.usd) == (warm.calls, warm.usd)
    assert warm.usd == pytest.approx(1.0 - (500 * 3 + 31_500 * 0.30 + 50 * 15) / 1e6)


def test_a_spent_budget_leaves_the_task_to_no_model_mode(time: Time) -> None:
    budget = Budget(calls=1, usd=1.0)
    models = [BudgetedModel(model, budget) for model in trio(time, [0.9], [0.8], [0.7])]
    failover = FailoverModel(models, NoModel(), clock=time)
    assert failover.ask(ASK, seconds=30).source == "claude"
    assert failover.ask(ASK, seconds=30).source == "deterministic"
