"""Reports whether the clock is trusted, and lets an operator confirm it (`seatpreview db confirm-clock`)."""

import msgspec

from seatpreview.background_jobs import clock_store
from seatpreview.background_jobs.clock_guard import doubt_about_clock
from seatpreview.database.engines import Database
from seatpreview.values.clock import Time, datetime_of


class ClockReport(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The clock that the service uses, and whether it is doubted."""

    clock: Time
    """The database's clock on PostgreSQL, this machine's on SQLite."""
    trusted_at: Time | None
    """The latest time that was trusted; null where no service has run yet."""
    doubt: str | None
    """Why nothing old is deleted, or what else is wrong with the clock; null where nothing is."""
    confirmed: bool


async def check_clock(database: Database, *, confirms: bool) -> ClockReport:
    """Compares the clock with the time that was trusted last. With `confirms`, trusts it from now on."""
    now = (await database.feed.last()).at
    mark = await database.read_row(clock_store.read)
    doubt = await doubt_about_clock(database, now)
    if confirms:
        await database.write("operator", now, clock_store.confirm_and_write, now)
    return ClockReport(
        clock=datetime_of(now),
        trusted_at=None if mark is None else datetime_of(mark.trusted_at),
        doubt=doubt,
        confirmed=confirms,
    )
