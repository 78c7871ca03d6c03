"""Claude, through the anthropic SDK: the API, any server that speaks it, or Bedrock. Nothing else imports the SDK."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from threading import Thread
from typing import Any, TypeVar

import anthropic
import httpx2
from anthropic import Anthropic, AnthropicBedrock, AnthropicBedrockMantle, transform_schema
from botocore.exceptions import BotoCoreError

from shared.contracts import Contract, Usage
from shared.errors import (
    ForfeitException,
    ModelDenied,
    ModelError,
    ModelMisanswered,
    ModelOverloaded,
    ModelTimeout,
    ModelUnavailable,
    ModelUnknown,
)
from shared.model.port import Answered, Request
from shared.model.prices import Price
from shared.model.prompts import Prompt, WrongAnswer, compose
from shared.model.spoken import Spoken

AnswerT = TypeVar("AnswerT", bound=Contract)

Client = Anthropic | AnthropicBedrock | AnthropicBedrockMantle

MOST_RETRIES = 2
LONGEST_WAIT = 3.0
"""Seconds that a server may ask to wait before a retry; for longer, the next model is asked instead."""
ROUND_SECONDS = 1.5
"""With less time left, a wrong answer is not given back to be corrected."""
CONNECT_SECONDS = 3.0
RETRIED = frozenset({408, 409, 429, 500, 502, 503, 504, 529})

FAILURES: tuple[tuple[type[anthropic.AnthropicError], type[ModelError]], ...] = (
    (anthropic.APITimeoutError, ModelTimeout),
    (anthropic.RequestTimeoutError, ModelTimeout),
    (anthropic.GatewayTimeoutError, ModelTimeout),
    (anthropic.APIConnectionError, ModelUnavailable),
    (anthropic.AuthenticationError, ModelDenied),
    (anthropic.PaymentRequiredError, ModelDenied),
    (anthropic.PermissionDeniedError, ModelDenied),
    (anthropic.CredentialsError, ModelDenied),
    (anthropic.NotFoundError, ModelUnknown),
    (anthropic.RateLimitError, ModelOverloaded),
    (anthropic.OverloadedError, ModelOverloaded),
    (anthropic.InternalServerError, ModelUnavailable),
    (anthropic.ConflictError, ModelUnavailable),
    (anthropic.ClientClosedRequestError, ModelUnavailable),
    (anthropic.APIStatusError, ModelMisanswered),
    (anthropic.APIResponseValidationError, ModelMisanswered),
    (anthropic.APIWebhookValidationError, ModelMisanswered),
    (anthropic.APIError, ModelUnavailable),
    (anthropic.AnthropicError, ModelUnavailable),
)
"""What each error of the SDK means here; the first that fits holds. A 400 is a question that this model cannot take."""

UNPAID = frozenset(
    {
        "organization_on_hold",
        "contract_spend_limit_reached",
        "enforced_spend_limit_reached",
        "user_profile_not_billable",
    }
)


def claude_client(api_key: str, base_url: str | None = None) -> Anthropic:
    """A client of the Messages API. It has no timeout and no retries of its own: each call brings them."""
    return Anthropic(api_key=api_key, base_url=base_url, timeout=None, max_retries=0)


def bedrock_client(region: str, base_url: str | None = None) -> AnthropicBedrock:
    """A client of Bedrock's InvokeModel, signed with the function's own role; the same holds of its timeout."""
    return AnthropicBedrock(aws_region=region, base_url=base_url, timeout=None, max_retries=0)


class ClaudeModel:
    """Answers every request with Claude, within its time, or raises a ModelError that carries what was spent.

    A wrong answer is given back once, with what is wrong with it. Without `samples`, no cell of a table is sent.
    """

    def __init__(
        self,
        client_factory: Callable[[], Client],
        model: str,
        provider: str = "anthropic",
        *,
        samples: bool = True,
        retries: int = MOST_RETRIES,
        price: Price | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.model = model
        self.provider = provider
        self.price = price or Price()
        self._client_factory = client_factory
        self._client: Client | None = None
        self._samples = samples
        self._retries = min(retries, MOST_RETRIES)
        self._clock = clock

    def ask(self, request: Request[AnswerT], *, seconds: float) -> Answered[AnswerT]:
        """The answer, within that many seconds by the wall clock."""
        prompt = compose(request, samples=self._samples)
        return Exchange(self, prompt, self._clock() + seconds).answer()

    def say(self, prompt: Prompt, messages: list[dict[str, Any]], deadline: float) -> Spoken:
        """What the model says next, heard by the deadline (on this model's clock)."""
        message = _message(self.model, prompt, messages)
        return Spoken.heard(_within(self.left(deadline), lambda: self._post(message, deadline)))

    def left(self, deadline: float) -> float:
        """Seconds until the deadline."""
        return deadline - self._clock()

    def _post(self, message: dict[str, Any], deadline: float) -> bytes:
        if self._client is None:
            self._client = self._client_factory()
        seconds = max(self.left(deadline), 0.1)
        client = self._client.with_options(
            timeout=anthropic.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds / 2)),
            max_retries=self._retries,
            middleware=[_Patience(deadline, self._clock)],
        )
        return client.messages.with_raw_response.create(**message).http_response.content


