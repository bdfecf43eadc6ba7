"""Who asks: a key is looked up for every request, and charged by GCRA in this process or in Valkey."""

import hashlib
import math
import secrets
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, NamedTuple

from fastapi import Depends, Header, HTTPException, Request, Response
from redis.asyncio import Redis
from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.peer.storage import Database, Settings, keys, tenants
from benchmarks.peer.views import VenueCache

_STATES_MAX = 100_000
_KEY_BY_HASH = (
    select(keys.c.record, tenants.c.record.label("tenant"))
    .join(tenants, tenants.c.tenant_id == keys.c.tenant_id)
    .where(keys.c.secret_hash == bindparam("secret_hash"))
)


class Limit(NamedTuple):
    """A limit of a request: a span of time, of which each request takes an interval. Both in microseconds."""

    name: str
    policy: str
    interval: float
    span: float

    @classmethod
    def of(cls, kind: str, id_: str, rate: dict[str, int]) -> "Limit":
        requests, window = rate["requests"], rate["windowSeconds"]
        burst = rate.get("burst", requests)
        interval = window * 1_000_000 / requests
        return cls(
            f"{kind}:{id_}", f'"{kind}";q={requests};w={window};burst={burst}', interval, burst * interval
        )


class Decision(NamedTuple):
    """Whether a request may pass, and the debt of each of its limits."""

    is_allowed: bool
    debts: list[float]


class LocalLimiter:
    """Keeps the moment at which each limit is whole again."""

    def __init__(self) -> None:
        self._whole_at: dict[str, float] = {}

    async def charge(self, limits: list[Limit]) -> Decision:
        """Charges a request to all limits, or to none where one refuses it."""
        now = time.time() * 1_000_000
        debts = [max(self._whole_at.get(limit.name, now) - now, 0.0) for limit in limits]
        if any(debt + limit.interval > limit.span for debt, limit in zip(debts, limits, strict=True)):
            return Decision(False, debts)
        if len(self._whole_at) > _STATES_MAX:
            self._whole_at = {name: moment for name, moment in self._whole_at.items() if moment > now}
        debts = [debt + limit.interval for debt, limit in zip(debts, limits, strict=True)]
        self._whole_at.update((limit.name, now + debt) for debt, limit in zip(debts, limits, strict=True))
        return Decision(True, debts)


class ValkeyLimiter:
    """Does the same in Valkey, in one round trip, for any number of processes."""

    def __init__(self, url: str) -> None:
        self._script = Redis.from_url(url).register_script(Path(__file__).with_name("gcra.lua").read_text())

    async def charge(self, limits: list[Limit]) -> Decision:
        arguments = [number for limit in limits for number in (limit.interval, limit.span)]
        allowed, *debts = await self._script([f"limit:{limit.name}" for limit in limits], arguments)
        return Decision(allowed == 1, [float(debt) for debt in debts])


class Resources(NamedTuple):
    """What all requests share."""

    settings: Settings
    database: Database
    limiter: LocalLimiter | ValkeyLimiter
    venues: VenueCache


class Caller(NamedTuple):
    """Who asks. The admin has no tenant, and sees all of them."""

    key_id: str
    tenant_id: str | None

    def check_is_admin(self) -> None:
        if self.tenant_id is not None:
            raise HTTPException(403, "This needs the admin key.")


# Coroutines, since FastAPI runs plain functions in threads.
async def _get_resources(request: Request) -> Resources:
    resources: Resources = request.app.state.resources
    return resources


UsedResources = Annotated[Resources, Depends(_get_resources)]


async def _get_connection(resources: UsedResources) -> AsyncIterator[AsyncConnection]:
    async with resources.database.reader.connect() as connection:
        yield connection


Reading = Annotated[AsyncConnection, Depends(_get_connection)]


async def _get_caller(
    resources: UsedResources,
    reading: Reading,
    response: Response,
    authorization: Annotated[str, Header()] = "",
) -> Caller:
    scheme, _, secret = authorization.partition(" ")
    hashed = hash_of(secret) if scheme.lower() == "bearer" else ""
    found = (await reading.execute(_KEY_BY_HASH, {"secret_hash": hashed})).first()
    if found is None and secrets.compare_digest(hashed, hash_of(resources.settings.admin_key)):
        return Caller("key_admin", None)
    if found is None or found.record["status"] != "active" or _has_ended(found.record["revokeAt"]):
        raise HTTPException(401, "This key is not valid.", {"WWW-Authenticate": "Bearer"})
    key, tenant = found
    limits = [
        Limit.of("key", key["keyId"], key["rateLimit"]),
        Limit.of("tenant", key["tenantId"], tenant["rateLimit"]),
    ]
    decision = await resources.limiter.charge(limits)
    headers = _limit_headers(limits, decision)
    if not decision.is_allowed:
        raise HTTPException(429, "Too many requests.", headers)
    response.headers.update(headers)
    return Caller(key["keyId"], key["tenantId"])


SignedIn = Annotated[Caller, Depends(_get_caller)]


def hash_of(secret: str) -> str:
    """Returns what is stored of a secret. It is random and long, so that a fast hash will do."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _has_ended(revoke_at: str | None) -> bool:
    return revoke_at is not None and datetime.fromisoformat(revoke_at) <= datetime.now(UTC)


def _limit_headers(limits: list[Limit], decision: Decision) -> dict[str, str]:
    states, wait = [], 0.0
    for limit, debt in zip(limits, decision.debts, strict=True):
        remaining = max(0, int((limit.span - debt) / limit.interval))
        states.append(f'"{limit.name.partition(":")[0]}";r={remaining};t={math.ceil(debt / 1_000_000)}')
        wait = max(wait, debt + limit.interval - limit.span)
    policies = ", ".join(limit.policy for limit in limits)
    headers = {"RateLimit-Policy": policies, "RateLimit": ", ".join(states), "Cache-Control": "no-store"}
    return headers if decision.is_allowed else headers | {"Retry-After": str(math.ceil(wait / 1_000_000))}
