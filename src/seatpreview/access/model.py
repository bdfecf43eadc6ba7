"""The response of getCaller: the quickest way to see whether a key works."""

from typing import Annotated

import msgspec
from msgspec import Meta

from seatpreview.sessions.model import Session
from seatpreview.values.caller import CallerKind, Group, Scope
from seatpreview.values.ids import KeyId, TenantId, VenueId


class AllowanceLeft(msgspec.Struct, kw_only=True, rename="camel"):
    """A rate limit that the request was charged to, and what remains of it."""

    policy: Annotated[
        str,
        Meta(
            description=(
                "With a secret, `key` and `tenant`. Without one, `session`, `address`, `network`, `visitors` "
                "and `tenant_visitors`; `key` and `tenant` only where these have a rateLimit."
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
