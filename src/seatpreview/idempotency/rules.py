"""Rules about repeated requests: which values are valid, and what a repeat means. Pure."""

import hashlib
import re

from seatpreview.idempotency.model import RememberedRequest, RepeatableRequest
from seatpreview.problems import Fault, IdempotencyKeyReused, ValidationFailed
from seatpreview.values.clock import MICROSECONDS, Moment

IDEMPOTENCY_KEY_CHARACTERS_MAX = 255
IDEMPOTENCY_KEY_PATTERN = "^[!-~]+$"
"""Visible ASCII characters."""

REMEMBERED_SECONDS = 86_400
"""How long a request is remembered."""

_VALID = re.compile(f"[!-~]{{1,{IDEMPOTENCY_KEY_CHARACTERS_MAX}}}")


def hash_of_value(value: str) -> str:
    """Checks the value of the header, and returns its hash. The value itself is not stored, because clients
    may write anything there."""
    if _VALID.fullmatch(value) is None:
        detail = (
            f"must be 1 to {IDEMPOTENCY_KEY_CHARACTERS_MAX} visible ASCII characters without spaces, "
            "sent once: a UUID, for example"
        )
        raise ValidationFailed(
            f"The header Idempotency-Key {detail}.",
            errors=(Fault(parameter="Idempotency-Key", detail=detail),),
        )
    return hashlib.sha256(value.encode("ascii")).hexdigest()


def fingerprint(body: bytes, *others: str) -> str:
    """Returns the hash of a request: of its body, and of everything else that decides what it does. Each part
    is hashed with its length, so that different lists of parts never hash alike."""
    digest = hashlib.sha256()
    for part in (*(other.encode() for other in others), body):
        digest.update(len(part).to_bytes(8))
        digest.update(part)
    return digest.hexdigest()


def first_request(remembered: RememberedRequest | None, sent: str, at: Moment) -> RememberedRequest | None:
    """Returns the request that one with the fingerprint `sent` repeats; None if it is the first itself.

    Raises IdempotencyKeyReused if the value belongs to another request.
    """
    if remembered is None or not is_remembered(remembered, at):
        return None
    if remembered.fingerprint != sent:
        raise IdempotencyKeyReused(
            "This Idempotency-Key was sent with another operation, path, query or body within a day. Nothing "
            "was written. Use a new value for each request that is not a repeat."
        )
    return remembered


def is_remembered(request: RememberedRequest | None, at: Moment) -> bool:
    """Returns whether the request still counts at this time."""
    return request is not None and at < request.expires_at


def remembered(
    request: RepeatableRequest,
    record_id: str,
    at: Moment,
    record_expires_at: Moment | None = None,
    *,
    version: int = 1,
) -> RememberedRequest:
    """Returns what is stored about a request: the record that it created or changed, and the version of it in
    the response."""
    return RememberedRequest(
        fingerprint=request.fingerprint,
        record_id=record_id,
        record_version=version,
        at=at,
        expires_at=expiry(at, record_expires_at),
    )


def expiry(at: Moment, record_expires_at: Moment | None = None) -> Moment:
    """Returns when a request is forgotten: after a day, or earlier if the record that it created expires."""
    latest = Moment(at + REMEMBERED_SECONDS * MICROSECONDS)
    return latest if record_expires_at is None else min(latest, record_expires_at)
