"""The operations on floor plans: a picture below the seats, which the venue's owner alone sees."""

import asyncio
import io
import re
import struct
import zlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from msgspec.structs import fields
from PIL import Image, ImageDraw

from archive.test_archived_venue import archive, code
from archive.test_copy_venue import copy, work_off
from archive.test_deletion import delete_venue, run_jobs
from cast import Actor, Cast, bearer
from imagery.sample_pictures import SECRET_PLACE, exif, photo
from imagery.uploads import fetch, put
from operations.halls import put_hall
from operations.test_quotas import TILELESS_BYTES, set_quotas
from seatpreview.api.operation import Operation
from seatpreview.api.table import OPERATIONS
from seatpreview.imagery.storage_check import find_differences

pytestmark = pytest.mark.anyio

PLACEMENT = {"x": -3.5, "y": 12.25, "metresPerPixel": 0.02, "turnDeg": 271.5, "opacity": 0.4}


def path_of(venue_id: str) -> str:
    return f"/manage/venues/{venue_id}/floor-plan"


async def store(cast: Cast, data: bytes | None = None, venue_id: str = "") -> dict[str, Any]:
    response = await put(cast, cast.owner, f"{venue_id or cast.hall}/floor-plan", data or photo())
    assert response.status_code == 200, response.text
    stored: dict[str, Any] = response.json()
    return stored


async def place(cast: Cast, venue_id: str = "", etag: str = "*", **changes: Any) -> httpx.Response:
    path = f"{path_of(venue_id or cast.hall)}/placement"
    return await cast.owner.put(path, PLACEMENT | changes, ("if-match", etag))


@pytest.mark.both_engines
async def test_a_floor_plan_is_stored_placed_replaced_and_deleted(cast: Cast) -> None:
    path = path_of(cast.hall)
    assert code(await cast.owner.get(path)) == (404, "not_found")
    stored = await store(cast, photo(exif=exif()))
    assert (stored["width"], stored["height"], stored["contentType"]) == (64, 32, "image/jpeg")
    assert (stored["placement"], stored["storedBy"]) == (None, cast.owner.key_id)
    picture = (await fetch(cast, stored["url"])).content
    assert len(picture) == stored["sizeBytes"]
    assert SECRET_PLACE not in picture, "it is encoded anew"
    read = await cast.owner.get(path)
    placed = await place(cast, etag=read.headers["etag"])
    assert placed.json()["placement"] == PLACEMENT
    assert code(await place(cast, etag=read.headers["etag"], x=1)) == (412, "precondition_failed")
    assert (await cast.owner.get(path)).headers["etag"] == placed.headers["etag"]
    assert (await store(cast, photo(format_="PNG")))["placement"] == PLACEMENT, "of the same size"
    assert (await store(cast, photo(32, 64)))["placement"] is None, "of another size"
    await put_hall(cast)
    assert (await cast.owner.get(path)).json()["height"] == 64, "a publish leaves it alone"
    assert code(await cast.owner.delete(path)) == (204, None)
    assert {
        code(await cast.owner.get(path)),
        code(await place(cast)),
        code(await cast.owner.delete(path)),
    } == {(404, "not_found")}
    assert (await fetch(cast, stored["url"])).status_code == 200, "issued addresses live until they end"
    assert await _logged(cast) == ["deleted", "uploaded", "uploaded", "uploaded"]


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("x", 2001),
        ("y", -2001),
        ("metresPerPixel", 0),
        ("metresPerPixel", 101),
        ("turnDeg", 361),
        ("opacity", 2),
    ],
)
async def test_a_placement_out_of_bounds_is_refused(cast: Cast, member: str, value: float) -> None:
    await store(cast)
    refused = await place(cast, "", "*", **{member: value})
    assert code(refused) == (400, "validation_failed")
    assert refused.json()["errors"][0]["pointer"] == f"/{member}"


async def test_placements_of_a_tenant_are_made_one_at_a_time_and_too_many_are_refused(cast: Cast) -> None:
    """Of many at once, each had a transaction of its own, and all but one of them failed in it."""
    await store(cast)
    placed = await asyncio.gather(*(place(cast, x=number) for number in range(12)))
    assert {each.status_code for each in placed} == {200}
    assert len({each.json()["revision"] for each in placed}) == len(placed)
    flood = await asyncio.gather(*(place(cast, x=number) for number in range(60)))
    assert {each.status_code for each in flood} == {200, 429}


