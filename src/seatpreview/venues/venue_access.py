"""Lookup of venues, by id or alias, with access control: only venues that the caller may use are found."""

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from seatpreview.caching import MEGABYTE, BoundedCache, CacheKind, Kind
from seatpreview.context import Context
from seatpreview.freshness.records import Records
from seatpreview.labels.matching.readings import READINGS_MAX, Reading, Readings
from seatpreview.labels.minimum_confidence import MIN_CONFIDENCE_DEFAULT, with_minimum
from seatpreview.labels.model import Parts, Resolution
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.text.spelling import folded
from seatpreview.problems import (
    Fault,
    KeyKindNotAllowed,
    NotFound,
    Problem,
    ValidationFailed,
    VenueNotAllowed,
)
from seatpreview.tenants.store import TENANTS
from seatpreview.values.caller import Caller, group_refusal, groups_with
from seatpreview.values.clock import Moment
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.venues import rules, store
from seatpreview.venues.cached import CachedVenue
from seatpreview.venues.draft_venue import load_draft
from seatpreview.venues.record_kinds import (
    ALIASES,
    GRANTS,
    VENUE_OWNERS,
    VENUES,
    alias_cache_name,
    grant_cache_name,
)
from seatpreview.venues.store import StoredVenue

LABELS_ON_THE_LOOP_MAX = 2
"""More labels than these are resolved in a thread, unless they are cached."""

_RESOLUTION_BYTES = 800
"""The memory of a resolution with its label, besides the letters of the label and of the trace."""

_PLACE_BYTES = 250
"""The memory of each alternative, and of each seat of a label that names several."""


RESOLUTIONS = CacheKind[tuple[bytes, str | Parts], Resolution](50_000, 48 * MEGABYTE, "labels")
"""Resolutions by the id of the resolver and the label."""
READINGS = CacheKind[tuple[object, str, bool], Reading](READINGS_MAX, 16 * MEGABYTE, "label words")
"""The words of section names, as they were read."""


class LabelCaches(NamedTuple):
    """What was found out about labels."""

    resolutions: BoundedCache[tuple[bytes, str | Parts], Resolution]
    readings: Readings


LABELS = Kind[LabelCaches](lambda caches: LabelCaches(caches.of(RESOLUTIONS), caches.of(READINGS)))


class UsableVenue(msgspec.Struct, frozen=True, gc=False):
    """A venue that the caller may use, with the resolver for the caller's aliases."""

    venue: CachedVenue
    resolver: Resolver
    caches: LabelCaches

    def resolve(self, label: str | Parts, min_confidence: float = MIN_CONFIDENCE_DEFAULT) -> Resolution:
        """Resolves a label; an answer with less confidence than this is none. Results are cached, since the
        same labels are requested again and again."""
        cache_key = (self.resolver.cache_id, label)
        resolution = self.caches.resolutions.get(cache_key) or self._resolve(cache_key, label)
        return with_minimum(resolution, min_confidence)

    def _resolve(self, cache_key: tuple[bytes, str | Parts], label: str | Parts) -> Resolution:
        resolution = self.resolver.resolve(label, self.caches.readings)
        text = label if isinstance(label, str) else label.section + label.row + label.seat
        letters = len(text) + sum(map(len, resolution.trace))
        places = _PLACE_BYTES * (len(resolution.alternatives) + len(resolution.seats))
        # What each word was taken for is shown by dry runs alone, which have resolvers of their own.
        if resolution.text or resolution.words:
            resolution = replace(resolution, text="", words=())
        return self.caches.resolutions.put(cache_key, resolution, _RESOLUTION_BYTES + places + letters)

    def takes_long(self, labels: Iterable[str | Parts]) -> bool:
        """Returns whether resolving the labels could delay other requests: each that was not asked for before
        can take some 20 milliseconds."""
        cache_id, resolutions = self.resolver.cache_id, self.caches.resolutions
        unknown = (label for label in labels if resolutions.get((cache_id, label)) is None)
        return sum(1 for _ in islice(unknown, LABELS_ON_THE_LOOP_MAX + 1)) > LABELS_ON_THE_LOOP_MAX


