"""Types of sessions: request bodies and responses."""

import re
from typing import Annotated, Any, ClassVar, Self

import ada_url
import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.keys.origins import Origin
from seatpreview.labels.label_rules import LabelText
from seatpreview.layouts.model import PlaceName
from seatpreview.values.caller import CallToActionClaim, EventsSetting, Purpose, SessionClaims
from seatpreview.values.clock import Time, datetime_of
from seatpreview.values.ids import SessionId, VenueId
from seatpreview.values.locales import Locale
from seatpreview.values.validated_text import Label, Name
from seatpreview.venues.model import HttpsUrl

SECONDS_MIN = 60
SECONDS_MAX = 86_400
SECONDS_DEFAULT = 3600
SEATS_MAX = 50
"""The most seats that a session may be restricted to, and the most labels that may name them."""

TtlSeconds = Annotated[
    int,
    Meta(
        ge=SECONDS_MIN,
        le=SECONDS_MAX,
        description="Seconds from now until the session expires. It lives for a day in all, at most.",
    ),
]
CTA_LABEL_CHARACTERS_MAX = 60


class ButtonLabel(Label):
    """The text of a button: one line of 1 to 60 characters, at least one of them visible."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = Label.json_schema | {
        "minLength": 1,
        "maxLength": CTA_LABEL_CHARACTERS_MAX,
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        if not 1 <= len(text) <= CTA_LABEL_CHARACTERS_MAX:
            raise ValueError(f"must be 1 to {CTA_LABEL_CHARACTERS_MAX} characters long (got {len(text)})")
        return super().parse(text)


PLACEHOLDERS = ("{seat}", "{section}", "{row}")
"""The placeholders in the address of the button. The viewer replaces them with the seat that it shows."""
_IN_BRACES = re.compile(r"\{[A-Za-z]+\}")
_ENCODED_PLACEHOLDER = re.compile("%7B(seat|section|row)%7D")


class ShopUrl(HttpsUrl):
    """An address of a shop's page: https, or http on a loopback address while the shop is being developed. It
    may have placeholders after the host."""

    __slots__ = ()

    schemes: ClassVar[tuple[str, ...]] = ("https:", "http:")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks the address, that a key could allow its origin, and that its placeholders are known. The
        host must not have any: the buyer's seat would then decide where the button leads."""
        url = super().parse(text)
        names = " and ".join((", ".join(PLACEHOLDERS[:-1]), PLACEHOLDERS[-1]))
        if "{" in url.origin:
            raise ValueError(f"has a placeholder in its host; {names} may stand after it")
        Origin.parse(url.origin)
        unknown = next((found for found in _IN_BRACES.findall(text) if found not in PLACEHOLDERS), None)
        if unknown is not None:
            raise ValueError(f"has the placeholder {unknown}, which is not known; there are {names}")
        # In a path, the normal form has percent-encoded braces.
        return cls(_ENCODED_PLACEHOLDER.sub(r"{\1}", url))

    @property
    def origin(self) -> str:
        """Scheme, host and port, as a browser sends them."""
        return ada_url.URL(self).origin


class CallToAction(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A button of the viewer that leads to the shop."""

    url: Annotated[
        ShopUrl,
        Meta(
            description=(
                "Where the button leads, in a new tab: https. Where the session is made without a secret, "
                "the origin of this address must be among the key's `allowedOrigins`. In its path, query and "
                "fragment the viewer replaces `{seat}`, `{section}` and `{row}` for the seat that is shown: "
                "by its key (several with commas), and by the ids of its section and row, percent-encoded."
            )
        ),
    ]
    label: Annotated[
        ButtonLabel | None,
        Meta(description="The button's text. Without it, the viewer has one in the buyer's language."),
    ] = None


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
    configuration: (
        Annotated[
            PlaceName,
            Meta(
                description=(
                    "The id of a configuration of the venue, or `none` for the bare hall. Default: the "
                    "default of the venue, whatever it is when the session is used."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    locale: (
        Annotated[
            Locale,
            Meta(description="The language and units of descriptions and viewer. Default: the venue's."),
        ]
        | UnsetType
    ) = UNSET
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
    cta: Annotated[CallToAction, Meta(description="A button that leads to the shop.")] | UnsetType = UNSET
    events: Annotated[
        EventsSetting,
        Meta(
            description=(
                "`off`: the viewer reports no events, and none of this session are stored. It is also off "
                "if the request has `Sec-GPC: 1`, by which a browser asks for that."
            )
        ),
    ] = "on"
    purpose: Annotated[
        Purpose,
        Meta(
            description=(
                "`staff`: for your own people, who look at what buyers will see. Lists and reports of events "
                "leave their events out unless they are asked for (`purpose=staff`). Only a secret key may "
                "say so."
            )
        ),
    ] = "buyer"
    draft: Annotated[
        bool,
        Meta(
            description=(
                "Whether the session shows the venue's draft, as it is when it is asked for. Only a secret "
                "key of the owner may say so. The purpose is then `staff`, and the session ends when the "
                "draft is published or deleted. Extension."
            )
        ),
    ] = False
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
    configuration: Annotated[
        str | None, Meta(description="`none`: the bare hall. Null: the default of the venue.")
    ]
    locale: str | None
    origin: Annotated[
        str | None,
        Meta(
            description="The only origin from which pages may use the session. Null: any that the key allows."
        ),
    ]
    cta: Annotated[CallToAction | None, Meta(description="The button that leads to the shop.")]
    events: Annotated[EventsSetting, Meta(description="Whether events of this session are stored.")]
    purpose: Annotated[Purpose, Meta(description="Whose events they are: a buyer's, or those of staff.")]
    created_at: Time
    expires_at: Time
    draft: Annotated[bool, Meta(description="Whether the session shows the venue's draft. Extension.")] = (
        False
    )

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
            cta=_call_to_action(claims.cta),
            events=claims.events,
            purpose=claims.purpose,
            created_at=datetime_of(claims.created_at),
            expires_at=datetime_of(claims.expires_at),
            draft=claims.draft_id is not None,
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


def _call_to_action(claim: CallToActionClaim | None) -> CallToAction | None:
    if claim is None:
        return None
    label = None if claim.label is None else ButtonLabel(claim.label)
    return CallToAction(label=label, url=ShopUrl(claim.url))
