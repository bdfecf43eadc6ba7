"""The API operation about the caller itself: the quickest way to see whether a key works."""

from typing import Annotated

import msgspec
from msgspec import Meta

from seatpreview.context import Context
from seatpreview.sessions.model import Session
from seatpreview.values.caller import KEY_GROUPS, CallerKind, Group, Scope
from seatpreview.values.ids import KeyId, TenantId, VenueId


class AllowanceLeft(msgspec.Struct, kw_only=True, rename="camel"):
    """A rate limit that applies to the caller, and what remains of it."""

    policy: Annotated[
        str,
        Meta(
            description=(
                "With a secret, `key`, `tenant`, and `sessions` for making sessions. With a session, "
                "`session`, `session_address`, `session_network` (IPv6), `venue` and `tenant_visitors`. "
                "Without either, `address`, `network` (IPv6), `visitors` and `tenant_visitors`. Visitors "
                "also have `beacons`, `pages` and, with a session, `ends` (for the address and for the "
                "tenant). A rateLimit of the key or the tenant is listed as `key` or `tenant`, and the part "
                "of it that visitors get as `visitors` or `tenant_visitors`; it takes the place of `venue`."
            )
        ),
    ]
    requests: int
    window_seconds: int
    burst: Annotated[int, Meta(description="The most that is admitted at once.")]
    remaining: Annotated[int, Meta(description="How many more would be admitted now.")]
    reset_seconds: Annotated[int, Meta(description="Seconds until the whole burst is available again.")]


class CallerInfo(msgspec.Struct, kw_only=True, rename="camel"):
    """The caller that the request was authenticated as."""

    kind: Annotated[
        CallerKind,
        Meta(
            description=(
                "`secret`: a secret key by its plaintext. `keyless`: a keyless key by its Origin. "
                "`origin_only`: a secret key by its keyId and an allowed Origin. `session`: a session token."
            )
        ),
    ]
    key_id: KeyId | None
    tenant_id: Annotated[
        TenantId | None, Meta(description="Null for admin scope, which may access every tenant.")
    ]
    scope: Scope
    venues: Annotated[
        list[VenueId] | None,
        Meta(description="The venues to which the caller is restricted. Null: it is not restricted."),
    ]
    groups: Annotated[
        list[Group] | None,
        Meta(
            description=(
                "The groups of operations to which the caller's key is limited. Null: it is not limited, or "
                "the caller is a session, which has the rights of a session."
            )
        ),
    ]
    session: Annotated[Session | None, Meta(description="Null: no session token was presented.")]
    allowances: list[AllowanceLeft]


async def get_caller(context: Context) -> CallerInfo:
    """Returns who the caller is and what remains of its rate limits."""
    caller = context.caller
    return CallerInfo(
        kind=caller.kind,
        key_id=caller.key_id,
        tenant_id=caller.tenant_id,
        scope=caller.scope,
        venues=None if caller.venues is None else sorted(caller.venues),
        groups=None if caller.groups is None else [group for group in KEY_GROUPS if group in caller.groups],
        session=None if caller.session is None else Session.of(caller.session),
        allowances=[
            AllowanceLeft(
                policy=status.policy,
                requests=status.limit.requests,
                window_seconds=status.limit.window_seconds,
                burst=status.limit.burst,
                remaining=status.remaining,
                reset_seconds=status.reset_seconds,
            )
            for status in context.limit_statuses
        ],
    )
