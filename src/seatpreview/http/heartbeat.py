"""The heartbeat of a worker: it reports every second that its event loop runs, and that it can serve.

The metrics listener, which is another process, reads both. It can therefore tell the state of a worker whose
port nobody reaches.
"""

import asyncio
from contextlib import suppress

from seatpreview.http.connections import close_unread_connections
from seatpreview.http.running_service import Service
from seatpreview.problems import Unavailable

INTERVAL_SECONDS = 1


async def beat(service: Service) -> None:
    """Reports until it is cancelled. Like /readyz, it takes the freshness check for whether it can serve."""
    is_limited = False
    while True:
        is_limited = is_limited or close_unread_connections()
        service.telemetry.report_alive()
        with suppress(Unavailable):
            await service.resources.records.check_and_get_time()
            service.telemetry.report_ready()
        await asyncio.sleep(INTERVAL_SECONDS)
