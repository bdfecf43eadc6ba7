"""Herds: very many clients that ask for one venue when nothing of it is in memory."""

import asyncio

from servers.http_connection import Connection
from siege.attack import attack
from siege.attacker import Attacker
from siege.venue_records import Json, layout, seat_key

CONNECTIONS = 256
SEATS = 100_000


@attack("256 connections at once, then 90 at once each second for another venue")
async def cold_herd(attacker: Attacker) -> None:
    """Asks on all connections at once for a venue that is not in memory. Each request loaded it by itself."""
    venue_ids = [await attacker.create_venue(_record("Hall")) for _ in range(8)]
    await attacker.begin()

    async def gather_herd(number: int) -> None:
        venue_id, connections = venue_ids[number % len(venue_ids)], CONNECTIONS if number == 0 else 90
        await asyncio.gather(*(_ask(attacker, venue_id, each) for each in range(connections)))

    await attacker.at_rate(1, gather_herd)


@attack("80 requests a second, and a PUT every 2 seconds")
async def herd_after_a_change(attacker: Attacker) -> None:
    """Publishes a large venue again and again while it is asked for."""
    venue_id = await attacker.create_venue(_record("Hall"))
    await attacker.begin()

    async def publish(number: int) -> None:
        await attacker.send("PUT", f"/v1/manage/venues/{venue_id}", _record(f"Hall {number}"))

    await asyncio.gather(
        attacker.at_rate(80, lambda number: _ask(attacker, venue_id, number)), attacker.at_rate(0.5, publish)
    )


@attack("20 requests a second, each for a section that nobody has asked for")
async def seats_that_were_never_computed(attacker: Attacker) -> None:
    """Asks for seats of section after section of a large hall with a stage.

    What is seen from each has to be computed in a process.
    """
    record = _record("Hall")
    record["rules"]["layout"]["focus"] = {"extent": {"kind": "stage"}}
    venue_id = await attacker.create_venue(record)
    await attacker.begin()
    await attacker.at_rate(20, lambda number: _ask(attacker, venue_id, 4 * number))


def _record(name: str) -> Json:
    return {"name": name, "rules": {"layout": layout(SEATS)}}


async def _ask(attacker: Attacker, venue_id: str, number: int) -> None:
    async with Connection(attacker.address) as connection:
        path = f"/v1/seats/preview?venue={venue_id}&seat={seat_key(number * 37, SEATS)}"
        await attacker.send("GET", path, connection=connection)
