"""copyVenue: what a copy has of the venue, and how its images follow."""

from typing import Any

import pytest

from archive.test_archived_venue import archive, code
from archive.test_deletion import delete_venue, run_jobs, upload
from cast import Cast
from events.arena import create_arena
from imagery.sample_pictures import photo
from operations.halls import HALL
from seatpreview.imagery import image_copies

pytestmark = [pytest.mark.anyio, pytest.mark.both_engines]

ALIASES = [{"name": "harbour"}, {"name": "kop", "section": "101"}]
SETS = [{"id": "photos", "kind": "photo", "images": [{"object": "a.png", "covers": {}}]}]


async def copy(cast: Cast, venue_id: str, **more: Any) -> dict[str, Any]:
    response = await cast.owner.post(f"/manage/venues/{venue_id}/copy", {"name": "Copy"} | more)
    assert response.status_code == 201, response.text
    assert response.headers["location"].endswith(response.json()["venueId"])
    made: dict[str, Any] = response.json()
    return made


async def listed(cast: Cast, venue_id: str) -> dict[str, Any]:
    images: dict[str, Any] = (await cast.owner.get(f"/manage/venues/{venue_id}/imagery")).json()
    return images


async def work_off(cast: Cast) -> None:
    while (ended := await cast.service.worker.jobs.run("copy_images")) is not None and ended.done:
        pass


async def test_a_copy_has_the_record_and_later_the_images(cast: Cast) -> None:
    venue_id = await create_arena(cast, cast.owner, aliases=ALIASES, imagerySets=SETS, ads=[])
    original = await upload(cast, venue_id)
    made = await copy(cast, venue_id)
    source = (await cast.owner.get(f"/manage/venues/{venue_id}")).json()
    own = ("venueId", "name", "aliases", "createdAt", "updatedAt", "version")
    assert {name: made[name] for name in made if name not in own} == {
        name: source[name] for name in source if name not in own
    }
    assert (made["name"], made["version"], made["aliases"]) == ("Copy", 1, ALIASES[1:])
    assert (await cast.owner.get(f"/manage/venues/{made['venueId']}")).json() == made
    [version] = (await cast.owner.get(f"/manage/venues/{made['venueId']}/versions")).json()["data"]
    assert (version["version"], version["publishedBy"]) == (1, cast.owner.key_id)
    assert (await listed(cast, made["venueId"]))["missing"] == ["a.png"]
    await work_off(cast)
    images = await listed(cast, made["venueId"])
    assert images["missing"] == []
    [image] = images["data"]
    same = ("name", "width", "height", "sizeBytes", "sha256", "contentType")
    assert [image[name] for name in same] == [original[name] for name in same]
    await delete_venue(cast, venue_id, "Arena")
    await run_jobs(cast, 3700)
    [image] = (await listed(cast, made["venueId"]))["data"]
    for address in (image["url"], image["previewUrl"]):
        assert (await cast.service.ask("GET", address)).status_code == 200, "the copy has objects of its own"


async def test_a_copy_without_images_still_names_them(cast: Cast) -> None:
    venue_id = await create_arena(cast, cast.owner, imagerySets=SETS, ads=[])
    await upload(cast, venue_id)
    await archive(cast, venue_id)
    made = await copy(cast, venue_id, images=False)
    assert made["archivedAt"] is None, "the copy of an archived venue is a new venue"
    await work_off(cast)
    images = await listed(cast, made["venueId"])
    assert (images["data"], images["missing"]) == ([], ["a.png"])


async def test_images_are_copied_though_their_venue_is_deleted_before(cast: Cast) -> None:
    venue_id = await create_arena(cast, cast.owner, imagerySets=SETS, ads=[])
    await upload(cast, venue_id)
    made = await copy(cast, venue_id)
    await delete_venue(cast, venue_id, "Arena")
    await run_jobs(cast, 3700)
    await work_off(cast)
    [image] = (await listed(cast, made["venueId"]))["data"]
    assert (await cast.service.ask("GET", image["url"])).status_code == 200
    await run_jobs(cast, 3700)
    assert await cast.service.internals.resources.objects.keys(f"{venue_id}/") == []


