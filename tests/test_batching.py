"""Writes in groups: alone at once, together while one is under way, and a failure only for those it hit."""

import asyncio

import pytest

from seatpreview.batching import Batcher, Batchers

pytestmark = pytest.mark.anyio


class Writes:
    """Groups that are being written: each ends when the test says."""

    def __init__(self) -> None:
        self.groups: list[list[str]] = []
        self._ends: list[asyncio.Future[None]] = []

    async def __call__(self, group: list[str]) -> list[str]:
        end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.groups.append(group)
        self._ends.append(end)
        await end
        return [item.upper() for item in group]

    async def end(self, fault: Exception | None = None) -> None:
        """The one that was begun last."""
        if fault is None:
            self._ends[-1].set_result(None)
        else:
            self._ends[-1].set_exception(fault)
        await turns()


class Room:
    """Those who hand in something to write, each a task."""

    def __init__(self, size_max: int = 100) -> None:
        self.writes = Writes()
        self.batcher = Batcher(self.writes, size_max)

    async def enters(self, *items: str) -> list[asyncio.Task[str]]:
        tasks = [asyncio.create_task(self.batcher.submit(item)) for item in items]
        await turns()
        return tasks


async def turns() -> None:
    """Everybody who can go on does so, until all wait for the test."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_who_comes_alone_is_written_at_once() -> None:
    room = Room()
    [asking] = await room.enters("a")
    assert room.writes.groups == [["a"]]
    await room.writes.end()
    assert await asking == "A"


async def test_who_comes_while_one_is_written_goes_with_the_next_in_the_order_of_arrival() -> None:
    room = Room()
    first = await room.enters("a")
    later = [*await room.enters("b"), *await room.enters("c", "d")]
    assert room.writes.groups == [["a"]], "one is written at a time"
    await room.writes.end()
    assert room.writes.groups == [["a"], ["b", "c", "d"]]
    await room.writes.end()
    assert [await asking for asking in (*first, *later)] == ["A", "B", "C", "D"]


async def test_a_group_is_no_larger_than_it_may_be() -> None:
    room = Room(size_max=2)
    tasks = [*await room.enters("a"), *await room.enters("b", "c", "d")]
    for _ in range(3):
        await room.writes.end()
    assert room.writes.groups == [["a"], ["b", "c"], ["d"]]
    assert [await asking for asking in tasks] == ["A", "B", "C", "D"]


async def test_a_failure_reaches_all_of_its_group_and_nobody_else() -> None:
    room = Room()
    first, hit = await room.enters("a"), await room.enters("b", "c")
    await room.writes.end()
    after = await room.enters("d")
    await room.writes.end(ConnectionError("lost"))
    await room.writes.end()
    outcomes = await asyncio.gather(*first, *hit, *after, return_exceptions=True)
    assert [str(outcome) for outcome in outcomes] == ["A", "lost", "lost", "D"]


async def test_after_a_failure_with_nobody_waiting_the_next_is_written() -> None:
    room = Room()
    [hit] = await room.enters("a")
    await room.writes.end(ConnectionError("lost"))
    with pytest.raises(ConnectionError):
        await hit
    [later] = await room.enters("b")
    await room.writes.end()
    assert await later == "B"


async def test_what_somebody_handed_in_who_left_is_written_and_disturbs_nobody() -> None:
    room = Room()
    [first], [leaving, staying] = await room.enters("a"), await room.enters("b", "c")
    leaving.cancel()
    first.cancel()
    await turns()
    await room.writes.end()
    assert room.writes.groups[-1] == ["b", "c"]
    await room.writes.end()
    assert await staying == "C"
    assert first.cancelled()
    assert leaving.cancelled()


async def test_who_closes_waits_until_all_is_written() -> None:
    groups = Batchers()
    writes = Writes()
    tasks = [asyncio.create_task(groups.of("x", writes, 1).submit(item)) for item in ("a", "b")]
    await turns()
    closing = asyncio.create_task(groups.finish())
    await turns()
    await writes.end()
    assert not closing.done()
    await writes.end()
    await closing
    assert [await asking for asking in tasks] == ["A", "B"]


async def test_a_name_has_one_grouping_and_the_first_who_asks_makes_it() -> None:
    groups = Batchers()
    first, second = Writes(), Writes()
    assert groups.of("x", first, 1) is groups.of("x", second, 1)
    asking = asyncio.create_task(groups.of("x", second, 1).submit("a"))
    await turns()
    assert (first.groups, second.groups) == ([["a"]], [])
    await first.end()
    assert await asking == "A"
    assert groups.of("y", second, 1) is not groups.of("x", first, 1)
