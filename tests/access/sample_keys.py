"""A key and sessions of it, as the rules about allowances take them."""

from seatpreview.keys.cached_key import CachedKey
from seatpreview.keys.origins import AllowedOrigins
from seatpreview.limits.gcra import Limit
from seatpreview.values.caller import Caller, SessionClaims
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import KeyId, SessionId, TenantId, VenueId

TENANT, VENUE = TenantId("ten_a"), VenueId("ven_a")
NOW = Moment(1_800_000_000 * MICROSECONDS)


def key(limit: Limit | None = None, is_keyless: bool = False) -> CachedKey:
    caller = Caller(kind="secret", key_id=KeyId("key_a"), tenant_id=TENANT, scope="tenant", venues=None)
    return CachedKey(
        key_id=KeyId("key_a"),
        caller=caller,
        origin_only_caller=caller,
        is_keyless=is_keyless,
        allow_origin_only=False,
        origins=AllowedOrigins([]),
        frame_ancestors="",
        is_restricted_by_origin=False,
        limit=limit,
        allowance="key:a",
        ends_at=NOW,
        secret_is_unused=False,
        memory_bytes=0,
    )


def session(name: str = "ses_a", created_at: Moment = NOW, venue_id: VenueId = VENUE) -> SessionClaims:
    return SessionClaims(
        session_id=SessionId(name),
        key_id=KeyId("key_a"),
        tenant_id=TENANT,
        venue_id=venue_id,
        seats=(),
        configuration=None,
        locale=None,
        origin=None,
        created_at=created_at,
        expires_at=Moment(created_at + 3600 * MICROSECONDS),
    )
