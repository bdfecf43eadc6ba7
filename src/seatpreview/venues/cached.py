"""Venues and grants as they are cached for requests: made once, kept until they change."""

import msgspec

from seatpreview.derived import DerivedValues
from seatpreview.ids import TenantId, VenueId
from seatpreview.labels.resolver import Resolver
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.venues.model import Alias, VenueRecord
from seatpreview.venues.rules import resolver_for


class CachedVenue(msgspec.Struct, kw_only=True, eq=False):
    """Holds nothing of another record: grants and images are joined by id when a request asks."""

    venue_id: VenueId
    owner: TenantId
    version: int
    record: VenueRecord
    layout: CompiledLayout
    resolver: Resolver
    """Knows the owner's aliases."""
    derived: DerivedValues = msgspec.field(default_factory=dict)


class CachedGrant:
    """A grantee's aliases, and the resolver that knows them, for the venue as it was last asked for."""

    def __init__(self, aliases: tuple[Alias, ...]) -> None:
        self._aliases = aliases
        self._latest: tuple[CachedVenue, Resolver] | None = None

    def resolver(self, venue: CachedVenue) -> Resolver:
        if self._latest is None or self._latest[0] is not venue:
            resolver = resolver_for(venue.record.rules.seat_keys, venue.layout, self._aliases)
            self._latest = (venue, resolver)
        return self._latest[1]
