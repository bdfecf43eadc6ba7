"""Queries of the change log for the audit list."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.elements import ColumnElement

from seatpreview.audit.model import AuditEntry, ListAudit
from seatpreview.clock import datetime_of
from seatpreview.database.tables import changes
from seatpreview.ids import TenantId


async def newest(
    connection: AsyncConnection,
    tenant_id: TenantId | None,
    query: ListAudit,
    count: int,
    after: Sequence[Any] | None = None,
) -> list[AuditEntry]:
    """Returns changes of one tenant (None: of all), newest first, starting after the position (n,)."""
    statement = select(changes).where(*_filters(tenant_id, query)).order_by(changes.c.n.desc()).limit(count)
    if after is not None:
        statement = statement.where(changes.c.n < after[0])
    return [
        AuditEntry(
            number=row.n,
            at=datetime_of(row.at),
            actor=row.actor,
            action=row.action,
            kind=row.kind,
            id=row.id,
            tenant_id=None if row.tenant_id is None else TenantId(row.tenant_id),
            members=row.members.split(",") if row.members else [],
        )
        for row in await connection.execute(statement)
    ]


def _filters(tenant_id: TenantId | None, query: ListAudit) -> Iterator[ColumnElement[bool]]:
    if tenant_id is not None:
        yield changes.c.tenant_id == tenant_id
    for column in (changes.c.kind, changes.c.id, changes.c.actor):
        wanted = getattr(query, column.name)
        if isinstance(wanted, str):
            yield column == wanted
