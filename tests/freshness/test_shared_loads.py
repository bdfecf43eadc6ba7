"""Requests that need the same record share a load, and never one that may be older than their check."""

import asyncio
import gc
from typing import Any

import pytest

from freshness.scripted import ScriptedDatabase
from held_calls import let_tasks_run
from seatpreview.freshness.freshness_check import FreshnessCheck
from seatpreview.problems import Unavailable

pytestmark = pytest.mark.anyio

HERD = 50


class Herd:
    """Requests to one worker, each in a task of its own."""

    def __init__(self) -> None:
        self.database = ScriptedDatabase()
        self.keys = self.database.new_cache("key")
        self.freshness = FreshnessCheck(self.database, (self.keys,))

    async def start(self, count: int, name: str = "hash:1") -> list[asyncio.Task[str | None]]:
        """Starts requests, which make their check and then wait for the record."""
        requests = [asyncio.create_task(self._request(name)) for _ in range(count)]
        await let_tasks_run()
        return requests

    async def _request(self, name: str) -> str | None:
        await self.freshness.check_and_get_time()
        return await self.freshness.load(self.keys, name)


@pytest.fixture
def herd() -> Herd:
    return Herd()


async def test_a_herd_causes_one_load(herd: Herd) -> None:
    herd.database.change("key_1", "active", "hash:1")
    load = herd.database.hold_load()
    first = await herd.start(HERD)
    later = await herd.start(HERD)
    load.release()
    assert await asyncio.gather(*first, *later) == ["active"] * 2 * HERD
    assert herd.database.loads["hash:1"] == 1


async def test_a_herd_for_a_missing_name_causes_one_load(herd: Herd) -> None:
    load = herd.database.hold_load()
    first, later = await herd.start(HERD), await herd.start(HERD)
    load.release()
    assert await asyncio.gather(*first, *later) == [None] * 2 * HERD
    assert herd.database.loads["hash:1"] == 1


async def test_two_records_are_loaded_side_by_side(herd: Herd) -> None:
    herd.database.change("key_1", "one", "hash:1")
    herd.database.change("key_2", "two", "hash:2")
    held = herd.database.hold_load()
    ones, twos = await herd.start(HERD, "hash:1"), await herd.start(HERD, "hash:2")
    assert await asyncio.gather(*twos) == ["two"] * HERD, "they do not wait for the other record"
    held.release()
    assert await asyncio.gather(*ones) == ["one"] * HERD
    assert (herd.database.loads["hash:1"], herd.database.loads["hash:2"]) == (1, 1)


async def test_requests_after_a_change_never_get_the_load_that_read_before_it(herd: Herd) -> None:
    """The danger: a revoke was answered, and a request that came later joins a load that had read before."""
    herd.database.change("key_1", "active", "hash:1")
    load = herd.database.hold_load()
    before = await herd.start(HERD)
    await load.until_it_has_read()
    herd.database.change("key_1", "revoked", "hash:1")
    after = await herd.start(HERD)
    load.release()
    assert set(await asyncio.gather(*before)) <= {"active", "revoked"}
    assert await asyncio.gather(*after) == ["revoked"] * HERD
    assert herd.database.loads["hash:1"] == 2, "those that came after the change share the next load"


async def test_requests_after_a_creation_never_get_the_load_that_found_nothing(herd: Herd) -> None:
    load = herd.database.hold_load()
    before = await herd.start(HERD)
    await load.until_it_has_read()
    herd.database.change("key_1", "active", "hash:1")
    after = await herd.start(HERD)
    load.release()
    assert set(await asyncio.gather(*before)) <= {None, "active"}
    assert await asyncio.gather(*after) == ["active"] * HERD
    assert herd.database.loads["hash:1"] == 2


async def test_a_request_that_asks_before_any_check_saw_the_change_waits_for_two_loads_at_most(
    herd: Herd,
) -> None:
    """Changes of the record without end, one during each load: everybody is answered all the same."""
    requests: list[asyncio.Task[str | None]] = []
    for number in range(10):
        herd.database.change("key_1", f"version {number}", "hash:1")
        load = herd.database.hold_load()
        wave = await herd.start(5)
        await load.until_it_has_read()
        requests += wave
        herd.database.change("key_1", f"version {number} and a half", "hash:1")
        await herd.freshness.check_and_get_time()
        load.release()
        await let_tasks_run()
        assert all(request.done() for request in requests[:-5])
    assert herd.database.loads["hash:1"] <= 20


async def test_a_change_of_another_record_does_not_keep_a_loaded_one_out_of_the_cache(herd: Herd) -> None:
    """Attack: a tenant that changes its own key all the time makes everybody load all records again."""
    herd.database.change("key_1", "active", "hash:1")
    load = herd.database.hold_load()
    before = await herd.start(HERD)
    await load.until_it_has_read()
    herd.database.change("key_2", "another", "hash:2")
    after = await herd.start(HERD)
    load.release()
    assert await asyncio.gather(*before, *after) == ["active"] * 2 * HERD
    assert await asyncio.gather(*await herd.start(1)) == ["active"]
    assert herd.database.loads["hash:1"] == 1


async def test_a_failure_reaches_all_who_share_the_load_and_is_not_kept(herd: Herd) -> None:
    herd.database.change("key_1", "active", "hash:1")
    load = herd.database.hold_load()
    sharing = await herd.start(HERD)
    load.fail(Unavailable("The database did not answer."))
    outcomes = await asyncio.gather(*sharing, return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {Unavailable}
    assert await asyncio.gather(*await herd.start(1)) == ["active"]


async def test_requests_that_are_cancelled_leave_the_others_alone(herd: Herd) -> None:
    """The danger: the client that came first hangs up, and ends the load of everybody."""
    herd.database.change("key_1", "active", "hash:1")
    load = herd.database.hold_load()
    first, *others = await herd.start(HERD)
    first.cancel()
    await let_tasks_run()
    load.release()
    assert await asyncio.gather(*others) == ["active"] * (HERD - 1)
    assert first.cancelled()
    assert herd.database.loads["hash:1"] == 1


async def test_a_load_whose_requests_were_all_cancelled_is_still_cached(herd: Herd) -> None:
    herd.database.change("key_1", "active", "hash:1")
    load = herd.database.hold_load()
    for request in await herd.start(HERD):
        request.cancel()
    load.release()
    await let_tasks_run()
    assert await asyncio.gather(*await herd.start(1)) == ["active"]
    assert herd.database.loads["hash:1"] == 1


async def test_a_failure_whose_requests_were_all_cancelled_is_not_reported_as_unhandled(herd: Herd) -> None:
    gc.collect()  # What earlier tests have left on this loop is not reported here.
    loop, unhandled = asyncio.get_running_loop(), list[dict[str, Any]]()
    handler = loop.get_exception_handler()
    loop.set_exception_handler(lambda _loop, context: unhandled.append(context))
    load = herd.database.hold_load()
    for request in await herd.start(2):
        request.cancel()
    load.fail(Unavailable("The database did not answer."))
    await let_tasks_run()
    gc.collect()
    loop.set_exception_handler(handler)
    assert unhandled == []
