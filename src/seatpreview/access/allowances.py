"""Which rate limits a request is charged to. Pure.

A request with a secret is charged to its key and its tenant. A visitor, who has no secret, is charged to the
session, the address, and the limits that all visitors of a key and of a tenant share. A rateLimit that admin
scope has set bounds visitors and secrets together. Visitors get a part of it: the rest is a reserve that no
visitor can touch.
"""

from typing import NamedTuple

from seatpreview.keys.cached_key import CachedKey
from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import Allowance, Decision
from seatpreview.problems import RateLimited
from seatpreview.tenants.model import CachedTenant
from seatpreview.values.client_address import client_networks
from seatpreview.values.ids import SessionId, TenantId

RESERVED = 5
"""One part in `RESERVED` of the rateLimit of a key or a tenant is for requests with a secret only."""
SITE_FACTOR = 2
"""An IPv6 network of 56 bits gets `SITE_FACTOR` times the limit of a network of 64 bits."""

ENDS_DIVISOR = 10
"""One address may end one in `ENDS_DIVISOR` of the sessions that all visitors of a tenant may end."""

Allowances = tuple[Allowance, ...]


class KeyAllowances(NamedTuple):
    """The allowances of a key's latest request. They are valid for this tenant record only."""

    tenant_id: TenantId | None
    tenant: CachedTenant | None
    allowances: Allowances


class Limits(NamedTuple):
    """The rate limits that the settings give."""

    key: Limit
    tenant: Limit
    visitors: Limit
    """For all visitors of a key together, if the key has no rateLimit."""
    tenant_visitors: Limit
    """For all visitors of a tenant together, if the tenant has no rateLimit."""
    session: Limit
    session_address: Limit
    """For requests with valid session tokens from one address."""
    address: Limit
    """For requests from one address without a valid credential."""
    pages: Limit
    """For pages, their files and images from one address, in one worker."""
    ends: Limit
    """For the sessions that visitors of one tenant end. Each end is a row that is kept for a month; a session
    whose end is refused goes on until it expires."""


def secret_allowances(
    key: CachedKey, tenant_id: TenantId | None, tenant: CachedTenant | None, limits: Limits
) -> Allowances:
    """Returns the allowances of a request with the secret of a key."""
    of_key = Allowance("key", key.allowance, key.limit or limits.key)
    if tenant_id is None:
        return (of_key,)
    return (of_key, Allowance("tenant", f"tenant:{tenant_id}", _limit_of(tenant) or limits.tenant))


def visitor_allowances(
    key: CachedKey, tenant_id: TenantId | None, tenant: CachedTenant | None, limits: Limits
) -> Allowances:
    """Returns the allowances that all visitors of a key share. A keyless key has no requests with a secret,
    so its visitors get all of its rateLimit; the tenant's rateLimit has the reserve."""
    visitors = f"visitors:{key.allowance}"
    if key.limit is None:
        shared: Allowances = (Allowance("visitors", visitors, limits.visitors),)
    elif key.is_keyless:
        shared = (Allowance("key", key.allowance, key.limit),)
    else:
        part = without_reserve(key.limit)
        shared = (Allowance("visitors", visitors, part), Allowance("key", key.allowance, key.limit))
    if tenant_id is None:
        return shared
    limit, visitors = _limit_of(tenant), f"visitors:tenant:{tenant_id}"
    if limit is None:
        return (*shared, Allowance("tenant_visitors", visitors, limits.tenant_visitors))
    part = without_reserve(limit)
    return (
        *shared,
        Allowance("tenant_visitors", visitors, part),
        Allowance("tenant", f"tenant:{tenant_id}", limit),
    )


def session_allowances(session_id: SessionId, address: str, shared: Allowances, limits: Limits) -> Allowances:
    """Returns the allowances of a request with a session token: those of the session and the address, then
    those that it shares with all visitors."""
    own = Allowance("session", f"session:{session_id}", limits.session)
    return (own, *address_allowances("sessions-address", address, limits.session_address), *shared)


def page_allowances(address: str, limit: Limit) -> Allowances:
    """Returns the allowances of an address for pages."""
    return tuple(
        Allowance("pages", allowance.state, allowance.limit)
        for allowance in address_allowances("pages", address, limit)
    )


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
    return RateLimited(
        f"Too many requests {_OF_WHOM[last_policy(decision)]}. Wait for the seconds that Retry-After says.",
        retry_after_seconds=decision.retry_after_seconds,
    )


def last_policy(decision: Decision) -> str:
    """Returns the kind of the limit that stays used up longest."""
    return max(decision.limit_statuses, key=lambda status: status.retry_after_seconds).policy


_OF_WHOM = {
    "key": "with this key",
    "tenant": "with the keys of this tenant",
    "visitors": "without a secret with this key, by all of its visitors together",
    "tenant_visitors": "without a secret with the keys of this tenant, by all of its visitors together",
    "session": "with this session",
    "address": "without a secret from your address",
    "pages": "for pages and their files from your address",
    "ends": "to end sessions, without a secret",
    "network": "without a secret from the network of your address",
}


def _limit_of(tenant: CachedTenant | None) -> Limit | None:
    return None if tenant is None else tenant.limit


def _times(limit: Limit, factor: int) -> Limit:
    return Limit.of(limit.requests * factor, limit.window_seconds, limit.burst * factor)
