"""The life cycle of images on both object stores and both engines: no object is lost, and none is left
behind."""

import asyncio
from typing import Any

import pytest

from cast import Cast
from imagery.sample_pictures import decode, photo, stored
from imagery.uploads import fetch, put, upload
from seatpreview.imagery import image_upload
from seatpreview.imagery.discarded_images import delete_discarded_images
from seatpreview.imagery.image_upload import write_files
from seatpreview.imagery.store import IMAGERY
from seatpreview.objects.store import Objects
from seatpreview.problems import Unavailable
from seatpreview.values.clock import MICROSECONDS, Moment

pytestmark = pytest.mark.anyio

TTL_SECONDS = 900


async def delete_discarded(cast: Cast, later_seconds: int) -> int:
    internals = cast.service.internals
    at = Moment(cast.service.clock.now() + later_seconds * MICROSECONDS)
    round_ = await delete_discarded_images(
        internals.resources.database, internals.resources.objects, at, TTL_SECONDS
    )
    return round_.deleted


async def stored_image_ids(cast: Cast) -> set[str]:
    """The ids of the images of the hall of which there are objects."""
    return {key.split("/")[1] for key in await stored_object_names(cast)}


async def stored_object_names(cast: Cast) -> list[str]:
    """The names of the objects of the hall's images."""
    objects = cast.service.internals.resources.objects
    return [key for key in await objects.keys() if key.startswith(f"{cast.hall}/")]


def image_id(image: dict[str, str]) -> str:
    return next(part for part in image["url"].partition("?")[0].split("/") if part.startswith("img_"))


async def test_what_was_uploaded_is_fetched(stored_cast: Cast) -> None:
    """The tiles of a panorama on S3 are fetched by way of the service, and the rest directly."""
    data = photo(4096, 2048)
    image = await upload(stored_cast, "pano.jpg", data)
    assert (await fetch(stored_cast, image["url"])).content == stored(data)
    assert decode((await fetch(stored_cast, image["previewUrl"])).content).size == (1024, 512)
    assert image["tiles"] == {"columns": 8, "rows": 4}
    for column, row in ((0, 0), (7, 3)):
        tile = await fetch(stored_cast, image["tilesUrlTemplate"].format(column=column, row=row))
        assert (tile.status_code, tile.headers["content-type"]) == (200, "image/jpeg")
        assert decode(tile.content).size == (512, 512)
    assert len(await stored_object_names(stored_cast)) == 2 + 32 + 40 + 1, "the digests of all others"
    await check_addresses(stored_cast, image)


async def check_addresses(stored_cast: Cast, image: dict[str, Any]) -> None:
    objects, ask = stored_cast.service.internals.resources.objects, stored_cast.service.ask
    ours = f"{stored_cast.service.address}/images/"
    tile, missing = (image["tilesUrlTemplate"].format(column=column, row=0) for column in (0, 8))
    assert tile.startswith(ours)
    assert image["url"].startswith(ours) is not objects.presigns
    has_one_signature = tile.partition("?")[2] == image["url"].partition("?")[2]
    assert has_one_signature is not objects.presigns
    assert (await fetch(stored_cast, missing)).status_code == 404
    response = await ask("GET", tile)
    assert response.status_code == (307 if objects.presigns else 200)
    assert ("location" in response.headers) == objects.presigns
    assert response.headers["access-control-allow-origin"] == "*"
    head = await ask("HEAD", tile)
    assert (head.status_code, head.headers["content-type"]) == (200, "image/jpeg")
    assert (await ask("GET", tile.replace("/0_0.jpg", "/0_00.jpg"))).status_code == 403
    stored_cast.service.clock.advance(TTL_SECONDS)
    assert (await ask("GET", tile)).status_code == 403


