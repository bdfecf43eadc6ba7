"""Rate limits across workers: exact while Valkey responds, counted by each worker alone while it does not.

Windows are a day long, so that the allowance does not refill while a test runs.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from cluster.client import Client, connect
from cluster.conftest import Cluster, ClusterWithValkey
from database.waiting import until
from servers.http_connection import bearer

pytestmark = pytest.mark.anyio

WORKERS = 2
DAY = 86_400


async def test_workers_share_limits_while_valkey_responds_and_only_then(
    cluster_with_valkey: ClusterWithValkey,
) -> None:
    """One test for shared, unshared and shared again, since the outage concerns all of the cluster."""
    cluster, valkey = cluster_with_valkey
    await the_burst_of_a_key_is_admitted_once(cluster)
    await the_limit_of_a_tenant_is_shared_by_its_keys(cluster)
    await a_rotated_key_shares_with_its_replacement(cluster)
    assert outages(cluster, "outage begins") == [0] * WORKERS

    valkey.kill()
    await each_worker_admits_the_limit_on_its_own(cluster)
    assert outages(cluster, "outage begins") == [1] * WORKERS

    valkey.restart()
    await until_all_have_logged(cluster, "outage ends")
    await the_burst_of_a_key_is_admitted_once(cluster)


def outages(cluster: Cluster, event: str) -> list[int]:
    """How often each worker has logged this about Valkey."""
    lines = [[line for line in worker.log().splitlines() if event in line] for worker in cluster.workers]
    return [sum('"part":"valkey"' in line for line in of_worker) for of_worker in lines]


async def the_burst_of_a_key_is_admitted_once(cluster: Cluster) -> None:
    key = await limited_key(cluster, await cluster.admin.create_tenant(), burst=101)
    admitted = await admitted_by_each(cluster, [key["plaintext"]], requests=60)
    assert sum(admitted) == 101


async def the_limit_of_a_tenant_is_shared_by_its_keys(cluster: Cluster) -> None:
    """The attack: a tenant creates more keys to get a larger allowance."""
    tenant_id = await cluster.admin.create_tenant(rateLimit=limit(50))
    keys = [await cluster.admin.create_key(tenant_id) for _ in range(3)]
    admitted = await admitted_by_each(cluster, [key["plaintext"] for key in keys], requests=40)
    assert sum(admitted) == 50


async def a_rotated_key_shares_with_its_replacement(cluster: Cluster) -> None:
    """The attack: a client rotates its key to get a new allowance."""
    key = await limited_key(cluster, await cluster.admin.create_tenant(), burst=40)
    replacement = await cluster.admin.rotate_key(key["keyId"], grace_seconds=600)
    plaintexts = [key["plaintext"], replacement["plaintext"]]
    admitted = await admitted_by_each(cluster, plaintexts, requests=30)
    assert sum(admitted) == 40


async def each_worker_admits_the_limit_on_its_own(cluster: Cluster) -> None:
    key = await limited_key(cluster, await cluster.admin.create_tenant(), burst=20)
    admitted = await admitted_by_each(cluster, [key["plaintext"]], requests=30)
    assert admitted == [20] * WORKERS


async def limited_key(cluster: Cluster, tenant_id: str, burst: int) -> dict[str, Any]:
    return await cluster.admin.create_key(tenant_id, rateLimit=limit(burst))


def limit(requests: int) -> dict[str, int]:
    return {"requests": requests, "windowSeconds": DAY}


async def admitted_by_each(cluster: Cluster, plaintexts: Sequence[str], requests: int) -> list[int]:
    """Returns how many requests each worker admits; each gets `requests` from four clients, keys in turn."""
    async with connect(cluster.workers * 4) as clients:
        per_client = requests // 4 + 1
        counts = await asyncio.gather(*(admitted(client, plaintexts, per_client) for client in clients))
    return [sum(counts[worker::WORKERS]) for worker in range(WORKERS)]


async def admitted(client: Client, plaintexts: Sequence[str], requests: int) -> int:
    statuses = Counter(
        [
            await client.caller_status(bearer(plaintexts[number % len(plaintexts)]))
            for number in range(requests)
        ]
    )
    assert statuses[200] + statuses[429] == requests, statuses
    return statuses[200]


async def until_all_have_logged(cluster: Cluster, words: str) -> None:
    async def all_have_logged() -> bool:
        return all(words in worker.log() for worker in cluster.workers)

    await until(all_have_logged)
