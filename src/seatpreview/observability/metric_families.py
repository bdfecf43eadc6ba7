"""Makes the metrics of the table, and adds to them what rooms have measured.

`prometheus_client` keeps the metrics of a worker in files that the listener reads. A series cannot be removed
from a file, so each label has a bounded number of values.
"""

from bisect import bisect_left
from collections import Counter as CountOf
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Literal, Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from seatpreview.observability import metric_table
from seatpreview.observability.measurements import SECONDS, Durations
from seatpreview.observability.metric_table import Metric, Workers
from seatpreview.observability.prometheus_adapter import add_to_histogram

# Only gauges of living workers count: those of a worker that has ended are deleted.
_MODES: dict[Workers, Literal["livesum", "livemax", "liveall"]] = {
    "sum": "livesum",
    "largest": "livemax",
    "each": "liveall",
}


def counter(metric: Metric, registry: CollectorRegistry) -> Counter:
    """Makes a counter of the table."""
    return Counter(metric.name, metric.meaning, metric.labels, registry=registry)


def gauge(metric: Metric, registry: CollectorRegistry) -> Gauge:
    """Makes a gauge of the table."""
    mode = _MODES[metric.workers]
    return Gauge(metric.name, metric.meaning, metric.labels, registry=registry, multiprocess_mode=mode)


def histogram(metric: Metric, registry: CollectorRegistry) -> Histogram:
    """Makes a histogram of the table. All durations have the same buckets."""
    return Histogram(metric.name, metric.meaning, metric.labels, registry=registry, buckets=SECONDS)


def observe_all(histogram: Histogram, seconds: list[float]) -> None:
    """Adds many values to a histogram."""
    buckets = CountOf(bisect_left(SECONDS, each) for each in seconds)
    add_to_histogram(histogram, buckets.items(), sum(seconds))


def add_durations(histogram: Histogram, durations: Durations) -> None:
    """Moves the durations that a room has counted into a histogram."""
    counts, total_seconds = durations.take()
    found = [(bucket, count) for bucket, count in enumerate(counts) if count]
    if found:
        add_to_histogram(histogram, found, total_seconds)


class Totals:
    """A counter that follows totals that a room keeps itself."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._seen: dict[tuple[str, ...], float] = {}

    def follow(self, totals: Mapping[tuple[str, ...], float]) -> None:
        """Adds the growth of each total since the last call, under its labels. A series begins at 0."""
        for labels, total in totals.items():
            if self._seen.get(labels) != total:
                self._counter.labels(*labels).inc(total - self._seen.get(labels, 0))
                self._seen[labels] = total


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
