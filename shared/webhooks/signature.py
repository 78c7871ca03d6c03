"""Signatures of webhooks, as Standard Webhooks 1.0 has them: HMAC-SHA256 over id, timestamp and body."""

import base64
import hashlib
import hmac
import secrets
from datetime import datetime

from shared.contracts import Webhook

PREFIX = "whsec_"
BYTES = 32


def new_secret() -> str:
    """A secret that nobody can guess."""
    return PREFIX + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def signature(secret: str, event_id: str, timestamp: int, body: str) -> str:
    """`v1,` and the signature in base64; `timestamp` is in seconds."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = hmac.new(key, f"{event_id}.{timestamp}.{body}".encode(), hashlib.sha256)
    return f"v1,{base64.b64encode(signed.digest()).decode()}"


def headers(webhook: Webhook, event_id: str, body: str, now: datetime) -> dict[str, str]:
    """The headers of a delivery: signed by the newest secret, and by the one before it while that holds."""
    timestamp = int(now.timestamp())
    holding = webhook.secrets[: 2 if webhook.until and now < webhook.until else 1]
    return {
        "webhook-id": event_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(signature(secret, event_id, timestamp, body) for secret in holding),
    }
