"""Attacks of a stranger without a key: headers, and connections that are silent, slow or do not read."""

import asyncio
from itertools import cycle, islice
from typing import TYPE_CHECKING

from servers.http_connection import Connection, open_streams
from siege.attack import attack
from siege.attacker import Attacker, AttackTask
from siege.attacks.pictures import noise_png
from siege.http2_frames import read_outcome, request_frames
from siege.sockets import Sockets
from siege.venue_records import layout

if TYPE_CHECKING:
    from seatpreview.api.operation import Operation

MANY_CONNECTIONS = 1200
"""More than the 1,024 at which Granian stops to accept by default."""


@attack("2 requests a second with 5,001 headers, over TLS", uses_tls=True)
async def http2_headers(attacker: Attacker) -> None:
    """Sends 5,000 distinct headers and one twice over HTTP/2. Joining them held the loop for 2 s."""
    names = [(b"x-%04d" % number, b"1") for number in range(5000)]
    frames = request_frames("/healthz", [*names, names[0]])
    await attacker.begin()

    async def send(_: int) -> None:
        try:
            reader, writer = await open_streams(attacker.address, "h2")
        except OSError:
            attacker.count("closed")
            return
        try:
            writer.write(frames)
            attacker.count(await read_outcome(reader))
        except (OSError, EOFError, asyncio.IncompleteReadError):
            attacker.count("closed")
        finally:
            writer.transport.abort()

    await attacker.at_rate(2, send)


@attack("20 requests a second with 99 headers of 64 kB in all")
async def http1_headers(attacker: Attacker) -> None:
    """Sends as many and as large headers as are taken over HTTP/1, and a few too many every second time."""
    headers = {f"x-{number}": "v" * 640 for number in range(95)}
    await attacker.begin()

    async def send(number: int) -> None:
        more = {f"y-{each}": "v" * 640 for each in range(20 * (number % 2))}
        try:
            async with Connection(attacker.address) as connection:
                answer = await connection.request("GET", "/v1/caller", {**headers, **more})
                attacker.count(str(answer.status))
        except (OSError, EOFError, asyncio.IncompleteReadError):
            attacker.count("closed")

    await attacker.at_rate(20, send)


@attack("1,200 connections without a byte")
async def silent_connections(attacker: Attacker) -> None:
    """Opens connections and says nothing. 1,024 of them silenced a worker, /healthz included, for good."""
    await attacker.begin()
    with Sockets(attacker) as sockets:
        await sockets.open(MANY_CONNECTIONS, b"")
        await attacker.wait()


@attack("1,200 connections, a byte a second on each")
async def slow_headers(attacker: Attacker) -> None:
    """Sends headers byte by byte, each just in time to be waited for."""
    await attacker.begin()
    with Sockets(attacker) as sockets:
        await sockets.open(MANY_CONNECTIONS, b"GET /healthz HTTP/1.1\r\nhost: service\r\nx-slow: ")
        await sockets.trickle(b"a")


@attack("1,200 connections, each with the first half of a greeting, over TLS", uses_tls=True)
async def tls_greetings_that_stop(attacker: Attacker) -> None:
    """Begins the handshake of TLS, announces more of it, and says nothing more.

    No request has begun, so that no deadline of requests counts. The other half comes byte by byte.
    """
    record_and_handshake = b"\x16\x03\x01\x02\x00" + b"\x01\x00\x01\xfc"
    version_and_random = b"\x03\x03" + bytes(32)
    await attacker.begin()
    with Sockets(attacker) as sockets:
        await sockets.open(MANY_CONNECTIONS, record_and_handshake + version_and_random)
        await sockets.trickle(b"\0")


