"""Measurements that rooms take while they serve a request. Metrics read them once a second.

Histograms of prometheus_client write to a file with each value, which takes longer than much of what is
measured.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
"""The upper bounds of the buckets of every duration. The last bucket has none."""


class Durations:
    """Counts durations by bucket, until `take` reads and resets them."""

    __slots__ = ("counts", "total_seconds")

    def __init__(self) -> None:
        self.counts = [0] * (len(SECONDS) + 1)
        self.total_seconds = 0.0

    def add(self, seconds: float) -> None:
        """Counts one duration."""
        # Most of what is measured on the path of a request is in the first bucket.
        self.counts[0 if seconds <= SECONDS[0] else bisect_left(SECONDS, seconds)] += 1
        self.total_seconds += seconds

    def take(self) -> tuple[list[int], float]:
        """Returns the counts by bucket and the sum since the last call, and resets them."""
        taken = self.counts, self.total_seconds
        self.counts, self.total_seconds = [0] * (len(SECONDS) + 1), 0.0
        return taken


class Calls:
    """Counts the calls of another part by kind and result, and their durations by kind."""

    def __init__(self, kinds: Iterable[str]) -> None:
        self.results: Counter[tuple[str, str]] = Counter()
        """The number of calls by kind and result, since the process began."""
        self.seconds = {kind: Durations() for kind in kinds}

    def add(self, kind: str, result: str, seconds: float) -> None:
        """Counts one call."""
        self.results[kind, result] += 1
        self.seconds[kind].add(seconds)
