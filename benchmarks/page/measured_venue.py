"""The venue that is looked at: the demo's arena, with pictures that have as much detail as photos."""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import quote

import httpx
import msgspec
from PIL import Image, ImageChops, ImageFilter

from seatpreview.api import local_operations
from seatpreview.api.local_client import LocalClient
from seatpreview.demo.creation import create_demo
from seatpreview.results.json_encoding import encode
from seatpreview.settings.loader import load
from seatpreview.settings.settings import Settings, variable
from servers.admin_key import create_admin_key
from servers.http_connection import bearer
from servers.polling import until
from servers.processes import readiness_status
from servers.service_process import RunningService

Kind = Literal["panorama", "photo", "drawing"]
KINDS: tuple[Kind, ...] = ("panorama", "photo", "drawing")

PANORAMA = "measured/panorama.jpg"
PHOTO = "measured/photo.jpg"
_CONFIGURATION = "end-stage"
_PLACES: dict[Kind, str] = {"panorama": "107/K/9", "photo": "S8", "drawing": "114/F/5"}


class MeasuredPage(NamedTuple):
    """A view of the service, and its picture in a small and a large file; of the panorama for a drawing."""

    viewer_url: str
    small: str
    large: str


@asynccontextmanager
async def measured_pages(folder: Path, panorama_width: int) -> AsyncIterator[dict[Kind, MeasuredPage]]:
    """Runs a service with the venue, and gives the page of each kind of view."""
    service = RunningService(folder, settings=_without_limits(folder))
    settings = replace(load(_without_limits(folder)), port=service.port)
    venue = await asyncio.to_thread(_create_venue, settings, panorama_width)
    service.start()
    try:
        await until(lambda: readiness_status(service.port) == 200)
        async with httpx.AsyncClient(base_url=f"{settings.address}/v1", timeout=60) as http:
            yield {kind: await _page(http, venue, kind) for kind in KINDS}
    finally:
        service.stop()


class _Venue(NamedTuple):
    """The venue, the plaintext of a key for sessions, and the small and large address of each picture."""

    venue_id: str
    key: str
    addresses: dict[str, tuple[str, str]]


def _without_limits(folder: Path) -> dict[str, str]:
    """Returns settings with rates that no benchmark reaches."""
    rates = [variable(field.name) for field in fields(Settings) if field.name.endswith("_rate")]
    return {"SEATPREVIEW_DATA_DIR": str(folder / "data"), **dict.fromkeys(rates, "1000000/1/1000000")}


def _create_venue(settings: Settings, panorama_width: int) -> _Venue:
    async def create(client: LocalClient) -> _Venue:
        demo = await create_demo(client)
        venue_id = str(demo.venue_id)
        await client.call("putImage", venue_id, PANORAMA, raw_body=detailed_picture(panorama_width, 2))
        await client.call("putImage", venue_id, PHOTO, raw_body=detailed_picture(4032, 4 / 3))
        venue = msgspec.json.decode(encode(await client.call("getVenue", venue_id)))
        sets = [_imagery_set("panorama", PANORAMA), _imagery_set("photo", PHOTO)]
        # Without ads, which are no part of a view, and whose pictures the demo draws.
        record = {name: venue[name] for name in ("name", "timezone", "aliases", "rules", "viewerDefaults")}
        await client.call("replaceVenue", venue_id, body=record | {"imagerySets": sets})
        images = await client.call("listImages", venue_id, query={"limit": 100})
        addresses = {image.name: (image.preview_url, image.url) for image in images.data}
        return _Venue(venue_id, str(demo.shop_key.plaintext), addresses)

    create_admin_key(settings)
    return local_operations.run_with_client(settings, create)


async def _page(http: httpx.AsyncClient, venue: _Venue, kind: Kind) -> MeasuredPage:
    body = {"venue": venue.venue_id, "configuration": _CONFIGURATION}
    answer = await http.post("/sessions", json=body, headers=bearer(venue.key))
    session = answer.raise_for_status().json()
    # A service in use has the plan in its memory.
    (await http.get("/seats/plan", headers=bearer(session["token"]))).raise_for_status()
    url = f"{session['viewerUrl']}&seat={quote(_PLACES[kind], safe='')}"
    return MeasuredPage(url, *venue.addresses[PHOTO if kind == "photo" else PANORAMA])


def detailed_picture(width: int, ratio: float) -> bytes:
    """Returns a picture with detail of all sizes, as a photo has: noise of several scales, added up."""
    size = (width, round(width / ratio))
    picture = Image.new("L", size, 128)
    for scale, sigma in ((512, 90), (128, 60), (32, 36), (8, 14), (3, 6)):
        noise = Image.effect_noise((size[0] // scale + 2, size[1] // scale + 2), sigma)
        picture = ImageChops.add(picture, noise.resize(size, Image.Resampling.BICUBIC), offset=-128, scale=1)
    soft = picture.filter(ImageFilter.GaussianBlur(0.6))
    coloured = Image.merge("RGB", (soft, ImageChops.offset(soft, 40, 25), ImageChops.offset(soft, -60, 10)))
    file = io.BytesIO()
    coloured.save(file, "JPEG", quality=88)
    return file.getvalue()


def _imagery_set(kind: Kind, name: str) -> dict[str, Any]:
    """Returns a set with one image for exactly the place of this kind: one from elsewhere would be drawn."""
    section, *rest = _PLACES[kind].split("/")
    covers: dict[str, Any] = {"section": section}
    if rest:
        covers |= {"rows": [rest[0]], "seats": [rest[1]]}
    return {
        "id": kind,
        "kind": kind,
        "configuration": _CONFIGURATION,
        "images": [{"object": name, "covers": covers}],
    }
