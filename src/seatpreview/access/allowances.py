"""Which rate limits a request is charged to. Pure.

A request with a secret is charged to its key and its tenant; one that makes a session counts apart from the
others of its key. A visitor, who has no secret, is charged to the session or the address, and to limits that
all visitors of a venue or a key, and of a tenant, share. A rateLimit that admin scope has set takes their
place, and bounds visitors and secrets together. Visitors get a part of it: the rest is a reserve that no
visitor can touch.
"""

from typing import NamedTuple

from seatpreview.caching import Derived, Kind
from seatpreview.keys.cached_key import CachedKey
from seatpreview.limits.gcra import Limit, LimitsByAge, age_of, older_first
from seatpreview.limits.model import Allowance, Decision
from seatpreview.problems import RateLimited
from seatpreview.tenants.model import CachedTenant
from seatpreview.values.caller import SessionClaims
from seatpreview.values.client_address import client_networks
from seatpreview.values.clock import Moment
from seatpreview.values.ids import TenantId

RESERVED = 5
"""One part in `RESERVED` of the rateLimit of a key or a tenant is for requests with a secret only."""
SITE_FACTOR = 2
"""An IPv6 network of 56 bits gets `SITE_FACTOR` times the limit of a network of 64 bits."""

ENDS_DIVISOR = 10
"""One address may end one in `ENDS_DIVISOR` of the sessions that all visitors of a tenant may end."""

Allowances = tuple[Allowance, ...]


class Limits(NamedTuple):
    """The rate limits that the settings give."""

    key: Limit
    tenant: Limit
    sessions: Limit
    """For the sessions that are made with the secret of a key, if the key has no rateLimit."""
    visitors: Limit
    """For all visitors of a key who have no session, together, if the key has no rateLimit."""
    venue: Limit
    """For all sessions of a venue together, if their key has no rateLimit."""
    tenant_visitors: Limit
    """For all visitors of a tenant together, if the tenant has no rateLimit."""
    session: Limit
    session_address: Limit
    """For requests with valid session tokens from one address; and for its beacons, before they are read."""
    address: Limit
    """For requests from one address without a valid credential."""
    pages: Limit
    """For pages, their files and images from one address, in one worker."""
    ends: Limit
    """For the sessions that visitors of one tenant end. Each end is a row that is kept for a month; a session
    whose end is refused goes on until it expires."""


class SessionLimits(NamedTuple):
    """The limits of requests with session tokens, by the age of the session where older ones come first."""

    session: Limit
    address: LimitsByAge
    network: LimitsByAge
    venue: LimitsByAge

    @classmethod
    def of(cls, limits: Limits) -> "SessionLimits":
        """Returns the limits for every age."""
        address = limits.session_address
        return cls(
            limits.session,
            older_first(address),
            older_first(_times(address, SITE_FACTOR)),
            older_first(limits.venue),
        )


class KeyAllowances(NamedTuple):
    """What the requests of a key are charged to, besides sessions, addresses and venues of their own. It is
    valid for this tenant record only."""

    tenant_id: TenantId | None
    tenant: CachedTenant | None
    of_secret: Allowances
    """For requests with the secret."""
    of_maker: Allowances
    """For requests with the secret that make a session."""
    of_visitor: Allowances
    """For requests of visitors without a session."""
    of_sessions: Allowances
    """For requests with session tokens."""


KEY_ALLOWANCES = Kind[Derived[CachedKey, KeyAllowances]](lambda _: Derived())
"""The allowances of keys, counted with their records."""


def key_allowances(
    key: CachedKey, tenant_id: TenantId | None, tenant: CachedTenant | None, limits: Limits
) -> KeyAllowances:
    """Returns what the requests of a key are charged to."""
    of_key = Allowance("key", key.allowance, key.limit or limits.key)
    of_maker = Allowance("sessions", f"sessions:{key.allowance}", limits.sessions)
    if key.limit is not None:
        of_maker = of_key
    own_limit = None if tenant is None else tenant.limit
    of_tenant = _tenant_allowances(tenant_id, own_limit, limits)
    of_visitors = _tenant_visitor_allowances(tenant_id, own_limit, limits)
    without_session, with_session = _visitor_allowances(key, limits)
    return KeyAllowances(
        tenant_id,
        tenant,
        of_secret=(of_key, *of_tenant),
        of_maker=(of_maker, *of_tenant),
        of_visitor=(*without_session, *of_visitors),
        of_sessions=(*with_session, *of_visitors),
    )


def _visitor_allowances(key: CachedKey, limits: Limits) -> tuple[Allowances, Allowances]:
    """Returns what all visitors of a key share: those without a session, and those with one. A keyless key
    has no requests with a secret, so its visitors get all of its rateLimit; the tenant's rateLimit has the
    reserve."""
    state = f"visitors:{key.allowance}"
    if key.limit is None:
        return (Allowance("visitors", state, limits.visitors),), ()
    shared: Allowances = (Allowance("key", key.allowance, key.limit),)
    if not key.is_keyless:
        shared = (Allowance("visitors", state, without_reserve(key.limit)), *shared)
    return shared, shared


