"""What the service uses of prometheus-client that prometheus-client does not document.

A new version may change it without notice: pyproject.toml caps the version, and
tests/observability/test_prometheus_adapter.py fails where a part is missing.
"""

from collections.abc import Iterable
from pathlib import Path

from prometheus_client import Histogram, values
from prometheus_client.mmap_dict import MmapedDict

_FIRST_BYTES = 65_536
_ENTRY_BYTES = 64
"""More than an entry of a file takes beside its key."""


def reserve_room_for_metrics() -> None:
    """Makes the files of the multiprocess mode take their room on the disk before they are written to."""
    vars(values)["MmapedDict"] = _ReservedFile


class _ReservedFile(MmapedDict):
    """A mapped file of values that has its room on the disk.

    The original is as long as its capacity, but has holes: where the disk is full when a hole is first
    written to, the kernel ends the process (SIGBUS). Series for which there is no room are kept in memory,
    where no scrape sees them.
    """

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        self._unseen: dict[str, tuple[float, float]] = {}
        try:
            _lengthen(filename, 0 if read_mode else _FIRST_BYTES)
        except OSError:
            Path(filename).unlink(missing_ok=True)  # No scrape can read an empty one.
            self._f, self._used, self._positions = None, 0, {}  # type: ignore[assignment]  # it is closed
        else:
            super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]  # it has no types

    def read_value(self, key: str) -> tuple[float, float]:
        if key not in self._positions and not self._has_room(key):
            return self._unseen.setdefault(key, (0.0, 0.0))
        value: tuple[float, float] = super().read_value(key)  # type: ignore[no-untyped-call]  # it has no types
        return value

    def write_value(self, key: str, value: float, timestamp: float) -> None:
        if key in self._unseen:
            self._unseen[key] = (value, timestamp)
        else:
            super().write_value(key, value, timestamp)  # type: ignore[no-untyped-call]  # it has no types

    def _has_room(self, key: str) -> bool:
        if key in self._unseen or self._f is None:
            return False
        needed, capacity = self._used + len(key.encode()) + _ENTRY_BYTES, self._capacity
        if needed <= capacity:
            return True
        while capacity < needed:
            capacity *= 2
        try:
            _lengthen(self._fname, capacity)
        except OSError:
            return False
        return True


def _lengthen(path: str, size: int) -> None:
    """Makes a file at least this long, of bytes that are on the disk. Raises OSError, and leaves it as it
    was, where that has no room."""
    if size == 0:
        return
    with open(path, "ab", buffering=0) as file:
        length = file.tell()
        try:
            while (missing := size - file.tell()) > 0:
                file.write(bytes(missing))
        except OSError:
            file.truncate(length)
            raise


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
