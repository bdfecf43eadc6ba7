"""Everything that a worker needs to answer, put together from its settings."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from urllib.parse import urlsplit

import structlog

from seatpreview.access.guard import Guard, Limits
from seatpreview.clock import Clock
from seatpreview.currency.currency import Currency
from seatpreview.currency.memory import Shelf
from seatpreview.database import changes
from seatpreview.database.engines import Database, open_database
from seatpreview.http.telemetry import Telemetry
from seatpreview.keys import origins
from seatpreview.keys import store as keys
from seatpreview.keys.usage import Usage
from seatpreview.limits.gcra import Limit
from seatpreview.limits.local import LocalLimiter
from seatpreview.limits.model import Limiter
from seatpreview.limits.valkey import ValkeyLimiter
from seatpreview.problems import Unavailable
from seatpreview.settings import Settings, is_loopback
from seatpreview.signing import signing_of
from seatpreview.tenants import store as tenants

USAGE_SECONDS = 15
PRUNE_SECONDS = 3600

log = structlog.get_logger("seatpreview")


class House:
    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        self.telemetry = Telemetry()
        self.signing = signing_of(settings.data_dir, settings.signing_secret)
        self.own_origins = own_origins(settings)
        self.database: Database = open_database(settings, clock)
        self.limiter = self._limiter()
        self.usage = Usage()
        shelf_of_keys = Shelf("key", partial(keys.load, self.database), settings.memory_records)
        shelf_of_tenants = Shelf("tenant", partial(tenants.load, self.database), settings.memory_records)
        self.currency = Currency(self.database.feed, (shelf_of_keys, shelf_of_tenants))
        self.guard = Guard(
            currency=self.currency,
            keys=shelf_of_keys,
            tenants=shelf_of_tenants,
            limiter=self.limiter,
            limits=Limits(
                key=Limit.of(*settings.key_rate),
                tenant=Limit.of(*settings.tenant_rate),
                address=Limit.of(*settings.address_rate),
            ),
            usage=self.usage,
        )
        self._chores: list[asyncio.Task[None]] = []

    def start_chores(self) -> None:
        """What is done beside requests, again and again."""
        self._chores = [
            asyncio.create_task(_repeat(USAGE_SECONDS, partial(self.usage.write, self.database))),
            asyncio.create_task(_repeat(PRUNE_SECONDS, self._prune)),
            asyncio.create_task(asyncio.to_thread(origins.warm_up)),
        ]

    async def close(self) -> None:
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await _once(partial(self.usage.write, self.database))
        await self.limiter.close()
        await self.database.close()

    def _limiter(self) -> Limiter:
        if not self.settings.valkey_url:
            return LocalLimiter()
        return ValkeyLimiter(self.settings.valkey_url, on_away=self.telemetry.valkey_is_away)

    async def _prune(self) -> None:
        at = await self.currency.prove()
        async with self.database.write("operator", at) as transaction:
            await changes.prune(transaction.connection, self.settings.audit_days, at)


def own_origins(settings: Settings) -> frozenset[str]:
    """The service's own address as an origin; on loopback under every name that it has there."""
    address = urlsplit(settings.address)
    origins = {f"{address.scheme}://{address.netloc}"}
    if is_loopback(address.hostname or ""):
        origins |= {
            f"{address.scheme}://{name}:{address.port}" for name in ("localhost", "127.0.0.1", "[::1]")
        }
    return frozenset(origins)


async def _repeat(seconds: float, chore: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        await _once(chore)


async def _once(chore: Callable[[], Awaitable[None]]) -> None:
    """A chore that fails is tried again in its next turn; it must not end the ones to come."""
    try:
        await chore()
    except Unavailable:
        log.warning("a chore waits for the database", chore=str(chore))
    except Exception:
        log.exception("a chore failed", chore=str(chore))
