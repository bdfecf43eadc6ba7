"""The guard: authenticates a request (401), authorizes it (403), and applies rate limits (429)."""

from collections import Counter
from functools import partial
from typing import NamedTuple

import msgspec

from seatpreview.access.credentials import (
    Credential,
    GuardedRequest,
    NamedKey,
    OriginAlone,
    Secret,
    SessionToken,
    presents_secret,
    read_credential,
)
from seatpreview.caller import Caller, Group, Needs, SessionClaims, group_refusal
from seatpreview.client_address import client_network
from seatpreview.clock import Moment
from seatpreview.database.engines import Database
from seatpreview.derived import Derived
from seatpreview.freshness.records import Records
from seatpreview.ids import TenantId
from seatpreview.keys import secrets
from seatpreview.keys.cached import CachedKey
from seatpreview.keys.store import (
    KEYS,
    cache_name_by_hash,
    cache_name_by_id,
    cache_name_by_origin,
    mark_secret_used,
)
from seatpreview.keys.usage import Usage
from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import Allowance, Decision, Limiter
from seatpreview.problems import (
    CredentialsMissing,
    KeyInvalid,
    KeyKindNotAllowed,
    KeyRevoked,
    OriginNotAllowed,
    RateLimited,
    ScopeInsufficient,
    SessionExpired,
)
from seatpreview.sessions import tokens
from seatpreview.sessions.rules import check_viewer_key
from seatpreview.sessions.store import ENDED_SESSIONS
from seatpreview.signing import Signing
from seatpreview.single_flight import SingleFlight
from seatpreview.tenants.model import CachedTenant
from seatpreview.tenants.store import TENANTS
from seatpreview.venues.venue_access import venue_usable_by_tenant


class Identity(msgspec.Struct, frozen=True):
    """An authenticated request: its caller, its time, and whether the caller's key allows its origin. A
    request without an origin comes from a server. `viewer_key` is None unless a viewer sends it."""

    caller: Caller
    key: CachedKey
    at: Moment
    origin: str | None
    origin_is_allowed: bool
    viewer_key: str | None = None


class Limits(NamedTuple):
    """The default rate limits of keys and tenants that have none of their own, and of client addresses."""

    key: Limit
    tenant: Limit
    address: Limit


class _CachedAllowances(msgspec.Struct, frozen=True):
    """The allowances of a key's latest request, cached with the key. They are valid for this tenant record
    only."""

    tenant_id: TenantId | None
    tenant: CachedTenant | None
    allowances: tuple[Allowance, ...]


_ALLOWANCES = Derived[_CachedAllowances]("allowances")


