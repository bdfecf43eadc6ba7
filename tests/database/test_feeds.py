"""The change feed, the same on both engines."""

from itertools import pairwise

import pytest

from database.opened import commit_tenant
from seatpreview.database.changes import ROWS_MAX
from seatpreview.database.engines import Database, Transaction
from seatpreview.values.clock import Clock

pytestmark = [pytest.mark.anyio, pytest.mark.promise]


async def test_rows_begin_with_the_number_asked_for(database: Database) -> None:
    for number in range(3):
        await commit_tenant(database, f"ten_{number}")
    rows = (await database.feed.since(2)).rows
    assert [(n, kind, id) for n, _, kind, id in rows] == [
        (2, "tenant", "ten_0"),
        (3, "tenant", "ten_1"),
        (4, "tenant", "ten_2"),
    ]


async def test_a_row_is_the_same_whenever_it_is_read(database: Database) -> None:
    await commit_tenant(database, "ten_1")
    [first, second] = (await database.feed.since(0)).rows
    assert (await database.feed.since(2)).rows == [second]
    assert (await database.feed.last()).rows == [second]
    assert second != first


async def test_beyond_the_end_there_is_nothing(database: Database) -> None:
    assert list((await database.feed.since(2)).rows) == []


async def test_the_feed_returns_at_most_one_row_more_than_a_worker_reads_at_once(database: Database) -> None:
    """The additional row tells the worker that there are more."""

    async def change_many(transaction: Transaction) -> None:
        for number in range(ROWS_MAX + 10):
            transaction.changed("venue", f"ven_{number}", None, "updated")

    await database.write("operator", Clock().now(), change_many)
    rows = (await database.feed.since(1)).rows
    assert [row[0] for row in rows] == list(range(1, ROWS_MAX + 2))
    assert (await database.feed.last()).rows[0][0] == ROWS_MAX + 11


async def test_each_read_sees_the_commits_before_it(database: Database) -> None:
    """The danger: a cursor or transaction left open keeps reading an old snapshot."""
    for number in range(20):
        await commit_tenant(database, f"ten_{number}")
        assert (await database.feed.last()).rows[0][3] == f"ten_{number}"


async def test_the_feed_returns_the_time_of_the_read(database: Database) -> None:
    before = Clock().now()
    times = [(await database.feed.since(1)).at, (await database.feed.last()).at]
    assert all(earlier <= later for earlier, later in pairwise([before, *times, Clock().now()]))
