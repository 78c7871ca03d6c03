"""Events on their way to webhooks: from the bus to each address that wants them, and there until it takes them."""

import json
from collections.abc import Callable, Mapping
from typing import Any, get_args

from pydantic import Field

from shared.contracts import AnnouncementKind, Contract, Delivery
from shared.deps import Deps
from shared.errors import BadRequest
from shared.log import logger
from shared.webhooks.address import Target, checked
from shared.webhooks.post import NotDelivered, post
from shared.webhooks.signature import headers

BACKOFF = (5, 30, 120, 600, 3600, 3 * 3600, 8 * 3600)
"""Seconds before each further try; after the last the event goes to the dead letters."""
Post = Callable[[Target, str, Mapping[str, str]], int]


class BusEvent(Contract):
    """An event as the bus hands it on."""

    kind: AnnouncementKind = Field(validation_alias="detail-type")
    time: str
    detail: dict[str, Any]


def take(body: str, deps: Deps, send: Post = post) -> None:
    """Handles a message: an event of the bus is handed on to each webhook that wants it, a delivery is made.

    Raises NotDelivered, StoreUnavailable where it is to be tried again.
    """
    told = json.loads(body)
    if "detail-type" not in told:
        return deliver(Delivery.model_validate(told), deps, send)
    if told["detail-type"] not in get_args(AnnouncementKind):
        return None
    return hand_on(BusEvent.model_validate(told), deps)


def hand_on(event: BusEvent, deps: Deps) -> None:
    """Queues one delivery for each of the user's webhooks that wants this event. Raises StoreUnavailable."""
    told = {"type": event.kind, "timestamp": event.time, "data": event.detail}
    body = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    for webhook in deps.webhooks.of_user(event.detail["user_id"]):
        if not webhook.events or event.kind in webhook.events:
            event_id = str(event.detail["announcement_id"])
            deps.queue_delivery(Delivery(webhook_id=webhook.webhook_id, event_id=event_id, body=body))


def deliver(delivery: Delivery, deps: Deps, send: Post = post) -> None:
    """Sends an event to its webhook; one that is gone, or says that it is, gets nothing. Raises NotDelivered."""
    webhook = deps.webhooks.find(delivery.webhook_id)
    if webhook is None:
        return
    try:
        target = checked(webhook.url, loopback=deps.settings.webhooks_to_loopback)
    except BadRequest as error:
        raise NotDelivered(str(error)) from error
    try:
        send(target, delivery.body, headers(webhook, delivery.event_id, delivery.body, deps.clock.now()))
    except NotDelivered as error:
        logger.info("a webhook was not reached", extra={"webhook_id": webhook.webhook_id, "why": str(error)})
        if not error.gone:
            raise
        deps.webhooks.delete(webhook)


def wait_before_next(tries: int) -> int:
    """Seconds to wait after so many tries, at least one."""
    return BACKOFF[min(tries, len(BACKOFF)) - 1]
