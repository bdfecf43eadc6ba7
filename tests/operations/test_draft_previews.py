"""Previews of a draft: for its owner, by key or by a session that ends with it, and for nobody else."""

import copy
from typing import Any

import httpx
import pytest

from cast import Actor, Cast, bearer
from seatpreview.seats.plan_cache import PLANS, SEAT_PAGES
from seatpreview.seats.recent_previews import RECENT_SEATS
from seatpreview.values.draft_state import DraftState
from seatpreview.values.ids import DraftId
from seatpreview.venues.draft_venue import DRAFTS
from seatpreview.venues.record_kinds import VENUES
from seats.halls import HALL, put_hall_record

pytestmark = pytest.mark.anyio

MOVED = "Orient 9"


def moved_hall() -> dict[str, Any]:
    """Returns the hall with one section under another name, one that is nearer, and a new one."""
    record = copy.deepcopy(HALL)
    sections = record["rules"]["layout"]["sections"]
    sections[0]["geometry"]["distanceM"] = 20
    sections[1]["name"] = MOVED
    sections.append({"id": "N1", "name": "North 1", "rows": ["1"], "seats": {"count": 3}})
    return record


async def draft_hall(cast: Cast) -> None:
    await put_hall_record(cast)
    await put_draft(cast)


async def put_draft(cast: Cast) -> None:
    response = await cast.owner.put(f"/manage/venues/{cast.hall}/draft", moved_hall())
    assert response.json()["faults"] == [], response.text


async def draft_session(cast: Cast, **more: Any) -> dict[str, Any]:
    return await cast.session(draft=True, **more)


async def ask(cast: Cast, token: str, path: str, **params: Any) -> httpx.Response:
    return await cast.service.ask("GET", path, (bearer(token),), params=params)


async def views(actor: Actor, venue: str, **params: Any) -> list[httpx.Response]:
    """Returns everything that a viewer loads."""
    return [
        await actor.get("/seats/preview", venue=venue, seat="101/B/2", withNeighbours="true", **params),
        await actor.get("/seats/preview", venue=venue, seat="E9/1/1", **params),
        await actor.get("/seats/plan", venue=venue, **params),
        await actor.get("/seats", venue=venue, **params),
        await actor.get("/seats/positions", venue=venue, **params),
        await actor.get("/seats/preview/image", venue=venue, seat="E9/1/1", **params),
    ]


async def test_the_owner_sees_the_draft_and_everybody_else_the_published_record(cast: Cast) -> None:
    """Attack: something that was made for the draft is served to a buyer, or the other way round."""
    await put_hall_record(cast)
    before = await views(cast.grantee, cast.hall)
    await put_draft(cast)
    for _ in range(2):
        drafted = await views(cast.owner, cast.hall, draft="true")
        assert [each.status_code for each in drafted] == [200] * 6, [each.text[:300] for each in drafted]
        assert {each.headers["cache-control"] for each in drafted} == {"private, no-store"}
        near, named, plan, seats, _, _ = drafted
        assert near.json()["sightline"]["distanceM"] > before[0].json()["sightline"]["distanceM"] + 5
        assert named.json()["seat"]["sectionName"] == MOVED
        assert MOVED in plan.text
        assert [seat["key"] for seat in seats.json()["data"]][-3:] == ["N1/1/1", "N1/1/2", "N1/1/3"]
        published = await views(cast.grantee, cast.hall)
        for old, now, new in zip(before, published, drafted, strict=True):
            assert now.headers["etag"] == old.headers["etag"]
            assert now.headers["etag"] != new.headers["etag"]
            assert "no-store" not in now.headers["cache-control"]
    resolved = {"venue": cast.hall, "labels": ["North 1, row 1, seat 2"]}
    for draft, status in ((True, "matched"), (False, "unmatched")):
        [result] = (await cast.owner.post("/seats/resolve", resolved | {"draft": draft})).json()["results"]
        assert result["status"] == status
    best = {"venue": cast.hall, "count": 3, "sections": ["N1"], "draft": True}
    assert (await cast.owner.post("/seats/best", best)).status_code == 200
    assert (await cast.owner.post("/seats/best", best | {"draft": False})).status_code == 400


