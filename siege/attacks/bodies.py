"""Attacks by bodies: beacons of strangers, malformed chunks, and bodies with very many faults."""

import asyncio

import msgspec

from servers.http_connection import Connection
from siege.attack import attack
from siege.attacker import Attacker

BEACON_BYTES = 252_000
"""Just below what a batch of events may have."""


@attack("10 requests a second of 252 kB")
async def beacons_without_a_token(attacker: Attacker) -> None:
    """Sends large beacons without a token. Four a second raised everybody's median from 1 to 326 ms."""
    element = b'{"eventId":"e","kind":"error","message":"x"},'
    body = b'{"events":[' + element * (BEACON_BYTES // len(element)) + b"0]}"
    await attacker.begin()
    await attacker.at_rate(
        10, lambda _: attacker.send("POST", "/v1/events", body, key="", media_type="text/plain")
    )


@attack("5 requests a second of 252 kB")
async def beacons_of_many_elements(attacker: Attacker) -> None:
    """Sends, with a buyer's own token, a beacon with 100,000 elements, each of which is a fault to list."""
    session = await attacker.send("POST", "/v1/sessions", {"venue": attacker.task.venue_id})
    token = session.json().get("token", "") if session is not None else ""
    body = msgspec.json.encode({"token": token, "events": [0] * 125_000})
    await attacker.begin()
    await attacker.at_rate(
        5, lambda _: attacker.send("POST", "/v1/events", body, key="", media_type="text/plain")
    )


@attack("50 requests a second of a few bytes")
async def malformed_chunks(attacker: Attacker) -> None:
    """Sends bodies whose chunks are malformed. They were answered by a bare 500."""
    await attacker.begin()
    lines = ("POST /v1/events HTTP/1.1", "host: service", "content-type: text/plain")
    head = "\r\n".join((*lines, "transfer-encoding: chunked", "", ""))

    async def send(_: int) -> None:
        async with Connection(attacker.address) as connection:
            try:
                async with asyncio.timeout(attacker.seconds_left + 1):
                    reader, writer = await connection.streams()
                    writer.write(head.encode() + b"5\r\n{}\r\nthis is no size\r\n")
                    attacker.count((await reader.readline()).decode().split()[1])
            except (OSError, EOFError, IndexError):
                attacker.count("closed")

    await attacker.at_rate(50, send)


@attack("1 request a second of 16 MB")
async def bodies_with_many_faults(attacker: Attacker) -> None:
    """Replaces a venue by a record with a million wrong members, each of which would be listed as a fault."""
    body = b'{"name":"x","aliases":[' + b'{"wrong":1},' * 1_100_000 + b'{"name":"x"}]}'
    await attacker.begin()
    path = f"/v1/manage/venues/{attacker.task.venue_id}"
    await attacker.at_rate(1, lambda _: attacker.send("PUT", path, body))
