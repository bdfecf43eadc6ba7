"""The log of requests: a line for each, written in batches. Secrets are never logged."""

import asyncio
import time
from collections import Counter
from datetime import UTC, datetime
from typing import Self

import msgspec
import structlog
from msgspec import UNSET, UnsetType, structs

from seatpreview.api.table import BASE_PATH, OPERATIONS
from seatpreview.http.request import Request
from seatpreview.observability.logging_setup import uses_text_format, write_json_lines
from seatpreview.observability.metric_families import RequestMetrics
from seatpreview.problems import RateLimited

SLOW_MS = 1000
"""Requests that took this long are always logged."""

_FLUSH_SECONDS = 0.1

log = structlog.get_logger("seatpreview")


class RequestLogLine(msgspec.Struct, gc=False):
    """The log line of a request. Query, path and headers are left out, since any of them might contain a
    secret. In place of the path it has the pattern of the path, such as `/v1/keys/{keyId}`."""

    request_id: str
    operation: str
    """The operation, or the page that the path leads to (`PAGES` in observability/metric_table.py)."""
    key_id: str | None
    status: int
    duration_ms: float
    timestamp: datetime
    route: str | UnsetType = UNSET
    problem: str | UnsetType = UNSET
    """The code of the problem that the request was answered with."""
    cause: str | UnsetType = UNSET
    """Why a part of the service failed."""
    limit: str | UnsetType = UNSET
    """The kind of rate limit that refused the request."""
    tenant_id: str | None | UnsetType = UNSET
    """The tenant of a request that a rate limit refused."""
    venue_id: str | UnsetType = UNSET
    """The venue of a session that a rate limit refused."""
    trace_id: str | UnsetType = UNSET
    event: str = "request"
    level: str = "info"
    stands_for: int | UnsetType = UNSET
    """How many requests of this operation the line represents, where not all are logged."""

    @classmethod
    def of(cls, request: Request, status: int) -> Self:
        """Returns the line of a request that has just been answered."""
        operation, identity, problem = request.operation, request.identity, request.problem
        return cls(
            request.request_id,
            request.page if operation is None else operation.operation_id,
            None if identity is None else identity.caller.key_id,
            status,
            int((time.perf_counter() - request.started - request.waited_seconds) * 1_000_000) / 1000,
            datetime.now(UTC),
            request.route if operation is None else _ROUTES[operation.operation_id],
            UNSET if problem is None else problem.code,
            UNSET if problem is None or problem.cause is None else problem.cause,
            *(_refused_by(request, problem) if isinstance(problem, RateLimited) else _NOT_REFUSED),
            request.trace_id,
        )


_Refusal = tuple[str | UnsetType, str | None | UnsetType, str | UnsetType]
_NOT_REFUSED: _Refusal = (UNSET, UNSET, UNSET)


def _refused_by(request: Request, problem: RateLimited) -> _Refusal:
    """Returns the limit, the tenant and the venue of a refused request. Metrics name neither tenants nor
    venues, so the log does."""
    limit = problem.limit or UNSET
    if request.identity is None:
        return limit, UNSET, UNSET
    caller = request.identity.caller
    return limit, caller.tenant_id, UNSET if caller.session is None else caller.session.venue_id


_ROUTES = {operation.operation_id: BASE_PATH + operation.path for operation in OPERATIONS}


class RequestLog:
    """Logs and counts the requests of one process.

    It writes in batches, shortly after the requests were answered, which costs a fraction of writing each.
    """

    def __init__(
        self,
        metrics: RequestMetrics,
        log_format: str = "json",
        hide_successes: bool = False,
        log_one_in: int = 1,
    ) -> None:
        """Of requests that succeed in time, one in `log_one_in` of each operation is logged; with
        `hide_successes`, none is."""
        self._metrics = metrics
        self._hide_successes = hide_successes
        self._log_one_in = log_one_in
        self._logs_all = log_one_in == 1 and not hide_successes
        self._unlogged: Counter[str] = Counter()
        """Requests of each operation since the last one that was logged for others as well."""
        self._write = _write_text if uses_text_format(log_format) else write_json_lines
        self._pending: list[RequestLogLine] = []

    def observe(self, request: Request, status: int) -> None:
        """Adds an answered request to the next batch."""
        if not self._pending:
            asyncio.get_running_loop().call_later(_FLUSH_SECONDS, self.flush)
        self._pending.append(RequestLogLine.of(request, status))

    def flush(self) -> None:
        """Logs and counts the requests since the last call. Call it once more before the worker ends."""
        lines, self._pending = self._pending, []
        if lines:
            self._write(lines if self._logs_all else [line for line in lines if self._is_logged(line)])
            self._metrics.add(lines)

    def _is_logged(self, line: RequestLogLine) -> bool:
        """Decides whether a request is logged. Every request that failed or took long is."""
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


def _write_text(lines: list[RequestLogLine]) -> None:
    for line in lines:
        members = {name: value for name, value in structs.asdict(line).items() if value is not UNSET}
        for name in ("event", "level", "timestamp"):
            del members[name]
        log.info(line.event, **members)
