"""The service of a worker: everything that it needs to answer requests, and its background jobs."""

import asyncio
from collections import Counter
from functools import partial

from seatpreview.access.allowances import Limits
from seatpreview.access.guard import Guard
from seatpreview.assembly import assemble_resources
from seatpreview.background_jobs.clock_guard import ClockGuard
from seatpreview.background_jobs.jobs import Job, Jobs
from seatpreview.background_jobs.pruning import Pruning
from seatpreview.database.engines import open_database
from seatpreview.events.counting import uncounted_seconds
from seatpreview.http.admission import Admission
from seatpreview.http.bodies import Bodies, delete_leftovers
from seatpreview.http.telemetry import Telemetry, hides_successful_requests
from seatpreview.keys import origins
from seatpreview.keys.usage import Usage
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.gcra import Limit
from seatpreview.limits.local_limiter import STATE_BYTES, LocalLimiter
from seatpreview.limits.model import Limiter
from seatpreview.limits.quotas import near_quotas
from seatpreview.observability.outages import Outages
from seatpreview.problems import Cause, Unavailable
from seatpreview.processes.pool import ProcessPool
from seatpreview.server.loop_watch import watch_loop
from seatpreview.server.memory_report import EvictedMemory, MemoryUse, memory_uses, return_freed_memory
from seatpreview.server.open_files import check_files_can_be_opened
from seatpreview.server.shared_state import is_stopping
from seatpreview.server.worker_metrics import Measured, WorkerMetrics
from seatpreview.settings.settings import Settings
from seatpreview.tenants.usage import amounts_of_all
from seatpreview.values.clock import MICROSECONDS, Clock

# Intervals of the background jobs.
USAGE_SECONDS = 15
METRICS_SECONDS = 1
CLOCK_SECONDS = 15
SIGNING_SECONDS = 5
UNCOUNTED_SECONDS = 15
QUOTAS_SECONDS = 300

WRITE_USAGE = "write_key_usage"
"""The job that is also run once before a worker ends."""

PICTURE_NICENESS = 15
"""Pictures take longest and can wait: their processes come after those that check records."""


