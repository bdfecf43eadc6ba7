"""Records when a key was last used, to the minute, and how often per day without its secret. Both are
collected in memory and written in batches."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import BigInteger, Text, bindparam, select

from seatpreview.database.bounded_deletion import DeletedRows, delete_some
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import key_usage, uses_without_secret
from seatpreview.database.unique_names import insert_on_conflict
from seatpreview.keys.model import UsesOfDay
from seatpreview.values.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.values.ids import KeyId

_MINUTE = 60 * MICROSECONDS
_DAY = 86_400 * MICROSECONDS
USES_KEPT_DAYS = 90
USES_SHOWN_DAYS = 14
"""The number of days, including today, whose counts a response has."""
_USES_COLUMNS = uses_without_secret.c
_NEWEST_USES = (
    select(_USES_COLUMNS.day, _USES_COLUMNS.requests)
    .where(
        _USES_COLUMNS.key_id == bindparam("wanted_key", type_=Text),
        _USES_COLUMNS.day > bindparam("before_day", type_=Text),
    )
    .order_by(_USES_COLUMNS.day.desc())
    .limit(bindparam("count", type_=BigInteger))
)


_SIGNING = "signing:"
"""A signing secret is kept among the keys, by its id, which every signature has in clear."""


class Usage:
    """Collects times and counts of use. Unwritten ones are lost if the process is killed, which is
    acceptable: they are hints, not records."""

    def __init__(self) -> None:
        self._unwritten: dict[str, int] = {}
        self._without_secret: dict[tuple[str, int], int] = {}

    def record_use(self, key_id: str, at: Moment) -> None:
        """Remembers the time until the next write."""
        self._unwritten[key_id] = at

    def record_signing(self, secret_id: bytes, at: Moment) -> None:
        """Remembers that the service signs with this secret."""
        self.record_use(_SIGNING + secret_id.hex(), at)

    def count_use_without_secret(self, key_id: str, at: Moment) -> None:
        """Counts a request of a page, which named the key or was recognized by its origin."""
        key_and_day = (key_id, at // _DAY)
        self._without_secret[key_and_day] = self._without_secret.get(key_and_day, 0) + 1

    async def write(self, database: Database) -> None:
        """Writes everything collected. Only a later time replaces the time that another worker wrote, and
        counts are added to those of other workers."""
        if not self._unwritten and not self._without_secret:
            return
        unwritten, self._unwritten = self._unwritten, {}
        without_secret, self._without_secret = self._without_secret, {}
        rows = [
            {"key_id": str(key_id), "last_used_at": at - at % _MINUTE}
            for key_id, at in sorted(unwritten.items())
        ]
        counts = {
            (str(key_id), utc_day(Moment(day * _DAY))): requests
            for (key_id, day), requests in without_secret.items()
        }
        await database.write_activity(_write, rows, counts)


async def _write(
    connection: Connection, rows: list[dict[str, Any]], counts: Mapping[tuple[str, str], int]
) -> None:
    if counts:
        await add_uses(connection, counts)
    if not rows:
        return
    statement = insert_on_conflict(key_usage, connection.dialect.name)
    newer = statement.excluded.last_used_at
    await connection.execute_many(
        statement.on_conflict_do_update(
            index_elements=["key_id"],
            set_={"last_used_at": newer},
            where=key_usage.c.last_used_at < newer,
        ),
        rows,
    )


async def signing_secrets_since(connection: Connection, since: Moment) -> list[tuple[bytes, Moment]]:
    """Returns the ids of the secrets that the service has signed with since then, each with the last time
    that was noted, the latest first."""
    statement = (
        select(key_usage)
        .where(key_usage.c.key_id.startswith(_SIGNING), key_usage.c.last_used_at >= since)
        .order_by(key_usage.c.last_used_at.desc())
    )
    rows = await connection.execute(statement)
    return [(bytes.fromhex(row.key_id.removeprefix(_SIGNING)), Moment(row.last_used_at)) for row in rows]


# Counts, per day, requests that used a key without its secret. They come from pages that name the keyId or
# are recognized by their origin. Rotating or revoking the key breaks these pages.


def utc_day(at: Moment) -> str:
    """Returns the day of a moment in UTC, as it is stored: `2026-11-17`."""
    return datetime_of(at).date().isoformat()


async def add_uses(connection: Connection, counts: Mapping[tuple[str, str], int]) -> None:
    """Adds requests, by keyId and day, to those that other workers have counted. Rows are always written in
    the same order, so that workers cannot deadlock."""
    rows = [
        {"key_id": key_id, "day": day, "requests": requests}
        for (key_id, day), requests in sorted(counts.items())
    ]
    statement = insert_on_conflict(uses_without_secret, connection.dialect.name)
    total = _USES_COLUMNS.requests + statement.excluded.requests
    await connection.execute_many(
        statement.on_conflict_do_update(index_elements=["key_id", "day"], set_={"requests": total}), rows
    )


async def newest_uses(connection: Connection, key_id: KeyId, at: Moment) -> tuple[UsesOfDay, ...]:
    """Returns the counts of the latest days that have any, newest first."""
    wanted = {
        "wanted_key": str(key_id),
        "before_day": utc_day(Moment(at - USES_SHOWN_DAYS * _DAY)),
        "count": USES_SHOWN_DAYS,
    }
    rows = await connection.execute(_NEWEST_USES, wanted)
    return tuple(UsesOfDay(day=row.day, requests=row.requests) for row in rows)


async def prune_uses(connection: Connection, at: Moment) -> DeletedRows:
    """Deletes some of the counts of days long past."""
    is_old = _USES_COLUMNS.day < utc_day(Moment(at - USES_KEPT_DAYS * _DAY))
    return await delete_some(connection, [_USES_COLUMNS.key_id, _USES_COLUMNS.day], is_old)
