"""Seats: the view from one, what labels mean, the plan of a venue and the list of its seats."""

from typing import Annotated

from fastapi import APIRouter, Query

from benchmarks.peer import cursors
from benchmarks.peer.dependencies import AllowedCaller, Reading, UsedParts
from benchmarks.peer.labels import resolve, resolved_label
from benchmarks.peer.previews import Addresses, preview_of
from benchmarks.peer.problems import Problem
from benchmarks.peer.venue_models import Plan, Preview, ResolvedSeats, ResolveSeats, SeatList

router = APIRouter(prefix="/seats")


@router.get("/preview")
async def preview_seat(
    caller: AllowedCaller, connection: Reading, parts: UsedParts, venue: str, seat: str
) -> Preview:
    """Shows the view from a seat."""
    loaded = await parts.venues.get(connection, caller.tenant_id, venue)
    resolution = resolve(loaded.layout, seat)
    if resolution is None:
        raise Problem(404, "No seat of the venue has this name.")
    return preview_of(loaded, resolution, Addresses(parts.settings, parts.signer, loaded))


@router.post("/resolve")
async def resolve_seats(
    caller: AllowedCaller, connection: Reading, parts: UsedParts, body: ResolveSeats
) -> ResolvedSeats:
    """Says which seats labels mean."""
    loaded = await parts.venues.get(connection, caller.tenant_id, body.venue)
    return ResolvedSeats(results=[resolved_label(loaded.layout, label) for label in body.labels])


@router.get("/plan")
async def get_plan(caller: AllowedCaller, connection: Reading, parts: UsedParts, venue: str) -> Plan:
    """Reads the plan of a venue."""
    return (await parts.venues.get(connection, caller.tenant_id, venue)).plan


@router.get("")
async def list_seats(
    caller: AllowedCaller,
    connection: Reading,
    parts: UsedParts,
    venue: str,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    cursor: str | None = None,
) -> SeatList:
    """Lists the seats of a venue."""
    seats = (await parts.venues.get(connection, caller.tenant_id, venue)).seats
    [start] = [0] if cursor is None else cursors.decode(cursor)
    end = start + limit
    next_cursor = cursors.encode([end]) if end < len(seats) else None
    return SeatList(data=seats[start:end], next_cursor=next_cursor)
