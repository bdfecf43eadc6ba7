"""Seats: the view from one, and what labels mean."""

from fastapi import APIRouter

from benchmarks.peer.dependencies import AllowedCaller, Reading, UsedParts
from benchmarks.peer.labels import resolve, resolved_label
from benchmarks.peer.previews import Addresses, preview_of
from benchmarks.peer.problems import Problem
from benchmarks.peer.venue_models import Preview, ResolvedSeats, ResolveSeats

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
