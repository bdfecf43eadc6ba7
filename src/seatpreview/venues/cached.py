"""The cached forms of venues and grants: built once, held in memory until they change, and measured."""

import asyncio
from functools import partial
from typing import NamedTuple, cast

import msgspec

from seatpreview.caching import content_id, unique_id
from seatpreview.freshness.record_cache import RECORD_BYTES
from seatpreview.labels.label_rules import Reject, Rewrite, Rule
from seatpreview.labels.resolver import Resolver
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.results import encode
from seatpreview.shared_calls import SingleFlight
from seatpreview.values.clock import Moment
from seatpreview.values.draft_state import DraftState
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.values.validated_text import Name, trusted_text
from seatpreview.venues.model import Ad, Alias, ImageLinks, ImagerySet, Timezone, ViewerDefaults
from seatpreview.venues.rules import resolver_for
from seatpreview.venues.translations import Translations

_BYTES = 8000
"""An empty venue."""
_BYTES_PER_DOCUMENT_BYTE = 1.3
"""The texts of the record: most of them are there once, as they are in its JSON."""
_BYTES_PER_LAYOUT_BYTE = 25
_BYTES_PER_LISTED_BYTE = 8
"""Packed positions take about one, and short refs several, with their entries in the index of refs."""
_RESOLVER_BYTES_PER_LAYOUT_BYTE = 34
"""A stored layout is a few bytes for each section and rule, which become objects and names to match."""
_BYTES_PER_IMAGE = 350
"""An image of an imagery set, with its entry in the index of images."""
_BYTES_PER_ALIAS = 300
_RESOLVER_BYTES_PER_ALIAS = 600
_BYTES_PER_TRANSLATED_NAME = 150
"""A translated name of anything, besides its letters."""
_RESOLVER_BYTES_PER_PATTERN = 10_000


class ServedSeatKeys(msgspec.Struct, frozen=True):
    """The rules for labels, without their examples."""

    rules: tuple[Rule, ...] = ()


class ServedRules(msgspec.Struct, frozen=True, rename="camel"):
    """The rules of a record, without the layout, of which the compiled form is used."""

    seat_keys: ServedSeatKeys = ServedSeatKeys()


