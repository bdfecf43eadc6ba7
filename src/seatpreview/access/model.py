"""The answer to "who am I": the quickest way to see whether a key works."""

from typing import Annotated

import msgspec
from msgspec import Meta

from seatpreview.caller import CallerKind, Scope
from seatpreview.ids import KeyId, TenantId, VenueId
from seatpreview.sessions.model import Session


class AllowanceLeft(msgspec.Struct, kw_only=True, rename="camel"):
    """A rate limit that the request drew on, and what is left of it."""

    policy: Annotated[str, Meta(description="`key` or `tenant`: a request draws on both.")]
    requests: int
    window_seconds: int
    burst: Annotated[int, Meta(description="The most that is admitted at once.")]
    remaining: Annotated[int, Meta(description="How many more would be admitted now.")]
    reset_seconds: Annotated[int, Meta(description="Seconds until the whole burst is there again.")]


class CallerInfo(msgspec.Struct, kw_only=True, rename="camel"):
    """Who a request is taken to be."""

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
    tenant_id: Annotated[TenantId | None, Meta(description="Null: admin scope, which reaches every tenant.")]
    scope: Scope
    venues: Annotated[
        list[VenueId] | None, Meta(description="The venues to which the caller is restricted. Null: to none.")
    ]
    session: Annotated[Session | None, Meta(description="Null: no session token was presented.")]
    allowances: list[AllowanceLeft]
