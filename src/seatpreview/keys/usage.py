"""When a key was last used: to the minute, gathered in memory and written in batches."""

from seatpreview.clock import MICROSECONDS, Moment
from seatpreview.database.engines import Database
from seatpreview.database.tables import key_usage
from seatpreview.database.unique_names import insert_on_conflict

_MINUTE = 60 * MICROSECONDS


class Usage:
    """What is not written yet when a process is killed is lost: lastUsedAt is a hint, not a record."""

    def __init__(self) -> None:
        self._noted: dict[str, int] = {}

    def note(self, key_id: str, at: Moment) -> None:
        self._noted[key_id] = at

    async def write(self, database: Database) -> None:
        if not self._noted:
            return
        noted, self._noted = self._noted, {}
        rows = [
            {"key_id": str(key_id), "last_used_at": at - at % _MINUTE} for key_id, at in sorted(noted.items())
        ]
        async with database.write_activity() as connection:
            statement = insert_on_conflict(key_usage, connection.dialect.name)
            newer = statement.excluded.last_used_at
            await connection.execute(
                statement.on_conflict_do_update(
                    index_elements=["key_id"],
                    set_={"last_used_at": newer},
                    where=key_usage.c.last_used_at < newer,
                ),
                rows,
            )
