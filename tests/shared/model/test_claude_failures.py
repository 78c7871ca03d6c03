"""Each way in which a model call fails, as the error that Candor knows, in time, and retried only where that helps."""

import socket
import time
from collections.abc import Iterator
from typing import Any

import anthropic
import httpx2
import pytest
from botocore.exceptions import NoCredentialsError

from infra.lab.message_stream import SSE, event
from infra.lab.messages_api import (
    Behaviour,
    Brain,
    Cuts,
    Fails,
    Halts,
    Interrupts,
    MessagesApi,
    Raw,
    Says,
    Slow,
    Trickles,
    calls,
    text,
)
from shared.errors import (
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
from shared.model.claude import FAILURES, ClaudeModel, claude_client, translated
from tests.shared.model.claude_cases import JUDGE, PLAN, claude

GOOD = Says.json(score=0.5)


def sdk_errors(
    root: type[anthropic.AnthropicError] = anthropic.AnthropicError,
) -> Iterator[type[anthropic.AnthropicError]]:
    """Every exception class of the installed package."""
    yield root
    for below in root.__subclasses__():
        yield from sdk_errors(below)


def expected(error: type[anthropic.AnthropicError]) -> type[ModelError]:
    """What an SDK error means, decided here by HTTP status alone."""
    status = getattr(error, "status_code", 0)
    if not issubclass(error, anthropic.APIStatusError):
        return {
            "APITimeoutError": ModelTimeout,
            "CredentialsError": ModelDenied,
            "IdentityTokenFileError": ModelDenied,
            "APIResponseValidationError": ModelMisanswered,
            "APIWebhookValidationError": ModelMisanswered,
        }.get(error.__name__, ModelUnavailable)
    by_status: dict[int, type[ModelError]] = {
        401: ModelDenied,
        402: ModelDenied,
        403: ModelDenied,
        404: ModelUnknown,
        408: ModelTimeout,
        409: ModelUnavailable,
        429: ModelOverloaded,
        499: ModelUnavailable,
        504: ModelTimeout,
        529: ModelOverloaded,
    }
    generic = ModelUnavailable if issubclass(error, anthropic.InternalServerError) else ModelMisanswered
    return by_status.get(status, generic)


@pytest.mark.parametrize("error", sorted(set(sdk_errors()), key=lambda one: one.__name__), ids=lambda one: one.__name__)
def test_every_exception_of_the_sdk_is_mapped(error: type[anthropic.AnthropicError]) -> None:
    raised = error.__new__(error)
    raised.__dict__.update(type=None, error_code=None, api_message=None)
    raised.__dict__.setdefault("status_code", getattr(error, "status_code", 418))
    assert type(translated(raised)) is expected(error)


def test_the_map_names_each_branch_of_the_sdk_before_its_root() -> None:
    for position, (theirs, _) in enumerate(FAILURES):
        assert not any(issubclass(later, theirs) for later, _ in FAILURES[position + 1 :]), theirs


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (NoCredentialsError(), ModelDenied),
        (RuntimeError("Could not resolve AWS credentials from session"), ModelDenied),
        (OSError("network is down"), ModelUnavailable),
        (UnicodeEncodeError("utf-8", "x", 0, 1, "surrogates"), ModelUnavailable),
    ],
)
def test_what_is_no_error_of_the_sdk_is_mapped_too(error: Exception, kind: type[ModelError]) -> None:
    assert type(translated(error)) is kind


ONCE, TWICE, THRICE = 1, 2, 3
SOON = {"retry-after-ms": "10"}
STREAM = {"content-type": SSE}
BEGUN = event("message_start", message={"content": [], "usage": {}})
ENDLESS = BEGUN + b"".join(
    (
        event("content_block_start", index=0, content_block={"type": "text", "text": ""}),
        event("content_block_delta", index=0, delta={"type": "text_delta", "text": "x" * 1_100_000}),
    )
)
HTML = {"content-type": "text/html"}


