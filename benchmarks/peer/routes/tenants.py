"""Creates tenants, for the data of the benchmark."""

from datetime import UTC, datetime

from fastapi import APIRouter
from sqlalchemy import insert

from benchmarks.peer import audit_log
from benchmarks.peer.dependencies import AllowedCaller, UsedParts
from benchmarks.peer.ids import new_id
from benchmarks.peer.models import CreatedTenant, CreateTenant
from benchmarks.peer.tables import tenants

router = APIRouter(prefix="/manage/tenants")

_INSERT = insert(tenants)


@router.post("", status_code=201)
async def create_tenant(caller: AllowedCaller, parts: UsedParts, body: CreateTenant) -> CreatedTenant:
    """Creates a tenant."""
    caller.check_is_admin()
    at, tenant_id = datetime.now(UTC), new_id("ten_")
    values = {**body.model_dump(), "tenant_id": tenant_id, "created_at": at, "updated_at": at, "version": 1}
    async with parts.database.transaction() as connection:
        await connection.execute(_INSERT, values)
        await audit_log.write(connection, caller, at, "created", "tenant", tenant_id, tenant_id)
    return CreatedTenant(tenant_id=tenant_id)
