"""Claude, through the anthropic SDK: the API, any server that speaks it, or Bedrock. Nothing else imports the SDK."""

import time
from collections.abc import Callable
from contextlib import closing
from typing import Any, TypeVar

import anthropic
import httpx2
from anthropic import Anthropic, AnthropicBedrock, AnthropicBedrockMantle, transform_schema
from anthropic.lib.streaming import MessageStream
from botocore.exceptions import BotoCoreError

from shared.contracts import Contract, Price, Usage
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
from shared.model.listening import Listening
from shared.model.port import Answered, Request
from shared.model.prompts import Prompt, WrongAnswer, compose
from shared.model.rounds import ToolBegun
from shared.model.spoken import LARGEST_BODY, Spoken, TokenCounts
from shared.model.wire import correction, message, opening

AnswerT = TypeVar("AnswerT", bound=Contract)

Client = Anthropic | AnthropicBedrock | AnthropicBedrockMantle

MOST_RETRIES = 2
LONGEST_WAIT = 3.0
"""Seconds that a server may ask to wait before a retry; for longer, the next model is asked instead."""
ROUND_SECONDS = 1.5
"""With less time left, a wrong answer is not given back to be corrected."""
CONNECT_SECONDS = 3.0
LARGER = 4
"""How many times as long an answer may be that is asked for again, because the first one was cut off."""
STREAMED = ("text/event-stream", "application/vnd.amazon.eventstream")
"""The content types of an answer that comes piece by piece; some compatible servers send it whole whatever is asked."""
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

IN_STREAM: dict[str, type[ModelError]] = {
    "overloaded_error": ModelOverloaded,
    "rate_limit_error": ModelOverloaded,
    "api_error": ModelUnavailable,
    "timeout_error": ModelTimeout,
}
"""Errors that come after the status 200 of an answer that had begun, by their type."""

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

    An answer is read as it comes. A wrong one is given back once, with what is wrong with it; one that was cut off for
    its length is asked for again with more room. Without `samples`, no cell of a table is sent. `hour`: the provider
    keeps what is cached for an hour.
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
        hour: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.model = model
        self.provider = provider
        self.price = price or Price()
        self.hour = hour
        self._client_factory = client_factory
        self._client: Client | None = None
        self._samples = samples
        self._retries = min(retries, MOST_RETRIES)
        self._clock = clock

    def ask(self, request: Request[AnswerT], *, seconds: float, patience: float | None = None) -> Answered[AnswerT]:
        """The answer, within that many seconds by the wall clock. With `patience`, its first word within as many, else
        ModelSilent."""
        prompt = compose(request, samples=self._samples)
        return Exchange(self, prompt, self._clock() + seconds, patience).answer()

    def say(
        self, message: dict[str, Any], deadline: float, patience: float | None, begun: ToolBegun | None = None
    ) -> Spoken:
        """What the model says next, heard by the deadline (on this model's clock); `begun` hears of each tool. A
        ModelError carries what is known to be spent."""
        counted: list[TokenCounts] = []
        listening = Listening[Spoken](lambda one: self._heard(message, deadline, one, counted), begun)
        try:
            return listening.result(self.left(deadline), patience)
        except ModelError as error:
            error.usage = sum((one.usage() for one in counted), Usage())
            raise

    def left(self, deadline: float) -> float:
        """Seconds until the deadline."""
        return deadline - self._clock()

    def _heard(
        self, message: dict[str, Any], deadline: float, listening: Listening[Spoken], counted: list[TokenCounts]
    ) -> Spoken:
        """The whole message, in the thread that reads it: asked for again where it breaks off and there is time."""
        for left in range(self._retries, -1, -1):
            try:
                return self._post(message, deadline, listening, counted)
            except httpx2.TransportError as error:
                if not left or isinstance(error, httpx2.TimeoutException) or self.left(deadline) < ROUND_SECONDS:
                    raise translated(error) from error
            except BaseException as error:
                raise translated(error) from error
        raise ModelUnavailable("it broke off")

    def _post(
        self, message: dict[str, Any], deadline: float, listening: Listening[Spoken], counted: list[TokenCounts]
    ) -> Spoken:
        if self._client is None:
            self._client = self._client_factory()
        seconds = max(self.left(deadline), 0.1)
        client = self._client.with_options(
            timeout=anthropic.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds / 2)),
            max_retries=self._retries,
            middleware=[_Patience(deadline, self._clock)],
        )
        response = client.messages.with_raw_response.create(**message, stream=True)
        with closing(response.http_response):
            if not response.headers.get("content-type", "").startswith(STREAMED):
                return Spoken.heard(response.http_response.read())
            return _read(MessageStream(response.parse(), output_format=anthropic.NOT_GIVEN), listening, counted)


