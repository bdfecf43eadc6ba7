"""The worker: the application that each worker process runs, with the settings of its environment."""

import asyncio
import gc
import os
import sys
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import structlog

from seatpreview.http.app import App
from seatpreview.http.app_dependencies import AppDependencies
from seatpreview.http.asgi import Application, Receive, Scope, Send
from seatpreview.http.strict_transport import with_strict_transport
from seatpreview.observability.logging_setup import set_up_logs
from seatpreview.problems import Unavailable
from seatpreview.reference.openapi import document
from seatpreview.server import heartbeats
from seatpreview.server.granian_adapter import close_unread_connections
from seatpreview.server.health import check_is_ready, probe_failing_parts, report_health
from seatpreview.server.open_files import watch_open_files
from seatpreview.server.warm_start import warm_up
from seatpreview.server.worker_jobs import WorkerJobs
from seatpreview.settings.loader import load
from seatpreview.values.clock import Clock

if TYPE_CHECKING:
    from seatpreview.server.traced_requests import Traces

# Reference counting frees everything that a request allocates, and cycles are rare. Still the youngest
# generation stays small, since collecting ten thousand objects takes five milliseconds.
_GARBAGE_THRESHOLDS = (2000, 5, 1000)

# Threads of this process share the interpreter. With Python's default of 5 milliseconds, the event loop would
# wait that long each time it wakes up while a thread is busy.
_SWITCH_SECONDS = 0.0005

log = structlog.get_logger("seatpreview")


class Worker:
    """Starts the application when the server starts, and closes it after the last request was answered."""

    def __init__(self) -> None:
        self._settings = load(os.environ)
        self._app: Application
        """Set at the end of the startup; the server sends no request before."""
        self._traces: Traces | None = None

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] == "lifespan":
            return self._run_lifespan(receive, send)
        return self._app(scope, receive, send)

    async def _run_lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        set_up_logs(self._settings.log_format)
        # The configuration does not change while the process lives.
        structlog.configure(cache_logger_on_first_use=True)
        try:
            dependencies, jobs = await self._start()
        except Exception:
            # Reported explicitly: after a mere exception the server would go on without an application.
            log.exception("the worker could not start")
            await send({"type": "lifespan.startup.failed"})
            return
        await send({"type": "lifespan.startup.complete"})
        watches = (
            report_health(dependencies.resources, jobs.metrics),
            probe_failing_parts(dependencies.resources),
            close_unread_connections(),
            heartbeats.beat(),
            watch_open_files(),
        )
        tasks = [asyncio.create_task(watch) for watch in watches]
        await receive()
        for task in tasks:
            task.cancel()
        await jobs.stop()
        await dependencies.close()
        if self._traces is not None:
            await self._traces.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _start(self) -> tuple[AppDependencies, WorkerJobs]:
        if self._settings.traces_url:
            # Imported here, since its packages are an extra.
            from seatpreview.server.traced_requests import Traces

            self._traces = Traces(self._settings)
        dependencies = AppDependencies(self._settings, Clock())
        dependencies.resources.change_waits.is_stopping = heartbeats.is_stopping
        jobs = WorkerJobs(dependencies)
        app = app_of(dependencies)
        self._app = app if self._settings.tls_cert is None else with_strict_transport(app)
        if self._traces is not None:
            self._app = self._traces.of(self._app)
        # The first freshness check. On SQLite it also shows other processes that the file is in use.
        with suppress(Unavailable):
            await dependencies.resources.records.check_and_get_time()
        # Objects that exist now live as long as the process: the collector does not examine them again.
        gc.freeze()
        gc.set_threshold(*_GARBAGE_THRESHOLDS)
        sys.setswitchinterval(_SWITCH_SECONDS)
        await warm_up(dependencies.resources)
        jobs.start()
        return dependencies, jobs


def app_of(dependencies: AppDependencies) -> App:
    """Returns the application. It is handed what http/ does not import: the check of the process behind
    /readyz, and the OpenAPI document."""
    return App(dependencies, partial(check_is_ready, dependencies.resources), document)


def application() -> Any:
    """Returns the ASGI application; the server calls it in each worker process."""
    return Worker()