async def usable_venue(context: Context, named: str | None, as_draft: bool = False) -> UsableVenue:
    """Returns the venue with this id or alias of the caller's tenant, by default that of the session. With
    `as_draft`, and for a session of a draft, it is as its draft says."""
    caller, records, labels = context.caller, context.resources.records, context.resources.caches.of(LABELS)
    if as_draft or caller.draft is not None:
        return await _usable_draft(context, named)
    # Venues are cached by id only, so an alias is never found here.
    venue = None if named is None else records.get(VENUES, named)
    if venue is not None:
        venue_id: VenueId | None = venue.venue_id
    else:
        venue_id = await _venue_id(records, caller, named)
        venue = None if venue_id is None else records.get(VENUES, venue_id)
    if caller.venues is not None and venue_id not in caller.venues:
        raise VenueNotAllowed("The key may not use this venue. GET /caller lists those that it may use.")
    if venue is not None and venue.owner == caller.tenant_id:
        return UsableVenue(venue, venue.resolver, labels)
    found = None if venue_id is None else await _usable_by(records, caller.tenant_id, venue_id, venue)
    if found is None:
        raise NotFound("There is no venue with this id or alias among those that you may use.")
    return UsableVenue(*found, labels)


async def _usable_draft(context: Context, named: str | None) -> UsableVenue:
    """Returns the draft of a venue that the caller owns. Nobody else learns whether there is one."""
    caller, records = context.caller, context.resources.records
    if not caller.may_read_drafts:
        raise _draft_refusal(caller)
    venue_id = await _venue_id(records, caller, named)
    if caller.venues is not None and venue_id not in caller.venues:
        raise VenueNotAllowed("The key may not use this venue. GET /caller lists those that it may use.")
    no_venue = NotFound("There is no venue with this id or alias among those that you own.")
    if venue_id is None:
        raise no_venue
    owner = await records.load(VENUE_OWNERS, venue_id)
    if owner is None or caller.tenant_id not in (None, owner):
        raise no_venue
    # Nothing is shown of an archived venue, its draft included.
    await _usable_by(records, caller.tenant_id, venue_id, records.get(VENUES, venue_id))
    venue = await load_draft(context, venue_id, owner)
    return UsableVenue(venue, venue.resolver, context.resources.caches.of(LABELS))


def _draft_refusal(caller: Caller) -> Problem:
    if caller.is_visitor or caller.groups is None:
        return KeyKindNotAllowed(
            "Only a secret key of the venue's owner, and sessions that such a key created for the draft, "
            "can see it. Leave draft out."
        )
    return group_refusal(caller.groups, groups_with("management_read_only"))


async def venue_usable_since(
    records: Records, tenant_id: TenantId, venue_id: VenueId, since: Moment | None
) -> CachedVenue | None:
    """Returns the venue if the tenant owns it, or was granted it at this time or before; None otherwise.

    Whatever was made under a grant ends with it. It was made before a grant that is given later, so that one
    does not bring it back. None stands for a time that is not known: then any grant will do.

    While the venue, its owner or the tenant is archived, nobody may use it.
    """
    if await _is_archived(records, tenant_id):
        return None
    try:
        found = await _usable_by(records, tenant_id, venue_id, records.get(VENUES, venue_id), since)
    except NotFound:
        return None
    return None if found is None else found[0]


async def session_has_ended(
    records: Records, tenant_id: TenantId, venue_id: VenueId, created_at: Moment
) -> bool:
    """Returns whether a session that the tenant made at this time for the venue has ended with the access to
    it. A session also ends for good when the venue, its owner or the tenant is archived."""
    venue = await venue_usable_since(records, tenant_id, venue_id, created_at)
    if venue is None or created_at < venue.sessions_since:
        return True
    if venue.owner != tenant_id and await _has_ended_with(records, venue.owner, created_at):
        return True
    return await _has_ended_with(records, tenant_id, created_at)


async def _has_ended_with(records: Records, tenant_id: TenantId, created_at: Moment) -> bool:
    tenant = records.get(TENANTS, tenant_id)
    if tenant is None:
        tenant = await records.load(TENANTS, tenant_id)
    return tenant is None or created_at < tenant.sessions_since


