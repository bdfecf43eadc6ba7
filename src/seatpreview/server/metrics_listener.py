"""The metrics listener: serves the sum of all workers' metrics, and their health, on an address of its own.

Each worker writes its metrics to files in a folder that this process creates (prometheus_client's
multiprocess mode); the listener adds them up at each scrape. It also reports health and readiness, even while
nobody gets through to the service's own port: workers note both in memory that they share with it.
"""

import os
import socket
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import ThreadingMixIn
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CollectorRegistry, Metric, make_wsgi_app
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from seatpreview.observability.prometheus_adapter import worker_pids
from seatpreview.processes.memory_watch import is_alive
from seatpreview.server.heartbeats import count_alive, count_ready, is_stopping
from seatpreview.server.listen_address import ServerError
from seatpreview.server.parent_metrics import ParentMetrics
from seatpreview.server.worker_metrics import METRICS_FOLDER, heavy_work_file
from seatpreview.settings.settings import Settings, variable

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

READY_SECONDS = 5
"""A worker is ready if it could serve within this time. Its heartbeat comes every second."""
ALIVE_SECONDS = 30
"""A worker is alive if its event loop ran within this time. One that is slow need not be restarted."""

_IDLE_SECONDS = 10


@contextmanager
def metrics_listener(settings: Settings, warn: Callable[[str], None]) -> Iterator[str | None]:
    """Runs the listener and yields its address, or None where there is no listener.

    Enter it before workers start, because they find the folder in their environment. Raises ServerError if a
    port that was set is in use. The default port may well be in use by another service on the machine: then
    `warn` gets a sentence, and this service goes on without metrics.
    """
    if settings.metrics_port == 0:
        yield None
        return
    with TemporaryDirectory(prefix="seatpreview-metrics-") as folder:
        server = _start(settings, folder, warn)
        if server is None:
            yield None
            return
        os.environ[METRICS_FOLDER] = folder
        try:
            with _kept_from_cleaners(folder):
                yield f"http://{_bracketed(settings.metrics_host)}:{settings.metrics_port}/metrics"
        finally:
            server.shutdown()
            server.server_close()


@contextmanager
def _kept_from_cleaners(folder: str) -> Iterator[None]:
    """Locks the folder: systemd-tmpfiles deletes what nobody has changed for days, unless it is locked."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        yield
    finally:
        os.close(descriptor)


class _WorkerMetrics(Collector):
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._registry = CollectorRegistry()
        MultiProcessCollector(self._registry, folder)  # type: ignore[no-untyped-call]  # it has no types

    def collect(self) -> Iterable[Metric]:
        for pid in _dead_workers(self._folder):
            mark_process_dead(pid, self._folder)  # type: ignore[no-untyped-call]  # it has no types
            heavy_work_file(Path(self._folder), pid).unlink(missing_ok=True)
        return self._registry.collect()


class _Pages:
    """The WSGI application of the listener: metrics, and the health of the workers."""

    def __init__(self, metrics: _WorkerMetrics, parent: ParentMetrics, workers: int) -> None:
        registry = CollectorRegistry()
        registry.register(metrics)
        registry.register(parent)
        self._metrics_app: WSGIApplication = make_wsgi_app(registry)
        self._workers = workers

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        match environ["PATH_INFO"]:
            case "/metrics":
                return self._metrics_app(environ, start_response)
            case "/healthz":
                return self._report(count_alive(time.time() - ALIVE_SECONDS), "alive", start_response)
            case "/readyz" if is_stopping():
                return _text("503 Service Unavailable", "The service is stopping.", start_response)
            case "/readyz":
                return self._report(count_ready(time.time() - READY_SECONDS), "ready", start_response)
        return _text("404 Not Found", "This address has /metrics, /healthz and /readyz.", start_response)

    def _report(self, count: int, state: str, start_response: "StartResponse") -> Iterable[bytes]:
        """Reports success if all workers have the state, since a connection may reach any of them."""
        if count >= self._workers:
            return _text("200 OK", state, start_response)
        sentence = f"{count} of {self._workers} workers are {state}."
        return _text("503 Service Unavailable", sentence, start_response)


class _Server(ThreadingMixIn, WSGIServer):
    """Answers each connection in a thread of its own, so that a silent client does not hold up others."""

    daemon_threads = True


class _Handler(WSGIRequestHandler):
    timeout = _IDLE_SECONDS

    def log_message(self, format: str, *arguments: object) -> None:
        """Logs nothing: monitoring asks every few seconds."""


def _start(settings: Settings, folder: str, warn: Callable[[str], None]) -> WSGIServer | None:
    parent = ParentMetrics(Path(folder), settings)
    pages = _Pages(_WorkerMetrics(folder), parent, settings.workers)
    try:
        server = make_server(
            settings.metrics_host,
            settings.metrics_port,
            pages,
            _server_class(settings.metrics_host),
            _Handler,
        )
    except OSError as fault:
        sentence = (
            f"The metrics listener cannot use {settings.metrics_host}:{settings.metrics_port} "
            f"({fault.strerror}): set {variable('metrics_port')} to a free port, or to 0 for none."
        )
        if settings.metrics_port != Settings.metrics_port:
            raise ServerError(sentence) from fault
        warn(f"{sentence} Going on without metrics.")
        return None
    Thread(target=server.serve_forever, daemon=True).start()
    return server


def _server_class(host: str) -> type[_Server]:
    """Returns the server class for this host, with the address family of the host."""
    family = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][0]
    return type("_ServerOfFamily", (_Server,), {"address_family": family})


def _text(status: str, body: str, start_response: "StartResponse") -> Iterable[bytes]:
    start_response(status, [("Content-Type", "text/plain"), ("Cache-Control", "no-store")])
    return (f"{body}\n".encode(),)


def _dead_workers(folder: str) -> set[int]:
    """Returns the process ids of workers that have ended and left metrics behind."""
    return {pid for pid in worker_pids(Path(folder)) if not is_alive(pid)}


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
