"""Webhooks: addresses that events are sent to, signed."""

from datetime import datetime, timedelta

from pydantic import Field

from shared.contracts import AnnouncementKind, Webhook
from shared.http.route import BODY, Asking, Body, Id, Shown, answers, routes
from shared.ids import new_id
from shared.webhooks.address import checked
from shared.webhooks.signature import new_secret

router = routes()
TAGS = ["webhooks"]
OLD_SECRET_HOLDS = timedelta(days=1)


class NewWebhook(Body):
    """Where to send events, and which; without `events`, all of them."""

    url: str = Field(min_length=1, max_length=500, examples=["https://example.com/candor"])
    events: list[AnnouncementKind] = Field(default_factory=list, max_length=20)


class WebhookView(Shown):
    """A webhook; its secret is not shown again."""

    webhook_id: str
    url: str
    events: list[AnnouncementKind]
    created_at: datetime


class WebhookWithSecret(WebhookView):
    """A webhook with the secret that signs what is sent to it, shown this once."""

    secret: str


class WebhookList(Shown):
    """All your webhooks."""

    webhooks: list[WebhookView]


@router.post(
    "/webhooks",
    status_code=201,
    summary="Add a webhook",
    description="Events are sent to it as POST requests, signed as in Standard Webhooks. The secret is shown once.",
    tags=TAGS,
    operation_id="createWebhook",
    responses=answers("The webhook, with its secret.", *BODY, 409, status=201),
)
def create_webhook(caller: Asking, body: NewWebhook) -> WebhookWithSecret:
    """Stores a webhook of the caller, once its address was found to be a public one."""
    deps = caller.deps
    checked(body.url, loopback=deps.settings.webhooks_to_loopback)
    webhook = Webhook(
        webhook_id=new_id("hook"),
        user_id=caller.user_id,
        url=body.url,
        events=tuple(dict.fromkeys(body.events)),
        secrets=(new_secret(),),
        created_at=deps.clock.now(),
    )
    deps.webhooks.create(webhook, most=deps.settings.webhooks_per_user)
    return with_secret(webhook)


@router.get(
    "/webhooks",
    summary="List your webhooks",
    tags=TAGS,
    operation_id="listWebhooks",
    responses=answers("Your webhooks."),
)
def list_webhooks(caller: Asking) -> WebhookList:
    """The caller's webhooks."""
    return WebhookList(webhooks=[shown(one) for one in caller.deps.webhooks.of_user(caller.user_id)])


@router.get(
    "/webhooks/<webhook_id>",
    summary="See a webhook",
    tags=TAGS,
    operation_id="getWebhook",
    responses=answers("The webhook.", 404),
)
def get_webhook(caller: Asking, webhook_id: Id) -> WebhookView:
    """One webhook."""
    return shown(caller.deps.webhooks.get(webhook_id, caller.user_id))


@router.post(
    "/webhooks/<webhook_id>/secret",
    status_code=201,
    summary="Renew a webhook's secret",
    description="For 24 hours, events are signed with both the old and the new secret.",
    tags=TAGS,
    operation_id="renewWebhookSecret",
    responses=answers("The webhook, with its new secret.", 404, status=201),
)
def renew_secret(caller: Asking, webhook_id: Id) -> WebhookWithSecret:
    """Gives the webhook another secret."""
    webhook = caller.deps.webhooks.get(webhook_id, caller.user_id)
    secrets, until = (new_secret(), webhook.secrets[0]), caller.deps.clock.now() + OLD_SECRET_HOLDS
    renewed = webhook.model_copy(update={"secrets": secrets, "until": until})
    caller.deps.webhooks.change(renewed)
    return with_secret(renewed)


@router.delete(
    "/webhooks/<webhook_id>",
    status_code=204,
    summary="Delete a webhook",
    tags=TAGS,
    operation_id="deleteWebhook",
    responses=answers("It is gone.", 404, status=204),
)
def delete_webhook(caller: Asking, webhook_id: Id) -> None:
    """Forgets the webhook."""
    caller.deps.webhooks.delete(caller.deps.webhooks.get(webhook_id, caller.user_id))


def shown(webhook: Webhook) -> WebhookView:
    """The webhook as its owner sees it."""
    return WebhookView.model_validate(
        webhook.model_dump(include=set(WebhookView.model_fields)) | {"events": list(webhook.events)}
    )


def with_secret(webhook: Webhook) -> WebhookWithSecret:
    """The webhook with its newest secret."""
    return WebhookWithSecret(**shown(webhook).model_dump(), secret=webhook.secrets[0])
