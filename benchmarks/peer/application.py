"""The application: its parts, its routes, and what happens at its start."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from fastapi import APIRouter, FastAPI
from sqlalchemy import insert, select

from benchmarks.peer import problems
from benchmarks.peer.database import Database, connect
from benchmarks.peer.dependencies import Parts
from benchmarks.peer.ids import hash_of, new_id
from benchmarks.peer.models import RateLimit
from benchmarks.peer.rate_limits import LocalLimiter, ValkeyLimiter
from benchmarks.peer.routes import events, images, keys, seats, tenants, venues
from benchmarks.peer.settings import Settings, from_environment
from benchmarks.peer.signing import Signer
from benchmarks.peer.tables import keys as keys_table
from benchmarks.peer.venues_in_memory import VenuesInMemory

_ADMIN_LIMIT = RateLimit(requests=1_000_000, window_seconds=1)


def create_application(settings: Settings | None = None) -> FastAPI:
    """Returns the application for these settings, or for those of the environment."""
    used = settings or from_environment()

    @asynccontextmanager
    async def lifespan(application: FastAPI) -> AsyncIterator[None]:
        database = connect(used)
        limiter = ValkeyLimiter(used.valkey_url) if used.valkey_url else LocalLimiter()
        application.state.parts = Parts(
            used, database, limiter, Signer(used.signing_secret), VenuesInMemory()
        )
        await database.create_tables()
        await _create_admin_key(database, used.admin_key)
        yield
        await limiter.close()
        await database.close()

    application = FastAPI(title="Peer", lifespan=lifespan)
    problems.add_handlers(application)
    api = APIRouter(prefix="/v1")
    for routes in (tenants, keys, venues, seats, events):
        api.include_router(routes.router)
    application.include_router(api)
    application.include_router(images.router)
    return application


async def _create_admin_key(database: Database, plaintext: str) -> None:
    secret_hash, at = hash_of(plaintext), datetime.now(UTC)
    async with database.transaction() as connection:
        found = select(keys_table.c.key_id).where(keys_table.c.secret_hash == secret_hash)
        if (await connection.execute(found)).first() is not None:
            return
        await connection.execute(
            insert(keys_table),
            {
                "key_id": new_id("key_"),
                "secret_hash": secret_hash,
                "kind": "secret",
                "scope": "admin",
                "tenant_id": None,
                "label": "",
                "allowed_origins": [],
                "allow_origin_only": False,
                "embed_frame_ancestors": [],
                "rate_limit": _ADMIN_LIMIT.model_dump(),
                "status": "active",
                "hint": plaintext[-4:],
                "created_at": at,
                "updated_at": at,
                "version": 1,
            },
        )
