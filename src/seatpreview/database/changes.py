"""The change log: tells every worker which records changed, and is the audit list that people read.

The last statements of a transaction insert its rows. The counter's row lock orders them: a transaction gets
its numbers after the previous one has committed, so that a reader who has seen a number has seen all smaller
ones. A sequence would assign numbers before the commit, and in another order.
"""

import secrets
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from sqlalchemy import (
    BigInteger,
    Executable,
    and_,
    bindparam,
    cast,
    func,
    insert,
    select,
    text,
    true,
    update,
)

from seatpreview.database.bounded_deletion import DeletedRows, delete_some
from seatpreview.database.connection import Connection
from seatpreview.database.json_rows import rows_from_json, rows_parameter
from seatpreview.database.tables import changes, counter, event_counting
from seatpreview.database.unavailability import ReadOnly
from seatpreview.values.clock import MICROSECONDS, Moment

ROWS_MAX = 1000
"""The most rows that a worker reads at once. A worker that is further behind clears its caches instead."""


ENDED_BY_VISITOR = "ended_by_visitor"
"""The action of a row that tells workers that a visitor ended its session. The audit list does not show it:
visitors' actions are counted, and the audit log belongs to the owner."""


class Change(NamedTuple):
    """One record that a transaction changed: its kind, id and tenant, the action, the changed members, and
    the version that the record has afterwards."""

    kind: str
    id: str
    tenant_id: str | None
    action: str
    members: tuple[str, ...] = ()
    version: int | None = None


class LogPosition(NamedTuple):
    """A position in the log: the number and the stamp of a row.

    The stamp tells a restored database from the lost one, because a number can be assigned again after a
    restore.
    """

    n: int
    stamp: str


LogRow = tuple[int, str, str, str]
"""The number, stamp, kind and id of a row. A plain tuple, because one is read for every request."""


class LogRows(NamedTuple):
    """Consecutive rows of the log, and the database's time when they were read."""

    rows: Sequence[LogRow]
    at: Moment


class ChangeFeed(Protocol):
    """Reads the log outside of any transaction, on the primary. Raises Unavailable if it cannot."""

    is_immediate: bool
    """Whether it reads without waiting, so that no two reads can overlap."""

    async def since(self, n: int) -> LogRows:
        """Returns the rows with this number or a larger one, at most ROWS_MAX + 1 of them."""
        ...

    async def last(self) -> LogRows:
        """Returns only the last row."""
        ...

    async def close(self) -> None:
        """Ends the connection."""
        ...


async def write(connection: Connection, entries: Sequence[Change], actor: str, at: Moment) -> None:
    """Logs what this transaction changed. Only COMMIT may follow: other writers wait for it."""
    count, stamp = len(entries), secrets.token_hex(8)
    rows = [
        [
            stamp,
            change.kind,
            str(change.id),
            None if change.tenant_id is None else str(change.tenant_id),
            at,
            str(actor),
            change.action,
            ",".join(change.members),
            change.version,
        ]
        for change in entries
    ]
    if connection.dialect.name == "postgresql":
        # Takes the numbers and inserts the rows in one round trip.
        behind_last = ([count - 1 - position, *row] for position, row in enumerate(rows))
        await connection.execute(_TAKE_NUMBERS_AND_INSERT, {"count": count} | rows_parameter(behind_last))
        return
    last: int = await connection.scalar(_TAKE_NUMBERS, {"count": count})
    numbered = ([last - count + 1 + position, *row] for position, row in enumerate(rows))
    await connection.execute_many(_INSERT, [dict(zip(_COLUMNS, row, strict=True)) for row in numbered])


async def prune(connection: Connection, days: int, at: Moment) -> DeletedRows:
    """Deletes some of the rows that are older than this many days, but never the last one, which identifies
    the database."""
    horizon = at - days * 86_400 * MICROSECONDS
    last = select(func.max(changes.c.n)).scalar_subquery()
    return await delete_some(connection, [changes.c.n], and_(changes.c.at < horizon, changes.c.n < last))


async def prune_ends_by_visitors(connection: Connection, before: Moment) -> DeletedRows:
    """Deletes some of the rows about sessions that visitors ended before this time, but never the last row.

    Only the rows of one week are searched; otherwise every run would pass all older rows of the audit log.
    """
    last = select(func.max(changes.c.n)).scalar_subquery()
    of_week = and_(changes.c.at < before, changes.c.at >= before - 7 * 86_400 * MICROSECONDS)
    is_over = and_(of_week, changes.c.action == ENDED_BY_VISITOR, changes.c.n < last)
    return await delete_some(connection, [changes.c.n], is_over)


async def check_is_writable(connection: Connection) -> None:
    """Raises ReadOnly if the server accepts no changes. Only a setting of the session is read."""
    if await connection.scalar(_IS_READ_ONLY) == "on":
        raise ReadOnly("default_transaction_read_only is on")


async def read_single_rows(connection: Connection) -> None:
    """Reads one row of the records and one of the activity, which shows whether both can be read."""
    await connection.execute(_SELECT_SINGLE_ROWS)


async def rewrite_counter(connection: Connection) -> None:
    """Writes the counter's row unchanged, which shows whether changes can be committed."""
    await connection.execute(_REWRITE_COUNTER)


async def rewrite_activity(connection: Connection) -> None:
    """Writes a row of the activity unchanged, for the same reason: with SQLite, it is another file."""
    await connection.execute(_REWRITE_ACTIVITY)


_IS_READ_ONLY = text("SELECT current_setting('transaction_read_only')")
_SELECT_SINGLE_ROWS = select(counter.c.n, select(event_counting.c.counted_until).scalar_subquery())
_REWRITE_COUNTER = update(counter).where(counter.c.id == 1).values(n=counter.c.n)
_REWRITE_ACTIVITY = update(event_counting).values(counted_until=event_counting.c.counted_until)
_COLUMNS = changes.columns.keys()
_INSERT = insert(changes)
_TAKE_NUMBERS = (
    update(counter)
    .where(counter.c.id == 1)
    .values(n=counter.c.n + bindparam("count", type_=BigInteger))
    .returning(counter.c.n)
)


def _take_numbers_and_insert() -> Executable:
    taken = _TAKE_NUMBERS.cte("taken")
    rows, (behind_last, *cells) = rows_from_json("postgresql", len(_COLUMNS))
    types = [column.type for column in changes.columns][1:]
    values = [cast(cell, type_) for cell, type_ in zip(cells, types, strict=True)]
    numbered = select(taken.c.n - cast(behind_last, BigInteger), *values).select_from(
        taken.join(rows, true())
    )
    return insert(changes).from_select(_COLUMNS, numbered)


_TAKE_NUMBERS_AND_INSERT = _take_numbers_and_insert()
