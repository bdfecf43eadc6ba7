"""The worker: the application that each worker process runs, with the settings of its environment."""

import asyncio
import gc
import os
import sys
from collections.abc import Awaitable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import structlog

from seatpreview.http.app import App
from seatpreview.http.request import Receive, Scope
from seatpreview.http.sending import Send
from seatpreview.http.strict_transport import Application, with_strict_transport
from seatpreview.http.telemetry import set_up_logs
from seatpreview.problems import Unavailable
from seatpreview.server import heartbeat, shared_state
from seatpreview.server.open_files import watch_open_files
from seatpreview.server.running_service import Service
from seatpreview.settings.loader import load
from seatpreview.values.clock import Clock

if TYPE_CHECKING:
    from seatpreview.server.traced_requests import Traces

# Reference counting frees everything that a request allocates, so cycles are rare. The youngest generation
# stays small all the same, since collecting ten thousand objects takes five milliseconds.
_GARBAGE_THRESHOLDS = (2000, 5, 1000)

# Threads of this process share the interpreter. With Python's default of 5 milliseconds, the event loop would
# wait that long each time that it wakes up while a thread is busy.
_SWITCH_SECONDS = 0.0005

log = structlog.get_logger("seatpreview")


class Worker:
    """Starts the service when the server starts, and closes it after the last request was answered."""

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
        structlog.configure(
            cache_logger_on_first_use=True
        )  # The configuration does not change while the process lives.
        try:
            service = await self._start_service()
        except Exception:
            # Reported explicitly: after a mere exception the server would continue without a service.
            log.exception("the worker could not start")
            await send({"type": "lifespan.startup.failed"})
            return
        await send({"type": "lifespan.startup.complete"})
        watches = (heartbeat.beat(service), shared_state.beat(), watch_open_files())
        tasks = [asyncio.create_task(watch) for watch in watches]
        await receive()
        for task in tasks:
            task.cancel()
        await service.close()
        if self._traces is not None:
            await self._traces.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _start_service(self) -> Service:
        if self._settings.traces_url:
            # Imported here, since its packages are an extra.
            from seatpreview.server.traced_requests import Traces

            self._traces = Traces(self._settings)
        service = Service(self._settings, Clock())
        app = App(service)
        self._app = app if self._settings.tls_cert is None else with_strict_transport(app)
        if self._traces is not None:
            self._app = self._traces.of(self._app)
        # The first freshness check. On SQLite it also shows other processes that the file is in use.
        with suppress(Unavailable):
            await service.resources.records.check_and_get_time()
        service.start_background_tasks()
        # Objects that exist now live as long as the process: the collector need not examine them again.
        gc.freeze()
        gc.set_threshold(*_GARBAGE_THRESHOLDS)
        sys.setswitchinterval(_SWITCH_SECONDS)
        return service


def application() -> Any:
    """Returns the ASGI application; the server calls it in each worker process."""
    return Worker()
