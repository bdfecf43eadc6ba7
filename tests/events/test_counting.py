"""The counting of events in the background: each once, beside those who store events, and by one worker."""

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from cast import Cast
from database.opened import opened
from events.arena import create_arena, event, report
from events.histories import History
from events.records import DAY, START, World, new_world, record
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import event_counts, events
from seatpreview.events import counting, erasure, retention, store
from seatpreview.events.erasure import Selection
from seatpreview.events.model import Record, ReportEvents
from seatpreview.events.queries import Visibility
from seatpreview.events.retention import Retention
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Moment, datetime_of

pytestmark = pytest.mark.anyio

LATER = Moment(START + DAY)


async def totals(database: Database, world: World) -> int:
    history = History(database, world, START, ("UTC", "UTC"))
    rows = await history.report(Visibility(world.tenants[0], None), ReportEvents(group_by="day", limit=99))
    return sum(row.total() for row in rows.values())


async def counted(database: Database) -> int:
    """Returns how many events the counts alone have."""
    columns = event_counts.c
    days = select(func.coalesce(func.sum(columns.view_rotated), 0)).where(
        columns.span == "day", columns.dimension == "day"
    )
    return int(await database.read(Connection.scalar, days))


async def test_a_transaction_counts_so_many_events_and_those_of_the_same_time_together(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The danger: very many events of one microsecond, at which the counting would stand still."""
    monkeypatch.setattr(counting, "COUNTED_EVENTS_MAX", 3)
    world = new_world()
    async with opened(new_settings()) as database:
        same = [record(world, event_id=f"same-{n}") for n in range(7)]
        spread = [record(world, event_id=f"spread-{n}", received_at=START + 1 + n) for n in range(4)]
        await store.write_batches(database, [(*same, *spread)])
        progress = [0]
        while await database.write_activity(counting.count_some, LATER):
            progress.append(await counted(database))
            assert await totals(database, world) == 11
        assert progress == [0, 7, 10, 11]


async def test_events_are_counted_after_a_while_and_not_before(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "REST_FACTOR", 0)
    world, delay = new_world(), counting.DELAY_SECONDS * 1_000_000
    async with opened(new_settings()) as database:
        await store.write_batches(database, [(record(world),)])
        assert await counting.count_events(database, Moment(START + delay)) == 0
        assert await database.read(counting.uncounted_since) == START
        assert await counting.count_events(database, Moment(START + delay + 1)) == 1
        assert await database.read(counting.uncounted_since) is None
        assert (await counted(database), await totals(database, world)) == (1, 1)


async def test_an_event_that_is_stored_late_is_counted_by_its_own_transaction(
    new_settings: Callable[..., Settings],
) -> None:
    """The danger: a worker was stopped for minutes before it could commit, or the clock went back by a day:
    the event is in no report."""
    world = new_world()
    async with opened(new_settings()) as database:
        await store.write_batches(database, [(record(world, event_id="first"),)])
        assert await database.write_activity(counting.count_some, LATER) == 1
        late = [record(world, event_id=f"late-{n}", received_at=START - n * DAY) for n in range(3)]
        timely = record(world, event_id="timely", received_at=LATER)
        for _ in range(2):  # The second time, all are duplicates.
            await store.write_batches(database, [(*late, timely)])
            assert await counted(database) == 4
            assert await totals(database, world) == 5


@pytest.mark.parametrize("batches", [24, pytest.param(60, marks=pytest.mark.long)])
async def test_workers_that_store_count_and_erase_at_once_lose_and_repeat_nothing(
    batches: int, new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The races: an event is committed while the counting passes its time, two workers count the same events,
    and an erasure takes back what another one is counting."""
    monkeypatch.setattr(counting, "COUNTED_EVENTS_MAX", 5)
    settings, world = new_settings(), new_world()
    session = world.sessions[0]

    def batch(number: int) -> tuple[Record, ...]:
        return tuple(
            record(
                world,
                event_id=f"{number}-{n}",
                received_at=START + number,
                session_id=str(session) if n == 0 else None,
            )
            for n in range(4)
        )

    async def write(database: Database, numbers: range) -> None:
        for number in numbers:
            await store.write_batches(database, [batch(number)])

    async def count(database: Database, reports: Database) -> None:
        for number in range(batches):
            await database.write_activity(counting.count_some, Moment(START + number))
            stored = await reports.read(
                Connection.scalar,
                select(func.count()).select_from(events).where(events.c.session_id.is_(None)),
            )
            assert await totals(reports, world) >= stored

    async def erase(database: Database) -> None:
        for _ in range(5):
            await erasure.erase(database, Selection(session_id=session), "operator", Moment(START))

    async with opened(settings) as one, opened(settings, None) as two:
        await asyncio.gather(
            write(one, range(0, batches, 2)),
            write(two, range(1, batches, 2)),
            count(one, two),
            count(two, one),
            erase(two),
        )
        await erasure.erase(one, Selection(session_id=session), "operator", Moment(START))
        while await one.write_activity(counting.count_some, LATER):
            pass
        assert await counted(one) == batches * 3
        assert await totals(two, world) == batches * 3


async def test_an_erasure_leaves_no_count_of_nothing(new_settings: Callable[..., Settings]) -> None:
    """A row of zeros would tell that somebody looked at the seat."""
    world = new_world()
    async with opened(new_settings()) as database:
        seen = record(world, seat_key="101/A/1", session_id=str(world.sessions[0]))
        await store.write_batches(database, [(seen,)])
        await database.write_activity(counting.count_some, LATER)
        await erasure.erase(database, Selection(session_id=world.sessions[0]), "operator", Moment(START))
        assert await database.read(Connection.scalar, select(func.count()).select_from(event_counts)) == 0


@pytest.mark.parametrize("of_one_venue", [True, False])
async def test_erased_days_are_gone_from_their_month_and_the_others_stay(
    new_settings: Callable[..., Settings], of_one_venue: bool
) -> None:
    """The events are not stored any more, so that their days alone say what the month must lose."""
    world = new_world()
    async with opened(new_settings()) as database:
        records = [
            record(
                world,
                event_id=f"{venue}-{days}",
                venue_id=str(world.venues[venue]),
                seat_key="101/A/1",
                received_at=START - days * DAY,
                at=START - days * DAY,
                day=datetime_of(START - days * DAY).date().isoformat(),
            )
            for venue in (0, 1)
            for days in range(100, 200)
        ]
        await store.write_batches(database, [tuple(records)])
        while await database.write_activity(counting.count_some, LATER):
            pass
        await retention.prune(database, Retention(raw_days=1, days=400, quota_bytes=0), Moment(START))
        selection = Selection(
            venue_id=world.venues[0] if of_one_venue else None, before=Moment(START - 150 * DAY)
        )
        found = await database.read(erasure.count, selection)
        assert found.stored == 0
        assert found.only_counted == (1 if of_one_venue else 2) * (50 - 8)
        await erasure.erase(database, selection, "operator", Moment(START))
        history = History(database, world, START, ("UTC", "UTC"))
        for group_by in ("day", "section"):
            rows = await history.report(
                Visibility(world.tenants[0], None), ReportEvents(group_by=group_by, limit=999)
            )
            assert sum(row.total() for row in rows.values()) == 200 - found.only_counted


async def test_the_service_counts_and_everybody_sees_the_same_as_before(cast: Cast) -> None:
    arena = await create_arena(cast, cast.owner)
    assert cast.grantee.tenant_id is not None
    await cast.grant(arena, cast.grantee.tenant_id)
    await report(cast.owner, event("seat_viewed", venue=arena, seat="101/A/1"), event(venue=arena))
    await report(cast.grantee, event("seat_viewed", venue=arena, seat="101/A/1"))

    async def reports() -> list[list[dict[str, object]]]:
        return [
            await actor.list_all("/events/report", groupBy=group_by, venue=arena)
            for actor in (cast.owner, cast.grantee, cast.operator)
            for group_by in ("seat", "section", "ad", "day")
        ]

    before = await reports()
    database = cast.service.internals.resources.database
    at = Moment(cast.service.clock.now() + 1)
    while await database.write_activity(counting.count_some, at):
        pass
    assert await database.read(counting.uncounted_since) is None
    assert await reports() == before
