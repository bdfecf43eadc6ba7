"""deleteImage: only images that nothing refers to; issued addresses stay valid."""

import pytest

from cast import Cast
from imagery.sample_pictures import photo
from imagery.uploads import fetch, put, put_referring_record, upload

pytestmark = pytest.mark.anyio


@pytest.mark.both_engines
async def test_a_deleted_image_is_gone_and_its_addresses_live_until_they_end(cast: Cast) -> None:
    image = await upload(cast, "north/a.jpg")
    path = f"/manage/venues/{cast.hall}/imagery"
    assert (await cast.owner.delete(f"{path}/north/a.jpg")).status_code == 204
    assert (await cast.owner.get(path)).json()["data"] == []
    assert (await fetch(cast, image["url"])).status_code == 200
    again = await cast.owner.delete(f"{path}/north/a.jpg")
    assert (again.status_code, again.json()["code"]) == (404, "not_found")
    [entry] = (await cast.owner.get("/manage/audit", limit=1)).json()["data"]
    assert (entry["kind"], entry["action"], entry["members"]) == ("imagery", "deleted", ["north/a.jpg"])


async def test_an_image_that_the_record_refers_to_stays(cast: Cast) -> None:
    await upload(cast, "a.jpg")
    path = f"/manage/venues/{cast.hall}/imagery/a.jpg"
    for told, refers in (
        ("imagery set 'day'", put_referring_record(cast, "a.jpg")),
        ("ad 'bar'", put_referring_record(cast, ad="a.jpg")),
        ("imagery set 'day', ad 'bar'", put_referring_record(cast, "b.jpg", "a.jpg", ad="a.jpg")),
    ):
        await refers
        refused = await cast.owner.delete(path)
        assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
        assert refused.json()["detail"].startswith(f"The venue's record refers to the image: {told}. ")
        assert (await cast.owner.delete(f"{path}?force=true")).status_code == 409, "not even by force"


@pytest.mark.both_engines
async def test_an_image_that_the_draft_or_a_kept_version_names_is_deleted_by_force_alone(cast: Cast) -> None:
    """A photograph with people in it, or one whose licence has ended, must go; by mistake none should."""
    await upload(cast, "a.jpg")
    path = f"/manage/venues/{cast.hall}/imagery/a.jpg"
    draft = {"imagerySets": ["?", {"images": [{"object": "a.jpg"}, 3]}], "ads": {"image": "a.jpg"}}
    await put_referring_record(cast, "a.jpg")
    await put_referring_record(cast, ad="a.jpg")
    await put_referring_record(cast, "a.jpg-and-more")
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}/draft", draft)).status_code == 200
    refused = await cast.owner.delete(path)
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert refused.json()["detail"].startswith("The image is named by the draft and versions 2, 3. ")
    assert [error["detail"] for error in refused.json()["errors"]] == [
        "the draft names the image",
        "version 2 names the image",
        "version 3 names the image",
    ]
    assert (await cast.owner.delete(f"/manage/venues/{cast.hall}/versions/2")).status_code == 204
    assert (await cast.owner.delete(f"/manage/venues/{cast.hall}/draft")).status_code == 204
    refused = await cast.owner.delete(path)
    assert refused.json()["detail"].startswith("The image is named by version 3. ")
    assert (await cast.owner.delete(f"{path}?force=true")).status_code == 204
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}/versions/3")).json()["imagesGone"] == ["a.jpg"]


async def test_an_image_that_was_never_there_is_not_found_even_where_the_record_refers_to_it(
    cast: Cast,
) -> None:
    await put_referring_record(cast, "a.jpg")
    assert (await cast.owner.delete(f"/manage/venues/{cast.hall}/imagery/a.jpg")).status_code == 404


async def test_a_deleted_image_can_be_uploaded_again(cast: Cast) -> None:
    first = await upload(cast)
    path = f"/manage/venues/{cast.hall}/imagery/north.jpg"
    await cast.owner.delete(path)
    second = await upload(cast)
    assert second["url"] != first["url"]
    assert (await fetch(cast, second["url"])).status_code == 200


async def test_only_the_owner_and_admin_scope_delete(cast: Cast) -> None:
    await upload(cast)
    path = f"/manage/venues/{cast.hall}/imagery/north.jpg"
    refused = await cast.grantee.delete(path)
    assert (refused.status_code, refused.json()["code"]) == (403, "venue_not_allowed")
    assert (await cast.stranger.delete(path)).status_code == 404
    assert (await cast.operator.delete(path)).status_code == 204
    await put(cast, cast.operator, f"{cast.hall}/imagery/north.jpg", photo())
    assert (await cast.owner.delete(path)).status_code == 204
