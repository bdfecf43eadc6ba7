"""When a key was last used: to the minute, collected in memory and written in batches."""

from typing import Any

from seatpreview.clock import MICROSECONDS, Moment
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import key_usage
from seatpreview.database.unique_names import insert_on_conflict

_MINUTE = 60 * MICROSECONDS


class Usage:
    """Collects times of use. Those not yet written are lost if the process is killed, which is acceptable:
    lastUsedAt is a hint, not a record."""

    def __init__(self) -> None:
        self._unwritten: dict[str, int] = {}

    def record_use(self, key_id: str, at: Moment) -> None:
        """Remembers the time until the next write."""
        self._unwritten[key_id] = at

    async def write(self, database: Database) -> None:
        """Writes the collected times. A time that another worker wrote is only replaced by a later one."""
        if not self._unwritten:
            return
        unwritten, self._unwritten = self._unwritten, {}
        rows = [
            {"key_id": str(key_id), "last_used_at": at - at % _MINUTE}
            for key_id, at in sorted(unwritten.items())
        ]
        await database.write_activity(_write, rows)


async def _write(connection: Connection, rows: list[dict[str, Any]]) -> None:
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
