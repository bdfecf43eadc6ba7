"""The change log: what tells every worker that a record changed, and what people audit.

Its rows are the last statements of a transaction. The counter's row lock orders them: a transaction gets its
numbers after the one before it has committed, so that who has seen a number has seen all smaller ones. A
sequence would hand out numbers before the commit, and in another order.
"""

import secrets
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from seatpreview.clock import MICROSECONDS, Moment
from seatpreview.database.tables import changes, counter

ROWS_MAX = 1000
"""Rows that one reading of the log takes in; a worker that is further behind starts afresh."""


class Change(NamedTuple):
    """One record that a transaction changed: what it is, whose, what was done and to which members."""

    kind: str
    id: str
    tenant_id: str | None
    action: str
    members: tuple[str, ...] = ()


class Mark(NamedTuple):
    """A row of the log by its number and stamp. The stamp tells a restored database from the lost one."""

    n: int
    stamp: str


Row = tuple[int, str, str, str]
"""Number, stamp, kind and id: a plain tuple, since one is read for every request."""


class Reading(NamedTuple):
    """Rows from one number on, in order, and the database's time when they were read."""

    rows: Sequence[Row]
    at: Moment


class Feed(Protocol):
    """Reads the log outside of any transaction, on the primary. Raises Unavailable where it cannot."""

    is_immediate: bool
    """Whether it answers within the call, so that no two readings can overlap."""

    async def since(self, n: int) -> Reading:
        """At most ROWS_MAX + 1 rows with this number or a larger one."""
        ...

    async def last(self) -> Reading:
        """The last row alone."""
        ...

    async def close(self) -> None: ...


async def write(connection: AsyncConnection, changed: Sequence[Change], actor: str, at: Moment) -> None:
    """Logs what this transaction changed. Nothing may follow but its COMMIT."""
    count = len(changed)
    last = await connection.scalar(
        update(counter).where(counter.c.id == 1).values(n=counter.c.n + count).returning(counter.c.n)
    )
    stamp = secrets.token_hex(8)
    await connection.execute(
        insert(changes),
        [
            {
                "n": last - count + 1 + position,
                "stamp": stamp,
                "kind": change.kind,
                "id": change.id,
                "tenant_id": change.tenant_id,
                "at": at,
                "actor": actor,
                "action": change.action,
                "members": ",".join(change.members),
            }
            for position, change in enumerate(changed)
        ],
    )


async def prune(connection: AsyncConnection, days: int, at: Moment) -> None:
    """Forgets what is older than so many days, but never the last row."""
    horizon = at - days * 86_400 * MICROSECONDS
    last = select(func.max(changes.c.n)).scalar_subquery()
    await connection.execute(delete(changes).where(changes.c.at < horizon, changes.c.n < last))
