"""What the service uses of prometheus-client that prometheus-client does not document.

A new version may change it without notice: pyproject.toml caps the version, and
tests/observability/test_prometheus_adapter.py fails where a part is missing.
"""

from collections.abc import Iterable
from pathlib import Path

from prometheus_client import Histogram


def add_to_histogram(histogram: Histogram, counts: Iterable[tuple[int, int]], total: float) -> None:
    """Adds many values at once: how many belong to each bucket, by its index, and their sum.

    The documented `observe` adds one value, and takes a lock or writes to a file each time.
    """
    histogram._sum.inc(total)
    for bucket, count in counts:
        histogram._buckets[bucket].inc(count)


def worker_pids(folder: Path) -> set[int]:
    """Returns the ids of the processes that have gauges in the folder of the multiprocess mode.

    Gauges that count for living processes alone are in files named `gauge_live<mode>_<pid>.db`.
    """
    return {int(path.stem.rpartition("_")[2]) for path in folder.glob("gauge_live*.db")}
