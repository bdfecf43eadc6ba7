"""The metrics listener: serves the sum of all workers' metrics on an address of its own.

Each worker writes its metrics to files in a folder that this process creates (prometheus_client's
multiprocess mode); the listener adds them up whenever it is scraped.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Metric, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from seatpreview.http.server import ServerError
from seatpreview.settings import Settings, variable

_FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


@contextmanager
def metrics_listener(settings: Settings, warn: Callable[[str], None]) -> Iterator[str | None]:
    """Runs the listener and yields its address, or None where there is no listener.

    It has to be entered before workers start, because they find the folder in their environment. Raises
    ServerError where a port that was chosen is in use. The default port may well be in use by another
    service on the machine: then `warn` gets a sentence, and this service goes on without metrics.
    """
    if settings.metrics_port == 0:
        yield None
        return
    with TemporaryDirectory(prefix="seatpreview-metrics-") as folder:
        server = _start(settings, folder, warn)
        if server is None:
            yield None
            return
        os.environ[_FOLDER_VARIABLE] = folder
        try:
            yield f"http://{_bracketed(settings.metrics_host)}:{settings.metrics_port}/metrics"
        finally:
            server.shutdown()
            server.server_close()


class _WorkerMetrics(Collector):
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._files = MultiProcessCollector(None, folder)  # type: ignore[no-untyped-call]  # it has no types

    def collect(self) -> Iterable[Metric]:
        for pid in _dead_workers(self._folder):
            mark_process_dead(pid, self._folder)  # type: ignore[no-untyped-call]  # it has no types
        metrics: Iterable[Metric] = self._files.collect()  # type: ignore[no-untyped-call]  # it has no types
        return metrics


def _start(settings: Settings, folder: str, warn: Callable[[str], None]) -> WSGIServer | None:
    registry = CollectorRegistry()
    registry.register(_WorkerMetrics(folder))
    try:
        server, _ = start_http_server(settings.metrics_port, settings.metrics_host, registry)
    except OSError as fault:
        sentence = (
            f"The metrics listener cannot use {settings.metrics_host}:{settings.metrics_port} "
            f"({fault.strerror}): set {variable('metrics_port')} to a free port, or to 0 for none."
        )
        if settings.metrics_port != Settings.metrics_port:
            raise ServerError(sentence) from fault
        warn(f"{sentence} Going on without metrics.")
        return None
    return server


def _dead_workers(folder: str) -> set[int]:
    """Process ids of workers that ended, by the files of gauges that count for living workers only."""
    pids = {int(path.stem.rpartition("_")[2]) for path in Path(folder).glob("gauge_live*.db")}
    return {pid for pid in pids if not _is_alive(pid)}


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
