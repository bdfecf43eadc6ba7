"""listImages: ordered by name, in pages, with the names of missing images."""

import pytest

from cast import Cast
from imagery.uploads import fetch, put_referring_record, upload

pytestmark = pytest.mark.anyio


@pytest.mark.both_engines
async def test_images_are_listed_by_name_in_pages(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}/imagery"
    for name in ("c.jpg", "a/b.jpg", "b.jpg"):
        await upload(cast, name)
    whole = (await cast.owner.get(path)).json()
    assert [image["name"] for image in whole["data"]] == ["a/b.jpg", "b.jpg", "c.jpg"]
    assert whole["nextCursor"] is None
    first = (await cast.owner.get(path, limit=2)).json()
    second = (await cast.owner.get(path, limit=2, cursor=first["nextCursor"])).json()
    assert [*first["data"], *second["data"]] == whole["data"]
    assert second["nextCursor"] is None
    other = await cast.owner.get(f"/manage/venues/{cast.yard}/imagery", cursor=first["nextCursor"])
    assert (other.status_code, other.json()["errors"][0]["parameter"]) == (400, "cursor")


async def test_what_the_record_refers_to_and_nobody_uploaded_is_missing(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}/imagery"
    await put_referring_record(cast, "a.jpg", "b.jpg", ad="bar.png")
    assert (await cast.owner.get(path)).json() == {
        "data": [],
        "nextCursor": None,
        "missing": ["a.jpg", "b.jpg", "bar.png"],
    }
    await upload(cast, "b.jpg")
    await upload(cast, "unused.jpg")
    first = (await cast.owner.get(path, limit=1)).json()
    assert first["missing"] == ["a.jpg", "bar.png"]
    assert first["data"][0]["usedBy"] == [{"kind": "imagerySet", "id": "day"}]
    second = (await cast.owner.get(path, limit=1, cursor=first["nextCursor"])).json()
    assert (second["missing"], second["data"][0]["usedBy"]) == ([], [])


async def test_an_address_stays_the_same_for_a_while(cast: Cast) -> None:
    """A browser that has cached the image must not fetch it again."""
    path = f"/manage/venues/{cast.hall}/imagery"
    await upload(cast)
    start = cast.service.clock.now() // 180_000_000 * 180_000_000 + 180_000_000
    try:
        cast.service.clock.stop_at(start)
        [early] = (await cast.owner.get(path)).json()["data"]
        cast.service.clock.stop_at(start + 179_999_999)
        [late] = (await cast.owner.get(path)).json()["data"]
        assert late == early
        cast.service.clock.stop_at(start + 180_000_000)
        [later] = (await cast.owner.get(path)).json()["data"]
        assert later["url"] != early["url"]
        assert (await fetch(cast, early["url"])).status_code == 200
    finally:
        cast.service.clock.go_on()


async def test_whoever_may_read_the_venue_sees_its_images(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}/imagery"
    await upload(cast)
    for actor in (cast.owner, cast.grantee, cast.operator):
        [image] = (await actor.get(path)).json()["data"]
        assert (await fetch(cast, image["url"])).status_code == 200
    assert (await cast.stranger.get(path)).status_code == 404
    elsewhere = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.yard])
    refused = await elsewhere.get(path)
    assert (refused.status_code, refused.json()["code"]) == (403, "venue_not_allowed")
