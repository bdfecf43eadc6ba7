"""Types of API keys: the stored record, responses, request bodies and queries."""

from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.keys.origins import FrameAncestor, Origin
from seatpreview.limits.model import RateLimit
from seatpreview.results import NextCursor, PageQuery, etag_of
from seatpreview.values.caller import KEY_GROUPS, Group, Scope
from seatpreview.values.clock import Moment, Time, datetime_of
from seatpreview.values.ids import KeyId, TenantId, VenueId
from seatpreview.values.partial_update import PartialUpdate
from seatpreview.values.validated_text import Label

KeyKind = Annotated[
    Literal["secret", "keyless"],
    Meta(
        description="`secret`: used by whoever knows its plaintext. `keyless`: used from its allowed origins."
    ),
]
KeyScope = Annotated[
    Scope,
    Meta(description="`admin`: the whole service. `tenant`: one tenant and its records."),
]
KeyStatus = Annotated[
    Literal["active", "revoked"], Meta(description="A key that has passed its `revokeAt` is `revoked`.")
]
KeyLabel = Annotated[Label, Meta(description="A name for the key, for people to read.")]
Origins = Annotated[
    tuple[Origin, ...],
    Meta(
        max_length=100,
        description="The origins that the key may be used from. Empty: a secret key is not restricted.",
    ),
]
OriginOnly = Annotated[
    bool,
    Meta(
        description=(
            "Whether a page may use the key without its secret, from one of its `allowedOrigins`, which must "
            "not be empty then. Never true for an admin key."
        )
    ),
]
FrameAncestors = Annotated[
    tuple[FrameAncestor, ...],
    Meta(max_length=100, description="Pages that may embed the viewer (CSP `frame-ancestors`). Empty: none."),
]
Venues = Annotated[
    Annotated[tuple[VenueId, ...], Meta(max_length=1000)] | None,
    Meta(description="Venues that the key may use. Null: all that its tenant may use. Empty: none."),
]
Groups = Annotated[
    Annotated[tuple[Group, ...], Meta(min_length=1, max_length=len(KEY_GROUPS))] | None,
    Meta(
        description=(
            "The groups of operations that the key may call, at least one. `management` includes "
            "`management_read_only`: the operations of Management that write nothing. `GET /caller` is open "
            "to every key. Null: all that its kind and scope may call. An extension of the interface."
        )
    ),
]
KeyRateLimit = Annotated[
    RateLimit | None,
    Meta(description="The key's own limit, set by admin scope only. Null: the service's default."),
]
GRACE_SECONDS_MAX = 604_800
GraceSeconds = Annotated[
    int,
    Meta(
        ge=0,
        le=GRACE_SECONDS_MAX,
        description=(
            "How long the old key is still accepted. Use 0 after a leak, and more if pages name the key."
        ),
    ),
]


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """A stored key, without its secret."""

    key_id: KeyId
    kind: KeyKind
    scope: Scope
    tenant_id: TenantId | None
    label: Label
    allowed_origins: tuple[Origin, ...]
    allow_origin_only: bool
    embed_frame_ancestors: tuple[FrameAncestor, ...]
    venues: tuple[VenueId, ...] | None
    groups: tuple[Group, ...] | None
    rate_limit: RateLimit | None
    hint: str | None
    allowance_id: str
    """The name of its rate-limit state, which a rotated key and its replacement share."""
    revoke_at: Moment | None = None
    rotated_from: KeyId | None = None
    rotated_to: KeyId | None = None
    created_at: Moment
    updated_at: Moment
    revoked_at: Moment | None = None
    last_used_at: Moment | None = None
    secret_is_unused: bool | None = None
    """Whether the request that created the key can be repeated, and nobody has presented the secret yet. A
    repeat may replace such a secret. None: no repeat replaces it."""
    version: int = 1

    @property
    def ends_at(self) -> Moment:
        """The time from which the key is not accepted. An immediate revoke holds whatever any clock says; a
        scheduled one holds from its time on."""
        if self.revoked_at is not None:
            return _ALREADY
        return _NEVER if self.revoke_at is None else self.revoke_at

    def is_revoked(self, at: Moment) -> bool:
        """Returns whether the key is no longer accepted at this time."""
        return has_ended(self.ends_at, at)

    def ended_at(self, at: Moment) -> Moment | None:
        """Returns when the key was revoked or passed its revokeAt; None while it is active."""
        if not self.is_revoked(at):
            return None
        return self.revoke_at if self.revoked_at is None else self.revoked_at


