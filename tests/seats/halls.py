"""Venues for tests of seats: a small hall with geometry and images, and the arena."""

import json
from typing import Any

import httpx

from cast import Cast, bearer
from layouts.written import ARENA
from servers.polling import PATIENCE_SECONDS

PICTURES = "https://pictures.example"

HALL: dict[str, Any] = {
    "name": "Hall",
    "timezone": "Europe/Berlin",
    "aliases": [{"name": "Grand Hall"}, {"name": "Kop", "section": "102"}],
    "imagerySets": [
        {
            "id": "panoramas",
            "kind": "panorama",
            "attribution": "A. Photographer",
            "images": [
                {
                    "url": f"{PICTURES}/101-b.jpg",
                    "covers": {"section": "101", "rows": ["B"]},
                    "pose": {"yawDeg": 170},
                },
                {
                    "url": f"{PICTURES}/101-c-2.jpg",
                    "covers": {"section": "101", "rows": ["C"], "seats": ["2"]},
                },
            ],
        },
        {
            "id": "concert",
            "kind": "photo",
            "configuration": "end",
            "images": [{"url": f"{PICTURES}/concert.jpg", "covers": {"section": "101", "rows": ["B"]}}],
        },
    ],
    "rules": {
        "layout": {
            "focus": {"name": "Centre", "z": 1},
            "sections": [
                {
                    "ids": {"first": 101, "last": 102},
                    "name": "Terrace {id}",
                    "level": "Lower",
                    "rows": {"first": "A", "last": "D"},
                    "seats": {"count": 6},
                    "geometry": {
                        "distanceM": 10,
                        "treadM": 1,
                        "riserM": 0.5,
                        "spacingM": 1,
                        "bearingStepDeg": 90,
                    },
                },
                {"id": "E9", "name": "East 9", "rows": ["1"], "seats": {"count": 2}},
                {"id": "W9", "name": "West 9", "rows": ["1"], "seats": {"count": 2}},
            ],
            "configurations": [
                {
                    "id": "end",
                    "name": "Concert",
                    "focus": {"name": "Stage", "y": -20, "z": 2},
                    "closed": ["E9"],
                    "obstructions": [
                        {
                            "id": "tower",
                            "name": "Delay tower",
                            "kind": "rigging",
                            "box": {"x": [-3, 3], "y": [0, 1], "z": [0, 9]},
                        }
                    ],
                },
                {"id": "round"},
            ],
        },
        "seatKeys": {"rules": [{"type": "drop", "words": ["vip"]}]},
    },
    "viewerDefaults": {"theme": "dark", "fieldOfViewDeg": 80},
}


async def put_hall_record(cast: Cast, record: dict[str, Any] | None = None, **more: Any) -> str:
    """Replaces the record of the owner's hall, by default with the small one, and returns the venue's id."""
    response = await cast.owner.put(f"/manage/venues/{cast.hall}", (record or HALL) | more)
    assert response.status_code == 200, response.text
    return cast.hall


def arena() -> dict[str, Any]:
    return {"name": "Arena", "rules": {"layout": json.loads(ARENA.read_text())}}


async def create_session_token(cast: Cast, **more: Any) -> str:
    """Creates a session for the hall, and returns its token."""
    response = await cast.owner.post("/sessions", {"venue": cast.hall} | more)
    assert response.status_code == 201, response.text
    token: str = response.json()["token"]
    return token


async def get_with_token(cast: Cast, token: str, path: str, **params: Any) -> httpx.Response:
    return await cast.service.ask("GET", path, (bearer(token),), params=params)


async def known_preview(cast: Cast, **query: Any) -> dict[str, Any]:
    """Returns a preview of the owner's hall. One that is still being computed is asked for again, as clients
    do: on a busy machine that may take longer than a request waits."""
    for _ in range(PATIENCE_SECONDS):
        answer = await cast.owner.get("/seats/preview", venue=cast.hall, **query)
        assert answer.status_code == 200, answer.text
        preview: dict[str, Any] = answer.json()
        if preview["sightline"]["state"] != "pending":
            return preview
    raise TimeoutError