class Guard:
    """Authenticates, authorizes and rate-limits requests, in that order: `identify`, `check`, `charge`."""

    def __init__(
        self,
        database: Database,
        records: Records,
        signing: Signing,
        limiter: Limiter,
        limits: Limits,
        usage: Usage,
    ) -> None:
        self._database = database
        self._first_uses: SingleFlight[str, bool] = SingleFlight()
        self._records = records
        self._signing = signing
        self._limiter = limiter
        self._limits = limits
        self._usage = usage
        self.refused: Counter[str] = Counter()
        """How many requests were above a rate, by the kind of limit: `key`, `tenant` or `address`."""

    async def charge_address(self, request: GuardedRequest) -> Moment:
        """Charges a request to the limit of the client's address before anything of its body is read, and
        returns its time. It is not charged there again."""
        at = await self._records.check_and_get_time()
        await self._charge_address(request.address, at)
        request.address_is_charged = True
        return at

    async def identify(self, request: GuardedRequest) -> Identity:
        """Returns who sends the request; raises a 401 if that cannot be proven. A request without a secret,
        or with a wrong one, is charged to the limit of the client's address."""
        at = await self._records.check_and_get_time()
        is_secret = presents_secret(request)
        if not is_secret and not request.address_is_charged:
            await self._charge_address(request.address, at)
        try:
            key, caller = await self._authenticate(read_credential(request), at)
        except (KeyInvalid, KeyRevoked):
            if is_secret and not request.address_is_charged:
                await self._charge_address(request.address, at)
            raise
        self._usage.record_use(key.key_id, at)
        origin = request.origin
        is_allowed = origin is None or _origin_is_allowed(key, caller.session, origin)
        if not is_secret and caller.session is None and is_allowed:
            self._usage.count_use_without_secret(key.key_id, at)
        return Identity(caller, key, at, origin, is_allowed, request.viewer_key)

    def check(self, identity: Identity, needs: Needs, groups: frozenset[Group]) -> None:
        """Raises a 403 if the origin, the viewer's key, the kind of key, its scope or its groups do not allow
        the operation, in that order. A key that is limited to groups needs one of those of the operation."""
        caller = identity.caller
        if not identity.origin_is_allowed:
            raise _origin_refusal(caller.kind == "session")
        if identity.viewer_key is not None:
            check_viewer_key(caller.session, identity.viewer_key)
        if needs is not Needs.ANY_CALLER:
            _check_kind_and_scope(caller, needs)
        if caller.groups is not None and caller.groups.isdisjoint(groups):
            raise group_refusal(caller.groups, groups)

    async def charge(self, identity: Identity) -> Decision:
        """Charges one request to the allowances of the key and of its tenant: to both, or to neither."""
        tenant_id, tenant = identity.caller.tenant_id, None
        if tenant_id is not None:
            tenant = self._records.get(TENANTS, tenant_id)
            if tenant is None:
                tenant = await self._records.load(TENANTS, tenant_id)
        key = identity.key
        cached = _ALLOWANCES.get(key)
        if cached is None or cached.tenant is not tenant or cached.tenant_id != tenant_id:
            allowances = self._allowances_for(key, tenant_id, tenant)
            cached = _ALLOWANCES.put(key, _CachedAllowances(tenant_id, tenant, allowances))
        decision = await self._limiter.consume(cached.allowances, identity.at)
        if not decision.allowed:
            self._count_refusal(decision)
        return decision

    def _allowances_for(
        self, key: CachedKey, tenant_id: TenantId | None, tenant: CachedTenant | None
    ) -> tuple[Allowance, ...]:
        key_allowance = Allowance("key", key.allowance, key.limit or self._limits.key)
        if tenant_id is None:
            return (key_allowance,)
        limit = None if tenant is None else tenant.limit
        return (key_allowance, Allowance("tenant", f"tenant:{tenant_id}", limit or self._limits.tenant))

    async def _authenticate(self, credential: Credential, at: Moment) -> tuple[CachedKey, Caller]:
        match credential:
            case Secret(plaintext):
                secret_hash = secrets.hash_of(plaintext)
                name = cache_name_by_hash(secret_hash)
                key = self._records.get(KEYS, name)
                if key is None:
                    # A key that is cached exists, so only one that is not cached can be mistyped.
                    if not secrets.is_well_formed(plaintext):
                        raise KeyInvalid(
                            "This is not a key. Check that it was copied whole: it starts with sk_live_."
                        )
                    key = await self._records.load(KEYS, name)
                if key is None:
                    raise KeyInvalid("There is no such key. Check that it was copied whole.")
                if key.is_revoked(at):
                    raise KeyRevoked("This key is revoked. Use another one.")
                if key.secret_is_unused:
                    await self._note_first_use(key, secret_hash, at)
                return key, key.caller
            case NamedKey(key_id):
                key = await self._records.load(KEYS, cache_name_by_id(key_id))
                if key is None or key.is_revoked(at) or not (key.is_keyless or key.allow_origin_only):
                    raise KeyInvalid(
                        "X-Key-Id names no key that can be used without its secret. If the key was rotated, "
                        "name its replacement."
                    )
                return key, key.origin_only_caller
            case OriginAlone(origin):
                key = await self._records.load(KEYS, cache_name_by_origin(origin))
                if key is None or key.is_revoked(at) or not key.allow_origin_only:
                    raise CredentialsMissing(
                        "No key was presented, and this origin alone is not enough. Send a key."
                    )
                return key, key.caller
            case SessionToken(token):
                return await self._authenticate_session(tokens.decode_token(self._signing, token), at)

    async def _note_first_use(self, key: CachedKey, secret_hash: str, at: Moment) -> None:
        """Makes the secret of a new key final: a repeat of the request that made the key does not replace it
        from now on. Raises KeyInvalid where one has replaced it meanwhile."""
        mark = partial(mark_secret_used, self._database, secret_hash, at)
        if not await self._first_uses.share(secret_hash, mark):
            raise KeyInvalid("There is no such key. Check that it was copied whole.")
        key.secret_is_unused = False

    async def _authenticate_session(self, claims: SessionClaims, at: Moment) -> tuple[CachedKey, Caller]:
        """Refuses a session that has expired or was deleted, whose key was revoked, restricted to other
        venues or may no longer make sessions, or whose tenant lost access to the venue."""
        if at >= claims.expires_at:
            raise SessionExpired("The session has run out. Make a new one; renew it earlier next time.")
        records, venue_id = self._records, claims.venue_id
        key = await records.load(KEYS, cache_name_by_id(claims.key_id))
        has_ended = (
            key is None
            or key.is_revoked(at)
            or (key.caller.venues is not None and venue_id not in key.caller.venues)
            or (key.caller.groups is not None and "sessions" not in key.caller.groups)
            or await records.load(ENDED_SESSIONS, claims.session_id) is not None
            or await venue_usable_by_tenant(records, claims.tenant_id, venue_id) is None
        )
        if key is None or has_ended:
            raise SessionExpired("The session has ended. Make a new one.")
        caller = Caller(
            kind="session",
            key_id=claims.key_id,
            tenant_id=claims.tenant_id,
            scope="tenant",
            venues=frozenset((venue_id,)),
            session=claims,
        )
        return key, caller

    async def _charge_address(self, address: str, at: Moment) -> None:
        allowance = Allowance("address", f"address:{client_network(address)}", self._limits.address)
        decision = await self._limiter.consume((allowance,), at)
        if not decision.allowed:
            self._count_refusal(decision)
            raise RateLimited(
                "Too many requests without a valid secret from your address. Wait, then try again.",
                retry_after_seconds=decision.retry_after_seconds,
            )

    def _count_refusal(self, decision: Decision) -> None:
        """Counts a refusal for the limit that lets a request pass last."""
        last = max(decision.limit_statuses, key=lambda status: status.retry_after_seconds)
        self.refused[last.policy] += 1


