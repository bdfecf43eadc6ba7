"""What the attacks of the second wave share: a hall with seats, raw connections and uploads."""

import asyncio
import io
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httpx
from PIL import Image

from cast import Actor, Cast, bearer
from serving import LiveService

Json = dict[str, Any]

HANG_SECONDS = 30
"""Whoever has no answer after so long has none. No test depends on less."""

SECTIONS: list[Json] = [
    {
        "ids": {"first": 1, "last": 2},
        "name": "Section {id}",
        "rows": ["A", "B", "C"],
        "seats": {"count": 10},
        "geometry": {"distanceM": 8, "riserM": 0.2, "bearingDeg": 180, "bearingStepDeg": 40},
    }
]


def record(name: str = "Hall", **members: Any) -> Json:
    """Returns the record of a small hall: sections 1 and 2, rows A to C, ten seats each."""
    layout = {"focus": {"name": "Stage"}, "sections": SECTIONS}
    return {"name": name, "rules": {"layout": layout}} | members


async def put_hall(cast: Cast, venue_id: str = "", **members: Any) -> None:
    """Gives the cast's hall, or another venue, seats."""
    response = await cast.operator.put(f"/manage/venues/{venue_id or cast.hall}", record(**members))
    assert response.status_code == 200, response.text


def small_png() -> bytes:
    """Returns a picture that nothing is wrong with."""
    file = io.BytesIO()
    Image.new("RGB", (64, 48), (12, 95, 115)).save(file, "PNG")
    return file.getvalue()


async def upload(cast: Cast, actor: Actor, venue_id: str, name: str, data: bytes) -> httpx.Response:
    """Uploads these bytes as a picture, whatever they are."""
    path = f"/manage/venues/{venue_id}/imagery/{name}"
    headers = (bearer(actor.plaintext), ("content-type", "application/octet-stream"))
    return await cast.service.ask("PUT", path, headers, content=data)


async def whole_audit(actor: Actor, **filters: Any) -> list[Json]:
    """Returns all entries of the audit list that the actor sees, newest first."""
    entries: list[Json] = []
    cursor: Json = {}
    while True:
        response = await actor.get("/manage/audit", limit=100, **filters, **cursor)
        assert response.status_code == 200, response.text
        page = response.json()
        entries += page["data"]
        if page["nextCursor"] is None:
            return entries
        cursor = {"cursor": page["nextCursor"]}


async def exchange(service: LiveService, request: bytes, *, ends: bool = True) -> bytes:
    """Sends these bytes over a connection of its own, and returns all that comes until it is closed.

    After a first answer the sender closes its half, so that a server that keeps connections open ends it as
    well; with `ends=False` the last request itself asks for that.
    """
    address = urlsplit(service.address)
    received = b""
    async with asyncio.timeout(HANG_SECONDS):
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        try:
            with suppress(OSError):  # The server may close first: then there is no more to send.
                writer.write(request)
                await writer.drain()
            with suppress(OSError):
                received = await reader.read(65_536)
                if ends:
                    writer.write_eof()
                while more := await reader.read(65_536):
                    received += more
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
    return received


def statuses(received: bytes) -> list[int]:
    """Returns the statuses of all answers in what a connection has received."""
    return [int(part[:3]) for part in received.split(b"HTTP/1.1 ")[1:]]


def answers(received: bytes, methods: list[str]) -> list[tuple[int, bytes]]:
    """Reads answers to requests with these methods, as a client on a kept connection does."""
    found = []
    for method in methods:
        head, _, received = received.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        assert first.startswith("HTTP/1.1 "), f"no answer begins here: {first[:80]!r}"
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        status = int(first.split()[1])
        has_body = method != "HEAD" and status not in (204, 304)
        length = int(headers.get("content-length", "0")) if has_body else 0
        assert not has_body or "transfer-encoding" not in headers, "small answers have a length"
        found.append((status, received[:length]))
        received = received[length:]
    assert received == b"", f"something is left that belongs to no request: {received[:80]!r}"
    return found


def raw(service: LiveService, method: str, path: str, *lines: str) -> bytes:
    """Returns the head of a request with these lines, and the empty line behind it."""
    host = urlsplit(service.address).netloc
    return "\r\n".join((f"{method} {path} HTTP/1.1", f"host: {host}", *lines, "", "")).encode("latin-1")
