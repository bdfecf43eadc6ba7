"""Venues, raw requests and whole lists, for the cases of this folder."""

import asyncio
from typing import Any

import httpx

from cast import Actor, Cast, bearer
from serving import LiveService

Json = dict[str, Any]


def layout(sections: int, rows: int = 5, seats: int = 20) -> Json:
    """Returns a layout with sections 1, 2, 3 and so on, which are alike."""
    section = {"ids": {"first": 1, "last": sections}, "rows": {"first": 1, "last": rows}}
    return {"sections": [section | {"seats": {"count": seats}}]}


async def create_venue(cast: Cast, actor: Actor, **members: Any) -> str:
    """Creates a venue of the actor's tenant, and returns its id."""
    body = {"name": "Hall", "tenantId": actor.tenant_id} | members
    response = await cast.operator.post("/manage/venues", body)
    assert response.status_code == 201, response.text
    venue_id: str = response.json()["venueId"]
    return venue_id


async def whole_list(reader: Actor, path: str, **params: Any) -> list[Json]:
    """Returns the entries of all pages of a list."""
    entries: list[Json] = []
    cursor: Json = {}
    while True:
        response = await reader.get(path, **params, **cursor)
        assert response.status_code == 200, response.text
        page = response.json()
        entries += page["data"]
        if page["nextCursor"] is None:
            return entries
        cursor = {"cursor": page["nextCursor"]}


async def get_with(actor: Actor, path: str, *headers: tuple[str, str], **params: Any) -> httpx.Response:
    """Sends a GET with the actor's key and more headers, each as often as it is given."""
    return await actor_service(actor).ask("GET", path, (bearer(actor.plaintext), *headers), params=params)


def actor_service(actor: Actor) -> LiveService:
    """Returns the service that the actor is a client of."""
    return actor._service


async def send_and_leave(address: str, request: bytes) -> None:
    """Sends these bytes over a connection of its own, and ends it at once without reading anything."""
    host, _, port = address.rpartition("/")[2].partition(":")
    _, writer = await asyncio.open_connection(host, int(port))
    writer.write(request)
    await writer.drain()
    writer.transport.abort()
