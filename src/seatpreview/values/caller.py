"""The caller of an operation: whom the guard has authenticated, or the operator at the command line."""

from enum import Enum
from typing import Literal, NamedTuple, get_args

import msgspec
from msgspec import UNSET, UnsetType

from seatpreview.problems import ScopeInsufficient, TenantArchived
from seatpreview.values.clock import Moment
from seatpreview.values.draft_state import DraftState
from seatpreview.values.ids import DraftId, KeyId, SessionId, TenantId, VenueId

Scope = Literal["admin", "tenant"]

Group = Literal["sessions", "seats", "events", "management", "management_read_only"]
"""A group of operations that a key may be limited to."""
KEY_GROUPS: tuple[Group, ...] = get_args(Group)
"""All groups, in the order in which they are listed."""

CallerKind = Literal["secret", "keyless", "origin_only", "session", "link", "operator"]
"""How a caller was authenticated. `secret`: a secret key by its plaintext. `keyless`: a keyless key by its
Origin. `origin_only`: a secret key by its keyId and an allowed Origin. `session`: a session token. `link`:
nobody in particular, with a signed link to a preview image that a tenant made. `operator`: a person at the
service's own command line."""


class Needs(Enum):
    """Who may call an operation."""

    ANY_CALLER = "any caller"
    ANY_KEY = "any key"
    OWN_SESSION = "the session's own token"
    OWN_SESSION_OR_SECRET_KEY = "the session's own token, or a secret key"  # noqa: S105  names callers
    SECRET_KEY = "secret key"  # noqa: S105  the name of a kind of caller, no secret
    ADMIN_SCOPE = "secret key of admin scope"


EventsSetting = Literal["on", "off"]
"""Whether events of a session are stored."""


Purpose = Literal["buyer", "staff"]
"""The purpose of a session: a buyer, or staff of the venue or the shop who try out what buyers see."""


class CallToActionClaim(NamedTuple):
    """The button of a session that leads to the shop."""

    label: str | None
    url: str


TOKEN_PREFIX = "st_"  # noqa: S105  names a form, holds no secret
"""The prefix of session tokens."""


class SessionClaims(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """The content of a session token, proven by its signature. Sessions are not stored: this is all there
    is."""

    session_id: SessionId
    key_id: KeyId
    """The key that the session was created with."""
    tenant_id: TenantId
    """The key's tenant; for an admin key, the owner of the venue."""
    venue_id: VenueId
    seats: tuple[str, ...]
    """The keys of the seats that the session is for; empty: all of the venue."""
    configuration: str | None
    locale: str | None
    origin: str | None
    """The only origin from which pages may use the session; None: any."""
    created_at: Moment
    expires_at: Moment
    # Members from here on are missing in tokens of earlier versions, so they have defaults.
    cta: CallToActionClaim | None = None
    events: EventsSetting = "on"
    purpose: Purpose = "buyer"
    draft_id: DraftId | None = None
    """The draft that the session shows, and with which it ends; None for the published record."""

    def covers_seats(self, keys: tuple[str, ...]) -> bool:
        """Returns whether the session is for the seats with all of these keys."""
        return not self.seats or all(key in self.seats for key in keys)


class Caller(msgspec.Struct, frozen=True, kw_only=True):
    """The authenticated caller of an operation, and what it has access to."""

    kind: CallerKind
    key_id: KeyId | None
    tenant_id: TenantId | None
    """The tenant whose records the caller has access to; None for admin scope, which has access to all."""
    scope: Scope
    venues: frozenset[VenueId] | None
    """The venues to which the caller is restricted; None if it is not restricted."""
    groups: frozenset[Group] | None = None
    """The groups of operations to which the caller's key is limited; None if it is not limited. A session has
    the rights of a session, whatever the groups of the key that created it."""
    session: SessionClaims | None = None
    """The claims of the session token, if the caller presented one."""
    draft: DraftState | None = None
    """The draft of a session for a draft, as it is stored at the time of the request."""

    @property
    def is_admin(self) -> bool:
        """Whether the caller has admin scope."""
        return self.scope == "admin"

    @property
    def is_limited(self) -> bool:
        """Whether the caller's key may not do all that its scope allows."""
        return self.venues is not None or self.groups is not None

    @property
    def is_visitor(self) -> bool:
        """Whether the caller presented no secret: a page, or anybody else who has what every visitor of a
        page can read. Visitors have their own shares of everything that is limited."""
        return self.kind not in ("secret", "operator")

    @property
    def actor(self) -> str:
        """The caller's name in the audit log."""
        return self.key_id or "operator"

    @property
    def may_read_drafts(self) -> bool:
        """Whether the caller's kind and groups allow it to read drafts of its own venues."""
        if self.is_visitor:
            return self.draft is not None
        return self.groups is None or not self.groups.isdisjoint(groups_with("management_read_only"))

    def tenant_to_list(self, requested: TenantId | UnsetType) -> TenantId | None:
        """Returns the tenant whose records a list shows: the caller's own, or the one that an admin requests.

        None stands for all tenants.
        """
        if self.is_admin:
            return None if requested is UNSET else requested
        if requested is not UNSET and requested != self.tenant_id:
            raise ScopeInsufficient("A tenant-scope key can see only its own tenant. Leave tenantId out.")
        return self.tenant_id

    def covers(self, venues: tuple[VenueId, ...] | None) -> bool:
        """Returns whether a key with these venues (None: all) could do nothing that the caller cannot."""
        if self.venues is None:
            return True
        return venues is not None and self.venues.issuperset(venues)

    def covers_groups(self, groups: tuple[Group, ...] | None) -> bool:
        """Returns whether a key with these groups (None: all) could call nothing that the caller cannot."""
        if self.groups is None:
            return True
        return groups is not None and all(not self.groups.isdisjoint(groups_with(each)) for each in groups)


def groups_with(group: Group) -> frozenset[Group]:
    """Returns the groups that include this one: the group itself, and management for its read-only part."""
    if group == "management_read_only":
        return frozenset(("management", "management_read_only"))
    return frozenset((group,))


def group_refusal(own: frozenset[Group], needed: frozenset[Group]) -> ScopeInsufficient:
    """Returns the refusal of a key that has none of the groups that an operation needs."""
    return ScopeInsufficient(
        f"This needs a key with the group {_names(needed, ' or ')}, and this one has only "
        f"{_names(own, ', ')}. Use another key, or add the group to this one."
    )


def archived_refusal() -> TenantArchived:
    """Returns the refusal of a key whose tenant is archived."""
    return TenantArchived(
        "The key's tenant is archived. Its secret keys can still read in Management, revoke keys and end "
        "sessions. Nothing else works. Ask the operator of the service to unarchive the tenant."
    )


def _names(groups: frozenset[Group], joint: str) -> str:
    return joint.join(group for group in KEY_GROUPS if group in groups)


OPERATOR = Caller(kind="operator", key_id=None, tenant_id=None, scope="admin", venues=None)