class ServedRecord(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The part of a stored record that requests use. The rest, often most of it, is not decoded."""

    name: Name
    timezone: Timezone = cast(Timezone, "UTC")
    aliases: tuple[Alias, ...] = ()
    imagery_sets: tuple[ImagerySet, ...] = ()
    rules: ServedRules = ServedRules()
    ads: tuple[Ad, ...] = ()
    viewer_defaults: ViewerDefaults = ViewerDefaults()
    image_links: ImageLinks = ImageLinks()
    translations: Translations = {}


# Estimates of the memory that venues and grants take, from lengths and counts that are known when they load.
#
# The factors were measured, and are checked by tests/venues/test_memory_estimates.py.


class VenueMemory(NamedTuple):
    """The estimated memory of a venue."""

    venue_bytes: int
    """The venue with its layout, its owner's resolver and the index of its images."""
    resolver_bytes: int
    """Another resolver of the venue, without the aliases of its grantee."""


EMPTY_VENUE = VenueMemory(2 * _BYTES, _BYTES)
"""The memory of a venue without sections."""


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
    sessions_since: Moment = Moment(0)
    """Sessions that were made before this time have ended: the venue was archived since."""
    memory: VenueMemory = EMPTY_VENUE
    """An estimate of the memory that the venue takes."""
    layout_id: bytes = msgspec.field(default_factory=unique_id)
    """The id of the venue with this layout."""
    views_id: bytes = msgspec.field(default_factory=unique_id)
    """The id of what the views of seats are made from, besides the uploaded images."""
    content_id: bytes = msgspec.field(default_factory=unique_id)
    """The id of the venue with this record. A version in which nothing has changed has the same."""
    draft: DraftState | None = None
    """Which draft this is; None for the published record. The ids of a draft are those of no published
    record, so that nothing is kept for both. What is kept by version is not kept of drafts."""


def layout_id_of(venue_id: VenueId, compiled: bytes, document: bytes) -> bytes:
    """Returns the id of a venue with its layout, from its stored form."""
    return content_id(venue_id.encode(), compiled or document)


def views_id(record: ServedRecord, layout_id: bytes) -> bytes:
    """Returns the id of what the views of seats are made from. Ads and the name are in texts alone."""
    parts = record.imagery_sets, record.viewer_defaults, record.translations
    return content_id(layout_id, *map(encode, parts))


def build_resolver(
    record: ServedRecord, layout: CompiledLayout, layout_id: bytes, aliases: tuple[Alias, ...]
) -> Resolver:
    """Builds the resolver of a venue for a tenant with these aliases. The results that are cached for it
    outlive a change of the venue that its names and rules do not take part in."""
    label_rules, translations = record.rules.seat_keys.rules, record.translations
    cache_id = content_id(layout_id, encode(label_rules), encode(aliases), encode(translations))
    return resolver_for(label_rules, layout, aliases, translations, cache_id)


SECTIONS_ON_THE_LOOP_MAX = 200
"""The number of sections, aliases and translations above which a resolver is built in a thread, so that
other requests do not wait for it: one of this size takes about 3 milliseconds."""


class CachedGrant:
    """The aliases of a grantee, and a resolver with them for the version of the venue that was used last."""

    def __init__(self, aliases: tuple[Alias, ...], created_at: Moment) -> None:
        self.created_at = created_at
        self._aliases = aliases
        self._latest: tuple[bytes, Resolver] | None = None
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
        return None if latest is None or latest[0] != venue.resolver.cache_id else latest[1]

    async def build_resolver(self, venue: CachedVenue) -> Resolver:
        """Builds the resolver for this version of the venue, once for all requests that wait for it."""
        names = sum(translation.name_count for translation in venue.record.translations.values())
        if len(venue.layout.sections) + len(self._aliases) + names <= SECTIONS_ON_THE_LOOP_MAX:
            return self._remember(venue, self._resolver(venue))
        return await self._builds.share(venue, partial(self._build_in_a_thread, venue))

    async def _build_in_a_thread(self, venue: CachedVenue) -> Resolver:
        return self._remember(venue, await asyncio.to_thread(self._resolver, venue))

    def _resolver(self, venue: CachedVenue) -> Resolver:
        return build_resolver(venue.record, venue.layout, venue.layout_id, self._aliases)

    def _remember(self, venue: CachedVenue, resolver: Resolver) -> Resolver:
        self._latest = (venue.resolver.cache_id, resolver)
        return resolver


decode_served = msgspec.json.Decoder(ServedRecord, dec_hook=trusted_text).decode


def venue_memory(
    record: ServedRecord, document_bytes: int, layout_bytes: int, listed_bytes: int = 0
) -> VenueMemory:
    """Estimates the memory of a venue whose record and compiled layout have these lengths when stored.
    `listed_bytes` is what the layout lists seat by seat: positions, properties and refs."""
    patterns = sum(isinstance(rule, Rewrite | Reject) for rule in record.rules.seat_keys.rules)
    resolver_bytes = _BYTES + _RESOLVER_BYTES_PER_LAYOUT_BYTE * layout_bytes
    resolver_bytes += _RESOLVER_BYTES_PER_PATTERN * patterns
    translations = record.translations.values()
    section_names = sum(len(translation.sections) for translation in translations)
    resolver_bytes += _RESOLVER_BYTES_PER_ALIAS * section_names
    images = sum(len(imagery_set.images) for imagery_set in record.imagery_sets)
    venue_bytes = (
        _BYTES
        + int(_BYTES_PER_DOCUMENT_BYTE * document_bytes)
        + _BYTES_PER_LAYOUT_BYTE * layout_bytes
        + _BYTES_PER_LISTED_BYTE * listed_bytes
        + _BYTES_PER_IMAGE * images
        + _BYTES_PER_TRANSLATED_NAME * sum(translation.name_count for translation in translations)
        + resolver_bytes
        + aliases_bytes(len(record.aliases))
    )
    return VenueMemory(venue_bytes, resolver_bytes)


def aliases_bytes(count: int) -> int:
    """Estimates the memory of aliases, and of what a resolver has of them."""
    return (_BYTES_PER_ALIAS + _RESOLVER_BYTES_PER_ALIAS) * count
