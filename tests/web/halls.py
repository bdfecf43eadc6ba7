"""A hall as the journeys of the viewer need it: three sections in space, a panorama, a photo and an ad."""

import asyncio
from typing import Any

from cast import Cast
from imagery.sample_pictures import photo
from imagery.uploads import upload

POLLS = 600
POLL_SECONDS = 0.1
LAYOUT: dict[str, Any] = {
    "focus": {"name": "Stage", "z": 1.5},
    "sections": [
        {
            "ids": {"first": 101, "last": 104},
            "name": "Section {id}",
            "level": "Lower Bowl",
            "rows": ["A", "B", "C"],
            "seats": {"count": 8},
            "geometry": {
                "bearingDeg": 135,
                "bearingStepDeg": 30,
                "distanceM": 14,
                "riserM": 0.35,
                "treadM": 0.9,
            },
        }
    ],
}

STAGED_LAYOUT = LAYOUT | {"focus": {"name": "Stage", "z": 1.5, "extent": {"kind": "stage", "heightM": 0.9}}}
"""The same with a stage, so that the service computes how much of it is seen."""


async def furnish(cast: Cast, **more: Any) -> None:
    """Section 101 has a panorama from row B, section 102 a photo; the others have to be drawn."""
    await upload(cast, "pano.jpg", photo(512, 256))
    await upload(cast, "photo.jpg", photo(300, 200))
    record = {
        "name": "Hall",
        "rules": {"layout": LAYOUT},
        "imagerySets": [
            {
                "id": "panoramas",
                "kind": "panorama",
                "attribution": "Ann Lee",
                "images": [{"object": "pano.jpg", "covers": {"section": "101", "rows": ["B"]}}],
            },
            {
                "id": "photos",
                "kind": "photo",
                "images": [{"object": "photo.jpg", "covers": {"section": "102"}}],
            },
        ],
        "ads": [
            {
                "id": "bar",
                "slot": "beside",
                "image": "photo.jpg",
                "alt": "The bar",
                "clickUrl": "https://bar.example/",
            }
        ],
    }
    response = await cast.owner.put(f"/manage/venues/{cast.hall}", record | more)
    assert response.status_code == 200, response.text


async def viewer_url(cast: Cast, seat: str | None, wishes: str = "", **session: Any) -> str:
    """Where the viewer shows a seat of the hall."""
    made = await cast.session(**session)
    url: str = made["viewerUrl"]
    return url + ("" if seat is None else f"&seat={seat}") + wishes


async def missing_kinds(cast: Cast, wanted: set[str]) -> set[str]:
    """Those kinds of events that nobody has reported, once the page had time to."""
    missing = wanted
    for _ in range(POLLS):
        events = (await cast.owner.get("/events", venue=cast.hall)).json()["data"]
        missing = wanted - {event["kind"] for event in events}
        if not missing:
            break
        await asyncio.sleep(POLL_SECONDS)
    return missing
