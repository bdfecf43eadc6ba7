"""The API operation that lists what is seen from the seats of a venue or of its draft."""

from typing import NamedTuple

import msgspec
from msgspec import UNSET

from seatpreview.context import Context
from seatpreview.results import Paging
from seatpreview.seats.computations import SeatViewsSearch, find_seat_views
from seatpreview.seats.seat_views import FoundSeatViews
from seatpreview.seats.seat_views_model import ListSeatViews, SeatViewList
from seatpreview.values.ids import VenueId
from seatpreview.venues.draft_venue import read_stored_form, venue_gone
from seatpreview.venues.venue_access import owned_venue, usable_venue


async def list_seat_views(context: Context, venue_id: VenueId, query: ListSeatViews) -> SeatViewList:
    """Returns a page of what is seen from seats. A tenant has one page computed at a time, so that its other
    heavy work does not wait behind many of them."""
    shown = await (_draft if query.draft else _published)(context, venue_id)
    # Cursors are bound to the state of the layout, so that no two pages are of different ones.
    name = f"seat views of {venue_id} {shown.state}"
    paging = Paging(context.resources.signing, name, context.caller.tenant_id, query)
    after = paging.last_position
    search = SeatViewsSearch(
        configuration=None if query.configuration is UNSET else str(query.configuration),
        section=None if query.section is UNSET else str(query.section),
        after=None if after is None else (after[0], after[1], after[2]),
        rows_max=query.limit,
    )

    async def compute() -> bytes:
        async with context.resources.sightlines.turn(context.share):
            request = msgspec.msgpack.encode(search)
            return await context.compute_for_caller(
                find_seat_views, request, shown.document, shown.compiled_layout
            )

    encoded = await context.hold(compute())
    found = msgspec.msgpack.decode(encoded, type=FoundSeatViews)
    return SeatViewList(
        data=found.data,
        texts=found.texts,
        looked_at=found.looked_at,
        draft_etag=shown.state if query.draft else None,
        next_cursor=None if found.position is None else paging.cursor_at([*found.position]),
    )


class _Shown(NamedTuple):
    """The stored form of what is looked at, and its state: the version of the venue, or the draft's ETag."""

    state: str
    document: bytes
    compiled_layout: bytes


async def _published(context: Context, venue_id: VenueId) -> _Shown:
    venue = await owned_venue(context, venue_id)
    return _Shown(str(venue.version), venue.document.encode(), venue.compiled_layout)


async def _draft(context: Context, venue_id: VenueId) -> _Shown:
    venue = (await usable_venue(context, venue_id, as_draft=True)).venue
    stored = await read_stored_form(context, venue)
    if stored is None or venue.draft is None:
        raise venue_gone(venue)
    return _Shown(venue.draft.etag, stored.document, stored.compiled_layout)