@pytest.mark.parametrize(
    ("behaviour", "kind", "attempts"),
    [
        (Fails(400), ModelMisanswered, ONCE),
        (Fails(400, "Your credit balance is too low to access the API."), ModelDenied, ONCE),
        (Fails(400, details={"error_code": "organization_on_hold"}), ModelDenied, ONCE),
        (Fails(401), ModelDenied, ONCE),
        (Fails(402), ModelDenied, ONCE),
        (Fails(403), ModelDenied, ONCE),
        (Fails(404), ModelUnknown, ONCE),
        (Fails(413), ModelMisanswered, ONCE),
        (Fails(422), ModelMisanswered, ONCE),
        (Fails(429, headers={"retry-after": "30"}), ModelOverloaded, ONCE),
        (Fails(429, headers={"retry-after": "Wed, 21 Oct 2037 07:28:00 GMT"}), ModelOverloaded, ONCE),
        (Fails(429, headers=SOON), ModelOverloaded, THRICE),
        (
            Fails(429, details={"error_code": "enforced_spend_limit_reached"}, headers=SOON),
            ModelDenied,
            ONCE,
        ),
        (Fails(401, headers={"x-should-retry": "true"}), ModelDenied, ONCE),
        (Fails(500, headers=SOON), ModelUnavailable, THRICE),
        (Fails(501), ModelUnavailable, ONCE),
        (Fails(503, headers=SOON), ModelUnavailable, THRICE),
        (Fails(504, headers=SOON), ModelTimeout, THRICE),
        (Fails(529, headers=SOON), ModelOverloaded, THRICE),
        (Fails(529, headers={"retry-after": "60"}), ModelOverloaded, ONCE),
        (Raw(b"<html>gateway</html>", 502, HTML | SOON), ModelUnavailable, THRICE),
        (Says([text("I won't.")], "refusal"), ModelRefused, ONCE),
        (Says([text('{"score": 0.5')], "max_tokens"), ModelMisanswered, TWICE),
        (Says([text('{"score": 0.5}')], "max_tokens"), ModelMisanswered, TWICE),
        (Says([text('{"score": 0.5}')], "model_context_window_exceeded"), ModelMisanswered, ONCE),
        (Says([text('{"score": 0.5}')], "pause_turn"), ModelMisanswered, ONCE),
        (Says([text('{"score": 0.5}')], "something_new"), ModelMisanswered, ONCE),
        (Says([]), ModelMisanswered, ONCE),
        (Says([text("garbage")]), ModelMisanswered, TWICE),
        (Says([text('{"score": 7}')]), ModelMisanswered, TWICE),
        (Says([text('{"score": NaN}')]), ModelMisanswered, TWICE),
        (Says([text('{"score": "high"}')]), ModelMisanswered, TWICE),
        (Says([text('{"score":' + "[" * 5000)]), ModelMisanswered, TWICE),
        (Raw(b"{"), ModelMisanswered, ONCE),
        (Raw(b""), ModelMisanswered, ONCE),
        (Raw(b"null"), ModelMisanswered, ONCE),
        (Raw(b"[]"), ModelMisanswered, ONCE),
        (Raw(b'{"content": "a text"}'), ModelMisanswered, ONCE),
        (Raw(b'{"content": [1]}'), ModelMisanswered, ONCE),
        (Raw(b'{"content": [], "usage": {"input_tokens": -5}}'), ModelMisanswered, ONCE),
        (Raw(b"<html>welcome</html>", 200, HTML), ModelMisanswered, ONCE),
        (Raw(b"\xff\xfe\x00"), ModelMisanswered, ONCE),
        (Raw(b'{"content": [{"type": "text", "text": "' + b"x" * 1_100_000 + b'"}]}'), ModelMisanswered, ONCE),
        (Raw(ENDLESS, headers=STREAM), ModelMisanswered, ONCE),
        (Raw(b"event: message_start\ndata: {\n\n", headers=STREAM), ModelMisanswered, ONCE),
        (Raw(event("message_delta", delta={}, usage={}), headers=STREAM), ModelUnavailable, THRICE),
        (Raw(b"", headers=STREAM), ModelUnavailable, THRICE),
        (Halts([text("x" * 99)], Cuts()), ModelUnavailable, THRICE),
        (Halts([text("x" * 99)], Interrupts("overloaded_error")), ModelOverloaded, ONCE),
        (Halts([text("x" * 99)], Interrupts("api_error")), ModelUnavailable, ONCE),
        (Halts([text("x" * 99)], Interrupts("something_new")), ModelMisanswered, ONCE),
    ],
)
def test_each_failure_is_told_by_its_kind_and_retried_only_where_that_helps(
    behaviour: Behaviour, kind: type[ModelError], attempts: int
) -> None:
    with MessagesApi(behaviour) as server:
        with pytest.raises(ModelError) as failure:
            claude(server).ask(JUDGE, seconds=9)
        assert type(failure.value) is kind
        assert len(server.requests) == attempts


