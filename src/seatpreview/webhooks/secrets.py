"""Secrets that sign deliveries: made, encrypted for the database, and decrypted to sign."""

import base64
import secrets

from seatpreview.encryption import Encryption, NoEncryptionKey
from seatpreview.problems import Conflict
from seatpreview.values.clock import Moment
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
    """Returns the secrets that sign a delivery at this time, the newest first: two while one is rotated.
    Raises Unreadable if the key that encrypted them is gone."""
    stored = [webhook.secret]
    if webhook.old_secret is not None and (webhook.old_secret_until or 0) > at:
        stored.append(webhook.old_secret)
    return [decrypted(encryption, webhook.webhook_id, each) for each in stored]


def _purpose(webhook_id: WebhookId) -> str:
    return f"secret of {webhook_id}"
