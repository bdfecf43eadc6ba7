"""archiveVenue and unarchiveVenue: what an archived venue still is, and what comes back."""

from typing import Any

import httpx
import pytest

from cast import Actor, Cast, bearer
from imagery.sample_pictures import photo
from operations.halls import HALL, put_hall

pytestmark = [pytest.mark.anyio, pytest.mark.promise]

NAMED = HALL | {"aliases": [{"name": "blue hall"}]}


async def archive(cast: Cast, venue_id: str, actor: Actor | None = None, how: str = "archive") -> Any:
    response = await (actor or cast.owner).post(f"/manage/venues/{venue_id}/{how}")
    assert response.status_code == 200, response.text
    return response.json()


def code(response: httpx.Response) -> tuple[int, str | None]:
    if response.status_code < 400:
        return response.status_code, None
    return response.status_code, response.json()["code"]


async def with_token(cast: Cast, session: dict[str, Any]) -> tuple[int, str | None]:
    headers = (bearer(session["token"]),)
    return code(await cast.service.ask("GET", "/seats/preview", headers, params={"seat": "1/A/1"}))


async def preview(actor: Actor, venue: str) -> tuple[int, str | None]:
    return code(await actor.get("/seats/preview", venue=venue, seat="1/A/1"))


async def test_an_archived_venue_stays_readable_and_is_not_used_by_anybody(cast: Cast) -> None:
    await put_hall(cast, aliases=NAMED["aliases"])
    archived = await archive(cast, cast.hall)
    assert archived["archivedAt"] is not None
    again = await archive(cast, cast.hall, cast.operator)
    assert again["archivedAt"] == archived["archivedAt"], "the second request changes nothing"
    record = f"/manage/venues/{cast.hall}"
    for actor in (cast.owner, cast.grantee, cast.operator):
        assert (await actor.get(record)).json()["archivedAt"] == archived["archivedAt"]
        assert await preview(actor, cast.hall) == (404, "not_found")
    gone = [
        await cast.owner.get("/seats/preview", venue="blue hall", seat="1/A/1"),
        await cast.owner.get("/seats/plan", venue=cast.hall),
        await cast.owner.get("/seats", venue=cast.hall),
        await cast.owner.post("/seats/best", {"venue": cast.hall, "count": 1}),
        await cast.owner.post("/seats/resolve", {"venue": cast.hall, "labels": ["1/A/1"]}),
        await cast.owner.post("/sessions", {"venue": cast.hall}),
        await cast.grantee.post("/sessions", {"venue": cast.hall}),
        await cast.owner.post("/seats/preview/image-links", {"venue": cast.hall, "seat": "1/A/1"}),
    ]
    assert [code(each) for each in gone] == [(404, "not_found")] * len(gone)
    assert all("archived" in each.json()["detail"] for each in gone)
    stranger = (await cast.stranger.get("/seats/plan", venue=cast.hall)).json()["detail"]
    assert "archived" not in stranger, "a stranger does not learn that there is such a venue"
    event = {"eventId": "archived1", "kind": "cta_clicked", "venue": cast.hall}
    sent = (await cast.owner.post("/events", {"events": [event]})).json()
    assert (sent["accepted"], len(sent["rejected"])) == ([], 1)
    read = ("grants", "imagery", "export", "restricted-views", "seat-views")
    assert [(await cast.owner.get(f"{record}/{each}")).status_code for each in read] == [200] * len(read)
    dry_run = await cast.owner.post(f"{record}/seat-keys/test", {"labels": ["1/A/1"]})
    assert dry_run.status_code == 200


