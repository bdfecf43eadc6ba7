"""Preview images in both object stores and on both engines: how many are kept, and when they are deleted."""

import pytest

from cast import Cast
from imagery.test_storing import TTL_SECONDS, delete_discarded
from imagery.uploads import put
from operations.test_get_preview_image import ask, panorama, put_hall
from seatpreview.imagery.model import previews_prefix_of
from seatpreview.preview_images import image_cache
from seatpreview.values.ids import VenueId

pytestmark = pytest.mark.anyio


async def kept(cast: Cast) -> list[str]:
    return await cast.service.internals.resources.objects.keys(previews_prefix_of(VenueId(cast.hall)))


async def test_an_image_is_stored_and_sent_as_it_was_made(stored_cast: Cast) -> None:
    await put_hall(stored_cast)
    first = await ask(stored_cast)
    assert (first.status_code, len(await kept(stored_cast))) == (200, 1)
    assert (await ask(stored_cast)).content == first.content
    assert len(await kept(stored_cast)) == 1


async def test_a_venue_keeps_a_bounded_number_of_them(
    stored_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: a buyer asks for all seats, in all sizes and languages, to fill the store."""
    monkeypatch.setattr(image_cache, "IMAGES_OF_A_VENUE_MAX", 3)
    await put_hall(stored_cast)
    answers = {}
    for seat in range(1, 4):
        for locale in ("en", "de"):
            answer = await ask(stored_cast, f"1/A/{seat}", locale=locale)
            assert answer.status_code == 200
            answers[answer.headers["etag"]] = answer.content
    assert len(set(answers.values())) == 6, "none was taken for another that has the same name"
    assert 1 <= len(await kept(stored_cast)) <= 3


@pytest.mark.long
async def test_made_images_are_deleted_with_the_picture_that_they_were_made_of(stored_cast: Cast) -> None:
    """What is deleted may show somebody who asked for that."""
    await put_hall(stored_cast, {"object": "p.jpg"})
    await put(stored_cast, stored_cast.owner, f"{stored_cast.hall}/imagery/p.jpg", panorama(720))
    before = await ask(stored_cast)
    await put_hall(stored_cast)
    path = f"/manage/venues/{stored_cast.hall}/imagery/p.jpg?force=true"
    assert (await stored_cast.owner.delete(path)).status_code == 204
    assert len(await kept(stored_cast)) == 1
    assert await delete_discarded(stored_cast, TTL_SECONDS + 120) == 1
    assert await kept(stored_cast) == []
    assert (await ask(stored_cast)).headers["etag"] != before.headers["etag"]
