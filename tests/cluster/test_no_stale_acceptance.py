"""Revocation is immediate on every worker: under load, none of them accepts a credential that has ended."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from cluster.client import Client, connect
from cluster.conftest import MEMORY_RECORDS, Cluster, ClusterWithValkey
from servers.admin_client import AdminClient
from servers.http_connection import bearer

pytestmark = pytest.mark.anyio

WORKERS = 2
CLIENTS_PER_WORKER = 4

ALLOWED, REMOVED = "https://allowed.example", "https://removed.example"


class Size(NamedTuple):
    """How much happens in a run."""

    credentials_per_kind: int
    requests_per_client: int
    """The least number of requests that each client makes."""


@dataclass
class Credential:
    """Headers of a request, the change that ends their validity, and the status after that change."""

    headers: dict[str, str]
    change: Callable[[], Awaitable[Any]] | None = None
    status_after: int = 401
    is_changing: bool = False
    is_changed: bool = False

    async def check(self, client: Client) -> None:
        """Sends one request and checks its status against what was acknowledged before it was sent."""
        must_be_refused = self.is_changed
        status = await client.caller_status(self.headers)
        if must_be_refused:
            assert status == self.status_after, "accepted after the change was acknowledged"
        elif not self.is_changing:
            assert status == 200, "refused before the change was requested"
        else:
            assert status in (200, self.status_after)

    async def end(self) -> None:
        assert self.change is not None
        self.is_changing = True
        await self.change()
        self.is_changed = True


@pytest.mark.parametrize(
    "size", [Size(4, 80), pytest.param(Size(10, 250), marks=pytest.mark.long)], ids=["short", "long"]
)
async def test_an_acknowledged_change_counts_on_every_worker(
    cluster_with_valkey: ClusterWithValkey, size: Size
) -> None:
    """Keys are revoked, rotated and updated through one worker after the other, while all are in use.

    A request that was sent after the response to the change is refused by every worker.
    """
    cluster = cluster_with_valkey.cluster
    credentials = await create_credentials(cluster.admin, size)
    assert len(credentials) > 2 * MEMORY_RECORDS
    for credential in credentials:
        assert await cluster.caller_statuses(credential.headers) == [200] * WORKERS
    changes_are_done = asyncio.Event()
    async with connect(cluster.workers * CLIENTS_PER_WORKER) as clients, asyncio.TaskGroup() as group:
        for number, client in enumerate(clients):
            rng = random.Random(number)
            group.create_task(keep_checking(client, credentials, rng, size, changes_are_done))
        await end_in_sequence(cluster, credentials)
        changes_are_done.set()
    for credential in credentials:
        expected = credential.status_after if credential.is_changed else 200
        assert await cluster.caller_statuses(credential.headers) == [expected] * WORKERS


async def keep_checking(
    client: Client,
    credentials: list[Credential],
    rng: random.Random,
    size: Size,
    changes_are_done: asyncio.Event,
) -> None:
    requests = 0
    while requests < size.requests_per_client or not changes_are_done.is_set():
        await rng.choice(credentials).check(client)
        requests += 1


async def end_in_sequence(cluster: Cluster, credentials: list[Credential]) -> None:
    """Ends credentials in random order, and checks each on every worker right after its change.

    That is when a record in memory would be stale.
    """
    changing = [credential for credential in credentials if credential.change is not None]
    random.Random(0).shuffle(changing)
    for credential in changing:
        await credential.end()
        await asyncio.gather(*(credential.check(client) for client in cluster.clients))


async def create_credentials(admin: AdminClient, size: Size) -> list[Credential]:
    tenant_id = await admin.create_tenant()
    factories = [
        untouched_key,
        revoked_key,
        revoked_keyless_key,
        rotated_key,
        key_without_its_origin,
        key_with_cancelled_rotation,
    ]
    factories += [session_that_ends, session_of_a_revoked_key, session_of_an_ended_grant]
    return [
        await factory(admin, tenant_id) for factory in factories for _ in range(size.credentials_per_kind)
    ]


async def untouched_key(admin: AdminClient, tenant_id: str) -> Credential:
    key = await admin.create_key(tenant_id)
    return Credential(bearer(key["plaintext"]))


async def revoked_key(admin: AdminClient, tenant_id: str) -> Credential:
    key = await admin.create_key(tenant_id)
    return Credential(bearer(key["plaintext"]), lambda: admin.revoke_key(key["keyId"]))


async def revoked_keyless_key(admin: AdminClient, tenant_id: str) -> Credential:
    origin = f"https://shop-{next(_numbers)}.example"
    key = await admin.create_key(tenant_id, kind="keyless", allowedOrigins=[origin], allowOriginOnly=True)
    return Credential({"origin": origin}, lambda: admin.revoke_key(key["keyId"]))


async def rotated_key(admin: AdminClient, tenant_id: str) -> Credential:
    key = await admin.create_key(tenant_id)
    return Credential(bearer(key["plaintext"]), lambda: admin.rotate_key(key["keyId"], grace_seconds=0))


async def key_without_its_origin(admin: AdminClient, tenant_id: str) -> Credential:
    key = await admin.create_key(tenant_id, allowedOrigins=[ALLOWED, REMOVED])
    return Credential(
        {**bearer(key["plaintext"]), "origin": REMOVED},
        lambda: admin.update_key(key["keyId"], allowedOrigins=[ALLOWED]),
        status_after=403,
    )


async def key_with_cancelled_rotation(admin: AdminClient, tenant_id: str) -> Credential:
    """A key whose rotation is cancelled at once, so that it stays valid."""
    key = await admin.create_key(tenant_id)

    async def change() -> None:
        await admin.rotate_key(key["keyId"], grace_seconds=600)
        await admin.update_key(key["keyId"], status="active")

    return Credential(bearer(key["plaintext"]), change, status_after=200)


async def session_that_ends(admin: AdminClient, tenant_id: str) -> Credential:
    key = await admin.create_key(tenant_id)
    session = await admin.create_session(key, await admin.create_venue(tenant_id))
    return Credential(bearer(session["token"]), lambda: admin.end_session(session))


async def session_of_a_revoked_key(admin: AdminClient, tenant_id: str) -> Credential:
    key = await admin.create_key(tenant_id)
    session = await admin.create_session(key, await admin.create_venue(tenant_id))
    return Credential(bearer(session["token"]), lambda: admin.revoke_key(key["keyId"]))


async def session_of_an_ended_grant(admin: AdminClient, tenant_id: str) -> Credential:
    grantee = await admin.create_tenant()
    venue_id = await admin.create_venue(tenant_id)
    await admin.grant_venue(venue_id, grantee)
    session = await admin.create_session(await admin.create_key(grantee), venue_id)
    return Credential(bearer(session["token"]), lambda: admin.end_grant(venue_id, grantee))


_numbers = iter(range(1_000_000))
