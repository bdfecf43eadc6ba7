"""The audit list: the change log, as people read it."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType
from sqlalchemy import Integer, Select, bindparam, or_, select
from sqlalchemy.sql.elements import ColumnElement

from seatpreview.context import Context
from seatpreview.database.changes import ENDED_BY_VISITOR
from seatpreview.database.connection import Connection
from seatpreview.database.tables import changes, keys, webhooks
from seatpreview.keys.store import is_restricted_to_sql
from seatpreview.results import NextCursor, PageQuery, Paging
from seatpreview.values.clock import Time, datetime_of, moment_of
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.values.validated_text import Label

KINDS = (
    "`key`, `tenant`, `venue`, `draft`, `version`, `grant`, `imagery`, `floor_plan`, `session`, `events`, "
    "`webhook` or `clock`"
)
_CONDITIONS = {
    "after": changes.c.n < bindparam("after"),
    "since": changes.c.at >= bindparam("since"),
    "until": changes.c.at < bindparam("until"),
}
"""Conditions that compare; every other parameter names a column that equals it."""


class ListAudit(PageQuery, kw_only=True, rename="camel"):
    """The query of listAudit."""

    tenant_id: (
        Annotated[TenantId, Meta(description="Changes of this tenant's records: for admin scope.")]
        | UnsetType
    ) = UNSET
    kind: Annotated[Label, Meta(description=f"Changes of records of this kind: {KINDS}.")] | UnsetType = UNSET
    id: Annotated[Label, Meta(description="Changes of the record with this id.")] | UnsetType = UNSET
    actor: Annotated[Label, Meta(description="Changes that this keyId made.")] | UnsetType = UNSET
    from_: Annotated[Time, Meta(description="Changes at this time or later.")] | UnsetType = msgspec.field(
        default=UNSET, name="from"
    )
    until: Annotated[Time, Meta(description="Changes before this time.")] | UnsetType = UNSET


class AuditEntry(msgspec.Struct, kw_only=True, rename="camel"):
    """One change of one record: who made it, when, and what it did."""

    number: Annotated[
        int,
        Meta(
            ge=1,
            description=(
                "Its position in the log. Numbers follow the order in which changes took effect. One is "
                "missing where a visitor ended its own session, which is not listed."
            ),
        ),
    ]
    at: Time
    actor: Annotated[
        str,
        Meta(
            description=(
                "The keyId that made the change, `operator` for the command line, or `service` where a key's "
                "`revokeAt` passed, a webhook was disabled, or an image of a copied venue was stored."
            )
        ),
    ]
    action: Annotated[
        str,
        Meta(
            description=(
                "What was done: `created`, `updated`, `rotated`, `revoke_scheduled`, `revoke_cancelled`, "
                "`revoked` (also when `revokeAt` passed), `secret_replaced` (by a repeat of the request that "
                "made the key), `ended`, `erased`, `archived`, `unarchived`, `deleted` (a venue or a tenant, "
                "whose name is then in `members`; an image, a version, or a key long after its revoke), "
                "`published` (a draft), `restored` (a version of a venue), "
                "`confirmed` (the operator said that the clock is right)."
            )
        ),
    ]
    kind: Annotated[str, Meta(description=f"The kind of record: {KINDS}.")]
    id: Annotated[str, Meta(description="The record's id.")]
    tenant_id: Annotated[
        TenantId | None, Meta(description="The tenant that the record belongs to. Null: it belongs to none.")
    ]
    members: Annotated[list[str], Meta(description="The members that the request sent, if it changed some.")]
    version: Annotated[
        int | None,
        Meta(
            description=(
                "The version that the record had afterwards: of a venue, the one that was published. Null "
                "for kinds without versions, and in entries of a release before this one."
            )
        ),
    ]


class AuditList(msgspec.Struct, kw_only=True, rename="camel"):
    """A page of changes, newest first."""

    data: list[AuditEntry]
    next_cursor: NextCursor


async def list_audit(context: Context, query: ListAudit) -> AuditList:
    """Returns a page of changes. A tenant-scope key sees the changes of its tenant's records; a key that is
    restricted to venues, those that concern these venues. Admin scope sees all changes."""
    tenant_id = context.caller.tenant_to_list(query.tenant_id)
    paging = Paging(context.resources.signing, "audit", tenant_id, query)
    found = await context.resources.database.read(
        newest_entries, tenant_id, context.caller.venues, query, paging.fetch_limit, paging.last_position
    )
    page, next_cursor = paging.page_of(found, lambda entry: [entry.number])
    return AuditList(data=page, next_cursor=next_cursor)


async def newest_entries(
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
