"""Who asks: what the guard has proven about a request, or the operator at the command line."""

from enum import Enum
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from seatpreview.clock import Moment
from seatpreview.ids import KeyId, SessionId, TenantId, VenueId
from seatpreview.problems import ScopeInsufficient

Scope = Literal["admin", "tenant"]

CallerKind = Literal["secret", "keyless", "origin_only", "session", "operator"]
"""`secret`: a secret key by its plaintext. `keyless`: a keyless key by its Origin. `origin_only`: a secret
key by its keyId and an allowed Origin. `session`: a session token. `operator`: a person at the service's own
command line."""


class Needs(Enum):
    """Who may call an operation."""

    ANY_CALLER = "any caller"
    ANY_KEY = "any key"
    OWN_SESSION = "the session's own token"
    SECRET_KEY = "secret key"  # noqa: S105  names a kind of caller, holds no secret
    ADMIN_SCOPE = "secret key of admin scope"


class SessionClaims(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """What a session token says, and its signature proves. A session is not stored: this is all of it."""

    session_id: SessionId
    key_id: KeyId
    """The key that it was made with."""
    tenant_id: TenantId
    """The key's tenant; of an admin key, the owner of the venue."""
    venue_id: VenueId
    seats: tuple[str, ...]
    """Keys of seats that it is for; empty: all of the venue."""
    configuration: str | None
    locale: str | None
    origin: str | None
    """The only one from which pages may use it."""
    created_at: Moment
    expires_at: Moment


class Caller(msgspec.Struct, frozen=True, kw_only=True):
    kind: CallerKind
    key_id: KeyId | None
    tenant_id: TenantId | None
    """The tenant whose records the caller reaches; None for admin scope, which reaches all."""
    scope: Scope
    venues: frozenset[VenueId] | None
    """The venues to which the caller is restricted; None where it is not."""
    session: SessionClaims | None = None
    """Of a caller who presents a session token."""

    @property
    def is_admin(self) -> bool:
        return self.scope == "admin"

    @property
    def actor(self) -> str:
        """The caller's name in the audit log."""
        return self.key_id or "operator"

    def tenant_reached(self, asked_for: TenantId | UnsetType) -> TenantId | None:
        """The tenant whose records a list shows: one's own, or whichever admin scope asks for (None: all)."""
        if self.is_admin:
            return None if asked_for is UNSET else asked_for
        if asked_for is not UNSET and asked_for != self.tenant_id:
            raise ScopeInsufficient("A tenant-scope key sees its own tenant only. Leave tenantId out.")
        return self.tenant_id

    def covers(self, venues: tuple[VenueId, ...] | None) -> bool:
        """Whether a key with these venues could do nothing that the caller cannot."""
        if self.venues is None:
            return True
        return venues is not None and self.venues.issuperset(venues)


OPERATOR = Caller(kind="operator", key_id=None, tenant_id=None, scope="admin", venues=None)
