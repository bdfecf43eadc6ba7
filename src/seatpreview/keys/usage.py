"""Records when a key was last used, to the minute, and how often per day without its secret. Both are
collected in memory and written in batches."""

from collections.abc import Mapping
from typing import Any

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import key_usage
from seatpreview.database.unique_names import insert_on_conflict
from seatpreview.keys import uses_without_secret
from seatpreview.values.clock import MICROSECONDS, Moment

_MINUTE = 60 * MICROSECONDS
_DAY = 86_400 * MICROSECONDS


class Usage:
    """Collects times and counts of use. Unwritten ones are lost if the process is killed, which is
    acceptable: they are hints, not records."""

    def __init__(self) -> None:
        self._unwritten: dict[str, int] = {}
        self._without_secret: dict[tuple[str, int], int] = {}

    def record_use(self, key_id: str, at: Moment) -> None:
        """Remembers the time until the next write."""
        self._unwritten[key_id] = at

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
            (str(key_id), uses_without_secret.utc_day(Moment(day * _DAY))): requests
            for (key_id, day), requests in without_secret.items()
        }
        await database.write_activity(_write, rows, counts)


async def _write(
    connection: Connection, rows: list[dict[str, Any]], counts: Mapping[tuple[str, str], int]
) -> None:
    if counts:
        await uses_without_secret.add(connection, counts)
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
