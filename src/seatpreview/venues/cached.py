"""What the path of a request needs of a venue and of a grant: made once, kept until it changes."""

from typing import Any

import msgspec

from seatpreview.ids import TenantId, VenueId
from seatpreview.labels.resolver import RuledResolver
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.venues.model import Alias, VenueRecord
from seatpreview.venues.rules import resolver_for


class CompiledVenue(msgspec.Struct, kw_only=True, eq=False):
    """Holds nothing of another record: grants and images are joined by id when a request asks."""

    venue_id: VenueId
    owner: TenantId
    version: int
    record: VenueRecord
    layout: CompiledLayout
    resolver: RuledResolver
    """Knows the owner's aliases."""
    made: Any = None
    """What another room has made of it: it is forgotten together with the venue."""


class CompiledGrant:
    """A grantee's aliases, and the resolver that knows them, for the venue as it was last asked for."""

    def __init__(self, aliases: tuple[Alias, ...]) -> None:
        self._aliases = aliases
        self._made: tuple[CompiledVenue, RuledResolver] | None = None

    def resolver(self, venue: CompiledVenue) -> RuledResolver:
        if self._made is None or self._made[0] is not venue:
            made = resolver_for(venue.record.rules.seat_keys, venue.layout, self._aliases)
            self._made = (venue, made)
        return self._made[1]