async def test_a_save_is_seen_by_the_next_request(cast: Cast) -> None:
    await draft_hall(cast)
    session = await draft_session(cast)
    for name in ("First", "Second", "Second", "Third"):
        record = moved_hall() | {"name": name}
        assert (await cast.owner.put(f"/manage/venues/{cast.hall}/draft", record)).status_code == 200
        shown = await ask(cast, session["token"], "/seats/preview", seat="E9/1/1")
        assert shown.json()["venue"]["name"] == name


@pytest.mark.both_engines
async def test_a_session_of_a_draft_shows_it_and_ends_with_it(cast: Cast) -> None:
    await draft_hall(cast)
    session = await draft_session(cast, seats=["North 1, row 1, seat 2"], ttlSeconds=86_400)
    assert (session["purpose"], session["draft"], session["seats"]) == ("staff", True, ["N1/1/2"])
    token = session["token"]
    shown = await ask(cast, token, "/seats/preview", seat="N1/1/2", withSession="true")
    assert (shown.status_code, shown.json()["session"]["draft"]) == (200, True), shown.text
    assert shown.headers["cache-control"] == "private, no-store"
    assert MOVED in (await ask(cast, token, "/seats/plan")).text
    renewed = await cast.service.ask(
        "POST", f"/sessions/{session['sessionId']}/renew", (bearer(token),), json={}
    )
    assert renewed.json()["draft"] is True
    buyer = await cast.session()
    assert buyer["draft"] is False
    assert (await ask(cast, buyer["token"], "/seats/preview", seat="N1/1/2")).status_code == 404
    refused = await ask(cast, buyer["token"], "/seats/preview", seat="E9/1/1", draft="true")
    assert (refused.status_code, refused.json()["code"]) == (403, "key_kind_not_allowed")
    assert (await cast.owner.delete(f"/manage/venues/{cast.hall}/draft")).status_code == 204
    await cast.owner.put(f"/manage/venues/{cast.hall}/draft", moved_hall())
    for each in (token, renewed.json()["token"]):
        for path in ("/seats/plan", "/caller", f"/sessions/{session['sessionId']}"):
            ended = await ask(cast, each, path)
            assert (ended.status_code, ended.json()["code"]) == (401, "session_expired")
    assert (await ask(cast, buyer["token"], "/seats/plan")).status_code == 200


async def test_a_publish_ends_the_sessions_of_the_draft_and_shows_it_to_buyers(cast: Cast) -> None:
    await draft_hall(cast)
    session, buyer = await draft_session(cast), await cast.session()
    published = await cast.owner.post(f"/manage/venues/{cast.hall}/draft/publish", {})
    assert published.status_code == 200, published.text
    ended = await ask(cast, session["token"], "/seats/plan")
    assert (ended.status_code, ended.json()["code"]) == (401, "session_expired")
    assert MOVED in (await ask(cast, buyer["token"], "/seats/plan")).text
    gone = await cast.owner.get("/seats/plan", venue=cast.hall, draft="true")
    assert (gone.status_code, gone.json()["code"]) == (404, "not_found")


