"""The cached form of a key: built once, and held in memory until the key changes."""

import msgspec
from msgspec.structs import replace

from seatpreview.keys.model import Key, has_ended
from seatpreview.keys.origins import AllowedOrigins
from seatpreview.limits.gcra import Limit
from seatpreview.values.caller import Caller
from seatpreview.values.clock import Moment
from seatpreview.values.ids import KeyId


class CachedKey(msgspec.Struct, kw_only=True, eq=False, weakref=True):
    """A key as requests use it. It holds no data of other records: its tenant and venues are looked up by id
    for each request, so that only a change of the key itself invalidates it."""

    key_id: KeyId
    caller: Caller
    """The caller that presents the secret; for a keyless key, the caller from one of its origins."""
    origin_only_caller: Caller
    """The caller that sends the keyId from an allowed origin, without the secret."""
    is_keyless: bool
    allow_origin_only: bool
    origins: AllowedOrigins
    frame_ancestors: str
    """The value of the CSP directive frame-ancestors: the pages that may show the viewer in a frame."""
    is_restricted_by_origin: bool
    limit: Limit | None
    """The key's own rate limit; None for the service's default."""
    allowance: str
    """The name of the allowance that its requests are charged to. A key and its replacement share one."""
    ends_at: Moment
    secret_is_unused: bool
    """Whether the first request with the secret has yet to be recorded. That request sets it to False."""
    memory_bytes: int
    """The estimated memory of the key."""

    def is_revoked(self, at: Moment) -> bool:
        """Returns whether the key is no longer accepted at this time."""
        return has_ended(self.ends_at, at)


def cached_key(key: Key) -> CachedKey:
    """Builds the cached form of a stored key."""
    caller = Caller(
        kind=key.kind,
        key_id=key.key_id,
        tenant_id=key.tenant_id,
        scope=key.scope,
        venues=None if key.venues is None else frozenset(key.venues),
        groups=None if key.groups is None else frozenset(key.groups),
    )
    listed = (*key.allowed_origins, *key.embed_frame_ancestors, *(key.venues or ()))
    return CachedKey(
        key_id=key.key_id,
        caller=caller,
        origin_only_caller=caller if key.kind == "keyless" else replace(caller, kind="origin_only"),
        is_keyless=key.kind == "keyless",
        allow_origin_only=key.allow_origin_only,
        origins=AllowedOrigins(key.allowed_origins),
        frame_ancestors=" ".join(key.embed_frame_ancestors) or "'none'",
        is_restricted_by_origin=bool(key.allowed_origins),
        limit=key.rate_limit.limit() if key.rate_limit else None,
        allowance=f"key:{key.allowance_id}",
        ends_at=key.ends_at,
        secret_is_unused=bool(key.secret_is_unused),
        memory_bytes=KEY_BYTES + _LISTED_BYTES * len(listed) + sum(map(len, listed)),
    )


KEY_BYTES = 3000
"""The memory of a key without lists, measured and rounded up."""

_LISTED_BYTES = 200
"""The memory of each origin, frame ancestor or venue of a key, besides its characters."""
