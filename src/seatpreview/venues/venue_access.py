"""Venues from memory, for the path of a preview: by id or alias, and only where the caller may use them."""

import msgspec

from seatpreview.bounded_cache import BoundedCache
from seatpreview.caller import Caller
from seatpreview.context import Context
from seatpreview.freshness.records import Records
from seatpreview.ids import TenantId, VenueId
from seatpreview.labels.model import Parts, Resolution
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.tokens import folded
from seatpreview.problems import Fault, NotFound, ValidationFailed, VenueNotAllowed
from seatpreview.venues import rules, store
from seatpreview.venues.cached import CachedVenue
from seatpreview.venues.record_kinds import ALIASES, GRANTS, VENUES, alias_of, grant_of
from seatpreview.venues.store import StoredVenue

RESOLUTIONS_MAX = 50_000
"""Labels that a worker remembers, of all venues together: about 40 MB."""

_RESOLUTIONS: BoundedCache[tuple[int, str | Parts], Resolution] = BoundedCache(RESOLUTIONS_MAX)


class UsableVenue(msgspec.Struct, frozen=True):
    """A venue that the caller may use, and the resolver that knows the names which the caller uses."""

    venue: CachedVenue
    resolver: Resolver

    def resolve(self, label: str | Parts) -> Resolution:
        """The place that the label names here. It is cached, since the same labels are asked for again."""
        asked = (self.resolver.number, label)
        return _RESOLUTIONS.get(asked) or _RESOLUTIONS.put(asked, self.resolver.resolve(label))


async def usable_venue(context: Context, named: str | None) -> UsableVenue:
    """By id, or by an alias of the caller's tenant; a session's own where none is named."""
    caller, records = context.caller, context.resources.records
    # Only an id is the name of a venue in memory.
    venue = None if named is None else records.get(VENUES, named)
    venue_id = await _venue_id(records, caller, named) if venue is None else venue.venue_id
    if caller.venues is not None and venue_id not in caller.venues:
        raise VenueNotAllowed("The key may not use this venue. GET /caller lists those that it may use.")
    if venue is None and venue_id is not None:
        venue = await records.load(VENUES, venue_id)
    known = None if venue is None else await _known_to(records, caller.tenant_id, venue)
    if known is None:
        raise NotFound("There is no venue with this id or alias among those that you may use.")
    return known


async def used_by(records: Records, tenant_id: TenantId, venue_id: VenueId) -> UsableVenue | None:
    """A venue that the tenant owns or was granted."""
    venue = await records.load(VENUES, venue_id)
    return None if venue is None else await _known_to(records, tenant_id, venue)


async def _known_to(records: Records, tenant_id: TenantId | None, venue: CachedVenue) -> UsableVenue | None:
    """Where the tenant owns it or was granted it; to admin scope (None) every one is known."""
    if tenant_id is None or tenant_id == venue.owner:
        return UsableVenue(venue, venue.resolver)
    grant = await records.load(GRANTS, grant_of(venue.venue_id, tenant_id))
    return None if grant is None else UsableVenue(venue, grant.resolver(venue))


async def _venue_id(records: Records, caller: Caller, named: str | None) -> VenueId | None:
    if named is None:
        if caller.session is None:
            raise ValidationFailed(
                "Say which venue: by its venueId, or by an alias of it.",
                errors=(Fault(parameter="venue", detail="is missing"),),
            )
        return caller.session.venue_id
    if VenueId.matches(named):
        return VenueId(named)
    if caller.tenant_id is None:
        return None  # Aliases are a tenant's own; admin scope names venues by id.
    return await records.load(ALIASES, alias_of(caller.tenant_id, folded(named)))


async def reached(context: Context, venue_id: VenueId) -> StoredVenue:
    """A venue that the caller may not use and one that does not exist look alike."""
    rules.check_may_reach(context.caller, venue_id)
    async with context.resources.database.read() as connection:
        if context.caller.tenant_id is None:
            venue = await store.get_of_any_tenant(connection, venue_id)
        else:
            venue = await store.get(connection, context.caller.tenant_id, venue_id)
    if venue is None:
        raise NotFound("There is no venue with this venueId among those that you may use.")
    return venue


async def owned(context: Context, venue_id: VenueId) -> StoredVenue:
    venue = await reached(context, venue_id)
    rules.check_may_own(context.caller, venue.owner)
    return venue
