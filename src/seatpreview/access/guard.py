"""The guard: authenticates a request (401), authorizes it (403), and applies rate limits (429)."""

from collections import Counter
from functools import partial

import msgspec

from seatpreview.access.allowances import (
    KEY_ALLOWANCES,
    Allowances,
    KeyAllowances,
    Limits,
    SessionLimits,
    address_allowances,
    beacon_allowances,
    end_allowances,
    key_allowances,
    last_policy,
    page_allowances,
    refusal,
    session_allowances,
)
from seatpreview.access.credentials import (
    GuardedRequest,
    NamedKey,
    OriginAlone,
    Secret,
    SessionToken,
    presents_secret,
    read_credential,
)
from seatpreview.caching import WorkerCaches
from seatpreview.database.engines import Database
from seatpreview.freshness.records import Records
from seatpreview.keys import secrets
from seatpreview.keys.cached_key import CachedKey
from seatpreview.keys.store import (
    KEYS,
    cache_name_by_hash,
    cache_name_by_id,
    cache_name_by_origin,
    mark_secret_used,
)
from seatpreview.keys.usage import Usage
from seatpreview.limits.local_limiter import LocalLimiter
from seatpreview.limits.model import Decision, Limiter
from seatpreview.problems import (
    CredentialsMissing,
    KeyInvalid,
    KeyKindNotAllowed,
    KeyRevoked,
    OriginNotAllowed,
    ScopeInsufficient,
    SessionExpired,
    ValidationFailed,
)
from seatpreview.sessions import tokens
from seatpreview.sessions.rules import check_viewer_key
from seatpreview.sessions.store import ENDED_SESSIONS
from seatpreview.sessions.tokens import draft_of
from seatpreview.shared_calls import SingleFlight
from seatpreview.signing import Signing
from seatpreview.tenants.model import CachedTenant
from seatpreview.tenants.store import TENANTS
from seatpreview.values.caller import (
    Caller,
    Group,
    Needs,
    SessionClaims,
    archived_refusal,
    group_refusal,
)
from seatpreview.values.clock import Moment
from seatpreview.values.ids import TenantId
from seatpreview.venues.venue_access import session_has_ended

OPAQUE_ORIGIN = "null"
"""The Origin header that browsers send from a frame that is sandboxed without `allow-same-origin`."""


class Identity(msgspec.Struct, frozen=True):
    """An authenticated request: its caller, its time, and whether the caller's key allows its origin. A
    request without an origin comes from a server. `viewer_key` is None unless a viewer sent the request, and
    `tenant` is None for admin scope."""

    caller: Caller
    key: CachedKey
    at: Moment
    origin: str | None
    origin_is_allowed: bool
    viewer_key: str | None = None
    tenant: CachedTenant | None = None


PAGE_STATES_MAX = 20_000
"""Addresses whose requests for pages are counted."""