async def test_what_somebody_uploads_or_deletes_before_its_copy_comes_stays_so(cast: Cast) -> None:
    venue_id = await create_arena(cast, cast.owner)
    for name in ("a.png", "b.png"):
        await upload(cast, venue_id, name)
    target = (await copy(cast, venue_id))["venueId"]
    path = f"/manage/venues/{target}/imagery"
    other = photo(format_="PNG", width=80, height=40)
    for name in ("a.png", "b.png"):
        sent = await cast.owner.ask("PUT", f"{path}/{name}", ("content-type", "image/png"), content=other)
        assert sent.status_code == 200, sent.text
    assert (await cast.owner.delete(f"{path}/b.png")).status_code == 204
    await work_off(cast)
    [image] = (await listed(cast, target))["data"]
    assert (image["name"], image["width"]) == ("a.png", 80)


async def test_copies_of_tenants_take_turns(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The danger: a tenant with thousands of images to copy, behind whom all others wait."""
    await work_off(cast)
    monkeypatch.setattr(image_copies, "COPIES_MAX", 2)
    large, small = await create_arena(cast, cast.owner), await create_arena(cast, cast.grantee)
    for number in range(3):
        await upload(cast, large, f"{number}.png")
    path = f"/manage/venues/{small}/imagery/small.png"
    await cast.grantee.ask("PUT", path, ("content-type", "image/png"), content=photo(format_="PNG"))
    copied = await copy(cast, large)
    later = await cast.grantee.post(f"/manage/venues/{small}/copy", {"name": "Copy"})
    assert await cast.service.worker.jobs.run("copy_images") == (2, 2)
    of_small = await cast.grantee.get(f"/manage/venues/{later.json()['venueId']}/imagery")
    assert len(of_small.json()["data"]) == 1, "it came last and is copied in the first round"
    assert len((await listed(cast, copied["venueId"]))["data"]) == 1
    await work_off(cast)
    assert len((await listed(cast, copied["venueId"]))["data"]) == 3


async def test_a_copy_counts_towards_the_quotas_and_is_made_once(cast: Cast) -> None:
    venue_id = await create_arena(cast, cast.owner)
    await upload(cast, venue_id)
    tenant = f"/manage/tenants/{cast.owner.tenant_id}"
    used = (await cast.operator.get(tenant)).json()["usage"]["imageBytes"]["used"]
    path, key = f"/manage/venues/{venue_id}/copy", ("idempotency-key", "copy-1")
    first = await cast.owner.post(path, {"name": "Copy"}, key)
    again = await cast.owner.post(path, {"name": "Copy"}, key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json()["venueId"] == first.json()["venueId"]
    usage = (await cast.operator.get(tenant)).json()["usage"]
    assert usage["imageBytes"]["used"] == 2 * used, "images that are still to be copied count"
    await cast.operator.patch(tenant, {"quotas": {"imageBytes": 2 * used}})
    assert code(await cast.owner.post(path, {"name": "Third"})) == (409, "quota_exceeded")
    without = await cast.owner.post(path, {"name": "Third", "images": False})
    assert without.status_code == 201
    await cast.operator.patch(tenant, {"quotas": {"venues": usage["venues"]["used"] + 1}})
    full = await cast.owner.post(path, {"name": "Fourth", "images": False})
    assert code(full) == (409, "quota_exceeded")
    assert code(await cast.owner.post(path, {"name": ""})) == (400, "validation_failed")


async def test_a_worker_that_ended_while_it_copied_is_replaced_by_another(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    await work_off(cast)
    venue_id = await create_arena(cast, cast.owner, rules=HALL["rules"])
    await upload(cast, venue_id)
    target = (await copy(cast, venue_id))["venueId"]
    objects = cast.service.internals.resources.objects

    async def killed(*_: Any) -> bool:
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        patched.setattr(type(objects), "copy", killed)
        assert await cast.service.worker.jobs.run("copy_images") is None
    ended = await cast.service.worker.jobs.run("copy_images")
    assert ended is not None
    assert ended.done == 0, "another worker may still be at it"
    cast.service.clock.advance(700)
    await work_off(cast)
    assert len((await listed(cast, target))["data"]) == 1
    await run_jobs(cast, 3700)
    prefixes = {key.split("/")[1] for key in await objects.keys(f"{target}/")} - {"previews"}
    assert len(prefixes) == 1, "nothing is left of the first attempt"