async def _is_archived(records: Records, tenant_id: TenantId) -> bool:
    tenant = records.get(TENANTS, tenant_id)
    if tenant is None:
        tenant = await records.load(TENANTS, tenant_id)
    return tenant is not None and tenant.is_archived


async def _usable_by(
    records: Records,
    tenant_id: TenantId | None,
    venue_id: VenueId,
    cached: CachedVenue | None,
    since: Moment | None = None,
) -> tuple[CachedVenue, Resolver] | None:
    """Returns the venue and the tenant's resolver; None if the tenant may not use the venue. Admin scope
    (None) may use all venues. Raises NotFound if the venue is archived: only those who could use it learn
    that.

    Only a tenant that may use the venue makes it load. For any other, the same two small records are looked
    up whether or not the venue exists, so that the time of the response does not tell.
    """
    if tenant_id is None or (cached is not None and cached.owner == tenant_id):
        grant = None
    else:
        grant = await records.load(GRANTS, grant_cache_name(venue_id, tenant_id))
        if grant is None and await records.load(VENUE_OWNERS, venue_id) != tenant_id:
            return None
        if grant is not None and since is not None and since < grant.created_at:
            return None
    venue = cached
    if venue is None:
        venue = await records.load(VENUES, venue_id)
    if venue is None and tenant_id is None and await records.load(VENUE_OWNERS, venue_id) is None:
        return None
    if venue is None or await _is_archived(records, venue.owner):
        raise NotFound(
            "The venue is archived. Its views are shown again once its owner unarchives it: "
            "POST /manage/venues/{venueId}/unarchive."
        )
    if tenant_id is None or grant is None:
        return venue, venue.resolver
    resolver = grant.cached_resolver(venue)
    if resolver is None:
        resolver = await grant.build_resolver(venue)
        name = grant_cache_name(venue_id, tenant_id)
        records.set_derived_bytes(GRANTS, venue_id, name, grant, venue.memory.resolver_bytes)
    return venue, resolver


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
        return None  # Aliases belong to a tenant; admin scope names venues by id.
    name = alias_cache_name(caller.tenant_id, folded(named))
    known = records.get(ALIASES, name)
    if known is not None:
        return known
    return await records.load(ALIASES, name)


async def readable_venue(context: Context, venue_id: VenueId) -> StoredVenue:
    """Returns a venue that the caller may read. Answers 404 alike for one that it may not use and for one
    that does not exist."""
    rules.check_may_use(context.caller, venue_id)
    database, tenant_id = context.resources.database, context.caller.tenant_id
    if tenant_id is None:
        venue = await database.read(store.get_of_any_tenant, venue_id)
    else:
        venue = await database.read(store.get, tenant_id, venue_id)
    if venue is None:
        raise _no_such_venue()
    return venue


async def owned_venue_only(context: Context, venue_id: VenueId) -> StoredVenue:
    """Returns a venue that the caller may change. Answers a grantee with 404, as if there were none: it must
    not learn what the owner prepares."""
    venue = await readable_venue(context, venue_id)
    if not context.caller.is_admin and context.caller.tenant_id != venue.owner:
        raise _no_such_venue()
    return venue


def _no_such_venue() -> NotFound:
    return NotFound("There is no venue with this venueId among those that you may use.")


async def owned_venue(context: Context, venue_id: VenueId) -> StoredVenue:
    """Returns a venue that the caller may change, archived or not."""
    venue = await readable_venue(context, venue_id)
    rules.check_may_change(context.caller, venue.owner)
    return venue


async def changeable_venue_only(context: Context, venue_id: VenueId) -> StoredVenue:
    """Returns a venue that the caller owns and that is not archived (409), for a change of its drafts and
    versions. A grantee does not learn that there are any."""
    venue = await owned_venue_only(context, venue_id)
    store.check_not_archived(venue.archived_at)
    return venue


async def changeable_venue(context: Context, venue_id: VenueId) -> StoredVenue:
    """Returns a venue that the caller may change and that is not archived (409). The transaction of the
    change checks that again: see `store.lock_unarchived`."""
    venue = await owned_venue(context, venue_id)
    store.check_not_archived(venue.archived_at)
    return venue
