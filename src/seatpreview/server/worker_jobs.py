"""What a worker does beside its requests: it measures itself, writes when keys were used and what was asked
for last, copies images, deletes what is old, and delivers webhooks."""

import asyncio
from collections import Counter
from functools import partial

from seatpreview.background_jobs.clock_guard import ClockGuard
from seatpreview.background_jobs.jobs import Job, Jobs, Round
from seatpreview.background_jobs.pruning import Pruning
from seatpreview.background_jobs.webhook_jobs import WebhookJobs
from seatpreview.database.reserved_room import ReservedRoom
from seatpreview.events.counting import uncounted_seconds
from seatpreview.http.app_dependencies import AppDependencies
from seatpreview.http.request_bodies import delete_leftovers
from seatpreview.imagery.image_copies import copy_images
from seatpreview.keys.passed_ends import log_passed_ends
from seatpreview.limits.local_limiter import STATE_BYTES
from seatpreview.observability.event_loop_lag import measure_loop_lag
from seatpreview.seats import recent_previews
from seatpreview.server.worker_metrics import (
    EvictedMemory,
    Measured,
    MemoryUse,
    WorkerMetrics,
    memory_uses,
    return_freed_memory,
)
from seatpreview.tenants.usage import near_quotas_of_all
from seatpreview.values.clock import MICROSECONDS

# Intervals of the jobs.
USAGE_SECONDS = 15
RECENT_SECONDS = 60
METRICS_SECONDS = 1
CLOCK_SECONDS = 15
SIGNING_SECONDS = 5
UNCOUNTED_SECONDS = 15
QUOTAS_SECONDS = 300
ROOM_SECONDS = 15
ENDED_KEYS_SECONDS = 15
COPIES_SECONDS = 5
SIGNING_NOTED_SECONDS = 3600

WRITE_USAGE = "write_key_usage"
WRITE_RECENT = "write_recent_previews"
"""The jobs that are also run once before a worker ends."""