@pytest.mark.parametrize(
    "arguments",
    [
        {"sql": "SELECT 1 AS n", "purpose": float("nan")},
        {"measure": {"a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": {"i": {"j": {"k": {"l": 1}}}}}}}}}}}}},
    ],
)
def test_tool_input_that_is_too_deep_or_not_finite_is_refused(arguments: dict[str, Any]) -> None:
    with MessagesApi(Says([calls("filtered_total", arguments)])) as server, pytest.raises(ModelMisanswered):
        claude(server).ask(PLAN, seconds=5)


@pytest.mark.parametrize(
    "call", [{"type": "tool_use"}, {"type": "tool_use", "id": "a", "name": "run_sql", "input": "x"}]
)
def test_a_malformed_tool_call_is_refused(call: dict[str, Any]) -> None:
    with MessagesApi(Says([call])) as server, pytest.raises(ModelMisanswered):
        claude(server).ask(PLAN, seconds=5)


@pytest.mark.parametrize(
    "passing", [Fails(529, headers=SOON), Cuts(), Cuts(after=20), Halts([text("x" * 99)], Cuts())], ids=repr
)
def test_what_passes_is_retried_and_answered(passing: Behaviour) -> None:
    with MessagesApi([passing, GOOD]) as server:
        assert claude(server).ask(JUDGE, seconds=5).value.score == 0.5
        assert len(server.requests) == 2


@pytest.mark.parametrize("cut", [Cuts(), Cuts(after=20)])
def test_a_connection_that_is_always_cut_is_unavailable(cut: Behaviour) -> None:
    with MessagesApi(cut) as server, pytest.raises(ModelUnavailable):
        claude(server, retries=0).ask(JUDGE, seconds=5)


def test_nobody_listening_is_unavailable() -> None:
    with MessagesApi(GOOD) as server:
        address = server.base_url
    with pytest.raises(ModelUnavailable):
        ClaudeModel(lambda: claude_client("k", address), "claude-test", retries=0).ask(JUDGE, seconds=5)


def test_a_server_that_takes_no_connection_is_unavailable_at_once() -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        queue = [socket.socket() for _ in range(3)]
        for waiting in queue:
            waiting.setblocking(False)
            waiting.connect_ex(deaf.getsockname())
        address = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        started = time.monotonic()
        with pytest.raises(ModelUnavailable):
            ClaudeModel(lambda: claude_client("k", address), "claude-test").ask(JUDGE, seconds=1.0)
        assert time.monotonic() - started < 120
        for waiting in queue:
            waiting.close()


@pytest.mark.parametrize("slow", [Slow(5), Trickles(), Slow(5, Fails(500))], ids=["silent", "trickling", "failing"])
def test_a_slow_model_is_given_up_in_time(slow: Behaviour) -> None:
    with MessagesApi(slow) as server:
        model = claude(server)
        with pytest.raises(ModelTimeout):
            model.ask(JUDGE, seconds=0.5)


SLOW = [Slow(5), Trickles()]


@pytest.mark.parametrize("silent", SLOW, ids=["silent", "trickling"])
def test_a_model_that_says_no_word_is_given_up_sooner_where_another_can_be_asked(silent: Behaviour) -> None:
    with MessagesApi(silent) as server, pytest.raises(ModelSilent):
        claude(server).ask(JUDGE, seconds=60, patience=0.3)


