"""The metrics listener: what it adds up, and what it does where its port is in use."""

import contextlib
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from seatpreview import data_folder
from seatpreview.data_folder import LastBackup
from seatpreview.server.metrics_listener import metrics_listener
from seatpreview.settings.settings import Settings
from servers.free_ports import free_port
from servers.processes import clean_environment
from servers.promtool import series

LABEL = re.compile(r'(\w+)="([^"]*)"')

# A worker as the listener sees it: a process that runs until its standard input ends.
WORKER = """
from prometheus_client import CollectorRegistry
from seatpreview.observability.metric_families import gauge
from seatpreview.observability.metric_table import VALKEY_AWAY
gauge(VALKEY_AWAY, CollectorRegistry()).set(1)
print("ready", flush=True)
input()
"""


def test_a_gauge_of_a_worker_disappears_with_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")  # So that it is restored after the test.
    with metrics_listener(Settings(metrics_port=free_port()), pytest.fail) as address:
        assert address is not None
        with subprocess.Popen(
            [sys.executable, "-c", WORKER],
            env=clean_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as worker:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "ready\n"
            assert "seatpreview_valkey_away 1.0" in httpx.get(address, timeout=60).text
            worker.communicate("\n")
        assert "seatpreview_valkey_away" not in httpx.get(address, timeout=60).text


def test_without_a_port_there_is_no_listener() -> None:
    with metrics_listener(Settings(metrics_port=0), pytest.fail) as address:
        assert address is None


def test_the_default_port_in_use_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another service on the same machine is a reason to go without metrics, not to stay down."""
    warnings: list[str] = []
    # Another program of the machine may have the real one, or be about to give it up.
    port = free_port()
    monkeypatch.setattr(Settings, "metrics_port", port)
    with (
        socket.create_server(("127.0.0.1", port)),
        metrics_listener(Settings(metrics_port=port), warnings.append) as address,
    ):
        assert address is None
    [warning] = warnings
    assert warning.endswith("Going on without metrics.")


# A worker with heavy work of more tenants than get series of their own.
BUSY_WORKER = """
import asyncio, sys
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.server.worker_metrics import HeavyWorkFile, heavy_work
from seatpreview.limits.shares import Share

async def main():
    queue = FairQueue(100, share=2)
    names = [f"tenant-{number}" for number in range(int(sys.argv[1]))]

    async def work(name):
        async with queue.turn(Share(name)):
            await asyncio.Event().wait()

    tasks = [asyncio.create_task(work(name)) for name in [*names, *["tenant-0"] * 4]]
    await asyncio.sleep(0)
    file = HeavyWorkFile.of_this_process()
    file.write(heavy_work({"records": queue}))
    print("ready", flush=True)
    await asyncio.to_thread(input)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    file.write(heavy_work({"records": queue}))
    print("idle", flush=True)
    await asyncio.to_thread(input)

from prometheus_client import CollectorRegistry
from seatpreview.observability.metric_families import gauge
from seatpreview.observability.metric_table import ALIVE
gauge(ALIVE, CollectorRegistry())
asyncio.run(main())
"""


def test_heavy_work_has_series_of_ten_tenants_that_end_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The danger: a series for every tenant that ever asked for something, for ever."""
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")
    with metrics_listener(Settings(metrics_port=free_port()), pytest.fail) as address:
        assert address is not None
        with busy_worker(12) as first, busy_worker(13) as second:
            work = heavy_work_of(address)
            assert len({tenant for _, tenant in work}) == 11
            assert work["running", "tenant-0"] == 4, "two on each worker"
            assert work["waiting", "tenant-0"] == 6
            assert sum(work.values()) == 12 + 13 + 2 * 4, "nothing is left out"
            assert work["running", "others"] == 2 + 2 + 1, "of tenants with two, and of one with one"
            go_on(first, "idle")
            assert sum(heavy_work_of(address).values()) == 13 + 4
            second.kill()
            second.wait()
            assert heavy_work_of(address) == {}


def test_the_last_backup_and_what_only_the_parent_knows_are_served(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")
    settings = Settings(metrics_port=free_port(), data_dir=tmp_path, workers=3)
    with metrics_listener(settings, pytest.fail) as address, busy_worker(1) as worker:
        assert address is not None
        found = series(httpx.get(address, timeout=60).text)
        assert found["seatpreview_workers"] == 3
        assert "seatpreview_last_backup_timestamp_seconds" not in found
        assert abs(found["seatpreview_clock_timestamp_seconds"] - time.time()) < 60
        process = f'{{pid="{worker.pid}"}}'
        assert found[f"seatpreview_worker_open_files{process}"] > 3
        assert found[f"seatpreview_worker_cpu_seconds_total{process}"] > 0
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert found[f"seatpreview_worker_open_files_max{process}"] == soft
        begun = datetime(2026, 11, 16, 12, tzinfo=UTC)
        backup = LastBackup(at=begun, name="a", held=("records",), size_bytes=1)
        data_folder.note_backup(tmp_path, backup)
        found = series(httpx.get(address, timeout=60).text)
        assert found["seatpreview_last_backup_timestamp_seconds"] == begun.timestamp()


@contextlib.contextmanager
def busy_worker(tenants: int) -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        [sys.executable, "-c", BUSY_WORKER, str(tenants)],
        env=clean_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
        try:
            yield worker
        finally:
            worker.kill()


def go_on(worker: "subprocess.Popen[str]", said: str) -> None:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write("\n")
    worker.stdin.flush()
    assert worker.stdout.readline() == f"{said}\n"


def heavy_work_of(address: str) -> dict[tuple[str, str], float]:
    """Returns how much work there is, by state and tenant."""
    found = series(httpx.get(address, timeout=60).text)
    return {
        (labels["state"], labels["tenant"]): value
        for name, value in found.items()
        if name.startswith("seatpreview_heavy_work{")
        for labels in [dict(LABEL.findall(name))]
    }
