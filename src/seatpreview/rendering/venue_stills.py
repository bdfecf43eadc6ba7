"""Draws the stills of all rows of a venue beforehand, for `seatpreview imagery render --stills`."""

from collections.abc import Callable

import msgspec

from seatpreview.assembly import assemble_resources
from seatpreview.context import Context, Resources
from seatpreview.database.command_session import run_with_usable_database
from seatpreview.database.engines import Database
from seatpreview.limits.shares import Share
from seatpreview.seats.drawn_stills import asked_still
from seatpreview.seats.drawn_venue import DrawnVenue, RowStill
from seatpreview.seats.operations import get_plan
from seatpreview.settings.settings import Settings
from seatpreview.stills import headless_chromium, page_server
from seatpreview.stills.still_browser import StillBrowser
from seatpreview.stills.still_objects import STILLS_OF_A_VENUE_MAX
from seatpreview.stills.still_queue import StillQueue
from seatpreview.stills.support import drawing_version
from seatpreview.values.caller import OPERATOR
from seatpreview.values.command_error import EXIT_USAGE, CommandError
from seatpreview.venues.venue_access import usable_venue

SECONDS_MAX = 300
"""Time limit of one still, with the start of the browser."""


class StillsReport(msgspec.Struct, kw_only=True, rename="camel"):
    """The stills of a venue that are stored now."""

    configuration: str | None
    drawn: int
    kept: int
    """How many were there before."""


OnProgress = Callable[[int, int], None]


def draw_stills(
    settings: Settings, venue_id: str, configuration: str | None, on_progress: OnProgress
) -> StillsReport:
    """Draws one still for each row of the venue, unless it is stored already. It can be stopped and
    repeated."""
    program = headless_chromium.find(settings.chromium)
    if not page_server.is_built():
        raise CommandError("The front end is not built yet: run script/setup.")

    async def run(database: Database) -> StillsReport:
        resources = assemble_resources(settings, database)
        browser = StillBrowser(program, settings.stills_memory_mb, seconds_max=SECONDS_MAX)
        queue = StillQueue(resources.objects, browser, "ready", drawing_version())
        try:
            return await _draw_all(resources, queue, browser, venue_id, configuration, on_progress)
        finally:
            await queue.close()

    return run_with_usable_database(settings, run)


async def _draw_all(
    resources: Resources,
    queue: StillQueue,
    browser: StillBrowser,
    venue_id: str,
    configuration: str | None,
    on_progress: OnProgress,
) -> StillsReport:
    context = Context(caller=OPERATOR, at=await resources.records.check_and_get_time(), resources=resources)
    venue = (await usable_venue(context, venue_id)).venue
    chosen = venue.layout.configuration_for(configuration)
    if configuration is not None and not venue.layout.knows_configuration(configuration):
        raise CommandError(
            f"--configuration: the venue has no configuration '{configuration}'.", exit_code=EXIT_USAGE
        )
    name = None if chosen is None else chosen.id
    drawn = DrawnVenue(venue, resources.caches)
    rows = drawn.all_row_stills(queue.version, name)[:STILLS_OF_A_VENUE_MAX]
    if not rows:
        raise CommandError("The venue has no open rows whose positions are known: nothing can be drawn.")
    for number, row in enumerate(rows):
        on_progress(number, len(rows))
        await _draw(resources, queue, drawn, row)
    made = browser.outcomes["made"]
    return StillsReport(configuration=name, drawn=made, kept=len(rows) - made)


async def _draw(resources: Resources, queue: StillQueue, drawn: DrawnVenue, row: RowStill) -> None:
    asked = asked_still(resources, drawn, row.still, get_plan)
    if not await queue.wait_for(Share("operator"), asked, SECONDS_MAX):
        raise CommandError(
            f"Chromium could not draw the still of {row.place.key}. The log above says why. Those that were "
            "drawn before are kept."
        )
