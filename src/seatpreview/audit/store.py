"""Queries of the change log for the audit list."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.elements import ColumnElement

from seatpreview.audit.model import AuditEntry, ListAudit
from seatpreview.clock import datetime_of
from seatpreview.database.tables import changes, keys
from seatpreview.ids import TenantId, VenueId
from seatpreview.keys.store import is_restricted_to_sql


async def newest(
    connection: AsyncConnection,
    tenant_id: TenantId | None,
    venues: Collection[VenueId] | None,
    query: ListAudit,
    count: int,
    after: Sequence[Any] | None = None,
) -> list[AuditEntry]:
    """Returns changes of one tenant (None: of all), newest first, starting after the position (n,). With
    `venues`, returns only what concerns these venues."""
    statement = select(changes).where(*_filters(tenant_id, query)).order_by(changes.c.n.desc()).limit(count)
    if venues is not None:
        statement = statement.where(_concerns(connection.dialect.name, venues))
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


def _concerns(dialect: str, venues: Collection[VenueId]) -> ColumnElement[bool]:
    """Matches changes of these venues with their imagery and grants, of keys that are restricted to some of
    them, and of the tenant itself. Ended sessions are not matched, since they do not say their venue."""
    its_keys = select(keys.c.key_id).where(is_restricted_to_sql(dialect, venues))
    return or_(
        changes.c.kind.in_(("venue", "imagery", "grant")) & changes.c.id.in_(sorted(venues)),
        (changes.c.kind == "key") & changes.c.id.in_(its_keys),
        changes.c.kind == "tenant",
    )


def _filters(tenant_id: TenantId | None, query: ListAudit) -> Iterator[ColumnElement[bool]]:
    if tenant_id is not None:
        yield changes.c.tenant_id == tenant_id
    for column in (changes.c.kind, changes.c.id, changes.c.actor):
        wanted = getattr(query, column.name)
        if isinstance(wanted, str):
            yield column == wanted