def _check_kind_and_scope(caller: Caller, needs: Needs) -> None:
    is_session = caller.kind == "session"
    if needs is Needs.ANY_KEY and not is_session:
        return
    if needs is Needs.OWN_SESSION:
        if not is_session:
            raise KeyKindNotAllowed("This needs the session's own token: 'Authorization: Bearer st_...'.")
        return
    if needs is Needs.OWN_SESSION_OR_SECRET_KEY and is_session:
        return
    if needs is Needs.ANY_KEY:
        raise KeyKindNotAllowed("A session makes no sessions. Renew it, or make one with a key.")
    if caller.kind != "secret":
        raise KeyKindNotAllowed("This needs a secret key, presented as 'Authorization: Bearer sk_live_...'.")
    if needs is Needs.ADMIN_SCOPE and not caller.is_admin:
        raise ScopeInsufficient("This needs a key of admin scope.")


def _origin_is_allowed(key: CachedKey, session: SessionClaims | None, origin: str) -> bool:
    """A key without a list of origins is not restricted by origin. A session that is bound to an origin may
    be used from no other."""
    if session is not None and session.origin is not None and session.origin != origin:
        return False
    return not key.is_restricted_by_origin or key.origins.admits(origin)


def _origin_refusal(is_session: bool) -> OriginNotAllowed:
    if is_session:
        return OriginNotAllowed("The session was made for another origin. Make one for this page.")
    return OriginNotAllowed("The key does not allow this origin. Add it to the key's allowedOrigins.")
