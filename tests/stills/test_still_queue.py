"""The queue of stills: made once and kept, fair between tenants, and bounded whatever is asked for."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from seatpreview.caching import content_id
from seatpreview.limits.shares import Share, visitor_path
from seatpreview.objects.store import Objects, objects_of
from seatpreview.stills import still_objects, still_queue
from seatpreview.stills.still_job import StillEye, StillJob, StillLook
from seatpreview.stills.still_objects import KnownStills, list_stills, read_still, store_still
from seatpreview.stills.still_queue import WAITING_MAX, AskedStill, Plan, Probe, StillQueue
from seatpreview.values.ids import VenueId
from servers.polling import until
from stills.painter import STILL, Painter, no_wait

pytestmark = pytest.mark.anyio

VENUE = VenueId("ven_6RtY1pWq9ZxC3vBn5MkL")
LOOK = StillLook(0, 0, 75)
PROBE = Probe(Plan("probe", b"{}"), StillJob(eye=StillEye(0, 0, 0), look=LOOK))


@pytest.fixture
def painter() -> Painter:
    return Painter()


@pytest.fixture
def objects(tmp_path: Path) -> Objects:
    return objects_of(tmp_path, "")


@pytest.fixture
async def queue(painter: Painter, objects: Objects) -> AsyncIterator[StillQueue]:
    queue = StillQueue(objects, painter, "checking", b"drawing", lambda: PROBE, no_wait)
    yield queue
    await queue.close()


def still(number: int, known: KnownStills, who: str = "hall", scene: bytes = b"scene") -> AskedStill:
    async def plan() -> Plan | None:
        return None if who == "gone" else Plan(who, b"{}")

    still_id = content_id(who.encode(), b"%d" % number)
    return AskedStill(VENUE, known, still_id, scene, StillJob(eye=StillEye(number, 0, 0), look=LOOK), plan)


async def is_idle(queue: StillQueue) -> None:
    await until(lambda: queue.waiting == 0)


async def test_a_still_is_made_once_and_kept(queue: StillQueue, painter: Painter, objects: Objects) -> None:
    known, share = KnownStills(), Share("owner")
    one = still(1, known)
    for _ in range(5):
        queue.ask(share, one)
    assert await queue.wait_for(share, one, 60)
    await is_idle(queue)
    assert painter.drawn == ["hall"]
    assert known.ids == {one.still_id}
    assert await read_still(objects, VENUE, one.still_id) == STILL.full
    other_worker = StillQueue(objects, None, "no_chromium", b"drawing")
    listed = KnownStills()
    other_worker.list_once(VENUE, listed)
    await is_idle(other_worker)
    assert listed.ids == {one.still_id}, "a worker without a browser finds it, too"
    assert await other_worker.wait_for(share, still(1, KnownStills()), 0)
    assert not await other_worker.wait_for(share, still(2, KnownStills()), 0)


async def test_an_attacker_who_asks_for_10000_seats_fills_a_bounded_queue(
    queue: StillQueue, painter: Painter
) -> None:
    """Attack: a visitor asks for every seat of a hall, with one session and with many."""
    painter.may_draw.clear()
    known = KnownStills()
    for number in range(5000):
        queue.ask(Share("shop", visitor_path("192.0.2.1", "one session")), still(number, known))
        queue.ask(Share("shop", visitor_path(f"192.0.2.{number % 200}", str(number))), still(-number, known))
        if number % 100 == 0:
            await asyncio.sleep(0)
    await until(lambda: queue.waiting <= WAITING_MAX + 1)
    assert queue.dropped > 9000
    queue.ask(Share("other"), still(1, known, "other"))
    painter.may_draw.set()
    await until(lambda: "other" in painter.drawn)
    assert painter.drawn.index("other") <= 2, "the other tenant has its turn at once"


async def test_two_tenants_take_turns(queue: StillQueue, painter: Painter) -> None:
    painter.may_draw.clear()
    known = KnownStills()
    for who in ("large", "small"):
        for number in range(20 if who == "large" else 3):
            queue.ask(Share(who), still(number, known, who))
        await asyncio.sleep(0)
    painter.may_draw.set()
    await is_idle(queue)
    assert painter.drawn[:7] == ["large", "large", "small", "large", "small", "large", "small"]


async def test_a_request_waits_a_bounded_time_and_the_still_is_drawn_all_the_same(
    queue: StillQueue, painter: Painter
) -> None:
    painter.may_draw.clear()
    one = still(1, KnownStills())
    assert not await queue.wait_for(Share("owner"), one, 0.01)
    painter.may_draw.set()
    await until(lambda: one.still_id in one.known.ids)
    assert await queue.wait_for(Share("owner"), one, 0)


async def test_a_scene_that_kills_the_browser_is_not_tried_for_each_of_its_seats(
    queue: StillQueue, painter: Painter
) -> None:
    known, share = KnownStills(), Share("owner")
    painter.fails_with = {"hall"}
    assert not await queue.wait_for(share, still(1, known), 60)
    for number in range(10):
        queue.ask(share, still(number, known))
    await is_idle(queue)
    assert painter.drawn == ["hall"]
    assert await queue.wait_for(share, still(1, known, "other", scene=b"another"), 60)


async def test_a_scene_that_fails_first_of_all_switches_off_nobody_else(
    queue: StillQueue, painter: Painter
) -> None:
    """Attack: a hall that kills the browser is the first thing that is drawn after a start, so that the
    service takes its browser for a broken one."""
    known = KnownStills()
    painter.fails_with = {"hostile"}
    assert not await queue.wait_for(Share("attacker"), still(1, known, "hostile"), 60)
    assert await queue.wait_for(Share("owner"), still(1, known, scene=b"another"), 60)
    await queue.try_browser()
    assert queue.state == "ready"
    assert painter.drawn == ["hostile", "hall", "probe"]


async def test_a_browser_that_cannot_draw_the_smallest_scene_is_tried_again_later_and_not_for_each_still(
    queue: StillQueue, painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it was tried at the start, 65 stills waited and 1,626 were dropped before anything said so."""
    monkeypatch.setattr(still_queue, "REFUSED_SECONDS", 0.01)
    known, share = KnownStills(), Share("owner")
    painter.fails_with = {"probe"}
    trial = asyncio.ensure_future(queue.try_browser())
    await until(lambda: queue.state == "cannot_draw")
    assert not await queue.wait_for(share, still(1, known), 60)
    for number in range(1000):
        queue.ask(share, still(number, known))
    assert (queue.waiting, queue.dropped, {*painter.drawn}) == (0, 0, {"probe"})
    painter.fails_with = set()
    await trial
    assert await queue.wait_for(share, still(1, known), 60)


