"""What routes depend on: the parts of the application, a connection, and the caller of a request."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends, Header, Request, Response
from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.peer import rate_limits
from benchmarks.peer.database import Database
from benchmarks.peer.ids import hash_of
from benchmarks.peer.models import RateLimit
from benchmarks.peer.problems import Problem
from benchmarks.peer.rate_limits import Limiter
from benchmarks.peer.settings import Settings
from benchmarks.peer.signing import Signer
from benchmarks.peer.tables import keys, tenants
from benchmarks.peer.venues_in_memory import VenuesInMemory

_DEFAULT_LIMIT = RateLimit(requests=100, window_seconds=1)

_BY_HASH = (
    select(
        keys.c.key_id,
        keys.c.scope,
        keys.c.tenant_id,
        keys.c.status,
        keys.c.revoke_at,
        keys.c.rate_limit,
        tenants.c.rate_limit.label("tenant_limit"),
    )
    .outerjoin(tenants, tenants.c.tenant_id == keys.c.tenant_id)
    .where(keys.c.secret_hash == bindparam("secret_hash"))
)


@dataclass(frozen=True)
class Parts:
    """The parts of the application."""

    settings: Settings
    database: Database
    limiter: Limiter
    signer: Signer
    venues: VenuesInMemory


@dataclass(frozen=True)
class Caller:
    """Who asks, after authentication and limits."""

    key_id: str
    scope: str
    tenant_id: str | None
    """None for admin scope, which sees every tenant."""

    def check_is_admin(self) -> None:
        """Refuses other scopes than admin."""
        if self.scope != "admin":
            raise Problem(403, "This needs a key of admin scope.")


async def get_parts(request: Request) -> Parts:
    """Returns the parts of the application that serves the request.

    It is a coroutine, since FastAPI would run a plain function in a thread.
    """
    parts: Parts = request.app.state.parts
    return parts


UsedParts = Annotated[Parts, Depends(get_parts)]


async def get_connection(parts: UsedParts) -> AsyncIterator[AsyncConnection]:
    """Gives a connection for the reads of a request."""
    async with parts.database.reader.connect() as connection:
        yield connection


Reading = Annotated[AsyncConnection, Depends(get_connection)]


async def get_caller(
    parts: UsedParts, connection: Reading, response: Response, authorization: Annotated[str, Header()] = ""
) -> Caller:
    """Looks the key up by its hash for every request, so that a revoke is final, and charges its limits."""
    scheme, _, secret = authorization.partition(" ")
    if scheme.lower() != "bearer" or not secret:
        raise Problem(401, "Send a key as Authorization: Bearer.", {"WWW-Authenticate": "Bearer"})
    row = (await connection.execute(_BY_HASH, {"secret_hash": hash_of(secret)})).first()
    if row is None or row.status != "active" or (row.revoke_at and row.revoke_at <= datetime.now(UTC)):
        raise Problem(401, "This key is not valid.", {"WWW-Authenticate": "Bearer"})
    limit = RateLimit.model_validate(row.rate_limit) if row.rate_limit else _DEFAULT_LIMIT
    limits = [(f"key:{row.key_id}", limit)]
    if row.tenant_limit is not None:
        limits.append((f"tenant:{row.tenant_id}", RateLimit.model_validate(row.tenant_limit)))
    decision = await parts.limiter.charge(limits)
    headers = rate_limits.headers(limits, decision)
    if not decision.is_allowed:
        retry_after = str(rate_limits.retry_after(limits, decision))
        raise Problem(429, "Too many requests.", headers | {"Retry-After": retry_after})
    response.headers.update(headers)
    response.headers["Cache-Control"] = "no-store"
    return Caller(row.key_id, row.scope, row.tenant_id)


AllowedCaller = Annotated[Caller, Depends(get_caller)]
