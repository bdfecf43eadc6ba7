"""The API operations on events."""

from collections.abc import Sequence
from functools import partial

from msgspec import UNSET, UnsetType

from seatpreview.context import Context
from seatpreview.database import deleted_records
from seatpreview.events import queries, report, rules, store
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
from seatpreview.events.queries import Visibility
from seatpreview.events.rules import EventRejected, Outcome
from seatpreview.problems import NotFound, VenueNotAllowed
from seatpreview.results import Paging
from seatpreview.sessions.rules import check_viewer_key
from seatpreview.values.validated_text import Name
from seatpreview.venues.rules import check_may_use
from seatpreview.venues.venue_access import UsableVenue, usable_venue


async def ingest_events(context: Context, body: IngestEventsRequest) -> IngestedEvents:
    """Stores a batch of events. A fault of one event rejects that event only; accepted ones are committed
    when this returns. Nothing is stored about a buyer who does not want that."""
    rules.check_token(body.token, context.caller)
    if isinstance(body.viewer_key, str):
        check_viewer_key(context.caller.session, body.viewer_key)
    if rules.must_not_be_stored(context.caller, context.refuses_tracking):
        discarded = [event.event_id for event in body.events]
        return IngestedEvents(accepted=[], duplicates=[], rejected=[], discarded=discarded)
    named = dict.fromkeys(event.venue for event in body.events)
    venues = {name: await _find_venue(context, name) for name in named}
    of_events = [venues[event.venue] for event in body.events]
    in_order = map(partial(_to_record, context), body.events, of_events)
    takes_long = _takes_long(body.events, of_events)
    converted = await context.collect_in_thread(in_order) if takes_long else [*in_order]
    records = tuple(found for found in converted if isinstance(found, Record))
    outcomes = iter(await _write(context, records))
    result = IngestedEvents(accepted=[], duplicates=[], rejected=[], discarded=[])
    for event, found in zip(body.events, converted, strict=True):
        outcome = next(outcomes) if isinstance(found, Record) else None
        if outcome == "accepted":
            result.accepted.append(event.event_id)
        elif outcome == "duplicate":
            result.duplicates.append(event.event_id)
        else:
            detail = found if isinstance(found, str) else rules.NOT_SHOWN
            result.rejected.append(RejectedEvent(event_id=event.event_id, detail=detail))
    return result


async def list_events(context: Context, query: ListEvents) -> EventList:
    """Returns events that the tenant's keys reported, and all events at venues that it owns."""
    visibility = await _visibility(context, query)
    paging = Paging(context.resources.signing, "events", visibility.tenant_id, query)
    found = await context.report(queries.newest, visibility, query, paging.fetch_limit, paging.last_position)
    page, next_cursor = paging.page_of(found, queries.list_position)
    return EventList(data=page, next_cursor=next_cursor)


async def report_events(context: Context, query: ReportEvents) -> EventReport:
    """Counts the stored events that the list would show."""
    visibility = await _visibility(context, query)
    paging = Paging(context.resources.signing, "event report", visibility.tenant_id, query)
    found = await context.report(report.report, visibility, query, paging.fetch_limit, paging.last_position)
    page, next_cursor = paging.page_of(found, report.report_position)
    return EventReport(data=page, next_cursor=next_cursor)


async def _find_venue(context: Context, named: Name | UnsetType) -> UsableVenue | str:
    """Returns the venue that events name, or the reason why they have none."""
    session = context.caller.session
    if named is UNSET and session is None:
        return rules.NO_VENUE
    try:
        return await usable_venue(context, None if isinstance(named, UnsetType) else str(named))
    except (NotFound, VenueNotAllowed) as problem:
        return problem.detail if session is None else rules.OTHER_VENUE


def _takes_long(events: Sequence[ReportedEvent], venues: Sequence[UsableVenue | str]) -> bool:
    """Returns whether resolving the labels of the events would delay other requests."""
    labels: dict[UsableVenue, list[str]] = {}
    for event, venue in zip(events, venues, strict=True):
        if isinstance(venue, UsableVenue) and isinstance(event.seat, str):
            labels.setdefault(venue, []).append(str(event.seat))
    return any(venue.takes_long(of_venue) for venue, of_venue in labels.items())


def _to_record(context: Context, event: ReportedEvent, venue: UsableVenue | str) -> Record | str:
    """Returns the record of an event, or the reason why it is rejected."""
    if isinstance(venue, str):
        return venue
    try:
        return rules.to_record(event, venue, context.caller, context.at)
    except EventRejected as refusal:
        return str(refusal)


async def _write(context: Context, records: tuple[Record, ...]) -> list[Outcome]:
    """Writes the records together with other batches that are waiting."""
    if not records:
        return []
    write = partial(store.write_batches, context.resources.database)
    return await context.resources.batchers.of("events", write, store.BATCHES_MAX).submit(records)


async def _visibility(context: Context, query: ListEvents | ReportEvents) -> Visibility:
    if query.venue is not UNSET:
        check_may_use(context.caller, query.venue)
    tenant_id = context.caller.tenant_to_list(query.tenant_id)
    deleted = await context.resources.database.read_row(deleted_records.venue_ids)
    return Visibility(tenant_id, context.caller.venues, deleted)