async def test_nothing_of_an_archived_venue_can_be_changed(cast: Cast) -> None:
    await put_hall(cast)
    image = f"/manage/venues/{cast.hall}/imagery/a.png"
    sent: dict[str, Any] = {"content": photo(format_="PNG")}
    media = ("content-type", "image/png")
    assert (await cast.owner.ask("PUT", image, media, **sent)).status_code == 200
    record = f"/manage/venues/{cast.hall}"
    assert (await cast.owner.put(f"{record}/draft", HALL | {"name": "Draft"})).status_code == 200
    await archive(cast, cast.hall)
    before = (await cast.owner.get(record)).json()
    refused = [
        await cast.owner.put(f"{record}/draft", HALL | {"name": "Another"}, ("if-match", "*")),
        await cast.owner.delete(f"{record}/draft"),
        await cast.owner.post(f"{record}/draft/publish", {}),
        await cast.owner.post(f"{record}/versions/1/restore", {}),
        await cast.owner.delete(f"{record}/versions/1"),
        await cast.owner.put(record, HALL),
        await cast.operator.put(record, HALL),
        await cast.owner.put(f"{record}/aliases", {"aliases": []}),
        await cast.grantee.put(f"{record}/aliases", {"aliases": [{"name": "mine"}]}),
        await cast.owner.put(f"{record}/grants/{cast.stranger.tenant_id}"),
        await cast.owner.delete(f"{record}/grants/{cast.grantee.tenant_id}"),
        await cast.grantee.delete(f"{record}/grants/{cast.grantee.tenant_id}"),
        await cast.owner.ask("PUT", image, media, **sent),
        await cast.owner.delete(image),
    ]
    assert [code(each) for each in refused] == [(409, "conflict")] * len(refused)
    assert (await cast.owner.get(record)).json() == before
    shown = await cast.owner.get("/seats/preview", venue=cast.hall, seat="1/A/1", draft="true")
    assert code(shown) == (404, "not_found")
    for path in (f"{record}/draft", f"{record}/versions", f"{record}/versions/1"):
        assert (await cast.owner.get(path)).status_code == 200, path
    sent_back = before | {"archivedAt": None}
    await archive(cast, cast.hall, how="unarchive")
    assert (await cast.owner.put(record, sent_back)).status_code == 200, "archivedAt of a body is ignored"
    assert (await cast.owner.get(record)).json()["archivedAt"] is None
    shown = await cast.owner.get("/seats/preview", venue=cast.hall, seat="1/A/1", draft="true")
    assert shown.status_code == 200, "the draft is back, too"


async def test_unarchive_brings_all_of_it_back_but_the_sessions(cast: Cast) -> None:
    """Attack: a token that was kept until the venue is back."""
    await put_hall(cast, aliases=NAMED["aliases"])
    sessions = [
        await cast.session(),
        await cast.session(cast.grantee.key | {"plaintext": cast.grantee.plaintext}),
    ]
    body = {"venue": cast.hall, "seat": "1/A/1"}
    link = (await cast.owner.post("/seats/preview/image-links", body)).json()["url"]
    path = link.removeprefix(cast.service.address)

    async def fetch() -> int:
        return (await cast.service.ask("GET", f"{cast.service.address}{path}")).status_code

    assert [await with_token(cast, each) for each in sessions] == [(200, None)] * 2
    assert await fetch() == 200
    await archive(cast, cast.hall)
    assert [await with_token(cast, each) for each in sessions] == [(401, "session_expired")] * 2
    assert await fetch() == 403
    taken = await cast.owner.put(f"/manage/venues/{cast.yard}", HALL | {"aliases": NAMED["aliases"]})
    assert code(taken) == (409, "conflict"), "an archived venue keeps its names"
    back = await archive(cast, cast.hall, how="unarchive")
    assert back["archivedAt"] is None
    assert [await with_token(cast, each) for each in sessions] == [(401, "session_expired")] * 2
    renewed = await cast.service.ask(
        "POST", f"/sessions/{sessions[0]['sessionId']}/renew", (bearer(sessions[0]["token"]),), json={}
    )
    assert code(renewed) == (401, "session_expired")
    assert await fetch() == 200
    assert await preview(cast.owner, "blue hall") == await preview(cast.grantee, cast.hall) == (200, None)
    assert await with_token(cast, await cast.session()) == (200, None)
    actions = [
        entry["action"]
        for entry in (await cast.owner.get("/manage/audit", kind="venue", id=cast.hall, limit=2)).json()[
            "data"
        ]
    ]
    assert actions == ["unarchived", "archived"]
    feed = await cast.grantee.get("/manage/changes", venue=cast.hall, types="venue.archived,venue.unarchived")
    assert [entry["type"] for entry in feed.json()["data"]] == ["venue.archived", "venue.unarchived"]


async def test_only_the_owner_and_admin_scope_archive(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.yard])
    for how in ("archive", "unarchive", "copy"):
        body = {"name": "Copy"} if how == "copy" else None
        assert code(await cast.grantee.post(f"{path}/{how}", body)) == (403, "venue_not_allowed")
        assert code(await restricted.post(f"{path}/{how}", body)) == (403, "venue_not_allowed")
        assert code(await cast.stranger.post(f"{path}/{how}", body)) == (404, "not_found")
    assert code(await cast.grantee.delete(f"{path}?confirm=Hall")) == (403, "venue_not_allowed")
    assert code(await cast.stranger.delete(f"{path}?confirm=Hall")) == (404, "not_found")


async def test_lists_leave_archived_venues_out_unless_they_are_asked_for(cast: Cast) -> None:
    await archive(cast, cast.hall)
    for actor in (cast.owner, cast.grantee):
        assert cast.hall not in [each["venueId"] for each in await actor.list_all("/manage/venues")]
        listed = await actor.list_all("/manage/venues", archived="true", limit=1)
        assert {each["venueId"]: each["archivedAt"] is not None for each in listed}[cast.hall] is True
    both = await cast.owner.list_all("/manage/venues", archived="true")
    assert {each["venueId"] for each in both} == {cast.hall, cast.yard}
