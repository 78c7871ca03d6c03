"""No denial of wallet: what a user may ask for is taken with the turn, exactly."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from infra.local.cloud import LocalCloud
from shared.store.quotas import Quotas, UserLimits
from tests.functions.api.user import User

pytestmark = pytest.mark.usefixtures("parked")


@pytest.fixture
def few(cloud: LocalCloud) -> Iterator[LocalCloud]:
    """A deployment that allows three messages a minute, five turns and a hundred tokens a day."""
    before = cloud.deps.quotas
    cloud.deps.quotas = Quotas(cloud.deps.table, UserLimits(3, 5, 100))
    now = cloud.clock.now()
    cloud.clock.advance(
        (timedelta(days=1) - timedelta(hours=now.hour, minutes=now.minute, seconds=now.second - 2)).total_seconds()
    )
    yield cloud
    cloud.deps.quotas = before


def _ask(user: User, times: int) -> list[Any]:
    return [user.ask(user.session()) for _ in range(times)]


def test_the_fourth_message_of_a_minute_is_429_and_says_when_to_come_back(user: User, few: LocalCloud) -> None:
    assert [answer.status for answer in _ask(user, 3)] == [202, 202, 202]
    refused = _ask(user, 1)[0]
    assert refused.status == 429
    assert refused.body["error"]["code"] == "quota_exceeded"
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    few.clock.advance(60)
    assert _ask(user, 1)[0].status == 202


def test_the_sixth_turn_of_a_day_is_429_until_tomorrow(user: User, few: LocalCloud) -> None:
    for _ in range(5):
        assert _ask(user, 1)[0].status == 202
        few.clock.advance(60)
    refused = _ask(user, 1)[0]
    assert refused.status == 429
    assert 3600 < int(refused.headers["Retry-After"]) <= 86_400
    assert "tomorrow" in refused.body["error"]["message"]
    few.clock.advance(86_400)
    assert _ask(user, 1)[0].status == 202


def test_tokens_that_were_spent_close_the_day(user: User, few: LocalCloud) -> None:
    turn = user.hanging(user.session())
    user.commit(turn, status="answered", text="Done.", usage={"input_tokens": 90, "output_tokens": 10})
    user.reply(turn.turn_id)
    refused = _ask(user, 1)[0]
    assert refused.status == 429
    assert "tokens" in refused.body["error"]["message"]


def test_one_user_spends_nothing_of_anothers(user: User, other: User, few: LocalCloud) -> None:
    _ask(user, 4)
    assert _ask(other, 1)[0].status == 202


def test_a_question_that_was_not_taken_costs_nothing(user: User, few: LocalCloud) -> None:
    session = user.session()
    running = user.ask(session, Idempotency_Key="k").body["turn_id"]
    for _ in range(5):
        assert user.ask(session).status == 409
        assert user.ask(session, Idempotency_Key="k").body["turn_id"] == running
    assert [answer.status for answer in _ask(user, 2)] == [202, 202]
    assert _ask(user, 1)[0].status == 429


def test_what_a_deployment_may_spend_a_day_is_told_in_a_sentence_and_tomorrow_it_answers_again(
    user: User, other: User, few: LocalCloud
) -> None:
    few.deps.quotas = Quotas(few.deps.table, UserLimits(usd_per_day=0.5))
    turn = user.hanging(user.session())
    user.commit(turn, status="answered", text="Done.", usage={"input_tokens": 9, "output_tokens": 1, "price_usd": 0.5})
    user.reply(turn.turn_id)
    session = other.session()
    refused = other.ask(session)
    assert refused.status == 429
    assert refused.body["error"]["message"] == (
        "This service has reached its daily limit for language models; ask again tomorrow (UTC)."
    )
    assert 3600 < int(refused.headers["Retry-After"]) <= 86_400
    few.clock.advance(86_400)
    assert other.ask(session).status == 202
