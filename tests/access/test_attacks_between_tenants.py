"""Attacks of one tenant on others: by names and grants, by records that were read elsewhere, by quotas."""

import asyncio
import secrets
from typing import Any

import pytest

from cast import Actor, Cast
from imagery.sample_pictures import photo
from imagery.uploads import put
from operations.halls import HALL, put_hall

pytestmark = [pytest.mark.anyio, pytest.mark.long]

Json = dict[str, Any]


async def test_an_unwanted_grant_does_not_take_over_the_alias_of_a_tenant(cast: Cast) -> None:
    """Attack: a tenant gives its own venue the alias that another tenant's shop uses in every request, and
    grants the venue to that tenant, which need not agree. The shop would show the attacker's views and ads.

    Must hold: a tenant that was granted a venue does not see the owner's aliases; the shop's name leads to
    the shop's venue, before and after, and the forced venue counts for no quota of the shop.
    """
    name = f"arena-{secrets.token_hex(4)}"
    await put_hall(cast, aliases=[{"name": name}])
    made = await cast.stranger.post("/manage/venues", HALL | {"name": "Trap", "aliases": [{"name": name}]})
    assert made.status_code == 201, made.text
    trap = made.json()["venueId"]
    tenant = f"/manage/tenants/{cast.owner.tenant_id}"
    used = (await cast.owner.get(tenant)).json()["usage"]["venues"]["used"]
    given = await cast.stranger.put(f"/manage/venues/{trap}/grants/{cast.owner.tenant_id}")
    assert given.status_code in (204, 403, 404, 409), given.text
    for _ in range(2):
        shown = await cast.owner.get("/seats/preview", venue=name, seat="1/A/1")
        assert shown.json()["venue"]["venueId"] == cast.hall, shown.text
        session = await cast.owner.post("/sessions", {"venue": name})
        assert session.json()["venueId"] == cast.hall
        resolved = await cast.owner.post("/seats/resolve", {"venue": name, "labels": ["1/A/1"]})
        assert resolved.json()["results"][0]["status"] == "matched"
        # Once more, after the attacker has written the record again.
        again = await cast.stranger.put(
            f"/manage/venues/{trap}", HALL | {"name": "Hall", "aliases": [{"name": name}]}
        )
        assert again.status_code == 200, again.text
    assert (await cast.owner.get(tenant)).json()["usage"]["venues"]["used"] == used


async def test_the_name_of_another_venues_image_shows_nothing_of_it(cast: Cast) -> None:
    """Attack: a tenant guesses the names of another tenant's pictures, and names them in the record of a
    venue of its own, as they are and with paths that lead there.

    Must hold: a name is that of a picture uploaded for the venue itself. No preview and no list of the
    attacker has an address that leads to a picture of the other venue; a path that leads out is 400.
    """
    uploaded = await put(cast, cast.owner, f"{cast.hall}/imagery/north.png", photo(format_="PNG"))
    assert uploaded.status_code == 200, uploaded.text
    made = await cast.stranger.post("/manage/venues", HALL | {"name": "Copy"})
    venue_id = made.json()["venueId"]
    path = f"/manage/venues/{venue_id}"
    tail = uploaded.json()["url"].partition("/images/")[2].partition("?")[0]
    image_id = tail.split("/")[1]
    names = ("north.png", tail, f"{cast.hall}/north.png", f"../{cast.hall}/north.png", f"..%2F{tail}")
    for name in names:
        pictures = [{"id": "day", "kind": "photo", "images": [{"object": name}]}]
        answer = await cast.stranger.put(path, HALL | {"name": "Copy", "imagerySets": pictures})
        assert answer.status_code in (200, 400), (name, answer.text)
        assert answer.status_code == 400 or ".." not in name
        for asked in (
            await cast.stranger.get("/seats/preview", venue=venue_id, seat="1/A/1"),
            await cast.stranger.get(f"{path}/imagery"),
        ):
            assert asked.status_code == 200, asked.text
            assert f"/images/{cast.hall}/" not in asked.text
            assert f"{image_id}/full" not in asked.text.replace(f'"{tail}"', "")


