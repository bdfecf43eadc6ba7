"""Tenants and the audit of their changes."""

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import bindparam, func, insert, select

from benchmarks.peer import audit_log, cursors
from benchmarks.peer.cursors import Limit
from benchmarks.peer.dependencies import AllowedCaller, Reading, UsedParts
from benchmarks.peer.ids import new_id
from benchmarks.peer.models import Change, ChangeList, CreateTenant, QuotaUse, Tenant, Usage
from benchmarks.peer.problems import Problem
from benchmarks.peer.tables import audit, images, keys, tenants, venues

router = APIRouter(prefix="/manage")

_INSERT = insert(tenants)
_BY_ID = select(tenants).where(tenants.c.tenant_id == bindparam("tenant_id"))
_USAGE = select(
    select(func.coalesce(func.sum(images.c.width * images.c.height), 0))
    .join(venues, venues.c.venue_id == images.c.venue_id)
    .where(venues.c.tenant_id == bindparam("tenant_id"))
    .scalar_subquery(),
    select(func.count()).where(venues.c.tenant_id == bindparam("tenant_id")).scalar_subquery(),
    select(func.count())
    .where(keys.c.tenant_id == bindparam("tenant_id"), keys.c.status == "active")
    .scalar_subquery(),
)
_NEWEST = select(audit).order_by(audit.c.number.desc()).limit(bindparam("count"))
_NEWEST_OF_TENANT = _NEWEST.where(audit.c.tenant_id == bindparam("tenant_id"))


@router.post("/tenants", status_code=201)
async def create_tenant(caller: AllowedCaller, parts: UsedParts, body: CreateTenant) -> Tenant:
    """Creates a tenant."""
    caller.check_is_admin()
    at, tenant_id = datetime.now(UTC), new_id("ten_")
    values = {
        **body.model_dump(),
        "tenant_id": tenant_id,
        "created_at": at,
        "updated_at": at,
        "version": 1,
    }
    async with parts.database.transaction() as connection:
        await connection.execute(_INSERT, values)
        await audit_log.write(connection, caller, at, "created", "tenant", tenant_id, tenant_id)
    return Tenant.model_validate(values)


@router.get("/tenants/{tenant_id}")
async def get_tenant(
    caller: AllowedCaller, connection: Reading, response: Response, tenant_id: str
) -> Tenant:
    """Reads a tenant: a key of tenant scope its own."""
    row = (await connection.execute(_BY_ID, {"tenant_id": tenant_id})).mappings().first()
    if row is None or (caller.scope != "admin" and tenant_id != caller.tenant_id):
        raise Problem(404, "There is no such tenant.")
    response.headers["ETag"] = f'"{row["version"]}"'
    image_bytes, venue_count, key_count = (await connection.execute(_USAGE, {"tenant_id": tenant_id})).one()
    usage = Usage(
        image_bytes=QuotaUse(used=image_bytes, max=5_000_000_000),
        venues=QuotaUse(used=venue_count, max=1000),
        keys=QuotaUse(used=key_count, max=1000),
    )
    return Tenant.model_validate({**row, "usage": usage})


@router.get("/audit")
async def list_changes(
    caller: AllowedCaller, connection: Reading, limit: Limit = 50, cursor: str | None = None
) -> ChangeList:
    """Lists changes, newest first."""
    statement = _NEWEST if caller.scope == "admin" else _NEWEST_OF_TENANT
    values: dict[str, Any] = {"count": limit + 1, "tenant_id": caller.tenant_id}
    if cursor is not None:
        statement = statement.where(audit.c.number < bindparam("last"))
        [values["last"]] = cursors.decode(cursor)
    rows = (await connection.execute(statement, values)).mappings().all()
    page = [Change.model_validate(dict(row)) for row in rows[:limit]]
    return ChangeList(data=page, next_cursor=cursors.encode([page[-1].number]) if len(rows) > limit else None)
