"""Webhooks in the one table, listed by user. A secret lies there as it is, since it signs; the table is encrypted."""

from shared.contracts import Webhook
from shared.errors import Conflict, unknown
from shared.store.keys import user_key
from shared.store.page import delete_counted, owned
from shared.store.table import Item, Refused, Table, put_if_new, update_if

WEBHOOK, LISTED, HELD = "WEBHOOK", "WEBHOOK#", "WEBHOOKS"


class WebhookStore:
    """Webhooks of users; another user's are unknown."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def create(self, webhook: Webhook, *, most: int) -> None:
        """Stores a new webhook. Raises Conflict where its user has as many as `most`."""
        user = user_key(webhook.user_id)
        free = "attribute_not_exists(held) OR held < :most"
        writes = [
            put_if_new(_item(webhook)),
            put_if_new({"pk": user, "sk": LISTED + webhook.webhook_id}),
            update_if(user, HELD, "ADD held :one", {":one": 1, ":most": most}, free),
        ]
        try:
            self._table.transact(writes)
        except Refused as refused:
            raise Conflict(f"You may have {most} webhooks; delete one first, or send it again.") from refused

    def find(self, webhook_id: str) -> Webhook | None:
        """The webhook, whoever owns it, or None: for functions, not for users."""
        item = self._table.get(f"WEBHOOK#{webhook_id}", WEBHOOK)
        return Webhook.model_validate_json(item["body"]) if item else None

    def get(self, webhook_id: str, user_id: str) -> Webhook:
        """The webhook. Raises UnknownResource for another user's, exactly as for none."""
        return owned(self.find(webhook_id), user_id, "webhook")

    def of_user(self, user_id: str) -> list[Webhook]:
        """All webhooks of a user, which are few."""
        found = (self.find(item["sk"].removeprefix(LISTED)) for item in self._table.query(user_key(user_id), LISTED))
        return [webhook for webhook in found if webhook]

    def change(self, webhook: Webhook) -> None:
        """Stores a changed webhook. Raises UnknownResource where it has been deleted since."""
        if not self._table.put_over(_item(webhook)):
            raise unknown("webhook")

    def delete(self, webhook: Webhook) -> None:
        """Forgets the webhook and its secrets; nothing happens where it is gone already."""
        user = user_key(webhook.user_id)
        delete_counted(self._table, (f"WEBHOOK#{webhook.webhook_id}", WEBHOOK), (user, HELD), "webhooks")
        self._table.delete(user, LISTED + webhook.webhook_id)


def _item(webhook: Webhook) -> Item:
    key = f"WEBHOOK#{webhook.webhook_id}"
    return {"pk": key, "sk": WEBHOOK, "body": webhook.model_dump_json(), "user_id": webhook.user_id}
