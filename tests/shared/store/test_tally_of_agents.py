"""How often agents gave up is counted by day, agent and kind, over all users and no longer than it is kept."""

from datetime import UTC, datetime, timedelta

from shared.contracts import Attempt
from shared.store.tally import GivenUp, Tally
from shared.turn.acceptance.accept import new_turn

NOW = datetime(2030, 5, 2, 0, 30, tzinfo=UTC)


def _attempt(agent: str, **why: str) -> Attempt:
    return Attempt.model_validate(
        {"agent": agent, "task_id": "t1", "step": "plan", "action": "looked", "outcome": "failed", "at": NOW, **why}
    )


def test_each_attempt_counts_once_under_its_day_its_agent_and_its_code_or_else_its_error(candor) -> None:
    tally = Tally(candor.deps.table, keep_days=90)
    today, other, before = (new_turn(candor.session(None), "What?", candor.deps) for _ in range(3))
    no_dataset, timeout = _attempt("trend", code="no_dataset"), _attempt("trend", error_type="timeout")
    for _ in range(2):
        tally.note(today.model_copy(update={"asked_at": NOW}), [no_dataset, timeout])
        tally.note(other.model_copy(update={"asked_at": NOW}), [timeout])
    tally.note(before.model_copy(update={"asked_at": NOW - timedelta(hours=1)}), [_attempt("segmentation")])
    counts = [
        GivenUp(day="2030-05-02", agent="trend", kind="timeout", count=2),
        GivenUp(day="2030-05-02", agent="trend", kind="no_dataset", count=1),
        GivenUp(day="2030-05-01", agent="segmentation", kind="other", count=1),
    ]
    assert tally.counts(NOW, 2) == counts
    assert tally.counts(NOW, 1) == counts[:2]


def test_what_was_counted_expires_when_it_has_been_kept_for_its_days(candor) -> None:
    day = NOW + timedelta(days=9)
    turn = new_turn(candor.session(None), "What?", candor.deps).model_copy(update={"asked_at": day})
    Tally(candor.deps.table, keep_days=90).note(turn, [_attempt("trend")])
    (item,) = candor.deps.table.query(f"TALLY#{day:%Y-%m-%d}")
    assert item["expires"] == (day + timedelta(days=90)).timestamp()
