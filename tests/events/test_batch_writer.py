"""Batches written together: outcomes follow the order of arrival, and several workers store an event once."""

import asyncio
from collections.abc import Callable, Collection
from itertools import chain

import pytest
from hypothesis import given
from sqlalchemy import select

from cast import Cast
from database.opened import opened
from events.arena import create_arena, event, report
from events.records import (
    Draft,
    World,
    expected_outcomes,
    groups,
    new_world,
    record,
    record_from_draft,
)
from examples import examples
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import events
from seatpreview.decoding.inputs import decode
from seatpreview.events import store
from seatpreview.events.model import IngestEventsRequest, Record
from seatpreview.events.operations import ingest_events
from seatpreview.events.rules import Outcome, event_key
from seatpreview.events.store import Added
from seatpreview.settings.settings import Settings
from serving import LiveService

pytestmark = pytest.mark.anyio


@examples(50)
@given(drawn=groups())
async def test_groups_are_judged_as_if_each_event_came_alone(
    service: LiveService, drawn: list[list[list[Draft]]]
) -> None:
    world = new_world()
    arrived = [
        [tuple(record_from_draft(world, draft) for draft in batch) for batch in group] for group in drawn
    ]
    verdicts: list[Outcome] = []
    for group in arrived:
        answers = await store.write_batches(service.internals.resources.database, group)
        assert [len(answer) for answer in answers] == [len(batch) for batch in group]
        verdicts += chain.from_iterable(answers)
    expected, kept = expected_outcomes([*chain.from_iterable(chain.from_iterable(arrived))])
    assert verdicts == expected
    assert await stored_records(service.internals.resources.database, world) == sorted(kept, key=event_key)


async def test_what_is_kept_already_is_known_to_the_group_that_rests_on_it(service: LiveService) -> None:
    """Needs a retry: the first attempt assumes that the ads were shown, and the insert reveals that their ids
    are taken."""
    world = new_world()
    session = str(world.sessions[0])
    taken = [record(world, event_id=f"taken-{n}") for n in range(3)]
    await store.write_batches(service.internals.resources.database, [tuple(taken)])
    shown = [
        record(world, event_id=f"taken-{n}", kind="ad_shown", session_id=session, ad_id="lager")
        for n in range(3)
    ]
    click = record(world, event_id="click", kind="ad_clicked", session_id=session, ad_id="lager")
    rest = record(world, event_id="click")
    answers = await store.write_batches(service.internals.resources.database, [(*shown, click), (rest,)])
    assert answers == [["duplicate", "duplicate", "duplicate", "not_shown"], ["accepted"]]
    assert await stored_records(service.internals.resources.database, world) == sorted(
        [*taken, rest], key=event_key
    )


async def test_workers_with_the_same_events_at_once_keep_each_once(
    new_settings: Callable[..., Settings],
) -> None:
    """Deadlock: each transaction holds an event that the other one waits for."""
    settings, world = new_settings(), new_world()
    same = [record(world, event_id=f"{n:03}") for n in range(100)]
    async with opened(settings) as one, opened(settings, None) as two:
        for turn in range(10):
            forth = tuple(record(world, event_id=f"{turn}-{each.event_id}") for each in same)
            answers = await asyncio.gather(
                store.write_batches(one, [forth]),
                store.write_batches(two, [tuple(reversed(forth))]),
            )
            [first], [second] = answers
            for mine, theirs in zip(first, reversed(second), strict=True):
                assert sorted((mine, theirs)) == ["accepted", "duplicate"]


async def test_a_show_that_another_worker_wrote_meanwhile_is_a_duplicate_and_the_click_stays(
    new_settings: Callable[..., Settings], engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other worker writes between the query for impressions and the insert; on SQLite, which has one
    writer at a time, before the query."""
    settings, world = new_settings(), new_world()
    session = str(world.sessions[0])
    show = record(world, event_id="show", kind="ad_shown", session_id=session, ad_id="lager")
    click = record(world, event_id="click", kind="ad_clicked", session_id=session, ad_id="lager")
    async with opened(settings) as mine, opened(settings, None) as theirs:
        find_impressions = store.find_impressions

        async def find_and_interfere(*arguments: object) -> object:
            found = await find_impressions(*arguments)  # type: ignore[arg-type]  # handed on as they came
            monkeypatch.setattr(store, "find_impressions", find_impressions)
            await store.write_batches(theirs, [(show,)])
            return found

        if engine == "postgresql":
            monkeypatch.setattr(store, "find_impressions", find_and_interfere)
        else:
            await store.write_batches(theirs, [(show,)])
        assert await store.write_batches(mine, [(show, click)]) == [["duplicate", "accepted"]]
        assert await stored_records(mine, world) == [click, show]


async def test_batches_that_wait_together_are_written_together(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = await create_arena(cast, cast.owner)
    await report(cast.owner, event(venue=arena))
    written: list[int] = []
    add = store.add

    async def counted(connection: Connection, records: Collection[Record]) -> Added:
        written.append(len(records))
        return await add(connection, records)

    monkeypatch.setattr(store, "add", counted)
    call = cast.service.context()
    batches = [
        decode({"events": [event(venue=arena) for _ in range(3)]}, IngestEventsRequest) for _ in range(30)
    ]
    answers = await asyncio.gather(*(ingest_events(call, batch) for batch in batches))
    assert [answer.accepted for answer in answers] == [
        [each.event_id for each in batch.events] for batch in batches
    ]
    assert written == [20 * 3, 10 * 3]


async def stored_records(database: Database, world: World) -> list[Record]:
    """Returns all records of the tenants of this world, ordered by key."""
    statement = select(events).where(events.c.tenant_id.in_(world.tenants))
    found = await database.read(Connection.execute, statement)
    rows = [Record(**row._asdict()) for row in found]
    return sorted(rows, key=event_key)