async def test_a_session_of_a_draft_ends_with_its_key_its_groups_and_when_it_is_ended(cast: Cast) -> None:
    await draft_hall(cast)
    maker = await cast.actor(tenantId=cast.owner.tenant_id)
    first, second, third = [await draft_session(cast, key=key) for key in (maker.key, maker.key, None)]
    assert (await cast.owner.delete(f"/sessions/{first['sessionId']}")).status_code == 204
    assert (await ask(cast, first["token"], "/seats/plan")).status_code == 401
    assert (await ask(cast, second["token"], "/seats/plan")).status_code == 200
    groups = {"groups": ["sessions", "seats"]}
    assert (await cast.owner.patch(f"/manage/keys/{maker.key_id}", groups)).status_code == 200
    assert (await ask(cast, second["token"], "/seats/plan")).json()["code"] == "session_expired"
    groups = {"groups": ["sessions", "management_read_only"]}
    assert (await cast.owner.patch(f"/manage/keys/{maker.key_id}", groups)).status_code == 200
    assert (await ask(cast, second["token"], "/seats/plan")).status_code == 200
    assert (await cast.owner.delete(f"/manage/keys/{maker.key_id}")).status_code == 204
    assert (await ask(cast, second["token"], "/seats/plan")).status_code == 401
    assert (await ask(cast, third["token"], "/seats/plan")).status_code == 200


async def test_nobody_but_the_owner_and_admin_scope_asks_for_a_draft(cast: Cast) -> None:
    """Attack: a grantee, a stranger, a page or a limited key makes a session of a draft, or previews it."""
    await draft_hall(cast)
    query = {"venue": cast.hall, "seat": "E9/1/1", "draft": "true"}
    shop = await cast.actor(tenantId=cast.owner.tenant_id, groups=["sessions", "seats"])
    elsewhere = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.yard])
    page = await cast.keyless()
    for actor, code in (
        (cast.grantee, "not_found"),
        (cast.stranger, "not_found"),
        (shop, "scope_insufficient"),
        (elsewhere, "venue_not_allowed"),
    ):
        assert (await actor.get("/seats/preview", **query)).json()["code"] == code
        made = await actor.post("/sessions", {"venue": cast.hall, "draft": True})
        assert made.json()["code"] == code
    origin = ("origin", page["allowedOrigins"][0])
    by_page = await cast.service.ask("POST", "/sessions", (origin,), json={"venue": cast.hall, "draft": True})
    assert by_page.json()["code"] == "key_kind_not_allowed"
    assert (await cast.operator.get("/seats/preview", **query)).json()["seat"]["sectionName"] == MOVED
    session = await cast.session(cast.operator.key | {"plaintext": cast.operator.plaintext}, draft=True)
    assert MOVED in (await ask(cast, session["token"], "/seats/plan")).text
    no_draft = await cast.owner.get("/seats/plan", venue=cast.yard, draft="true")
    assert (no_draft.status_code, no_draft.json()["code"]) == (404, "not_found")


async def test_events_of_a_draft_are_those_of_staff(cast: Cast) -> None:
    await draft_hall(cast)
    session = await draft_session(cast)
    event = {"eventId": "e1", "kind": "seat_viewed", "seat": "N1/1/2", "at": "2026-11-16T09:00:00Z"}
    sent = await cast.service.ask("POST", "/events", (bearer(session["token"]),), json={"events": [event]})
    assert sent.status_code == 202, sent.text
    listed = (await cast.owner.get("/events", venue=cast.hall)).json()["data"]
    assert listed == []


async def test_previews_of_a_draft_are_kept_under_ids_of_their_own(cast: Cast) -> None:
    await draft_hall(cast)
    caches = cast.service.internals.resources.caches
    by_version = (caches.of(PLANS), caches.of(SEAT_PAGES), caches.of(RECENT_SEATS)._entries)
    before = [len(each) for each in by_version]
    await views(cast.owner, cast.hall, draft="true")
    draft = (await cast.owner.get(f"/manage/venues/{cast.hall}/draft")).json()
    kept = caches.of(DRAFTS).get(DraftState(DraftId(draft["draftId"]), draft["revision"]))
    published = await cast.service.internals.resources.records.load(VENUES, cast.hall)
    assert kept is not None
    assert published is not None
    ids = [
        (each.layout_id, each.views_id, each.content_id, each.resolver.cache_id) for each in (kept, published)
    ]
    assert set(ids[0]).isdisjoint(ids[1])
    assert [len(each) for each in by_version] == before
    assert caches.by_metric()["drafts"].bytes_used > 0
