"""putImage: who may upload which files, and what is stored."""

import asyncio
import hashlib
from urllib.parse import urlsplit

import pytest

from cast import Cast
from imagery.sample_pictures import EXTENSIONS, FORMATS, TYPES, decode, exif, photo
from imagery.uploads import fetch, put, put_referring_record, upload

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("format_", FORMATS)
async def test_an_upload_is_answered_with_what_it_is_and_addresses_that_work(
    format_: str, cast: Cast
) -> None:
    data = photo(format_=format_)
    image = await upload(cast, f"north/row-a.{EXTENSIONS[format_]}", data)
    assert image["name"] == f"north/row-a.{EXTENSIONS[format_]}"
    assert (image["contentType"], image["width"], image["height"]) == (TYPES[format_], 64, 32)
    assert (image["tiles"], image["tilesUrlTemplate"], image["usedBy"]) == (None, None, [])
    assert image["sha256"] == hashlib.sha256(data).hexdigest()
    full, preview = await fetch(cast, image["url"]), await fetch(cast, image["previewUrl"])
    assert (full.status_code, full.headers["content-type"]) == (200, TYPES[format_])
    assert len(full.content) == image["sizeBytes"]
    assert (preview.status_code, preview.headers["content-type"]) == (200, "image/jpeg")
    assert decode(full.content).size == decode(preview.content).size == (64, 32)


async def test_neither_the_name_nor_the_content_type_decides_what_it_is(cast: Cast) -> None:
    path = f"{cast.hall}/imagery/north.jpg"
    response = await put(cast, cast.owner, path, photo(format_="PNG"), "image/webp")
    assert (response.status_code, response.json()["contentType"]) == (200, "image/png")


async def test_where_a_photo_was_taken_is_not_kept(cast: Cast) -> None:
    image = await upload(cast, data=photo(exif=exif(6)))
    assert (image["width"], image["height"]) == (32, 64)
    for address in (image["url"], image["previewUrl"]):
        kept = await fetch(cast, address)
        assert b"Exif" not in kept.content
        assert not decode(kept.content).getexif()


async def test_another_upload_takes_the_place_of_the_first_whose_addresses_still_work(cast: Cast) -> None:
    first = await upload(cast, data=photo())
    second = await upload(cast, data=photo(20, 10))
    assert second["url"] != first["url"]
    [listed] = (await cast.owner.get(f"/manage/venues/{cast.hall}/imagery")).json()["data"]
    assert listed == second
    assert decode((await fetch(cast, first["url"])).content).size == (64, 32)
    assert decode((await fetch(cast, second["url"])).content).size == (20, 10)


async def test_an_upload_says_what_refers_to_the_image(cast: Cast) -> None:
    await put_referring_record(cast, "north.jpg", "north.jpg", ad="north.jpg")
    image = await upload(cast)
    assert image["usedBy"] == [{"kind": "imagerySet", "id": "day"}, {"kind": "ad", "id": "bar"}]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The body is not a JPEG, PNG, WebP or AVIF image."),
        (b"<svg/>", "The body is not a JPEG, PNG, WebP or AVIF image."),
        (photo()[:-20], "The body is a JPEG file that is broken or incomplete."),
    ],
)
async def test_what_is_no_picture_is_refused_in_a_sentence(data: bytes, sentence: str, cast: Cast) -> None:
    response = await put(cast, cast.owner, f"{cast.hall}/imagery/north.jpg", data)
    assert (response.status_code, response.json()["code"]) == (400, "validation_failed")
    assert response.json()["detail"] == sentence
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}/imagery")).json()["data"] == []


async def test_a_body_that_is_no_image_by_its_type_is_refused(cast: Cast) -> None:
    for content_type in ("application/json", "text/html", "image/svg+xml"):
        response = await put(cast, cast.owner, f"{cast.hall}/imagery/a.jpg", photo(), content_type)
        assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.usefixtures("short_drain")
async def test_a_body_that_is_too_large_is_refused_before_it_is_read(cast: Cast) -> None:
    address = urlsplit(cast.service.address)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    head = (
        f"PUT /v1/manage/venues/{cast.hall}/imagery/a.jpg HTTP/1.1",
        f"host: {address.netloc}",
        f"authorization: Bearer {cast.owner.plaintext}",
        "content-type: image/jpeg",
        f"content-length: {(50 << 20) + 1}",
    )
    writer.write("\r\n".join((*head, "", "")).encode())
    assert (await reader.readline()).startswith(b"HTTP/1.1 413 ")
    writer.close()
    await writer.wait_closed()


@pytest.mark.parametrize(
    "name",
    [
        ".hidden",
        "a//b.jpg",
        "%2E%2E/a.jpg",
        "a/%2E%2E/b.jpg",
        "a%2F..%2Fb",
        "a%5C..%5Cb",
        "a%00",
        "%C3%BC",
        "a/",
    ],
)
async def test_a_name_that_is_none_is_refused(name: str, shared_cast: Cast) -> None:
    """Attack: a name that leads out of the venue's folder. It never becomes a path anyway."""
    refused = await put(shared_cast, shared_cast.owner, f"{shared_cast.hall}/imagery/{name}", photo())
    assert (refused.status_code, refused.json()["errors"][0]["parameter"]) == (400, "name")
    assert (await shared_cast.owner.get(f"/manage/venues/{shared_cast.hall}/imagery")).json()["data"] == []


async def test_only_the_owner_and_admin_scope_upload(cast: Cast) -> None:
    path = f"{cast.hall}/imagery/north.jpg"
    grantee = await put(cast, cast.grantee, path, photo())
    assert (grantee.status_code, grantee.json()["code"]) == (403, "venue_not_allowed")
    stranger = await put(cast, cast.stranger, path, photo())
    assert (stranger.status_code, stranger.json()["code"]) == (404, "not_found")
    elsewhere = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.yard])
    restricted = await put(cast, elsewhere, path, photo())
    assert (restricted.status_code, restricted.json()["code"]) == (403, "venue_not_allowed")
    assert (await put(cast, cast.operator, path, photo())).status_code == 200


async def test_an_upload_is_in_the_audit_list(cast: Cast) -> None:
    await upload(cast, "north/a.jpg")
    [entry] = (await cast.owner.get("/manage/audit", limit=1)).json()["data"]
    assert (entry["kind"], entry["action"], entry["members"]) == ("imagery", "uploaded", ["north/a.jpg"])
    assert (entry["id"], entry["actor"]) == (cast.hall, cast.owner.key_id)