def test_a_model_that_has_begun_is_waited_for_beyond_the_patience_for_its_first_word() -> None:
    halts = Halts([text("x" * 99)], Slow(0.8, Cuts()))
    with MessagesApi(halts) as server, pytest.raises(ModelUnavailable):
        claude(server, retries=0).ask(JUDGE, seconds=60, patience=0.5)


def test_what_a_model_read_before_it_was_given_up_is_counted() -> None:
    with MessagesApi(Halts([text("x" * 99)], Slow(5))) as server, pytest.raises(ModelTimeout) as failure:
        claude(server).ask(JUDGE, seconds=0.5)
    assert (failure.value.usage.calls, failure.value.usage.input_tokens) == (1, 100)


def test_an_answer_that_was_cut_off_is_asked_for_again_with_more_room() -> None:
    with MessagesApi([Says([text('{"score": 0.')], "max_tokens"), GOOD]) as server:
        answered = claude(server).ask(JUDGE, seconds=5)
        first, second = server.requests
    assert (answered.value.score, answered.usage.calls) == (0.5, 2)
    assert second.body.pop("max_tokens") == 4 * first.body.pop("max_tokens")
    assert second.body == first.body


def test_a_server_that_does_not_stream_is_understood() -> None:
    with MessagesApi(Raw(b'{"content": [{"type": "text", "text": "{\\"score\\": 0.5}"}]}')) as server:
        assert claude(server).ask(JUDGE, seconds=5).value.score == 0.5


def test_a_call_that_was_given_up_is_not_repeated_behind_the_back() -> None:
    with MessagesApi(Slow(5)) as server:
        with pytest.raises(ModelTimeout):
            claude(server).ask(JUDGE, seconds=0.3)
        time.sleep(0.6)
        assert len(server.requests) == 1


def test_retries_stay_within_the_time() -> None:
    with MessagesApi(Fails(503)) as server:
        with pytest.raises(ModelUnavailable):
            claude(server).ask(JUDGE, seconds=1.0)
        assert len(server.requests) == 1


def test_no_time_left_asks_nobody() -> None:
    with MessagesApi(GOOD) as server:
        with pytest.raises(ModelTimeout):
            claude(server).ask(JUDGE, seconds=0)
        assert not server.requests


def test_a_wrong_answer_is_not_given_back_when_time_is_short() -> None:
    with MessagesApi([Says([text("garbage")]), GOOD]) as server:
        with pytest.raises(ModelMisanswered):
            claude(server).ask(JUDGE, seconds=1.0)
        assert len(server.requests) == 1


def test_a_failure_in_the_second_round_still_tells_what_the_first_one_cost() -> None:
    with MessagesApi([Says([text("garbage")]), Fails(401)]) as server, pytest.raises(ModelDenied) as failure:
        claude(server).ask(JUDGE, seconds=5)
    assert (failure.value.usage.input_tokens, failure.value.usage.calls) == (100, 2)


def test_a_failed_call_leaves_the_next_one_unharmed() -> None:
    with MessagesApi([Cuts(), Brain()]) as server:
        model = claude(server, retries=0)
        with pytest.raises(ModelUnavailable):
            model.ask(JUDGE, seconds=5)
        assert model.ask(JUDGE, seconds=5).value.score == 0.9


def test_errors_never_carry_what_the_server_said() -> None:
    script = Fails(500, "secret internals of the provider")
    with MessagesApi(script) as server, pytest.raises(ModelUnavailable) as failure:
        claude(server, retries=0).ask(JUDGE, seconds=5)
    assert "secret" not in str(failure.value)


def test_the_server_side_of_these_tests_speaks_what_the_sdk_expects() -> None:
    with MessagesApi(Says([text("hello")], "end_turn")) as server:
        client = anthropic.Anthropic(api_key="k", base_url=server.base_url, timeout=httpx2.Timeout(5))
        said = client.messages.create(model="m", max_tokens=5, messages=[{"role": "user", "content": "hi"}])
    assert (said.content[0].text, said.usage.output_tokens, said.stop_reason) == ("hello", 20, "end_turn")
