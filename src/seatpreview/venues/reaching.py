"""Venues from the database, for management: those that the caller may read, and those that it may change."""

from seatpreview.context import Call
from seatpreview.ids import VenueId
from seatpreview.problems import NotFound
from seatpreview.venues import rules, store
from seatpreview.venues.store import StoredVenue


async def reached(call: Call, venue_id: VenueId) -> StoredVenue:
    """A venue that the caller may not use and one that does not exist look alike."""
    rules.check_may_reach(call.caller, venue_id)
    async with call.database.read() as connection:
        if call.caller.tenant_id is None:
            venue = await store.get_of_any_tenant(connection, venue_id)
        else:
            venue = await store.get(connection, call.caller.tenant_id, venue_id)
    if venue is None:
        raise NotFound("There is no venue with this venueId among those that you may use.")
    return venue


async def owned(call: Call, venue_id: VenueId) -> StoredVenue:
    venue = await reached(call, venue_id)
    rules.check_may_own(call.caller, venue.owner)
    return venue