@attack("300 connections, a chunk of one byte a second on each")
async def slow_bodies(attacker: Attacker) -> None:
    """Sends beacons in chunks of one byte. A body had no deadline, and was read before any key."""
    await attacker.begin()
    head = b"POST /v1/events HTTP/1.1\r\nhost: service\r\ncontent-type: text/plain\r\n"
    with Sockets(attacker) as sockets:
        await sockets.open(300, head + b"transfer-encoding: chunked\r\n\r\n1\r\n{\r\n")
        await sockets.trickle(b"1\r\n \r\n")


@attack("50 connections a second, each with the first byte of a body and nothing more")
async def bodies_that_never_end(attacker: Attacker) -> None:
    """Begins a body for every operation, announced by its length or in chunks, with a key and without.

    Such a connection stayed open after its answer, for as long as the attacker liked.
    """
    beginnings = begun_bodies(attacker.task)
    await attacker.begin()
    with Sockets(attacker) as sockets:
        await sockets.open_each(islice(cycle(beginnings), 600), per_second=50)
        await attacker.wait()


def begun_bodies(task: AttackTask) -> list[bytes]:
    """Returns requests that end after the first byte of a body: for each operation, without a key and with
    each key, of an announced length and in chunks."""
    from seatpreview.api.table import OPERATIONS  # No other attack needs it, and it takes a while.

    credentials = ("", *(f"authorization: Bearer {key}\r\n" for key in (task.key, task.second_key)))
    bodies = ("content-length: 1000\r\n\r\n{", "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n")
    return [
        f"{_request_line(operation, task)}\r\nhost: service\r\n{credential}{body}".encode()
        for operation in OPERATIONS
        for credential in credentials
        for body in bodies
    ]


def _request_line(operation: "Operation", task: AttackTask) -> str:
    # An operation without a body is done, and archiving the venue would end the attack.
    venue_id = "ven_000000000000" if operation.operation_id == "archiveVenue" else task.venue_id
    path = operation.path.replace("{venueId}", venue_id).replace("{tenantId}", task.tenant_id)
    path = path.replace("{keyId}", "key_000000000000").replace("{sessionId}", "ses_0")
    path = path.replace("{templateId}", "club").replace("{version}", "1")
    path = path.replace("{webhookId}", "whk_" + "0" * 12).replace("{deliveryId}", "msg_" + "0" * 12)
    return f"{operation.method} /v1{path.replace('{name}', 'unfinished.png')} HTTP/1.1"


@attack("25 connections a second that ask for a picture of 12 MB and read nothing of it")
async def answers_that_nobody_reads(attacker: Attacker) -> None:
    """Asks for a large picture at its signed address, which needs no key, and leaves the answer unread.

    On a cluster there is nothing to attack: there the object storage serves pictures.
    """
    path = f"/v1/manage/venues/{attacker.task.venue_id}/imagery/large.png"
    stored = await attacker.send("PUT", path, noise_png(2000, 2000), media_type="image/png")
    if stored is None or stored.status not in (200, 201):
        await attacker.begin()
        return
    host, _, address = stored.json()["url"].partition("://")[2].partition("/")
    await attacker.begin()
    if not host.endswith(f":{attacker.address.port}"):
        attacker.count("served elsewhere")
        return
    with Sockets(attacker) as sockets:
        request = f"GET /{address} HTTP/1.1\r\nhost: service\r\n\r\n"
        await sockets.open(100, request.encode(), per_second=25, receive_bytes=4096)
        await attacker.wait()


@attack("10 connections a second that ask for the plan of 200,000 seats and read nothing of it")
async def plans_that_nobody_reads(attacker: Attacker) -> None:
    """Asks for a large answer that is made anew each time, and leaves it unread."""
    venue_id = await attacker.create_venue({"name": "Large", "rules": {"layout": layout(200_000)}})
    await attacker.begin()
    with Sockets(attacker) as sockets:
        request = f"GET /v1/seats/plan?venue={venue_id} HTTP/1.1\r\nhost: service\r\n"
        request += f"authorization: Bearer {attacker.task.key}\r\n\r\n"
        await sockets.open(30, request.encode(), per_second=10, receive_bytes=4096)
        await attacker.wait()
