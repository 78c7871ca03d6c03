"""Failover: the first model, the second, another provider, and at last no-model mode; each failure by its kind."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Literal, Protocol, TypeVar

from shared.contracts import Contract, Usage
from shared.errors import (
    ForfeitException,
    ModelBudgetSpent,
    ModelDenied,
    ModelDown,
    ModelError,
    ModelMisanswered,
    ModelOverloaded,
    ModelRefused,
    ModelSilent,
    ModelTimeout,
    ModelUnavailable,
    ModelUnknown,
)
from shared.model.phrases import WITHOUT_MODEL
from shared.model.port import Answered, Detour, JudgeReply, Model, Request

AnswerT = TypeVar("AnswerT", bound=Contract)

FailureScope = Literal["call", "model", "provider"]

WHY: tuple[tuple[type[ModelError], str], ...] = (
    (ModelTimeout, "did not answer in time"),
    (ModelOverloaded, "is overloaded"),
    (ModelUnknown, "is not available to this account"),
    (ModelDenied, "does not accept the key or the account that it is called with"),
    (ModelRefused, "declined to answer"),
    (ModelMisanswered, "gave no usable answer"),
    (ModelBudgetSpent, "had used up what it may spend on one task"),
    (ModelUnavailable, "could not be reached"),
    (ModelDown, "is not available just now"),
    (ModelError, "gave no answer"),
)
"""Each kind of failure as the end of "the language model …"; the first that fits holds."""

OUTAGES: tuple[tuple[type[ModelError], FailureScope, float], ...] = (
    (ModelOverloaded, "model", 15.0),
    (ModelUnknown, "model", 900.0),
    (ModelDenied, "provider", 900.0),
    (ModelUnavailable, "provider", 30.0),
    (ModelSilent, "model", 60.0),
    (ModelError, "call", 0.0),
)
"""What a failure says of later calls: what stays away, and for how many seconds. Silence lasts as long as a turn; a
denial outlives any turn, but not the process: billing can be mended without a restart."""

FINAL = (ModelRefused, ModelBudgetSpent)
"""A refusal is about the question, a spent budget about the task: another model would be asked in vain, or around a
limit. No-model mode answers at once."""


MOST_MISANSWERS, MISANSWERING_SECONDS = 2, 60.0
"""A model that gave so many unusable answers in a row to one kind of request is not asked that for so long."""

PATIENCE_SECONDS = 8.0
"""How long a model may take to begin, where another one can be asked instead."""

RequestKind = type[Request[Any]]
"""A kind of request: what a plan is asked for, a judge, a next move."""

AttemptKey = tuple[str, str, RequestKind | None]
"""A provider, one of its models, and a kind of request: all of them where there is none."""

Changed = Callable[[Detour, bool], None]
"""Told of each model that did not answer, and whether another language model is asked now."""


class NamedModel(Protocol):
    """A model that says which it is."""

    @property
    def model(self) -> str:
        """Its name."""
        ...

    @property
    def provider(self) -> str:
        """Who runs it."""
        ...

    def ask(self, request: Request[AnswerT], *, seconds: float, patience: float | None = None) -> Answered[AnswerT]:
        """The answer, within that many seconds. Raises ModelError, or ForfeitException; with `patience`, ModelSilent
        where nothing is heard of it for as many."""
        ...


class Outages:
    """What failed lately, in this process: models and providers not to be asked for now, and why. A model whose answers
    to one kind of request cannot be used is still asked the others: it may plan well and judge in no usable form."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until: dict[AttemptKey, tuple[float, ModelError]] = {}
        self._misanswers: Counter[AttemptKey] = Counter()

    def note(self, model: NamedModel, error: ModelError, asked: RequestKind) -> None:
        """Records a failure at such a request: the model, or its provider, is skipped for as long as such an outage
        usually lasts."""
        scope, seconds = next((scope, seconds) for kind, scope, seconds in OUTAGES if isinstance(error, kind))
        of_provider, of_model, of_kind = self._keys(model, asked)
        if self._misanswers_again(of_kind, error):
            self._until[of_kind] = (self._clock() + MISANSWERING_SECONDS, error)
        if scope != "call":
            self._until[of_model if scope == "model" else of_provider] = (self._clock() + seconds, error)

    def forget(self, model: NamedModel, asked: RequestKind) -> None:
        """Clears every recorded failure of a model that has answered such a request."""
        for key in self._keys(model, asked):
            self._misanswers.pop(key, None)
            self._until.pop(key, None)

    def _misanswers_again(self, of_kind: AttemptKey, error: ModelError) -> bool:
        self._misanswers[of_kind] = self._misanswers[of_kind] + 1 if isinstance(error, ModelMisanswered) else 0
        return self._misanswers[of_kind] >= MOST_MISANSWERS

    def of(self, model: NamedModel, asked: RequestKind) -> ModelError | None:
        """The failure because of which the model is not asked such a request now, or None."""
        for key in self._keys(model, asked):
            until, error = self._until.get(key, (0.0, None))
            if error is not None and self._clock() < until:
                return error
        return None

    def _keys(self, model: NamedModel, asked: RequestKind) -> tuple[AttemptKey, AttemptKey, AttemptKey]:
        return (model.provider, "", None), (model.provider, model.model, None), (model.provider, model.model, asked)


