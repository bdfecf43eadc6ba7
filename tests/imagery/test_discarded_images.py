"""Discarded images are deleted in bulk, by one worker each, and never before their objects are gone."""

import asyncio

import pytest
from sqlalchemy import insert, select

from cast import Cast
from imagery.uploads import upload
from seatpreview.database.bounded_deletion import DeletedRows
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import discarded_images
from seatpreview.imagery import discarded_images as discarding
from seatpreview.imagery import store
from seatpreview.imagery.discarded_images import delete_discarded_images
from seatpreview.imagery.model import prefix_of
from seatpreview.objects.store import Objects
from seatpreview.problems import Unavailable
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import ImageId, VenueId

pytestmark = pytest.mark.anyio

TTL_SECONDS = 900
LATER_SECONDS = TTL_SECONDS + 120


async def discard(cast: Cast, count: int) -> list[str]:
    """Makes images that were discarded, each with one object. Returns their ids."""
    resources, at = cast.service.internals.resources, cast.service.clock.now()
    ids = [ImageId.new() for _ in range(count)]
    await asyncio.gather(
        *(
            resources.objects.put(f"{prefix_of(VenueId(cast.hall), image_id)}full.jpg", b"1", "image/jpeg")
            for image_id in ids
        )
    )
    rows = [{"image_id": str(id_), "venue_id": cast.hall, "discarded_at": at} for id_ in ids]

    async def write(transaction: Transaction) -> None:
        await transaction.connection.execute_many(insert(discarded_images), rows)

    await resources.database.write("operator", at, write)
    return [str(image_id) for image_id in ids]


async def delete(cast: Cast, later_seconds: int = LATER_SECONDS) -> DeletedRows:
    resources = cast.service.internals.resources
    at = Moment(cast.service.clock.now() + later_seconds * MICROSECONDS)
    return await delete_discarded_images(resources.database, resources.objects, at, TTL_SECONDS)


async def rows(cast: Cast) -> dict[str, int]:
    found = await cast.service.internals.resources.database.read(Connection.execute, select(discarded_images))
    return {row.image_id: row.discarded_at for row in found}


async def keys(cast: Cast) -> list[str]:
    return await cast.service.internals.resources.objects.keys(f"{cast.hall}/")


async def test_a_round_is_bounded_and_says_what_is_left(
    stored_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discarding, "DELETED_IMAGES_MAX", 4)
    await discard(stored_cast, 10)
    assert await delete(stored_cast, TTL_SECONDS) == (0, 0), "addresses of them may still be in use"
    assert [await delete(stored_cast) for _ in range(4)] == [(4, 6), (4, 2), (2, 0), (0, 0)]
    assert (await keys(stored_cast), await rows(stored_cast)) == ([], {})


async def test_a_backlog_is_worked_off_without_waiting_for_the_interval(
    stored_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discarding, "DELETED_IMAGES_MAX", 4)
    jobs = stored_cast.service.worker.jobs
    await discard(stored_cast, 10)
    stored_cast.service.clock.advance(LATER_SECONDS)
    before = jobs.done["delete_images"]
    assert await jobs.run("delete_images") == (4, 6)
    assert jobs.backlogs["delete_images"] == 6
    assert await jobs.run("delete_images") == (4, 2)
    assert await jobs.run("delete_images") == (2, 0)
    assert (jobs.done["delete_images"] - before, jobs.backlogs["delete_images"]) == (10, 0)


async def test_workers_that_delete_at_once_take_different_images(
    stored_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The danger: every worker deletes the same images, and none gets further."""
    monkeypatch.setattr(discarding, "DELETED_IMAGES_MAX", 5)
    for _ in range(3):
        await discard(stored_cast, 20)
        rounds = await asyncio.gather(*(delete(stored_cast) for _ in range(4)))
        assert [round_.deleted for round_ in rounds] == [5] * 4
        assert await rows(stored_cast) == {}


async def test_a_claim_of_a_worker_that_ended_is_taken_over_later(stored_cast: Cast) -> None:
    """It ended after it had claimed the images: between two calls of the store, in the worst case."""
    database = stored_cast.service.internals.resources.database
    await discard(stored_cast, 3)
    now = stored_cast.service.clock.now()
    at = Moment(now + LATER_SECONDS * MICROSECONDS)
    claimed = await database.write("operator", at, store.claim_discarded_images, at, at, 100)
    assert len(claimed) == 3
    assert await delete(stored_cast) == (0, 0)
    assert len(await keys(stored_cast)) == 3
    assert await delete(stored_cast, LATER_SECONDS + store.CLAIM_SECONDS + 60) == (3, 0)
    assert (await keys(stored_cast), await rows(stored_cast)) == ([], {})


async def test_a_claim_that_a_clock_ahead_of_time_dated_does_not_last_for_ever(stored_cast: Cast) -> None:
    database = stored_cast.service.internals.resources.database
    await discard(stored_cast, 1)
    in_a_year = Moment(stored_cast.service.clock.now() + 365 * 86_400 * MICROSECONDS)
    await database.write("operator", in_a_year, store.claim_discarded_images, in_a_year, in_a_year, 100)
    assert await delete(stored_cast) == (1, 0)


async def test_images_keep_their_rows_while_the_store_is_away_and_are_retried_at_once(
    stored_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def is_away(self: Objects, some: list[str]) -> None:
        raise Unavailable("The image storage does not answer.")

    ids = await discard(stored_cast, 3)
    with monkeypatch.context() as patched:
        patched.setattr(Objects, "_delete_many", is_away)
        with pytest.raises(Unavailable):
            await delete(stored_cast)
        assert sorted(await rows(stored_cast)) == sorted(ids)
    assert await delete(stored_cast) == (3, 0)
    assert (await keys(stored_cast), await rows(stored_cast)) == ([], {})


async def test_an_image_that_was_claimed_cannot_be_put_any_more(stored_cast: Cast) -> None:
    """Its upload took longer than addresses are valid, and some of its objects may be gone."""
    database = stored_cast.service.internals.resources.database
    [image_id] = await discard(stored_cast, 1)
    at = stored_cast.service.clock.now()
    await database.write("operator", at, store.claim_discarded_images, Moment(at + 1), at, 100)
    assert (await rows(stored_cast))[image_id] == -at
    await upload(stored_cast)
    assert await delete(stored_cast, LATER_SECONDS + store.CLAIM_SECONDS + 60) == (1, 0)
