"""Steps about rate limits: how many of many requests at once are admitted, and by which worker.

Windows are a day long and limits are small, so that the allowance does not refill during a step: with 40
requests a day, one request comes back after 36 minutes.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence

from servers.admin_client import Json
from servers.http_connection import bearer
from soak.connections import WorkerConnection
from soak.run import Run

LIMIT = 40
REQUESTS_PER_CONNECTION = 24
"""With two connections to each worker, every worker gets more requests than the limit."""

_DAY_SECONDS = 86_400
_LOG_SECONDS = 2
"""The time that a worker's log line may take to arrive in the log file."""


async def limit_a_key(run: Run) -> None:
    """A limit counts for a key that every worker has in memory without one."""
    key = await run.admin.create_key(run.tenant_id)
    key_record = run.watch_key(key)
    async with run.checking_continuously(key_record):
        await run.check_on_every_worker(key_record)
    run.expected.records.remove(key_record)
    await run.admin.update_key(key["keyId"], rateLimit=limit())
    await check_limit_is_shared(run, f"key {key['keyId']}", [key])


async def limit_a_tenant(run: Run) -> None:
    """The keys of a tenant share its limit, so that more keys give no larger allowance."""
    tenant_id = await run.admin.create_tenant()
    keys = [await run.admin.create_key(tenant_id) for _ in range(3)]
    async with run.connections(per_worker=1) as connections:
        await asyncio.gather(
            *(count_statuses(connection, keys, len(keys), Counter()) for connection in connections)
        )
    await run.admin.request("PATCH", f"/manage/tenants/{tenant_id}", {"rateLimit": limit()}, expected=200)
    await check_limit_is_shared(run, f"tenant {tenant_id}", keys)


async def rotate_a_limited_key(run: Run) -> None:
    """A key and its replacement share the limit, so that a rotation gives no new allowance."""
    key = await run.admin.create_key(run.tenant_id, rateLimit=limit())
    replacement = await run.admin.rotate_key(key["keyId"], grace_seconds=600)
    await check_limit_is_shared(run, f"rotated key {key['keyId']}", [key, replacement])


def limit() -> Json:
    return {"requests": LIMIT, "windowSeconds": _DAY_SECONDS}


async def check_limit_is_shared(run: Run, name: str, keys: Sequence[Json]) -> None:
    """Checks that all workers together admit exactly the limit.

    A worker that waits half a second for Valkey takes it to be away and counts alone, as it should. On a
    machine that is so busy, this is noted, and each such worker may admit the limit once more.
    """
    back_before = count_valkey_back(run)
    admitted = await count_admitted_by_worker(run, name, keys)
    if admitted.total() > LIMIT:
        await asyncio.sleep(_LOG_SECONDS)
    counting_alone = count_valkey_away(run) - back_before
    if counting_alone:
        run.results.add_note(f"{name}: {counting_alone} workers took Valkey to be away although it was not")
    if not LIMIT <= admitted.total() <= LIMIT * (1 + counting_alone):
        run.results.add_violation(
            f"LIMIT {name}: {admitted.total()} requests were admitted, and the limit is {LIMIT}"
        )


async def count_admitted_by_worker(run: Run, name: str, keys: Sequence[Json]) -> Counter[int]:
    """Sends every worker more requests than the limit, with these keys in turn.

    Returns how many each admitted, by the worker's process id.
    """
    admitted: Counter[int] = Counter()
    async with run.connections() as connections:
        counts = await asyncio.gather(
            *(
                count_statuses(connection, keys, REQUESTS_PER_CONNECTION, admitted)
                for connection in connections
            )
        )
    statuses = sum(counts, Counter[int]())
    run.results.check_count += statuses.total()
    unexpected = statuses.keys() - {200, 429}
    if unexpected:
        run.results.add_violation(f"{name}: a limited key got the statuses {sorted(unexpected)}")
    return admitted


async def count_statuses(
    connection: WorkerConnection, keys: Sequence[Json], requests: int, admitted: Counter[int]
) -> Counter[int]:
    """Returns how often each status came (0: no response), and adds the admitted requests to `admitted`."""
    statuses: Counter[int] = Counter()
    for number in range(requests):
        headers = bearer(keys[number % len(keys)]["plaintext"])
        response = await connection.try_request("GET", "/v1/caller", headers)
        statuses[0 if response is None else response.status] += 1
    admitted[connection.worker_pid] += statuses[200]
    return statuses


def count_valkey_away(run: Run) -> int:
    """Returns how often workers have logged that Valkey is away."""
    return _count_of_valkey(run, "outage begins")


def count_valkey_back(run: Run) -> int:
    """Returns how often workers have logged that Valkey is back."""
    return _count_of_valkey(run, "outage ends")


def _count_of_valkey(run: Run, event: str) -> int:
    lines = [line for instance in run.cluster.instances for line in instance.stderr.splitlines()]
    return sum(event in line and '"part":"valkey"' in line for line in lines)
