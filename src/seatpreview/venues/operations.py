"""The API operations on venues."""

import asyncio

from msgspec import UNSET
from msgspec.structs import asdict, replace

from seatpreview.clock import datetime_of, deadline, moment_of
from seatpreview.context import Context
from seatpreview.cursors import Paging
from seatpreview.etags import etag_matches, etag_of
from seatpreview.ids import TenantId, VenueId
from seatpreview.labels.dry_run import DryRun, TimeLimitExceeded, dry_run
from seatpreview.labels.suggest import Case, suggestions
from seatpreview.layouts import serialization
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.problems import (
    Conflict,
    Fault,
    NotFound,
    PreconditionFailed,
    ScopeInsufficient,
    ValidationFailed,
)
from seatpreview.tenants import store as tenants
from seatpreview.venues import rules, store
from seatpreview.venues.model import (
    AliasesQuery,
    CreateVenueRequest,
    GrantList,
    ListGrants,
    ListVenues,
    OwnAliases,
    ReplaceAliasesRequest,
    ReplaceVenueRequest,
    SeatKeysTestRequest,
    SuggestionList,
    SuggestSeatKeysRequest,
    TriedRules,
    Venue,
    VenueList,
    VenueRecord,
)
from seatpreview.venues.resolver_names import section_names
from seatpreview.venues.store import StoredVenue
from seatpreview.venues.venue_access import owned_venue, readable_venue

BUDGET_SECONDS = 10
"""The time limit of a dry run, and of a search for suggestions."""


async def list_venues(context: Context, query: ListVenues) -> VenueList:
    """Returns a page of the venues that the caller's tenant owns or was granted; a key that is restricted to
    venues sees those only."""
    tenant_id = context.caller.tenant_to_list(query.tenant_id)
    paging = Paging(context.resources.signing, "venues", tenant_id, query)
    async with context.resources.database.read() as connection:
        found = await store.newest(
            connection, tenant_id, context.caller.venues, paging.fetch_limit, paging.last_position
        )
    page, next_cursor = paging.page_of(found, lambda venue: [moment_of(venue.created_at), venue.venue_id])
    return VenueList(data=page, next_cursor=next_cursor)


async def create_venue(context: Context, body: CreateVenueRequest) -> Venue:
    """Checks and stores a new venue."""
    owner = rules.owner_of_new_venue(context.caller, body)
    async with context.resources.database.read() as connection:
        await tenants.check_exists(connection, owner)
    layout = await asyncio.to_thread(rules.check_and_compile, body)
    venue = StoredVenue(
        venue_id=VenueId.new(),
        owner=owner,
        record=_record(body),
        grantee_aliases=None,
        compiled_layout=serialization.to_bytes(layout),
        created_at=context.at,
        updated_at=context.at,
        version=1,
    )
    async with context.resources.database.write(context.caller.actor, context.at) as transaction:
        await store.add(transaction, venue)
        if not await store.claim_aliases(transaction, owner, venue.venue_id, body.aliases):
            raise _alias_taken()
    return _venue_response(venue, layout)


async def get_venue(context: Context, venue_id: VenueId) -> Venue:
    """Returns the record of a venue."""
    venue = await readable_venue(context, venue_id)
    return _venue_response(venue, await _layout(venue))


async def replace_venue(context: Context, venue_id: VenueId, body: ReplaceVenueRequest) -> Venue:
    """Replaces the whole record or nothing of it, with optimistic locking: a concurrent change wins."""
    venue = await owned_venue(context, venue_id)
    if not etag_matches(context.if_match, etag_of(venue.version)):
        raise PreconditionFailed(
            "The venue has another version than If-Match names. Read it again and retry."
        )
    layout = await asyncio.to_thread(rules.check_and_compile, body)
    replaced = replace(
        venue,
        record=_record(body),
        compiled_layout=serialization.to_bytes(layout),
        updated_at=context.at,
        version=venue.version + 1,
    )
    async with context.resources.database.write(context.caller.actor, context.at) as transaction:
        if not await store.replace(transaction, replaced, venue.version):
            raise _version_conflict()
        if not await store.claim_aliases(transaction, venue.owner, venue_id, body.aliases):
            raise _alias_taken()
    return _venue_response(replaced, layout)


async def test_seat_keys(context: Context, venue_id: VenueId, body: SeatKeysTestRequest) -> DryRun:
    """Resolves labels without writing anything. Stored rules are used where the request sends none."""
    venue = await readable_venue(context, venue_id)
    try:
        return await asyncio.to_thread(_dry_run, venue, await _layout(venue), body)
    except TimeLimitExceeded:
        detail = f"take longer than {BUDGET_SECONDS} seconds with these rules; send fewer at a time"
        raise ValidationFailed.of(Fault(pointer="/labels", detail=detail)) from None


async def suggest_seat_keys(
    context: Context, venue_id: VenueId, body: SuggestSeatKeysRequest
) -> SuggestionList:
    """Suggests rules that would resolve more of these labels. Nothing is written: the owner decides."""
    venue = await readable_venue(context, venue_id)
    return await asyncio.to_thread(_suggest, venue, await _layout(venue), body)


async def replace_aliases(
    context: Context, venue_id: VenueId, query: AliasesQuery, body: ReplaceAliasesRequest
) -> OwnAliases:
    """Replaces the caller's aliases: those of a grantee, or those of the owner, which are part of the record.
    Admin scope names the tenant."""
    venue = await readable_venue(context, venue_id)
    tenant_id = _alias_tenant(context, venue, query)
    rules.check_aliases(body.aliases, await _layout(venue))
    async with context.resources.database.write(context.caller.actor, context.at) as transaction:
        if tenant_id == venue.owner:
            record = replace(venue.record, aliases=body.aliases)
            replaced = replace(venue, record=record, updated_at=context.at, version=venue.version + 1)
            if not await store.replace(transaction, replaced, venue.version):
                raise _version_conflict()
        elif not await store.replace_grantees_aliases(transaction, venue_id, tenant_id, body.aliases):
            raise NotFound("This tenant was not granted the venue.")
        if not await store.claim_aliases(transaction, tenant_id, venue_id, body.aliases):
            raise _alias_taken()
    return OwnAliases(venue_id=venue_id, tenant_id=tenant_id, aliases=body.aliases)