async def test_a_record_with_members_of_another_one_replaces_nothing(cast: Cast) -> None:
    """Attack: a client sends a record back that it has read elsewhere, or long ago, or with numbers that look
    like its version: another venue's, a foreign owner's, one from before a change, and one from the future.

    Must hold: another venueId, tenantId or createdAt is 400, a version or updatedAt that is not the current
    one is 412, a version that is no integer is 400; nothing is written by any of them.
    """
    await put_hall(cast)
    path = f"/manage/venues/{cast.hall}"
    old = (await cast.owner.get(path)).json()
    await put_hall(cast, timezone="Europe/Berlin")
    now = (await cast.owner.get(path)).json()
    yard = (await cast.owner.get(f"/manage/venues/{cast.yard}")).json()
    foreign: list[Json] = [
        {"venueId": cast.yard},
        {"tenantId": cast.stranger.tenant_id},
        {"tenantId": cast.grantee.tenant_id},
        {"createdAt": yard["createdAt"]},
        {"version": str(now["version"])},
        {"version": now["version"] + 0.5},
        {"version": True},
    ]
    for members in foreign:
        answer = await cast.owner.put(path, now | members)
        assert (answer.status_code, answer.json()["code"]) == (400, "validation_failed"), members
    stale: list[Json] = [
        {"version": old["version"]},
        {"version": now["version"] + 1},
        {"updatedAt": old["updatedAt"]},
    ]
    for members in stale:
        for headers in ((), (("if-match", "*"),), (("if-match", f'"{now["version"]}"'),)):
            answer = await cast.owner.put(path, now | {"name": "Lost"} | members, *headers)
            assert (answer.status_code, answer.json()["code"]) == (412, "precondition_failed"), members
    assert (await cast.owner.get(path)).json() == now
    assert (await cast.grantee.put(path, now)).status_code == 403


async def test_one_of_many_clients_that_read_the_same_record_replaces_it(cast: Cast) -> None:
    """Attack: twelve clients read a record, each changes it, and all send it back at once, with the version
    in the body alone; so that the last one overwrites what the others never read.

    Must hold: exactly one is written. The others are 412, and the record is the winner's, whole.
    """
    await put_hall(cast)
    path = f"/manage/venues/{cast.hall}"
    now = (await cast.owner.get(path)).json()
    names = [f"Hall {number}" for number in range(12)]
    answers = await asyncio.gather(*(cast.owner.put(path, now | {"name": name}) for name in names))
    found = [answer.status_code for answer in answers]
    assert found.count(200) == 1, found
    assert set(found) <= {200, 409, 412}
    kept = (await cast.owner.get(path)).json()
    assert kept["name"] == names[found.index(200)]
    assert kept["version"] == now["version"] + 1


async def test_the_same_event_id_of_two_tenants_hides_neither_event(cast: Cast) -> None:
    """Attack: a grantee reports events under the ids that the owner's pages will use, at the same instant, so
    that the owner's count as duplicates, or fall between two pages of its list.

    Must hold: an eventId counts once for each tenant. The owner sees all events at its venue, each once,
    however it turns the pages, and nothing of the grantee's key or session in them.
    """
    await put_hall(cast)
    cast.service.clock.stop_at(cast.service.clock.now())
    ids = [f"known-{number}" for number in range(6)]
    events = [{"eventId": each, "kind": "seat_viewed", "venue": cast.hall, "seat": "1/A/1"} for each in ids]
    for actor in (cast.grantee, cast.owner):
        answer = await actor.post("/events", {"events": events})
        assert answer.json()["accepted"] == ids, answer.text
    listed: list[tuple[str, str]] = []
    cursor: Json = {}
    for _ in range(len(ids) * 2 + 1):
        page = (await cast.owner.get("/events", venue=cast.hall, limit=1, **cursor)).json()
        for each in page["data"]:
            listed.append((each["tenantId"], each["eventId"]))
            assert (each["keyId"] is None) == (each["tenantId"] == cast.grantee.tenant_id)
        if page["nextCursor"] is None:
            break
        cursor = {"cursor": page["nextCursor"]}
    tenants = (str(cast.grantee.tenant_id), str(cast.owner.tenant_id))
    assert sorted(listed) == sorted((tenant, each) for tenant in tenants for each in ids)