class Service:
    """Holds the resources, the guard and the telemetry of one worker."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        self.telemetry = Telemetry(
            settings.log_format,
            hides_successful_requests(settings.demo, settings.log_format),
            settings.log_one_in,
        )
        self.outages = Outages(are_logged=True)
        self.admission = Admission(settings.requests_max, settings.requests_per_client)
        self.bodies = Bodies(settings, self.outages)
        computation = _processes(settings.heavy_processes, settings.heavy_memory_mb)
        picture_computation = _processes(settings.heavy_processes, settings.heavy_memory_mb, PICTURE_NICENESS)
        self.resources = assemble_resources(
            settings,
            open_database(settings, clock, self.outages),
            self.outages,
            computation=computation,
            picture_computation=picture_computation,
        )
        self.limiter = self._limiter()
        self.usage = Usage()
        self.guard = Guard(
            database=self.resources.database,
            records=self.resources.records,
            signing=self.resources.signing,
            limiter=self.limiter,
            limits=Limits(
                key=self.resources.key_limit,
                tenant=Limit.of(*settings.tenant_rate),
                visitors=Limit.of(*settings.visitors_rate),
                tenant_visitors=Limit.of(*settings.tenant_visitors_rate),
                session=Limit.of(*settings.session_rate),
                session_address=Limit.of(*settings.session_address_rate),
                address=Limit.of(*settings.address_rate),
                pages=Limit.of(*settings.pages_rate),
                ends=Limit.of(*settings.session_ends_rate),
            ),
            usage=self.usage,
        )
        self.measured = Measured(
            outages=self.outages,
            check_seconds=self.resources.records.check_seconds,
            database_waits=self.resources.database.waits,
            object_calls=self.resources.objects.calls,
            admission=self.admission,
            rates_refused=self.guard.refused,
            queues={
                "records": computation.queue,
                "pictures": picture_computation.queue,
                "threads": self.resources.threads,
                "reports": self.resources.reports,
                "bodies": self.bodies.memory,
                "uploads": self.bodies.files,
            },
        )
        self.metrics = WorkerMetrics(self.telemetry.registry, self.measured)
        self._evicted_memory = EvictedMemory()
        self.clock_guard = ClockGuard(
            self.resources.database, self.resources.records, clock, self._report_pruning_paused
        )
        self.jobs = Jobs(
            [
                Job(WRITE_USAGE, USAGE_SECONDS, partial(self.usage.write, self.resources.database)),
                # Each is a job of its own, so that one that fails keeps no other from being told.
                Job("report_metrics", METRICS_SECONDS, self._report_metrics),
                Job("report_heavy_work", METRICS_SECONDS, self._report_heavy_work),
                Job("report_memory", METRICS_SECONDS, self._report_memory),
                Job("compare_clocks", CLOCK_SECONDS, self._compare_clocks),
                Job("read_signing_secrets", SIGNING_SECONDS, self._refresh_signing),
                Job("measure_uncounted_events", UNCOUNTED_SECONDS, self._measure_uncounted_events),
                Job("measure_quotas", QUOTAS_SECONDS, self._measure_quotas),
                *Pruning(settings, self.resources, self.clock_guard).jobs(),
            ]
        )
        self.measured.upkeep_tasks, self.measured.backlog = self.jobs.names, self.jobs.backlogs
        self.measured.upkeep_done, self.measured.upkeep_failures = self.jobs.done, self.jobs.failures
        self._background_tasks: list[asyncio.Task[None]] = []

    def start_background_tasks(self) -> None:
        """Starts the jobs, and what runs once beside the first requests."""
        self.jobs.start()
        self._background_tasks = [
            asyncio.create_task(watch_loop(self.measured.loop_lags, self.settings.log_loop_holds_ms)),
            asyncio.create_task(asyncio.to_thread(origins.warm_up)),
            asyncio.create_task(asyncio.to_thread(delete_leftovers, self.settings)),
        ]

    async def close(self) -> None:
        """Stops the background jobs, writes what is pending, and closes all connections."""
        await self.jobs.stop()
        for task in self._background_tasks:
            task.cancel()
        await asyncio.gather(*self._background_tasks, return_exceptions=True)
        await self.resources.batchers.finish()
        await self.jobs.run(WRITE_USAGE)
        await self.limiter.close()
        await self.resources.computation.close()
        await self.resources.picture_computation.close()
        await self.resources.database.close()
        self.telemetry.flush()

    async def check_is_ready(self) -> None:
        """Raises Unavailable where the worker cannot serve: while the freshness check fails; while an SQLite
        file is not the one that was opened, since what is written would be lost; while the database is a
        server that takes no changes, since another one has its place; while no file can be opened, and so no
        connection accepted; and once the service has been told to stop, so that a balancer sends its requests
        elsewhere. A worker whose disk is full goes on serving what can be read."""
        if is_stopping():
            raise Unavailable("The service is stopping. Use another one.", retry_after_seconds=1)
        try:
            check_files_can_be_opened()
        except OSError as error:
            raise Unavailable(
                "The service can open no more files. Try again later.",
                cause=Cause.TOO_MANY_FILES,
                retry_after_seconds=1,
            ) from error
        await self.resources.records.check_and_get_time()
        self.resources.database.check_activity_file()
        if self.resources.database.is_read_only:
            raise Unavailable(
                "The database takes no changes. Try again later.",
                cause=Cause.READ_ONLY,
                retry_after_seconds=1,
            )

    def _limiter(self) -> Limiter:
        if not self.settings.valkey_url:
            return LocalLimiter()
        # Imported here, since its client takes a while to import.
        from seatpreview.limits.valkey_limiter import ValkeyLimiter

        return ValkeyLimiter(
            self.settings.valkey_url, self.outages, on_unavailable=self.telemetry.set_valkey_away
        )

    async def _report_metrics(self) -> None:
        self.metrics.report()

    async def _report_heavy_work(self) -> None:
        self.metrics.report_heavy_work()

    async def _report_memory(self) -> None:
        states = len(self.limiter)
        uses = memory_uses(self.resources) | {"rate limits": MemoryUse(states, states * STATE_BYTES)}
        self.metrics.report_memory(self.resources.records.counts(), uses)
        if self._evicted_memory.is_large(uses.values()):
            await asyncio.to_thread(return_freed_memory)

    async def _compare_clocks(self) -> None:
        """Compares the database's clock with the machine's."""
        ahead = await self.resources.records.check_and_get_time() - self.clock.now()
        self.measured.database_clock_ahead_seconds = ahead / MICROSECONDS

    async def _measure_uncounted_events(self) -> None:
        """Measures how far the counting of events is behind, by the first entry of an index."""
        at = await self.resources.records.check_and_get_time()
        self.measured.events_uncounted_seconds = await uncounted_seconds(self.resources.database, at)

    async def _measure_quotas(self) -> None:
        """Counts the tenants that are near a quota. It reads every row of images, venues and keys."""
        at = await self.resources.records.check_and_get_time()
        found: Counter[tuple[str, str]] = Counter()
        for _, own, stored in await self.resources.database.report(amounts_of_all, at):
            for near in near_quotas(stored.within(self.resources.quotas.apply(own))):
                found[near.quota, "near"] += 1
                found[near.quota, "used_up"] += near.is_used_up
        self.measured.tenants_near_quota = found

    def _report_pruning_paused(self, is_paused: bool) -> None:
        self.measured.pruning_is_paused = is_paused

    async def _refresh_signing(self) -> None:
        self.resources.signing.refresh()


def _processes(count: int, memory_mb: int, niceness: int = 10) -> ProcessPool:
    """Creates a pool in which one process is always left to other tenants, and which has one more for what
    visitors ask for."""
    return ProcessPool(FairQueue(count, share=max(1, count - 1), visitors=1), memory_mb, niceness)
