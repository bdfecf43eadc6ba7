"""What the application of a worker needs to answer requests: records, limits, the guard, the log."""

from collections import Counter

from prometheus_client import CollectorRegistry

from seatpreview.access.allowances import Limits
from seatpreview.access.guard import Guard
from seatpreview.api.table import OPERATIONS
from seatpreview.assembly import assemble_resources
from seatpreview.database.engines import open_database
from seatpreview.http.admission import Admission
from seatpreview.http.request_bodies import RequestBodies
from seatpreview.http.request_log import RequestLog
from seatpreview.keys.usage import Usage
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.gcra import Limit
from seatpreview.limits.local_limiter import LocalLimiter
from seatpreview.limits.model import Limiter
from seatpreview.observability import metric_table
from seatpreview.observability.logging_setup import hides_successful_requests
from seatpreview.observability.metric_families import gauge
from seatpreview.observability.outages import Outages
from seatpreview.observability.request_metrics import RequestMetrics
from seatpreview.processes.pool import ProcessPool
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock

PICTURE_NICENESS = 15
"""Pictures take longest and can wait: their processes come after those that check records."""


class AppDependencies:
    """Opens everything that requests share. Nothing here runs by itself: server/worker_jobs.py does that."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        self.registry = CollectorRegistry()
        """The metrics of this worker."""
        self.request_log = RequestLog(
            RequestMetrics(self.registry, (*metric_table.PAGES, *(each.operation_id for each in OPERATIONS))),
            settings.log_format,
            hides_successful_requests(settings.demo, settings.log_format),
            settings.log_one_in,
        )
        self.outages = Outages(are_logged=True)
        self.admission = Admission(
            settings.requests_max, settings.requests_per_client, settings.waits_per_tenant
        )
        self.bodies = RequestBodies(settings, self.outages)
        self.computation = _processes(settings.heavy_processes, settings.heavy_memory_mb)
        self.picture_computation = _processes(
            settings.heavy_processes, settings.heavy_memory_mb, PICTURE_NICENESS
        )
        self.resources = assemble_resources(
            settings,
            open_database(settings, clock, self.outages),
            self.outages,
            computation=self.computation,
            picture_computation=self.picture_computation,
            draws_stills=True,
        )
        self.limiter = self._limiter()
        self.usage = Usage()
        self.guard = Guard(
            database=self.resources.database,
            records=self.resources.records,
            signing=self.resources.signing,
            limiter=self.limiter,
            limits=rate_limits(settings, self.resources.key_limit),
            usage=self.usage,
            caches=self.resources.caches,
        )
        self.quotas_refused: Counter[str] = Counter()
        """Requests above a quota, by its name."""

    async def close(self) -> None:
        """Closes all connections and processes, and logs the last requests."""
        await self.limiter.close()
        await self.computation.close()
        await self.picture_computation.close()
        await self.resources.stills.close()
        await self.resources.database.close()
        self.request_log.flush()

    def _limiter(self) -> Limiter:
        valkey_away = gauge(metric_table.VALKEY_AWAY, self.registry)
        valkey_away.set(0)
        if not self.settings.valkey_url:
            return LocalLimiter()
        # Imported here, since its client takes a while to import.
        from seatpreview.limits.valkey_limiter import ValkeyLimiter

        return ValkeyLimiter(self.settings.valkey_url, self.outages, on_unavailable=valkey_away.set)


def _processes(count: int, memory_mb: int, niceness: int = 10) -> ProcessPool:
    """Creates a pool in which one process is always left to other tenants, and which has one more for what
    visitors ask for."""
    return ProcessPool(FairQueue(count, share=max(1, count - 1), visitors=1), memory_mb, niceness)


def rate_limits(settings: Settings, key: Limit) -> Limits:
    """Returns the rate limits that the settings give."""
    return Limits(
        key=key,
        tenant=Limit.of(*settings.tenant_rate),
        sessions=Limit.of(*settings.sessions_rate),
        visitors=Limit.of(*settings.visitors_rate),
        venue=Limit.of(*settings.venue_rate),
        tenant_visitors=Limit.of(*settings.tenant_visitors_rate),
        session=Limit.of(*settings.session_rate),
        session_address=Limit.of(*settings.session_address_rate),
        address=Limit.of(*settings.address_rate),
        pages=Limit.of(*settings.pages_rate),
        ends=Limit.of(*settings.session_ends_rate),
    )
