"""What all users together may cost a day: counted once a turn, refused beyond, and forgotten tomorrow."""

from datetime import timedelta

import pytest

from shared.store.quotas import Quotas, QuotaSpent, UserLimits
from shared.turn.acceptance.accept import accept, new_turn


def test_beyond_what_a_deployment_may_spend_nobody_is_let_in_until_tomorrow(candor):
    quotas = Quotas(candor.deps.table, UserLimits(usd_per_day=1.0))
    now = candor.cloud.clock.now() + timedelta(days=400)  # a day of its own
    turns = [new_turn(candor.cloud.session(), "Total?", candor.deps) for _ in range(2)]
    for _ in range(3):
        quotas.spend(turns[0], 1000, now, 0.6)
    assert quotas.writes("someone", now)
    quotas.spend(turns[1], 1000, now, 0.4)
    with pytest.raises(QuotaSpent, match="daily limit for language models") as refused:
        quotas.writes("somebody else", now)
    assert 0 < refused.value.retry_after <= 24 * 3600
    assert quotas.writes("somebody else", now + timedelta(days=1))


def test_the_log_tells_cloudwatch_of_each_question_that_is_refused_for_that(candor, caplog):
    deps = candor.deps
    before, deps.quotas = deps.quotas, Quotas(deps.table, UserLimits(usd_per_day=0.5))
    session = candor.session()
    try:
        deps.quotas.spend(new_turn(session, "Total?", deps), 1000, deps.clock.now(), 0.6)
        with caplog.at_level("WARNING", logger="candor"), pytest.raises(QuotaSpent):
            accept(session, "What is the total revenue?", deps, limited=True)
    finally:
        deps.quotas = before
    (entry,) = [one for one in caplog.records if hasattr(one, "SpendLimitReached")]
    (metrics,) = entry._aws["CloudWatchMetrics"]
    assert (entry.SpendLimitReached, metrics["Namespace"], metrics["Dimensions"]) == (1, "Candor", [["deployment"]])


def test_without_a_limit_nothing_is_looked_up(candor):
    assert Quotas(candor.deps.table, UserLimits()).writes("someone", candor.cloud.clock.now())
