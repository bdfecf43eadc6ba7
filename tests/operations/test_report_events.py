"""reportEvents: exact counts of the events that the caller sees."""

from collections import Counter
from datetime import timedelta
from itertools import chain
from typing import Any, get_args

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from cast import Cast
from events.arena import create_arena, create_page, event, report
from events.records import Draft, expected_outcomes, groups, new_world, record_from_draft
from examples import examples
from seatpreview.database.tables import events
from seatpreview.events import counting, retention, store
from seatpreview.events.model import KINDS, EventKind, GroupBy, Record, ReportEvents
from seatpreview.events.operations import report_events
from seatpreview.values.clock import Moment, datetime_of, moment_of
from serving import LiveService

pytestmark = pytest.mark.anyio

KEY_OF = {"seat": "seat_key", "section": "section", "ad": "ad_id", "day": "day"}


@pytest.mark.both_engines
@examples(60)
@given(
    drawn=groups(),
    group_by=st.sampled_from(get_args(GroupBy)),
    kind=st.sampled_from(["ad_shown", "error", None]),
    limit=st.integers(1, 5),
)
async def test_a_report_is_a_recount_of_the_accepted_events(
    service: LiveService,
    drawn: list[list[list[Draft]]],
    group_by: GroupBy,
    kind: EventKind | None,
    limit: int,
) -> None:
    world = new_world()
    arrived = [
        [tuple(record_from_draft(world, draft) for draft in batch) for batch in group] for group in drawn
    ]
    accepted: list[Record] = []
    for group in arrived:
        answers = await store.write_batches(service.internals.resources.database, group)
        for record, verdict in zip(chain.from_iterable(group), chain.from_iterable(answers), strict=True):
            if verdict == "accepted":
                accepted.append(record)
    assert accepted == expected_outcomes([*chain.from_iterable(chain.from_iterable(arrived))])[1]
    for tenant_id in world.tenants:
        seen = [
            each
            for each in accepted
            if str(tenant_id) in (each.tenant_id, each.owner_id) and kind in (None, each.kind)
        ]
        query: dict[str, Any] = {"group_by": group_by, "tenant_id": tenant_id, "limit": limit}
        rows = await _all_rows(service, query | ({"kind": kind} if kind else {}))
        assert rows == _recount(seen, group_by)


@pytest.mark.both_engines
async def test_each_event_counts_for_its_seat_its_section_its_ad_and_its_day(cast: Cast) -> None:
    arena = await create_arena(cast, cast.owner)
    page = await create_page(cast, cast.owner, arena)
    await page.report(
        event("session_started"),
        event("seat_viewed", seat="101/A/1"),
        event("seat_viewed", seat="101/A/1"),
        event("seat_viewed", seat="101/A/2"),
        event("ad_shown", seat="102/B/1", ad="lager"),
        event("ad_clicked", ad="lager"),
        event("ad_clicked", ad="cola"),
    )
    by_seat = await cast.owner.list_all("/events/report", groupBy="seat")
    assert [(row["key"], row["venueId"], row["total"]) for row in by_seat] == [
        ("101/A/1", arena, 2),
        ("101/A/2", arena, 1),
        ("102/B/1", arena, 1),
    ]
    assert by_seat[0]["counts"] == dict.fromkeys(KINDS, 0) | {"seat_viewed": 2}
    by_section = await cast.owner.list_all("/events/report", groupBy="section")
    assert [(row["key"], row["total"]) for row in by_section] == [("101", 3), ("102", 1)]
    [by_ad] = await cast.owner.list_all("/events/report", groupBy="ad")
    assert (by_ad["key"], by_ad["counts"]["ad_shown"], by_ad["counts"]["ad_clicked"]) == ("lager", 1, 1)
    [by_day] = await cast.owner.list_all("/events/report", groupBy="day")
    assert (by_day["venueId"], by_day["total"]) == (None, 6)
    assert by_day["key"] == (await cast.owner.list_all("/events"))[0]["day"]
    of_a_kind = await cast.owner.list_all("/events/report", groupBy="section", kind="ad_shown")
    assert [(row["key"], row["total"]) for row in of_a_kind] == [("102", 1)]


