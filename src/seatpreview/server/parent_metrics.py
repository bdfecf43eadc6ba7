"""Metrics that the parent process collects itself at each scrape: its workers as processes, their heavy work
by tenant, and the machine."""

import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from seatpreview.data_folder import last_backup
from seatpreview.observability import metric_table
from seatpreview.observability.prometheus_adapter import worker_pids
from seatpreview.processes.process_ids import is_alive
from seatpreview.server.open_files import limit_of_open_files
from seatpreview.server.worker_metrics import HeavyWork, heavy_work_file
from seatpreview.server.worker_watch import REPLACED_WORKERS
from seatpreview.settings.settings import Settings

TENANTS_MAX = 10
"""How many tenants have series of their own for heavy work. The work of the others is added up."""

_PROCESSES = Path("/proc")


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
        """Returns the metrics as they are now."""
        yield _family(metric_table.WORKERS, {(): self._settings.workers})
        replaced: dict[tuple[str, ...], float] = {
            (reason,): count for reason, count in REPLACED_WORKERS.items()
        }
        yield _family(metric_table.WORKERS_REPLACED, replaced)
        yield _family(metric_table.CLOCK, {(): time.time()})
        backup = last_backup.read(self._settings.data_dir)
        yield _family(metric_table.LAST_BACKUP, {} if backup is None else {(): backup.at.timestamp()})
        pids = sorted(pid for pid in worker_pids(self._folder) if is_alive(pid))
        yield _family(metric_table.HEAVY_WORK, _heavy_work(self._folder, pids))
        for metric, read in (
            (metric_table.WORKER_CPU_SECONDS, _cpu_seconds),
            (metric_table.WORKER_OPEN_FILES, _open_files),
            (metric_table.WORKER_OPEN_FILES_MAX, limit_of_open_files),
        ):
            values: dict[tuple[str, ...], float] = {}
            for pid in pids:
                # The worker may have ended since, or the system is not Linux.
                with suppress(OSError):
                    values[str(pid),] = read(_PROCESSES / str(pid))
            yield _family(metric, values)


def _family(metric: metric_table.Metric, values: Mapping[tuple[str, ...], float]) -> Metric:
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
