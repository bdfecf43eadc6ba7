"""Runs `db confirm-clock`: says what is thought of the clock, and notes the operator's word on it."""

import msgspec

from seatpreview.background_jobs import clock_store
from seatpreview.background_jobs.clock_guard import doubt_about_clock
from seatpreview.cli import schema_revision
from seatpreview.cli.database_session import run_with_database
from seatpreview.database.engines import Database
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Time, datetime_of


class ClockReport(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The clock that the service goes by, and what is thought of it."""

    clock: Time
    """The database's clock on PostgreSQL, this machine's on SQLite."""
    trusted_at: Time | None
    """The latest time that was trusted; null where no service has run yet."""
    doubt: str | None
    """Why nothing old is deleted, or what else is wrong with the clock; null where nothing is."""
    confirmed: bool


def check_clock(settings: Settings, *, confirms: bool) -> ClockReport:
    """Compares the clock with the time that was trusted last. With `confirms`, trusts it from now on."""

    async def run(database: Database) -> ClockReport:
        await schema_revision.make_usable(settings, database)
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

    return run_with_database(settings, run)
