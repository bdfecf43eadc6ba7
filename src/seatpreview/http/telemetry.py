"""What the service says about itself: a log line and two metrics for each request. Never a secret."""

import sys
import time
from typing import Any

import msgspec
import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from seatpreview.http.exchange import Exchange

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

log = structlog.get_logger("seatpreview")


class Telemetry:
    """The metrics of one process. In a worker of several they are gathered by files (see cli/metrics.py)."""

    def __init__(self) -> None:
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
        self._children: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

    def observe(self, exchange: Exchange, status: int) -> None:
        """The query, the path and the headers stay out of it: any of them might hold a secret."""
        seconds = time.perf_counter() - exchange.started
        operation = exchange.operation.operation_id if exchange.operation is not None else "none"
        identity = exchange.identity
        requests, durations = self._of(operation, status)
        requests.inc()
        durations.observe(seconds)
        log.info(
            "request",
            request_id=exchange.request_id,
            operation=operation,
            key_id=None if identity is None else identity.caller.key_id,
            status=status,
            duration_ms=round(seconds * 1000, 3),
        )

    def _of(self, operation: str, status: int) -> tuple[Counter, Histogram]:
        """Looked up once: finding a metric by its labels costs more than counting."""
        found = self._children.get((operation, status))
        if found is None:
            found = (self._requests.labels(operation, str(status)), self._seconds.labels(operation))
            self._children[operation, status] = found
        return found

    def valkey_is_away(self, away: bool) -> None:
        self._valkey_away.set(int(away))


def set_up_logs(log_format: str) -> None:
    """Lines on standard error: JSON for machines, text for people; `auto` asks whether it is a terminal."""
    for_people = log_format == "text" or (log_format == "auto" and sys.stderr.isatty())
    processors: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if for_people:
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
    return msgspec.json.encode(event, enc_hook=str)