async def test_what_is_no_image_is_refused_as_for_imagery(cast: Cast) -> None:
    for data in (b"%PDF-1.7", b"<svg xmlns='http://www.w3.org/2000/svg'/>", photo()[:200]):
        refused = [
            await put(cast, cast.owner, f"{cast.hall}/{name}", data) for name in ("floor-plan", "imagery/a")
        ]
        assert {code(each) for each in refused} == {(400, "validation_failed")}
        assert refused[0].json()["detail"] == refused[1].json()["detail"]


@pytest.mark.parametrize("format_", ["PNG", "WEBP"])
async def test_a_floor_plan_with_too_many_pixels_is_refused_by_its_header(cast: Cast, format_: str) -> None:
    """A few bytes say 134 million pixels, which took 2 GB to decode. These are broken after the header."""
    sizes = {"PNG": _png_header(8001, 5000), "WEBP": _webp_header(8001, 5000)}
    refused = await put(cast, cast.owner, f"{cast.hall}/floor-plan", sizes[format_])
    assert code(refused) == (400, "validation_failed")
    assert "has 8001 x 5000 pixels; at most 40,000,000 are accepted" in refused.json()["detail"]


def _png_header(width: int, height: int) -> bytes:
    parts = {b"IHDR": struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0), b"IDAT": b"none", b"IEND": b""}
    chunks = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts.items()
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _webp_header(width: int, height: int) -> bytes:
    pixels = b"\x2f" + ((width - 1) | (height - 1) << 14).to_bytes(4, "little") + bytes(3)
    chunk = b"VP8L" + struct.pack("<I", len(pixels)) + pixels
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


async def test_a_floor_plan_counts_in_the_quota_of_images_and_is_not_cut_into_tiles(cast: Cast) -> None:
    await store(cast)
    tenant = f"/manage/tenants/{cast.owner.tenant_id}"
    assert (await cast.owner.get(tenant)).json()["usage"]["imageBytes"]["used"] == TILELESS_BYTES
    await set_quotas(cast, imageBytes=TILELESS_BYTES)
    refused = [
        await put(cast, cast.owner, f"{cast.hall}/imagery/a.jpg", photo()),
        await put(cast, cast.owner, f"{cast.yard}/floor-plan", photo()),
    ]
    assert {code(each) for each in refused} == {(409, "quota_exceeded")}
    await set_quotas(cast, imageBytes=None)
    wide = await store(cast, photo(4096, 2048, "PNG"))
    keys = await cast.service.internals.resources.objects.keys(f"{cast.hall}/{wide['imageId']}/")
    assert sorted(key.rpartition("/")[2] for key in keys) == ["checksums.json", "full.png", "preview.jpg"]


@pytest.mark.both_engines
async def test_a_floor_plan_is_copied_archived_and_deleted_with_its_venue(cast: Cast) -> None:
    venue_id = await cast.venue(cast.owner.tenant_id, "Traced")
    original = await store(cast, venue_id=venue_id)
    await place(cast, venue_id)
    copied = (await copy(cast, venue_id))["venueId"]
    bare = (await copy(cast, venue_id, images=False))["venueId"]
    assert code(await cast.owner.get(path_of(copied))) == (404, "not_found"), "the picture follows"
    await work_off(cast)
    made = (await cast.owner.get(path_of(copied))).json()
    assert (made["placement"], made["sha256"]) == (PLACEMENT, original["sha256"])
    assert code(await cast.owner.get(path_of(bare))) == (404, "not_found")
    await archive(cast, venue_id)
    assert (await cast.owner.get(path_of(venue_id))).json()["placement"] == PLACEMENT
    refused = [
        await put(cast, cast.owner, f"{venue_id}/floor-plan", photo()),
        await place(cast, venue_id),
        await cast.owner.delete(path_of(venue_id)),
    ]
    assert {code(each) for each in refused} == {(409, "conflict")}
    await delete_venue(cast, venue_id, "Traced")
    resources = cast.service.internals.resources
    assert await resources.objects.keys(f"{venue_id}/") != [], "addresses of it are still valid"
    await run_jobs(cast, 3700)
    assert await resources.objects.keys(f"{venue_id}/") == []
    found = await find_differences(resources.database, resources.objects, await resources.objects.time())
    assert (found.incomplete, found.unnamed_and_young) == ([], 0), "the copy has objects of its own"
    url = (await cast.owner.get(path_of(copied))).json()["url"]
    assert (await fetch(cast, url)).status_code == 200


