"""The cached forms of venues and grants: built once, and held in memory until they change."""

import asyncio
from functools import partial

import msgspec

from seatpreview.caching.single_flight import SingleFlight
from seatpreview.freshness.record_cache import RECORD_BYTES
from seatpreview.labels.resolver import Resolver
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.values.clock import Moment
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.venues.memory_estimates import EMPTY_VENUE, VenueMemory, aliases_bytes
from seatpreview.venues.model import Alias
from seatpreview.venues.rules import resolver_for
from seatpreview.venues.served_record import ServedRecord


class CachedVenue(msgspec.Struct, kw_only=True, eq=False, weakref=True):
    """A venue as requests use it. It holds no data of other records: grants and images are looked up by id
    for each request, so that only a change of the venue itself invalidates it."""

    venue_id: VenueId
    owner: TenantId
    version: int
    record: ServedRecord
    layout: CompiledLayout
    resolver: Resolver
    """Resolves labels with the owner's aliases."""
    memory: VenueMemory = EMPTY_VENUE
    """An estimate of the memory that the venue takes."""


SECTIONS_ON_THE_LOOP_MAX = 200
"""The number of sections, aliases and translations above which a resolver is built in a thread, so that
other requests do not wait for it: one of this size takes about 3 milliseconds."""


class CachedGrant:
    """The aliases of a grantee, and a resolver with them for the version of the venue that was used last."""

    def __init__(self, aliases: tuple[Alias, ...], created_at: Moment) -> None:
        self.created_at = created_at
        self._aliases = aliases
        self._latest: tuple[object, Resolver] | None = None
        """The resolver, and which version of the venue it is for: the `cache_id` of the owner's resolver. The
        venue itself would stay in memory as long as the grant, however often it is published anew."""
        self._builds = SingleFlight[CachedVenue, Resolver]()

    @property
    def memory_bytes(self) -> int:
        """An estimate of the memory that the grant takes, without its resolver."""
        return RECORD_BYTES + aliases_bytes(len(self._aliases))

    def cached_resolver(self, venue: CachedVenue) -> Resolver | None:
        """Returns the resolver for this version of the venue; None where it is not built yet."""
        latest = self._latest
        return None if latest is None or latest[0] is not venue.resolver.cache_id else latest[1]

    async def build_resolver(self, venue: CachedVenue) -> Resolver:
        """Builds the resolver for this version of the venue, once for all requests that wait for it."""
        names = sum(translation.name_count for translation in venue.record.translations.values())
        if len(venue.layout.sections) + len(self._aliases) + names <= SECTIONS_ON_THE_LOOP_MAX:
            return self._remember(venue, self._resolver(venue))
        return await self._builds.share(venue, partial(self._build_in_a_thread, venue))

    async def _build_in_a_thread(self, venue: CachedVenue) -> Resolver:
        return self._remember(venue, await asyncio.to_thread(self._resolver, venue))

    def _resolver(self, venue: CachedVenue) -> Resolver:
        record = venue.record
        return resolver_for(record.rules.seat_keys.rules, venue.layout, self._aliases, record.translations)

    def _remember(self, venue: CachedVenue, resolver: Resolver) -> Resolver:
        self._latest = (venue.resolver.cache_id, resolver)
        return resolver