class Exchange:
    """One request and its answer: a first round, and a second where the first answer was wrong."""

    def __init__(self, claude: ClaudeModel, prompt: Prompt, deadline: float) -> None:
        self._claude = claude
        self._prompt = prompt
        self._deadline = deadline
        self._usage = Usage(model=claude.model, provider=claude.provider)
        self._messages = [{"role": "user", "content": _opening(prompt)}, *_marked(prompt.rounds)]

    def answer(self) -> Answered[Any]:
        """The answer of the first round or the second; a ModelError or a forfeit carries the usage of both.

        What the prompt has been given already is its answer, and costs nothing.
        """
        if self._prompt.given is not None:
            given = self._prompt.read(self._prompt.given)
            return Answered(given, source="claude", usage=self._usage, prompt_version=self._prompt.version)
        try:
            value = self._round(last=False) or self._round(last=True)
        except (ModelError, ForfeitException) as error:
            error.usage = self._usage
            raise
        return Answered(value, source="claude", usage=self._usage, prompt_version=self._prompt.version)

    def _round(self, *, last: bool) -> Contract | None:
        """The value, or None where the answer was wrong and is to be corrected."""
        if self._claude.left(self._deadline) <= 0:
            raise ModelTimeout("no time left to ask")
        self._usage += Usage(calls=1)
        spoken = self._claude.say(self._prompt, self._messages, self._deadline)
        used = spoken.usage.usage()
        self._usage += used.model_copy(update={"price_usd": self._claude.price.of(used)})
        try:
            return self._prompt.read(spoken.whole())
        except WrongAnswer as wrong:
            if last or not spoken.content or self._claude.left(self._deadline) < ROUND_SECONDS:
                raise ModelMisanswered(str(wrong)) from wrong
            self._messages += _correction(spoken, wrong)
            return None


class _Patience(anthropic.Middleware):
    """Decides which attempts the SDK repeats: those that can succeed, and in the time that is left."""

    def __init__(self, deadline: float, clock: Callable[[], float]) -> None:
        self._deadline = deadline
        self._clock = clock

    def handle(self, request: anthropic.APIRequest, call_next: anthropic.CallNext) -> anthropic.APIResponse[Any]:
        """One attempt, its response marked with whether another is worth while."""
        if self._clock() >= self._deadline:
            raise ModelTimeout("no time left to ask again")
        try:
            response = call_next(request)
        except anthropic.APITimeoutError as error:
            raise translated(error) from None  # its cause would make the SDK repeat what has taken all the time
        worthwhile = response.status_code in RETRIED and self._time_for(response) and not _spend_limit(response)
        response.http_response.headers["x-should-retry"] = "true" if worthwhile else "false"
        return response

    def _time_for(self, response: anthropic.APIResponse[Any]) -> bool:
        wait = _asked_wait(response.headers)
        return wait <= LONGEST_WAIT and self._clock() + wait + ROUND_SECONDS < self._deadline


