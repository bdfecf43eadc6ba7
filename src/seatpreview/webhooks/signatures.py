"""Signatures of deliveries, as Standard Webhooks 1.0 has them. Pure."""

import base64
import hashlib
import hmac
from collections.abc import Sequence

from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.webhooks.secrets import PREFIX


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
