"""SQL for the stored state of the clock: one row, which all workers share."""

from sqlalchemy import insert, select, update

from seatpreview.background_jobs.clock_rules import ClockMark, confirm, look
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import clock_mark
from seatpreview.values.clock import Moment

_SELECT = select(clock_mark.c.seen_at, clock_mark.c.trusted_at, clock_mark.c.doubted_since)
_UPDATE = update(clock_mark)
_INSERT = insert(clock_mark)
_LOCK = _SELECT.with_for_update()


async def read(connection: Connection) -> ClockMark | None:
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
