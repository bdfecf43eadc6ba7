"""Numbers of the log appear in the order of commits: a reader who has seen one has seen all smaller ones.

On PostgreSQL alone: on SQLite one transaction writes at a time, and there is no late commit.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import asyncpg
import pytest
from sqlalchemy import update

from database.held_connections import held
from database.opened import commit_tenant, log, opened
from database.waiting import wait_for_lock_waiters
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.tables import tenants
from seatpreview.freshness.freshness_check import FreshnessCheck
from seatpreview.freshness.record_cache import LoadContext, RecordCache
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.settings.settings import Settings
from seatpreview.tenants.model import CachedTenant
from seatpreview.tenants.store import load
from seatpreview.values.clock import Clock

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("engine", ["postgresql"], indirect=True)]


@pytest.fixture
async def settings(new_settings: Callable[..., Settings]) -> Settings:
    return new_settings()


@pytest.fixture
async def database(settings: Settings) -> AsyncIterator[Database]:
    async with opened(settings) as database:
        yield database


@pytest.fixture
async def by_hand(settings: Settings, database: Database) -> AsyncIterator[Any]:
    """A connection on which the test itself begins, writes and commits."""
    connection = await asyncpg.connect(settings.database_url)
    yield connection
    await connection.close()


class Worker:
    """A worker's cache of tenants, which tells how many requests a tenant's limit allows."""

    def __init__(self, database: Database) -> None:
        loading = LoadContext(database, FairQueue(1, share=1))
        self._cache: RecordCache[CachedTenant] = RecordCache(("tenant",), partial(load, loading), 100)
        self._freshness = FreshnessCheck(database.feed, (self._cache,))

    async def requests_allowed(self, tenant_id: str) -> int | None:
        await self._freshness.check_and_get_time()
        tenant = await self._freshness.load(self._cache, tenant_id)
        assert tenant is not None
        return tenant.limit.requests if tenant.limit else None


async def test_a_transaction_that_began_first_and_commits_last_is_not_missed(database: Database) -> None:
    """The danger: its number is taken early, a later one is seen first, and no check looks back."""
    await commit_tenant(database, "late")
    worker = Worker(database)
    async with held(database.write, "operator", Clock().now()) as run:
        await run(set_limit, "late", 5)
        await commit_tenant(database, "early")
        assert await worker.requests_allowed("late") is None, "not committed yet, and cached now"
        assert await log(database) == [(2, "late"), (3, "early")]
    assert await worker.requests_allowed("late") == 5
    assert await log(database) == [(2, "late"), (3, "early"), (4, "late")]


async def test_no_number_is_given_out_while_the_one_before_is_not_committed(
    database: Database, by_hand: Any
) -> None:
    """The danger: a check between the two commits sees the larger number and never asks for the smaller."""
    await commit_tenant(database, "held")
    worker = Worker(database)
    await by_hand.execute("BEGIN")
    await by_hand.execute("UPDATE tenants SET rate_limit = $1 WHERE tenant_id = 'held'", limit_of(5))
    number = await by_hand.fetchval("UPDATE counter SET n = n + 1 RETURNING n")
    await by_hand.execute(
        "INSERT INTO changes (n, stamp, kind, id, at, actor, action, members) "
        "VALUES ($1, 'by hand', 'tenant', 'held', 1, 'operator', 'updated', '')",
        number,
    )
    second = asyncio.create_task(commit_tenant(database, "second"))
    await wait_for_lock_waiters(by_hand, 1)
    assert await worker.requests_allowed("held") is None, "the check between the two"
    assert await log(database) == [(2, "held")]
    await by_hand.execute("COMMIT")
    await second
    assert await log(database) == [(2, "held"), (3, "held"), (4, "second")]
    assert await worker.requests_allowed("held") == 5


async def test_a_number_that_was_taken_and_given_back_leaves_no_gap(database: Database, by_hand: Any) -> None:
    """The danger: a gap would look like a row that is still to come, or hide one that is."""
    await by_hand.execute("BEGIN")
    await by_hand.execute("UPDATE counter SET n = n + 1")
    waiting = asyncio.create_task(commit_tenant(database, "waiting"))
    await wait_for_lock_waiters(by_hand, 1)
    await by_hand.execute("ROLLBACK")
    await waiting
    assert await log(database) == [(2, "waiting")]


async def set_limit(transaction: Transaction, tenant_id: str, requests: int) -> None:
    await transaction.connection.execute(
        update(tenants).where(tenants.c.tenant_id == tenant_id).values(rate_limit=limit_of(requests))
    )
    transaction.changed("tenant", tenant_id, tenant_id, "updated", ("rateLimit",))


def limit_of(requests: int) -> str:
    return f'{{"requests":{requests},"windowSeconds":1,"burst":{requests}}}'
