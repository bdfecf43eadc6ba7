"""Pruning of the log: old rows are deleted, but never the last, by which a worker identifies the database."""

import pytest

from database.opened import log, note_change
from seatpreview.database import bounded_deletion, changes
from seatpreview.database.engines import Database, Transaction
from seatpreview.freshness.freshness_check import FreshnessCheck
from seatpreview.values.clock import MICROSECONDS, Clock, Moment

pytestmark = pytest.mark.anyio

DAY = 86_400 * MICROSECONDS
NOW = Moment(Clock().now() + 1000 * DAY)
"""A time so far ahead that the row which the migration wrote is old, too."""


async def change(database: Database, id: str, days_ago: float) -> None:
    at = Moment(round(NOW - days_ago * DAY))
    await database.write("operator", at, note_change, "venue", id, None, "updated")


async def prune(database: Database) -> None:
    await database.write("operator", NOW, lambda transaction: changes.prune(transaction.connection, 400, NOW))


async def numbers(database: Database) -> list[int]:
    return [row[0] for row in (await database.feed.since(0)).rows]


async def test_old_rows_are_deleted_and_young_rows_stay(database: Database) -> None:
    await change(database, "old", days_ago=401)
    await change(database, "just young enough", days_ago=400)
    await change(database, "young", days_ago=1)
    await prune(database)
    assert await numbers(database) == [3, 4]


async def test_the_last_row_stays_however_old_it_is(database: Database) -> None:
    await change(database, "older", days_ago=800)
    await change(database, "old", days_ago=700)
    await prune(database)
    assert await numbers(database) == [3]


async def test_the_first_row_stays_while_it_is_the_only_one(database: Database) -> None:
    await prune(database)
    assert await numbers(database) == [1]


async def test_pruning_takes_no_number_and_the_numbers_go_on(database: Database) -> None:
    await change(database, "old", days_ago=700)
    await prune(database)
    await change(database, "new", days_ago=0)
    assert await numbers(database) == [2, 3]
    assert await log(database) == [(3, "new")]


async def test_a_worker_goes_on_after_its_row_is_gone(database: Database) -> None:
    freshness = FreshnessCheck(database.feed, ())
    before = await freshness.check_and_get_time()
    await change(database, "old", days_ago=700)
    await prune(database)
    assert await freshness.check_and_get_time() >= before


async def test_much_that_is_due_is_deleted_in_bounded_steps(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The danger: after a pause, one transaction deletes a million rows, and all writers wait for it."""
    monkeypatch.setattr(bounded_deletion, "DELETED_ROWS_MAX", 4)
    for number in range(9):
        await change(database, f"old {number}", days_ago=401)
    await change(database, "new", days_ago=1)

    async def step(transaction: Transaction) -> bounded_deletion.DeletedRows:
        return await changes.prune(transaction.connection, 400, NOW)

    steps = [await database.write("operator", NOW, step) for _ in range(4)]
    assert steps == [(4, 6), (4, 2), (2, 0), (0, 0)], "with the row of the migration"
    assert await log(database) == []
    assert await numbers(database) == [11]
