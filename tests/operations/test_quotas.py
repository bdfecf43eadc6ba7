"""Quotas of a tenant over HTTP: what is refused, what never is, and who may raise them."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from cast import Cast, bearer
from imagery.sample_pictures import photo
from imagery.uploads import put, upload
from operations.halls import HALL
from seatpreview.imagery.discarded_images import delete_discarded_images

pytestmark = pytest.mark.anyio

TILELESS_BYTES = 8192
"""What a small picture counts for: a block for itself, and one for its preview."""

DEFAULTS = {"imageBytes": None, "venues": None, "keys": None, "recordBytes": None}


async def set_quotas(cast: Cast, **quotas: int | None) -> None:
    response = await cast.operator.patch(f"/manage/tenants/{cast.owner.tenant_id}", {"quotas": quotas})
    assert response.status_code == 200, response.text


async def usage(cast: Cast) -> dict[str, Any]:
    response = await cast.owner.get(f"/manage/tenants/{cast.owner.tenant_id}")
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()["usage"]
    return found


async def test_a_tenant_sees_what_it_uses_and_may_use(cast: Cast) -> None:
    await set_quotas(cast, venues=7)
    await upload(cast)
    found = await usage(cast)
    assert found["imageBytes"] == {"used": TILELESS_BYTES, "max": 5_000_000_000}
    assert found["venues"] == {"used": 2, "max": 7}
    listed = (await cast.owner.get("/manage/keys", status="active", limit=100)).json()["data"]
    assert found["keys"] == {"used": len(listed), "max": 1000}
    assert "usage" not in (await cast.operator.get("/manage/tenants")).json()["data"][0]


async def test_only_admin_scope_sets_quotas(cast: Cast) -> None:
    path = f"/manage/tenants/{cast.owner.tenant_id}"
    refused = await cast.owner.patch(path, {"quotas": {"venues": 5000}})
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_insufficient")
    for quotas in ({"venues": 0}, {"venues": -1}, {"venues": "5"}, {"hats": 1}, None):
        assert (await cast.operator.patch(path, {"quotas": quotas})).status_code == 400
    await set_quotas(cast, venues=5, keys=6)
    await set_quotas(cast, venues=None)
    assert (await cast.owner.get(path)).json()["quotas"] == DEFAULTS | {"keys": 6}


async def test_a_tenant_is_created_with_quotas(cast: Cast) -> None:
    made = await cast.operator.post("/manage/tenants", {"name": "Small", "quotas": {"keys": 2}})
    assert made.json()["quotas"] == DEFAULTS | {"keys": 2}


@pytest.mark.parametrize("caller", ["owner", "operator"])
async def test_a_venue_more_than_the_quota_is_refused(cast: Cast, caller: str) -> None:
    """Attack: a loop that creates venues until the disk is full."""
    await set_quotas(cast, venues=2)
    body = {"name": "One more"} | ({"tenantId": cast.owner.tenant_id} if caller == "operator" else {})
    refused = await getattr(cast, caller).post("/manage/venues", body)
    assert (refused.status_code, refused.json()["code"]) == (409, "quota_exceeded")
    assert "has 2 venues, and may have 2" in refused.json()["detail"]
    changed = await cast.owner.put(f"/manage/venues/{cast.hall}", {"name": "Changed"})
    assert changed.status_code == 200
    await set_quotas(cast, venues=3)
    assert (await getattr(cast, caller).post("/manage/venues", body)).status_code == 201


async def test_a_key_more_than_the_quota_is_refused_and_a_rotation_never(cast: Cast) -> None:
    """Attack: a loop that creates keys. Its victim must still be able to take a leaked key back."""
    await set_quotas(cast, keys=1)
    refused = await cast.owner.post("/manage/keys", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "quota_exceeded")
    rotated = await cast.owner.post(f"/manage/keys/{cast.owner.key_id}/rotate", {"gracePeriodSeconds": 60})
    assert rotated.status_code == 201
    revoked = await cast.owner.delete(f"/manage/keys/{cast.owner.key_id}")
    assert revoked.status_code == 204
    admin = await cast.operator.post("/manage/keys", {"scope": "admin"})
    assert admin.status_code == 201, "keys of admin scope belong to no tenant"


async def test_a_revoked_key_makes_room_for_another(cast: Cast) -> None:
    key = await cast.owner.make_key()
    used = (await usage(cast))["keys"]["used"]
    await set_quotas(cast, keys=used)
    assert (await cast.owner.post("/manage/keys", {})).status_code == 409
    await cast.owner.delete(f"/manage/keys/{key['keyId']}")
    assert (await cast.owner.post("/manage/keys", {})).status_code == 201


async def test_a_repeat_of_what_was_created_is_not_refused(cast: Cast) -> None:
    used = (await usage(cast))["keys"]["used"]
    await set_quotas(cast, keys=used + 1, venues=3)
    header = ("idempotency-key", "once")
    for path, body in (("/manage/keys", {"label": "once"}), ("/manage/venues", {"name": "Once"})):
        first = await cast.owner.post(path, body, header)
        assert (await cast.owner.post(path, body)).status_code == 409
        repeat = await cast.owner.post(path, body, header)
        assert (first.status_code, repeat.status_code) == (201, 201)
        header = ("idempotency-key", "twice")


async def test_a_refused_request_is_not_remembered(cast: Cast) -> None:
    await set_quotas(cast, venues=2)
    header = ("idempotency-key", "later")
    assert (await cast.owner.post("/manage/venues", {"name": "Later"}, header)).status_code == 409
    await set_quotas(cast, venues=3)
    assert (await cast.owner.post("/manage/venues", {"name": "Later"}, header)).status_code == 201


async def test_an_image_above_the_quota_is_refused_and_nothing_of_it_stays(cast: Cast) -> None:
    await set_quotas(cast, imageBytes=2 * TILELESS_BYTES)
    await upload(cast, "a.jpg")
    await upload(cast, "b.jpg")
    refused = await put(cast, cast.owner, f"{cast.hall}/imagery/c.jpg", photo())
    assert (refused.status_code, refused.json()["code"]) == (409, "quota_exceeded")
    assert "imageBytes" in refused.json()["detail"]
    assert (await usage(cast))["imageBytes"] == {"used": 2 * TILELESS_BYTES, "max": 2 * TILELESS_BYTES}
    listed = (await cast.owner.get(f"/manage/venues/{cast.hall}/imagery")).json()["data"]
    assert [image["name"] for image in listed] == ["a.jpg", "b.jpg"]


async def test_an_image_of_the_same_size_is_replaced_at_the_quota_and_above(cast: Cast) -> None:
    await upload(cast, "a.jpg")
    await upload(cast, "b.jpg")
    await set_quotas(cast, imageBytes=TILELESS_BYTES)
    await upload(cast, "a.jpg", photo(20, 10))
    refused = await put(cast, cast.owner, f"{cast.hall}/imagery/a.jpg", photo())
    assert (refused.status_code, "try again in some minutes" in refused.json()["detail"]) == (409, True)


async def test_images_that_were_replaced_count_until_they_are_deleted(cast: Cast) -> None:
    """Attack: uploads under one name fill the disk, since old ones stay until their addresses expire."""
    await set_quotas(cast, imageBytes=TILELESS_BYTES)
    for _ in range(2):
        await upload(cast, "a.jpg")
    path = f"{cast.hall}/imagery/a.jpg"
    assert (await put(cast, cast.owner, path, photo())).status_code == 409
    assert (await cast.owner.delete(f"/manage/venues/{path}")).status_code == 204
    assert (await put(cast, cast.owner, path, photo())).status_code == 409
    cast.service.clock.advance(1000)
    resources = cast.service.internals.resources
    at = await resources.records.check_and_get_time()
    await delete_discarded_images(resources.database, resources.objects, at, 900)
    assert (await put(cast, cast.owner, path, photo())).status_code == 200


async def test_a_body_that_cannot_be_stored_is_not_awaited(cast: Cast) -> None:
    """Attack: uploads of 50 MB that are refused only after they were received and decoded."""
    await set_quotas(cast, imageBytes=TILELESS_BYTES)
    await upload(cast, "a.jpg")
    # It is no picture, and nobody has looked.
    refused = await put(cast, cast.owner, f"{cast.hall}/imagery/b.jpg", b"no picture")
    assert (refused.status_code, refused.json()["code"]) == (409, "quota_exceeded")
    stranger = await put(cast, cast.stranger, f"{cast.hall}/imagery/b.jpg", photo())
    assert stranger.status_code == 404


async def test_records_drafts_and_versions_count_together(cast: Cast) -> None:
    before = (await usage(cast))["recordBytes"]
    assert before["max"] == 5_000_000_000
    path = f"/manage/venues/{cast.hall}"
    sizes = [before["used"]]
    for method, end, body in (
        ("PUT", "/draft", HALL),
        ("PUT", "/draft", HALL | {"timezone": "Europe/Berlin"}),
        ("POST", "/draft/publish", {}),
        ("PUT", "", {"name": "Hall"}),
        ("DELETE", "/versions/2", None),
    ):
        response = await cast.owner.ask(method, path + end, json=body)
        assert response.status_code < 300, response.text
        sizes.append((await usage(cast))["recordBytes"]["used"])
    begun, saved, published, emptied, forgotten = (after - size for size, after in pairwise(sizes))
    assert begun > 500, "a draft counts with its compiled layout"
    assert saved == len(',"timezone":"Europe/Berlin"')
    assert 0 < published < begun, (
        "the draft takes the place of the record, which is kept as a version, compressed"
    )
    assert emptied < 0
    assert forgotten < 0


@pytest.mark.both_engines
async def test_what_would_take_more_bytes_of_records_than_the_quota_is_refused(cast: Cast) -> None:
    """Attack: drafts, versions and copies of large records, in as many venues as a tenant may have, until the
    disk is full."""
    path = f"/manage/venues/{cast.hall}"
    assert (await cast.owner.put(f"{path}/draft", HALL)).status_code == 200
    used = (await usage(cast))["recordBytes"]["used"]
    versions = (await cast.owner.get(f"{path}/versions")).json()["data"]
    await set_quotas(cast, recordBytes=used)
    for method, end, body in (
        ("POST", "", HALL),
        ("POST", f"/{cast.hall}/copy", {"name": "Copy"}),
        ("PUT", f"/{cast.hall}", HALL),
        ("PUT", f"/{cast.hall}/draft", HALL | {"aliases": [{"name": "One more"}]}),
        ("PUT", f"/{cast.yard}/draft", {"name": "Yard"}),
        ("PUT", f"/{cast.hall}/aliases", {"aliases": [{"name": "One more"}]}),
        ("POST", f"/{cast.hall}/versions/1/restore", {}),
    ):
        refused = await cast.owner.ask(method, f"/manage/venues{end}", json=body)
        assert (refused.status_code, refused.json()["code"]) == (409, "quota_exceeded"), (end, refused.text)
        assert "quota recordBytes" in refused.json()["detail"]
    assert (await usage(cast))["recordBytes"] == {"used": used, "max": used}
    assert (await cast.owner.get(f"{path}/versions")).json()["data"] == versions, "nothing was written"
    dry = await cast.owner.ask("POST", f"{path}/draft/publish", params={"dryRun": True}, json={})
    assert dry.status_code == 200, "a dry run adds nothing"
    assert (await cast.owner.put(f"{path}/draft", {"name": "Smaller"})).status_code == 200
    assert (await cast.owner.delete(f"{path}/draft")).status_code == 204
    assert (await cast.owner.put(f"{path}/draft", {"name": "Smaller"})).status_code == 200, (
        "there is room again"
    )


async def test_of_drafts_that_are_saved_at_once_as_many_as_there_is_room_for_are_stored(cast: Cast) -> None:
    """Attack: requests at the same moment, each of which finds room."""
    venues = [await cast.venue(cast.owner.tenant_id, f"Hall {number}") for number in range(6)]
    before = (await usage(cast))["recordBytes"]["used"]
    first = f"/manage/venues/{venues[0]}/draft"
    assert (await cast.owner.put(first, HALL)).status_code == 200
    size = (await usage(cast))["recordBytes"]["used"] - before
    await set_quotas(cast, recordBytes=before + 3 * size)
    saved = await asyncio.gather(
        *(cast.owner.put(f"/manage/venues/{venue}/draft", HALL) for venue in venues[1:])
    )
    assert sorted(response.status_code for response in saved) == [200] * 2 + [409] * 3
    assert (await usage(cast))["recordBytes"]["used"] == before + 3 * size


async def test_of_many_that_create_at_once_as_many_as_the_quota_pass(cast: Cast) -> None:
    """Attack: requests at the same moment, each of which counts before any other has written."""
    used = (await usage(cast))["keys"]["used"]
    await set_quotas(cast, keys=used + 2, venues=3, imageBytes=2 * TILELESS_BYTES)
    keys, venues, images = await asyncio.gather(
        asyncio.gather(*(cast.owner.post("/manage/keys", {}) for _ in range(8))),
        asyncio.gather(*(cast.owner.post("/manage/venues", {"name": "Race"}) for _ in range(8))),
        asyncio.gather(*(put(cast, cast.owner, f"{cast.hall}/imagery/{n}.jpg", photo()) for n in range(6))),
    )
    assert sorted(response.status_code for response in keys) == [201] * 2 + [409] * 6
    assert sorted(response.status_code for response in venues) == [201] + [409] * 7
    assert sorted(response.status_code for response in images) == [200] * 2 + [409] * 4


async def test_what_takes_away_or_changes_is_never_refused(cast: Cast) -> None:
    image = await upload(cast)
    session = await cast.session()
    await set_quotas(cast, venues=1, keys=1, imageBytes=1)
    header = bearer(cast.owner.plaintext)
    for method, path, body in (
        ("DELETE", f"/manage/venues/{cast.hall}/imagery/{image['name']}", None),
        ("DELETE", f"/manage/venues/{cast.hall}/grants/{cast.grantee.tenant_id}", None),
        ("DELETE", f"/sessions/{session['sessionId']}", None),
        ("PATCH", f"/manage/keys/{cast.owner.key_id}", {"label": "new"}),
        ("PUT", f"/manage/venues/{cast.hall}/aliases", {"aliases": []}),
    ):
        response = await cast.service.ask(method, path, (header,), json=body)
        assert response.status_code in (200, 204), (path, response.text)