async def test_nobody_but_the_owner_learns_of_a_floor_plan(cast: Cast) -> None:
    """Attack: a shop, a grantee or a buyer looks through everything that it may read for the drawing."""
    await put_hall(cast)
    secret = (await store(cast))["imageId"]
    await place(cast)
    session = await cast.session()
    answers = [
        answer
        for actor in (
            cast.owner,
            cast.grantee,
            cast.stranger,
            Actor(cast.service, session | NO_KEY, session["token"]),
        )
        async for answer in _everything_read(cast, actor)
    ]
    assert sum(answer.status_code == 200 for answer in answers) > 60
    for answer in answers:
        assert secret not in answer.text, answer.url
        is_owners = answer.request.headers["authorization"] == bearer(cast.owner.plaintext)[1]
        assert is_owners or not NAMES.search(answer.text), answer.url
    for actor in (cast.grantee, cast.stranger):
        refused = [
            await actor.get(path_of(cast.hall)),
            await put(cast, actor, f"{cast.hall}/floor-plan", photo()),
            await actor.put(f"{path_of(cast.hall)}/placement", PLACEMENT),
            await actor.delete(path_of(cast.hall)),
        ]
        assert {code(each) for each in refused} == {(404, "not_found")}
        assert len({each.json()["detail"] for each in refused}) == 1, "as for a venue that does not exist"
    changes = (await cast.owner.get("/manage/changes")).text
    assert not NAMES.search(changes), "not even the owner's programs hear of it"


NAMES = re.compile("floor.?plan", re.IGNORECASE)
NO_KEY = {"keyId": "", "tenantId": None}


async def _everything_read(cast: Cast, actor: Actor) -> AsyncIterator[httpx.Response]:
    for operation in _reading():
        values = {"venue": cast.hall, "seat": "1/A/1", "groupBy": "day", "against": 1}
        wanted = (
            {field.encode_name for field in fields(operation.query)} if operation.method == "GET" else set()
        )
        path = operation.path.format(
            venueId=cast.hall,
            tenantId=cast.owner.tenant_id,
            keyId=cast.owner.key_id,
            sessionId="ses_000000000000",
            templateId="club",
            version="1",
            webhookId="whk_000000000000",
        )
        body = {"json": {"venue": cast.hall} | BODIES.get(operation.operation_id, {})}
        yield await actor.ask(
            operation.method,
            path,
            params={name: value for name, value in values.items() if name in wanted},
            **({} if operation.method == "GET" else body),
        )


BODIES: dict[str, Any] = {"resolveSeats": {"labels": ["1/A/1"]}, "findBestSeats": {"count": 1}}


def _reading() -> Iterator[Operation]:
    for operation in OPERATIONS:
        if operation.operation_id == "getFloorPlan":
            continue
        if operation.method == "GET" or operation.operation_id in BODIES:
            yield operation


async def _logged(cast: Cast) -> list[str]:
    entries = (await cast.owner.get("/manage/audit", kind="floor_plan")).json()["data"]
    assert {(entry["id"], entry["tenantId"]) for entry in entries} == {(cast.hall, cast.owner.tenant_id)}
    assert all(entry["members"] == [] for entry in entries)
    return [entry["action"] for entry in entries]


async def test_seats_are_found_in_a_part_of_the_floor_plan_and_nothing_is_written(cast: Cast) -> None:
    await store(cast, plan_with_seats())
    path = f"{path_of(cast.hall)}/seats"
    before = (await cast.owner.get(path_of(cast.hall))).json()["revision"]
    found = await cast.owner.post(path, {"x": 0, "y": 0, "width": 240, "height": 160})
    assert found.status_code == 200, found.text
    assert [len(row) for row in found.json()["rows"]] == [6, 6, 6]
    below = (await cast.owner.post(path, {"x": 0, "y": 65, "width": 240, "height": 95})).json()["rows"]
    assert [len(row) for row in below] == [6, 6]
    assert below[0][0] == {"x": pytest.approx(45, abs=1.5), "y": pytest.approx(80, abs=1.5)}
    at_the_edge = await cast.owner.post(path, {"x": 0, "y": 65, "width": 100_000, "height": 100_000})
    assert at_the_edge.json()["rows"] == below
    beyond = await cast.owner.post(path, {"x": 240, "y": 0, "width": 100, "height": 50})
    assert beyond.json() == {"rows": [], "sizePx": 0}
    assert (await cast.owner.get(path_of(cast.hall))).json()["revision"] == before
    assert code(await cast.grantee.post(path, {"x": 0, "y": 0, "width": 50, "height": 50})) == (
        404,
        "not_found",
    )


def plan_with_seats() -> bytes:
    image = Image.new("RGB", (240, 160), "white")
    for seat in range(18):
        x, y = 45 + 30 * (seat % 6), 50 + 30 * (seat // 6)
        ImageDraw.Draw(image).ellipse((x - 9, y - 9, x + 9, y + 9), outline="black", width=2)
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()
