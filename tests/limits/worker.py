"""The function of a worker process in a race for one limit, in a module that the process can import."""

import asyncio
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier

from seatpreview.limits.model import Allowance
from seatpreview.limits.valkey_limiter import ValkeyLimiter
from seatpreview.observability.outages import Outages
from seatpreview.values.clock import Clock


def consume_many(
    url: str, allowances: tuple[Allowance, ...], count: int, start: Barrier, admitted: "SimpleQueue[int]"
) -> None:
    admitted.put(asyncio.run(_consume_many(url, allowances, count, start)))


async def _consume_many(url: str, allowances: tuple[Allowance, ...], count: int, start: Barrier) -> int:
    limiter = ValkeyLimiter(url, Outages(), connect_seconds=10, answer_seconds=10)
    start.wait(timeout=60)  # It may block, since nothing else runs in this process.
    # In waves, so that the processes' calls come between each other.
    passed = 0
    for _ in range(count // 10):
        decisions = await asyncio.gather(*(limiter.consume(allowances, Clock().now()) for _ in range(10)))
        passed += sum(decision.allowed for decision in decisions)
    if limiter.is_unavailable:
        raise RuntimeError("Valkey was unavailable, so nothing was shared")
    await limiter.close()
    return passed