def _spend_limit(response: anthropic.APIResponse[Any]) -> bool:
    """Whether "too many requests" is about money, which no waiting mends."""
    return response.status_code == 429 and any(code in response.http_response.text for code in UNPAID)


def _asked_wait(headers: Any) -> float:
    """Seconds that the server asks to wait; endless where it names a date."""
    try:
        return float(headers.get("retry-after-ms", 0)) / 1000 or float(headers.get("retry-after", 0))
    except ValueError:
        return float("inf")


def _message(model: str, prompt: Prompt, messages: list[dict[str, Any]]) -> dict[str, Any]:
    """The arguments of `messages.create`. Tools are not forced: models that always think refuse that."""
    message: dict[str, Any] = {
        "model": model,
        "max_tokens": prompt.max_tokens,
        "system": [_cached(prompt.system)],
        "messages": messages,
    }
    if prompt.tools:
        message |= {"tools": list(prompt.wired), "tool_choice": {"type": "auto"}}
    if prompt.schema:
        message["output_config"] = {"format": {"type": "json_schema", "schema": transform_schema(prompt.schema)}}
    return message


def _opening(prompt: Prompt) -> list[dict[str, Any]]:
    return [*([_cached(prompt.material)] if prompt.material else []), {"type": "text", "text": prompt.ask}]


def _marked(rounds: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rounds so far, the provider told that it may cache up to the end of the last."""
    if not rounds:
        return []
    *before, last = rounds
    *blocks, end = last["content"]
    return [*before, {**last, "content": [*blocks, {**end, "cache_control": {"type": "ephemeral"}}]}]


def _cached(text: str) -> dict[str, Any]:
    """A text up to whose end the provider may cache the prompt."""
    return {"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}


def _correction(spoken: Spoken, wrong: WrongAnswer) -> list[dict[str, Any]]:
    """The wrong answer handed back, each tool call with what is wrong about it."""
    results = [
        {
            "type": "tool_result",
            "tool_use_id": call.id,
            "is_error": True,
            "content": wrong.by_call.get(call.id, "Not carried out, because the answer as a whole is not valid."),
        }
        for call in spoken.calls()
    ]
    told = {"type": "text", "text": f"That is not valid. {wrong} Give the whole answer again, corrected."}
    return [{"role": "assistant", "content": spoken.content}, {"role": "user", "content": [*results, told]}]


def _within(seconds: float, call: Callable[[], bytes]) -> bytes:
    """What the call returns, by the wall clock.

    The SDK's timeout starts anew with each byte, so a server that trickles would hold a turn for ever. The thread that
    waits on is a daemon: it holds up neither the process nor the turn.
    """
    done: Future[bytes] = Future()
    Thread(target=_settle, args=(done, call), name="claude", daemon=True).start()
    try:
        error = done.exception(timeout=seconds)
    except NotYet:
        raise ModelTimeout("no answer in time") from None
    if error is not None:
        raise translated(error) from error
    return done.result()


def _settle(done: "Future[bytes]", call: Callable[[], bytes]) -> None:
    try:
        done.set_result(call())
    except BaseException as error:  # noqa: BLE001 - handed over whole to the thread that asked, which judges it
        done.set_exception(error)


def translated(error: BaseException) -> ModelError:
    """An error of the SDK as one of Candor's."""
    if isinstance(error, ModelError):
        return error
    if isinstance(error, anthropic.APIStatusError) and _unpaid(error):
        return ModelDenied("billing")
    if isinstance(error.__cause__, httpx2.ConnectTimeout):
        return ModelUnavailable("no connection")
    for theirs, ours in FAILURES:
        if isinstance(error, theirs):
            return ours(type(error).__name__)
    if isinstance(error, BotoCoreError | RuntimeError):
        return ModelDenied("no credentials to sign the call with")
    return ModelUnavailable(type(error).__name__)


def _unpaid(error: anthropic.APIStatusError) -> bool:
    """Whether it is about money. The API says so by type and code; older answers only in words, with a 400."""
    told = (error.api_message or "").lower()
    by_name = error.type == "billing_error" or error.error_code in UNPAID
    return by_name or (error.status_code == 400 and "credit balance" in told)
