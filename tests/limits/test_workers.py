"""Several workers that share limits: a race for one, and the shares of visitors."""

import multiprocessing

import pytest
from redis import Redis

from access.sample_keys import NOW, key
from access.sample_keys import session as session_of
from limits.worker import consume_many
from seatpreview.access.allowances import Limits, SessionLimits, session_allowances
from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import Allowance
from seatpreview.limits.valkey_limiter import ValkeyLimiter
from seatpreview.observability.outages import Outages
from seatpreview.values.clock import Clock
from servers.valkey import RunningValkey

WORKERS = 2
REQUESTS = 120


def test_several_workers_together_admit_exactly_the_burst(valkey: RunningValkey, behind: Redis) -> None:
    key = Allowance("key", "key", Limit.of(requests=101, window_seconds=86_400, burst=101))
    tenant = Allowance("tenant", "tenant", Limit.of(requests=1000, window_seconds=86_400, burst=1000))
    spawn = multiprocessing.get_context("spawn")
    start, admitted = spawn.Barrier(WORKERS), spawn.SimpleQueue()
    workers = [
        spawn.Process(target=consume_many, args=(valkey.url, (key, tenant), REQUESTS, start, admitted))
        for _ in range(WORKERS)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * WORKERS
    assert sum(admitted.get() for _ in workers) == 101


@pytest.mark.anyio
async def test_shares_of_visitors_are_counted_across_workers(valkey: RunningValkey, behind: Redis) -> None:
    """Attack: a visitor whose requests reach every worker, to get what each of them would admit."""
    limits = SessionLimits.of(LIMITS._replace(session=per_day(6), session_address=per_day(8)))
    of_key = Allowance("key", "key:a", per_day(20))
    shared = (Allowance("visitors", "visitors:key:a", per_day(15)), of_key)
    workers = [ValkeyLimiter(valkey.url, Outages(), connect_seconds=10, answer_seconds=10) for _ in range(2)]

    async def admitted(count: int, allowances: tuple[Allowance, ...]) -> int:
        decisions = [await workers[n % 2].consume(allowances, Clock().now()) for n in range(count)]
        return sum(decision.allowed for decision in decisions)

    def session(name: str, address: str) -> tuple[Allowance, ...]:
        own = session_allowances(session_of(name), key(per_day(20)), address, NOW, limits)
        return (*own, *shared)

    assert await admitted(10, session("ses_a", "192.0.2.1")) == 6, "the session's"
    assert await admitted(10, session("ses_b", "192.0.2.1")) == 2, "the address's"
    assert await admitted(10, session("ses_b", "2001:db8::1")) == 4, "what the session has left"
    assert await admitted(10, session("ses_c", "2001:db8::1")) == 3, "what all visitors have left"
    assert await admitted(10, (of_key,)) == 5, "the reserve of the key"
    assert not any(worker.is_unavailable for worker in workers)
    for worker in workers:
        await worker.close()


def per_day(requests: int) -> Limit:
    return Limit.of(requests, 86_400, requests)


LIMITS = Limits(*[per_day(1000)] * len(Limits._fields))
