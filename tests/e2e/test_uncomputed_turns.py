"""Where the machine fails at a query, the reply tells that, and blames neither the data nor the question."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from shared.contracts import QueryFailure, QueryFault, QueryOutcome

CAUSES: dict[QueryFault, tuple[str, str]] = {
    "memory": ("more memory than it may have", "unknown"),
    "timeout": ("longer than it may", "timeout"),
    "unavailable": ("stopped or did not answer", "connection"),
    "gone": ("not there any more", "not_found"),
    "disk": ("more than the engine has room for at once", "unknown"),
}


@contextmanager
def ending(candor, kind: QueryFault) -> Iterator[None]:
    """The system with a query function whose worker comes to this end each time."""
    ended = QueryOutcome(failure=QueryFailure(kind=kind, message="ended"))
    candor.deps.query = lambda request: (ended,) * len(request.queries)
    try:
        yield
    finally:
        del candor.deps.query


@pytest.mark.parametrize("kind", CAUSES)
def test_a_query_that_the_machine_could_not_compute_is_no_lack_of_information(candor, kind):
    with ending(candor, kind):
        reply = candor.ask("What is the total revenue by region?")
    why, error_type = CAUSES[kind]
    assert (reply.status, reply.forfeit.code) == ("forfeited", "agents_failed")
    assert reply.error_context.error_type == error_type
    assert why in reply.text
    assert "says nothing about what the data holds" in reply.text
    assert "contains the necessary information" not in reply.text
    assert [response.error_type for response in reply.responses] == [error_type]
    assert {attempt.error_type for attempt in reply.attempts if attempt.outcome == "failed"} == {error_type}


def test_a_failed_query_is_an_event(candor):
    with ending(candor, "memory"):
        reply = candor.ask("What is the total revenue by region?")
    told = [event for event in candor.deps.events.read(reply.turn_id) if event.title == "Query failed"]
    assert [(event.type, event.agent) for event in told] == [("action", "sql_analytics")]
    assert told[0].data["reason"] == "the computation needed more memory than it may have"


@pytest.mark.parametrize("kind", ["memory", "gone"])
def test_an_agent_whose_queries_the_machine_could_not_compute_has_an_error_event_of_its_own(candor, kind):
    with ending(candor, kind):
        reply = candor.ask("What is the total revenue by region?")
    told = [one for one in candor.deps.events.read(reply.turn_id) if one.type == "error" and one.agent]
    assert [(one.agent, one.title.startswith("Failed: ")) for one in told] == [("sql_analytics", True)]
