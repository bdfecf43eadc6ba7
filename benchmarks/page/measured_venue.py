"""The venue that is looked at: the demo's arena, with pictures that have as much detail as photos."""

import asyncio
import io
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx
import msgspec
from PIL import Image, ImageChops, ImageFilter

from benchmarks.page.figures import KINDS, Kind, Picture, picture_of
from seatpreview.api import local_operations
from seatpreview.api.local_client import LocalClient
from seatpreview.demo.creation import create_demo
from seatpreview.results import encode
from seatpreview.settings.loader import load
from seatpreview.settings.settings import Settings, variable
from servers.admin_key import create_admin_key
from servers.http_connection import bearer
from servers.polling import until
from servers.processes import readiness_status
from servers.service_process import RunningService

_OBJECTS: dict[Picture, str] = {"panorama": "measured/panorama.jpg", "photo": "measured/photo.jpg"}
_CONFIGURATION = "end-stage"
_DRAWN_SEAT = "114/F/9"
"""The only seat that has a still. It is the one in the middle, whose still stands for the row."""
_PLACES: dict[Kind, str] = {
    "panorama": "107/K/9",
    "photo": "S8",
    "own-still": _DRAWN_SEAT,
    "row-still": "114/F/8",
    "no-still": "114/G/9",
}
_STILL_FROM: dict[Kind, str | None] = {"own-still": None, "row-still": _DRAWN_SEAT}
"""What a preview says about the seat that its still shows, for the kinds that have a still."""
_STAND_IN = "max-age=60"
"""How caches are told that an image shows something else until the still is drawn."""
_STILL_SECONDS_MAX = 300


class MeasuredPages(NamedTuple):
    """The addresses of the viewer for each kind of view, and of each picture in a small and a large file."""

    viewer_urls: dict[Kind, str]
    picture_urls: dict[Picture, tuple[str, str]]


@asynccontextmanager
async def measured_pages(folder: Path, panorama_width: int) -> AsyncIterator[MeasuredPages]:
    """Runs a service with the venue and its one still, and gives the pages. It draws no stills while it runs:
    those would slow down what is measured, and give each seat its own."""
    shared = without_limits(folder)
    # A machine with less memory than a terabyte shows the stills that are stored, and draws none.
    measured = shared | {"SEATPREVIEW_STILLS": "auto", "SEATPREVIEW_STILLS_MACHINE_MB": "1000000"}
    service = RunningService(folder, name="measured", settings=measured)
    settings = replace(load(measured), port=service.port)
    venue = await asyncio.to_thread(_create_venue, settings)
    drawing = RunningService(folder, name="drawing", settings=shared | {"SEATPREVIEW_STILLS": "on"})
    async with running(drawing) as http:
        await _draw_still(http, venue)
    pictures = await asyncio.to_thread(_add_pictures, settings, venue, panorama_width)
    async with running(service) as http:
        yield MeasuredPages({kind: await _viewer_url(http, venue, kind) for kind in KINDS}, pictures)


class _Venue(NamedTuple):
    """The venue, its record without pictures, and the plaintext of a key of its owner."""

    venue_id: str
    record: dict[str, Any]
    key: str


@asynccontextmanager
async def running(service: RunningService) -> AsyncIterator[httpx.AsyncClient]:
    service.start()
    try:
        await until(lambda: readiness_status(service.port) == 200)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{service.port}/v1", timeout=60) as http:
            yield http
    finally:
        service.stop()


def without_limits(folder: Path) -> dict[str, str]:
    """Returns settings with rates that no benchmark reaches."""
    rates = [variable(field.name) for field in fields(Settings) if field.name.endswith("_rate")]
    return {"SEATPREVIEW_DATA_DIR": str(folder / "data"), **dict.fromkeys(rates, "1000000/1/1000000")}


def _create_venue(settings: Settings) -> _Venue:
    """Creates the venue without pictures: the image of a seat would show one of these, not the still."""

    async def create(client: LocalClient) -> _Venue:
        demo = await create_demo(client)
        venue_id = str(demo.venue_id)
        venue = msgspec.json.decode(encode(await client.call("getVenue", venue_id)))
        # Without ads, which are no part of a view, and whose pictures the demo draws.
        record = {name: venue[name] for name in ("name", "timezone", "aliases", "rules", "viewerDefaults")}
        await client.call("replaceVenue", venue_id, body=record)
        return _Venue(venue_id, record, str(demo.tenant_key.plaintext))

    create_admin_key(settings)
    return local_operations.run_with_client(settings, create)


