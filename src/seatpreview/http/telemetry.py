"""What the service says about itself: a log line and two metrics for each request. Never a secret."""

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
from seatpreview.http.request import Request

_FLUSH_SECONDS = 0.1
_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

# Of this process, in pages; the second number is what is in memory.
_STATUS = Path("/proc/self/statm")

log = structlog.get_logger("seatpreview")


class Observed(msgspec.Struct, gc=False):
    """A request that was answered, as a line of the log. The query, the path and the headers stay out of it:
    any of them might hold a secret."""

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
        counting_from: float,
    ) -> Self:
        return cls(
            request_id,
            "none" if operation is None else operation.operation_id,
            None if identity is None else identity.caller.key_id,
            status,
            int((ended - started) * 1_000_000) / 1000,
            datetime.fromtimestamp(counting_from + ended, UTC),
        )


_Noted = tuple[str, Operation | None, Identity | None, int, float, float]
"""What a request leaves behind for its line: its id, the operation, who asked, the status, and when it began
and ended on the counter of seconds."""


class Telemetry:
    """The metrics of one process. Those of several workers are summed from files (http/metrics_listener.py).

    A request is noted as it is answered. Its line is written, and its time counted, a moment later together
    with those of others: that costs a fraction of doing it for each.
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
        self._write = _write_for_people if is_for_people(log_format) else _write_json
        self._noted: list[_Noted] = []

    def observe(self, request: Request, status: int) -> None:
        noted = self._noted
        if not noted:
            asyncio.get_running_loop().call_later(_FLUSH_SECONDS, self.flush)
        noted.append(
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
        """Writes what was noted since the last time. To be called once more before a worker ends."""
        noted, self._noted = self._noted, []
        if not noted:
            return
        counting_from = time.time() - time.perf_counter()
        observed = [Observed.of(*each, counting_from) for each in noted]
        self._write(observed)
        alike: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
        for one in observed:
            alike[one.operation, one.status].append(one.duration_ms)
        for (operation, status), durations_ms in alike.items():
            self._requests.labels(operation, str(status)).inc(len(durations_ms))
            _observe_all(self._seconds.labels(operation), [each / 1000 for each in durations_ms])

    def report_memory(self, records: Mapping[str, int], previews: int) -> None:
        for kind, count in records.items():
            self._records.labels(kind).set(count)
        self._previews.set(previews)
        if _STATUS.exists():
            self._bytes.set(int(_STATUS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))

    def valkey_is_away(self, away: bool) -> None:
        self._valkey_away.set(int(away))


def is_for_people(log_format: str) -> bool:
    """`auto` asks whether a person is there to read it."""
    return log_format == "text" or (log_format == "auto" and sys.stderr.isatty())


def _observe_all(histogram: Histogram, seconds: list[float]) -> None:
    """What `observe` does for one, which costs a lock or a write to a file each time."""
    histogram._sum.inc(sum(seconds))
    for bucket, count in CountOf(bisect_left(_SECONDS, each) for each in seconds).items():
        histogram._buckets[bucket].inc(count)


def _write_json(observed: list[Observed]) -> None:
    sys.stderr.buffer.write(_encoder.encode_lines(observed))
    sys.stderr.buffer.flush()


def _write_for_people(observed: list[Observed]) -> None:
    for one in observed:
        log.info(
            one.event,
            request_id=one.request_id,
            operation=one.operation,
            key_id=one.key_id,
            status=one.status,
            duration_ms=one.duration_ms,
        )


def set_up_logs(log_format: str) -> None:
    """Lines on standard error: JSON for machines, text for people."""
    processors: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if is_for_people(log_format):
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
