"""The service of a worker: everything that it needs to answer requests, and its background tasks."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from seatpreview.access.guard import Guard, Limits
from seatpreview.assembly import assemble_resources
from seatpreview.clock import Clock
from seatpreview.database import changes
from seatpreview.database.engines import open_database
from seatpreview.events import store as events
from seatpreview.fair_queue import FairQueue
from seatpreview.http.bodies import delete_leftovers
from seatpreview.http.loop_watch import log_loop_holds
from seatpreview.http.memory_report import EvictedMemory, memory_uses, return_freed_memory
from seatpreview.http.telemetry import Telemetry
from seatpreview.imagery import operations as imagery
from seatpreview.keys import origins
from seatpreview.keys.usage import Usage
from seatpreview.limits.gcra import Limit
from seatpreview.limits.local import LocalLimiter
from seatpreview.limits.model import Limiter
from seatpreview.problems import Unavailable
from seatpreview.processes.pool import ProcessPool
from seatpreview.sessions import store as sessions
from seatpreview.settings import Settings

# Intervals of the background tasks.
USAGE_SECONDS = 15
MEMORY_SECONDS = 1
SIGNING_SECONDS = 5
PRUNE_SECONDS = 3600
DISCARDED_IMAGES_SECONDS = 300

PICTURE_NICENESS = 15
"""Pictures take longest and can wait: their processes come after those that check records."""

log = structlog.get_logger("seatpreview")


class Service:
    """Holds the resources, the guard and the telemetry of one worker."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        self.telemetry = Telemetry(settings.log_format)
        self.resources = assemble_resources(
            settings,
            open_database(settings, clock),
            computation=_processes(settings.heavy_processes, settings.heavy_memory_mb),
            picture_computation=_processes(
                settings.heavy_processes, settings.heavy_memory_mb, PICTURE_NICENESS
            ),
        )
        self.limiter = self._limiter()
        self.usage = Usage()
        self.guard = Guard(
            records=self.resources.records,
            signing=self.resources.signing,
            limiter=self.limiter,
            limits=Limits(
                key=self.resources.key_limit,
                tenant=Limit.of(*settings.tenant_rate),
                address=Limit.of(*settings.address_rate),
            ),
            usage=self.usage,
        )
        self._evicted_memory = EvictedMemory()
        self._background_tasks: list[asyncio.Task[None]] = []

    def start_background_tasks(self) -> None:
        """Starts the tasks that are repeated in the background."""
        self._background_tasks = [
            asyncio.create_task(log_loop_holds(self.settings.log_loop_holds_ms)),
            asyncio.create_task(_repeat(USAGE_SECONDS, partial(self.usage.write, self.resources.database))),
            asyncio.create_task(_repeat(MEMORY_SECONDS, self._report_memory)),
            asyncio.create_task(_repeat(SIGNING_SECONDS, self._refresh_signing)),
            asyncio.create_task(_repeat(PRUNE_SECONDS, self._prune)),
            asyncio.create_task(_repeat(DISCARDED_IMAGES_SECONDS, self._delete_discarded_images)),
            asyncio.create_task(asyncio.to_thread(origins.warm_up)),
            asyncio.create_task(asyncio.to_thread(delete_leftovers, self.settings)),
        ]

    async def close(self) -> None:
        """Stops the background tasks, writes what is pending, and closes all connections."""
        for task in self._background_tasks:
            task.cancel()
        await asyncio.gather(*self._background_tasks, return_exceptions=True)
        await self.resources.batchers.finish()
        await _run_once(partial(self.usage.write, self.resources.database))
        await self.limiter.close()
        await self.resources.computation.close()
        await self.resources.picture_computation.close()
        await self.resources.database.close()
        self.telemetry.flush()

    def _limiter(self) -> Limiter:
        if not self.settings.valkey_url:
            return LocalLimiter()
        # Imported here, since its client takes a while to import.
        from seatpreview.limits.valkey import ValkeyLimiter

        return ValkeyLimiter(self.settings.valkey_url, on_unavailable=self.telemetry.set_valkey_away)

    async def _prune(self) -> None:
        at = await self.resources.records.check_and_get_time()
        async with self.resources.database.write("operator", at) as transaction:
            await changes.prune(transaction.connection, self.settings.audit_days, at)
            await sessions.prune(transaction.connection, at)
        await events.prune(self.resources.database, self.settings.event_days, at)

    async def _delete_discarded_images(self) -> None:
        """Frees the storage of images whose addresses have all expired."""
        at = await self.resources.records.check_and_get_time()
        await imagery.delete_discarded_images(
            self.resources.database, self.resources.objects, at, self.settings.url_ttl_seconds
        )

    async def _report_memory(self) -> None:
        uses = memory_uses(self.resources)
        self.telemetry.report_memory(self.resources.records.counts(), uses)
        if self._evicted_memory.is_large(uses.values()):
            await asyncio.to_thread(return_freed_memory)

    async def _refresh_signing(self) -> None:
        self.resources.signing.refresh()


def _processes(count: int, memory_mb: int, niceness: int = 10) -> ProcessPool:
    """Creates a pool in which one process is always left to other tenants."""
    return ProcessPool(FairQueue(count, share=max(1, count - 1)), memory_mb, niceness)


async def _repeat(seconds: float, task: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        await _run_once(task)


async def _run_once(task: Callable[[], Awaitable[None]]) -> None:
    """Runs a background task. A failure is logged, and the task is retried at its next interval."""
    try:
        await task()
    except Unavailable:
        log.warning("a chore waits for the database", chore=str(task))
    except Exception:
        log.exception("a chore failed", chore=str(task))
