"""SQL for tenants."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import BigInteger, Integer, Text, bindparam, insert, select, tuple_, update

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import counter, tenants
from seatpreview.freshness.record_cache import LoadContext, Loaded, RecordKind
from seatpreview.limits.model import RateLimit
from seatpreview.problems import Fault, ValidationFailed
from seatpreview.tenants.model import CachedTenant, Tenant
from seatpreview.tenants.usage import decoded as decoded_quotas
from seatpreview.values.clock import datetime_of, moment_of
from seatpreview.values.ids import TenantId
from seatpreview.values.validated_text import Name


async def get(connection: Connection, tenant_id: TenantId) -> Tenant | None:
    """Returns the tenant; None if there is none with this id."""
    row = (await connection.execute(_GET, {"tenant_id": str(tenant_id)})).first()
    return None if row is None else _tenant(row)


async def check_exists(connection: Connection, tenant_id: TenantId) -> None:
    """Refuses a body whose tenantId names no tenant."""
    if await get(connection, tenant_id) is None:
        fault = Fault(pointer="/tenantId", detail="is not the id of a tenant")
        raise ValidationFailed("There is no tenant with this tenantId.", errors=(fault,))


async def newest(connection: Connection, count: int, after: Sequence[Any] | None = None) -> list[Tenant]:
    """Returns tenants, newest first, starting after the position (created_at, tenant_id)."""
    if after is None:
        return [_tenant(row) for row in await connection.execute(_NEWEST, {"count": count})]
    position = {"after_created_at": after[0], "after_tenant": after[1]}
    return [_tenant(row) for row in await connection.execute(_NEWEST_AFTER, position | {"count": count})]


async def add(transaction: Transaction, tenant: Tenant) -> None:
    """Inserts a new tenant."""
    await transaction.connection.execute(insert(tenants).values(_values(tenant)))
    transaction.changed("tenant", tenant.tenant_id, tenant.tenant_id, "created")


async def replace(
    transaction: Transaction, tenant: Tenant, read_version: int, members: tuple[str, ...]
) -> bool:
    """Writes the tenant if it still has the version that was read. Returns whether it was written."""
    written = await transaction.connection.execute(
        update(tenants)
        .where(tenants.c.tenant_id == tenant.tenant_id, tenants.c.version == read_version)
        .values(_values(tenant))
    )
    transaction.changed("tenant", tenant.tenant_id, tenant.tenant_id, "updated", members)
    return written.rowcount == 1


async def load(loading: LoadContext, tenant_id: str) -> Loaded[CachedTenant]:
    """For the path of a request: one statement that also reads the change counter."""
    return await loading.database.read_row(_load, tenant_id)


async def _load(connection: Connection, tenant_id: str) -> Loaded[CachedTenant]:
    n, found, rate_limit = (await connection.execute(_LOAD, {"tenant_id": tenant_id})).one()
    if found is None:
        return Loaded(n, None, None)
    own_limit = _rate_limit(rate_limit)
    return Loaded(n, found, CachedTenant(own_limit.limit() if own_limit else None))


_TENANT_ID = bindparam("tenant_id", type_=Text)
_GET = select(tenants).where(tenants.c.tenant_id == _TENANT_ID)
_NEWEST = (
    select(tenants)
    .order_by(tenants.c.created_at.desc(), tenants.c.tenant_id.desc())
    .limit(bindparam("count", type_=Integer))
)
_NEWEST_AFTER = _NEWEST.where(
    tuple_(tenants.c.created_at, tenants.c.tenant_id)
    < tuple_(bindparam("after_created_at", type_=BigInteger), bindparam("after_tenant", type_=Text))
)
_LOAD = select(counter.c.n, tenants.c.tenant_id, tenants.c.rate_limit).select_from(
    counter.outerjoin(tenants, tenants.c.tenant_id == _TENANT_ID)
)

TENANTS = RecordKind("tenants", load, changes=("tenant",), is_named_by_id=True)


def _values(tenant: Tenant) -> dict[str, Any]:
    return {
        "tenant_id": str(tenant.tenant_id),
        "name": str(tenant.name),
        "rate_limit": None if tenant.rate_limit is None else msgspec.json.encode(tenant.rate_limit).decode(),
        "quotas": msgspec.json.encode(tenant.quotas).decode(),
        "created_at": moment_of(tenant.created_at),
        "updated_at": moment_of(tenant.updated_at),
        "version": tenant.version,
    }


def _tenant(row: Any) -> Tenant:
    return Tenant(
        tenant_id=TenantId(row.tenant_id),
        name=Name(row.name),
        rate_limit=_rate_limit(row.rate_limit),
        quotas=decoded_quotas(row.quotas),
        created_at=datetime_of(row.created_at),
        updated_at=datetime_of(row.updated_at),
        version=row.version,
    )


def _rate_limit(text: str | None) -> RateLimit | None:
    return None if text is None else msgspec.json.decode(text, type=RateLimit)
