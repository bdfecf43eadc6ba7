"""Nothing is deleted by age while the clock may be wrong, on a running service with such a clock."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from prometheus_client import generate_latest
from sqlalchemy import insert, text
from structlog.testing import capture_logs

from seatpreview.background_jobs import clock_guard
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import (
    discarded_images,
    ended_sessions,
    events,
    remembered_requests,
    uses_without_secret,
)
from seatpreview.keys.usage import utc_day
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import MICROSECONDS, Clock, Moment
from seatpreview.webhooks import delivery_store
from seatpreview.webhooks.delivery_model import NewDelivery
from serving import LiveService, SettableClock, running

pytestmark = pytest.mark.anyio

DAY_SECONDS = 86_400
DAY = DAY_SECONDS * MICROSECONDS
PRUNING = ("prune_records", "count_events", "prune_events", "delete_images")
TABLES = (
    "remembered_requests",
    "ended_sessions",
    "discarded_images",
    "activity.events",
    "activity.uses_without_secret",
    "activity.webhook_deliveries",
)


async def fill(service: LiveService) -> None:
    """Writes a row into each table that is pruned, all of today."""
    database, now = service.internals.resources.database, Clock().now()

    async def write(transaction: Transaction) -> None:
        execute = transaction.connection.execute
        await execute(insert(ended_sessions).values(session_id="ses_000000000000", expires_at=now + DAY // 2))
        await execute(
            insert(discarded_images).values(
                image_id="img_000000000000", venue_id="ven_000000000000", discarded_at=now
            )
        )
        await execute(
            insert(remembered_requests).values(
                key_id="key_000000000000",
                value_hash="1",
                fingerprint="2",
                record_id="",
                record_version=1,
                at=now,
                expires_at=now + DAY // 2,
            )
        )

    await database.write("operator", now, write)
    event = insert(events).values(
        tenant_id="ten_000000000000",
        event_id="1",
        owner_id="ten_000000000000",
        venue_id="ven_000000000000",
        kind="viewer_opened",
        key_id="key_000000000000",
        day="2026-11-16",
        at=now,
        received_at=now,
    )
    await database.write_activity(Connection.execute, event)
    uses = insert(uses_without_secret).values(key_id="key_000000000000", day=utc_day(now), requests=1)
    await database.write_activity(Connection.execute, uses)
    delivery = NewDelivery("msg_1", "whk_1", "ten_000000000000", 1, "ping", "{}")
    await database.write_activity(delivery_store.add, [delivery], now)


async def counts(service: LiveService) -> dict[str, int]:
    database = service.internals.resources.database
    return {
        table: int(await database.read(Connection.scalar, text(f"SELECT count(*) FROM {table}")))
        for table in (*TABLES, "changes")
    }


async def prune(service: LiveService) -> None:
    for job in PRUNING:
        await asyncio.sleep(0)  # On SQLite, what is in one iteration of the loop shares its time.
        await service.worker.jobs.run(job)
    assert not service.worker.jobs.failures


def is_paused(service: LiveService) -> bool:
    service.worker.metrics.report()
    metrics = generate_latest(service.internals.registry).decode()
    paused = "seatpreview_pruning_paused 1.0" in metrics
    assert paused or "seatpreview_pruning_paused 0.0" in metrics
    return paused


@pytest.mark.parametrize("days", [1, 401])
async def test_a_service_that_starts_with_a_clock_ahead_prunes_nothing_until_the_operator_says_so(
    new_settings: Callable[..., Settings], days: int
) -> None:
    settings = new_settings()
    async with running(settings) as service:
        await fill(service)
        await prune(service)
        before = await counts(service)
        assert not is_paused(service)
    with capture_logs() as lines:
        async with running(settings, SettableClock(wrong_seconds=days * DAY_SECONDS)) as service:
            for _ in range(2):
                await prune(service)
            after = await counts(service)
            assert {table: after[table] for table in TABLES} == dict.fromkeys(TABLES, 1)
            assert after["changes"] == before["changes"] + 1, "the key of the second start"
            assert is_paused(service)
            database, now = service.internals.resources.database, service.clock.now()
            await database.write("operator", now, clock_guard.confirm_and_write, now)
            await prune(service)
            assert not is_paused(service)
            pruned = await counts(service)
            assert (pruned["remembered_requests"], pruned["discarded_images"]) == (0, 0)
            if days > 400:
                # The key of the second start, and the operator's word.
                assert pruned == dict.fromkeys(TABLES, 0) | {"changes": 2}
            else:
                assert pruned["ended_sessions"] == 1, "a session that was ended is never valid again"
    said = [line["event"] for line in lines if line["event"].startswith("pruning")]
    assert said == ["pruning is paused", "pruning goes on"], "once for each change"


@pytest.mark.both_engines
async def test_a_clock_that_jumps_while_the_service_runs_stops_pruning_until_it_is_set_back(
    new_settings: Callable[..., Settings],
) -> None:
    async with running(new_settings()) as service:
        await fill(service)
        for wrong_seconds in (DAY_SECONDS, 500 * DAY_SECONDS):
            service.clock.set_wrong(wrong_seconds)
            await prune(service)
            assert is_paused(service)
            service.clock.set_wrong(-wrong_seconds)
            await prune(service)
            assert not is_paused(service)
            found = await counts(service)
            assert {table: found[table] for table in TABLES} == dict.fromkeys(TABLES, 1)


async def test_time_that_really_passes_prunes(new_settings: Callable[..., Settings]) -> None:
    async with running(new_settings()) as service:
        await fill(service)
        for _ in range(3):
            service.clock.advance(150 * DAY_SECONDS)
            await prune(service)
        assert await counts(service) == dict.fromkeys(TABLES, 0) | {"changes": 1}


async def test_a_service_that_was_off_for_a_week_prunes_again_after_a_day(
    new_settings: Callable[..., Settings],
) -> None:
    settings = new_settings()
    async with running(settings) as service:
        await fill(service)
    async with running(settings, SettableClock(wrong_seconds=7 * DAY_SECONDS)) as service:
        await prune(service)
        assert is_paused(service)
        for hours in (20, 3, 2):
            service.clock.advance(hours * 3600)
            await prune(service)
        assert not is_paused(service)
        assert (await counts(service))["remembered_requests"] == 0


@pytest.mark.both_engines
async def test_the_doubt_of_one_worker_is_shared_by_those_that_start_later(
    new_settings: Callable[..., Settings],
) -> None:
    """The danger: after a jump of two hours, a restart finds nothing wrong, as if it had been off so long."""
    settings = new_settings()
    clock = SettableClock()
    async with running(settings, clock) as service:
        await fill(service)
        clock.set_wrong(2 * 3600)
        await prune(service)
        assert is_paused(service)
    async with running(settings, clock) as service:
        await prune(service)
        assert is_paused(service)
        assert (await counts(service))["remembered_requests"] == 1


class DatabaseAhead(SettableClock):
    """The clock of a machine that is right, beside a database whose clock is ahead."""

    def now(self) -> Moment:
        return Clock.now(self)


@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
async def test_nothing_is_pruned_while_the_clocks_of_database_and_machine_differ(
    new_settings: Callable[..., Settings],
) -> None:
    """With SQLite there is one clock."""
    clock = DatabaseAhead()
    with capture_logs() as lines:
        async with running(new_settings(), clock) as service:
            await fill(service)
            clock.set_wrong(2 * 3600)
            await prune(service)
            assert is_paused(service)
            assert (await counts(service))["discarded_images"] == 1
            clock.set_wrong(-2 * 3600)
            await prune(service)
            assert not is_paused(service)
    [paused] = [line for line in lines if line["event"] == "pruning is paused"]
    assert "The database's clock says" in paused["reason"]


async def test_the_time_is_not_written_for_each_look(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(new_settings()) as service:
        database = service.internals.resources.database
        written: list[Any] = []
        write = database.write

        async def counted(*arguments: Any) -> Any:
            written.append(arguments)
            return await write(*arguments)

        monkeypatch.setattr(database, "write", counted)
        for _ in range(50):  # Less than twice five minutes, however long this test takes.
            service.clock.advance(10)
            await asyncio.sleep(0)
            await service.worker.jobs.run("check_clock")
        assert len(written) == 1, "once in five minutes"