async def test_two_uploads_of_the_same_name_both_answer_and_one_wins(stored_cast: Cast) -> None:
    path = f"{stored_cast.hall}/imagery/north.jpg"
    answers = await asyncio.gather(
        *(put(stored_cast, stored_cast.owner, path, photo(10 + width, 10)) for width in range(6))
    )
    assert [answer.status_code for answer in answers] == [200] * 6
    for width, answer in enumerate(answers):
        picture = await fetch(stored_cast, answer.json()["url"])
        assert decode(picture.content).size == (10 + width, 10)
    [winner] = (await stored_cast.owner.get(f"/manage/venues/{stored_cast.hall}/imagery")).json()["data"]
    assert image_id(winner) in {image_id(answer.json()) for answer in answers}
    assert await stored_image_ids(stored_cast) == {image_id(answer.json()) for answer in answers}
    assert await delete_discarded(stored_cast, TTL_SECONDS + 120) == 5
    assert await stored_image_ids(stored_cast) == {image_id(winner)}
    assert (await fetch(stored_cast, winner["url"])).status_code == 200


async def test_a_discarded_image_is_removed_once_its_addresses_have_run_out(stored_cast: Cast) -> None:
    image = await upload(stored_cast)
    kept = await upload(stored_cast, "other.jpg")
    await stored_cast.owner.delete(f"/manage/venues/{stored_cast.hall}/imagery/north.jpg")
    assert await delete_discarded(stored_cast, TTL_SECONDS) == 0
    assert (await fetch(stored_cast, image["url"])).status_code == 200
    assert await delete_discarded(stored_cast, TTL_SECONDS + 120) == 1
    assert await stored_image_ids(stored_cast) == {image_id(kept)}
    assert (await fetch(stored_cast, image["url"])).status_code == 404
    assert await delete_discarded(stored_cast, TTL_SECONDS + 120) == 0


async def test_an_upload_that_ends_halfway_leaves_nothing_behind(
    stored_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_whole, written = Objects.put, 0

    async def fail_after_one(self: Objects, key: str, data: bytes, content_type: str) -> None:
        nonlocal written
        written += 1
        if written > 1:
            raise Unavailable("The image storage does not answer.")
        await write_whole(self, key, data, content_type)

    monkeypatch.setattr(Objects, "put", fail_after_one)
    refused = await put(stored_cast, stored_cast.owner, f"{stored_cast.hall}/imagery/a.jpg", photo())
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    assert (await stored_cast.owner.get(f"/manage/venues/{stored_cast.hall}/imagery")).json()["data"] == []
    assert len(await stored_image_ids(stored_cast)) == 1
    assert await delete_discarded(stored_cast, TTL_SECONDS + 120) == 1
    assert await stored_image_ids(stored_cast) == set()


async def test_an_upload_that_was_swept_under_way_is_not_kept(
    stored_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The upload took longer than addresses are valid; if it had been stored, its objects would be
    missing."""
    write_whole = write_files

    async def write_slowly(*arguments: object) -> None:
        await write_whole(*arguments)  # type: ignore[arg-type]  # handed on as they are
        assert await delete_discarded(stored_cast, TTL_SECONDS + 120) == 1

    monkeypatch.setattr(image_upload, "write_files", write_slowly)
    refused = await put(stored_cast, stored_cast.owner, f"{stored_cast.hall}/imagery/a.jpg", photo())
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    assert (await stored_cast.owner.get(f"/manage/venues/{stored_cast.hall}/imagery")).json()["data"] == []
    assert await stored_image_ids(stored_cast) == set()


async def test_what_a_worker_remembers_of_a_venue_s_images_is_current(stored_cast: Cast) -> None:
    records = stored_cast.service.internals.resources.records

    async def remembered() -> dict[str, str]:
        await records.check_and_get_time()
        imagery = await records.load(IMAGERY, stored_cast.hall)
        assert imagery is not None
        return {name: image.image_id for name, image in imagery.images.items()}

    assert await remembered() == {}
    first = await upload(stored_cast, "a.jpg")
    assert await remembered() == {"a.jpg": image_id(first)}
    second = await upload(stored_cast, "b.jpg")
    replaced = await upload(stored_cast, "a.jpg")
    assert await remembered() == {"a.jpg": image_id(replaced), "b.jpg": image_id(second)}
    await stored_cast.owner.delete(f"/manage/venues/{stored_cast.hall}/imagery/b.jpg")
    assert await remembered() == {"a.jpg": image_id(replaced)}
