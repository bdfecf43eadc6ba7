"""The freshness check and loads: one test for each way in which a cached record could be out of date."""

import asyncio

import pytest

from freshness.scripted import ScriptedDatabase
from held_calls import let_tasks_run
from seatpreview.database.changes import ROWS_MAX
from seatpreview.freshness.freshness_check import FreshnessCheck
from seatpreview.freshness.record_cache import RecordCache
from seatpreview.problems import Unavailable

pytestmark = pytest.mark.anyio


class Worker:
    """A worker's caches of keys and tenants, with a scripted database."""

    def __init__(self, database: ScriptedDatabase) -> None:
        self.database = database
        self.keys = database.new_cache("key")
        self.tenants = database.new_cache("tenant")
        self.freshness = FreshnessCheck(database, (self.keys, self.tenants))

    async def request(self, name: str, cache: RecordCache[str] | None = None) -> str | None:
        """Looks a record up as a request does: first the freshness check, then the load."""
        await self.freshness.check_and_get_time()
        return await self.look_up(name, cache)

    async def look_up(self, name: str, cache: RecordCache[str] | None = None) -> str | None:
        return await self.freshness.load(cache or self.keys, name)

    async def has_cached(self, name: str) -> bool:
        """Whether a request for this name needs no load."""
        before = self.database.loads[name]
        await self.request(name)
        return self.database.loads[name] == before


@pytest.fixture
def database() -> ScriptedDatabase:
    return ScriptedDatabase()


@pytest.fixture
def worker(database: ScriptedDatabase) -> Worker:
    return Worker(database)


async def test_a_record_is_loaded_once_while_it_does_not_change(
    database: ScriptedDatabase, worker: Worker
) -> None:
    database.change("key_1", "first", "hash:1")
    assert [await worker.request("hash:1") for _ in range(3)] == ["first"] * 3
    assert database.loads["hash:1"] == 1


async def test_a_change_counts_from_the_next_request_on(database: ScriptedDatabase, worker: Worker) -> None:
    database.change("key_1", "active", "hash:1")
    await worker.request("hash:1")
    database.change("key_1", "revoked", "hash:1")
    assert await worker.request("hash:1") == "revoked"


async def test_a_change_counts_under_every_name(database: ScriptedDatabase, worker: Worker) -> None:
    """The danger: a key revoked is refused by its secret, and accepted by its keyId or its origin."""
    names = ["key_1", "hash:1", "origin:1"]
    database.change("key_1", "active", *names)
    for name in names:
        await worker.request(name)
    database.change("key_1", "revoked", *names)
    assert [await worker.request(name) for name in names] == ["revoked"] * 3


async def test_a_change_leaves_other_records_cached(database: ScriptedDatabase, worker: Worker) -> None:
    database.change("key_1", "one", "hash:1")
    database.change("key_2", "two", "hash:2")
    await worker.request("hash:1")
    database.change("key_2", "two again", "hash:2")
    assert await worker.has_cached("hash:1")


async def test_several_changes_between_two_requests_all_count(
    database: ScriptedDatabase, worker: Worker
) -> None:
    for number in range(5):
        database.change(f"key_{number}", "active", f"hash:{number}")
        await worker.request(f"hash:{number}")
    for number in range(5):
        database.change(f"key_{number}", "revoked", f"hash:{number}")
    assert [await worker.request(f"hash:{number}") for number in range(5)] == ["revoked"] * 5


async def test_a_change_of_a_kind_without_a_cache_evicts_nothing(
    database: ScriptedDatabase, worker: Worker
) -> None:
    database.change("key_1", "active", "hash:1")
    await worker.request("hash:1")
    database.change("ven_1", "venue", kind="venue")
    assert await worker.has_cached("hash:1")
    database.change("key_1", "revoked", "hash:1")
    assert await worker.request("hash:1") == "revoked"


async def test_a_load_overtaken_by_a_change_serves_its_own_request_and_is_not_cached(
    database: ScriptedDatabase, worker: Worker
) -> None:
    """The danger: the load returns after the check that evicted its record, and puts the old one back."""
    database.change("key_1", "active", "hash:1")
    load = database.hold_load()
    overtaken = asyncio.create_task(worker.request("hash:1"))
    await load.until_it_has_read()
    database.change("key_1", "revoked", "hash:1")
    await worker.freshness.check_and_get_time()
    load.release()
    assert await overtaken == "active", "its request came before the change"
    assert await worker.request("hash:1") == "revoked"


async def test_a_load_overtaken_by_a_change_that_no_check_saw_is_evicted_by_the_next_check(
    database: ScriptedDatabase, worker: Worker
) -> None:
    """As above, but the load returns before any check has seen the change."""
    database.change("key_1", "active", "hash:1")
    load = database.hold_load()
    overtaken = asyncio.create_task(worker.request("hash:1"))
    await load.until_it_has_read()
    database.change("key_1", "revoked", "hash:1")
    load.release()
    assert await overtaken == "active"
    assert await worker.request("hash:1") == "revoked"