async def test_a_tenant_that_has_used_the_browser_for_long_lets_others_go_first(
    queue: StillQueue, painter: Painter
) -> None:
    """Attack: halls whose stills take a minute each, so that each turn of a tenant costs the others one."""
    queue._browser_seconds.charge(Share("costly"), 60)
    painter.may_draw.clear()
    known = KnownStills()
    for who in ("costly", "quick", "costly"):
        for number in range(3):
            queue.ask(Share(who), still(number, known, who))
        await asyncio.sleep(0)
    painter.may_draw.set()
    await is_idle(queue)
    assert painter.drawn[:3] == ["quick"] * 3
    assert queue.dropped > 0
    queue.ask(Share("costly"), still(9, known, "costly"))
    await is_idle(queue)
    assert painter.drawn[-1] == "costly", "nobody else waits"


async def test_a_still_that_waits_for_its_turn_is_given_up_with_who_waited_for_it(
    queue: StillQueue, painter: Painter
) -> None:
    """Attack: requests for images of seats whose connections are closed at once."""
    painter.may_draw.clear()
    known = KnownStills()
    asked = [
        asyncio.create_task(queue.wait_for(Share("owner"), still(number, known), 60)) for number in range(9)
    ]
    await until(lambda: queue.waiting == 9 and painter.begun == ["hall"])
    for task in asked:
        task.cancel()
    await until(lambda: queue.waiting == 0)
    painter.may_draw.set()
    await until(lambda: len(known.ids) == 1)
    assert painter.drawn == ["hall"], "the one that was begun is finished"


async def test_nothing_is_begun_while_requests_need_the_processor(objects: Objects, painter: Painter) -> None:
    is_free = asyncio.Event()

    async def wait() -> None:
        await is_free.wait()

    queue, one = StillQueue(objects, painter, "ready", b"drawing", wait=wait), still(1, KnownStills())
    assert not await queue.wait_for(Share("owner"), one, 0.01)
    assert painter.drawn == []
    is_free.set()
    await until(lambda: one.still_id in one.known.ids)
    await queue.close()


async def test_a_venue_that_is_gone_is_not_drawn(queue: StillQueue, painter: Painter) -> None:
    assert not await queue.wait_for(Share("owner"), still(1, KnownStills(), "gone"), 60)
    assert painter.drawn == []


async def test_a_venue_keeps_a_bounded_number_of_stills(
    objects: Objects, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(still_objects, "STILLS_OF_A_VENUE_MAX", 4)
    known = KnownStills()
    for number in range(20):
        still_id = content_id(b"%d" % number)
        await store_still(objects, VENUE, still_id, STILL)
        known.add((still_id,))
    stored = await list_stills(objects, VENUE)
    assert len(stored) == 4
    assert set(stored) == known.ids, "the last one of each slot"
