"""Metrics that the parent process collects itself at each scrape: its workers as processes, their heavy work
by tenant, and the machine."""

import os
import shutil
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
import structlog
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from seatpreview import data_folder
from seatpreview.database.reserved_room import ReservedRoom
from seatpreview.observability import metric_table
from seatpreview.observability.prometheus_adapter import worker_pids
from seatpreview.processes.memory_watch import is_alive
from seatpreview.server.open_files import limit_of_open_files
from seatpreview.server.worker_metrics import HeavyWork, heavy_work_file
from seatpreview.server.worker_watch import REPLACED_WORKERS
from seatpreview.settings.settings import Settings

TENANTS_MAX = 10
"""How many tenants have series of their own for heavy work. The work of the others is added up."""

_PROCESSES = Path("/proc")

_Values = Mapping[tuple[str, ...], float]
"""The values of a metric by its labels."""

log = structlog.get_logger("seatpreview")


class ParentMetrics(Collector):
    """The metrics of the parent process."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        """Takes the folder in which workers leave their metrics."""
        self._folder = folder
        self._settings = settings

    def describe(self) -> Iterable[Metric]:
        """Returns nothing, so that nothing is collected before somebody asks."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Returns the metrics as they are now. One that cannot be read is missing; the others are there."""
        for metric, read in self._readers():
            try:
                values = read()
            except Exception:
                log.exception("a metric could not be read", metric=metric.name)
                continue
            yield _family(metric, values)

    def _readers(self) -> Iterator[tuple[metric_table.Metric, Callable[[], _Values]]]:
        """Yields each metric with the function that reads its values."""
        yield metric_table.WORKERS, lambda: {(): self._settings.workers}
        yield metric_table.WORKERS_REPLACED, _replaced_workers
        yield metric_table.CLOCK, lambda: {(): time.time()}
        yield metric_table.LAST_BACKUP, self._last_backup
        yield metric_table.BACKUP_OVERDUE, self._backup_overdue
        yield metric_table.DISK_FREE_BYTES, self._free_bytes
        yield metric_table.RESERVED_ROOM_BYTES, self._reserved_room
        pids = sorted(pid for pid in worker_pids(self._folder) if is_alive(pid))
        yield metric_table.HEAVY_WORK, lambda: _heavy_work(self._folder, pids)
        yield metric_table.WORKER_CPU_SECONDS, lambda: _of_processes(pids, _cpu_seconds)
        yield metric_table.WORKER_OPEN_FILES, lambda: _of_processes(pids, _open_files)
        yield metric_table.WORKER_OPEN_FILES_MAX, lambda: _of_processes(pids, limit_of_open_files)

    def _last_backup(self) -> _Values:
        backup = data_folder.read_last_backup(self._settings.data_dir)
        return {} if backup is None else {(): backup.at.timestamp()}

    def _backup_overdue(self) -> _Values:
        if self._settings.backups_elsewhere:
            return {}
        overdue_at = data_folder.backup_overdue_at(self._settings.data_dir)
        return {} if overdue_at is None else {(): overdue_at.timestamp()}

    def _free_bytes(self) -> _Values:
        with suppress(OSError):  # The folder may be gone, which outages tell.
            return {(): shutil.disk_usage(self._settings.data_dir).free}
        return {}

    def _reserved_room(self) -> _Values:
        if not self._settings.uses_sqlite:
            return {}
        return {(): ReservedRoom(self._settings.data_dir).size_bytes()}


def _replaced_workers() -> _Values:
    return {(reason,): count for reason, count in REPLACED_WORKERS.items()}


def _of_processes(pids: list[int], read: Callable[[Path], float]) -> _Values:
    values: dict[tuple[str, ...], float] = {}
    for pid in pids:
        # The worker may have ended since, or the system is not Linux.
        with suppress(OSError):
            values[str(pid),] = read(_PROCESSES / str(pid))
    return values


def _family(metric: metric_table.Metric, values: _Values) -> Metric:
    family_type = CounterMetricFamily if metric.kind == "counter" else GaugeMetricFamily
    family = family_type(metric.name, metric.meaning, labels=metric.labels)
    for labels, value in values.items():
        family.add_metric(labels, value)
    return family


def _heavy_work(folder: Path, pids: list[int]) -> dict[tuple[str, ...], float]:
    """Adds up the work of all workers. Tenants beyond the ten with most work count as one."""
    amounts: Counter[tuple[str, str, str]] = Counter()
    for pid in pids:
        with suppress(OSError):
            written = heavy_work_file(folder, pid).read_bytes()
            for work in msgspec.json.decode(written, type=list[HeavyWork]):
                amounts[work.queue, work.state, work.tenant] += work.amount
    by_tenant: Counter[str] = Counter()
    for (_, _, tenant), amount in amounts.items():
        by_tenant[tenant] += amount
    named = {tenant for tenant, _ in by_tenant.most_common(TENANTS_MAX)}
    shown: defaultdict[tuple[str, ...], float] = defaultdict(float)
    for (queue, state, tenant), amount in amounts.items():
        shown[queue, state, tenant if tenant in named else metric_table.OTHER_TENANTS] += amount
    return shown


def _cpu_seconds(process: Path) -> float:
    # The name of the program, in parentheses, may contain spaces. User and system time are fields 14 and 15.
    fields = (process / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _open_files(process: Path) -> float:
    return len(os.listdir(process / "fd"))