class Guard:
    """Authenticates, authorizes and rate-limits requests, in that order: `identify`, `check`, `charge`."""

    def __init__(
        self,
        database: Database,
        records: Records,
        caches: WorkerCaches,
        signing: Signing,
        limiter: Limiter,
        limits: Limits,
        usage: Usage,
    ) -> None:
        self._database = database
        self._first_uses: SingleFlight[str, bool] = SingleFlight()
        self._records = records
        self._key_allowances = caches.of(KEY_ALLOWANCES)
        self._signing = signing
        self._limiter = limiter
        self._limits = limits
        self._session_limits = SessionLimits.of(limits)
        self._usage = usage
        self._pages = LocalLimiter(PAGE_STATES_MAX)
        self.refused: Counter[str] = Counter()
        """How many requests were above a rate, by the kind of limit (`Allowance.policy`)."""

    async def charge_address(self, request: GuardedRequest) -> Moment:
        """Charges a request to the limit of the client's address before anything of its body is read, and
        returns its time. It is not charged there again."""
        at = await self._records.check_and_get_time()
        await self._charge_address(request, at)
        return at

    async def charge_beacon(self, request: GuardedRequest, is_small: bool) -> None:
        """Charges a beacon to the client's address before its body is read: who sent it is not known yet. A
        crowd behind one address sends many small ones, which have an allowance of their own."""
        if not is_small:
            await self.charge_address(request)
            return
        at = await self._records.check_and_get_time()
        allowances = beacon_allowances(request.address, self._limits.session_address)
        self._check_allowed(await self._limiter.consume(allowances, at))

    async def charge_page(self, request: GuardedRequest, at: Moment) -> None:
        """Charges a request for a page, a file of a page or an image to the limit of the client's address.

        Each worker counts these requests alone: they are many and cheap, and wait for neither database nor
        Valkey.
        """
        allowances = page_allowances(request.address, self._limits.pages)
        self._check_allowed(await self._pages.consume(allowances, at))

    async def identify(self, request: GuardedRequest) -> Identity:
        """Returns who sends the request; raises a 401 if that cannot be proven.

        A request with a wrong secret, or with a session token that this service has not signed, is charged to
        the limit of the client's address, and so is one without a secret before the database is asked for its
        key. A request with a token that this service has signed is charged to its session, in `charge`: many
        people may share an address.
        """
        at = await self._records.check_and_get_time()
        is_secret = presents_secret(request)
        try:
            credential = read_credential(request)
            if isinstance(credential, SessionToken):
                claims = tokens.decode_token(self._signing, credential.token)
                key, caller = await self._authenticate_session(claims, at)
            else:
                if not is_secret and not self._is_of_cached_key(credential):
                    await self._charge_address(request, at)
                key, caller = await self._authenticate(credential, at)
        except (CredentialsMissing, KeyInvalid, KeyRevoked, SessionExpired, ValidationFailed):
            await self._charge_address(request, at)
            raise
        identity = await self._identity(request, key, caller, at)
        self._usage.record_use(key.key_id, at)
        if not is_secret and caller.session is None and identity.origin_is_allowed:
            self._usage.count_use_without_secret(key.key_id, at)
        return identity

    async def identify_again(self, request: GuardedRequest) -> Identity:
        """Returns who sends a request that was identified before, as of now. It is charged to nothing, and
        is no further use of its key."""
        at = await self._records.check_and_get_time()
        credential = read_credential(request)
        if isinstance(credential, SessionToken):
            claims = tokens.decode_token(self._signing, credential.token)
            key, caller = await self._authenticate_session(claims, at)
        else:
            key, caller = await self._authenticate(credential, at)
        return await self._identity(request, key, caller, at)

    async def _identity(
        self, request: GuardedRequest, key: CachedKey, caller: Caller, at: Moment
    ) -> Identity:
        origin = request.origin
        is_allowed = origin is None or origin_is_allowed(key, caller.session, origin)
        tenant = None
        if caller.tenant_id is not None:
            tenant = self._records.get(TENANTS, caller.tenant_id)
            if tenant is None:
                tenant = await self._records.load(TENANTS, caller.tenant_id)
        return Identity(caller, key, at, origin, is_allowed, request.viewer_key, tenant)

    async def charge_refused(self, request: GuardedRequest, identity: Identity) -> None:
        """Charges a visitor's request that `check` has refused to the limit of the client's address. A
        refused request with a secret is not charged."""
        if identity.caller.is_visitor:
            await self._charge_address(request, identity.at)

    def check(
        self, identity: Identity, needs: Needs, groups: frozenset[Group], while_archived: bool = False
    ) -> None:
        """Raises a 403 if the origin, the viewer's key, the kind of key, its scope or its groups do not allow
        the operation, in that order, or if the tenant is archived and the operation does not work then. A key
        that is limited to groups needs one of the operation's groups."""
        caller = identity.caller
        if not identity.origin_is_allowed:
            raise origin_refusal(caller.kind == "session")
        if identity.viewer_key is not None:
            check_viewer_key(caller.session, identity.viewer_key)
        if needs is not Needs.ANY_CALLER:
            check_kind_and_scope(caller, needs)
        if caller.groups is not None and caller.groups.isdisjoint(groups):
            raise group_refusal(caller.groups, groups)
        if identity.tenant is not None and identity.tenant.is_archived and not while_archived:
            raise archived_refusal()

    async def charge(
        self,
        identity: Identity,
        request: GuardedRequest,
        visitors_write: bool = False,
        makes_session: bool = False,
        lists_limits: bool = False,
    ) -> Decision:
        """Charges one request to all allowances of its caller, or to none."""
        caller = identity.caller
        tenant_id = caller.tenant_id
        of_key = self._allowances_of(identity.key, tenant_id, identity.tenant)
        if caller.session is not None:
            own = session_allowances(
                caller.session, identity.key, request.address, identity.at, self._session_limits
            )
            allowances = (*own, *of_key.of_sessions)
        elif caller.is_visitor:
            allowances = (*self._uncharged_address(request), *of_key.of_visitor)
        else:
            allowances = of_key.of_maker if makes_session else of_key.of_secret
        if visitors_write and caller.is_visitor:
            allowances = (*allowances, *end_allowances(tenant_id, request.address, self._limits.ends))
        if lists_limits:
            decision = await self._charge_and_list(identity, request, allowances)
        else:
            decision = await self._limiter.consume(allowances, identity.at)
        if not decision.allowed:
            self.refused[last_policy(decision)] += 1
            return decision
        return decision.after(request.address_decision)

    async def _charge_and_list(
        self, identity: Identity, request: GuardedRequest, allowances: Allowances
    ) -> Decision:
        """Charges a request, and also returns what is left of limits that apply to the caller although most
        requests are not charged to them. It takes one call of the limiter."""
        others = self._other_allowances(identity, request)
        read = tuple(allowance.for_reading for allowance in others)
        decision = await self._limiter.consume((*allowances, *read), identity.at)
        if not decision.allowed:
            return decision.about(allowances)
        decision = decision.about((*allowances, *others))
        if not identity.caller.is_visitor:
            return decision
        pages = page_allowances(request.address, self._limits.pages)
        read = tuple(allowance.for_reading for allowance in pages)
        return (await self._pages.consume(read, identity.at)).about(pages).after(decision)

    def _other_allowances(self, identity: Identity, request: GuardedRequest) -> Allowances:
        caller, limits = identity.caller, self._limits
        if caller.is_visitor:
            of_beacons = beacon_allowances(request.address, limits.session_address)
            if caller.session is None:
                return of_beacons
            return (*of_beacons, *end_allowances(caller.tenant_id, request.address, limits.ends))
        cached = self._key_allowances.get(identity.key)
        makes_sessions = caller.groups is None or "sessions" in caller.groups
        if cached is None or not makes_sessions or identity.key.limit is not None:
            return ()
        return cached.of_maker[:1]

    def _allowances_of(
        self, key: CachedKey, tenant_id: TenantId | None, tenant: CachedTenant | None
    ) -> KeyAllowances:
        cached = self._key_allowances.get(key)
        if cached is None or cached.tenant is not tenant or cached.tenant_id != tenant_id:
            cached = self._key_allowances.put(key, key_allowances(key, tenant_id, tenant, self._limits))
        return cached

    def _uncharged_address(self, request: GuardedRequest) -> Allowances:
        """Returns the allowances of the client's address, unless the request was charged to them before."""
        if request.address_decision is not None:
            return ()
        return address_allowances("address", request.address, self._limits.address)

    def _is_of_cached_key(self, credential: Secret | NamedKey | OriginAlone) -> bool:
        match credential:
            case NamedKey(key_id):
                return self._records.get(KEYS, cache_name_by_id(key_id)) is not None
            case OriginAlone(origin):
                return self._records.get(KEYS, cache_name_by_origin(origin)) is not None
        return False

    async def _authenticate(
        self, credential: Secret | NamedKey | OriginAlone, at: Moment
    ) -> tuple[CachedKey, Caller]:
        match credential:
            case Secret(plaintext):
                secret_hash = secrets.hash_of(plaintext)
                name = cache_name_by_hash(secret_hash)
                key = self._records.get(KEYS, name)
                if key is None:
                    # A cached key exists, so only a key that is not cached can be mistyped.
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
                        "X-Key-Id does not name a key that works without its secret. If the key was "
                        "rotated, send the keyId of its replacement."
                    )
                return key, key.origin_only_caller
            case OriginAlone(origin):
                key = await self._records.load(KEYS, cache_name_by_origin(origin))
                if key is None or key.is_revoked(at) or not key.allow_origin_only:
                    raise CredentialsMissing(
                        "No key was presented, and this origin alone is not enough. Send a key."
                    )
                return key, key.caller

    async def _note_first_use(self, key: CachedKey, secret_hash: str, at: Moment) -> None:
        """Makes the secret of a new key final: from now on, a repeat of the request that created the key does
        not replace the secret. Raises KeyInvalid if a repeat has replaced it in the meantime."""
        mark = partial(mark_secret_used, self._database, secret_hash, at)
        if not await self._first_uses.share(secret_hash, mark):
            raise KeyInvalid("There is no such key. Check that it was copied whole.")
        key.secret_is_unused = False

    async def _authenticate_session(self, claims: SessionClaims, at: Moment) -> tuple[CachedKey, Caller]:
        """Refuses a session that has expired or was deleted, whose key was revoked, restricted to other
        venues or may no longer make sessions, whose tenant lost access to the venue since it was made, or
        whose venue or tenant was archived since."""
        if at >= claims.expires_at:
            raise SessionExpired("The session has expired. Create a new one, and renew it before it expires.")
        records, venue_id = self._records, claims.venue_id
        key = await records.load(KEYS, cache_name_by_id(claims.key_id))
        has_ended = (
            key is None
            or key.is_revoked(at)
            or (key.caller.venues is not None and venue_id not in key.caller.venues)
            or (key.caller.groups is not None and "sessions" not in key.caller.groups)
            or await records.load(ENDED_SESSIONS, claims.session_id) is not None
            or await session_has_ended(records, claims.tenant_id, venue_id, claims.created_at)
        )
        if key is None or has_ended:
            raise SessionExpired("The session has ended. Create a new one.")
        draft = None if claims.draft_id is None else await draft_of(self._database, claims, key.caller)
        caller = Caller(
            kind="session",
            key_id=claims.key_id,
            tenant_id=claims.tenant_id,
            scope="tenant",
            venues=frozenset((venue_id,)),
            session=claims,
            draft=draft,
        )
        return key, caller

    async def _charge_address(self, request: GuardedRequest, at: Moment) -> None:
        """Charges a request to the limit of its address, once."""
        allowances = self._uncharged_address(request)
        if allowances:
            request.address_decision = await self._limiter.consume(allowances, at)
            self._check_allowed(request.address_decision)

    def _check_allowed(self, decision: Decision) -> None:
        if not decision.allowed:
            self.refused[last_policy(decision)] += 1
            raise refusal(decision)