async def test_what_staff_looked_at_is_counted_apart(cast: Cast) -> None:
    arena = await create_arena(cast, cast.owner)
    for purpose, seat, views in (("buyer", "101/A/1", 2), ("staff", "101/A/1", 3), ("staff", "102/B/2", 1)):
        page = await create_page(cast, cast.owner, arena, purpose=purpose)
        await page.report(*(event("seat_viewed", seat=seat) for _ in range(views)))
    expected = {
        "buyer": {"seat": {"101/A/1": 2}, "section": {"101": 2}},
        "staff": {"seat": {"101/A/1": 3, "102/B/2": 1}, "section": {"101": 3, "102": 1}},
    }

    async def check() -> None:
        for purpose, reports in expected.items():
            for group_by, totals in reports.items():
                rows = await cast.owner.list_all("/events/report", groupBy=group_by, purpose=purpose)
                assert {row["key"]: row["total"] for row in rows} == totals
        [day] = await cast.owner.list_all("/events/report", groupBy="day")
        [day_of_staff] = await cast.owner.list_all("/events/report", groupBy="day", purpose="staff")
        assert (day["total"], day_of_staff["total"]) == (2, 4)

    await check()
    database = cast.service.internals.resources.database
    while await database.write_activity(counting.count_some, Moment(cast.service.clock.now() + 1)):
        pass
    await check()


@pytest.mark.both_engines
async def test_rows_go_by_venue_and_then_by_key_on_every_page(cast: Cast) -> None:
    arenas = sorted([await create_arena(cast, cast.owner) for _ in range(3)])
    seats = ["101/A/1", "101/A/2", "103/B/4"]
    await report(cast.owner, *(event(venue=arena, seat=seat) for seat in reversed(seats) for arena in arenas))
    for limit in (1, 2, 1000):
        rows = await cast.owner.list_all("/events/report", groupBy="seat", limit=limit)
        assert [(row["venueId"], row["key"]) for row in rows] == [(a, s) for a in arenas for s in seats]
    of_one = await cast.owner.list_all("/events/report", groupBy="seat", venue=arenas[1])
    assert {row["venueId"] for row in of_one} == {arenas[1]}


@pytest.mark.both_engines
async def test_from_and_until_are_days_at_the_venue_or_times_when_it_happened(cast: Cast) -> None:
    arena = await create_arena(cast, cast.owner)
    now = datetime_of(cast.service.clock.now())
    times = [now - timedelta(days=days) for days in (5, 3, 1)]
    await report(cast.owner, *(event(venue=arena, at=at.isoformat()) for at in times))
    days = [
        each["day"] for each in sorted(await cast.owner.list_all("/events"), key=lambda each: str(each["at"]))
    ]
    assert len(set(days)) == 3

    async def found(**query: str) -> list[str]:
        return [row["key"] for row in await cast.owner.list_all("/events/report", groupBy="day", **query)]

    for marks in (days, [at.isoformat() for at in times]):
        assert await found() == days
        assert await found(**{"from": marks[1]}) == days[1:]
        assert await found(until=marks[1]) == days[:1]
        assert await found(**{"from": marks[1], "until": marks[2]}) == days[1:2]


@pytest.mark.both_engines
async def test_a_part_of_a_day_whose_events_are_deleted_is_refused_and_whole_days_are_counted(
    cast: Cast,
) -> None:
    arena = await create_arena(cast, cast.owner)
    now = datetime_of(cast.service.clock.now())
    times = [now - timedelta(days=days) for days in (6, 5, 0)]
    await report(cast.owner, *(event(venue=arena, at=at.isoformat()) for at in times))
    database = cast.service.internals.resources.database
    while await database.write_activity(counting.count_some, Moment(cast.service.clock.now() + 1)):
        pass
    # The events of this venue are received days later; they are deleted as if by the quota.
    mine = events.c.venue_id == arena
    old = select(events.c.tenant_id, events.c.event_id).where(mine, events.c.at < moment_of(times[2]))
    assert await database.write_activity(retention.delete_some, old) == 2

    async def ask(**query: str) -> httpx.Response:
        return await cast.owner.get("/events/report", groupBy="day", venue=arena, **query)

    for parameter in ("from", "until"):
        refused = await ask(**{parameter: times[1].isoformat()})
        assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")
        [fault] = refused.json()["errors"]
        assert fault["parameter"] == parameter
        assert f"give a day, such as {times[1].date()}" in fault["detail"]
        by_day = await ask(**{parameter: str(times[1].date())})
        assert by_day.status_code == 200
    whole = await ask()
    assert sum(row["total"] for row in whole.json()["data"]) == 3
    later = await ask(**{"from": (times[1] + timedelta(days=3)).isoformat()})
    assert sum(row["total"] for row in later.json()["data"]) == 1