async def test_a_missing_name_overtaken_by_a_creation_is_not_cached(
    database: ScriptedDatabase, worker: Worker
) -> None:
    """The danger: a key that was tried too early stays unknown."""
    load = database.hold_load()
    too_early = asyncio.create_task(worker.request("hash:1"))
    await load.until_it_has_read()
    database.change("key_1", "active", "hash:1")
    await worker.freshness.check_and_get_time()
    load.release()
    assert await too_early is None
    assert await worker.request("hash:1") == "active"


async def test_a_load_older_than_what_was_seen_is_not_cached(
    database: ScriptedDatabase, worker: Worker
) -> None:
    """The danger: a load that reads older data than the check (a replica, a snapshot) is cached as fresh."""
    database.change("key_1", "active", "hash:1")
    database.counter_lag = 1
    assert await worker.request("hash:1") == "active"
    assert not await worker.has_cached("hash:1")
    database.counter_lag = 0
    assert not await worker.has_cached("hash:1")
    assert await worker.has_cached("hash:1")


async def test_a_load_newer_than_what_was_seen_is_not_cached(
    database: ScriptedDatabase, worker: Worker
) -> None:
    """The danger: the change that it read is lost (a fail-over), and the log goes on from what was seen."""
    database.change("key_1", "first", "hash:1")
    await worker.freshness.check_and_get_time()
    database.change("key_1", "second, lost later", "hash:1")
    assert await worker.freshness.load(worker.keys, "hash:1") == "second, lost later"
    database.change("key_1", "first", "hash:1")
    database.restore_to(2)
    assert await worker.request("hash:1") == "first"


async def test_a_load_of_a_name_that_passes_to_another_record_leaves_no_trace(
    database: ScriptedDatabase, worker: Worker
) -> None:
    """The danger: the late load puts an origin's former key back, or serves who asks after the change."""
    database.change("key_1", "former holder", "origin:1")
    late = database.hold_load()
    first = asyncio.create_task(worker.request("origin:1"))
    await late.until_it_has_read()
    database.change("key_1", "holds nothing")
    database.change("key_2", "holder now", "origin:1")
    second = asyncio.create_task(worker.request("origin:1"))
    await let_tasks_run()
    late.release()
    assert await first == "former holder"
    assert await second == "holder now"
    assert [await worker.request("origin:1") for _ in range(2)] == ["holder now"] * 2


async def test_a_missing_name_is_cached_until_something_of_its_kind_changes(
    database: ScriptedDatabase, worker: Worker
) -> None:
    assert await worker.request("hash:1") is None
    assert await worker.has_cached("hash:1")
    database.change("ten_1", "tenant", kind="tenant")
    assert await worker.has_cached("hash:1"), "a tenant is no key"
    database.change("key_2", "another", "hash:2")
    assert not await worker.has_cached("hash:1")


async def test_a_record_created_after_its_name_was_cached_as_missing_is_found_at_once(
    database: ScriptedDatabase, worker: Worker
) -> None:
    assert await worker.request("hash:1") is None
    database.change("key_1", "active", "hash:1")
    assert await worker.request("hash:1") == "active"


async def test_another_stamp_under_the_number_last_seen_evicts_everything(
    database: ScriptedDatabase, worker: Worker
) -> None:
    """The danger: a restored database has come to the same number by other changes."""
    database.change("key_1", "before", "hash:1")
    database.change("ten_1", "tenant before", kind="tenant")
    await worker.request("hash:1")
    await worker.request("ten_1", worker.tenants)
    database.change("key_1", "after", "hash:1")
    database.change("ten_1", "tenant after", kind="tenant")
    database.restore_to(3)
    database.replace_last_stamp()
    assert await worker.request("hash:1") == "after"
    assert await worker.request("ten_1", worker.tenants) == "tenant after"


async def test_a_log_that_ends_before_what_was_seen_evicts_everything(
    database: ScriptedDatabase, worker: Worker
) -> None:
    """The danger: a database restored from a backup has not yet come to the number last seen."""
    database.change("key_1", "before", "hash:1")
    database.change("key_2", "later", "hash:2")
    await worker.request("hash:1")
    database.change("key_1", "after", "hash:1")
    database.restore_to(2)
    assert await worker.request("hash:1") == "after"
    assert await worker.has_cached("hash:1"), "from here it goes on as before"


async def test_a_load_from_before_a_restore_is_not_cached(database: ScriptedDatabase, worker: Worker) -> None:
    """Its number says nothing any more: the restored database counts from elsewhere."""
    database.change("key_1", "before", "hash:1")
    load = database.hold_load()
    overtaken = asyncio.create_task(worker.request("hash:1"))
    await load.until_it_has_read()
    database.change("key_1", "after", "hash:1")
    database.restore_to(2)
    database.replace_last_stamp()
    await worker.freshness.check_and_get_time()
    load.release()
    assert await overtaken == "before"
    assert await worker.request("hash:1") == "after"


