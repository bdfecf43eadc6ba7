"""Types of webhooks: the stored record, responses, request bodies and queries."""

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal, Self, get_args

import ada_url
import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.change_feed.change_types import CHANGE_TYPES, ChangeType
from seatpreview.results import NextCursor, PageQuery, etag_of
from seatpreview.values.clock import Moment, Time, datetime_of
from seatpreview.values.ids import TenantId, VenueId, WebhookId
from seatpreview.values.partial_update import PartialUpdate
from seatpreview.values.validated_text import Label, ValidatedText
from seatpreview.values.web_hosts import check_host

EVENTS_SUMMARY = "events.summary"
PING = "ping"

WebhookType = ChangeType | Literal["events.summary"]
"""A type that a webhook may name. Every webhook hears of `ping`."""
WEBHOOK_TYPES: tuple[str, ...] = (*CHANGE_TYPES, EVENTS_SUMMARY)

GRACE_SECONDS_MAX = 604_800
VENUES_MAX = 1000


class WebhookUrl(ValidatedText):
    """The address that deliveries are sent to. Which hosts are allowed depends on who sets it (rules.py)."""

    __slots__ = ()

    characters_max: ClassVar[int] = 2000
    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "format": "webhook-url",
        "maxLength": characters_max,
        "examples": ["https://shop.example/hooks/seats"],
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks length, characters and parts, and returns the address in its normal form."""
        most = cls.characters_max
        if len(text) > most or any(character.isspace() or character < " " for character in text):
            raise ValueError(f"must be an https address of at most {most} characters without white space")
        if "\\" in text:
            raise ValueError("must hold no backslash, which programs read differently")
        try:
            url = ada_url.URL(text)
        except ValueError:
            raise ValueError("is not an address; write for example 'https://shop.example/hooks'") from None
        if url.protocol not in ("https:", "http:") or not url.hostname:
            raise ValueError("must start with 'https://' and a host")
        if url.username or url.password:
            raise ValueError("must hold no user name and no password: deliveries are signed")
        check_host(url)
        if "#" in text:
            raise ValueError("must have no fragment ('#'), which is never sent")
        if len(url.href) > most:
            raise ValueError(f"has more than {most} characters when it is percent-encoded")
        return cls(url.href)

    @property
    def host(self) -> str:
        """The name or the address of the host, without its port."""
        return ada_url.URL(self).hostname

    @property
    def is_encrypted(self) -> bool:
        """Whether deliveries are sent over TLS."""
        return self.startswith("https:")


Url = Annotated[
    WebhookUrl,
    Meta(
        description=(
            "Where deliveries are sent: https, with any port that browsers connect to, and without a user "
            "name or a fragment. An address that is not public is refused."
        )
    ),
]
WebhookLabel = Annotated[Label, Meta(description="A name for the webhook, for people to read.")]
Types = Annotated[
    Annotated[tuple[WebhookType, ...], Meta(min_length=1, max_length=len(WEBHOOK_TYPES))] | None,
    Meta(
        description=(
            "The types that it hears of, at least one. Null: all but `events.summary`. It always hears of "
            "`ping`."
        )
    ),
]
Venues = Annotated[
    Annotated[tuple[VenueId, ...], Meta(min_length=1, max_length=VENUES_MAX)] | None,
    Meta(
        description=(
            "It hears only of these venues, and of keys that are restricted to some of them. Null: of all "
            "that its tenant may see."
        )
    ),
]
Active = Annotated[bool, Meta(description="Whether deliveries are made. False: it hears of nothing.")]
DisabledReason = Literal["requested", "key_revoked", "gone", "failing"]
DISABLED_REASONS: tuple[DisabledReason, ...] = get_args(DisabledReason)
GraceSeconds = Annotated[
    int,
    Meta(
        ge=0,
        le=GRACE_SECONDS_MAX,
        description="How long deliveries are signed with the old secret as well. Use 0 after a leak.",
    ),
]


class StoredWebhook(msgspec.Struct, frozen=True, kw_only=True):
    """A stored webhook. Its secrets are encrypted."""

    webhook_id: WebhookId
    tenant_id: TenantId
    url: WebhookUrl
    label: Label
    types: tuple[WebhookType, ...] | None
    venues: tuple[VenueId, ...] | None
    active: bool
    disabled_reason: DisabledReason | None = None
    disabled_at: Moment | None = None
    made_by: str
    changed_by: str
    is_by_admin: bool
    """Whether admin scope chose the url: only then may it lead to a network that the operator permits."""
    secret: str
    old_secret: str | None = None
    old_secret_until: Moment | None = None
    created_at: Moment
    updated_at: Moment
    version: int = 1
    failing_since: Moment | None = None

    def hears_of(self, type_: str) -> bool:
        """Returns whether it hears of something of this type."""
        if type_ == PING:
            return True
        return type_ != EVENTS_SUMMARY if self.types is None else type_ in self.types


class Webhook(msgspec.Struct, kw_only=True, rename="camel"):
    """A webhook as the API returns it: everything but its secrets."""

    webhook_id: WebhookId
    tenant_id: TenantId
    url: Url
    label: WebhookLabel
    types: Types
    venues: Venues
    active: Active
    disabled_reason: Annotated[
        DisabledReason | None,
        Meta(
            description=(
                "Why it is not active. `requested`: a request set `active` to false. `key_revoked`: the key "
                "that made it or changed it last was revoked. `gone`: its address answered 410. `failing`: "
                "every delivery failed for five days."
            )
        ),
    ]
    disabled_at: Time | None
    created_by: Annotated[
        str,
        Meta(
            description=(
                "The keyId that made it, or the one that a rotation has put in its place; `operator` for the "
                "command line."
            )
        ),
    ]
    changed_by: Annotated[str, Meta(description="The same for its last change.")]
    old_secret_until: Annotated[
        Time | None,
        Meta(description="Until when deliveries are signed with the secret before the last rotation too."),
    ]
    failing_since: Annotated[
        Time | None,
        Meta(description="Since when every delivery has failed. Changes neither version nor ETag."),
    ]
    created_at: Time
    updated_at: Time
    version: Annotated[
        int,
        Meta(ge=1, description="Is 1 at first and grows by 1 with every change. The ETag is made from it."),
    ]

    @property
    def etag(self) -> str:
        """The ETag."""
        return etag_of(self.version)

    @classmethod
    def of(cls, stored: StoredWebhook, at: Moment, **more: Any) -> Self:
        """Returns the webhook as it is at this time; `more` has the members of a subclass."""
        is_rotating = stored.old_secret_until is not None and stored.old_secret_until > at
        return cls(
            webhook_id=stored.webhook_id,
            tenant_id=stored.tenant_id,
            **attributes_of(stored),
            disabled_reason=stored.disabled_reason,
            disabled_at=_datetime(stored.disabled_at),
            created_by=stored.made_by,
            changed_by=stored.changed_by,
            old_secret_until=_datetime(stored.old_secret_until) if is_rotating else None,
            failing_since=_datetime(stored.failing_since),
            created_at=datetime_of(stored.created_at),
            updated_at=datetime_of(stored.updated_at),
            version=stored.version,
            **more,
        )


class WebhookWithSecret(Webhook, kw_only=True):
    """A webhook with its new secret, which has to be saved now."""

    secret: Annotated[
        str,
        Meta(
            description=(
                "The secret that deliveries are signed with, shown here once and never again: `whsec_` and "
                "base64, as Standard Webhooks has it."
            ),
            pattern="^whsec_[A-Za-z0-9+/]+={0,2}$",
        ),
    ]


class WebhookList(msgspec.Struct, kw_only=True, rename="camel"):
    """A page of webhooks, newest first."""

    data: list[Webhook]
    next_cursor: NextCursor


class CreateWebhookRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The webhook to create."""

    url: Url
    tenant_id: (
        Annotated[
            TenantId,
            Meta(description="The tenant that it belongs to. Admin scope names it; others may leave it out."),
        ]
        | UnsetType
    ) = UNSET
    label: WebhookLabel = msgspec.field(default_factory=Label)
    types: Types = None
    venues: Venues = None
    active: Active = True


