"""PostgreSQL stops and comes back while workers run: 503 meanwhile, and no revoked key is accepted."""

import asyncio
from itertools import count

import pytest

from cluster.client import Client, connect
from cluster.conftest import Cluster, StartCluster
from database.waiting import until
from servers.http_connection import Response, bearer
from servers.postgres import RunningPostgres

pytestmark = pytest.mark.anyio

WORKERS = 2

_numbers = count(1)


@pytest.mark.long
async def test_a_restart_of_the_database_undoes_no_revoke_and_needs_no_intervention(
    start_cluster: StartCluster, dedicated_postgres: RunningPostgres
) -> None:
    """It is stopped in good order, and then killed."""
    url = dedicated_postgres.create_database(f"restart_{next(_numbers)}")
    async with start_cluster(WORKERS, url) as cluster:
        tenant_id = await cluster.admin.create_tenant()
        untouched, revoked = [await cluster.admin.create_key(tenant_id) for _ in range(2)]
        valid, invalid = bearer(untouched["plaintext"]), bearer(revoked["plaintext"])
        assert (
            await cluster.caller_statuses(valid) == await cluster.caller_statuses(invalid) == [200] * WORKERS
        )
        await cluster.admin.revoke_key(revoked["keyId"])

        is_over = asyncio.Event()
        async with connect(cluster.workers * 4) as clients, asyncio.TaskGroup() as group:
            for client in clients:
                group.create_task(keep_requesting(client, [(valid, 200), (invalid, 401)], is_over))
            group.create_task(keep_updating(cluster, untouched["keyId"], is_over))
            for stop in (dedicated_postgres.stop, dedicated_postgres.kill):
                await asyncio.to_thread(stop)
                await assert_unavailable(cluster, valid)
                await asyncio.to_thread(dedicated_postgres.restart)
                await until_ready(cluster)
            is_over.set()

        assert await cluster.caller_statuses(valid) == [200] * WORKERS
        assert await cluster.caller_statuses(invalid) == [401] * WORKERS
        await cluster.admin.revoke_key(untouched["keyId"])
        assert await cluster.caller_statuses(valid) == [401] * WORKERS


async def keep_requesting(
    client: Client, expectations: list[tuple[dict[str, str], int]], is_over: asyncio.Event
) -> None:
    while not is_over.is_set():
        for headers, expected in expectations:
            check(await client.request("GET", "/v1/caller", headers), expected)


async def keep_updating(cluster: Cluster, key_id: str, is_over: asyncio.Event) -> None:
    while not is_over.is_set():
        check(await cluster.admin.send("PATCH", f"/manage/keys/{key_id}", {"label": "again"}), 200)


def check(response: Response, expected: int) -> None:
    """Checks that the status is the expected one, or 503 with Retry-After."""
    assert response.status in (expected, 503), response
    if response.status == 503:
        assert response.json()["code"] == "unavailable"
        assert response.headers["retry-after"] == "1"


async def assert_unavailable(cluster: Cluster, headers: dict[str, str]) -> None:
    """Checks that nothing is served from memory, and that /healthz still says that the process lives."""
    assert await cluster.caller_statuses(headers) == [503] * WORKERS
    for path, status in [("/readyz", 503), ("/healthz", 200)]:
        assert [(await client.request("GET", path)).status for client in cluster.clients] == [
            status
        ] * WORKERS


async def until_ready(cluster: Cluster) -> None:
    async def all_are_ready() -> bool:
        return all([(await client.request("GET", "/readyz")).status == 200 for client in cluster.clients])

    await until(all_are_ready)
