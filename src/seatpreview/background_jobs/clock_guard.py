"""Decides whether age-based deletion may run now and up to which time, and stores what it decides by."""

from collections.abc import Callable

import msgspec
import structlog
from sqlalchemy import insert, select, update

from seatpreview.background_jobs.clock_rules import (
    STANDS_FOR,
    UNCONFIRMED_MAX,
    ClockMark,
    ClockState,
    clocks_agree,
    confirm,
    look,
    state_of,
)
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.tables import clock_mark
from seatpreview.freshness.records import Records
from seatpreview.values.clock import MICROSECONDS, Clock, Moment, Time, datetime_of

NOTED_SECONDS = 300
"""Seconds between two writes of the time while nothing about it changes."""

log = structlog.get_logger("seatpreview")
_SELECT = select(clock_mark.c.seen_at, clock_mark.c.trusted_at, clock_mark.c.doubted_since)
_UPDATE = update(clock_mark)
_INSERT = insert(clock_mark)
_LOCK = _SELECT.with_for_update()


class ClockGuard:
    """Checks the clock before anything is deleted by age, and stores the result."""

    def __init__(
        self, database: Database, records: Records, clock: Clock, on_change: Callable[[bool], None]
    ) -> None:
        """Calls `on_change` with whether pruning is paused, initially and whenever that changes."""
        self._database = database
        self._records = records
        self._clock = clock
        self._on_change = on_change
        self._looked: tuple[Moment, int] | None = None
        """The time of this worker's latest check, and its monotonic time then."""
        self.reason: str | None = None
        """Why pruning is paused, in a sentence for the operator; None if it is not."""
        on_change(False)

    async def time_to_prune(self) -> Moment | None:
        """Returns the time that ages are computed from; None while the clock cannot be trusted."""
        now = await self._records.check_and_get_time()
        passed = self._clock.monotonic()
        if not clocks_agree(now, self._clock.now()):
            self._set_reason(_difference(now, self._clock.now()))
            return None
        mark = await self._look(now, passed)
        self._looked = (now, passed)
        self._set_reason(pause_reason(mark, now))
        return now if state_of(mark, now).allows_pruning else None

    async def _look(self, now: Moment, passed: int) -> ClockMark:
        expected = None
        if self._looked is not None:
            looked_at, had_passed = self._looked
            expected = Moment(looked_at + passed - had_passed)
        mark = await self._database.read_row(read_clock)
        if mark is not None and _is_as_before(mark, look(mark, now, expected)):
            return mark
        return await self._database.write("operator", now, look_and_write, now, expected)

    def _set_reason(self, reason: str | None) -> None:
        was_paused, self.reason = self.reason is not None, reason
        if was_paused == (reason is not None):
            return
        self._on_change(reason is not None)
        if reason is not None:
            log.warning("pruning is paused", reason=reason)
        else:
            log.warning("pruning goes on")


async def doubt_about_clock(database: Database, now: Moment) -> str | None:
    """Returns what is wrong with the clock and what to do about it, for commands; None if nothing is wrong.
    It changes nothing. `now` is the database's time or, with SQLite, the machine's."""
    mark = await database.read_row(read_clock)
    if mark is None:
        return None
    looked = look(mark, now, None)
    return pause_reason(looked, now) or behind_note(looked, now)


def pause_reason(mark: ClockMark, now: Moment) -> str | None:
    """Returns why nothing is deleted by age at this time and what to do about it; None if deletion may
    run."""
    state = state_of(mark, now)
    if state.allows_pruning or mark.doubted_since is None:
        return None
    says = f"The clock says {_text(now)}, and the last time that was trusted is {_text(mark.trusted_at)}."
    if state is ClockState.DOUBTED:
        until = _text(mark.doubted_since + STANDS_FOR)
        return (
            f"{says} If the clock is wrong, set it. If it is right, there is nothing to do: old records are "
            f"deleted again from {until} on, or at once after `seatpreview db confirm-clock --yes`."
        )
    days = UNCONFIRMED_MAX // (86_400 * MICROSECONDS)
    return (
        f"{says} That is more than {days} days, so nothing old is deleted until you confirm that the clock "
        "is right: `seatpreview db confirm-clock --yes`. If it is wrong, set it."
    )


def behind_note(mark: ClockMark, now: Moment) -> str | None:
    """Returns a sentence if the clock is behind a time that was trusted before; None if it is not."""
    if state_of(mark, now) is not ClockState.BEHIND:
        return None
    return (
        f"The clock says {_text(now)}, and the service ran already at {_text(mark.trusted_at)}: set the "
        "clock. While it is behind, old records are deleted late, and keys and sessions end late."
    )


def _difference(now: Moment, of_machine: Moment) -> str:
    return (
        f"The database's clock says {_text(now)}, and this machine's {_text(of_machine)}. Set the one that "
        "is wrong, and run NTP on both."
    )


def _is_as_before(mark: ClockMark, looked: ClockMark) -> bool:
    """Returns whether nothing has changed but the time, and that was written recently."""
    is_noted = 0 <= looked.seen_at - mark.seen_at < NOTED_SECONDS * MICROSECONDS
    return is_noted and mark.doubted_since == looked.doubted_since


def _text(moment: int) -> str:
    return f"{datetime_of(moment):%Y-%m-%d %H:%M} UTC"


async def read_clock(connection: Connection) -> ClockMark | None:
    """Returns the mark; None in a new database."""
    row = (await connection.execute(_SELECT)).first()
    return None if row is None else ClockMark(*row)


async def look_and_write(transaction: Transaction, now: Moment, expected: Moment | None) -> ClockMark:
    """Checks the clock by `clock_rules.look`, and writes the mark. Workers do this one at a time."""
    mark = await _locked(transaction.connection)
    looked = look(mark, now, expected)
    await _write(transaction.connection, mark, looked)
    return looked


async def confirm_and_write(transaction: Transaction, now: Moment) -> None:
    """Records that the operator confirmed the time. The audit log shows it, because data deleted by age from
    then on do not come back."""
    mark = await _locked(transaction.connection)
    await _write(transaction.connection, mark, confirm(mark, now))
    transaction.changed("clock", "clock", None, "confirmed")


async def _locked(connection: Connection) -> ClockMark | None:
    row = (await connection.execute(_LOCK)).first()
    return None if row is None else ClockMark(*row)


async def _write(connection: Connection, before: ClockMark | None, mark: ClockMark) -> None:
    if before is None:
        await connection.execute(_INSERT, {"id": 1} | mark._asdict())
    else:
        await connection.execute(_UPDATE, mark._asdict())


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
    mark = await database.read_row(read_clock)
    doubt = await doubt_about_clock(database, now)
    if confirms:
        await database.write("operator", now, confirm_and_write, now)
    return ClockReport(
        clock=datetime_of(now),
        trusted_at=None if mark is None else datetime_of(mark.trusted_at),
        doubt=doubt,
        confirmed=confirms,
    )