async def list_grants(context: Context, venue_id: VenueId, query: ListGrants) -> GrantList:
    """Returns a page of the tenants that were granted the venue."""
    venue = await owned_venue(context, venue_id)
    paging = Paging(context.resources.signing, f"grants of {venue_id}", venue.owner, query)
    async with context.resources.database.read() as connection:
        found = await store.list_grants(connection, venue_id, paging.fetch_limit, paging.last_position)
    page, next_cursor = paging.page_of(found, lambda grant: [moment_of(grant.created_at), grant.tenant_id])
    return GrantList(data=page, next_cursor=next_cursor)


async def put_grant(context: Context, venue_id: VenueId, tenant_id: TenantId) -> None:
    """Grants the venue to a tenant. A grant that exists already is not changed."""
    venue = await owned_venue(context, venue_id)
    async with context.resources.database.read() as connection:
        if await tenants.get(connection, tenant_id) is None:
            raise NotFound("There is no tenant with this tenantId.")
    if tenant_id == venue.owner:
        raise Conflict("The owner needs no grant.")
    async with context.resources.database.write(context.caller.actor, context.at) as transaction:
        await store.add_grant(transaction, venue_id, tenant_id, context.at)


async def end_grant(context: Context, venue_id: VenueId, tenant_id: TenantId) -> None:
    """Ends the grantee's access at once, and deletes its aliases. The venue lists of keys are not changed."""
    await owned_venue(context, venue_id)
    async with context.resources.database.write(context.caller.actor, context.at) as transaction:
        await store.end_grant(transaction, venue_id, tenant_id)


async def _layout(venue: StoredVenue) -> CompiledLayout:
    """Returns the stored compiled layout; compiles it again if its format is outdated."""
    try:
        return serialization.from_bytes(venue.compiled_layout)
    except serialization.OutdatedFormat:
        return await asyncio.to_thread(rules.compile_or_refuse, venue.record.rules.layout, "/rules/layout")


def _dry_run(venue: StoredVenue, layout: CompiledLayout, body: SeatKeysTestRequest) -> DryRun:
    trial = _trial_layout(layout, body.rules)
    rules.check_trial_rules(body.aliases, body.rules.seat_keys, trial)
    aliases = venue.aliases if body.aliases is UNSET else body.aliases
    seat_keys = venue.record.rules.seat_keys if body.rules.seat_keys is UNSET else body.rules.seat_keys
    return dry_run(
        section_names(trial, aliases),
        seat_keys.rules,
        [rules.to_resolver_label(label) for label in body.labels],
        body.expect,
        rules.resolver_for(venue.record.rules.seat_keys, layout, venue.aliases),
        deadline(BUDGET_SECONDS),
    )


def _suggest(venue: StoredVenue, layout: CompiledLayout, body: SuggestSeatKeysRequest) -> SuggestionList:
    trial = _trial_layout(layout, body.rules)
    rules.check_trial_rules(UNSET, body.rules.seat_keys, trial)
    seat_keys = venue.record.rules.seat_keys if body.rules.seat_keys is UNSET else body.rules.seat_keys
    cases = [
        Case(rules.to_resolver_label(case.label), case.expect is not UNSET, case.expect or None)
        for case in body.labels
    ]
    examples = [
        Case(rules.to_resolver_label(example.label), True, example.expect) for example in seat_keys.examples
    ]
    found = suggestions(
        section_names(trial, venue.aliases), seat_keys.rules, [*cases, *examples], deadline(BUDGET_SECONDS)
    )
    return SuggestionList(data=found)


def _trial_layout(layout: CompiledLayout, trial: TriedRules) -> CompiledLayout:
    return layout if trial.layout is UNSET else rules.compile_or_refuse(trial.layout, "/rules/layout")


def _alias_tenant(context: Context, venue: StoredVenue, query: AliasesQuery) -> TenantId:
    if context.caller.tenant_id is None:
        return venue.owner if query.tenant_id is UNSET else query.tenant_id
    if query.tenant_id is not UNSET and query.tenant_id != context.caller.tenant_id:
        raise ScopeInsufficient(
            "A tenant-scope key replaces its own tenant's aliases only. Leave tenantId out."
        )
    return context.caller.tenant_id


def _record(body: VenueRecord) -> VenueRecord:
    fields = asdict(body)
    fields.pop("tenant_id", None)
    return VenueRecord(**fields)


def _venue_response(venue: StoredVenue, layout: CompiledLayout) -> Venue:
    record = venue.record
    return Venue(
        venue_id=venue.venue_id,
        tenant_id=venue.owner,
        name=record.name,
        timezone=record.timezone,
        aliases=venue.aliases,
        imagery_sets=record.imagery_sets,
        rules=record.rules,
        ads=record.ads,
        viewer_defaults=record.viewer_defaults,
        seat_count=layout.seat_count,
        created_at=datetime_of(venue.created_at),
        updated_at=datetime_of(venue.updated_at),
        version=venue.version,
    )


def _version_conflict() -> Conflict:
    return Conflict(
        "The venue changed since this request read it, and nothing was written. Read it and retry."
    )


def _alias_taken() -> Conflict:
    return Conflict("Another venue of this tenant has one of the aliases. Each names one venue at most.")