def _read(stream: "MessageStream[Any]", listening: Listening[Spoken], counted: list[TokenCounts]) -> Spoken:
    """The message that a stream's pieces make. Raises ModelMisanswered where they make none, TransportError where the
    stream ends before the message does."""
    size, ended = 0, False
    try:
        for event in stream:
            if event.type == "message_start":
                counted.append(TokenCounts.model_validate(event.message.usage.to_dict(warnings=False)))
            elif event.type in ("content_block_start", "content_block_delta"):
                listening.heard()
                size += _length(event)
                if event.type == "content_block_start" and event.content_block.type == "tool_use":
                    listening.begun(event.content_block.name)
            ended = ended or event.type == "message_stop"
            if size > LARGEST_BODY:
                raise ModelMisanswered("an endless answer")
        if ended:
            return Spoken.told(stream.current_message_snapshot.to_dict(warnings=False))
    except (ValueError, RuntimeError, LookupError, AttributeError, TypeError, AssertionError) as error:
        raise ModelMisanswered("the answer is no message") from error
    raise httpx2.RemoteProtocolError("the answer broke off")


def _length(event: Any) -> int:
    """The characters of a piece."""
    piece = getattr(event, "delta", None) or event.content_block
    return sum(len(value) for value in piece.to_dict(warnings=False).values() if isinstance(value, str))


class Exchange:
    """One request and its answer: a first round, and a second where the first answer was wrong."""

    def __init__(self, claude: ClaudeModel, prompt: Prompt, deadline: float, patience: float | None) -> None:
        self._claude = claude
        self._prompt = prompt
        self._deadline = deadline
        self._patience = patience
        self._room = prompt.max_tokens
        self._usage = Usage(model=claude.model, provider=claude.provider)
        self._messages = opening(prompt, hour=claude.hour)

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
        spoken = self._said()
        if spoken.stop_reason == "max_tokens" and self._room == self._prompt.max_tokens and self._may_go_on:
            self._room *= LARGER
            spoken = self._said()
        try:
            return self._prompt.read(spoken.whole())
        except WrongAnswer as wrong:
            if last or not spoken.content or not self._may_go_on:
                raise ModelMisanswered(str(wrong)) from wrong
            self._messages += correction(spoken, wrong)
            return None

    @property
    def _may_go_on(self) -> bool:
        return self._claude.left(self._deadline) >= ROUND_SECONDS

    def _said(self) -> Spoken:
        if self._claude.left(self._deadline) <= 0:
            raise ModelTimeout("no time left to ask")
        self._usage += Usage(calls=1)
        asked = _message(self._claude, self._prompt, self._messages, self._room)
        try:
            spoken = self._claude.say(asked, self._deadline, self._patience, self._prompt.begun)
        except ModelError as error:
            self._spend(error.usage)
            raise
        self._spend(spoken.usage.usage())
        return spoken

    def _spend(self, used: Usage) -> None:
        self._usage += used.model_copy(update={"price_usd": self._claude.price.of(used)})


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
    if response.status_code != 429:
        return False
    response.http_response.read()
    return any(code in response.http_response.text for code in UNPAID)


def _asked_wait(headers: Any) -> float:
    """Seconds that the server asks to wait; endless where it names a date."""
    try:
        return float(headers.get("retry-after-ms", 0)) / 1000 or float(headers.get("retry-after", 0))
    except ValueError:
        return float("inf")


def _message(claude: ClaudeModel, prompt: Prompt, messages: list[dict[str, Any]], room: int) -> dict[str, Any]:
    """The arguments of `messages.create`."""
    asked = message(claude.model, prompt, messages, room=room, hour=claude.hour)
    if prompt.schema:
        asked["output_config"] = {"format": {"type": "json_schema", "schema": transform_schema(prompt.schema)}}
    return asked


def translated(error: BaseException) -> ModelError:
    """An error of the SDK as one of Candor's."""
    if isinstance(error, ModelError):
        return error
    if isinstance(error, anthropic.APIStatusError) and _unpaid(error):
        return ModelDenied("billing")
    if isinstance(error, anthropic.APIStatusError) and error.status_code < 400:
        return IN_STREAM.get(error.type or "", ModelMisanswered)("in the middle of its answer")
    if isinstance(error.__cause__, httpx2.ConnectTimeout):
        return ModelUnavailable("no connection")
    if isinstance(error, httpx2.TimeoutException):
        return ModelTimeout("no answer in time")
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