class LoggedAction(NamedTuple):
    """What a request did to a key, as the change log says it: the action, and the members that were sent."""

    action: str
    members: tuple[str, ...] = ()


def has_ended(ends_at: Moment, at: Moment) -> bool:
    """Returns whether the end has been reached: a key is accepted before it, to the microsecond."""
    return at >= ends_at


_ALREADY = Moment(0)
_NEVER = Moment(1 << 62)


class UsesOfDay(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The number of requests on one day that used a key without its secret."""

    day: Annotated[
        str,
        Meta(
            description="The day, in UTC.", extra_json_schema={"format": "date", "examples": ["2026-11-17"]}
        ),
    ]
    requests: Annotated[int, Meta(ge=1)]


class ApiKey(msgspec.Struct, kw_only=True, rename="camel"):
    """A key as the API returns it: everything but its secret."""

    key_id: KeyId
    kind: KeyKind
    scope: KeyScope
    tenant_id: Annotated[TenantId | None, Meta(description="The key's tenant. Null: an admin key.")]
    label: KeyLabel
    allowed_origins: Origins
    allow_origin_only: OriginOnly
    embed_frame_ancestors: FrameAncestors
    venues: Venues
    groups: Groups
    rate_limit: KeyRateLimit
    status: KeyStatus
    revoke_at: Annotated[
        Time | None,
        Meta(
            description=(
                "When the revoke that a rotation scheduled takes effect. The key is "
                "not accepted from then on."
            )
        ),
    ]
    rotated_from: Annotated[KeyId | None, Meta(description="The key that this one replaces.")]
    rotated_to: Annotated[KeyId | None, Meta(description="The replacement that a rotation issued.")]
    hint: Annotated[str | None, Meta(description="The last four characters of the plaintext.")]
    created_at: Time
    updated_at: Time
    revoked_at: Annotated[
        Time | None, Meta(description="When the key was revoked, or passed its `revokeAt`.")
    ]
    last_used_at: Annotated[
        Time | None,
        Meta(
            description=(
                "When the key was last used, to the minute and some seconds late. It "
                "changes neither version nor ETag."
            )
        ),
    ]
    uses_without_secret: (
        Annotated[
            tuple[UsesOfDay, ...],
            Meta(
                description=(
                    "How many requests of pages named the key, or came from an origin of a keyless one: for "
                    "each of the last 14 days that had any, newest first, and some seconds late. Requests "
                    "with a session are not counted. Changes neither version nor ETag. In answers of getKey "
                    "and updateKey, if there were any. An extension of the interface."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    version: Annotated[
        int,
        Meta(ge=1, description="Is 1 at first and grows by 1 with every change. The ETag is made from it."),
    ]

    @property
    def etag(self) -> str:
        """The ETag. It includes the status, because a key that passes its revokeAt changes without a
        write."""
        return etag_of(self.version) if self.status == "active" else etag_of(self.version, self.status)

    @classmethod
    def of(cls, key: Key, at: Moment, **more: Any) -> Self:
        """Returns the key with its status at this time; `more` has the members of a subclass."""
        ended_at = key.ended_at(at)
        return cls(
            key_id=key.key_id,
            kind=key.kind,
            scope=key.scope,
            tenant_id=key.tenant_id,
            **attributes_of(key),
            status="active" if ended_at is None else "revoked",
            revoke_at=_datetime(key.revoke_at),
            rotated_from=key.rotated_from,
            rotated_to=key.rotated_to,
            hint=key.hint,
            created_at=datetime_of(key.created_at),
            updated_at=datetime_of(key.updated_at),
            revoked_at=_datetime(ended_at),
            last_used_at=_datetime(key.last_used_at),
            version=key.version,
            **more,
        )


class CreatedKey(ApiKey, kw_only=True):
    """A new key with its plaintext, which has to be saved now."""

    plaintext: Annotated[
        str | None,
        Meta(description="The secret, shown here once and never again. Null: a keyless key has none."),
    ]


class PreviousKey(msgspec.Struct, kw_only=True, rename="camel"):
    """The key that was replaced, and when it stops working."""

    key_id: KeyId
    revoke_at: Time


class RotationWarning(msgspec.Struct, kw_only=True, frozen=True):
    """Something to do before the replaced key ends."""

    code: Annotated[
        Literal["pages_name_the_key"],
        Meta(
            description=(
                "`pages_name_the_key`: pages may use the old key without its secret. They name its keyId, "
                "and have to name that of the replacement."
            )
        ),
    ]
    detail: Annotated[str, Meta(description="What to do, in a sentence for people.")]


class RotatedKey(ApiKey, kw_only=True):
    """The replacement of a rotated key with its plaintext, which has to be saved now."""

    plaintext: Annotated[str, Meta(description="The secret, shown here once and never again.")]
    previous: PreviousKey
    warnings: Annotated[
        tuple[RotationWarning, ...],
        Meta(description="What stops working at `previous.revokeAt`. An extension of the interface."),
    ]


class KeyList(msgspec.Struct, kw_only=True, rename="camel"):
    """A page of keys, newest first."""

    data: list[ApiKey]
    next_cursor: NextCursor


class CreateKeyRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The key to create. Every member has a default; an empty object creates a tenant-scope secret key."""

    kind: KeyKind = "secret"
    scope: KeyScope = "tenant"
    tenant_id: (
        Annotated[
            TenantId,
            Meta(
                description=(
                    "The tenant that the key belongs to. Admin scope names it for a tenant-scope key; tenant "
                    "scope may leave it out. An admin key has none."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    label: KeyLabel = msgspec.field(default_factory=Label)
    allowed_origins: Origins = ()
    allow_origin_only: OriginOnly = False
    embed_frame_ancestors: FrameAncestors = ()
    venues: Venues = None
    groups: Groups = None
    rate_limit: KeyRateLimit = None


class UpdateKeyRequest(PartialUpdate, kw_only=True):
    """The members of a key to change, at least one. A member that is absent keeps its value."""

    label: KeyLabel | UnsetType = UNSET
    allowed_origins: Origins | UnsetType = UNSET
    allow_origin_only: OriginOnly | UnsetType = UNSET
    embed_frame_ancestors: FrameAncestors | UnsetType = UNSET
    venues: Venues | UnsetType = UNSET
    groups: Groups | UnsetType = UNSET
    rate_limit: KeyRateLimit | UnsetType = UNSET
    status: (
        Annotated[Literal["active"], Meta(description="Cancels the revoke that a rotation scheduled.")]
        | UnsetType
    ) = UNSET


ATTRIBUTES = tuple(name for name in UpdateKeyRequest.__struct_fields__ if name != "status")
"""The attributes that the owner of a key manages. They are members of the key, of its table and of the
request bodies."""


def attributes_of(source: Key | CreateKeyRequest) -> dict[str, Any]:
    """Returns the managed attributes by name."""
    return {name: getattr(source, name) for name in ATTRIBUTES}


class RotateKeyRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """How to replace a key. The body is optional."""

    grace_period_seconds: GraceSeconds = 86_400


class ListKeys(PageQuery, kw_only=True, rename="camel"):
    """The query of listKeys."""

    status: Annotated[KeyStatus, Meta(description="Keys with this status.")] | UnsetType = UNSET
    kind: Annotated[KeyKind, Meta(description="Keys of this kind.")] | UnsetType = UNSET
    venue: (
        Annotated[
            VenueId, Meta(description="Keys whose list of venues has this venue, and keys without a list.")
        ]
        | UnsetType
    ) = UNSET
    origin: Annotated[Origin, Meta(description="Keys that list this origin.")] | UnsetType = UNSET
    label: (
        Annotated[Label, Meta(description="Keys whose label contains this text; case is ignored.")]
        | UnsetType
    ) = UNSET
    tenant_id: Annotated[TenantId, Meta(description="Keys of this tenant: for admin scope.")] | UnsetType = (
        UNSET
    )


def _datetime(moment: Moment | None) -> datetime | None:
    return None if moment is None else datetime_of(moment)
