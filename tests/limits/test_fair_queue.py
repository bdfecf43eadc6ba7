"""The fair queue: capacity and shares are never exceeded, tenants are served in turn, nothing is lost."""

import asyncio
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.shares import Lane, Share, visitor_path
from seatpreview.problems import RateLimited

pytestmark = pytest.mark.anyio


class Work:
    """Work that is admitted or waits, and ends when the test says so."""

    def __init__(self, queue: FairQueue, share: Share, size: int = 1) -> None:
        self.share, self.size = share, size
        self.is_admitted = False
        self._may_end = asyncio.Event()
        self._task = asyncio.create_task(self._run(queue))

    async def _run(self, queue: FairQueue) -> None:
        async with queue.turn(self.share, self.size):
            self.is_admitted = True
            await self._may_end.wait()

    async def end(self) -> None:
        self._may_end.set()
        await self._task

    @property
    def is_over(self) -> bool:
        return self._task.done()

    async def cancel(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def start(queue: FairQueue, *tenants: str) -> list[Work]:
    found = []
    for tenant in tenants:
        found.append(Work(queue, Share(tenant)))
        await settle()
    return found


def admitted(all_work: list[Work]) -> list[bool]:
    return [work.is_admitted for work in all_work]


async def test_a_tenant_that_asks_for_much_leaves_a_share_to_the_next() -> None:
    queue = FairQueue(2, share=1)
    greedy = await start(queue, *["greedy"] * 5)
    (other,) = await start(queue, "other")
    assert admitted(greedy) == [True, False, False, False, False]
    assert other.is_admitted
    for work in (other, *greedy):
        await work.end()
    assert (queue.used, queue.waiting) == (0, 0)


async def test_tenants_that_wait_are_served_in_turn_each_in_its_own_order() -> None:
    queue = FairQueue(1, share=1)
    order = await start(queue, "a", "a", "a", "b", "c", "b")
    a1, a2, a3, b1, c1, b2 = order
    served = []
    for _ in order:
        await settle()
        work = next(work for work in order if work.is_admitted and work not in served)
        served.append(work)
        await work.end()
    assert served == [a1, a2, b1, c1, a3, b2]


async def test_too_much_that_waits_is_refused_and_says_when_to_try_again() -> None:
    queue = FairQueue(1, share=1, waiting_max=2)
    running = await start(queue, "a", "a", "a")
    with pytest.raises(RateLimited) as refusal:
        async with queue.turn(Share("a")):
            pass
    assert refusal.value.retry_after_seconds
    others = await start(queue, "b")
    await asyncio.gather(*(work.end() for work in (*running, *others)))
    assert (queue.used, queue.waiting) == (0, 0)


async def test_large_work_is_not_passed_for_ever_by_small_work_of_others() -> None:
    queue = FairQueue(4, share=4)
    (small,) = await start(queue, "a")
    large = Work(queue, Share("b"), 4)
    await settle()
    (late,) = await start(queue, "c")
    assert admitted([small, large, late]) == [True, False, False]
    await small.end()
    await settle()
    assert admitted([large, late]) == [True, False]
    await large.end()
    await settle()
    assert late.is_admitted
    await late.end()


async def test_work_larger_than_a_share_counts_as_a_share() -> None:
    queue = FairQueue(4, share=2)
    async with queue.turn(Share("a"), 100):
        assert queue.used == 2


async def test_cancelled_work_frees_what_it_held_and_its_place_in_the_line() -> None:
    queue = FairQueue(1, share=1)
    running, waiting, last = await start(queue, "a", "a", "b")
    await waiting.cancel()
    await running.cancel()
    await settle()
    assert last.is_admitted
    await last.end()
    assert (queue.used, queue.waiting) == (0, 0)


async def test_work_that_is_cancelled_at_the_moment_it_is_admitted_frees_its_turn() -> None:
    queue = FairQueue(1, share=1)
    running, waiting, last = await start(queue, "a", "b", "c")
    ended = asyncio.create_task(running.end())
    await asyncio.sleep(0)
    cancelled = asyncio.create_task(waiting.cancel())
    await asyncio.gather(ended, cancelled)
    await settle()
    assert last.is_admitted
    await last.end()
    assert (queue.used, queue.waiting) == (0, 0)


SHARES = st.builds(
    lambda tenant, key, lane: Share(tenant, None, key, lane),
    st.sampled_from("abc"),
    st.sampled_from(["", "key_1", "key_2"]),
    st.sampled_from(Lane),
)
STEPS = st.lists(
    st.tuples(st.sampled_from(["start", "end", "cancel"]), SHARES, st.integers(1, 5)), max_size=40
)


@given(capacity=st.integers(1, 6), share=st.integers(1, 6), reserve=st.integers(0, 2), steps=STEPS)
def test_capacity_and_shares_hold_and_nothing_that_fits_waits(
    capacity: int, share: int, reserve: int, steps: list[tuple[str, Share, int]]
) -> None:
    async def play() -> None:
        queue = FairQueue(capacity, share, waiting_max=1000, reserve=reserve)
        all_work: list[Work] = []
        for step, asked, number in steps:
            if step == "start":
                all_work.append(Work(queue, asked, number))
            elif all_work:
                work = all_work.pop(number % len(all_work))
                await (work.end() if step == "end" and work.is_admitted else work.cancel())
            await settle()
            running = [work for work in all_work if work.is_admitted]
            held = Counter[str]()
            for work in running:
                held[work.share.owner] += min(work.size, queue.largest(work.share))
            assert queue.used == held.total() <= capacity
            assert all(used <= share for used in held.values())
            for lane in Lane:
                lower = sum(work.share.lane >= lane for work in running)
                assert lower <= max(1, capacity - lane * reserve), "what is kept back for the lanes above"
            assert queue.waiting == sum(not work.is_admitted for work in all_work)
            waiting = [work for work in all_work if not work.is_admitted]
            # With nothing admitted there is room for whatever waits.
            assert held.total() > 0 or not waiting
        for work in all_work:
            await work.cancel()
        assert (queue.used, queue.waiting) == (0, 0)

    asyncio.run(play())


async def test_work_is_told_by_tenant_while_there_is_some() -> None:
    queue = FairQueue(2, share=1, waiting_max=1)
    work = [Work(queue, Share("a")), Work(queue, Share("a")), Work(queue, Share("b"))]
    await settle()
    assert (queue.running_by_tenant(), queue.waiting_by_tenant()) == ({"a": 1, "b": 1}, {"a": 1})
    with pytest.raises(RateLimited):
        async with queue.turn(Share("a")):
            pass
    assert queue.refused == 1
    for each in work:
        await each.end()
    assert (queue.running_by_tenant(), queue.waiting_by_tenant()) == ({}, {})


def visitor(address: str, session_id: str = "", owner: str = "a") -> Share:
    return Share(owner, visitor_path(address, session_id), lane=Lane.READS)


async def test_work_with_a_secret_never_waits_for_that_of_visitors() -> None:
    """Attack: a visitor's costly labels, which use up the threads and the queue of the shop."""
    queue = FairQueue(1, share=1, waiting_max=4)
    visitors = [Work(queue, visitor(f"192.0.2.{number}")) for number in range(9)]
    await settle()
    (own,) = await start(queue, "a")
    assert admitted(visitors) == [True] + [False] * 8
    assert own.is_admitted
    assert queue.refused == 5, "three visitors of a key wait, and five are refused"
    for work in (*visitors, own):
        await work.cancel()
    assert (queue.used, queue.waiting) == (0, 0)


async def test_a_visitor_has_a_part_of_what_its_tenant_s_visitors_have_waiting() -> None:
    """A session gets an eighth, an address a quarter, a network of 56 bits a half."""
    queue = FairQueue(1, share=1, waiting_max=16)
    all_work = [Work(queue, visitor("198.51.100.1"))]
    await settle()
    for address, session_id, waits in (
        ("2001:db8:0:1::1", "ses_a", 2),
        ("2001:db8:0:1::1", "", 2),
        ("2001:db8:0:2::1", "", 4),
        ("2001:db8:0:3::1", "", 0),
        ("192.0.2.1", "", 4),
    ):
        before = queue.waiting
        all_work += [Work(queue, visitor(address, session_id)) for _ in range(9)]
        await settle()
        assert queue.waiting - before == waits, (address, session_id)
    for work in all_work:
        await work.cancel()


async def test_visitors_of_a_tenant_are_served_in_turn() -> None:
    """Attack: one visitor asks for much, so that the next waits for all of it."""
    queue = FairQueue(1, share=1, waiting_max=100)
    greedy = [Work(queue, visitor("192.0.2.1", "ses_a")) for _ in range(4)]
    await settle()
    other = Work(queue, visitor("192.0.2.2", "ses_b"))
    elsewhere = Work(queue, visitor("192.0.2.1", "ses_a", owner="b"))
    await settle()
    order = []
    while waiting := [work for work in (*greedy, other, elsewhere) if not work.is_over]:
        (now,) = [work for work in waiting if work.is_admitted]
        order.append(now)
        await now.end()
        await settle()
    assert order[:4] == [greedy[0], greedy[1], elsewhere, other]


async def test_work_for_all_visitors_comes_before_that_of_each() -> None:
    queue = FairQueue(1, share=1)
    first, second, shared = (
        Work(queue, share)
        for share in (visitor("192.0.2.1"), visitor("192.0.2.1"), visitor("192.0.2.1").together)
    )
    await settle()
    await first.end()
    await settle()
    assert (second.is_admitted, shared.is_admitted) == (False, True)
    await shared.end()
    await second.end()


async def test_a_lane_that_is_full_leaves_a_place_to_the_lanes_above_it() -> None:
    """Attack: dry runs of a key that may only read, so that its tenant cannot publish."""
    queue = FairQueue(4, share=3, reserve=1)
    searches, reads, changes = (
        [Work(queue, Share(tenant, key="key_1", lane=lane)) for tenant in "abc" for _ in range(3)]
        for lane in (Lane.SEARCHES, Lane.READS, Lane.CHANGES)
    )
    await settle()
    assert sum(admitted(searches)) == 2
    assert sum(admitted(reads)) == 1
    assert sum(admitted(changes)) == 1
    for work in (*searches, *reads, *changes):
        await work.cancel()
    assert (queue.used, queue.waiting) == (0, 0)


async def test_searches_of_one_tenant_leave_it_a_place_for_reads_and_another_for_changes() -> None:
    queue = FairQueue(4, share=3, reserve=1)
    all_work = [
        Work(queue, Share("a", key=key, lane=lane))
        for lane in (Lane.SEARCHES, Lane.READS, Lane.CHANGES)
        for key in ("key_1", "key_2", "key_3")
    ]
    await settle()
    assert [sum(admitted(all_work[first : first + 3])) for first in (0, 3, 6)] == [1, 1, 1]
    for work in all_work:
        await work.cancel()


async def test_higher_lanes_are_served_first() -> None:
    queue = FairQueue(1, share=1, reserve=1)
    (running,) = await start(queue, "a")
    search, change = Work(queue, Share("b", lane=Lane.SEARCHES)), Work(queue, Share("c", lane=Lane.CHANGES))
    await settle()
    await running.end()
    await settle()
    assert admitted([search, change]) == [False, True]
    await change.end()
    await settle()
    assert search.is_admitted
    await search.end()


async def test_a_key_leaves_a_place_and_room_in_the_line_to_the_others_of_its_tenant() -> None:
    """Attack: one key of a tenant asks for so much that the others get nothing."""
    queue = FairQueue(4, share=3, waiting_max=4, reserve=1)
    greedy = [Work(queue, Share("a", key="key_1")) for _ in range(9)]
    await settle()
    assert sum(admitted(greedy)) == 2
    assert queue.refused == 5, "two more wait: half of what may wait for the tenant"
    others = [Work(queue, Share("a", key="key_2")) for _ in range(2)]
    await settle()
    assert admitted(others) == [True, False]
    await greedy[0].end()
    await settle()
    assert greedy[2].is_admitted, "the next one of its own, since it has waited longer"
    await others[0].end()
    await settle()
    assert others[1].is_admitted
    for work in (*greedy, *others):
        await work.cancel()
    assert (queue.used, queue.waiting) == (0, 0)


async def test_limited_keys_together_leave_a_place_and_room_in_the_line_to_the_owner_s_key() -> None:
    """Attack: a key for one venue makes nine more of its kind, and each of them searches."""
    queue = FairQueue(5, share=4, waiting_max=8, reserve=1)
    limited = [
        Work(queue, Share("a", None, f"key_{number}", Lane.SEARCHES, is_limited=True)) for number in range(10)
    ]
    await settle()
    assert sum(admitted(limited)) == 1
    assert queue.refused == 3, "six more wait: three quarters of what may wait for the tenant"
    owner = [Work(queue, Share("a", None, "key_owner", Lane.SEARCHES)) for _ in range(2)]
    await settle()
    assert admitted(owner) == [True, False]
    await owner[0].end()
    await settle()
    assert owner[1].is_admitted, "however many limited keys have waited longer"
    for work in (*limited, *owner):
        await work.cancel()
    assert (queue.used, queue.waiting) == (0, 0)


async def test_work_that_resumes_is_not_refused_though_the_line_is_full() -> None:
    queue = FairQueue(1, share=1, waiting_max=1)
    running, waiting = await start(queue, "a", "a")
    with pytest.raises(RateLimited):
        async with queue.turn(Share("a")):
            pytest.fail("it was admitted")
    resumed = asyncio.ensure_future(queue.turn(Share("a"), resumes=True).__aenter__())
    await settle()
    assert queue.waiting == 2
    await running.end()
    await waiting.end()
    await resumed
    assert queue.used == 1


async def test_large_work_is_not_passed_for_ever_by_small_work_of_a_lower_lane() -> None:
    queue = FairQueue(4, share=4)
    small = Work(queue, Share("a", lane=Lane.SEARCHES))
    await settle()
    large = Work(queue, Share("b"), 4)
    late = Work(queue, Share("c", lane=Lane.SEARCHES))
    await settle()
    assert admitted([small, large, late]) == [True, False, False]
    await small.end()
    await settle()
    assert admitted([large, late]) == [True, False]
    await large.end()
    await settle()
    await late.end()
