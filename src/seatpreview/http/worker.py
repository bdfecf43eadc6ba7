"""What each worker process runs: the application, from the settings in its environment."""

import gc
import os
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

import structlog

from seatpreview.clock import Clock
from seatpreview.http.app import App, Send
from seatpreview.http.request import Receive, Scope
from seatpreview.http.running_service import Service
from seatpreview.http.telemetry import set_up_logs
from seatpreview.problems import Unavailable
from seatpreview.settings import load

# A request leaves nothing behind that counting references does not free, so cycles are few. What is looked
# through at a time stays small all the same: ten thousand objects take five milliseconds.
_GARBAGE_THRESHOLDS = (2000, 5, 1000)

log = structlog.get_logger("seatpreview")


class Worker:
    """Opens its house as the server starts it, and closes it when the last request has been answered."""

    def __init__(self) -> None:
        self._settings = load(os.environ)
        self._app: App
        """From the end of its start on: the server hands over no request before."""

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] == "lifespan":
            return self._live(receive, send)
        return self._app(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        set_up_logs(self._settings.log_format)
        structlog.configure(cache_logger_on_first_use=True)  # They stay as they are for this process's life.
        try:
            service = await self._open()
        except Exception:
            # Said in so many words: after a mere exception the server would go on, without a house.
            log.exception("the worker could not start")
            await send({"type": "lifespan.startup.failed"})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await service.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _open(self) -> Service:
        service = Service(self._settings, Clock())
        self._app = App(service)
        # The first proof. On SQLite it also shows others that the file is in use.
        with suppress(Unavailable):
            await service.records.check_and_get_time()
        service.start_background_tasks()
        # What is there now stays: it need not be looked through for garbage again and again.
        gc.freeze()
        gc.set_threshold(*_GARBAGE_THRESHOLDS)
        return service


def application() -> Any:
    return Worker()
