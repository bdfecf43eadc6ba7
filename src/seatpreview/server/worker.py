"""The worker: the application that each worker process runs, its health, and what precedes its start."""

import asyncio
import gc
import os
import sys
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import structlog

from seatpreview.http.app import App, with_strict_transport
from seatpreview.http.app_dependencies import AppDependencies
from seatpreview.http.request import Application, Receive, Scope, Send
from seatpreview.observability.logging_setup import set_up_logs
from seatpreview.problems import Unavailable
from seatpreview.reference.openapi import document
from seatpreview.server import heartbeats
from seatpreview.server.granian_adapter import close_unread_connections
from seatpreview.server.open_files import watch_open_files
from seatpreview.server.worker_jobs import WorkerJobs
from seatpreview.settings.loader import load
from seatpreview.values.clock import Clock

if TYPE_CHECKING:
    from seatpreview.server.traced_requests import Traces
from seatpreview.context import Context, Resources
from seatpreview.keys import origins
from seatpreview.problems import Cause, Problem
from seatpreview.seats.model import PlanQuery
from seatpreview.seats.operations import get_plan, prepare_preview
from seatpreview.seats.recent_previews import RecentPreview, read, remember
from seatpreview.server.heartbeats import is_stopping
from seatpreview.server.open_files import check_files_can_be_opened
from seatpreview.server.worker_metrics import WorkerMetrics
from seatpreview.values.caller import Caller

# Reference counting frees everything that a request allocates, and cycles are rare. Still the youngest
# generation stays small, since collecting ten thousand objects takes five milliseconds.
_GARBAGE_THRESHOLDS = (2000, 5, 1000)

# Threads of this process share the interpreter. With Python's default of 5 milliseconds, the event loop would
# wait that long each time it wakes up while a thread is busy.
_SWITCH_SECONDS = 0.0005

log = structlog.get_logger("seatpreview")
HEALTH_INTERVAL_SECONDS = 1
WARM_UP_SECONDS_MAX = 5.0
"""How long the start may take longer because of this. A thousand previews take about half a second."""


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


# The health of a worker: whether its event loop runs, and whether it can serve. Reported every second.
#
# The metrics listener, which is another process, reads both from shared memory. So it knows the state of a
# worker that nobody reaches through the service's own port.


async def check_is_ready(resources: Resources) -> None:
    """Raises Unavailable while the worker cannot serve.

    That is the case

    - once the service was told to stop, so that a balancer sends its requests elsewhere;
    - while no file can be opened, and therefore no connection accepted;
    - while the freshness check fails;
    - while an SQLite file is not the one that was opened: what is written would be lost;
    - while the database server takes no changes: another server has taken its place.

    A worker whose disk is full is ready: it goes on serving what can be read.
    """
    if is_stopping():
        raise Unavailable("The service is stopping. Use another one.", retry_after_seconds=1)
    try:
        check_files_can_be_opened()
    except OSError as error:
        raise Unavailable(
            "The service can open no more files. Try again later.",
            cause=Cause.TOO_MANY_FILES,
            retry_after_seconds=1,
        ) from error
    await resources.records.check_and_get_time()
    resources.database.check_activity_file()
    if resources.database.is_read_only:
        raise Unavailable(
            "The database is not accepting writes. Try again later.",
            cause=Cause.READ_ONLY,
            retry_after_seconds=1,
        )


async def report_health(resources: Resources, metrics: WorkerMetrics) -> None:
    """Reports every second that the event loop runs and, if /readyz would succeed, that the worker can serve.
    Ends when it is cancelled."""
    while True:
        metrics.report_alive()
        heartbeats.note_alive()
        with suppress(Unavailable):
            await check_is_ready(resources)
            metrics.report_ready()
            heartbeats.note_ready()
        await asyncio.sleep(HEALTH_INTERVAL_SECONDS)


async def probe_failing_parts(resources: Resources) -> None:
    """Probes the database and the image storage while they fail, so that the end of an outage is noticed
    without requests. A silent part takes its time to answer, so this is a task of its own."""
    while True:
        try:
            await resources.database.probe()
            await resources.objects.probe()
        except Exception:
            log.exception("a probe failed")
        await asyncio.sleep(HEALTH_INTERVAL_SECONDS)


async def warm_up(resources: Resources, seconds_max: float = WARM_UP_SECONDS_MAX) -> None:
    """Loads what the first requests need: the list of public suffixes, statements of the database, and the
    venues of the last sales with the seats that were looked at and their plans.

    Ends when the time is over. Whatever fails is left to requests: it must not keep the service from
    starting.
    """
    made: list[RecentPreview] = []
    try:
        async with asyncio.timeout(seconds_max):
            await asyncio.to_thread(origins.warm_up)
            await resources.records.compose_statements()
            await _make_previews(resources, made)
            await _draw_plans(resources, made)
    except (TimeoutError, Unavailable):
        pass  # An outage is in the log already.
    except Exception:
        log.exception("the venues of the last sales could not be loaded")
    if made:
        log.info("venues loaded", venues=len({preview.query.venue for preview in made}), seats=len(made))
    # The first one was asked for last.
    for preview in reversed(made):
        remember(resources.caches, preview)


async def _make_previews(resources: Resources, made: list[RecentPreview]) -> None:
    at = await resources.records.check_and_get_time()
    for preview in await read(resources.database):
        try:
            await prepare_preview(Context(caller=_caller(preview), at=at, resources=resources), preview.query)
        except Unavailable:
            raise
        except Problem:
            continue  # The venue, the seat or the tenant's grant is gone.
        made.append(preview)
        await asyncio.sleep(0)  # Where everything is in memory, nothing else lets the timeout end this.


async def _draw_plans(resources: Resources, previews: list[RecentPreview]) -> None:
    """Draws the plans of these venues. That of a large one needs a process, whose start alone takes a second
    or two on a busy machine: the first buyers would wait for it."""
    at = await resources.records.check_and_get_time()
    asked = {
        (each.tenant_id, each.query.venue, each.query.configuration): each for each in reversed(previews)
    }
    for (_, venue, configuration), preview in reversed(asked.items()):
        context = Context(caller=_caller(preview), at=at, resources=resources)
        try:
            await get_plan(context, PlanQuery(venue=venue, configuration=configuration))
        except Unavailable:
            raise
        except Problem:
            continue
        await asyncio.sleep(0)


def _caller(preview: RecentPreview) -> Caller:
    return Caller(kind="operator", key_id=None, tenant_id=preview.tenant_id, scope="tenant", venues=None)
