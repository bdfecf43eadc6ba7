"""Secrets of webhooks: made, encrypted for the database, decrypted, and used to sign deliveries."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from contextlib import suppress

from seatpreview.encryption import Encryption, NoEncryptionKey, Unreadable
from seatpreview.problems import Conflict
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import WebhookId
from seatpreview.webhooks.model import StoredWebhook

PREFIX = "whsec_"

_RANDOM_BYTES = 32  # Standard Webhooks asks for 24 to 64.


def new_secret() -> str:
    """Makes a random secret, in the form that receivers configure."""
    return PREFIX + base64.b64encode(secrets.token_bytes(_RANDOM_BYTES)).decode()


def encrypted(encryption: Encryption, webhook_id: WebhookId, secret: str) -> str:
    """Returns the text of a secret for the database: it can be read for this webhook alone."""
    try:
        return encryption.encrypt(_purpose(webhook_id), secret.encode())
    except NoEncryptionKey:
        raise Conflict(
            "The service cannot store secrets of webhooks yet. Its operator sets SEATPREVIEW_WEBHOOK_KEY to "
            "at least 32 random characters, the same on every machine."
        ) from None


def decrypted(encryption: Encryption, webhook_id: WebhookId, stored: str) -> str:
    """Returns a secret as its receiver has it. Raises Unreadable if the key that encrypted it is gone."""
    return encryption.decrypt(_purpose(webhook_id), stored).decode()


def live_secrets(encryption: Encryption, webhook: StoredWebhook, at: Moment) -> list[str]:
    """Returns the secrets that sign a delivery at this time, the newest first: two while one is rotated, if
    the old one can be read. Raises Unreadable if the key that encrypted the newest is gone."""
    live = [decrypted(encryption, webhook.webhook_id, webhook.secret)]
    if webhook.old_secret is not None and (webhook.old_secret_until or 0) > at:
        with suppress(Unreadable):  # It was rotated because the key is gone.
            live.append(decrypted(encryption, webhook.webhook_id, webhook.old_secret))
    return live


def _purpose(webhook_id: WebhookId) -> str:
    return f"secret of {webhook_id}"


def signed_headers(delivery_id: str, at: Moment, body: bytes, secrets: Sequence[str]) -> dict[str, str]:
    """Returns the headers that prove who sent a body and when: `webhook-id`, `webhook-timestamp` and
    `webhook-signature`, which has a signature for each live secret."""
    timestamp = str(at // MICROSECONDS)
    signed = b".".join((delivery_id.encode(), timestamp.encode(), body))
    return {
        "webhook-id": delivery_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(_signature(signed, secret) for secret in secrets),
    }


def _signature(signed: bytes, secret: str) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
