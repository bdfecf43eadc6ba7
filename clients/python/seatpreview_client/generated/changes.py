"""The members that edits may change. Written by script/clients from the OpenAPI document; do not edit."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from seatpreview_client.generated.models import (
    Ad,
    Alias,
    ImageLinks,
    ImagerySet,
    QuotaChanges,
    RateLimit,
    Translation,
    VenueRules,
    ViewerDefaults,
)


class UpdateTenantRequest(TypedDict, total=False):
    """The members that `tenants.edit` may change."""

    name: str
    """The tenant's name, for people to read."""
    rate_limit: RateLimit | Mapping[str, Any] | None
    """The limit of all of its keys together. Null: the service's default."""
    quotas: QuotaChanges | Mapping[str, Any]


class UpdateKeyRequest(TypedDict, total=False):
    """The members that `keys.edit` may change."""

    label: str
    """A name for the key, for people to read."""
    allowed_origins: Sequence[str]
    """The origins that the key may be used from. Empty: a secret key is not restricted."""
    allow_origin_only: bool
    """Whether a page may use the key without its secret, from one of its `allowedOrigins`, which must not
    be empty then. Never true for an admin key."""
    embed_frame_ancestors: Sequence[str]
    """Pages that may embed the viewer (CSP `frame-ancestors`). Empty: none."""
    venues: Sequence[str] | None
    """Venues that the key may use. Null: all that its tenant may use. Empty: none."""
    groups: Sequence[Literal["events", "management", "management_read_only", "seats", "sessions"]] | None
    """The groups of operations that the key may call, at least one. `management` includes
    `management_read_only`: the operations of Management that write nothing. `GET /caller` is open to
    every key. Null: all that its kind and scope may call. An extension of the interface."""
    rate_limit: RateLimit | Mapping[str, Any] | None
    """The key's own limit, set by admin scope only. Null: the service's default."""
    status: Literal["active"]
    """Cancels the revoke that a rotation scheduled."""


class ReplaceVenueRequest(TypedDict, total=False):
    """The members that `venues.edit` may change."""

    name: str
    timezone: str
    aliases: Sequence[Alias | Mapping[str, Any]]
    """At most 200 of them are names of the venue itself."""
    imagery_sets: Sequence[ImagerySet | Mapping[str, Any]]
    rules: VenueRules | Mapping[str, Any]
    ads: Sequence[Ad | Mapping[str, Any]]
    """A preview has the first 20 of those that run in the seat's section."""
    viewer_defaults: ViewerDefaults | Mapping[str, Any]
    image_links: ImageLinks | Mapping[str, Any]
    translations: Mapping[str, Translation | Mapping[str, Any]]
    """By languages, as tags such as `de` or `pt-BR`. Previews, descriptions and plans have the names of
    the locale that is asked for, and labels may use the names of sections in any of the languages. At
    most 20,000 names in all."""


class UpdateWebhookRequest(TypedDict, total=False):
    """The members that `webhooks.edit` may change."""

    url: str
    """Where deliveries are sent: https, with any port that browsers connect to, and without a user name or
    a fragment. An address that is not public is refused."""
    label: str
    """A name for the webhook, for people to read."""
    types: (
        Sequence[
            Literal[
                "grant.ended",
                "grant.given",
                "image.deleted",
                "image.uploaded",
                "key.created",
                "key.revoke_cancelled",
                "key.revoke_scheduled",
                "key.revoked",
                "key.rotated",
                "key.updated",
                "venue.archived",
                "venue.deleted",
                "venue.published",
                "venue.restored",
                "venue.unarchived",
            ]
            | Literal["events.summary"]
        ]
        | None
    )
    """The types that it hears of, at least one. Null: all but `events.summary`. It always hears of `ping`."""
    venues: Sequence[str] | None
    """It hears only of these venues, and of keys that are restricted to some of them. Null: of all that
    its tenant may see."""
    active: bool
    """True: makes deliveries again. False: hears of nothing."""
