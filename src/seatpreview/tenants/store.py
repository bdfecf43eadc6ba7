"""SQL for tenants."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import BigInteger, Integer, Text, bindparam, insert, select, tuple_, update

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import counter, tenant_amounts, tenants
from seatpreview.freshness.record_cache import LoadContext, Loaded, RecordKind
from seatpreview.limits.model import RateLimit
from seatpreview.limits.quotas import StoredAmounts
from seatpreview.problems import Fault, NotFound, ValidationFailed
from seatpreview.tenants.model import CachedTenant, Tenant
from seatpreview.tenants.usage import AMOUNT_COLUMNS, amounts_in, check_not_archived
from seatpreview.tenants.usage import decoded as decoded_quotas
from seatpreview.values.clock import Moment, datetime_of, moment_of
from seatpreview.values.ids import TenantId
from seatpreview.values.validated_text import Name


async def get(connection: Connection, tenant_id: TenantId) -> Tenant | None:
    """Returns the tenant; None if there is none with this id."""
    row = (await connection.execute(_GET, {"tenant_id": str(tenant_id)})).first()
    return None if row is None else _tenant(row)


async def get_with_amounts(
    connection: Connection, tenant_id: TenantId, at: Moment
) -> tuple[Tenant, StoredAmounts] | None:
    """Returns the tenant with what it stores; None if there is none with this id."""
    row = (await connection.execute(_GET_WITH_AMOUNTS, {"tenant_id": str(tenant_id), "at": at})).first()
    return None if row is None else (_tenant(row), amounts_in(row[-len(AMOUNT_COLUMNS) :]))


async def check_exists(connection: Connection, tenant_id: TenantId) -> None:
    """Refuses a body whose tenantId names no tenant."""
    if await get(connection, tenant_id) is None:
        fault = Fault(pointer="/tenantId", detail="is not the id of a tenant")
        raise ValidationFailed("There is no tenant with this tenantId.", errors=(fault,))


async def newest(
    connection: Connection, with_archived: bool, count: int, after: Sequence[Any] | None = None
) -> list[Tenant]:
    """Returns tenants, newest first, starting after the position (created_at, tenant_id)."""
    statement, wanted = (_NEWEST, {"count": count})
    if after is not None:
        statement = _NEWEST_AFTER
        wanted |= {"after_created_at": after[0], "after_tenant": after[1]}
    if not with_archived:
        statement = statement.where(tenants.c.archived_at.is_(None))
    return [_tenant(row) for row in await connection.execute(statement, wanted)]


async def lock_unarchived(transaction: Transaction, tenant_id: TenantId) -> None:
    """Locks the row of a tenant that gets something new, such as a grant.

    Raises Conflict if the tenant is archived, and NotFound if it was deleted.
    """
    statement = select(tenants.c.archived_at).where(tenants.c.tenant_id == str(tenant_id))
    row = (await transaction.connection.execute(statement.with_for_update(key_share=True))).first()
    if row is None:
        raise NotFound("There is no tenant with this tenantId.")
    check_not_archived(row.archived_at)


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
    row = (await connection.execute(_LOAD, {"tenant_id": tenant_id})).one()
    if row.tenant_id is None:
        return Loaded(row.n, None, None)
    own_limit = _rate_limit(row.rate_limit)
    cached = CachedTenant(
        own_limit.limit() if own_limit else None, row.archived_at is not None, Moment(row.sessions_since or 0)
    )
    return Loaded(row.n, row.tenant_id, cached)


_TENANT_ID = bindparam("tenant_id", type_=Text)
_GET = select(tenants).where(tenants.c.tenant_id == _TENANT_ID)
_GET_WITH_AMOUNTS = (
    select(tenants, *AMOUNT_COLUMNS)
    .join(tenant_amounts, tenant_amounts.c.tenant_id == tenants.c.tenant_id)
    .where(tenants.c.tenant_id == _TENANT_ID)
)
_NEWEST = (
    select(tenants)
    .order_by(tenants.c.created_at.desc(), tenants.c.tenant_id.desc())
    .limit(bindparam("count", type_=Integer))
)
_NEWEST_AFTER = _NEWEST.where(
    tuple_(tenants.c.created_at, tenants.c.tenant_id)
    < tuple_(bindparam("after_created_at", type_=BigInteger), bindparam("after_tenant", type_=Text))
)
_LOAD = select(
    counter.c.n,
    tenants.c.tenant_id,
    tenants.c.rate_limit,
    tenants.c.archived_at,
    tenants.c.sessions_since,
).select_from(counter.outerjoin(tenants, tenants.c.tenant_id == _TENANT_ID))

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
        archived_at=None if row.archived_at is None else datetime_of(row.archived_at),
    )


def _rate_limit(text: str | None) -> RateLimit | None:
    return None if text is None else msgspec.json.decode(text, type=RateLimit)
