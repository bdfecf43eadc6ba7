"""The cached forms of venues and grants: built once, and held in memory until they change."""

import msgspec

from seatpreview.derived import DerivedValues
from seatpreview.ids import TenantId, VenueId
from seatpreview.labels.resolver import Resolver
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.venues.model import Alias, VenueRecord
from seatpreview.venues.rules import resolver_for


class CachedVenue(msgspec.Struct, kw_only=True, eq=False):
    """A venue as requests use it. It holds no data of other records: grants and images are looked up by id
    for each request, so that only a change of the venue itself invalidates it."""

    venue_id: VenueId
    owner: TenantId
    version: int
    record: VenueRecord
    layout: CompiledLayout
    resolver: Resolver
    """Resolves labels with the owner's aliases."""
    derived: DerivedValues = msgspec.field(default_factory=dict)


class CachedGrant:
    """The aliases of a grantee, and a resolver with them for the version of the venue that was used last."""

    def __init__(self, aliases: tuple[Alias, ...]) -> None:
        self._aliases = aliases
        self._latest: tuple[CachedVenue, Resolver] | None = None

    def resolver(self, venue: CachedVenue) -> Resolver:
        """Returns the resolver for this venue; it is built again only if the venue has changed."""
        if self._latest is None or self._latest[0] is not venue:
            resolver = resolver_for(venue.record.rules.seat_keys, venue.layout, self._aliases)
            self._latest = (venue, resolver)
        return self._latest[1]
