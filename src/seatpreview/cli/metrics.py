"""The metrics listener: what all workers have counted, together, on an address of its own.

Each worker keeps its numbers in files of a folder that this process makes (prometheus_client's mode for
several processes); the listener adds them up when it is asked.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Metric, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from seatpreview.cli.command_errors import CommandError
from seatpreview.cli.display import note
from seatpreview.settings import Settings, variable

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"


@contextmanager
def listening(settings: Settings) -> Iterator[str | None]:
    """The address of the listener, while it is there; None where there is none. Begins before any worker."""
    if settings.metrics_port == 0:
        yield None
        return
    with TemporaryDirectory(prefix="seatpreview-metrics-") as folder:
        server = _started(settings, folder)
        if server is None:
            yield None
            return
        os.environ[_FOLDER] = folder
        try:
            yield f"http://{_bracketed(settings.metrics_host)}:{settings.metrics_port}/metrics"
        finally:
            server.shutdown()
            server.server_close()


class _Workers(Collector):
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._files = MultiProcessCollector(None, folder)  # type: ignore[no-untyped-call]  # it has no types

    def collect(self) -> Iterable[Metric]:
        for pid in _gone(self._folder):
            mark_process_dead(pid, self._folder)  # type: ignore[no-untyped-call]  # it has no types
        found: Iterable[Metric] = self._files.collect()  # type: ignore[no-untyped-call]  # it has no types
        return found


def _started(settings: Settings, folder: str) -> WSGIServer | None:
    """On the default port another service may well listen already: then this one does without."""
    registry = CollectorRegistry()
    registry.register(_Workers(folder))
    try:
        server, _ = start_http_server(settings.metrics_port, settings.metrics_host, registry)
    except OSError as fault:
        sentence = (
            f"The metrics listener cannot use {settings.metrics_host}:{settings.metrics_port} "
            f"({fault.strerror}): set {variable('metrics_port')} to a free port, or to 0 for none."
        )
        if settings.metrics_port != Settings.metrics_port:
            raise CommandError(sentence) from fault
        note(f"{sentence} Going on without metrics.")
        return None
    return server


def _gone(folder: str) -> set[int]:
    """Workers that ended, by the files of gauges that hold for living ones only."""
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