class WorkerJobs:
    """The jobs of one worker, and the metrics that they report."""

    def __init__(self, dependencies: AppDependencies) -> None:
        self._dependencies = dependencies
        self._settings = dependencies.settings
        self._resources = dependencies.resources
        self.measured = _measured(dependencies)
        self.metrics = WorkerMetrics(dependencies.registry, self.measured)
        self._evicted_memory = EvictedMemory()
        database = self._resources.database
        clock_guard = ClockGuard(
            database, self._resources.records, dependencies.clock, self._report_pruning_paused
        )
        self._webhooks = WebhookJobs(self._settings, self._resources)
        self.measured.deliveries = self._webhooks.sender.outcomes
        self.jobs = Jobs(
            [
                Job(WRITE_USAGE, USAGE_SECONDS, partial(dependencies.usage.write, database)),
                Job(WRITE_RECENT, RECENT_SECONDS, self._write_recent_previews),
                # Each report is a job of its own, so that one that fails does not keep the others back.
                Job("report_metrics", METRICS_SECONDS, self._report_metrics),
                Job("report_heavy_work", METRICS_SECONDS, self._report_heavy_work),
                Job("report_memory", METRICS_SECONDS, self._report_memory),
                Job("compare_clocks", CLOCK_SECONDS, self._compare_clocks),
                Job("read_signing_secrets", SIGNING_SECONDS, self._refresh_signing),
                Job("note_signing_secret", SIGNING_NOTED_SECONDS, self._note_signing, starts_at_once=True),
                Job("measure_uncounted_events", UNCOUNTED_SECONDS, self._measure_uncounted_events),
                Job("measure_quotas", QUOTAS_SECONDS, self._measure_quotas),
                Job("reserve_room", ROOM_SECONDS, self._reserve_room),
                Job("log_ended_keys", ENDED_KEYS_SECONDS, self._log_ended_keys, starts_at_once=True),
                Job("copy_images", COPIES_SECONDS, self._copy_images),
                *Pruning(self._settings, self._resources, clock_guard).jobs(),
                *self._webhooks.jobs(),
            ]
        )
        self.measured.upkeep_tasks, self.measured.backlog = self.jobs.names, self.jobs.backlogs
        self.measured.upkeep_done, self.measured.upkeep_failures = self.jobs.done, self.jobs.failures
        self.measured.upkeep_cpu_seconds = self.jobs.cpu_seconds
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Starts the jobs, and what runs once beside the first requests."""
        self.jobs.start()
        self._tasks = [
            asyncio.create_task(measure_loop_lag(self.measured.loop_lags, self._settings.log_loop_holds_ms)),
            asyncio.create_task(asyncio.to_thread(delete_leftovers, self._settings)),
            asyncio.create_task(self._resources.stills.try_browser()),
        ]

    async def stop(self) -> None:
        """Stops the jobs, and writes what is pending."""
        await self.jobs.stop()
        await self._webhooks.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._resources.batchers.finish()
        for name in (WRITE_USAGE, WRITE_RECENT):
            await self.jobs.run(name)

    async def _write_recent_previews(self) -> None:
        await recent_previews.write(self._resources.caches, self._resources.database)

    async def _report_metrics(self) -> None:
        self.measured.webhook_backlog = self._webhooks.backlog
        self.metrics.report()

    async def _report_heavy_work(self) -> None:
        self.metrics.report_heavy_work()

    async def _report_memory(self) -> None:
        states = len(self._dependencies.limiter)
        uses = memory_uses(self._resources) | {"rate limits": MemoryUse(states, states * STATE_BYTES)}
        self.metrics.report_memory(self._resources.records.counts(), uses)
        if self._evicted_memory.is_large(uses.values()):
            await asyncio.to_thread(return_freed_memory)

    async def _compare_clocks(self) -> None:
        """Compares the database's clock with the machine's."""
        ahead = await self._resources.records.check_and_get_time() - self._dependencies.clock.now()
        self.measured.database_clock_ahead_seconds = ahead / MICROSECONDS

    async def _measure_uncounted_events(self) -> None:
        """Measures how far the counting of events is behind, by the first entry of an index."""
        at = await self._resources.records.check_and_get_time()
        self.measured.events_uncounted_seconds = await uncounted_seconds(self._resources.database, at)

    async def _log_ended_keys(self) -> Round:
        """Logs keys that have passed their revokeAt. Requests refuse them by the same clock."""
        at = await self._resources.records.check_and_get_time()
        return Round(*await log_passed_ends(self._resources.database, at))

    async def _copy_images(self) -> Round:
        """Copies some of the images that a copied venue is still to get."""
        at = await self._resources.records.check_and_get_time()
        return Round(*await copy_images(self._resources.database, self._resources.objects, at))

    async def _measure_quotas(self) -> None:
        """Counts the tenants that are near a quota."""
        at = await self._resources.records.check_and_get_time()
        found: Counter[tuple[str, str]] = Counter()
        database, defaults = self._resources.database, self._resources.quotas
        for _, near in await database.report(near_quotas_of_all, defaults, at):
            found[near.quota, "near"] += 1
            found[near.quota, "used_up"] += near.is_used_up
        self.measured.tenants_near_quota = found

    async def _reserve_room(self) -> None:
        """Takes the reserved room back that a revoke has used on a full disk, once there is some."""
        if self._settings.uses_sqlite:
            await asyncio.to_thread(ReservedRoom(self._settings.data_dir).fill)

    def _report_pruning_paused(self, is_paused: bool) -> None:
        self.measured.pruning_is_paused = is_paused

    async def _refresh_signing(self) -> None:
        self._resources.signing.refresh()

    async def _note_signing(self) -> None:
        """Notes which secret signs, so that doctor can tell if another one took its place."""
        at = await self._resources.records.check_and_get_time()
        self._dependencies.usage.record_signing(self._resources.signing.secret_id, at)


def _measured(dependencies: AppDependencies) -> Measured:
    resources = dependencies.resources
    return Measured(
        outages=dependencies.outages,
        check_seconds=resources.records.check_seconds,
        database_waits=resources.database.waits,
        object_calls=resources.objects.calls,
        admission=dependencies.admission,
        rates_refused=dependencies.guard.refused,
        seen_rows=resources.seen_rows_outcomes,
        quotas_refused=dependencies.quotas_refused,
        processor_time=resources.processor_time,
        ended_work=resources.ended_work,
        stills=resources.stills,
        queues={
            "records": dependencies.computation.queue,
            "pictures": dependencies.picture_computation.queue,
            "threads": resources.threads,
            "reports": resources.reports,
            "sight lines": resources.sightlines,
            "bodies": dependencies.bodies.memory,
            "uploads": dependencies.bodies.files,
        },
    )