def _add_pictures(settings: Settings, venue: _Venue, panorama_width: int) -> dict[Picture, tuple[str, str]]:
    """Uploads the pictures, and returns the small and the large address of each."""
    files: dict[Picture, bytes] = {
        "panorama": detailed_picture(panorama_width, 2),
        "photo": detailed_picture(4032, 4 / 3),
    }

    async def add(client: LocalClient) -> dict[Picture, tuple[str, str]]:
        for picture, raw_body in files.items():
            await client.call("putImage", venue.venue_id, _OBJECTS[picture], raw_body=raw_body)
        sets = [_imagery_set(picture, name) for picture, name in _OBJECTS.items()]
        await client.call("replaceVenue", venue.venue_id, body=venue.record | {"imagerySets": sets})
        images = await client.call("listImages", venue.venue_id, query={"limit": 100})
        urls = {image.name: (image.preview_url, image.url) for image in images.data}
        return {picture: urls[name] for picture, name in _OBJECTS.items()}

    return local_operations.run_with_client(settings, add)


async def _draw_still(http: httpx.AsyncClient, venue: _Venue) -> None:
    """Asks for the image of the seat until the service's Chromium has drawn its still. A preview would have
    the other rows drawn as well."""
    body = {"venue": venue.venue_id, "configuration": _CONFIGURATION, "seat": _DRAWN_SEAT}
    link = await http.post("/seats/preview/image-links", json=body, headers=bearer(venue.key))
    url = link.raise_for_status().json()["url"]
    deadline = time.monotonic() + _STILL_SECONDS_MAX
    while time.monotonic() < deadline:
        answer = await http.get(url)
        if not answer.raise_for_status().headers["cache-control"].endswith(_STAND_IN):
            return
    raise TimeoutError(f"the service did not draw the still of {_DRAWN_SEAT} in {_STILL_SECONDS_MAX} s")


async def _viewer_url(http: httpx.AsyncClient, venue: _Venue, kind: Kind) -> str:
    body = {"venue": venue.venue_id, "configuration": _CONFIGURATION}
    answer = await http.post("/sessions", json=body, headers=bearer(venue.key))
    session = answer.raise_for_status().json()
    # A service in use has the plan in its memory, and knows its stills.
    (await http.get("/seats/plan", headers=bearer(session["token"]))).raise_for_status()
    await _wait_for_still(http, session["token"], kind)
    return f"{session['viewerUrl']}&seat={quote(_PLACES[kind], safe='')}"


async def _wait_for_still(http: httpx.AsyncClient, token: str, kind: Kind) -> None:
    """Waits until the preview has the still that this kind of view is measured with."""
    if picture_of(kind) == kind:
        return
    for _ in range(100):
        answer = await http.get("/seats/preview", params={"seat": _PLACES[kind]}, headers=bearer(token))
        if is_still_of(kind, answer.raise_for_status().json()["drawing"]["still"]):
            return
        await asyncio.sleep(0.1)
    raise ValueError(f"The preview of {_PLACES[kind]} has another still than {kind} is measured with.")


def is_still_of(kind: Kind, still: dict[str, Any] | None) -> bool:
    """Returns whether a preview has the still that this kind of view is measured with, or none if none."""
    if kind not in _STILL_FROM:
        return still is None
    return still is not None and still["from"] == _STILL_FROM[kind]


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


def _imagery_set(picture: Picture, name: str) -> dict[str, Any]:
    """Returns a set with one image for exactly the place of this kind: one from elsewhere would be drawn."""
    section, *rest = _PLACES[picture].split("/")
    covers: dict[str, Any] = {"section": section}
    if rest:
        covers |= {"rows": [rest[0]], "seats": [rest[1]]}
    return {
        "id": picture,
        "kind": picture,
        "configuration": _CONFIGURATION,
        "images": [{"object": name, "covers": covers}],
    }