@pytest.mark.parametrize("year", ["0001", "1969", "9999"])
async def test_years_without_events_are_no_fault(shared_cast: Cast, year: str) -> None:
    """The danger: arithmetic with the first and the last days of the calendar."""
    for first, last in (
        (f"{year}-01-01", f"{year}-12-31"),
        (f"{year}-01-01T00:00:00Z", f"{year}-12-31T23:59:59Z"),
    ):
        for query in (
            {"from": first},
            {"until": first},
            {"from": last},
            {"until": last},
            {"from": first, "until": last},
        ):
            for group_by in ("day", "seat"):
                answer = await shared_cast.owner.get("/events/report", groupBy=group_by, **query)
                assert answer.status_code == 200, answer.text


async def test_who_sees_an_event_counts_it(cast: Cast) -> None:
    arena, other = await create_arena(cast, cast.owner), await create_arena(cast, cast.owner)
    assert cast.grantee.tenant_id is not None
    await cast.grant(arena, cast.grantee.tenant_id)
    await report(cast.owner, event(venue=arena), event(venue=other))
    await report(cast.grantee, event(venue=arena))
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[arena])
    for actor, total in ((cast.owner, 3), (cast.grantee, 1), (restricted, 2), (cast.stranger, 0)):
        rows = await actor.list_all("/events/report", groupBy="day")
        assert sum(row["total"] for row in rows) == total
    of_tenant = await cast.operator.list_all("/events/report", groupBy="day", tenantId=cast.grantee.tenant_id)
    assert sum(row["total"] for row in of_tenant) == 1
    refused = await restricted.get("/events/report", groupBy="day", venue=other)
    assert (refused.status_code, refused.json()["code"]) == (403, "venue_not_allowed")
    refused = await cast.owner.get("/events/report", groupBy="day", tenantId=cast.grantee.tenant_id)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_insufficient")


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ({}, "groupBy"),
        ({"groupBy": "row"}, "groupBy"),
        ({"groupBy": "day", "limit": 1001}, "limit"),
        ({"groupBy": "day", "from": "2026-02-30"}, "from"),
        ({"groupBy": "day", "until": "2026-11-15T10:00"}, "until"),
    ],
)
async def test_a_query_that_is_not_valid_is_400(
    shared_cast: Cast, query: dict[str, Any], parameter: str
) -> None:
    refused = await shared_cast.owner.get("/events/report", **query)
    assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")
    assert [fault["parameter"] for fault in refused.json()["errors"]] == [parameter]


async def _all_rows(
    service: LiveService, query: dict[str, Any]
) -> dict[tuple[str | None, str], Counter[str]]:
    """Returns the rows of all pages, with counts that are not 0 and the total, and checks that each row is
    there once."""
    rows: dict[tuple[str | None, str], Counter[str]] = {}
    cursor: dict[str, Any] = {}
    while True:
        page = await report_events(service.context(), ReportEvents(**query, **cursor))
        assert len(page.data) <= query["limit"]
        for row in page.data:
            place = (row.venue_id, row.key)
            assert place not in rows
            counts = {kind: getattr(row.counts, kind) for kind in KINDS}
            rows[place] = Counter({kind: count for kind, count in counts.items() if count})
            assert row.total == rows[place].total() > 0
        if page.next_cursor is None:
            return rows
        cursor = {"cursor": page.next_cursor}


def _recount(seen: list[Record], group_by: GroupBy) -> dict[tuple[str | None, str], Counter[str]]:
    rows: dict[tuple[str | None, str], Counter[str]] = {}
    for each in seen:
        key = getattr(each, KEY_OF[group_by])
        if key is not None:
            place = (None if group_by == "day" else each.venue_id, key)
            rows.setdefault(place, Counter())[each.kind] += 1
    return rows
