"""What a worker does before it serves, so that its first requests take no longer than later ones."""

import asyncio

import structlog

from seatpreview.context import Context, Resources
from seatpreview.keys import origins
from seatpreview.problems import Problem, Unavailable
from seatpreview.seats.operations import prepare_preview
from seatpreview.seats.recent_previews import RecentPreview, read, remember
from seatpreview.values.caller import Caller

SECONDS_MAX = 5.0
"""How long the start may take longer because of this. A thousand previews take about half a second."""

log = structlog.get_logger("seatpreview")


async def warm_up(resources: Resources, seconds_max: float = SECONDS_MAX) -> None:
    """Loads what the first requests need: the list of public suffixes, statements of the database, and the
    venues of the last sales with the seats that were looked at.

    Ends when the time is over. Whatever fails is left to requests: it must not keep the service from
    starting.
    """
    made: list[RecentPreview] = []
    try:
        async with asyncio.timeout(seconds_max):
            await asyncio.to_thread(origins.warm_up)
            await resources.records.compose_statements()
            await _make_previews(resources, made)
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


def _caller(preview: RecentPreview) -> Caller:
    return Caller(kind="operator", key_id=None, tenant_id=preview.tenant_id, scope="tenant", venues=None)
