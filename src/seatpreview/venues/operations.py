"""The API operations on venues."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict, replace

from seatpreview.context import Context
from seatpreview.database.engines import Transaction
from seatpreview.layouts import serialization
from seatpreview.limits.quotas import check_can_add_venue
from seatpreview.problems import (
    Conflict,
    NotFound,
    PreconditionFailed,
    Problem,
    ScopeInsufficient,
)
from seatpreview.results import Encoded, Paging, etag_matches, etag_of
from seatpreview.tenants import store as tenants
from seatpreview.tenants import usage
from seatpreview.values.clock import Moment, datetime_of, moment_of
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.venues import computations, rules, store, version_store
from seatpreview.venues.computations import CheckedAliases, CheckedRecord
from seatpreview.venues.encoded_results import EncodedAliases, EncodedVenue
from seatpreview.venues.label_rule_requests import (
    LearnSeatKeysRequest,
    SeatKeysTestRequest,
    SuggestSeatKeysRequest,
)
from seatpreview.venues.model import (
    NO_WARNINGS,
    AliasesQuery,
    FoundWarnings,
    GrantList,
    ListGrants,
    ListVenues,
    ReplaceAliasesRequest,
    ReplaceVenueRequest,
    VenueList,
)
from seatpreview.venues.publication import (
    alias_taken,
    check_replacement,
    prepare,
    refuse_faults,
    replaced_venue,
)
from seatpreview.venues.publication import write as publish
from seatpreview.venues.record_codec import decode_members
from seatpreview.venues.store import StoredVenue
from seatpreview.venues.venue_access import changeable_venue, owned_venue, readable_venue
from seatpreview.venues.version_store import VersionNote


async def list_venues(context: Context, query: ListVenues) -> VenueList:
    """Returns a page of the venues that the caller's tenant owns or was granted; a key that is restricted to
    venues sees those only. Archived ones are listed only if they are asked for."""
    tenant_id = context.caller.tenant_to_list(query.tenant_id)
    paging = Paging(context.resources.signing, "venues", tenant_id, query)
    found = await context.resources.database.read(
        store.newest,
        tenant_id,
        context.caller.venues,
        query.archived,
        paging.fetch_limit,
        paging.last_position,
    )
    page, next_cursor = paging.page_of(found, lambda venue: [moment_of(venue.created_at), venue.venue_id])
    return VenueList(data=page, next_cursor=next_cursor)


def new_venue(checked: CheckedRecord, venue_id: VenueId, owner: TenantId, at: Moment) -> StoredVenue:
    """Returns the first version of a venue."""
    return StoredVenue(
        venue_id=venue_id,
        owner=owner,
        name=checked.name,
        document=checked.document.decode(),
        grantee_aliases=None,
        compiled_layout=checked.compiled_layout,
        created_at=at,
        updated_at=at,
        version=1,
    )


async def create_venue(context: Context, body: bytes) -> EncodedVenue:
    """Checks and stores a new venue. A repeat gets the first answer again, whatever became of the venue."""
    first = context.first_request
    checked = msgspec.msgpack.decode(
        await context.compute_for_caller(computations.check_new_record, body), type=CheckedRecord
    )
    owner = rules.owner_of_new_venue(
        context.caller, TenantId(checked.tenant_id) if checked.tenant_id else None
    )
    await context.resources.database.read_row(tenants.check_exists, owner)
    refuse_faults(checked)
    created_at = context.at if first is None else first.at
    venue_id = VenueId.new() if first is None else VenueId(first.record_id)
    venue = new_venue(checked, venue_id, owner, created_at)
    if first is not None:
        return await _saved_response(context, venue, checked.found)

    async def write(transaction: Transaction) -> None:
        await context.remember(transaction, venue.venue_id)
        defaults = context.resources.quotas
        async with usage.lock_for_records(transaction, owner, defaults, context.at) as tenant:
            check_can_add_venue(tenant.stored.venues, tenant.quotas)
            await store.add(transaction, venue)
            if not await store.claim_aliases(transaction, owner, venue.venue_id, checked.alias_names):
                raise alias_taken()
            await version_store.add(transaction, venue, checked.kept, VersionNote(context.caller.actor))

    await context.write(write)
    return await _saved_response(context, venue, checked.found)


async def get_venue(context: Context, venue_id: VenueId) -> EncodedVenue:
    """Returns the record of a venue."""
    return await venue_response(context, await readable_venue(context, venue_id))


async def replace_venue(context: Context, venue_id: VenueId, body: bytes) -> EncodedVenue:
    """Replaces the whole record or nothing of it, with optimistic locking: a concurrent change wins. The
    version that the body or If-Match names is compared with the one that this request read, which the
    transaction compares with the stored one."""
    async with _faults_of_the_body_first(context, body, ReplaceVenueRequest):
        venue = await changeable_venue(context, venue_id)
        if not etag_matches(context.if_match, etag_of(venue.version)):
            raise PreconditionFailed(
                "The venue has another version than If-Match names. Read it again and retry."
            )
    checked = await check_replacement(context, venue, body)
    replaced = replaced_venue(venue, checked, context.at)
    publication = await prepare(context, venue, replaced, checked.alias_names, checked.kept)
    await context.write(publish, publication)
    return await _saved_response(context, replaced, checked.found)


async def test_seat_keys(context: Context, venue_id: VenueId, body: bytes) -> Encoded:
    """Resolves labels without writing anything. Stored rules are used where the request sends none."""
    return await _try_rules(context, venue_id, body, SeatKeysTestRequest, computations.test_seat_keys)


async def suggest_seat_keys(context: Context, venue_id: VenueId, body: bytes) -> Encoded:
    """Suggests rules that would resolve more of these labels or mend wrong answers. Nothing is written: the
    owner decides."""
    return await _try_rules(context, venue_id, body, SuggestSeatKeysRequest, computations.suggest_seat_keys)


async def learn_seat_keys(context: Context, venue_id: VenueId, body: bytes) -> Encoded:
    """Proposes rules for the groups of a sales file. Nothing is written: the owner decides."""
    return await _try_rules(context, venue_id, body, LearnSeatKeysRequest, computations.learn_seat_keys)


async def replace_aliases(
    context: Context, venue_id: VenueId, query: AliasesQuery, body: bytes
) -> EncodedAliases:
    """Replaces the caller's aliases: those of a grantee, or those of the owner, which are part of the record.
    Admin scope names the tenant."""
    async with _faults_of_the_body_first(context, body, ReplaceAliasesRequest):
        venue = await readable_venue(context, venue_id)
        tenant_id = _alias_tenant(context, venue, query)
        store.check_not_archived(venue.archived_at)
    is_owner = tenant_id == venue.owner
    checked = msgspec.msgpack.decode(
        await context.compute_for_caller(
            computations.check_aliases,
            body,
            venue.document.encode(),
            venue.compiled_layout,
            b"owner" if is_owner else b"",
        ),
        type=CheckedAliases,
    )

    if is_owner:
        await _publish_aliases(context, venue, checked)
    else:
        await _write_grantees_aliases(context, venue_id, tenant_id, checked)
    return EncodedAliases(venue_id=venue_id, tenant_id=tenant_id, aliases=msgspec.Raw(checked.aliases))


async def list_grants(context: Context, venue_id: VenueId, query: ListGrants) -> GrantList:
    """Returns a page of the tenants that were granted the venue."""
    venue = await owned_venue(context, venue_id)
    paging = Paging(context.resources.signing, f"grants of {venue_id}", venue.owner, query)
    found = await context.resources.database.read(
        store.list_grants, venue_id, paging.fetch_limit, paging.last_position
    )
    page, next_cursor = paging.page_of(found, lambda grant: [moment_of(grant.created_at), grant.tenant_id])
    return GrantList(data=page, next_cursor=next_cursor)


async def put_grant(context: Context, venue_id: VenueId, tenant_id: TenantId) -> None:
    """Grants the venue to a tenant. A grant that exists already is not changed, and a repeat does not grant
    again what was ended since."""
    venue = await changeable_venue(context, venue_id)
    if await context.resources.database.read_row(tenants.get, tenant_id) is None:
        raise NotFound("There is no tenant with this tenantId.")
    if tenant_id == venue.owner:
        raise Conflict("The owner needs no grant.")
    if context.first_request is not None:
        return

    async def write(transaction: Transaction) -> None:
        await context.remember(transaction)
        await tenants.lock_unarchived(transaction, tenant_id)
        await store.add_grant(transaction, venue_id, tenant_id, context.at)

    await context.write(write)


async def end_grant(context: Context, venue_id: VenueId, tenant_id: TenantId) -> None:
    """Ends the grantee's access at once, and deletes its aliases; the grantee may do so itself. The venue
    lists of keys are not changed."""
    venue = await readable_venue(context, venue_id)
    rules.check_may_end_grant(context.caller, venue.owner, tenant_id)
    store.check_not_archived(venue.archived_at)
    await context.write(store.end_grant, venue_id, tenant_id)


async def venue_response(context: Context, venue: StoredVenue) -> EncodedVenue:
    """Returns a stored venue as the API returns it."""
    members = decode_members(venue.document)
    aliases = venue.grantee_aliases
    return EncodedVenue(
        venue_id=venue.venue_id,
        tenant_id=venue.owner,
        name=members.name,
        timezone=members.timezone,
        aliases=members.aliases if aliases is None else msgspec.Raw(aliases.encode()),
        imagery_sets=members.imagery_sets,
        rules=members.rules,
        ads=members.ads,
        viewer_defaults=members.viewer_defaults,
        image_links=members.image_links,
        translations=members.translations,
        seat_count=await _seat_count(context, venue),
        created_at=datetime_of(venue.created_at),
        updated_at=datetime_of(venue.updated_at),
        version=venue.version,
        archived_at=None if venue.archived_at is None else datetime_of(venue.archived_at),
    )


async def _saved_response(context: Context, venue: StoredVenue, found: FoundWarnings) -> EncodedVenue:
    """Returns a venue as it was just written, with the warnings about its record, if there are any."""
    response = await venue_response(context, venue)
    return response if found == NO_WARNINGS else replace(response, **asdict(found))


async def _publish_aliases(context: Context, venue: StoredVenue, checked: CheckedAliases) -> None:
    """Publishes the record with other aliases of the owner."""
    replaced = replace(
        venue, document=checked.document.decode(), updated_at=context.at, version=venue.version + 1
    )
    publication = await prepare(context, venue, replaced, checked.alias_names, checked.kept)
    await context.write(publish, publication)


async def _write_grantees_aliases(
    context: Context, venue_id: VenueId, tenant_id: TenantId, checked: CheckedAliases
) -> None:
    async def write(transaction: Transaction) -> None:
        aliases = checked.aliases.decode()
        if not await store.replace_grantees_aliases(transaction, venue_id, tenant_id, aliases):
            raise NotFound("This tenant was not granted the venue.")
        if not await store.claim_aliases(transaction, tenant_id, venue_id, checked.alias_names):
            raise alias_taken()

    await context.write(write)


async def _try_rules(
    context: Context, venue_id: VenueId, body: bytes, body_type: type[Any], run: Callable[..., bytes]
) -> Encoded:
    async with _faults_of_the_body_first(context, body, body_type):
        venue = await readable_venue(context, venue_id)
    aliases = b"" if venue.grantee_aliases is None else venue.grantee_aliases.encode()
    return Encoded(
        await context.compute_for_caller(run, body, venue.document.encode(), venue.compiled_layout, aliases)
    )


@asynccontextmanager
async def _faults_of_the_body_first(
    context: Context, body: bytes, body_type: type[Any]
) -> AsyncIterator[None]:
    """Reports the faults of a malformed body, where there are any, in place of a problem of the block: a body
    is decoded before anything else is looked at, though in another process."""
    try:
        yield
    except Problem:
        await context.compute_for_caller(computations.check_body, body, body_type.__name__.encode())
        raise


def _alias_tenant(context: Context, venue: StoredVenue, query: AliasesQuery) -> TenantId:
    if context.caller.tenant_id is None:
        return venue.owner if query.tenant_id is UNSET else query.tenant_id
    if query.tenant_id is not UNSET and query.tenant_id != context.caller.tenant_id:
        raise ScopeInsufficient(
            "A tenant-scope key can replace only the aliases of its own tenant. Leave tenantId out."
        )
    return context.caller.tenant_id


async def _seat_count(context: Context, venue: StoredVenue) -> int:
    try:
        return serialization.seat_count(venue.compiled_layout)
    except serialization.OutdatedFormat:
        return int(await context.compute_for_caller(computations.count_seats, venue.document.encode()))