def _tenant_allowances(tenant_id: TenantId | None, own: Limit | None, limits: Limits) -> Allowances:
    if tenant_id is None:
        return ()
    return (Allowance("tenant", f"tenant:{tenant_id}", own or limits.tenant),)


def _tenant_visitor_allowances(tenant_id: TenantId | None, own: Limit | None, limits: Limits) -> Allowances:
    if tenant_id is None:
        return ()
    visitors = f"visitors:tenant:{tenant_id}"
    if own is None:
        return (Allowance("tenant_visitors", visitors, limits.tenant_visitors),)
    part = Allowance("tenant_visitors", visitors, without_reserve(own))
    return (part, *_tenant_allowances(tenant_id, own, limits))


def session_allowances(
    session: SessionClaims, key: CachedKey, address: str, at: Moment, limits: SessionLimits
) -> Allowances:
    """Returns the allowances of a request with a session token, before those that it shares with all visitors
    of the key and the tenant: those of the session, of its address and, if the key has no rateLimit, of its
    venue. Those of an address and a venue serve older sessions first.

    A venue counts for each tenant apart: the visitors of one use up nothing of another that it is granted to.
    """
    age = age_of(session.created_at, at)
    own = Allowance("session", f"session:{session.session_id}", limits.session)
    *site, network = client_networks(address)
    of_address = Allowance("session_address", f"sessions-address:{network}", limits.address[age])
    allowances: Allowances = (own, of_address)
    if site:
        state = f"sessions-address:{site[0]}"
        allowances = (own, of_address, Allowance("session_network", state, limits.network[age]))
    if key.limit is not None:
        return allowances
    venue = f"venue:{session.tenant_id}:{session.venue_id}"
    return (*allowances, Allowance("venue", venue, limits.venue[age]))


def beacon_allowances(address: str, limit: Limit) -> Allowances:
    """Returns the allowances of an address for beacons, whose sender is not known before their body."""
    return _of_one_kind("beacons", address, limit)


def page_allowances(address: str, limit: Limit) -> Allowances:
    """Returns the allowances of an address for pages."""
    return _of_one_kind("pages", address, limit)


def address_allowances(name: str, address: str, limit: Limit) -> Allowances:
    """Returns the allowances of an address: its own and, for IPv6, that of the network of 56 bits around it.
    Requests with another `name` are counted separately.
    """
    *site, network = client_networks(address)
    own = Allowance("address", f"{name}:{network}", limit)
    if not site:
        return (own,)
    return (own, Allowance("network", f"{name}:{site[0]}", _times(limit, SITE_FACTOR)))


def end_allowances(tenant_id: TenantId | None, address: str, limit: Limit) -> Allowances:
    """Returns the allowances of visitors for ending sessions. They are charged in addition to the others."""
    *_, network = client_networks(address)
    requests, burst = (max(1, each // ENDS_DIVISOR) for each in (limit.requests, limit.burst))
    of_address = Limit.of(requests, limit.window_seconds, burst)
    return (
        Allowance("ends", f"ends-address:{network}", of_address),
        Allowance("ends", f"ends:{tenant_id}", limit),
    )


def without_reserve(limit: Limit) -> Limit:
    """Returns the part of a limit that visitors get: four fifths, rounded down, but at least one request."""
    requests, burst = (max(1, each - -(-each // RESERVED)) for each in (limit.requests, limit.burst))
    return Limit.of(requests, limit.window_seconds, burst)


def refusal(decision: Decision) -> RateLimited:
    """Returns the problem of a request above a limit. It names the limit that stays used up longest."""
    policy = last_policy(decision)
    problem = RateLimited(
        f"Too many requests {_OF_WHOM[policy]}. Wait for the number of seconds in Retry-After.",
        retry_after_seconds=decision.retry_after_seconds,
    )
    problem.limit = policy
    return problem


def last_policy(decision: Decision) -> str:
    """Returns the kind of the limit that stays used up longest."""
    return max(decision.limit_statuses, key=lambda status: status.retry_after_seconds).policy


_OF_WHOM = {
    "key": "with this key",
    "tenant": "with the keys of this tenant",
    "sessions": "to make sessions with this key",
    "visitors": "without a secret with this key, by all of its visitors together",
    "venue": "for this venue, by all of its visitors together",
    "tenant_visitors": "without a secret with the keys of this tenant, by all of its visitors together",
    "session": "with this session",
    "address": "without a secret from your address",
    "beacons": "to report events from your address",
    "pages": "for pages and their files from your address",
    "ends": "to end sessions, without a secret",
    "network": "without a secret from the network of your address",
    "session_address": "with sessions from your address",
    "session_network": "with sessions from the network of your address",
}


def _of_one_kind(name: str, address: str, limit: Limit) -> Allowances:
    """Returns the allowances of an address, with a kind that does not tell it from its network."""
    return tuple(Allowance(name, each.state, each.limit) for each in address_allowances(name, address, limit))


def _times(limit: Limit, factor: int) -> Limit:
    return Limit.of(limit.requests * factor, limit.window_seconds, limit.burst * factor)
