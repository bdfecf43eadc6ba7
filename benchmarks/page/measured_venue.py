"""The venue that is looked at: the demo's arena, with pictures that have as much detail as photos."""

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import quote

from PIL import Image, ImageChops, ImageFilter

from seatpreview.api.local_client import LocalClient
from seatpreview.demo.creation import create_demo
from serving import running, settings_for

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
    settings = settings_for(folder)
    async with running(settings) as service:
        client = LocalClient(settings, service.internals.resources.database)
        demo = await create_demo(client)
        await client.call("putImage", demo.venue_id, PANORAMA, raw_body=detailed_picture(panorama_width, 2))
        await client.call("putImage", demo.venue_id, PHOTO, raw_body=detailed_picture(4032, 4 / 3))
        admin = [("authorization", f"Bearer {service.admin_key}")]
        venue = (await service.ask("GET", f"/manage/venues/{demo.venue_id}", admin)).json()
        sets = [_imagery_set("panorama", PANORAMA), _imagery_set("photo", PHOTO)]
        # Without ads, which are no part of a view, and whose pictures the demo draws.
        record = {name: venue[name] for name in ("name", "timezone", "aliases", "rules", "viewerDefaults")}
        await client.call("replaceVenue", demo.venue_id, body=record | {"imagerySets": sets})
        images = await client.call("listImages", demo.venue_id, query={"limit": 100})
        addresses = {image.name: (image.preview_url, image.url) for image in images.data}
        pages = {}
        secret = [("authorization", f"Bearer {demo.shop_key.plaintext}")]
        body = {"venue": str(demo.venue_id), "configuration": _CONFIGURATION}
        for kind, seat in _PLACES.items():
            answer = await service.ask("POST", "/sessions", secret, json=body)
            answer.raise_for_status()
            session = answer.json()
            bearer = [("authorization", f"Bearer {session['token']}")]
            # A service in use has the plan in its memory.
            (await service.ask("GET", "/seats/plan", bearer)).raise_for_status()
            url = f"{session['viewerUrl']}&seat={quote(seat, safe='')}"
            pages[kind] = MeasuredPage(url, *addresses[PHOTO if kind == "photo" else PANORAMA])
        yield pages


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
