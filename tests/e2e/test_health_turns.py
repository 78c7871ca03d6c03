"""Health through the whole system: what is down is not called, and the reply says what to expect."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from infra.lab.messages_api import Brain, MessagesApi
from infra.local.call_faults import CallFault
from infra.local.client import LocalClient
from shared.errors import CandorError, ModelUnavailable, QueryUnavailable, StoreUnavailable
from shared.failure.last_words import last_resort_text
from shared.health.calls import SLOW_MS
from shared.health.state import Breaker
from shared.health.store import PARTITION, SORT
from shared.mind import choose_model
from shared.model.watched import watched
from shared.settings import Settings

TOTAL = 'SELECT sum(revenue) AS total_revenue FROM "data"'
QUESTION = "What is the total revenue?"
MODEL = "model:anthropic/claude-test"
PAUSE = Breaker().pause + 1


@contextmanager
def minded(candor) -> Iterator[MessagesApi]:
    """The system with one language model, watched as it is when deployed."""
    with MessagesApi(Brain(sql=TOTAL, purpose="Total revenue")) as server:
        settings = Settings(
            model="claude",
            anthropic_api_key="test",
            anthropic_base_url=server.base_url,
            model_id="claude-test",
            second_model_id="claude-test",
        )
        before, deps = candor.deps.model, candor.deps
        deps.model = watched(choose_model(settings, lambda: deps.clock.now().timestamp()), lambda: deps.health)
        try:
            yield server
        finally:
            deps.model = before


def happened(candor, name: str, error: type[CandorError] | None = None, takes: float = 0.0, times: int = 3) -> None:
    """So many calls of other functions ended like this."""
    for _ in range(times):
        with suppress(CandorError), candor.deps.health.noting(name, {}, (MODEL,) if name == MODEL else ()):
            candor.deps.clock.advance(takes)
            if error:
                raise error("elsewhere")


def health(candor) -> dict[str, str]:
    """What GET /health shows."""
    return LocalClient(candor.cloud, None).get("/health").body


def test_a_healthy_turn_writes_nothing_about_health(candor):
    assert candor.ask(QUESTION).status == "answered"
    assert candor.deps.table.get(PARTITION, SORT) is None
    assert health(candor)["status"] == "ok"


def test_a_model_that_is_down_is_not_asked_and_the_reply_says_so_once(candor):
    session = candor.session()
    happened(candor, MODEL, ModelUnavailable)
    with minded(candor) as server:
        reply = candor.ask(QUESTION, session=session)
    assert server.requests == []
    assert (reply.status, reply.source) == ("answered", "deterministic")
    assert reply.text.count("language model") == 1
    assert "is not available just now" in reply.text
    assert any(attempt.action.startswith("Did without the language model") for attempt in reply.attempts)
    assert health(candor) == {
        "status": "degraded",
        "dependencies": {"store": "ok", "model": "down", "query": "ok", "objects": "ok", "workflow": "ok"},
    }


def test_a_model_is_tried_again_after_the_pause(candor):
    session = candor.session()
    happened(candor, MODEL, ModelUnavailable)
    candor.deps.clock.advance(PAUSE)
    with minded(candor) as server:
        reply = candor.ask(QUESTION, session=session)
    assert server.requests
    assert reply.source == "claude"
    assert "not available" not in reply.text
    assert health(candor)["status"] == "ok"


def test_a_forfeit_without_the_model_says_that_it_was_without(candor):
    session = candor.session()
    happened(candor, MODEL, ModelUnavailable)
    with minded(candor):
        reply = candor.ask("What is the average customer satisfaction score?", session=session)
    assert reply.status == "forfeited"
    assert reply.text.count("The language model is not available just now") == 1


def test_a_slow_model_is_told_of_in_prompts_and_not_below_an_answer_that_is_whole(candor):
    session = candor.session()
    happened(candor, MODEL, takes=25, times=Breaker().window)  # the few fast calls of one turn do not make up for these
    with minded(candor) as server:
        reply = candor.ask(QUESTION, session=session)
    assert (reply.source, reply.status) == ("claude", "answered")
    assert "slow just now" not in reply.text
    assert any("The language model is currently slow" in request.text for request in server.requests)


def test_a_query_engine_that_is_down_is_not_called_and_the_forfeit_is_plain(candor):
    session = candor.session()
    happened(candor, "query", QueryUnavailable)
    reply = candor.ask(QUESTION, session=session)
    assert reply.status == "forfeited"
    assert "The query engine is not available just now" in reply.text
    assert reply.text.count("query engine") <= 2
    assert not any(operation == "lambda.Invoke" for _, _, operation in candor.cloud.faults.made)
    candor.deps.clock.advance(PAUSE)
    assert candor.ask(QUESTION, session=session).status == "answered"
    assert health(candor)["status"] == "ok"


def test_a_query_engine_that_fails_once_is_called_again(candor):
    session = candor.session()
    with suppress(CandorError), candor.deps.health.noting("query", {}):
        raise QueryUnavailable("once")
    reply = candor.ask(QUESTION, session=session)
    assert reply.status == "answered"
    assert "query engine" not in reply.text


def test_turns_that_find_the_query_engine_down_open_its_breaker(candor):
    session = candor.session()
    engine = CallFault("query", lambda call: call.operation == "lambda.Invoke" and bool(call.function), "is down")
    candor.cloud.faults.calls = [engine]
    for _ in range(3):
        reply = candor.ask(QUESTION, session=session)
        assert reply.status in ("failed", "forfeited")
    assert health(candor)["dependencies"]["query"] == "down"
    assert "query engine" in reply.text


def test_a_file_storage_that_is_down_is_not_called(candor):
    session = candor.session()
    happened(candor, "objects", StoreUnavailable)
    candor.cloud.faults.made.clear()
    reply = candor.ask(QUESTION, session=session)
    assert reply.status == "failed"
    assert "The file storage is not available just now" in reply.text
    assert not any(operation.startswith("s3.") for _, _, operation in candor.cloud.faults.made)


@pytest.mark.parametrize("operation", ["GetItem", "UpdateItem"])
def test_health_that_cannot_be_reached_is_never_critical(candor, operation, monkeypatch):
    session = candor.session()
    happened(candor, "query", QueryUnavailable)
    store = candor.deps.health._store

    def refuse(*_args, **_given):
        raise StoreUnavailable(operation)

    monkeypatch.setattr(store, "load" if operation == "GetItem" else "change", refuse)
    reply = candor.ask(QUESTION, session=session)
    assert reply.status == {"GetItem": "answered", "UpdateItem": "forfeited"}[operation]


def test_a_workflow_that_did_not_start_is_told_until_a_turn_proves_it_is_back(candor):
    session = candor.session()
    happened(candor, "workflow", StoreUnavailable)
    assert health(candor)["dependencies"]["workflow"] == "down"
    reply = candor.ask(QUESTION, session=session)
    assert reply.status == "answered"
    assert "starts late" not in reply.text
    assert health(candor) == {"status": "ok", "dependencies": dict.fromkeys(SLOW_MS, "ok") | {"model": "none"}}


def test_a_start_that_fails_is_noted_and_the_turn_that_never_began_is_told_by_it(candor):
    session = candor.session()
    candor.cloud.faults.calls = [CallFault("start", lambda call: call.operation == "sfn.StartExecution", "is down")]
    with candor.cloud.faults.inside():
        turn = candor.accept(QUESTION, session)
    candor.deps.clock.advance(candor.deps.settings.turn_seconds + 5)
    candor.cloud.sweep()
    reply = candor.deps.turns.get(turn.turn_id).reply
    assert reply.text == last_resort_text("connection")
    assert reply.error_context.error_type == "connection"
