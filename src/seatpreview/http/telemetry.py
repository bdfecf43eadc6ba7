"""Telemetry: a log line and two metrics for each request. Secrets are never logged."""

import asyncio
import sys
import time
from collections import Counter as CountOf
from collections import defaultdict
from datetime import UTC, datetime
from typing import Any, Self

import msgspec
import structlog
from msgspec import UNSET, UnsetType, structs
from prometheus_client import CollectorRegistry

from seatpreview.access.guard import Identity
from seatpreview.api.operation import Operation
from seatpreview.api.table import BASE_PATH, OPERATIONS
from seatpreview.http.request import Request
from seatpreview.observability import metric_table
from seatpreview.observability.metric_families import counter, gauge, histogram, observe_all
from seatpreview.problems import Cause

ALIVE = metric_table.ALIVE.name
READY = metric_table.READY.name
"""The metrics of a worker's heartbeat."""

SLOW_MS = 1000
"""Requests that took as long are always logged."""

_FLUSH_SECONDS = 0.1

log = structlog.get_logger("seatpreview")


class RequestLogLine(msgspec.Struct, gc=False):
    """The log line of a request. It has no query, path or header, any of which might contain a secret: of the
    path it has the pattern, `/v1/keys/{keyId}`."""

    request_id: str
    operation: str
    """The operation, or what else the path leads to (see observability/metric_table.py)."""
    key_id: str | None
    status: int
    duration_ms: float
    timestamp: datetime
    route: str | UnsetType = UNSET
    problem: str | UnsetType = UNSET
    """The code of the problem that the request was answered with."""
    cause: str | UnsetType = UNSET
    """Why a part of the service failed."""
    trace_id: str | UnsetType = UNSET
    event: str = "request"
    level: str = "info"
    stands_for: int | UnsetType = UNSET
    """How many requests of this operation the line stands for, where not all are logged."""

    @classmethod
    def of(
        cls,
        request_id: str,
        operation: Operation | None,
        identity: Identity | None,
        status: int,
        failure: "_Failure | None",
        started: float,
        ended: float,
        page: str,
        route: str | UnsetType,
        trace_id: str | UnsetType,
        counter_epoch: float,
    ) -> Self:
        """Returns the line of a request, whose times are readings of `time.perf_counter`."""
        return cls(
            request_id,
            page if operation is None else operation.operation_id,
            None if identity is None else identity.caller.key_id,
            status,
            int((ended - started) * 1_000_000) / 1000,
            datetime.fromtimestamp(counter_epoch + ended, UTC),
            route if operation is None else _ROUTES[operation.operation_id],
            UNSET if failure is None else failure[0],
            UNSET if failure is None or failure[1] is None else failure[1],
            trace_id,
        )


_ROUTES = {operation.operation_id: BASE_PATH + operation.path for operation in OPERATIONS}

_Failure = tuple[str, Cause | None]
"""The code and the cause of a problem. The problem itself would keep what its request used in memory."""

_AnsweredRequest = tuple[
    str,
    Operation | None,
    Identity | None,
    int,
    _Failure | None,
    float,
    float,
    str,
    str | UnsetType,
    str | UnsetType,
]
"""What is needed to log a request: its id, operation, identity, status and failure, when it began and ended
by `time.perf_counter`, the page that it asked for with its pattern, and its trace."""


class Telemetry:
    """The log of requests and the metrics of one process. With several workers, metrics are collected through
    files (see server/metrics_listener.py).

    Requests are logged and counted in batches, shortly after they were answered, which costs a fraction of
    doing it for each.
    """

    def __init__(self, log_format: str = "json", hide_successes: bool = False, log_one_in: int = 1) -> None:
        """Of requests that succeed in time, one in `log_one_in` of each operation is logged, or none."""
        self._hide_successes = hide_successes
        self._log_one_in = log_one_in
        self._logs_all = log_one_in == 1 and not hide_successes
        self._unlogged: CountOf[str] = CountOf()
        """Requests of each operation since the last one that was logged for others as well."""
        self.registry = registry = CollectorRegistry()
        self._requests = counter(metric_table.REQUESTS, registry)
        self._seconds = histogram(metric_table.REQUEST_SECONDS, registry)
        self._valkey_away = gauge(metric_table.VALKEY_AWAY, registry)
        self._valkey_away.set(0)
        self._alive = gauge(metric_table.ALIVE, registry)
        self._ready = gauge(metric_table.READY, registry)
        self._write = _write_text if uses_text_format(log_format) else _write_json
        self._pending: list[_AnsweredRequest] = []

    def observe(self, request: Request, status: int) -> None:
        """Adds an answered request to the next batch."""
        pending, problem = self._pending, request.problem
        if not pending:
            asyncio.get_running_loop().call_later(_FLUSH_SECONDS, self.flush)
        pending.append(
            (
                request.request_id,
                request.operation,
                request.identity,
                status,
                None if problem is None else (problem.code, problem.cause),
                request.started,
                time.perf_counter(),
                request.page,
                request.route,
                request.trace_id,
            )
        )

    def flush(self) -> None:
        """Logs and counts the requests since the last call. To be called once more before a worker ends."""
        pending, self._pending = self._pending, []
        if not pending:
            return
        counter_epoch = time.time() - time.perf_counter()
        lines = [RequestLogLine.of(*each, counter_epoch) for each in pending]
        self._write(lines if self._logs_all else [line for line in lines if self._is_logged(line)])
        seconds: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
        for line in lines:
            seconds[line.operation, line.status].append(line.duration_ms / 1000)
        for (operation, status), of_requests in seconds.items():
            self._requests.labels(operation, str(status)).inc(len(of_requests))
            observe_all(self._seconds.labels(operation), of_requests)

    def _is_logged(self, line: RequestLogLine) -> bool:
        """Decides whether a request is logged. All that failed or took long are, each for itself."""
        if line.status >= 400:
            return True
        if self._hide_successes:
            return False
        if line.duration_ms >= SLOW_MS:
            return True
        # The first request of an operation is logged, so that rare ones are seen as well.
        number = self._unlogged[line.operation]
        self._unlogged[line.operation] = (number + 1) % self._log_one_in
        line.stands_for = self._log_one_in
        return number == 0

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


def hides_successful_requests(demo: bool, log_format: str) -> bool:
    """Returns whether requests that succeed are not logged: by a demo at a terminal, whose keys are shown
    once and would scroll away. A log format that was chosen brings the lines back."""
    return demo and log_format == "auto" and sys.stderr.isatty()


def _write_json(lines: list[RequestLogLine]) -> None:
    sys.stderr.buffer.write(_encoder.encode_lines(lines))
    sys.stderr.buffer.flush()


def _write_text(lines: list[RequestLogLine]) -> None:
    for line in lines:
        members = {name: value for name, value in structs.asdict(line).items() if value is not UNSET}
        for name in ("event", "level", "timestamp"):
            del members[name]
        log.info(line.event, **members)


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
