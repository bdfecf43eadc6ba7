"""Telemetry: a log line and two metrics for each request. Secrets are never logged."""

import asyncio
import os
import sys
import time
from bisect import bisect_left
from collections import Counter as CountOf
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import msgspec
import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from seatpreview.access.guard import Identity
from seatpreview.api.operation import Operation
from seatpreview.http.memory_report import MemoryUse
from seatpreview.http.request import Request

ALIVE = "seatpreview_worker_alive_timestamp_seconds"
READY = "seatpreview_worker_ready_timestamp_seconds"
"""The metrics of a worker's heartbeat."""

_FLUSH_SECONDS = 0.1
_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

# The memory of this process in pages; the second number is the resident set.
_PROCESS_STATUS = Path("/proc/self/statm")

log = structlog.get_logger("seatpreview")


class RequestLogLine(msgspec.Struct, gc=False):
    """The log line of a request. It has no query, path or header, any of which might contain a secret."""

    request_id: str
    operation: str
    key_id: str | None
    status: int
    duration_ms: float
    timestamp: datetime
    event: str = "request"
    level: str = "info"

    @classmethod
    def of(
        cls,
        request_id: str,
        operation: Operation | None,
        identity: Identity | None,
        status: int,
        started: float,
        ended: float,
        counter_epoch: float,
    ) -> Self:
        """Returns the line of a request, whose times are readings of `time.perf_counter`."""
        return cls(
            request_id,
            "none" if operation is None else operation.operation_id,
            None if identity is None else identity.caller.key_id,
            status,
            int((ended - started) * 1_000_000) / 1000,
            datetime.fromtimestamp(counter_epoch + ended, UTC),
        )


_AnsweredRequest = tuple[str, Operation | None, Identity | None, int, float, float]
"""What is needed to log a request: its id, operation, identity and status, and when it began and ended by
`time.perf_counter`."""


class Telemetry:
    """The log and the metrics of one process. With several workers, metrics are collected through files (see
    cli/metrics.py).

    Requests are logged and counted in batches, shortly after they were answered, which costs a fraction of
    doing it for each.
    """

    def __init__(self, log_format: str = "json") -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "seatpreview_requests", "Requests answered.", ("operation", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "seatpreview_request_seconds",
            "Time from a request's headers to its answer.",
            ("operation",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._valkey_away = Gauge(
            "seatpreview_valkey_away",
            "1 while rate limits are kept by this worker alone, since Valkey does not answer.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self._valkey_away.set(0)
        self._records = Gauge(
            "seatpreview_memory_records",
            "Records that workers keep in memory, under every name that they were asked for by.",
            ("kind",),
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self._entries = Gauge(
            "seatpreview_memory_entries",
            "Entries that workers keep in memory, by what they are.",
            ("memory",),
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self._estimated_bytes = Gauge(
            "seatpreview_memory_estimated_bytes",
            "Memory of these entries, as estimated to keep it within its settings.",
            ("memory",),
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self._previews = Gauge(
            "seatpreview_memory_previews",
            "Previews that workers keep in memory.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self._bytes = Gauge(
            "seatpreview_memory_bytes",
            "Memory that workers have in use, on Linux.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self._alive = _heartbeat_gauge(ALIVE, "When the worker's event loop last ran.", self.registry)
        self._ready = _heartbeat_gauge(READY, "When the worker last could serve.", self.registry)
        self._write = _write_text if uses_text_format(log_format) else _write_json
        self._pending: list[_AnsweredRequest] = []

    def observe(self, request: Request, status: int) -> None:
        """Adds an answered request to the next batch."""
        pending = self._pending
        if not pending:
            asyncio.get_running_loop().call_later(_FLUSH_SECONDS, self.flush)
        pending.append(
            (
                request.request_id,
                request.operation,
                request.identity,
                status,
                request.started,
                time.perf_counter(),
            )
        )

    def flush(self) -> None:
        """Logs and counts the requests since the last call. To be called once more before a worker ends."""
        pending, self._pending = self._pending, []
        if not pending:
            return
        counter_epoch = time.time() - time.perf_counter()
        lines = [RequestLogLine.of(*each, counter_epoch) for each in pending]
        self._write(lines)
        durations: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
        for line in lines:
            durations[line.operation, line.status].append(line.duration_ms)
        for (operation, status), durations_ms in durations.items():
            self._requests.labels(operation, str(status)).inc(len(durations_ms))
            _observe_all(self._seconds.labels(operation), [each / 1000 for each in durations_ms])

    def report_memory(self, records: Mapping[str, int], uses: Mapping[str, MemoryUse]) -> None:
        """Sets the gauges about memory: of records by kind, and of every memory by name."""
        for kind, count in records.items():
            self._records.labels(kind).set(count)
        for name, use in uses.items():
            self._entries.labels(name).set(use.entries)
            self._estimated_bytes.labels(name).set(use.size_bytes)
        self._previews.set(uses["previews"].entries)
        if _PROCESS_STATUS.exists():
            self._bytes.set(int(_PROCESS_STATUS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))

    def report_alive(self) -> None:
        """Reports that the event loop runs."""
        self._alive.set_to_current_time()

    def report_ready(self) -> None:
        """Reports that the worker can serve."""
        self._ready.set_to_current_time()

    def set_valkey_away(self, away: bool) -> None:
        """Sets the gauge that tells whether Valkey is unreachable."""
        self._valkey_away.set(int(away))


def uses_text_format(log_format: str) -> bool:
    """Returns whether logs are text for people. `auto` means text if standard error is a terminal."""
    return log_format == "text" or (log_format == "auto" and sys.stderr.isatty())


def _heartbeat_gauge(name: str, text: str, registry: CollectorRegistry) -> Gauge:
    """A gauge of a time that every worker has for itself, with its process id as a label."""
    return Gauge(name, f"{text} Unix time.", registry=registry, multiprocess_mode="liveall")


def _observe_all(histogram: Histogram, seconds: list[float]) -> None:
    """Adds many values to a histogram. `observe` adds one, and takes a lock or writes to a file each time."""
    histogram._sum.inc(sum(seconds))
    for bucket, count in CountOf(bisect_left(_SECONDS, each) for each in seconds).items():
        histogram._buckets[bucket].inc(count)


def _write_json(lines: list[RequestLogLine]) -> None:
    sys.stderr.buffer.write(_encoder.encode_lines(lines))
    sys.stderr.buffer.flush()


def _write_text(lines: list[RequestLogLine]) -> None:
    for line in lines:
        log.info(
            line.event,
            request_id=line.request_id,
            operation=line.operation,
            key_id=line.key_id,
            status=line.status,
            duration_ms=line.duration_ms,
        )


def set_up_logs(log_format: str) -> None:
    """Configures logging to standard error: JSON for machines, or text for people."""
    processors: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if uses_text_format(log_format):
        processors.append(structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback))
        factory: Any = structlog.WriteLoggerFactory(file=sys.stderr)
    else:
        processors += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(_json)]
        factory = structlog.BytesLoggerFactory(file=sys.stderr.buffer)
    structlog.configure(
        processors=processors,
        logger_factory=factory,
        wrapper_class=structlog.make_filtering_bound_logger(20),
    )


def _json(event: dict[str, Any], **_: Any) -> bytes:
    return _encoder.encode(event)


_encoder = msgspec.json.Encoder(enc_hook=str)