async def test_keys_of_cancelled_rotations_count_for_the_quota_until_they_are_revoked(cast: Cast) -> None:
    """Attack: a tenant whose quota of keys is used up rotates a key and cancels the revoke, over and over:
    each time there is one key more that is not revoked.

    Must hold: neither a rotation nor its cancelling is ever refused, since a leak must not wait for tidying
    up; so their number is bounded by the rate alone, as SECURITY.md says. All of these keys count: no other
    is made until so many are revoked that one fits, and every revoke works.
    """
    quota = 5
    tenant = f"/manage/tenants/{cast.owner.tenant_id}"
    assert (await cast.operator.patch(tenant, {"quotas": {"keys": quota}})).status_code == 200
    key: Actor = cast.owner
    path = f"/manage/keys/{key.key_id}"
    made: list[str] = []
    for _ in range(quota * 4):
        rotated = await key.post(f"{path}/rotate", {"gracePeriodSeconds": 604_800})
        assert rotated.status_code == 201, rotated.text
        made.append(rotated.json()["keyId"])
        cancelled = await key.patch(path, {"status": "active"})
        assert cancelled.status_code == 200, cancelled.text
    assert (await key.get(tenant)).json()["usage"]["keys"]["used"] == len(made) + 1
    for left in range(len(made), quota - 2, -1):
        # With the key itself there are `left + 1`.
        refused = await key.post("/manage/keys", {})
        assert (refused.status_code, refused.json()["code"]) == (409, "quota_exceeded"), left
        assert (await key.delete(f"/manage/keys/{made.pop()}")).status_code == 204
    assert (await key.post("/manage/keys", {})).status_code == 201


async def test_uploads_at_the_same_moment_do_not_pass_the_quota_together(cast: Cast) -> None:
    """Attack: a tenant sends many pictures at once, each of which would fit into what is left of its quota:
    under many names, and under one name.

    Must hold: the quota is counted in the transaction that adds. What is stored is never more than the quota,
    and each refusal says so.
    """
    first = await put(cast, cast.owner, f"{cast.hall}/imagery/first.png", photo(format_="PNG"))
    assert first.status_code == 200, first.text
    tenant = f"/manage/tenants/{cast.owner.tenant_id}"
    each = (await cast.owner.get(tenant)).json()["usage"]["imageBytes"]["used"]
    assert each > 0
    quota = each * 3 + each // 2
    changed = await cast.operator.patch(tenant, {"quotas": {"imageBytes": quota}})
    assert changed.status_code == 200, changed.text
    names = [f"{number}.png" for number in range(8)] + ["same.png"] * 8
    answers = await asyncio.gather(
        *(put(cast, cast.owner, f"{cast.hall}/imagery/{name}", photo(format_="PNG")) for name in names)
    )
    refused = [answer.json()["code"] for answer in answers if answer.status_code != 200]
    assert set(refused) <= {"quota_exceeded", "rate_limited", "overloaded"}
    usage = (await cast.owner.get(tenant)).json()["usage"]["imageBytes"]
    assert usage["used"] <= usage["max"] == quota
    kept = (await cast.owner.get(f"/manage/venues/{cast.hall}/imagery")).json()["data"]
    assert len(kept) == 1 + len(
        {name for name, answer in zip(names, answers, strict=True) if answer.is_success}
    )
