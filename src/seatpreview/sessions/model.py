"""Types of sessions: request bodies and responses."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.caller import SessionClaims
from seatpreview.clock import Time, datetime_of
from seatpreview.ids import SessionId, VenueId
from seatpreview.keys.origins import Origin
from seatpreview.labels.seat_keys import LabelText
from seatpreview.layouts.model import PlaceName
from seatpreview.validated_text import Name

SECONDS_MIN = 60
SECONDS_MAX = 86_400
SECONDS_DEFAULT = 3600
SEATS_MAX = 50
"""The most seats that a session may be restricted to, and the most labels that may name them."""

Locale = Literal["en", "de"]
TtlSeconds = Annotated[
    int,
    Meta(
        ge=SECONDS_MIN,
        le=SECONDS_MAX,
        description="Seconds from now until the session expires. It lives for a day in all, at most.",
    ),
]


class CreateSessionRequest(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True
):
    """The venue, and optionally the seats and the origin, that a new session is restricted to."""

    venue: Annotated[Name, Meta(description="The venue's id, or an alias of it.")]
    seats: Annotated[
        tuple[LabelText, ...],
        Meta(
            max_length=SEATS_MAX,
            description=(
                "Labels of the seats that the session is for. A label may name several seats; they are at "
                f"most {SEATS_MAX} in all. Empty: all seats of the venue."
            ),
        ),
    ] = ()
    configuration: PlaceName | UnsetType = UNSET
    locale: Locale | UnsetType = UNSET
    origin: (
        Annotated[
            Origin,
            Meta(
                description=(
                    "The only origin from which pages may use the session; the key must allow it. For "
                    "servers: a session that a page creates is bound to the page's own origin."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    ttl_seconds: TtlSeconds = SECONDS_DEFAULT


class RenewSessionRequest(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True
):
    """The new lifetime of a session."""

    ttl_seconds: TtlSeconds = SECONDS_DEFAULT


class Session(msgspec.Struct, kw_only=True, rename="camel"):
    """A session, which gives access to one venue."""

    session_id: SessionId
    venue_id: VenueId
    seats: Annotated[list[str], Meta(description="Keys of the seats that the session is for. Empty: all.")]
    configuration: str | None
    locale: str | None
    origin: Annotated[
        str | None,
        Meta(
            description="The only origin from which pages may use the session. Null: any that the key allows."
        ),
    ]
    created_at: Time
    expires_at: Time

    @classmethod
    def of(cls, claims: SessionClaims) -> "Session":
        """Returns the session that the claims of a token describe."""
        return Session(
            session_id=claims.session_id,
            venue_id=claims.venue_id,
            seats=list(claims.seats),
            configuration=claims.configuration,
            locale=claims.locale,
            origin=claims.origin,
            created_at=datetime_of(claims.created_at),
            expires_at=datetime_of(claims.expires_at),
        )


class IssuedSession(Session, kw_only=True):
    """A session with its token, which no other response contains."""

    token: Annotated[
        str, Meta(description="The page sends it with its requests, as `Authorization: Bearer st_...`.")
    ]
    viewer_url: Annotated[str, Meta(description="The address of the viewer, for a frame or a new tab.")]
    embed_html: Annotated[
        str,
        Meta(description="An iframe with the viewer, for pages that the key's embedFrameAncestors allow."),
    ]
