"""Queries of the change log for the audit list."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Integer, Select, bindparam, or_, select
from sqlalchemy.sql.elements import ColumnElement

from seatpreview.audit.model import AuditEntry, ListAudit
from seatpreview.database.changes import ENDED_BY_VISITOR
from seatpreview.database.connection import Connection
from seatpreview.database.tables import changes, keys, webhooks
from seatpreview.keys.store import is_restricted_to_sql
from seatpreview.values.clock import datetime_of, moment_of
from seatpreview.values.ids import TenantId, VenueId


async def newest(
    connection: Connection,
    tenant_id: TenantId | None,
    venues: Collection[VenueId] | None,
    query: ListAudit,
    count: int,
    after: Sequence[Any] | None = None,
) -> list[AuditEntry]:
    """Returns changes of one tenant (None: of all), newest first, starting after the position (n,). With
    `venues`, returns only changes that concern these venues."""
    wanted = _wanted(tenant_id, query, after)
    statement = _newest(tuple(wanted))
    if venues is not None:
        statement = statement.where(_concerns(connection.dialect.name, venues))
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
            version=row.version,
        )
        for row in await connection.execute(statement, wanted | {"count": count})
    ]


def _concerns(dialect: str, venues: Collection[VenueId]) -> ColumnElement[bool]:
    """Matches changes of these venues with their imagery, floor plans and grants, of keys and webhooks that
    are restricted to some of them, and of the tenant itself. Ended sessions are not matched, because their
    entries do not name a venue."""
    its_keys = select(keys.c.key_id).where(is_restricted_to_sql(dialect, venues))
    its_webhooks = select(webhooks.c.webhook_id).where(
        is_restricted_to_sql(dialect, venues, webhooks.c.venues)
    )
    return or_(
        changes.c.kind.in_(("venue", "imagery", "floor_plan", "grant")) & changes.c.id.in_(sorted(venues)),
        (changes.c.kind == "key") & changes.c.id.in_(its_keys),
        (changes.c.kind == "webhook") & changes.c.id.in_(its_webhooks),
        changes.c.kind == "tenant",
    )


def _wanted(tenant_id: TenantId | None, query: ListAudit, after: Sequence[Any] | None) -> dict[str, Any]:
    """Returns the parameters of a list: of the filters that are given, and of the position."""
    wanted: dict[str, Any] = {} if tenant_id is None else {"tenant_id": str(tenant_id)}
    wanted |= {
        name: value for name in ("kind", "id", "actor") if isinstance(value := getattr(query, name), str)
    }
    if isinstance(query.from_, datetime):
        wanted["since"] = moment_of(query.from_)
    if isinstance(query.until, datetime):
        wanted["until"] = moment_of(query.until)
    return wanted if after is None else wanted | {"after": after[0]}


_CONDITIONS = {
    "after": changes.c.n < bindparam("after"),
    "since": changes.c.at >= bindparam("since"),
    "until": changes.c.at < bindparam("until"),
}
"""Conditions that compare; every other parameter names a column that equals it."""


@cache
def _newest(names: tuple[str, ...]) -> Select[Any]:
    """Builds the statement of a list. Each combination of filters is built once."""
    conditions = [
        _CONDITIONS[name] if name in _CONDITIONS else changes.c[name] == bindparam(name) for name in names
    ]
    # Changes by visitors are not listed as the owner's (see database/changes.py).
    conditions.append(changes.c.action != ENDED_BY_VISITOR)
    newest_first = select(changes).where(*conditions).order_by(changes.c.n.desc())
    return newest_first.limit(bindparam("count", type_=Integer))
