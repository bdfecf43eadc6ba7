"""How long events and counts are kept: by days, by a quota that tenants share, and never uncounted ones."""

import secrets
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select, text

from database.opened import opened
from events.histories import History
from events.records import DAY, START, World, new_world, record
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import event_counts, events
from seatpreview.events import counting, retention
from seatpreview.events.model import DayOrTime, Record, ReportEvents
from seatpreview.events.queries import Visibility
from seatpreview.events.retention import EVENT_BYTES, Retention, fair_share
from seatpreview.events.store import write_batches
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Moment, datetime_of
from seatpreview.values.ids import SessionId, TenantId

pytestmark = pytest.mark.anyio

NOW = Moment(START)
DEFAULTS = Retention(raw_days=400, days=400, quota_bytes=0)


def received(world: World, days_ago: float, number: int = 0, tenant: int = 0) -> Record:
    at = round(START - days_ago * DAY)
    return record(
        world,
        tenant_id=str(world.tenants[tenant]),
        event_id=f"{days_ago}-{number}",
        seat_key="101/A/1",
        at=at,
        received_at=at,
        day=datetime_of(at).date().isoformat(),
    )


async def store(database: Database, *records: Record) -> None:
    await write_batches(database, [records])


async def count_all(database: Database) -> None:
    while await database.write_activity(counting.count_some, Moment(NOW + 1)):
        pass


async def stored_ids(database: Database, tenant_id: TenantId | None = None) -> list[str]:
    statement = select(events.c.event_id).order_by(events.c.received_at, events.c.event_id)
    if tenant_id is not None:
        statement = statement.where(events.c.tenant_id == tenant_id)
    return await database.read(Connection.scalars, statement)


async def reported(database: Database, world: World, **query: Any) -> int:
    """Returns the events of the first tenant that a report by section counts."""
    history = History(database, world, START, ("UTC", "UTC"))
    rows = await history.report(
        Visibility(world.tenants[0], None), ReportEvents(group_by="section", limit=9, **query)
    )
    return sum(row.total() for row in rows.values())


async def test_old_events_are_deleted_in_parts_and_young_ones_and_all_counts_stay(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "PRUNED_ROWS_MAX", 3)
    world = new_world()
    old = [received(world, 30 + n / 10 + 0.01) for n in range(10)]
    young = [received(world, days) for days in (30, 10, 0)]
    async with opened(new_settings()) as database:
        await store(database, *old, *young)
        await count_all(database)
        for _ in range(2):
            await retention.prune(database, DEFAULTS._replace(raw_days=30), NOW)
            assert await stored_ids(database) == [each.event_id for each in young]
            assert await reported(database, world) == 13


async def test_events_are_not_kept_longer_than_their_counts(new_settings: Callable[..., Settings]) -> None:
    world = new_world()
    async with opened(new_settings()) as database:
        await store(database, received(world, 31), received(world, 1))
        await count_all(database)
        await retention.prune(database, DEFAULTS._replace(days=30), NOW)
        assert await stored_ids(database) == ["1-0"]
        assert await reported(database, world) == 1


async def test_no_event_is_deleted_before_it_is_counted(new_settings: Callable[..., Settings]) -> None:
    """A service that was upgraded, or was off for long, has events that are old and not counted."""
    world = new_world()
    async with opened(new_settings()) as database:
        await store(database, *(received(world, 500 + n) for n in range(3)))
        await retention.prune(database, DEFAULTS._replace(quota_bytes=1), NOW)
        assert len(await stored_ids(database)) == 3
        await count_all(database)
        await retention.prune(database, DEFAULTS._replace(days=1000), NOW)
        assert await stored_ids(database) == []
        assert await reported(database, world) == 3


async def test_counts_of_old_days_are_deleted_and_those_of_the_rest_of_the_month_stay(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "PRUNED_ROWS_MAX", 3)
    world = new_world()
    async with opened(new_settings()) as database:
        await store(database, *(received(world, days) for days in range(90)))
        await count_all(database)
        for days in (80, 45, 44, 10):
            await retention.prune(database, DEFAULTS._replace(days=days), NOW)
            assert await reported(database, world) == days + 1
            since = datetime_of(NOW - 100 * DAY).date().isoformat()
            assert await reported(database, world, from_=DayOrTime(since)) == days + 1
        await retention.prune(database, DEFAULTS._replace(days=1), Moment(NOW + 40 * DAY))
        assert await database.read(Connection.scalar, select(func.count()).select_from(event_counts)) == 0


async def test_a_tenant_with_very_many_events_pushes_out_its_own_alone(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a tenant reports events without end, so that those of the others are deleted."""
    monkeypatch.setattr(retention, "PRUNED_ROWS_MAX", 4)
    world = new_world()
    async with opened(new_settings()) as database:
        await store(database, *(received(world, 50 + n, tenant=1) for n in range(5)))
        await store(database, *(received(world, n) for n in range(20)))
        await count_all(database)
        await retention.prune(database, DEFAULTS._replace(quota_bytes=15 * EVENT_BYTES), NOW)
        assert len(await stored_ids(database, world.tenants[1])) == 5
        assert await stored_ids(database, world.tenants[0]) == [f"{n}-0" for n in reversed(range(10))]
        await retention.prune(database, DEFAULTS._replace(quota_bytes=6 * EVENT_BYTES), NOW)
        assert len(await stored_ids(database, world.tenants[0])) == 3
        assert len(await stored_ids(database, world.tenants[1])) == 3
        assert await reported(database, world) == 25


@given(stored=st.lists(st.integers(1, 50), min_size=1, max_size=8), quota=st.integers(0, 200))
def test_a_fair_share_fills_the_quota_and_takes_nothing_from_those_below_it(
    stored: list[int], quota: int
) -> None:
    share = fair_share({TenantId.new(): events for events in stored}, quota)
    kept = [min(events, share) for events in stored]
    assert sum(kept) <= max(quota, 0) or sum(stored) <= quota
    if sum(stored) <= quota:
        assert kept == stored
    else:
        assert quota - sum(kept) < len(stored), "no more is deleted than must be"


async def test_the_size_of_an_event_is_about_what_the_quota_takes_it_for(
    new_settings: Callable[..., Settings], engine: str
) -> None:
    """Otherwise the quota would be one of other bytes than those on the disk."""
    world = new_world()
    settings = new_settings()
    async with opened(settings) as database:
        records = [
            record(
                world,
                event_id=secrets.token_urlsafe(16),
                session_id=str(SessionId.new()),
                seat_key="101/A/1",
                received_at=START + n,
            )
            for n in range(4000)
        ]
        for begin in range(0, 4000, 500):
            await store(database, *records[begin : begin + 500])
        if engine == "sqlite":
            pages = await database.write_activity(Connection.scalar, text("PRAGMA activity.page_count"))
            size = int(pages) * 4096
        else:
            relation = select(func.pg_total_relation_size("activity.events"))
            size = int(await database.read(Connection.scalar, relation))
    assert EVENT_BYTES / 2 < size / 4000 < EVENT_BYTES * 2
