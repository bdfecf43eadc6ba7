"""Attacks on stills, which one browser draws for all tenants, one after the other.

The second tenant looks at a seat of its own hall meanwhile, and wants to see its still in the end: `shop 200`
if it comes, and otherwise `shop has no still`, which is a fault. Where the machine draws no stills, nothing
is attacked.
"""

import asyncio
import time

from siege.attack import attack
from siege.attacker import Attacker
from siege.results import SHOP
from siege.venue_records import BODIES_MAX, Json, crowded_layout, layout, seat_key

STILL_SECONDS_MAX = 20
"""The time in which the second tenant's still has to be there, counted from the beginning of the attack."""
FIRST_STILL_SECONDS_MAX = 60
LARGEST_SEATS = 250_000
WILD_SEATS = 5_000
OWN_SEATS = 500
ASK_SECONDS = 0.5


@attack("10 previews a second with 12 tokens, half of them left", watches_owner=True)
async def halls_that_take_long_to_draw(attacker: Attacker) -> None:
    """Looks with buyers' tokens at seats of the largest hall there may be, with 200 bodies.

    Each preview has a still drawn, of a seat in another section, and the browser builds the whole hall for
    it.
    """
    await _look_beside_another_tenant(attacker, crowded_layout(LARGEST_SEATS), LARGEST_SEATS)


@attack("10 previews a second with 12 tokens, half of them left", watches_owner=True)
async def halls_that_cannot_be_drawn(attacker: Attacker) -> None:
    """Looks at seats of a hall of wild measures: seats on top of each other, each row three metres higher.

    A drawing that fails is tried again, or brings down the browser in which the others' are drawn.
    """
    hall = crowded_layout(WILD_SEATS)
    screen = {"kind": "screen", "widthM": 0.5}
    hall["hall"] = "stadium"
    hall["focus"] = {"name": "Point", "x": 1990, "y": -1990, "z": 90, "extent": screen}
    hall["sections"][0]["geometry"] = {
        "distanceM": 0.5,
        "bearingStepDeg": 0.001,
        "elevationM": 90,
        "treadM": 0.3,
        "riserM": 3,
        "spacingM": 0.3,
    }
    around = {"x": [-1990, 1990], "y": [-1990, 1990], "z": [0, 100]}
    walls = [{"id": f"wall{number}", "kind": "wall", "box": around} for number in range(BODIES_MAX)]
    hall["configurations"][0]["obstructions"] = walls
    await _look_beside_another_tenant(attacker, hall, WILD_SEATS)


async def _look_beside_another_tenant(attacker: Attacker, hall: Json, seats: int) -> None:
    """Asks for previews of many seats of this hall, while the second tenant waits for a still of its own."""
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": hall}})
    own_hall = {**layout(OWN_SEATS), "focus": {"name": "Stage", "z": 2, "extent": {"kind": "stage"}}}
    own_venue_id = await attacker.create_venue(
        {"name": "Small", "rules": {"layout": own_hall}}, key=attacker.task.second_key
    )
    tokens = [await attacker.create_token(venue_id) for _ in range(12)]
    draws_stills = await _has_still(attacker, own_venue_id, 0, FIRST_STILL_SECONDS_MAX)
    await attacker.begin()
    if not draws_stills:
        attacker.count("no stills here")

    async def look(number: int) -> None:
        path = f"/v1/seats/preview?seat={seat_key(number * 507, seats)}"
        token = tokens[number % len(tokens)]
        if number % 2:
            await attacker.leave("GET", path, key=token)
        else:
            await attacker.send("GET", path, key=token)

    async def wait_for_the_still() -> None:
        if draws_stills:
            is_there = await _has_still(attacker, own_venue_id, 250, STILL_SECONDS_MAX)
            attacker.count(f"{SHOP}200" if is_there else f"{SHOP}has no still")

    await asyncio.gather(attacker.at_rate(10, look), wait_for_the_still())


async def _has_still(attacker: Attacker, venue_id: str, number: int, seconds_max: float) -> bool:
    """Asks for the preview of a seat until it has a still of that very seat, or until it has taken too
    long."""
    path = f"/v1/seats/preview?venue={venue_id}&seat={seat_key(number, OWN_SEATS)}"
    end = time.monotonic() + seconds_max
    while time.monotonic() < end:
        answer = await attacker.send("GET", path, key=attacker.task.second_key)
        if answer is not None and answer.status == 200:
            still = answer.json()["drawing"]["still"]
            if still is not None and still.get("from") is None:
                return True
        await asyncio.sleep(ASK_SECONDS)
    return False
