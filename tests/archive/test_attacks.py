"""Attacks on archived and deleted records, and on copies: what was kept must not open anything again."""

import asyncio
from typing import Any

import pytest

from archive.test_archived_tenant import ARCHIVED, set_tenant
from archive.test_archived_venue import archive, code, preview, with_token
from archive.test_deletion import delete_venue, run_jobs, upload
from cast import Cast, bearer
from events.arena import create_arena, event
from operations.halls import HALL, put_hall

pytestmark = [pytest.mark.anyio, pytest.mark.both_engines]


async def link_to(cast: Cast, venue_id: str, seat: str = "1/A/1") -> str:
    made = await cast.owner.post("/seats/preview/image-links", {"venue": venue_id, "seat": seat})
    assert made.status_code == 200, made.text
    url: str = made.json()["url"]
    return url


async def test_what_was_kept_of_a_deleted_venue_opens_nothing(cast: Cast) -> None:
    """Attack: a token, a link, a signed address, a restricted key and a repeated request, all kept."""
    key = ("idempotency-key", "kept-1")
    record = HALL | {"name": "Kept", "aliases": [{"name": "kept hall"}]}
    made = await cast.owner.post("/manage/venues", record, key)
    venue_id = made.json()["venueId"]
    session = await cast.session(venue=venue_id)
    link = await link_to(cast, venue_id)
    picture = (await upload(cast, venue_id))["url"]
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[venue_id])
    await delete_venue(cast, venue_id, "Kept")
    assert await with_token(cast, session) == (401, "session_expired")
    assert (await cast.service.ask("GET", link)).status_code == 403
    assert await preview(restricted, venue_id) == await preview(cast.operator, venue_id) == (404, "not_found")
    assert (await restricted.get("/manage/venues", archived="true")).json()["data"] == []
    again = await cast.owner.post("/manage/venues", record, key)
    assert again.json()["venueId"] == venue_id, "a repeat is answered as before"
    assert code(await cast.owner.get(f"/manage/venues/{venue_id}")) == (404, "not_found"), "and makes nothing"
    for how in ("archive", "unarchive", "copy"):
        body = {"name": "Copy"} if how == "copy" else None
        assert code(await cast.owner.post(f"/manage/venues/{venue_id}/{how}", body)) == (404, "not_found")
    await run_jobs(cast, 3700)
    assert (await cast.service.ask("GET", picture)).status_code in (403, 404)


async def test_a_name_is_confirmed_letter_by_letter_whatever_its_letters(cast: Cast) -> None:
    """Attack on a person: two venues whose names look alike."""
    composed, decomposed = "Caf\u00e9 & Bar +1 100%?#", "Cafe\u0301 & Bar +1 100%?#"
    venue_id = await cast.venue(cast.owner.tenant_id, composed)
    await archive(cast, venue_id)
    path = f"/manage/venues/{venue_id}"
    for wrong in (decomposed, composed + " ", composed.upper(), f"{composed},", venue_id):
        refused = await cast.owner.ask("DELETE", path, params={"confirm": wrong})
        assert code(refused) == (400, "validation_failed"), wrong
    twice = await cast.owner.ask("DELETE", f"{path}?confirm=x&confirm=y")
    assert code(twice) == (400, "validation_failed")
    assert (await cast.owner.ask("DELETE", path, params={"confirm": composed})).status_code == 204


async def test_a_tenant_that_is_archived_brings_nothing_back_itself(cast: Cast) -> None:
    """Attack: the archived tenant's own keys undo what the operator did."""
    await put_hall(cast)
    admin_session = await cast.session({"plaintext": cast.operator.plaintext})
    await archive(cast, cast.yard)
    await set_tenant(cast, "archive")
    own = f"/manage/tenants/{cast.owner.tenant_id}"
    attempts = [
        await cast.owner.post(f"/manage/venues/{cast.yard}/unarchive"),
        await cast.owner.ask("DELETE", f"/manage/venues/{cast.yard}", params={"confirm": "Yard"}),
        await cast.owner.post(f"/manage/venues/{cast.hall}/copy", {"name": "Copy"}),
        await cast.owner.post("/manage/keys", {}),
        await cast.owner.post(f"/manage/keys/{cast.owner.key_id}/rotate", {}),
        await cast.owner.patch(f"/manage/keys/{cast.owner.key_id}", {"label": "x"}),
        await cast.owner.get("/events"),
    ]
    assert [code(each) for each in attempts] == [ARCHIVED] * len(attempts)
    assert code(await cast.owner.post(f"{own}/unarchive")) == (403, "scope_insufficient")
    assert await with_token(cast, admin_session) == (401, "session_expired"), "also of an admin key"
    beacon = {"token": admin_session["token"], "events": [event()]}
    sent = await cast.service.ask("POST", "/events", (("content-type", "text/plain"),), json=beacon)
    assert code(sent) == (401, "session_expired")