async def test_a_load_whose_number_went_to_another_change_is_not_cached(
    database: ScriptedDatabase, worker: Worker
) -> None:
    """The danger: a fail-over loses a change that a load has read, and the next change gets its number."""
    database.change("key_1", "kept", "hash:1")
    await worker.freshness.check_and_get_time()
    database.change("key_1", "lost", "hash:1")
    load = database.hold_load()
    overtaken = asyncio.create_task(worker.look_up("hash:1"))
    await load.until_it_has_read()
    database.change("key_1", "kept", "hash:1")
    database.restore_to(2)
    database.change("key_2", "another", "hash:2")
    await worker.freshness.check_and_get_time()
    load.release()
    await overtaken
    assert await worker.request("hash:1") == "kept"


async def test_pruning_the_row_last_seen_evicts_everything(
    database: ScriptedDatabase, worker: Worker
) -> None:
    database.change("key_1", "active", "hash:1")
    await worker.request("hash:1")
    database.change("key_1", "revoked", "hash:1")
    database.change("key_2", "another", "hash:2")
    database.rows = database.rows[-1:]
    assert await worker.request("hash:1") == "revoked"


@pytest.mark.parametrize(("changes", "stays"), [(ROWS_MAX - 1, True), (ROWS_MAX, False)])
async def test_a_worker_that_is_too_far_behind_evicts_everything(
    database: ScriptedDatabase, worker: Worker, changes: int, stays: bool
) -> None:
    database.change("key_1", "active", "hash:1")
    await worker.request("hash:1")
    for _ in range(changes):
        database.change("key_2", "another", "hash:2")
    assert await worker.has_cached("hash:1") == stays


@pytest.mark.parametrize("more", [0, 1, 2, 500])
async def test_a_change_beyond_the_most_rows_of_one_read_is_not_missed(
    database: ScriptedDatabase, worker: Worker, more: int
) -> None:
    """The danger: the rows are cut off, and the worker goes on as if it had seen the rest."""
    database.change("key_1", "active", "hash:1")
    await worker.request("hash:1")
    for _ in range(ROWS_MAX - 1 + more):
        database.change("key_2", "another", "hash:2")
    database.change("key_1", "revoked", "hash:1")
    assert await worker.request("hash:1") == "revoked"
    assert await worker.has_cached("hash:1")


async def test_an_empty_log_is_unavailable_until_it_is_there(
    database: ScriptedDatabase, worker: Worker
) -> None:
    """The danger: a database without a log is taken for one without changes."""
    database.change("key_1", "before", "hash:1")
    await worker.request("hash:1")
    rows, database.rows = database.rows, []
    with pytest.raises(Unavailable):
        await worker.request("hash:1")
    database.rows = rows
    database.change("key_1", "after", "hash:1")
    assert await worker.request("hash:1") == "after"


async def test_without_a_freshness_check_nothing_is_answered_from_the_cache(
    database: ScriptedDatabase, worker: Worker
) -> None:
    database.change("key_1", "active", "hash:1")
    await worker.request("hash:1")
    database.is_unavailable = True
    with pytest.raises(Unavailable):
        await worker.request("hash:1")


async def test_a_change_made_while_the_database_was_unavailable_counts_when_it_is_back(
    database: ScriptedDatabase, worker: Worker
) -> None:
    database.change("key_1", "active", "hash:1")
    await worker.request("hash:1")
    database.is_unavailable = True
    with pytest.raises(Unavailable):
        await worker.request("hash:1")
    database.change("key_1", "revoked", "hash:1")
    database.is_unavailable = False
    assert await worker.request("hash:1") == "revoked"


async def test_the_check_of_a_request_begins_after_the_request_arrived(
    database: ScriptedDatabase, worker: Worker
) -> None:
    """The danger: a request shares a check in flight, which read the log before the change."""
    database.change("key_1", "active", "hash:1")
    await worker.request("hash:1")
    log_read = database.hold_read()
    before = asyncio.create_task(worker.request("hash:1"))
    await log_read.until_it_has_read()
    database.change("key_1", "revoked", "hash:1")
    after = asyncio.create_task(worker.request("hash:1"))
    log_read.release()
    assert await after == "revoked"
    await before


async def test_no_more_is_cached_than_the_setting_allows(database: ScriptedDatabase) -> None:
    cache = database.new_cache(records_max=10)
    freshness = FreshnessCheck(database, (cache,))
    for number in range(30):
        database.change(f"key_{number}", "active", f"hash:{number}")
    await freshness.check_and_get_time()
    for number in range(30):
        assert await freshness.load(cache, f"hash:{number}") == "active"
        assert len(cache) <= 10
