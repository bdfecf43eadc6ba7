"""Types of requests that are safe to repeat."""

import msgspec

from seatpreview.values.clock import Moment
from seatpreview.values.ids import KeyId


class RememberedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A stored request that succeeded, without its Idempotency-Key, body and response."""

    fingerprint: str
    """The hash of everything that decides what the request does."""
    record_id: str
    """The id of the record that it created; empty if it created none with an id."""
    record_version: int
    """The version of that record in the latest response."""
    at: Moment
    """The time of the request."""
    expires_at: Moment
    """The time from which it counts as forgotten."""


class RepeatableRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The current request, if it has an Idempotency-Key that counts."""

    key_id: KeyId
    """The calling key. Values of different keys are independent."""
    value_hash: str
    """The hash of the Idempotency-Key."""
    fingerprint: str
    first: RememberedRequest | None
    """The first request, if this one repeats it."""
