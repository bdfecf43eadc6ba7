"""The change log, by which every worker learns that a record changed, and which people audit.

Its rows are inserted by the last statements of a transaction. The counter's row lock orders them: a
transaction gets its numbers after the previous one has committed, so that a reader who has seen a number has
seen all smaller ones. A sequence would assign numbers before the commit, and in another order.
"""

import secrets
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from seatpreview.clock import MICROSECONDS, Moment
from seatpreview.database.tables import changes, counter

ROWS_MAX = 1000
"""The most rows that a worker reads at once; one that is further behind clears its caches instead."""


class Change(NamedTuple):
    """One record that a transaction changed: its kind, id and tenant, the action, and the changed members."""

    kind: str
    id: str
    tenant_id: str | None
    action: str
    members: tuple[str, ...] = ()


class LogPosition(NamedTuple):
    """A position in the log: the number and the stamp of a row.

    The stamp tells a restored database from the lost one, since a number can be given again after a restore.
    """

    n: int
    stamp: str


LogRow = tuple[int, str, str, str]
"""The number, stamp, kind and id of a row: a plain tuple, since one is read for every request."""


class LogRows(NamedTuple):
    """Consecutive rows of the log, and the database's time when they were read."""

    rows: Sequence[LogRow]
    at: Moment


class ChangeFeed(Protocol):
    """Reads the log outside of any transaction, on the primary. Raises Unavailable where it cannot."""

    is_immediate: bool
    """Whether it reads without waiting, so that no two reads can overlap."""

    async def since(self, n: int) -> LogRows:
        """Returns the rows with this number or a larger one, at most ROWS_MAX + 1 of them."""
        ...

    async def last(self) -> LogRows:
        """Returns the last row alone."""
        ...

    async def close(self) -> None:
        """Ends the connection."""
        ...


async def write(connection: AsyncConnection, entries: Sequence[Change], actor: str, at: Moment) -> None:
    """Logs what this transaction changed. Only COMMIT may follow: other writers wait for it."""
    count = len(entries)
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
            for position, change in enumerate(entries)
        ],
    )


async def prune(connection: AsyncConnection, days: int, at: Moment) -> None:
    """Deletes rows that are older than so many days, but never the last, which identifies the database."""
    horizon = at - days * 86_400 * MICROSECONDS
    last = select(func.max(changes.c.n)).scalar_subquery()
    await connection.execute(delete(changes).where(changes.c.at < horizon, changes.c.n < last))
