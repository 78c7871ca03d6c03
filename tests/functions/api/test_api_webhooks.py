"""Webhooks: every event reaches the addresses of its user, signed, and no one else's."""

import json
from collections.abc import Iterator

import pytest

from infra.local.cloud import LocalCloud
from shared.webhooks.deliver import BACKOFF
from shared.webhooks.signature import signature
from tests.functions.api.user import User
from tests.shared.webhooks.listener import Address, listening


@pytest.fixture(autouse=True)
def trials(cloud: LocalCloud) -> Iterator[None]:
    """Webhooks may lead to this machine, and what failed is tried again at once."""
    before = cloud.deps.settings
    cloud.deps.settings = before.model_copy(update={"webhooks_to_loopback": True})
    yield
    cloud.deps.settings = before
    pumped(cloud)


def hook(user: User, address: str, *events: str) -> dict[str, str]:
    """A new webhook, with its secret."""
    made = user.client.post("/webhooks", {"url": str(address), "events": list(events)})
    assert made.status == 201, made.text
    found: dict[str, str] = made.body
    return found


def pumped(cloud: LocalCloud) -> None:
    """What was announced reaches the webhooks."""
    cloud.rest()
    cloud.settle()
    while cloud.wiring.pump():
        pass


def types(address: Address) -> list[str]:
    """What a webhook heard."""
    return [json.loads(body)["type"] for _, body in address.heard]


def signed(secret: str, headers: dict[str, str], body: str) -> bool:
    """Whether one of the signatures is by this secret."""
    timestamp = int(headers["webhook-timestamp"])
    return signature(secret, headers["webhook-id"], timestamp, body) in headers["webhook-signature"].split()


def test_every_event_of_its_user_reaches_a_webhook_signed(user: User, other: User, cloud: LocalCloud) -> None:
    with listening(204) as address:
        secret = hook(user, address)["secret"]
        dataset = user.dataset()
        user.dataset("only,a,header\n")
        user.reply(user.ask(user.session(dataset)).body["turn_id"])
        other.dataset()
        pumped(cloud)
    assert sorted(types(address)) == ["DatasetReady", "DatasetRejected", "TurnCompleted"]
    for headers, body in address.heard:
        told = json.loads(body)
        assert told["data"]["user_id"] == user.user_id
        assert headers["webhook-id"] == told["data"]["announcement_id"]
        assert signed(secret, headers, body)
        assert not signed(secret, headers, body.replace("1", "2"))


def test_a_webhook_hears_only_what_it_wants(user: User, cloud: LocalCloud) -> None:
    with listening(200) as address:
        hook(user, address, "TurnForfeited")
        session = user.session(user.dataset())
        user.client.delete(f"/turns/{user.hanging(session).turn_id}")
        pumped(cloud)
    assert types(address) == ["TurnForfeited"]


def test_an_event_told_twice_has_the_same_id(user: User, cloud: LocalCloud) -> None:
    cloud.faults.stream = "told twice"
    with listening(200) as address:
        hook(user, address)
        user.dataset()
        pumped(cloud)
    assert len({headers["webhook-id"] for headers, _ in address.heard}) == 1


def test_what_fails_is_tried_again_with_the_same_id_and_at_last_kept_as_a_dead_letter(
    user: User, cloud: LocalCloud
) -> None:
    assert len(BACKOFF) == 7
    with listening(500, 503, 200) as address:
        hook(user, address)
        user.dataset()
        pumped(cloud)
        assert len(address.heard) == 1
        for _ in range(3):
            visible_at_once(cloud)
            pumped(cloud)
    assert len(address.heard) == 3
    assert len({headers["webhook-id"] for headers, _ in address.heard}) == 1
    with listening(500) as address:
        hook(user, address)
        user.dataset()
        for _ in range(len(BACKOFF) + 3):
            pumped(cloud)
            visible_at_once(cloud)
    assert len(address.heard) == len(BACKOFF) + 1
    assert [json.loads(one["body"])["type"] for one in cloud.wiring.dead("deliveries") if one["event_id"]] == [
        "DatasetReady",
        "DatasetReady",  # the first webhook is gone by now, and missed the second file
    ]


def visible_at_once(cloud: LocalCloud) -> None:
    """The waits of the queue pass in no time."""
    from moto.core.models import DEFAULT_ACCOUNT_ID
    from moto.sqs.models import sqs_backends

    for queue in sqs_backends[DEFAULT_ACCOUNT_ID]["us-east-1"].queues.values():
        if queue.name.endswith("-deliveries"):
            for message in queue._messages:
                message.change_visibility(0)


def test_a_webhook_that_says_it_is_gone_is_forgotten(user: User, cloud: LocalCloud) -> None:
    with listening(410) as address:
        hook(user, address)
        user.dataset()
        pumped(cloud)
        user.dataset()
        pumped(cloud)
    assert len(address.heard) == 1
    assert user.client.get("/webhooks").body["webhooks"] == []


def test_a_secret_is_shown_once_and_for_a_day_the_one_before_it_signs_too(user: User, cloud: LocalCloud) -> None:
    with listening(200) as address:
        made = hook(user, address)
        renewed = user.client.post(f"/webhooks/{made['webhook_id']}/secret").body["secret"]
        assert renewed != made["secret"]
        seen = user.client.get(f"/webhooks/{made['webhook_id']}").text + user.client.get("/webhooks").text
        assert made["secret"] not in seen
        assert renewed not in seen
        user.dataset()
        pumped(cloud)
        cloud.clock.sleep(25 * 3600)
        user.dataset()
        pumped(cloud)
    first, second = address.heard
    assert [signed(one, *first) for one in (made["secret"], renewed)] == [True, True]
    assert [signed(one, *second) for one in (made["secret"], renewed)] == [False, True]


def test_a_deleted_webhook_hears_nothing_of_what_is_on_its_way(user: User, cloud: LocalCloud) -> None:
    with listening(200) as address:
        made = hook(user, address)
        user.dataset()
        assert user.client.delete(f"/webhooks/{made['webhook_id']}").status == 204
        pumped(cloud)
    assert address.heard == []


def test_addresses_inside_are_refused_when_they_are_named(user: User) -> None:
    for url in ("https://169.254.169.254/latest/meta-data", "https://10.0.0.1/", "http://example.com/"):
        assert user.client.post("/webhooks", {"url": url}).status == 400


def test_a_user_has_so_many_webhooks(user: User, cloud: LocalCloud) -> None:
    made = [hook(user, "https://1.1.1.1/") for _ in range(cloud.deps.settings.webhooks_per_user)]
    assert user.client.post("/webhooks", {"url": "https://1.1.1.1/"}).status == 409
    user.client.delete(f"/webhooks/{made[0]['webhook_id']}")
    assert user.client.post("/webhooks", {"url": "https://1.1.1.1/"}).status == 201
