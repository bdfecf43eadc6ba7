"""The metrics of a worker, except those of its requests: what its rooms have measured, read once a second."""

import ctypes
import importlib.metadata
import os
import platform
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import NamedTuple, Self

import msgspec
from prometheus_client import CollectorRegistry

from seatpreview import API_VERSION
from seatpreview.context import Resources
from seatpreview.http.admission import Admission
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.processor_time import ProcessorTime
from seatpreview.limits.shares import Lane
from seatpreview.observability import metric_table
from seatpreview.observability.measurements import Calls, Durations
from seatpreview.observability.metric_families import Totals, add_durations, counter, gauge, histogram
from seatpreview.observability.outages import Outages
from seatpreview.processes.pool import END_REASONS, EndReason
from seatpreview.stills.still_queue import StillQueue
from seatpreview.webhooks.delivery_model import NO_BACKLOG, Backlog

METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable with the folder in which workers leave their metrics for the listener."""

# The memory of this process in pages; the second number is the resident set.
_PROCESS_STATUS = Path("/proc/self/statm")
RETURNED_BYTES_MIN = 32_000_000
"""How much must have been evicted before memory is returned to the system."""


@dataclass(kw_only=True)
class Measured:
    """What the rooms of a worker measure. The metrics are read from it."""

    outages: Outages
    check_seconds: Durations
    database_waits: Mapping[str, Durations]
    object_calls: Calls
    admission: Admission
    rates_refused: Counter[str]
    """Requests above a rate, by the kind of limit."""
    queues: Mapping[str, FairQueue]
    processor_time: ProcessorTime
    ended_work: Counter[EndReason]
    stills: StillQueue
    seen_rows: Counter[str] = field(default_factory=Counter)
    """Rows of seats of which a preview needed what is seen from them, by the outcome."""
    quotas_refused: Counter[str] = field(default_factory=Counter)
    """Requests above a quota, by its name."""
    tenants_near_quota: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many tenants are near a quota or have used it up, by quota and state."""
    loop_lags: Durations = field(default_factory=Durations)
    backlog: dict[str, int] = field(default_factory=dict)
    """How much each background job still has to delete, by its name. Each job sets its own."""
    upkeep_tasks: tuple[str, ...] = ()
    upkeep_done: Counter[str] = field(default_factory=Counter)
    upkeep_failures: Counter[str] = field(default_factory=Counter)
    """What background jobs have done, and how often they failed, by name."""
    upkeep_cpu_seconds: Mapping[str, float] = field(default_factory=dict)
    database_clock_ahead_seconds: float = 0.0
    events_uncounted_seconds: float = 0.0
    """How long the oldest uncounted event has waited; 0 if all are counted."""
    pruning_is_paused: bool = False
    deliveries: Counter[str] = field(default_factory=Counter)
    """Attempts to deliver something to a webhook, by their outcome."""
    webhook_backlog: Backlog = NO_BACKLOG


class HeavyWork(msgspec.Struct):
    """How much work of a tenant waits and runs in a queue."""

    queue: str
    state: str
    tenant: str
    amount: int


class MemoryUse(NamedTuple):
    """The entries of one memory, and the bytes that they take by its own estimate."""

    entries: int
    size_bytes: int


