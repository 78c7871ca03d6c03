"""Whoever waits for a reply on this machine takes no processor time from the turn."""

from infra.local.call_faults import Call, CallFault
from infra.local.cloud import LocalCloud
from shared.clock import MovableClock
from shared.contracts import Event
from tests.conftest import Candor


def test_the_log_is_read_before_the_reply_is_there_only_where_somebody_is_told_of_its_steps(candor: Candor) -> None:
    reads: list[str] = []

    def is_waiting(call: Call) -> bool:
        if call.operation == "dynamodb.Query" and call.function is None and call.state is None:
            reads.append(call.url)
        return False

    candor.cloud.faults.calls.append(CallFault("none: calls are counted", is_waiting, "is down"))
    question, told = "What is the total revenue?", list[Event]()
    alone, followed = candor.session(), candor.session()
    with candor.cloud.faults.inside():
        reads.clear()
        assert candor.cloud.ask(alone, question).status == "answered"
        unseen = len(reads)
        reads.clear()
        assert candor.cloud.ask(followed, question, on_event=told.append).status == "answered"
    assert told[-1].type == "complete"
    assert unseen < len(reads)


def test_in_simulated_time_no_process_is_started_ahead_for_a_query_nobody_has_asked() -> None:
    assert not LocalCloud(clock=MovableClock()).settings.query_ahead
