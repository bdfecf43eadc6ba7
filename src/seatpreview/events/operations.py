"""What the API offers on events."""

import asyncio
from collections.abc import Iterable
from functools import partial

from msgspec import UNSET

from seatpreview.context import Context
from seatpreview.cursors import Paging
from seatpreview.events import batch_writer, queries, rules
from seatpreview.events.deduplication import Verdict
from seatpreview.events.model import (
    EventList,
    EventReport,
    IngestedEvents,
    IngestEventsRequest,
    ListEvents,
    Record,
    RejectedEvent,
    ReportedEvent,
    ReportEvents,
)
from seatpreview.events.queries import Sight
from seatpreview.events.rules import Unacceptable
from seatpreview.problems import NotFound, VenueNotAllowed
from seatpreview.venues.rules import check_may_reach
from seatpreview.venues.venue_access import UsableVenue, usable_venue

SEAT_CHARACTERS_ON_THE_LOOP_MAX = 2000
"""Of all seats of a batch together; resolving more than that takes a thread of its own."""


async def ingest_events(context: Context, body: IngestEventsRequest) -> IngestedEvents:
    """What is wrong with one event rejects that one alone. What is accepted has been written."""
    venues = _Venues(context)
    record = partial(_recorded, context, body.events, [await venues.of(event) for event in body.events])
    looked_at = await asyncio.to_thread(record) if _is_laborious(body) else record()
    records = tuple(found for found in looked_at if isinstance(found, Record))
    verdicts = iter(await _written(context, records))
    answer = IngestedEvents(accepted=[], duplicates=[], rejected=[])
    for event, found in zip(body.events, looked_at, strict=True):
        verdict = next(verdicts) if isinstance(found, Record) else None
        if verdict == "accepted":
            answer.accepted.append(event.event_id)
        elif verdict == "duplicate":
            answer.duplicates.append(event.event_id)
        else:
            detail = found if isinstance(found, str) else rules.NOT_SHOWN
            answer.rejected.append(RejectedEvent(event_id=event.event_id, detail=detail))
    return answer


async def list_events(context: Context, query: ListEvents) -> EventList:
    """What the tenant's own keys reported, and all that happened at venues which it owns."""
    sight = _sight(context, query)
    paging = Paging(context.resources.signing, "events", sight.tenant_id, query)
    async with context.resources.database.read() as connection:
        found = await queries.newest(connection, sight, query, paging.fetch_limit, paging.last_position)
    page, next_cursor = paging.page_of(found, queries.place_in_list)
    return EventList(data=page, next_cursor=next_cursor)


async def report_events(context: Context, query: ReportEvents) -> EventReport:
    """Counts what is kept, of the events that the list would show."""
    sight = _sight(context, query)
    paging = Paging(context.resources.signing, "event report", sight.tenant_id, query)
    async with context.resources.database.read() as connection:
        found = await queries.report(connection, sight, query, paging.fetch_limit, paging.last_position)
    page, next_cursor = paging.page_of(found, queries.place_in_report)
    return EventReport(data=page, next_cursor=next_cursor)


class _Venues:
    """The venues that a batch names, each looked up once."""

    def __init__(self, context: Context) -> None:
        self._call = context
        self._found: dict[str | None, UsableVenue | str] = {}

    async def of(self, event: ReportedEvent) -> UsableVenue | str:
        """The venue, or why the event can name none."""
        named = str(event.venue) if isinstance(event.venue, str) else None
        found = self._found.get(named)
        if found is None:
            found = self._found[named] = await self._look_up(named)
        return found

    async def _look_up(self, named: str | None) -> UsableVenue | str:
        session = self._call.caller.session
        if named is None and session is None:
            return rules.NO_VENUE
        try:
            return await usable_venue(self._call, named)
        except (NotFound, VenueNotAllowed) as problem:
            return problem.detail if session is None else rules.OTHER_VENUE


def _is_laborious(body: IngestEventsRequest) -> bool:
    """Whether other requests should not wait while labels are resolved. Keys are short, and quick."""
    characters = sum(len(event.seat) for event in body.events if isinstance(event.seat, str))
    return characters > SEAT_CHARACTERS_ON_THE_LOOP_MAX


def _recorded(
    context: Context, events: Iterable[ReportedEvent], venues: Iterable[UsableVenue | str]
) -> list[Record | str]:
    """Each event as it can be kept, or why it cannot."""
    found: list[Record | str] = []
    for event, venue in zip(events, venues, strict=True):
        try:
            found.append(
                venue if isinstance(venue, str) else rules.recorded(event, venue, context.caller, context.at)
            )
        except Unacceptable as refusal:
            found.append(str(refusal))
    return found


async def _written(context: Context, records: tuple[Record, ...]) -> list[Verdict]:
    """Together with the batches that wait beside this one."""
    if not records:
        return []
    write = partial(batch_writer.write, context.resources.database)
    return await context.resources.batchers.of("events", write, batch_writer.BATCHES_MAX).submit(records)


def _sight(context: Context, query: ListEvents | ReportEvents) -> Sight:
    if query.venue is not UNSET:
        check_may_reach(context.caller, query.venue)
    return Sight(context.caller.tenant_to_list(query.tenant_id), context.caller.venues)
