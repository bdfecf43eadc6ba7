"""Types of requests that are safe to repeat."""

import msgspec

from seatpreview.values.clock import Moment
from seatpreview.values.ids import KeyId


class RememberedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request that succeeded, as it is stored: neither its Idempotency-Key nor its body nor its answer."""

    fingerprint: str
    """The hash of everything that decides what the request does."""
    record_id: str
    """The id of the record that it made; empty where it made none with an id."""
    record_version: int
    """The version of that record, as the latest answer had it."""
    at: Moment
    """The time of the request."""
    expires_at: Moment
    """The time from which it counts as forgotten."""


class RepeatableRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The request that is being answered, if it has an Idempotency-Key that counts."""

    key_id: KeyId
    """The key that calls. Values of different keys never meet."""
    value_hash: str
    """The hash of the Idempotency-Key."""
    fingerprint: str
    first: RememberedRequest | None
    """The first request, where this one repeats it."""