def check_kind_and_scope(caller: Caller, needs: Needs) -> None:
    """Raises a 403 if the kind of key, or its scope, does not allow the operation."""
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
        raise KeyKindNotAllowed("A session cannot create sessions. Renew it, or create one with a key.")
    if caller.kind != "secret":
        raise KeyKindNotAllowed("This needs a secret key, presented as 'Authorization: Bearer sk_live_...'.")
    if needs is Needs.ADMIN_SCOPE and not caller.is_admin:
        raise ScopeInsufficient("This needs a key of admin scope.")


def origin_is_allowed(key: CachedKey, session: SessionClaims | None, origin: str) -> bool:
    """A key without a list of origins is not restricted by origin. A session that is bound to an origin may
    be used from no other. A staff session that is bound to none may be used from a sandboxed frame: the
    console shows the viewer in one, so that the viewer cannot reach the console's key (decision 0094)."""
    if session is not None and session.origin is not None and session.origin != origin:
        return False
    if origin == OPAQUE_ORIGIN and session is not None and session.purpose == "staff":
        return True
    return not key.is_restricted_by_origin or key.origins.admits(origin)


def origin_refusal(is_session: bool) -> OriginNotAllowed:
    """Returns the problem of a request from an origin that is not allowed."""
    if is_session:
        return OriginNotAllowed("The session was created for another origin. Create one for this page.")
    return OriginNotAllowed("The key does not allow this origin. Add it to the key's allowedOrigins.")
