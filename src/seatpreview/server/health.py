"""The health of a worker: whether its event loop runs, and whether it can serve. Reported every second.

The metrics listener, which is another process, reads both from shared memory. So it knows the state of a
worker that nobody reaches through the service's own port.
"""

import asyncio
from contextlib import suppress

import structlog

from seatpreview.context import Resources
from seatpreview.problems import Cause, Unavailable
from seatpreview.server import heartbeats
from seatpreview.server.heartbeats import is_stopping
from seatpreview.server.open_files import check_files_can_be_opened
from seatpreview.server.worker_metrics import WorkerMetrics

INTERVAL_SECONDS = 1

log = structlog.get_logger("seatpreview")


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
            "The database takes no changes. Try again later.",
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
        await asyncio.sleep(INTERVAL_SECONDS)


async def probe_failing_parts(resources: Resources) -> None:
    """Probes the database and the image storage while they fail, so that the end of an outage is noticed
    without requests. A silent part takes its time to answer, so this is a task of its own."""
    while True:
        try:
            await resources.database.probe()
            await resources.objects.probe()
        except Exception:
            log.exception("a probe failed")
        await asyncio.sleep(INTERVAL_SECONDS)