class WorkerMetrics:
    """The metrics of one worker. `report` brings them up to date."""

    def __init__(self, registry: CollectorRegistry, measured: Measured) -> None:
        self._measured = measured
        self._alive = gauge(metric_table.ALIVE, registry)
        self._ready = gauge(metric_table.READY, registry)
        # Until its first heartbeat, a worker counts from its start: from 1970, every start would be an alert.
        self.report_alive()
        self.report_ready()
        self._in_progress = gauge(metric_table.REQUESTS_IN_PROGRESS, registry)
        self._waiting = gauge(metric_table.REQUESTS_WAITING, registry)
        self._refused = Totals(counter(metric_table.REFUSED, registry))
        self._quota_refused = Totals(counter(metric_table.QUOTA_REFUSED, registry))
        self._tenants_near_quota = gauge(metric_table.TENANTS_NEAR_QUOTA, registry)
        self._failures = Totals(counter(metric_table.FAILURES, registry))
        self._outage = gauge(metric_table.OUTAGE, registry)
        self._check_seconds = histogram(metric_table.FRESHNESS_SECONDS, registry)
        self._wait_seconds = histogram(metric_table.DATABASE_WAIT_SECONDS, registry)
        self._object_calls = Totals(counter(metric_table.OBJECT_CALLS, registry))
        self._object_seconds = histogram(metric_table.OBJECT_SECONDS, registry)
        self._ended_work = Totals(counter(metric_table.HEAVY_WORK_ENDED, registry))
        self._heavy_seconds = Totals(counter(metric_table.HEAVY_WORK_SECONDS, registry))
        self._seen_rows = Totals(counter(metric_table.SEEN_ROWS, registry))
        self._stills = Totals(counter(metric_table.STILLS, registry))
        self._stills_state = gauge(metric_table.STILLS_STATE, registry)
        self._stills_waiting = gauge(metric_table.STILLS_WAITING, registry)
        self._loop_lag_seconds = histogram(metric_table.LOOP_LAG_SECONDS, registry)
        self._backlog = gauge(metric_table.BACKLOG, registry)
        self._upkeep_done = Totals(counter(metric_table.UPKEEP_DONE, registry))
        self._upkeep_cpu_seconds = Totals(counter(metric_table.UPKEEP_CPU_SECONDS, registry))
        self._upkeep_failures = Totals(counter(metric_table.UPKEEP_FAILURES, registry))
        self._clock_ahead = gauge(metric_table.DATABASE_CLOCK_AHEAD_SECONDS, registry)
        self._events_uncounted = gauge(metric_table.EVENTS_UNCOUNTED_SECONDS, registry)
        self._pruning_paused = gauge(metric_table.PRUNING_PAUSED, registry)
        self._deliveries = Totals(counter(metric_table.DELIVERIES, registry))
        self._deliveries_pending = gauge(metric_table.DELIVERIES_PENDING, registry)
        self._deliveries_overdue = gauge(metric_table.DELIVERIES_OVERDUE_SECONDS, registry)
        self._webhooks_disabled = gauge(metric_table.WEBHOOKS_DISABLED, registry)
        self._records = gauge(metric_table.MEMORY_RECORDS, registry)
        self._entries = gauge(metric_table.MEMORY_ENTRIES, registry)
        self._estimated_bytes = gauge(metric_table.MEMORY_ESTIMATED_BYTES, registry)
        self._previews = gauge(metric_table.MEMORY_PREVIEWS, registry)
        self._bytes = gauge(metric_table.MEMORY_BYTES, registry)
        versions = (importlib.metadata.version("seatpreview"), API_VERSION, platform.python_version())
        gauge(metric_table.BUILD, registry).labels(*versions).set(1)
        capacity = gauge(metric_table.HEAVY_WORK_CAPACITY, registry)
        for name, queue in measured.queues.items():
            capacity.labels(name).set(queue.capacity)
        self._outages_before = {*metric_table.FAILURE_LABELS}
        self._heavy_work = HeavyWorkFile.of_this_process()
        self._parts = (
            self._report_requests,
            self._report_ended_work,
            self._report_quotas,
            self._report_outages,
            self._report_database,
            self._report_objects,
            self._report_stills,
            self._report_loop,
            self._report_upkeep,
            self._report_webhooks,
        )
        self.report()

    def report(self) -> None:
        """Reads what was measured since the last call. Every series exists from the first call on, so that
        its first event shows as an increase.

        A part that fails does not keep the others back. Raises the errors of all that fail.
        """
        errors = []
        for report_part in self._parts:
            try:
                report_part(self._measured)
            except Exception as error:
                errors.append(error)
        if errors:
            raise ExceptionGroup("metrics could not be reported", errors)

    def _report_requests(self, measured: Measured) -> None:
        self._in_progress.set(measured.admission.in_progress)
        self._waiting.set(measured.admission.waiting)
        self._refused.follow(_refusals(measured))
        outcomes = metric_table.SEEN_ROWS_OUTCOMES
        self._seen_rows.follow({(name,): measured.seen_rows[name] for name in outcomes})

    def _report_ended_work(self, measured: Measured) -> None:
        self._ended_work.follow({(reason,): measured.ended_work[reason] for reason in END_REASONS})
        used_seconds = measured.processor_time.used_seconds
        self._heavy_seconds.follow({(lane.name.lower(),): used_seconds[lane.name] for lane in Lane})

    def _report_quotas(self, measured: Measured) -> None:
        self._quota_refused.follow({(name,): measured.quotas_refused[name] for name in metric_table.QUOTAS})
        for labels in product(metric_table.QUOTAS, metric_table.QUOTA_STATES):
            self._tenants_near_quota.labels(*labels).set(measured.tenants_near_quota[labels])

    def _report_outages(self, measured: Measured) -> None:
        outages = measured.outages
        self._failures.follow({labels: outages.failures[labels] for labels in metric_table.FAILURE_LABELS})
        now = {*outages.causes.items()}
        for labels in self._outages_before | now:
            self._outage.labels(*labels).set(int(labels in now))
        self._outages_before = now

    def _report_database(self, measured: Measured) -> None:
        add_durations(self._check_seconds, measured.check_seconds)
        for pool, durations in measured.database_waits.items():
            add_durations(self._wait_seconds.labels(pool), durations)
        self._clock_ahead.set(measured.database_clock_ahead_seconds)

    def _report_objects(self, measured: Measured) -> None:
        calls = measured.object_calls
        kinds = [(call, result) for call in calls.seconds for result in metric_table.RESULTS]
        self._object_calls.follow({kind: calls.results[kind] for kind in kinds})
        for call, durations in calls.seconds.items():
            add_durations(self._object_seconds.labels(call), durations)

    def _report_stills(self, measured: Measured) -> None:
        self._stills.follow({(name,): count for name, count in measured.stills.outcomes().items()})
        for state in metric_table.STILL_STATES:
            self._stills_state.labels(state).set(int(state == measured.stills.state))
        for wanted, waiting in measured.stills.waiting_by_wish.items():
            self._stills_waiting.labels(wanted).set(waiting)

    def _report_loop(self, measured: Measured) -> None:
        add_durations(self._loop_lag_seconds, measured.loop_lags)

    def _report_upkeep(self, measured: Measured) -> None:
        for name, amount in measured.backlog.items():
            self._backlog.labels(name).set(amount)
        self._upkeep_done.follow({(name,): count for name, count in measured.upkeep_done.items()})
        self._upkeep_failures.follow(
            {(name,): measured.upkeep_failures[name] for name in measured.upkeep_tasks}
        )
        self._upkeep_cpu_seconds.follow(
            {(name,): measured.upkeep_cpu_seconds.get(name, 0) for name in measured.upkeep_tasks}
        )
        self._events_uncounted.set(measured.events_uncounted_seconds)
        self._pruning_paused.set(int(measured.pruning_is_paused))

    def _report_webhooks(self, measured: Measured) -> None:
        outcomes = metric_table.DELIVERY_OUTCOMES
        self._deliveries.follow({(name,): measured.deliveries[name] for name in outcomes})
        self._deliveries_pending.set(measured.webhook_backlog.pending)
        self._deliveries_overdue.set(measured.webhook_backlog.overdue_seconds)
        self._webhooks_disabled.set(measured.webhook_backlog.disabled)

    def report_alive(self) -> None:
        """Reports that the event loop runs."""
        self._alive.set_to_current_time()

    def report_ready(self) -> None:
        """Reports that the worker can serve."""
        self._ready.set_to_current_time()

    def report_heavy_work(self) -> None:
        """Writes which tenants have heavy work at the moment."""
        self._heavy_work.write(heavy_work(self._measured.queues))

    def report_memory(self, records: Mapping[str, int], uses: Mapping[str, MemoryUse]) -> None:
        """Sets the gauges about memory: of records by kind, and of every memory by name."""
        for kind, count in records.items():
            self._records.labels(kind).set(count)
        for name, use in uses.items():
            self._entries.labels(name).set(use.entries)
            self._estimated_bytes.labels(name).set(use.size_bytes)
        self._previews.set(uses["previews"].entries)
        # Only Linux has this file, and a process that may open no more files cannot read it.
        with suppress(OSError):
            self._bytes.set(int(_PROCESS_STATUS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))