async def test_a_request_that_waits_for_changes_ends_with_its_tenant(cast: Cast) -> None:
    """Attack: a request that was let in before, and waits until there is something to read."""
    tenant_id = await cast.tenant("Waiting")
    waiting = await cast.actor(tenantId=tenant_id)
    await set_tenant(cast, "archive", tenant_id)
    start = (await waiting.get("/manage/changes")).json()["next"]
    request = asyncio.create_task(waiting.get("/manage/changes", after=start, waitSeconds=20))
    await asyncio.sleep(0.3)
    path = f"/manage/tenants/{tenant_id}"
    assert (await cast.operator.ask("DELETE", path, params={"confirm": "Waiting"})).status_code == 204
    assert code(await request)[0] == 401


async def test_nobody_gets_a_copy_of_what_they_do_not_own(cast: Cast) -> None:
    """Attack: a key that is restricted to a venue copies it, and could then use another one."""
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.hall])
    path = f"/manage/venues/{cast.hall}/copy"
    assert code(await restricted.post(path, {"name": "Copy"})) == (403, "venue_not_allowed")
    assert code(await cast.grantee.post(path, {"name": "Copy"})) == (403, "venue_not_allowed")
    await put_hall(cast)
    draft = await cast.owner.put(f"/manage/venues/{cast.hall}/draft", HALL | {"name": "Secret plans"})
    assert draft.status_code == 200
    made = (await cast.owner.post(path, {"name": "Copy"})).json()
    copy = f"/manage/venues/{made['venueId']}"
    assert code(await cast.owner.get(f"{copy}/draft")) == (404, "not_found")
    assert (await cast.owner.get(f"{copy}/grants")).json()["data"] == [], "grants are not copied"
    assert code(await cast.grantee.get(copy)) == (404, "not_found")


async def test_of_many_repeats_at_once_one_makes_the_copy(cast: Cast) -> None:
    venue_id = await create_arena(cast, cast.owner)
    path, key = f"/manage/venues/{venue_id}/copy", ("idempotency-key", "race-1")
    answers = await asyncio.gather(*(cast.owner.post(path, {"name": "Raced"}, key) for _ in range(6)))
    assert {each.status_code for each in answers} <= {201, 409}
    made: set[Any] = {each.json()["venueId"] for each in answers if each.status_code == 201}
    named = [each for each in await cast.owner.list_all("/manage/venues") if each["name"] == "Raced"]
    assert made == {each["venueId"] for each in named}
    assert len(made) == 1


async def test_a_copy_of_a_venue_that_is_deleted_meanwhile_is_whole_or_refused(cast: Cast) -> None:
    for _ in range(4):
        venue_id = await create_arena(cast, cast.owner)
        await upload(cast, venue_id)
        await archive(cast, venue_id)
        path = f"/manage/venues/{venue_id}"
        copied, deleted = await asyncio.gather(
            cast.owner.post(f"{path}/copy", {"name": "Copy"}),
            cast.owner.ask("DELETE", path, params={"confirm": "Arena"}),
        )
        assert deleted.status_code == 204
        assert copied.status_code in (201, 404)
        if copied.status_code == 201:
            target = copied.json()["venueId"]
            await cast.service.worker.jobs.run("copy_images")
            images = (await cast.owner.get(f"/manage/venues/{target}/imagery")).json()
            for image in images["data"]:
                assert (await cast.service.ask("GET", image["url"])).status_code == 200


async def test_a_stranger_learns_nothing_from_archived_and_deleted_venues(cast: Cast) -> None:
    """Attack: to find out by the answers which ids there are, or were."""
    await put_hall(cast)
    gone = await create_arena(cast, cast.owner)
    await delete_venue(cast, gone, "Arena")
    await archive(cast, cast.hall)
    answers = []
    for venue_id in (cast.hall, gone, "ven_doesnotexist"):
        path = f"/manage/venues/{venue_id}"
        asked = [
            await cast.stranger.get("/seats/preview", venue=venue_id, seat="1/A/1"),
            await cast.stranger.get(path),
            await cast.stranger.post(f"{path}/archive"),
            await cast.stranger.ask("DELETE", path, params={"confirm": "Hall"}),
            await cast.stranger.get("/manage/changes", venue=venue_id),
        ]
        answers.append(
            [(each.status_code, each.json().get("detail"), each.json().get("data")) for each in asked]
        )
    assert answers[0] == answers[1] == answers[2]
    headers = (bearer(cast.stranger.plaintext),)
    assert (await cast.who(*headers)).status_code == 200
