"""The API operations on tenants. All of them need admin scope, except for reading one's own tenant."""

from msgspec import UNSET
from msgspec.structs import replace

from seatpreview.context import Context
from seatpreview.database.engines import Transaction
from seatpreview.problems import Conflict, NotFound, PreconditionFailed, ScopeInsufficient
from seatpreview.results import Paging, etag_matches
from seatpreview.tenants import store
from seatpreview.tenants.model import (
    CreateTenantRequest,
    ListTenants,
    Tenant,
    TenantList,
    UpdateTenantRequest,
    new_tenant,
)
from seatpreview.values.clock import datetime_of, moment_of
from seatpreview.values.ids import TenantId

_MEMBERS = {"name": "name", "rate_limit": "rateLimit", "quotas": "quotas"}


async def get_tenant(context: Context, tenant_id: TenantId) -> Tenant:
    """Returns a tenant, with the amounts that it stores. A tenant-scope key reads its own; any other,
    existing or not, is refused alike."""
    if not context.caller.is_admin and context.caller.tenant_id != tenant_id:
        raise ScopeInsufficient(
            "A tenant-scope key can read only its own tenant. GET /caller returns its id."
        )
    found = await context.resources.database.read_row(store.get_with_amounts, tenant_id, context.at)
    if found is None:
        raise _not_found()
    tenant, stored = found
    return replace(tenant, usage=stored.within(context.resources.quotas.apply(tenant.quotas)))


async def list_tenants(context: Context, query: ListTenants) -> TenantList:
    """Returns a page of the tenants, newest first; archived ones only if they are asked for."""
    paging = Paging(context.resources.signing, "tenants", None, query)
    found = await context.resources.database.read(
        store.newest, query.archived, paging.fetch_limit, paging.last_position
    )
    page, next_cursor = paging.page_of(found, lambda tenant: [moment_of(tenant.created_at), tenant.tenant_id])
    return TenantList(data=page, next_cursor=next_cursor)


async def create_tenant(context: Context, body: CreateTenantRequest) -> Tenant:
    """Stores a new tenant. A repeat gets the first response again, whatever has become of the tenant
    since."""
    first = context.first_request
    if first is not None:
        return new_tenant(body, TenantId(first.record_id), first.at)
    tenant = new_tenant(body, TenantId.new(), context.at)

    async def write(transaction: Transaction) -> None:
        await context.remember(transaction, tenant.tenant_id)
        await store.add(transaction, tenant)

    await context.write(write)
    return tenant


async def update_tenant(context: Context, tenant_id: TenantId, body: UpdateTenantRequest) -> Tenant:
    """Updates a tenant, with optimistic locking: a concurrent change wins, and this one is refused."""
    tenant = _require(await context.resources.database.read_row(store.get, tenant_id))
    if not etag_matches(context.if_match, tenant.etag):
        raise PreconditionFailed(
            "The tenant has another version than If-Match names. Read it again and retry."
        )
    members = {name: value for name in _MEMBERS if (value := getattr(body, name)) is not UNSET}
    if body.quotas is not UNSET:
        members["quotas"] = body.quotas.applied_to(tenant.quotas)
    updated = replace(tenant, **members, updated_at=datetime_of(context.at), version=tenant.version + 1)

    async def write(transaction: Transaction) -> None:
        await store.lock_unarchived(transaction, tenant_id)
        names = tuple(_MEMBERS[name] for name in members)
        if not await store.replace(transaction, updated, tenant.version, names):
            raise Conflict("The tenant changed meanwhile, and nothing was written. Read it again and retry.")

    await context.write(write)
    return updated


def _require(tenant: Tenant | None) -> Tenant:
    if tenant is None:
        raise _not_found()
    return tenant


def _not_found() -> NotFound:
    return NotFound("There is no tenant with this tenantId.")