class HeavyWorkFile:
    """The file with a worker's heavy work by tenant, for the listener. The series of a tenant must end with
    its work, and series of `prometheus_client` never end."""

    def __init__(self, folder: str | None) -> None:
        self._path = None if folder is None else heavy_work_file(Path(folder), os.getpid())
        self._written: list[HeavyWork] = []

    @classmethod
    def of_this_process(cls) -> Self:
        """Returns the file of this worker."""
        return cls(os.environ.get(METRICS_FOLDER))

    def write(self, work: list[HeavyWork]) -> None:
        """Replaces the file, if something has changed."""
        if self._path is None or work == self._written:
            return
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self._path.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(work))
        new.replace(self._path)
        self._written = work


def heavy_work_file(folder: Path, pid: int) -> Path:
    """Returns the path of a worker's file."""
    return folder / f"heavy_work_{pid}.json"


def heavy_work(queues: Mapping[str, FairQueue]) -> list[HeavyWork]:
    """Returns the work of all tenants that have some."""
    return [
        # Tenants are named by texts of their own type, which have no form in JSON.
        HeavyWork(name, state, str(tenant), amount)
        for name, queue in queues.items()
        for state, amounts in (("running", queue.running_by_tenant()), ("waiting", queue.waiting_by_tenant()))
        for tenant, amount in amounts.items()
    ]


