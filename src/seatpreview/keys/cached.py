"""A key as it is cached for requests: made once, kept in memory until the key changes."""

import msgspec
from msgspec.structs import replace

from seatpreview.caller import Caller
from seatpreview.clock import Moment
from seatpreview.derived import DerivedValues
from seatpreview.ids import KeyId
from seatpreview.keys.model import Key, has_ended
from seatpreview.keys.origins import AllowedOrigins
from seatpreview.limits.gcra import Limit


class CachedKey(msgspec.Struct, kw_only=True, eq=False):
    """Holds nothing of another record: its tenant and venues are joined by id when a request asks."""

    key_id: KeyId
    caller: Caller
    """Who presents the secret; of a keyless key, who comes from its origins."""
    origin_only_caller: Caller
    """Who names the key and comes from its origins, without the secret."""
    is_keyless: bool
    allow_origin_only: bool
    origins: AllowedOrigins
    frame_ancestors: str
    """For the directive of that name: the pages that may show the viewer in a frame."""
    is_restricted_by_origin: bool
    limit: Limit | None
    """None for the service's default."""
    allowance: str
    """The name of what its requests draw on: one for a key and its replacement."""
    ends_at: Moment
    derived: DerivedValues = msgspec.field(default_factory=dict)

    def is_revoked(self, at: Moment) -> bool:
        return has_ended(self.ends_at, at)


def cached_key(key: Key) -> CachedKey:
    caller = Caller(
        kind=key.kind,
        key_id=key.key_id,
        tenant_id=key.tenant_id,
        scope=key.scope,
        venues=None if key.venues is None else frozenset(key.venues),
    )
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
    )
