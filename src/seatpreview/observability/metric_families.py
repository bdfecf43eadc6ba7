"""Makes the metrics of the table, and fills them with what rooms have measured.

`prometheus_client` keeps a metric of a worker in files that the listener reads. Removing a series from a file
is not possible, so labels have a bounded number of values.
"""

from bisect import bisect_left
from collections import Counter as CountOf
from collections.abc import Mapping
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from seatpreview.observability.measurements import SECONDS, Durations
from seatpreview.observability.metric_table import Metric, Workers

# Only gauges of living workers count: those of one that ended are deleted.
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
    """Adds many values to a histogram. `observe` adds one, and takes a lock or writes to a file each time."""
    histogram._sum.inc(sum(seconds))
    for bucket, count in CountOf(bisect_left(SECONDS, each) for each in seconds).items():
        histogram._buckets[bucket].inc(count)


def add_durations(histogram: Histogram, durations: Durations) -> None:
    """Takes the durations that a room has counted into a histogram."""
    counts, total_seconds = durations.take()
    if not any(counts):
        return
    histogram._sum.inc(total_seconds)
    for bucket, count in enumerate(counts):
        if count:
            histogram._buckets[bucket].inc(count)


class Totals:
    """A counter that follows totals which a room keeps itself."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._seen: dict[tuple[str, ...], float] = {}

    def follow(self, totals: Mapping[tuple[str, ...], float]) -> None:
        """Adds what the totals have grown by, each under its labels. A series begins at 0."""
        for labels, total in totals.items():
            if self._seen.get(labels) != total:
                self._counter.labels(*labels).inc(total - self._seen.get(labels, 0))
                self._seen[labels] = total
