"""Counts, per day, requests that used a key without its secret. They come from pages that name the keyId or
are recognized by their origin. Rotating or revoking the key breaks these pages."""

from collections.abc import Mapping

from sqlalchemy import BigInteger, Text, bindparam, select

from seatpreview.database.bounded_deletion import DeletedRows, delete_some
from seatpreview.database.connection import Connection
from seatpreview.database.tables import uses_without_secret
from seatpreview.database.unique_names import insert_on_conflict
from seatpreview.keys.model import UsesOfDay
from seatpreview.values.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.values.ids import KeyId

KEPT_DAYS = 90
SHOWN_DAYS = 14
"""The number of days, including today, whose counts a response has."""

_DAY = 86_400 * MICROSECONDS
_COLUMNS = uses_without_secret.c
_NEWEST = (
    select(_COLUMNS.day, _COLUMNS.requests)
    .where(
        _COLUMNS.key_id == bindparam("wanted_key", type_=Text),
        _COLUMNS.day > bindparam("before_day", type_=Text),
    )
    .order_by(_COLUMNS.day.desc())
    .limit(bindparam("count", type_=BigInteger))
)


def utc_day(at: Moment) -> str:
    """Returns the day of a moment in UTC, as it is stored: `2026-11-17`."""
    return datetime_of(at).date().isoformat()


async def add(connection: Connection, counts: Mapping[tuple[str, str], int]) -> None:
    """Adds requests, by keyId and day, to those that other workers have counted. Rows are always written in
    the same order, so that workers cannot deadlock."""
    rows = [
        {"key_id": key_id, "day": day, "requests": requests}
        for (key_id, day), requests in sorted(counts.items())
    ]
    statement = insert_on_conflict(uses_without_secret, connection.dialect.name)
    total = _COLUMNS.requests + statement.excluded.requests
    await connection.execute_many(
        statement.on_conflict_do_update(index_elements=["key_id", "day"], set_={"requests": total}), rows
    )


async def newest(connection: Connection, key_id: KeyId, at: Moment) -> tuple[UsesOfDay, ...]:
    """Returns the counts of the latest days that have any, newest first."""
    wanted = {
        "wanted_key": str(key_id),
        "before_day": utc_day(Moment(at - SHOWN_DAYS * _DAY)),
        "count": SHOWN_DAYS,
    }
    rows = await connection.execute(_NEWEST, wanted)
    return tuple(UsesOfDay(day=row.day, requests=row.requests) for row in rows)


async def prune(connection: Connection, at: Moment) -> DeletedRows:
    """Deletes some of the counts of days long past."""
    is_old = _COLUMNS.day < utc_day(Moment(at - KEPT_DAYS * _DAY))
    return await delete_some(connection, [_COLUMNS.key_id, _COLUMNS.day], is_old)
