"""Counts stored events in the background, in the order of their receipt.

One point in time separates counted events from uncounted ones, which a report adds to the counts. A writer of
events therefore has to know that point when it commits. On PostgreSQL, writers share a lock, and counting
takes it exclusively; SQLite has a single writer and needs no lock. An event that was received before that
point (by a delayed worker, or because a clock went back) is counted by the transaction that stores it.
"""

import asyncio
from collections.abc import Iterable
from time import monotonic

from sqlalchemy import BigInteger, bindparam, func, literal_column, select, update
from sqlalchemy.sql.selectable import ScalarSelect

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import event_counting, events
from seatpreview.events import counts
from seatpreview.events.model import Record
from seatpreview.events.rules import event_key
from seatpreview.values.clock import MICROSECONDS, Moment

COUNTED_EVENTS_MAX = 500
"""The most events that a transaction counts, so that writers do not wait long for it."""

REST_FACTOR = 19
"""After a transaction, counting rests for this many times as long as the transaction took. It thus uses a
twentieth of the writer's time, however many events wait."""

DELAY_SECONDS = 60
"""The age at which events are counted. Nearly all are committed by then, so few have to be counted by the
transaction that stores them, which costs more."""

_WRITERS_LOCK = 7_328_328_411
_COUNTING_LOCK = 7_328_328_412
"""Arbitrary numbers, the same for all processes that use a PostgreSQL database."""

COUNTED_UNTIL: ScalarSelect[int] = select(event_counting.c.counted_until).scalar_subquery()
"""Events that were received before this time are counted."""


async def count_events(database: Database, at: Moment) -> int:
    """Counts waiting events, and returns how many were counted. Of several workers, one does it."""
    until = Moment(at - DELAY_SECONDS * MICROSECONDS)
    counted = 0
    while await database.read(_is_waiting, until):
        begun = monotonic()
        some = await database.write_activity(count_some, until)
        if some == 0:
            break  # Another worker is counting.
        counted += some
        await asyncio.sleep(REST_FACTOR * (monotonic() - begun))
    return counted


async def count_some(connection: Connection, until: Moment) -> int:
    """Counts the oldest waiting events that were received before `until`. Returns how many were counted; 0 if
    none waits or another worker is counting."""
    if not await _can_claim_counting(connection):
        return 0
    await lock_writers_out(connection)
    since = Moment(await connection.scalar(_SELECT_COUNTED_UNTIL))
    times = await connection.scalars(
        _SELECT_WAITING, {"since": since, "until": until, "count": COUNTED_EVENTS_MAX + 1}
    )
    if not times:
        return 0
    if len(times) <= COUNTED_EVENTS_MAX:
        end = until
    else:
        # Events of the same time are counted together, even if there are more of them than planned.
        end = times[-1] if times[-1] > times[0] else Moment(times[0] + 1)
    await counts.add_received(connection, since, end)
    await connection.execute(_MOVE_COUNTED_UNTIL, {"end": end})
    return sum(time < end for time in times)


async def uncounted_seconds(database: Database, at: Moment) -> float:
    """Returns how long the oldest uncounted event has waited; 0 if all are counted."""
    oldest = await database.read(uncounted_since)
    return 0.0 if oldest is None else max(0, at - oldest) / MICROSECONDS


async def uncounted_since(connection: Connection) -> Moment | None:
    """Returns when the oldest uncounted event was received; None if all are counted."""
    oldest: Moment | None = await connection.scalar(_SELECT_OLDEST_WAITING)
    return oldest


async def lock_as_writer(connection: Connection) -> None:
    """Blocks counting until this transaction, which writes events, ends."""
    if connection.dialect.name == "postgresql":
        await connection.execute(_LOCK_AS_WRITER)


async def lock_writers_out(connection: Connection) -> None:
    """Waits for transactions that write events, and blocks others until this one ends."""
    if connection.dialect.name == "postgresql":
        await connection.execute(_LOCK_WRITERS_OUT)


async def count_late(connection: Connection, records: Iterable[Record]) -> None:
    """Counts events that this transaction has stored, and that were received before others that are counted.
    The transaction has locked other writers out."""
    await counts.add(connection, [event_key(record) for record in records])


async def _is_waiting(connection: Connection, until: Moment) -> bool:
    oldest = await uncounted_since(connection)
    return oldest is not None and oldest < until


async def _can_claim_counting(connection: Connection) -> bool:
    if connection.dialect.name == "sqlite":
        return True  # There is one writer.
    claimed: bool = await connection.scalar(_CLAIM_COUNTING)
    return claimed


_LOCK_AS_WRITER = select(func.pg_advisory_xact_lock_shared(literal_column(str(_WRITERS_LOCK))))
_LOCK_WRITERS_OUT = select(func.pg_advisory_xact_lock(literal_column(str(_WRITERS_LOCK))))
_CLAIM_COUNTING = select(func.pg_try_advisory_xact_lock(literal_column(str(_COUNTING_LOCK))))

_SELECT_COUNTED_UNTIL = select(event_counting.c.counted_until)
_SELECT_OLDEST_WAITING = select(func.min(events.c.received_at)).where(events.c.received_at >= COUNTED_UNTIL)
_SELECT_WAITING = (
    select(events.c.received_at)
    .where(
        events.c.received_at >= bindparam("since", type_=BigInteger),
        events.c.received_at < bindparam("until", type_=BigInteger),
    )
    .order_by(events.c.received_at)
    .limit(bindparam("count", type_=BigInteger))
)
_MOVE_COUNTED_UNTIL = update(event_counting).values(counted_until=bindparam("end", type_=BigInteger))