class FailoverModel:
    """Asks the models in order and `last` at the end, all within one pool of time.

    A model that is producing may use up the pool; one that stays silent for `patience` seconds is given up where
    another can be asked. `reserve` seconds are kept for `last`; a model is not started with fewer than `least` seconds.
    `last` is asked whatever the time.
    """

    def __init__(
        self,
        models: Sequence[NamedModel],
        last: Model,
        *,
        outages: Outages | None = None,
        clock: Callable[[], float] = time.monotonic,
        reserve: float = 2.0,
        least: float = 3.0,
        patience: float = PATIENCE_SECONDS,
        changed: Changed | None = None,
        second_judges: bool = False,
    ) -> None:
        self._models = tuple(models)
        self._last = last
        self._outages = outages or Outages(clock)
        self._clock = clock
        self._reserve = reserve
        self._least = least
        self._patience = patience
        self._changed = changed
        self._second_judges = second_judges

    @property
    def model(self) -> str:
        """The name of the model that is asked first."""
        return self._models[0].model if self._models else ""

    @property
    def provider(self) -> str:
        """The provider that is asked first."""
        return self._models[0].provider if self._models else ""

    @property
    def models(self) -> tuple[NamedModel, ...]:
        """The language models, in the order in which they are asked."""
        return self._models

    def limited(self, wrap: Callable[[NamedModel], NamedModel]) -> "FailoverModel":
        """The same, each model wrapped, what is known of outages shared; no-model mode stays as it is."""
        twin = copy(self)
        twin._models = tuple(wrap(model) for model in self._models)
        return twin

    def telling(self, changed: Changed) -> "FailoverModel":
        """A copy that calls `changed` for each model that did not answer."""
        twin = copy(self)
        twin._changed = changed
        return twin

    def ask(self, request: Request[AnswerT], *, seconds: float) -> Answered[AnswerT]:
        """The answer of the first model that gives one, with the detours that led to it and the usage of all; an error
        carries that, too."""
        deadline = self._clock() + seconds
        detours: list[Detour] = []
        usage = Usage()
        models = self._in_order(request)
        for position, model in enumerate(models):
            try:
                following = self._any_of(models[position + 1 :], type(request))
                answered = self._ask(model, request, deadline - self._clock() - self._reserve, following)
            except ModelError as error:
                usage += error.usage
                detours.append(_detour(model, error))
                final = isinstance(error, FINAL)
                if self._changed:
                    self._changed(detours[-1], not final and self._any_of(models[position + 1 :], type(request)))
                if final:
                    break
            except ForfeitException as given:
                given.usage += _unnamed(usage)
                raise
            else:
                return _told(answered, usage, detours)
        left = max(deadline - self._clock(), min(seconds, self._reserve))
        try:
            return _told(self._last.ask(request, seconds=left), usage, detours)
        except (ModelError, ForfeitException) as error:
            error.usage += _unnamed(usage)
            raise

    def _ask(self, model: NamedModel, request: Request[AnswerT], seconds: float, following: bool) -> Answered[AnswerT]:
        known = self._outages.of(model, type(request))
        if known is not None:
            raise type(known)("failed a moment ago")
        if seconds < self._least:
            raise ModelTimeout("too little time left to ask")
        patience = self._patience if following and seconds - self._patience >= self._least else None
        try:
            answered = model.ask(request, seconds=seconds, patience=patience)
        except ModelError as error:
            self._outages.note(model, error, type(request))
            raise
        self._outages.forget(model, type(request))
        return answered

    def _in_order(self, request: Request[AnswerT]) -> tuple[NamedModel, ...]:
        """The language models in the order in which this is asked of them."""
        first, others = self._models[:1], self._models[1:]
        if self._second_judges and isinstance(request, JudgeReply):
            return (*others[:1], *first, *others[1:])
        return () if request.rules_alone else self._models

    def _any_of(self, models: Sequence[NamedModel], asked: RequestKind) -> bool:
        """Whether one of these language models can be asked such a request."""
        return any(self._outages.of(model, asked) is None for model in models)


def telling(model: Model, changed: Changed) -> Model:
    """The mind that tells of each language model which did not answer."""
    return model.telling(changed) if isinstance(model, FailoverModel) else model


WithoutModel = Literal["Answered", "Answered in part", "Put together"]


def why_without(detours: Sequence[Detour], done: WithoutModel = "Answered") -> str:
    """Why no language model did this, as one sentence for the person; empty where none was to."""
    if not detours:
        return ""
    asked = [detour for detour in detours if detour.asked] or detours  # that it was not asked again says no more
    reasons = list(dict.fromkeys(detour.reason for detour in asked))
    return f"{done} {WITHOUT_MODEL} because it {' and then '.join(reasons)}."


def reason_for(error: ModelError) -> str:
    """The kind of a failure, as the end of "the language model …"."""
    return next(reason for kind, reason in WHY if isinstance(error, kind))


def _detour(model: NamedModel, error: ModelError) -> Detour:
    return Detour(
        model=model.model,
        provider=model.provider,
        error_type=error.error_type,
        reason=reason_for(error),
        asked=not isinstance(error, ModelDown),
    )


def _told(answered: Answered[AnswerT], usage: Usage, detours: list[Detour]) -> Answered[AnswerT]:
    """The answer, with what was spent on the way; the usage is named after the model that answered."""
    return replace(answered, usage=answered.usage + _unnamed(usage), detours=(*detours, *answered.detours))


def _unnamed(usage: Usage) -> Usage:
    """What was spent in vain: the sum is named after the model that answered, if one did."""
    return usage.model_copy(update={"model": "", "provider": ""})
