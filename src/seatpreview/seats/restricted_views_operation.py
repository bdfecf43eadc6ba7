"""The API operation that proposes seats with a restricted view."""

import msgspec
from msgspec import UNSET

from seatpreview.context import Context
from seatpreview.results import Paging
from seatpreview.seats.computations import RestrictedViewsSearch, find_restricted_views
from seatpreview.seats.restricted_views import FoundViews, ListRestrictedViews, RestrictedViewList
from seatpreview.values.ids import VenueId
from seatpreview.venues.venue_access import owned_venue


async def list_restricted_views(
    context: Context, venue_id: VenueId, query: ListRestrictedViews
) -> RestrictedViewList:
    """Returns a page of seats from which something hides the focus. Nothing is changed."""
    venue = await owned_venue(context, venue_id)
    name = f"restricted views of {venue_id}"
    paging = Paging(context.resources.signing, name, context.caller.tenant_id, query)
    after = paging.last_position
    search = RestrictedViewsSearch(
        configuration=None if query.configuration is UNSET else str(query.configuration),
        after=None if after is None else (after[0], after[1], after[2]),
        limit=query.limit,
    )
    encoded = await context.compute_for_caller(
        find_restricted_views, msgspec.msgpack.encode(search), venue.document.encode(), venue.compiled_layout
    )
    found = msgspec.msgpack.decode(encoded, type=FoundViews)
    next_cursor = None if found.position is None else paging.cursor_at([*found.position])
    return RestrictedViewList(data=found.data, next_cursor=next_cursor)
