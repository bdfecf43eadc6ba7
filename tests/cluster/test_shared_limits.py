"""Rate limits across workers: exact while Valkey is there, each worker's own while it is away.

Windows are a day long, so that the time that a test takes adds nothing.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from cluster.client import Client, bearer, connected
from cluster.conftest import Cluster, StartCluster
from database.waiting import until
from parts.valkey import RunningValkey

pytestmark = pytest.mark.anyio

WORKERS = 3
DAY = 86_400


async def test_workers_share_limits_while_valkey_is_there_and_only_then(
    start_cluster: StartCluster, database_url: str, mortal_valkey: RunningValkey
) -> None:
    """One story on one cluster, since it takes seconds to start: shared, away, shared again."""
    async with start_cluster(WORKERS, database_url, valkey_url=mortal_valkey.url) as cluster:
        await the_burst_of_a_key_is_admitted_once(cluster)
        await the_limit_of_a_tenant_is_shared_by_its_keys(cluster)
        await a_rotated_key_shares_with_its_replacement(cluster)
        assert not any("valkey is away" in worker.log() for worker in cluster.workers)

        mortal_valkey.kill()
        await each_worker_admits_the_limit_on_its_own(cluster)
        assert [worker.log().count("valkey is away") for worker in cluster.workers] == [1] * WORKERS

        mortal_valkey.restart()
        await until_all_say(cluster, "valkey is back")
        await the_burst_of_a_key_is_admitted_once(cluster)


async def the_burst_of_a_key_is_admitted_once(cluster: Cluster) -> None:
    key = await limited_key(cluster, await cluster.manager.tenant(), burst=101)
    admitted = await admitted_by_each(cluster, [key["plaintext"]], requests=60)
    assert sum(admitted) == 101


async def the_limit_of_a_tenant_is_shared_by_its_keys(cluster: Cluster) -> None:
    """The danger: whoever makes keys makes themselves an allowance."""
    tenant_id = await cluster.manager.tenant(rateLimit=limit(50))
    keys = [await cluster.manager.key(tenantId=tenant_id) for _ in range(3)]
    admitted = await admitted_by_each(cluster, [key["plaintext"] for key in keys], requests=40)
    assert sum(admitted) == 50


async def a_rotated_key_shares_with_its_replacement(cluster: Cluster) -> None:
    """The danger: whoever rotates starts afresh."""
    key = await limited_key(cluster, await cluster.manager.tenant(), burst=40)
    replacement = await cluster.manager.rotate(key["keyId"], grace_seconds=600)
    plaintexts = [key["plaintext"], replacement["plaintext"]]
    admitted = await admitted_by_each(cluster, plaintexts, requests=30)
    assert sum(admitted) == 40


async def each_worker_admits_the_limit_on_its_own(cluster: Cluster) -> None:
    key = await limited_key(cluster, await cluster.manager.tenant(), burst=20)
    admitted = await admitted_by_each(cluster, [key["plaintext"]], requests=30)
    assert admitted == [20] * WORKERS


async def limited_key(cluster: Cluster, tenant_id: str, burst: int) -> dict[str, Any]:
    return await cluster.manager.key(tenantId=tenant_id, rateLimit=limit(burst))


def limit(requests: int) -> dict[str, int]:
    return {"requests": requests, "windowSeconds": DAY}


async def admitted_by_each(cluster: Cluster, plaintexts: Sequence[str], requests: int) -> list[int]:
    """How many each worker admits of so many requests, made by four clients with these keys in turn."""
    async with connected(cluster.workers * 4) as clients:
        of_each = requests // 4 + 1
        counts = await asyncio.gather(*(admitted(client, plaintexts, of_each) for client in clients))
    return [sum(counts[worker::WORKERS]) for worker in range(WORKERS)]


async def admitted(client: Client, plaintexts: Sequence[str], requests: int) -> int:
    statuses = Counter(
        [await client.status(bearer(plaintexts[number % len(plaintexts)])) for number in range(requests)]
    )
    assert statuses[200] + statuses[429] == requests, statuses
    return statuses[200]


async def until_all_say(cluster: Cluster, words: str) -> None:
    async def all_say_it() -> bool:
        return all(words in worker.log() for worker in cluster.workers)

    await until(all_say_it)
