"""PostgreSQL ends and comes back while workers run: 503 meanwhile, and never a wrong acceptance."""

import asyncio
from collections.abc import Callable
from itertools import count

import pytest

from cluster.client import Answer, Client, bearer, connected
from cluster.conftest import Cluster, StartCluster
from database.waiting import until
from parts.postgres import RunningPostgres

pytestmark = pytest.mark.anyio

WORKERS = 2

_numbers = count(1)


@pytest.mark.parametrize("end", [RunningPostgres.stop, RunningPostgres.kill])
async def test_a_restart_of_the_database_undoes_no_revoke_and_mends_itself(
    start_cluster: StartCluster, mortal_postgres: RunningPostgres, end: Callable[[RunningPostgres], None]
) -> None:
    url = mortal_postgres.create_database(f"restart_{next(_numbers)}")
    async with start_cluster(WORKERS, url) as cluster:
        tenant_id = await cluster.manager.tenant()
        kept, revoked = [await cluster.manager.key(tenantId=tenant_id) for _ in range(2)]
        valid, invalid = bearer(kept["plaintext"]), bearer(revoked["plaintext"])
        assert await cluster.statuses(valid) == await cluster.statuses(invalid) == [200] * WORKERS
        await cluster.manager.revoke(revoked["keyId"])

        is_over = asyncio.Event()
        async with connected(cluster.workers * 4) as clients, asyncio.TaskGroup() as group:
            for client in clients:
                group.create_task(load(client, [(valid, 200), (invalid, 401)], is_over))
            group.create_task(writing(cluster, kept["keyId"], is_over))
            await asyncio.to_thread(end, mortal_postgres)
            await assert_unavailable(cluster, valid)
            await asyncio.to_thread(mortal_postgres.restart)
            await until_ready(cluster)
            is_over.set()

        assert await cluster.statuses(valid) == [200] * WORKERS
        assert await cluster.statuses(invalid) == [401] * WORKERS
        await cluster.manager.revoke(kept["keyId"])
        assert await cluster.statuses(valid) == [401] * WORKERS


async def load(client: Client, presented: list[tuple[dict[str, str], int]], is_over: asyncio.Event) -> None:
    while not is_over.is_set():
        for headers, expected in presented:
            check(await client.ask("GET", "/v1/caller", headers), expected)


async def writing(cluster: Cluster, key_id: str, is_over: asyncio.Event) -> None:
    while not is_over.is_set():
        check(await cluster.manager.ask("PATCH", f"/keys/{key_id}", {"label": "again"}), 200)


def check(answer: Answer, expected: int) -> None:
    """As when all is well, or 503 with the time after which to try again."""
    assert answer.status in (expected, 503), answer
    if answer.status == 503:
        assert answer.json()["code"] == "unavailable"
        assert answer.headers["retry-after"] == "1"


async def assert_unavailable(cluster: Cluster, headers: dict[str, str]) -> None:
    """Nothing is answered from memory; who asks whether the process lives is told so all the same."""
    assert await cluster.statuses(headers) == [503] * WORKERS
    for path, status in [("/readyz", 503), ("/healthz", 200)]:
        assert [(await client.ask("GET", path)).status for client in cluster.clients] == [status] * WORKERS


async def until_ready(cluster: Cluster) -> None:
    async def all_are_ready() -> bool:
        return all([(await client.ask("GET", "/readyz")).status == 200 for client in cluster.clients])

    await until(all_are_ready)
