"""Requests without a key's secret are counted by day, over all workers, and forgotten after some months."""

from collections.abc import AsyncIterator, Callable

import pytest

from database.opened import opened
from seatpreview.database.engines import Database
from seatpreview.keys.deletion import _delete_usage
from seatpreview.keys.usage import Usage, newest_uses, prune_uses
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import KeyId

pytestmark = pytest.mark.anyio

DAY = 86_400 * MICROSECONDS
MIDNIGHT = Moment(20_774 * DAY)
"""The beginning of 2026-11-17."""
KEY, OTHER = KeyId("key_aaaaaaaaaaaa"), KeyId("key_bbbbbbbbbbbb")


@pytest.fixture
async def database(new_settings: Callable[..., Settings]) -> AsyncIterator[Database]:
    async with opened(new_settings()) as database:
        yield database


async def shown(database: Database, key_id: KeyId, at: Moment) -> list[tuple[str, int]]:
    uses = await database.read(newest_uses, key_id, at)
    return [(each.day, each.requests) for each in uses]


async def count(database: Database, key_id: KeyId, *times: int) -> None:
    usage = Usage()
    for time in times:
        usage.count_use_without_secret(key_id, Moment(time))
    await usage.write(database)


async def test_counts_of_several_workers_are_added_and_a_day_begins_at_midnight_in_utc(
    database: Database,
) -> None:
    await count(database, KEY, MIDNIGHT - 1, MIDNIGHT, MIDNIGHT + DAY - 1)
    await count(database, KEY, MIDNIGHT + 5)
    await count(database, OTHER, MIDNIGHT)
    assert await shown(database, KEY, MIDNIGHT) == [("2026-11-17", 3), ("2026-11-16", 1)]
    assert await shown(database, OTHER, MIDNIGHT) == [("2026-11-17", 1)]
    assert await shown(database, KeyId("key_cccccccccccc"), MIDNIGHT) == []


async def test_a_write_empties_what_was_collected(database: Database) -> None:
    usage = Usage()
    usage.record_use(KEY, MIDNIGHT)
    usage.count_use_without_secret(KEY, MIDNIGHT)
    for _ in range(2):
        await usage.write(database)
    assert await shown(database, KEY, MIDNIGHT) == [("2026-11-17", 1)]


async def test_an_answer_has_fourteen_days_with_today(database: Database) -> None:
    await count(database, KEY, *(MIDNIGHT - day * DAY for day in range(20)))
    days = [day for day, _ in await shown(database, KEY, MIDNIGHT)]
    assert (days[0], days[-1], len(days)) == ("2026-11-17", "2026-11-04", 14)


async def test_counts_are_deleted_after_ninety_days_and_with_their_key(database: Database) -> None:
    await count(database, KEY, MIDNIGHT, MIDNIGHT - 1)
    await count(database, OTHER, MIDNIGHT)
    kept, over = Moment(MIDNIGHT + 90 * DAY - 1), Moment(MIDNIGHT + 90 * DAY)
    assert await database.write_activity(prune_uses, kept) == (0, 0)
    assert await database.write_activity(prune_uses, over) == (1, 0)
    assert await shown(database, KEY, MIDNIGHT) == [("2026-11-17", 1)]
    await database.write_activity(_delete_usage, [KEY])
    assert await shown(database, KEY, MIDNIGHT) == []
    assert await shown(database, OTHER, MIDNIGHT) == [("2026-11-17", 1)]
