"""The heartbeat of a worker: it reports every second that its event loop runs, and that it can serve.

The metrics listener, which is another process, reads both. It can therefore tell the state of a worker whose
port nobody reaches.
"""

import asyncio
from contextlib import suppress

import structlog

from seatpreview.problems import Unavailable
from seatpreview.server.connections import close_unread_connections
from seatpreview.server.running_service import Service

INTERVAL_SECONDS = 1

log = structlog.get_logger("seatpreview")


async def beat(service: Service) -> None:
    """Reports until it is cancelled, whether it can serve like /readyz.

    Parts that fail are probed meanwhile in a task of its own, since one that is silent takes its time.
    """
    is_limited = False
    probes = asyncio.create_task(_probe(service))
    try:
        while True:
            is_limited = is_limited or close_unread_connections()
            service.telemetry.report_alive()
            with suppress(Unavailable):
                await service.check_is_ready()
                service.telemetry.report_ready()
            await asyncio.sleep(INTERVAL_SECONDS)
    finally:
        probes.cancel()


async def _probe(service: Service) -> None:
    while True:
        try:
            await service.resources.database.probe()
            await service.resources.objects.probe()
        except Exception:
            log.exception("a probe failed")
        await asyncio.sleep(INTERVAL_SECONDS)
