"""A race of several processes for one limit."""

import multiprocessing

from redis import Redis

from limits.worker import consume_many
from parts.valkey import RunningValkey
from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import Allowance

WORKERS = 4
REQUESTS = 60


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
