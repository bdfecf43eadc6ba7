"""The object store is compared with the records: what is missing, what is left over, and what is young."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import delete

from cast import Cast
from imagery.sample_pictures import photo
from imagery.test_storing import image_id, stored_object_names
from imagery.uploads import put, upload
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import images
from seatpreview.imagery import image_upload, storage_check
from seatpreview.imagery.image_upload import write_files
from seatpreview.imagery.storage_check import SETTLED_SECONDS, StorageDifferences, find_differences
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import ImageId

pytestmark = pytest.mark.anyio


async def differences(cast: Cast, later_seconds: int = SETTLED_SECONDS + 60) -> StorageDifferences:
    """The differences of the hall alone, as they are seen so much later: tests share the store."""
    resources = cast.service.internals.resources
    at = Moment(await resources.objects.time() + later_seconds * MICROSECONDS)
    found = await find_differences(resources.database, resources.objects, at)
    return StorageDifferences(
        images=found.images,
        incomplete=[image for image in found.incomplete if image.venue_id == cast.hall],
        unnamed=[unnamed for unnamed in found.unnamed if unnamed.prefix.startswith(cast.hall)],
        unnamed_and_young=found.unnamed_and_young,
    )


async def forget_records(cast: Cast) -> None:
    """Deletes the rows of the hall's images, as a restore of an older backup does."""

    async def write(transaction: Transaction) -> None:
        await transaction.connection.execute(delete(images).where(images.c.venue_id == cast.hall))

    await cast.service.internals.resources.database.write("operator", cast.service.clock.now(), write)


async def test_objects_that_no_record_names_are_found_once_they_are_a_day_old(stored_cast: Cast) -> None:
    image = await upload(stored_cast)
    of_others = (await differences(stored_cast, SETTLED_SECONDS - 600)).unnamed_and_young
    await forget_records(stored_cast)
    young = await differences(stored_cast, SETTLED_SECONDS - 600)
    assert (young.unnamed, young.unnamed_and_young) == ([], of_others + 1)
    [unnamed] = (await differences(stored_cast)).unnamed
    assert unnamed.prefix == f"{stored_cast.hall}/{image_id(image)}/"
    assert (unnamed.objects, unnamed.size_bytes > 0) == (3, True)
    objects = stored_cast.service.internals.resources.objects
    assert await objects.delete_prefixes([unnamed.prefix]) == 3
    assert (await differences(stored_cast)).unnamed == []


@pytest.mark.long
async def test_images_whose_objects_are_missing_are_found_and_no_others(stored_cast: Cast) -> None:
    await upload(stored_cast, "whole.jpg")
    await upload(stored_cast, "gone.jpg")
    await upload(stored_cast, "gone.jpg")
    pano = await upload(stored_cast, "pano.jpg", photo(4096, 2048))
    found = await differences(stored_cast)
    assert (found.incomplete, found.unnamed) == ([], [])
    assert found.images >= 3
    objects = stored_cast.service.internals.resources.objects
    names = await stored_object_names(stored_cast)
    tiles = [name for name in names if image_id(pano) in name and "/tiles/" in name]
    await objects.delete(tiles[0])
    gone = (await stored_cast.owner.get(f"/manage/venues/{stored_cast.hall}/imagery")).json()["data"][0]
    await objects.delete_prefixes([f"{stored_cast.hall}/{image_id(gone)}/"])
    found = await differences(stored_cast)
    assert {image.name: image.missing_objects for image in found.incomplete} == {"gone.jpg": 2, "pano.jpg": 1}


async def test_other_objects_of_the_store_are_none_of_its_business(stored_cast: Cast) -> None:
    """The danger: a bucket that also has backups, or another service's files, is emptied."""
    objects = stored_cast.service.internals.resources.objects
    others = ["backups/2026-11-16.tar", "ven_hall/img/full.jpg", f"{stored_cast.hall}/readme.txt", "note"]
    for key in others:
        await objects.put(key, b"1", "text/plain")
    await objects.put(f"{stored_cast.hall}/previews/001", b"1", "image/jpeg")
    assert (await differences(stored_cast)).unnamed == []
    for key in others:
        await objects.delete(key)


async def test_made_pictures_of_a_venue_that_is_gone_are_found(stored_cast: Cast) -> None:
    resources = stored_cast.service.internals.resources
    prefix = "ven_000000000000/previews/"
    await resources.objects.put(f"{prefix}001", b"1", "image/jpeg")
    at = Moment(await resources.objects.time() + 2 * SETTLED_SECONDS * MICROSECONDS)
    found = await find_differences(resources.database, resources.objects, at)
    assert prefix in [unnamed.prefix for unnamed in found.unnamed]
    await resources.objects.delete_prefixes([prefix])


async def test_an_upload_in_progress_is_no_difference_at_any_moment(
    stored_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However old its objects are: the upload is registered before the first of them is written."""
    seen: list[StorageDifferences] = []

    async def look_between(*arguments: Any) -> None:
        seen.append(await differences(stored_cast))
        await write_files(*arguments)
        seen.append(await differences(stored_cast))

    monkeypatch.setattr(image_upload, "write_files", look_between)
    path = f"{stored_cast.hall}/imagery/a.jpg"
    assert (await put(stored_cast, stored_cast.owner, path, photo())).status_code == 200
    assert [(found.incomplete, found.unnamed) for found in seen] == [([], [])] * 2


async def test_an_upload_between_the_reads_is_no_difference(
    stored_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes after the objects were listed, or before: neither makes it incomplete or nobody's."""
    list_objects = storage_check._list_objects

    async def list_amid_uploads(*arguments: Any) -> Any:
        await upload(stored_cast, "before.jpg")
        listed = await list_objects(*arguments)
        await upload(stored_cast, "after.jpg")
        return listed

    monkeypatch.setattr(storage_check, "_list_objects", list_amid_uploads)
    found = await differences(stored_cast)
    assert (found.incomplete, found.unnamed) == ([], [])


async def test_uploads_that_race_with_the_comparison_are_never_differences(stored_cast: Cast) -> None:
    """Between its objects and its record, an upload is told from a lost record by its age alone."""

    async def compare() -> list[StorageDifferences]:
        return [await differences(stored_cast, later_seconds=0) for _ in range(5)]

    compared, *_ = await asyncio.gather(
        compare(), *(upload(stored_cast, f"{number % 3}.jpg") for number in range(12))
    )
    assert [(found.incomplete, found.unnamed) for found in compared] == [([], [])] * 5


def test_an_id_of_an_image_is_told_from_other_names() -> None:
    assert not ImageId.matches("previews")