def _refusals(measured: Measured) -> dict[tuple[str, ...], float]:
    refused = {
        **measured.admission.refused,
        **{f"{policy}_rate": count for policy, count in measured.rates_refused.items()},
        "heavy_work": sum(queue.refused for queue in measured.queues.values()),
        "processor_time": measured.processor_time.refused,
    }
    return {(reason,): refused.get(reason, 0) for reason in metric_table.REFUSAL_REASONS}


def memory_uses(resources: Resources) -> dict[str, MemoryUse]:
    """Returns the use of every memory that is bounded in bytes, by its name in the metrics."""
    records = resources.records
    entries, sizes = records.counts(), records.bytes_used()
    return {kind: MemoryUse(entries[kind], sizes[kind]) for kind in entries} | {
        name: MemoryUse(len(cache), cache.bytes_used) for name, cache in resources.caches.by_metric().items()
    }


class EvictedMemory:
    """Watches the use of memory, to tell when so much was evicted that it should be returned to the system.

    The allocator keeps what is freed for later, about two fifths of an evicted venue. That is right while
    other entries take its place, and a waste after many were evicted together.
    """

    def __init__(self) -> None:
        self._most_bytes = 0

    def is_large(self, uses: Iterable[MemoryUse]) -> bool:
        """Returns whether much less is in use than there was since this last returned True."""
        size_bytes = sum(use.size_bytes for use in uses)
        self._most_bytes = max(self._most_bytes, size_bytes)
        if self._most_bytes - size_bytes < RETURNED_BYTES_MIN:
            return False
        self._most_bytes = size_bytes
        return True


def return_freed_memory() -> None:
    """Returns freed memory to the system, where the C library can. It takes some milliseconds, and does not
    hold the interpreter's lock meanwhile."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
