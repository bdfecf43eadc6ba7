"""Helpers that upload and fetch images over HTTP."""

from typing import Any

import httpx

from cast import Actor, Cast, bearer
from imagery.sample_pictures import photo


async def put(
    cast: Cast,
    actor: Actor,
    path: str,
    data: bytes,
    content_type: str = "application/octet-stream",
    **more: Any,
) -> httpx.Response:
    headers = [bearer(actor.plaintext), ("content-type", content_type)]
    return await cast.service.ask("PUT", f"/manage/venues/{path}", headers, content=data, **more)


async def upload(cast: Cast, name: str = "north.jpg", data: bytes | None = None) -> dict[str, Any]:
    """Uploads an image of the owner's hall, and returns the response."""
    response = await put(cast, cast.owner, f"{cast.hall}/imagery/{name}", data or photo())
    assert response.status_code == 200, response.text
    image: dict[str, Any] = response.json()
    return image


async def fetch(cast: Cast, url: str, *headers: tuple[str, str]) -> httpx.Response:
    """Fetches an image as a browser does: without a key, following redirects."""
    return await cast.service.ask("GET", url, headers, follow_redirects=True)


async def put_referring_record(cast: Cast, *names: str, ad: str | None = None) -> None:
    """Writes a record of the hall that refers to these images."""
    record: dict[str, Any] = {
        "name": "Hall",
        "imagerySets": [{"id": "day", "kind": "photo", "images": [{"object": name} for name in names]}],
    }
    if ad is not None:
        record["ads"] = [
            {"id": "bar", "slot": "side", "image": ad, "alt": "The bar", "clickUrl": "https://bar.example/"}
        ]
    response = await cast.owner.put(f"/manage/venues/{cast.hall}", record)
    assert response.status_code == 200, response.text
