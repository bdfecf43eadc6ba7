"""Events that pages report. An event that is sent again is stored once."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter
from sqlalchemy import Executable
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.peer.dependencies import AllowedCaller, Caller, Parts, Reading, UsedParts
from benchmarks.peer.labels import resolve
from benchmarks.peer.models import IngestedEvents, IngestEvents, RejectedEvent, ReportedEvent
from benchmarks.peer.problems import Problem
from benchmarks.peer.tables import events
from benchmarks.peer.venues_in_memory import LoadedVenue

router = APIRouter(prefix="/events")

_INSERTS: dict[str, Executable] = {
    "sqlite": sqlite.insert(events).on_conflict_do_nothing().returning(events.c.event_id),
    "postgresql": postgresql.insert(events).on_conflict_do_nothing().returning(events.c.event_id),
}


@router.post("", status_code=202)
async def ingest_events(
    caller: AllowedCaller, connection: Reading, parts: UsedParts, body: IngestEvents
) -> IngestedEvents:
    """Stores events in one transaction. A fault of one event rejects that event only."""
    at = datetime.now(UTC)
    venues: dict[str, LoadedVenue | None] = {}
    rows: dict[str, dict[str, Any]] = {}
    result = IngestedEvents(accepted=[], duplicates=[], rejected=[], discarded=[])
    for event in body.events:
        if event.venue not in venues:
            venues[event.venue] = await _find_venue(parts, connection, caller, event.venue)
        row = _row(event, venues[event.venue], caller, at)
        if isinstance(row, str):
            result.rejected.append(RejectedEvent(event_id=event.event_id, detail=row))
        elif event.event_id in rows:
            result.duplicates.append(event.event_id)
        else:
            rows[event.event_id] = row
    if rows:
        async with parts.database.transaction() as transaction:
            stored = await _insert(transaction, list(rows.values()))
        for event_id in rows:
            (result.accepted if event_id in stored else result.duplicates).append(event_id)
    return result


async def _find_venue(
    parts: Parts, connection: AsyncConnection, caller: Caller, venue_id: str
) -> LoadedVenue | None:
    try:
        return await parts.venues.get(connection, caller.tenant_id, venue_id)
    except Problem:
        return None


def _row(
    event: ReportedEvent, venue: LoadedVenue | None, caller: Caller, received_at: datetime
) -> dict[str, Any] | str:
    """Returns the row of an event, or the reason why it is rejected."""
    if venue is None:
        return "There is no such venue."
    found = None if event.seat is None else resolve(venue.layout, event.seat)
    if found is None and event.kind == "seat_viewed":
        return "No seat of the venue has this name."
    at = event.at or received_at
    return {
        "tenant_id": caller.tenant_id or venue.tenant_id,
        "event_id": event.event_id,
        "venue_id": venue.venue_id,
        "kind": event.kind,
        "key_id": caller.key_id,
        "section": found and found.place.section.id,
        "seat": found and found.place.key,
        "ad": event.ad,
        "day": at.astimezone(ZoneInfo(venue.record.timezone)).date().isoformat(),
        "at": at,
        "received_at": received_at,
    }


async def _insert(transaction: AsyncConnection, rows: list[dict[str, Any]]) -> set[str]:
    """Returns the ids of the rows that were not there yet."""
    stored = await transaction.execute(_INSERTS[transaction.dialect.name], rows)
    return set(stored.scalars())
