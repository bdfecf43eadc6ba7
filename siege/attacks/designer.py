"""Attacks by what only the designer asks for: floor plans, where they lie, and the views from all seats."""

import asyncio

from servers.http_connection import Response
from siege.attack import attack
from siege.attacker import Attacker
from siege.attacks.pictures import huge_webp, noise_png, plain_png
from siege.venue_records import BODIES_MAX, Json, layout

SEATS = 50_000


@attack("1 request a second of 0.4 MB or less")
async def floor_plan_bombs(attacker: Attacker) -> None:
    """Uploads floor plans that are a thousand times larger once they are decoded."""
    bombs = [
        (plain_png(8_000, 5_000), "image/png"),
        (plain_png(16_384, 8_192), "image/png"),
        (huge_webp(), "image/webp"),
        (b"<svg/>", "image/png"),
    ]
    await attacker.begin()
    await attacker.at_rate(1, lambda number: _upload(attacker, *bombs[number % len(bombs)]))


@attack("4 uploads a second of 3 MB")
async def floor_plans_that_replace_one_another(attacker: Attacker) -> None:
    """Uploads the floor plan of one venue again and again, each time with other bytes."""
    pictures = [noise_png(1000, 1000 + number) for number in range(8)]
    await attacker.begin()
    await attacker.at_rate(4, lambda number: _upload(attacker, pictures[number % 8], "image/png"))


@attack("64 connections, without a pause")
async def placements_without_end(attacker: Attacker) -> None:
    """Moves one floor plan from many connections at once, to places that are none as well."""
    await _upload(attacker, noise_png(100, 100), "image/png")
    path = f"/v1/manage/venues/{attacker.task.venue_id}/floor-plan/placement"
    wild = (b'{"x":1e308,"y":0,"metresPerPixel":1}', b'{"x":0,"y":0,"metresPerPixel":1e-300}')
    await attacker.begin()

    async def place(number: int) -> None:
        usual = {"x": number % 100, "y": 0, "metresPerPixel": 0.02, "turnDeg": number % 360}
        await attacker.send("PUT", path, usual if number % 3 else wild[number % 2])

    await attacker.in_parallel(64, place)


@attack("64 connections, without a pause")
async def seat_views_by_many_at_once(attacker: Attacker) -> None:
    """Asks for the views from all seats of a hall with as many bodies as it may have."""
    venue_id = await attacker.create_venue(_crowded_hall("Hall"))
    await attacker.begin()

    async def look(number: int) -> None:
        section = 101 + number % (SEATS // 500)
        await _look(attacker, venue_id, f"configuration=all&section={section}")

    await attacker.in_parallel(64, look)


@attack("16 connections without a pause, and a draft every second")
async def seat_views_of_a_draft_that_changes(attacker: Attacker) -> None:
    """Saves a large draft again and again, and asks for its views, none of which are known yet."""
    venue_id = await attacker.create_venue(_crowded_hall("Hall"))
    await attacker.begin()

    async def save(number: int) -> None:
        path = f"/v1/manage/venues/{venue_id}/draft"
        await attacker.send("PUT", path, _crowded_hall(f"Hall {number}"))

    await asyncio.gather(
        attacker.in_parallel(16, lambda _: _look(attacker, venue_id, "draft=true&configuration=all")),
        attacker.at_rate(1, save),
    )


async def _upload(attacker: Attacker, body: bytes, media_type: str) -> Response | None:
    path = f"/v1/manage/venues/{attacker.task.venue_id}/floor-plan"
    return await attacker.send("PUT", path, body, media_type=media_type)


async def _look(attacker: Attacker, venue_id: str, query: str) -> None:
    await attacker.send("GET", f"/v1/manage/venues/{venue_id}/seat-views?limit=100&{query}")


def _crowded_hall(name: str) -> Json:
    bodies = [
        {
            "id": f"post{n}",
            "kind": "pillar",
            "box": {"x": [n % 20 - 10, n % 20 - 9], "y": [n // 20, n // 20 + 1], "z": [0, 9]},
        }
        for n in range(BODIES_MAX)
    ]
    configurations = [{"id": "all", "name": "All", "obstructions": bodies}]
    return {"name": name, "rules": {"layout": {**layout(SEATS), "configurations": configurations}}}
