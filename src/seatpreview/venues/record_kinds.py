"""The record kinds of venues, aliases and grants, for the record cache. Each is loaded by one statement,
which also reads the change counter."""

import asyncio
from contextlib import nullcontext
from typing import Any

from sqlalchemy import Select, Text, bindparam, select

from seatpreview.caching import content_id
from seatpreview.database.connection import Connection
from seatpreview.database.tables import counter, grants, venue_aliases, venues
from seatpreview.freshness.record_cache import LoadContext, Loaded, RecordKind
from seatpreview.layouts import serialization
from seatpreview.limits.shares import Share
from seatpreview.values.clock import Moment
from seatpreview.values.draft_state import DraftState
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.venues.cached import (
    CachedGrant,
    CachedVenue,
    build_resolver,
    decode_served,
    layout_id_of,
    venue_memory,
    views_id,
)
from seatpreview.venues.computations import layout_of
from seatpreview.venues.record_codec import decode_aliases


def alias_cache_name(tenant_id: TenantId, folded_name: str) -> str:
    """Returns the name under which an alias of the tenant is cached."""
    return f"{tenant_id} {folded_name}"


def grant_cache_name(venue_id: VenueId, tenant_id: TenantId) -> str:
    """Returns the name under which the grant of a venue to a tenant is cached."""
    return f"{venue_id} {tenant_id}"


SMALL_VENUE_BYTES = 20_000
"""The length of a stored record and layout up to which a venue is built at once."""


async def _load_venue(loading: LoadContext, venue_id: str) -> Loaded[CachedVenue]:
    """An archived venue is not loaded: nobody finds it, whichever operation asks for it."""
    row = await loading.database.read(_row, _SELECT_VENUE, {"venue_id": venue_id})
    if row.venue_id is None or row.archived_at is not None:
        return Loaded(row.n, None, None)
    is_large = len(row.document) + len(row.compiled) > SMALL_VENUE_BYTES
    # Building a venue takes a while: requests for other venues must not wait for it, nor those for venues of
    # other owners for many large ones.
    async with loading.large_records.turn(Share(row.tenant_id)) if is_large else nullcontext():
        return Loaded(row.n, venue_id, await asyncio.to_thread(_cached_row, row))


async def _load_owner(loading: LoadContext, venue_id: str) -> Loaded[TenantId]:
    row = await loading.database.read_row(_row, _SELECT_OWNER, {"venue_id": venue_id})
    return Loaded(row.n, row.venue_id, None if row.venue_id is None else TenantId(row.tenant_id))


async def _load_alias(loading: LoadContext, name: str) -> Loaded[VenueId]:
    tenant_id, _, alias = name.partition(" ")
    row = await loading.database.read_row(_row, _SELECT_ALIAS, {"tenant_id": tenant_id, "name": alias})
    return Loaded(row.n, row.venue_id, None if row.venue_id is None else VenueId(row.venue_id))


async def _load_grant(loading: LoadContext, name: str) -> Loaded[CachedGrant]:
    venue_id, _, tenant_id = name.partition(" ")
    row = await loading.database.read(_row, _SELECT_GRANT, {"venue_id": venue_id, "tenant_id": tenant_id})
    if row.venue_id is None:
        return Loaded(row.n, None, None)
    return Loaded(row.n, venue_id, CachedGrant(decode_aliases(row.aliases), row.created_at))


VENUES = RecordKind(
    "venues",
    _load_venue,
    changes=("venue",),
    is_named_by_id=True,
    is_large=True,
    memory="venues",
    size_of=lambda venue: venue.memory.venue_bytes,
)
VENUE_OWNERS = RecordKind("venue owners", _load_owner, changes=("venue",), is_named_by_id=True)
"""The owner of a venue, archived or not, without the rest of it, which takes a thousand times longer to
load."""
ALIASES = RecordKind("aliases", _load_alias, changes=("venue", "grant"))
GRANTS = RecordKind(
    "grants", _load_grant, changes=("grant",), memory="venues", size_of=lambda grant: grant.memory_bytes
)


async def _row(connection: Connection, statement: Select[Any], parameters: dict[str, str]) -> Any:
    return (await connection.execute(statement, parameters)).one()


def _cached_row(row: Any) -> CachedVenue:
    return build_venue(
        VenueId(row.venue_id),
        TenantId(row.tenant_id),
        row.version,
        row.document,
        row.compiled,
        sessions_since=row.sessions_since,
    )


def build_venue(
    venue_id: VenueId,
    owner: TenantId,
    version: int,
    document: str,
    compiled: bytes,
    *,
    draft: DraftState | None = None,
    sessions_since: Moment | None = None,
) -> CachedVenue:
    """Builds the cached form of a venue from its stored form. This takes a while."""
    record = decode_served(document)
    encoded = document.encode()
    layout_id = layout_id_of(venue_id, compiled, encoded)
    if draft is not None:
        # A save that leaves the layout alone keeps what was computed for it.
        layout_id = content_id(draft.draft_id.encode(), layout_id)
    layout = layout_of(compiled, document)
    listed = serialization.listed_bytes(compiled)
    return CachedVenue(
        venue_id=venue_id,
        owner=owner,
        version=version,
        record=record,
        layout=layout,
        resolver=build_resolver(record, layout, layout_id, record.aliases),
        sessions_since=sessions_since or Moment(0),
        memory=venue_memory(record, len(document), len(compiled) - listed, listed),
        layout_id=layout_id,
        views_id=views_id(record, layout_id),
        content_id=content_id(layout_id, encoded),
        draft=draft,
    )


_VENUE_ID = bindparam("venue_id", type_=Text)
_TENANT_ID = bindparam("tenant_id", type_=Text)
_NAME = bindparam("name", type_=Text)

_SELECT_VENUE = select(counter.c.n, venues).select_from(
    counter.outerjoin(venues, venues.c.venue_id == _VENUE_ID)
)
_SELECT_OWNER = select(counter.c.n, venues.c.venue_id, venues.c.tenant_id).select_from(
    counter.outerjoin(venues, venues.c.venue_id == _VENUE_ID)
)
_SELECT_ALIAS = select(counter.c.n, venue_aliases.c.venue_id).select_from(
    counter.outerjoin(
        venue_aliases, (venue_aliases.c.tenant_id == _TENANT_ID) & (venue_aliases.c.name == _NAME)
    )
)
_SELECT_GRANT = select(counter.c.n, grants.c.venue_id, grants.c.aliases, grants.c.created_at).select_from(
    counter.outerjoin(grants, (grants.c.venue_id == _VENUE_ID) & (grants.c.tenant_id == _TENANT_ID))
)
