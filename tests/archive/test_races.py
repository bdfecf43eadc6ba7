"""Races of archiving and deleting with everything else that changes a venue or a tenant at the same time."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import httpx
import pytest

from archive.test_archived_tenant import set_tenant
from archive.test_archived_venue import archive, code, with_token
from archive.test_deletion import found_in_tables
from cast import Cast
from events.arena import create_arena
from imagery.sample_pictures import photo
from operations.halls import HALL, put_hall
from races import pause_after
from seatpreview.keys import store as keys
from seatpreview.tenants import store as tenants
from seatpreview.venues import store as venues

pytestmark = [pytest.mark.anyio, pytest.mark.both_engines]

Request = Coroutine[Any, Any, httpx.Response]


async def statuses(*requests: Request) -> list[int]:
    return [response.status_code for response in await asyncio.gather(*requests)]


async def test_a_change_that_read_the_venue_before_it_was_archived_writes_nothing_after(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them have read a venue that is not archived, and go on at the same time."""
    await put_hall(cast)
    path = f"/manage/venues/{cast.hall}"
    before = (await cast.owner.get(path)).json()
    pause_after(monkeypatch, venues.get)(6)
    png = ("content-type", "image/png")
    changes = [
        cast.owner.put(path, HALL | {"name": "Too late"}),
        cast.owner.put(f"{path}/aliases", {"aliases": [{"name": "late"}]}),
        cast.owner.put(f"{path}/grants/{cast.stranger.tenant_id}"),
        cast.owner.ask("PUT", f"{path}/imagery/a.png", png, content=photo(format_="PNG")),
        cast.owner.delete(f"{path}/grants/{cast.grantee.tenant_id}"),
        cast.owner.post(f"{path}/archive"),
    ]
    found = await statuses(*changes)
    assert found[-1] == 200
    assert set(found[:-1]) <= {200, 204, 409}, found
    after = (await cast.owner.get(path)).json()
    assert after["archivedAt"] is not None
    assert (after["name"] == "Too late") is (found[0] == 200)
    assert (after["version"] - before["version"]) == found[:2].count(200)
    uploaded = (await cast.owner.get(f"{path}/imagery")).json()["data"]
    assert len(uploaded) == found[3:4].count(200)


async def test_a_session_that_is_made_while_the_venue_is_archived_has_ended(cast: Cast) -> None:
    await put_hall(cast)
    for _ in range(5):
        archived, *made = await asyncio.gather(
            cast.owner.post(f"/manage/venues/{cast.hall}/archive"),
            *(cast.owner.post("/sessions", {"venue": cast.hall}) for _ in range(4)),
        )
        assert archived.status_code == 200
        assert {response.status_code for response in made} <= {201, 404}
        sessions = [response.json() for response in made if response.status_code == 201]
        ended = [(401, "session_expired")] * len(sessions)
        assert [await with_token(cast, each) for each in sessions] == ended
        await archive(cast, cast.hall, how="unarchive")
        assert [await with_token(cast, each) for each in sessions] == ended


async def test_of_unarchive_and_delete_one_wins(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(4):
        venue_id = await create_arena(cast, cast.owner)
        path = f"/manage/venues/{venue_id}"
        await archive(cast, venue_id)
        pause_after(monkeypatch, venues.get)(2)
        deleted, back = await asyncio.gather(
            cast.owner.ask("DELETE", path, params={"confirm": "Arena"}),
            cast.owner.post(f"{path}/unarchive"),
        )
        outcome = (code(deleted), back.status_code)
        assert outcome in (((204, None), 404), ((409, "conflict"), 200)), outcome
        assert (await cast.owner.get(path)).status_code == back.status_code


async def test_an_upload_to_a_venue_that_is_deleted_meanwhile_leaves_nothing(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    venue_id = await create_arena(cast, cast.owner)
    path = f"/manage/venues/{venue_id}"
    objects = cast.service.internals.resources.objects
    put = type(objects).put

    async def delete_and_put(self: Any, *arguments: Any) -> None:
        monkeypatch.undo()
        await archive(cast, venue_id)
        assert (await cast.owner.ask("DELETE", path, params={"confirm": "Arena"})).status_code == 204
        await put(self, *arguments)

    monkeypatch.setattr(type(objects), "put", delete_and_put)
    png = ("content-type", "image/png")
    refused = await cast.owner.ask("PUT", f"{path}/imagery/a.png", png, content=photo(format_="PNG"))
    assert code(refused) == (404, "not_found")
    cast.service.clock.advance(3601)
    await cast.service.worker.jobs.run("delete_images")
    assert await objects.keys(f"{venue_id}/") == []


async def test_whatever_a_tenant_gets_while_it_is_deleted_is_refused_or_deleted_with_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each request has read the tenant, or the key, before it was deleted."""
    for _ in range(3):
        tenant_id = await cast.tenant("Short-lived")
        key = await cast.operator.make_key(tenantId=tenant_id)
        await set_tenant(cast, "archive", tenant_id)
        path = f"/manage/tenants/{tenant_id}"
        pause_after(monkeypatch, tenants.get, tenants.check_exists, keys.get_of_any_tenant)(6)
        found = await statuses(
            cast.operator.ask("DELETE", path, params={"confirm": "Short-lived"}),
            cast.operator.post("/manage/keys", {"tenantId": tenant_id}),
            cast.operator.post("/manage/venues", {"tenantId": tenant_id, "name": "New"}),
            cast.owner.put(f"/manage/venues/{cast.yard}/grants/{tenant_id}"),
            cast.operator.post(f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": 60}),
            cast.operator.patch(path, {"name": "Renamed"}),
        )
        assert found[0] == 204, found
        assert set(found[1:4]) <= {404, 409}, found
        assert found[4] in (201, 404, 409), found
        assert found[5] in (404, 409), found
        left = await found_in_tables(cast, tenant_id)
        assert left <= {"changes.id", "changes.tenant_id", "deleted_records.id", "deleted_records.tenant_id"}
