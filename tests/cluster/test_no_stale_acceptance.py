"""Revocation is immediate, everywhere: workers under load, and not one of them accepts what has ended."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from cluster.client import Client, Manager, bearer, connected
from cluster.conftest import Cluster, StartCluster

pytestmark = pytest.mark.anyio

WORKERS = 3
CLIENTS_OF_EACH = 4
REQUESTS_OF_EACH = 250
SUBJECTS_OF_EACH_KIND = 10
RECORDS_IN_MEMORY = 30
"""Half of the keys: some requests find theirs there, others load it, and both must be right."""

KEPT, REMOVED = "https://kept.example", "https://removed.example"


@dataclass
class Subject:
    """What a request presents, the change that ends it, and how it is refused from then on."""

    headers: dict[str, str]
    change: Callable[[], Awaitable[Any]] | None = None
    refused_with: int = 401
    is_changing: bool = False
    is_changed: bool = False

    async def is_asked_for(self, client: Client) -> None:
        """One request; the assertion is the promise."""
        must_be_refused = self.is_changed
        status = await client.status(self.headers)
        if must_be_refused:
            assert status == self.refused_with, "accepted after the change was answered"
        elif not self.is_changing:
            assert status == 200, "refused before the change was asked for"
        else:
            assert status in (200, self.refused_with)

    async def end(self) -> None:
        assert self.change is not None
        self.is_changing = True
        await self.change()
        self.is_changed = True


async def test_a_change_that_was_answered_counts_on_every_worker(
    start_cluster: StartCluster, database_url: str
) -> None:
    """Keys are revoked, rotated and updated through one worker after the other, while all are in use.

    A request that started after the change was answered is refused, whichever worker it comes to.
    """
    async with start_cluster(WORKERS, database_url, memory_records=RECORDS_IN_MEMORY) as cluster:
        subjects = await cast_of_subjects(cluster.manager)
        for subject in subjects:
            assert await cluster.statuses(subject.headers) == [200] * WORKERS
        changes_are_done = asyncio.Event()
        async with connected(cluster.workers * CLIENTS_OF_EACH) as clients, asyncio.TaskGroup() as group:
            for number, client in enumerate(clients):
                group.create_task(load(client, subjects, random.Random(number), changes_are_done))
            await end_one_after_the_other(cluster, subjects)
            changes_are_done.set()
        for subject in subjects:
            expected = subject.refused_with if subject.is_changed else 200
            assert await cluster.statuses(subject.headers) == [expected] * WORKERS


async def load(
    client: Client, subjects: list[Subject], chance: random.Random, changes_are_done: asyncio.Event
) -> None:
    requests = 0
    while requests < REQUESTS_OF_EACH or not changes_are_done.is_set():
        await chance.choice(subjects).is_asked_for(client)
        requests += 1


async def end_one_after_the_other(cluster: Cluster, subjects: list[Subject]) -> None:
    """After each change, every worker is asked at once: that is when a memory would be out of date."""
    ending = [subject for subject in subjects if subject.change is not None]
    random.Random(0).shuffle(ending)
    for subject in ending:
        await subject.end()
        await asyncio.gather(*(subject.is_asked_for(client) for client in cluster.clients))


async def cast_of_subjects(manager: Manager) -> list[Subject]:
    tenant_id = await manager.tenant()
    makers = [untouched, revoked, revoked_keyless, rotated, without_its_origin, rotated_and_kept]
    makers += [session_that_ends, session_of_a_revoked_key, session_of_an_ended_grant]
    return [await make(manager, tenant_id) for make in makers for _ in range(SUBJECTS_OF_EACH_KIND)]


async def untouched(manager: Manager, tenant_id: str) -> Subject:
    key = await manager.key(tenantId=tenant_id)
    return Subject(bearer(key["plaintext"]))


async def revoked(manager: Manager, tenant_id: str) -> Subject:
    key = await manager.key(tenantId=tenant_id)
    return Subject(bearer(key["plaintext"]), lambda: manager.revoke(key["keyId"]))


async def revoked_keyless(manager: Manager, tenant_id: str) -> Subject:
    origin = f"https://shop-{next(_numbers)}.example"
    key = await manager.key(tenantId=tenant_id, kind="keyless", allowedOrigins=[origin], allowOriginOnly=True)
    return Subject({"origin": origin}, lambda: manager.revoke(key["keyId"]))


async def rotated(manager: Manager, tenant_id: str) -> Subject:
    key = await manager.key(tenantId=tenant_id)
    return Subject(bearer(key["plaintext"]), lambda: manager.rotate(key["keyId"], grace_seconds=0))


async def without_its_origin(manager: Manager, tenant_id: str) -> Subject:
    key = await manager.key(tenantId=tenant_id, allowedOrigins=[KEPT, REMOVED])
    return Subject(
        {**bearer(key["plaintext"]), "origin": REMOVED},
        lambda: manager.update(key["keyId"], allowedOrigins=[KEPT]),
        refused_with=403,
    )


async def rotated_and_kept(manager: Manager, tenant_id: str) -> Subject:
    """A rotation that was cancelled at once: the key was valid all the while."""
    key = await manager.key(tenantId=tenant_id)

    async def change() -> None:
        await manager.rotate(key["keyId"], grace_seconds=600)
        await manager.update(key["keyId"], status="active")

    return Subject(bearer(key["plaintext"]), change, refused_with=200)


async def session_that_ends(manager: Manager, tenant_id: str) -> Subject:
    key = await manager.key(tenantId=tenant_id)
    session = await manager.session(key, await manager.venue(tenant_id))

    async def change() -> None:
        answer = await manager.ask_as(session["token"], "DELETE", f"/sessions/{session['sessionId']}")
        assert answer.status == 204, answer

    return Subject(bearer(session["token"]), change)


async def session_of_a_revoked_key(manager: Manager, tenant_id: str) -> Subject:
    key = await manager.key(tenantId=tenant_id)
    session = await manager.session(key, await manager.venue(tenant_id))
    return Subject(bearer(session["token"]), lambda: manager.revoke(key["keyId"]))


async def session_of_an_ended_grant(manager: Manager, tenant_id: str) -> Subject:
    grantee = await manager.tenant()
    venue_id = await manager.venue(tenant_id)
    grant = f"/venues/{venue_id}/grants/{grantee}"
    assert (await manager.ask("PUT", grant)).status == 204
    session = await manager.session(await manager.key(tenantId=grantee), venue_id)
    return Subject(bearer(session["token"]), lambda: manager.ask("DELETE", grant))


_numbers = iter(range(1_000_000))
