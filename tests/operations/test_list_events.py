"""listEvents: which events a caller sees, newest first, each once."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from cast import Actor, Cast
from events.arena import create_arena, create_page, event, ids, report
from seatpreview.values.clock import datetime_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def arena(cast: Cast) -> str:
    """A venue of the owner, granted to the grantee."""
    venue_id = await create_arena(cast, cast.owner)
    assert cast.grantee.tenant_id is not None
    await cast.grant(venue_id, cast.grantee.tenant_id)
    return venue_id


async def test_a_tenant_sees_what_its_keys_reported_and_what_happened_at_its_venues(
    cast: Cast, arena: str
) -> None:
    own_venue = await create_arena(cast, cast.grantee)
    by_owner, by_grantee, elsewhere = event(venue=arena), event(venue=arena), event(venue=own_venue)
    await report(cast.owner, by_owner)
    await report(cast.grantee, by_grantee)
    await report(cast.grantee, elsewhere)
    assert await seen(cast.owner) == ids(by_grantee, by_owner)
    assert await seen(cast.grantee) == ids(elsewhere, by_grantee)
    assert await seen(cast.stranger) == []
    assert (await seen(cast.operator))[:3] == ids(elsewhere, by_grantee, by_owner)
    assert await seen(cast.operator, tenantId=cast.grantee.tenant_id) == ids(elsewhere, by_grantee)


async def test_what_a_tenant_reported_stays_its_own_after_its_grant_has_ended(cast: Cast, arena: str) -> None:
    sent = event(venue=arena)
    await report(cast.grantee, sent)
    await cast.owner.delete(f"/manage/venues/{arena}/grants/{cast.grantee.tenant_id}")
    assert await seen(cast.grantee) == ids(sent)


async def test_a_key_that_is_restricted_to_venues_sees_those_of_its_venues(cast: Cast, arena: str) -> None:
    other = await create_arena(cast, cast.owner)
    here, there = event(venue=arena), event(venue=other)
    await report(cast.owner, here, there)
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[arena])
    none = await cast.actor(tenantId=cast.owner.tenant_id, venues=[])
    assert await seen(restricted) == await seen(restricted, venue=arena) == ids(here)
    assert await seen(none) == []
    for venue in (other, "ven_doesnotexist"):
        refused = await restricted.get("/events", venue=venue)
        assert (refused.status_code, refused.json()["code"]) == (403, "venue_not_allowed")


async def test_tenant_scope_names_no_other_tenant(cast: Cast) -> None:
    assert (await cast.owner.get("/events", tenantId=cast.owner.tenant_id)).status_code == 200
    refused = await cast.owner.get("/events", tenantId=cast.stranger.tenant_id)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_insufficient")


async def test_another_tenants_venue_as_a_filter_shows_nothing(cast: Cast, arena: str) -> None:
    """Attack: the events of a venue by its id."""
    await report(cast.owner, event(venue=arena))
    assert await seen(cast.stranger, venue=arena) == []


@pytest.mark.both_engines
async def test_filters_narrow_the_list(cast: Cast, arena: str) -> None:
    other = await create_arena(cast, cast.owner)
    page = await create_page(cast, cast.owner, arena)
    plain, seat = event(venue=arena), event("seat_viewed", venue=other, seat="102/A/1")
    shown = event("ad_shown", ad="lager", seat="103/A/1")
    await report(cast.owner, plain)
    await report(cast.owner, seat)
    await page.report(shown)
    narrowed: list[tuple[dict[str, Any], list[str]]] = [
        ({}, ids(shown, seat, plain)),
        ({"venue": arena}, ids(shown, plain)),
        ({"venue": other}, ids(seat)),
        ({"kind": "seat_viewed"}, ids(seat)),
        ({"sessionId": page.session_id}, ids(shown)),
        ({"section": "102"}, ids(seat)),
        ({"ad": "lager"}, ids(shown)),
        ({"ad": "cola"}, []),
        ({"venue": arena, "kind": "seat_viewed"}, []),
    ]
    for query, expected in narrowed:
        assert await seen(cast.owner, **query) == expected, query


async def test_events_of_staff_are_listed_where_they_are_asked_for(cast: Cast, arena: str) -> None:
    staff = await create_page(cast, cast.owner, arena, purpose="staff")
    buyer = await create_page(cast, cast.owner, arena)
    of_staff, of_buyer, of_server = event(), event(), event(venue=arena)
    await staff.report(of_staff)
    await buyer.report(of_buyer)
    await report(cast.owner, of_server)
    expected: list[tuple[dict[str, Any], list[str]]] = [
        ({}, ids(of_server, of_buyer)),
        ({"purpose": "buyer"}, ids(of_server, of_buyer)),
        ({"purpose": "staff"}, ids(of_staff)),
        ({"sessionId": staff.session_id}, ids(of_staff)),
        ({"sessionId": staff.session_id, "purpose": "buyer"}, []),
    ]
    for query, found in expected:
        assert await seen(cast.owner, **query) == found, query
    [listed] = await cast.owner.list_all("/events", purpose="staff")
    assert listed["purpose"] == "staff"
    refused = await cast.owner.get("/events", purpose="all")
    assert [fault["parameter"] for fault in refused.json()["errors"]] == ["purpose"]


@pytest.mark.both_engines
async def test_from_is_in_the_list_and_until_is_not(cast: Cast, arena: str) -> None:
    old = (datetime_of(cast.service.clock.now()) - timedelta(days=1)).isoformat()
    sent = [event(venue=arena, at=old) for _ in range(3)]
    for each in sent:
        await report(cast.owner, each)
    newest, middle, oldest = [each["receivedAt"] for each in await cast.owner.list_all("/events")]
    times = [datetime.fromisoformat(each) for each in (newest, middle, oldest)]
    assert times[0] > times[1] > times[2]
    assert await seen(cast.owner, **{"from": middle}) == ids(sent[2], sent[1])
    assert await seen(cast.owner, until=middle) == ids(sent[0])
    assert await seen(cast.owner, **{"from": middle, "until": newest}) == ids(sent[1])


@pytest.mark.both_engines
async def test_pages_hold_every_event_once_also_where_many_came_at_the_same_moment(
    cast: Cast, arena: str
) -> None:
    """One batch is received at one moment, and two tenants may use the same ids in it."""
    same = [event(venue=arena) for _ in range(7)]
    clock = cast.service.clock
    clock.stop_at(clock.now())
    try:
        for actor in (cast.owner, cast.grantee):
            await report(actor, *same)
    finally:
        clock.go_on()
    for limit in (1, 3, 100):
        found = await cast.owner.list_all("/events", limit=limit)
        assert len({each["receivedAt"] for each in found}) == 1
        pairs = [(each["eventId"], each["tenantId"]) for each in found]
        assert pairs == sorted(pairs, reverse=True)
        assert len(set(pairs)) == len(pairs) == 14


@pytest.mark.both_engines
async def test_events_that_come_in_meanwhile_move_no_page(cast: Cast, arena: str) -> None:
    sent = [event(venue=arena) for _ in range(4)]
    for each in sent:
        await report(cast.owner, each)
    first = (await cast.owner.get("/events", limit=2)).json()
    await report(cast.owner, event(venue=arena))
    second = (await cast.owner.get("/events", limit=2, cursor=first["nextCursor"])).json()
    assert [each["eventId"] for each in first["data"] + second["data"]] == ids(*reversed(sent))


async def test_a_cursor_is_good_for_its_own_list_alone(cast: Cast, arena: str) -> None:
    await report(cast.owner, *(event(venue=arena) for _ in range(3)))
    cursor = (await cast.owner.get("/events", limit=1)).json()["nextCursor"]
    asks: list[Callable[[], Any]] = [
        lambda: cast.stranger.get("/events", cursor=cursor),
        lambda: cast.owner.get("/events", cursor=cursor, kind="error"),
        lambda: cast.owner.get("/events/report", cursor=cursor, groupBy="day"),
    ]
    for ask in asks:
        refused = await ask()
        assert refused.status_code == 400
        assert [fault["parameter"] for fault in refused.json()["errors"]] == ["cursor"]


@pytest.mark.parametrize(
    "query",
    [
        {"limit": 101},
        {"venue": "Arena"},
        {"kind": "seat_sold"},
        {"sessionId": "x"},
        {"from": "yesterday"},
        {"until": "2026-11-15T10:00:00"},
        {"nonsense": "1"},
    ],
)
async def test_a_query_that_is_not_valid_is_400(shared_cast: Cast, query: dict[str, str]) -> None:
    refused = await shared_cast.owner.get("/events", **query)
    assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")
    assert [fault["parameter"] for fault in refused.json()["errors"]] == [*query]


async def seen(actor: Actor, **query: Any) -> list[str]:
    return ids(*await actor.list_all("/events", **query))


async def test_an_owner_sees_its_grantees_events_without_key_session_and_message(
    cast: Cast, arena: str
) -> None:
    """Attack: the owner of a venue follows the buyers of a seller from event to event."""
    page = await create_page(cast, cast.grantee, arena)
    sent = event("error", code="picture_failed")
    await page.report(sent)
    by_owner = event(venue=arena)
    await report(cast.owner, by_owner)
    own, foreign = await cast.owner.list_all("/events")
    assert (own["keyId"], own["eventId"]) == (cast.owner.key_id, by_owner["eventId"])
    assert (foreign["keyId"], foreign["sessionId"], foreign["message"]) == (None, None, None)
    assert (foreign["tenantId"], foreign["code"]) == (cast.grantee.tenant_id, "picture_failed")
    [seen_by_grantee] = await cast.grantee.list_all("/events")
    assert seen_by_grantee["keyId"] == cast.grantee.key_id
    assert seen_by_grantee["sessionId"] == page.session_id

    assert await seen(cast.grantee, sessionId=page.session_id) == ids(sent)
    assert await seen(cast.owner, sessionId=page.session_id) == [], "nor does it find them by the session"
    assert await seen(cast.operator, sessionId=page.session_id) == ids(sent)
    as_owner = await seen(cast.operator, sessionId=page.session_id, tenantId=cast.owner.tenant_id)
    assert as_owner == []
