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
from seatpreview.http.request_client import ClientWatch
from seatpreview.http.request_log import RequestLog
from seatpreview.keys.usage import Usage
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.gcra import Limit
from seatpreview.limits.local_limiter import LocalLimiter
from seatpreview.limits.model import Limiter
from seatpreview.limits.processor_time import ProcessorTime
from seatpreview.observability import metric_table
from seatpreview.observability.logging_setup import hides_successful_requests
from seatpreview.observability.metric_families import RequestMetrics, gauge
from seatpreview.observability.outages import Outages
from seatpreview.processes.child_setup import HEAVY_NICENESS, PICTURE_NICENESS
from seatpreview.processes.memory_watch import MemoryWatch
from seatpreview.processes.pool import EndReason, ProcessPool
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock


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
        ended_work: Counter[EndReason] = Counter()
        self.client_watch = ClientWatch(self.admission, ended_work)
        processor_time = ProcessorTime(settings.heavy_seconds)
        memory_watch = MemoryWatch(settings.heavy_total_mb << 20)
        self.computation = ProcessPool(
            record_queue(settings.heavy_processes),
            settings.heavy_memory_mb,
            HEAVY_NICENESS,
            processor_time,
            memory_watch,
            ended_work,
        )
        self.picture_computation = ProcessPool(
            picture_queue(settings.heavy_processes),
            settings.picture_memory_mb,
            PICTURE_NICENESS,
            processor_time,
            memory_watch,
            ended_work,
        )
        self.resources = assemble_resources(
            settings,
            open_database(settings, clock, self.outages),
            self.outages,
            computation=self.computation,
            picture_computation=self.picture_computation,
            processor_time=processor_time,
            ended_work=ended_work,
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


def record_queue(searches: int) -> FairQueue:
    """Creates the queue of processes that check, search and draw records. So many searches and dry runs may
    run at once; reads have one process more, and changes another one. One process of each kind is always left
    to other tenants, if there are several. Visitors have three, of which searches get two."""
    return FairQueue(searches + 2, share=max(1, searches - 1) + 2, visitors=3, visitors_share=2, reserve=1)


def picture_queue(reads: int) -> FairQueue:
    """Creates the queue of processes that cut pictures: so many for reads, one more for uploads, and one for
    what visitors ask for."""
    return FairQueue(reads + 1, share=max(1, reads - 1) + 1, reserve=1)


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
