"""The metrics of requests: how many were answered with which status, and how long they took."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import product
from typing import Protocol

from prometheus_client import CollectorRegistry

from seatpreview.observability import metric_table
from seatpreview.observability.metric_families import counter, histogram, observe_all


class AnsweredRequest(Protocol):
    """What is counted of a request. Its log line has all of it."""

    operation: str
    status: int
    duration_ms: float


class RequestMetrics:
    """Counts answered requests by operation and status, many at once."""

    def __init__(self, registry: CollectorRegistry, operations: Iterable[str] = ()) -> None:
        """Takes the names of all operations: each has its series of errors from the start. Prometheus does
        not see the growth of a series that begins with its first error."""
        self._requests = counter(metric_table.REQUESTS, registry)
        self._seconds = histogram(metric_table.REQUEST_SECONDS, registry)
        for labels in product(operations, metric_table.ERROR_STATUSES):
            self._requests.labels(*labels)

    def add(self, answered: Iterable[AnsweredRequest]) -> None:
        """Counts requests."""
        seconds: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
        for request in answered:
            seconds[request.operation, request.status].append(request.duration_ms / 1000)
        for (operation, status), of_requests in seconds.items():
            self._requests.labels(operation, str(status)).inc(len(of_requests))
            observe_all(self._seconds.labels(operation), of_requests)