class UpdateWebhookRequest(PartialUpdate, kw_only=True):
    """The members of a webhook to change, at least one. A member that is absent keeps its value."""

    url: Url | UnsetType = UNSET
    label: WebhookLabel | UnsetType = UNSET
    types: Types | UnsetType = UNSET
    venues: Venues | UnsetType = UNSET
    active: (
        Annotated[bool, Meta(description="True: makes deliveries again. False: hears of nothing.")]
        | UnsetType
    ) = UNSET


ATTRIBUTES = UpdateWebhookRequest.__struct_fields__
"""The attributes that the owner of a webhook manages."""


def attributes_of(source: StoredWebhook | CreateWebhookRequest) -> dict[str, Any]:
    """Returns the managed attributes by name."""
    return {name: getattr(source, name) for name in ATTRIBUTES}


class RotateWebhookRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """How to replace the secret of a webhook. The body is optional."""

    grace_period_seconds: GraceSeconds = 86_400


class ListWebhooks(PageQuery, kw_only=True, rename="camel"):
    """The query of listWebhooks."""

    active: Annotated[bool, Meta(description="Webhooks that are active, or that are not.")] | UnsetType = (
        UNSET
    )
    tenant_id: (
        Annotated[TenantId, Meta(description="Webhooks of this tenant: for admin scope.")] | UnsetType
    ) = UNSET


def _datetime(moment: Moment | None) -> datetime | None:
    return None if moment is None else datetime_of(moment)
