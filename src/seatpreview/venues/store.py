"""SQL for venues, their aliases and grants."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    Integer,
    Select,
    Text,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
    union,
    union_all,
    update,
)

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import grants, tenants, venue_aliases, venues
from seatpreview.database.unique_names import claim_names, insert_on_conflict
from seatpreview.problems import Conflict, NotFound
from seatpreview.values.clock import Moment, datetime_of
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.values.validated_text import Name
from seatpreview.venues.model import Grant, VenueSummary


class NamedVenue(NamedTuple):
    """A venue that an alias names, and the tenant whose alias it is."""

    venue_id: str
    name: str
    alias_of: str


class StoredVenue(msgspec.Struct, frozen=True, kw_only=True):
    """A venue as it is stored, with the aliases of the tenant that reads it."""

    venue_id: VenueId
    owner: TenantId
    name: str
    document: str
    """The record as JSON. Decoding a large one takes long, so it is left to `venues/computations.py`."""
    grantee_aliases: str | None
    """The aliases of the grantee that reads the venue, as JSON; None for the owner and admin scope, who see
    the record's."""
    compiled_layout: bytes
    """The compiled layout, serialized: reading a venue does not have to compile it again."""
    created_at: Moment
    updated_at: Moment
    version: int
    archived_at: Moment | None = None
    """Since when the venue, or the tenant that owns it, is archived. `replace` does not write it."""


async def usable_ids(
    connection: Connection, tenant_id: TenantId, venue_ids: Collection[VenueId]
) -> frozenset[VenueId]:
    """Returns those of the ids whose venues the tenant owns or was granted."""
    if not venue_ids:
        return frozenset()
    owned = select(venues.c.venue_id).where(venues.c.tenant_id == tenant_id, venues.c.venue_id.in_(venue_ids))
    granted = select(grants.c.venue_id).where(
        grants.c.tenant_id == tenant_id, grants.c.venue_id.in_(venue_ids)
    )
    found = await connection.scalars(union(owned, granted))
    return frozenset(VenueId(venue_id) for venue_id in found)


async def get(connection: Connection, tenant_id: TenantId, venue_id: VenueId) -> StoredVenue | None:
    """Returns a venue that the tenant owns or was granted; None otherwise."""
    row = (await connection.execute(_GET, {"tenant": str(tenant_id), "venue": str(venue_id)})).first()
    if row is None:
        return None
    return _venue(row, None if row.tenant_id == tenant_id else row.aliases)


async def get_of_any_tenant(connection: Connection, venue_id: VenueId) -> StoredVenue | None:
    """Returns a venue of any tenant, for admin scope."""
    row = (await connection.execute(_GET_OF_ANY_TENANT, {"venue": str(venue_id)})).first()
    return None if row is None else _venue(row, None)


async def ids_of_any_tenant(connection: Connection) -> list[VenueId]:
    """Returns the ids of all venues, for the operator of the service."""
    found = await connection.scalars(select(venues.c.venue_id).order_by(venues.c.venue_id))
    return [VenueId(venue_id) for venue_id in found]


async def newest(
    connection: Connection,
    tenant_id: TenantId | None,
    only: Collection[VenueId] | None,
    with_archived: bool,
    count: int,
    after: Sequence[Any] | None = None,
) -> list[VenueSummary]:
    """Returns the venues that a tenant owns or was granted (None: all), newest first, starting after
    (created_at, venue_id)."""
    wanted: dict[str, Any] = {} if tenant_id is None else {"tenant": str(tenant_id)}
    if after is not None:
        wanted |= {"after_created_at": after[0], "after_venue": after[1]}
    names = tuple(wanted)
    # With a placeholder for each of the venues, a statement is good for one call.
    statement = _newest(names, with_archived) if only is None else _build_newest(names, with_archived, only)
    return [_summary(row) for row in await connection.execute(statement, wanted | {"count": count})]


@cache
def _newest(names: tuple[str, ...], with_archived: bool) -> Select[Any]:
    """Builds the statement of a list, once for each combination of filters."""
    return _build_newest(names, with_archived, None)


def _build_newest(
    names: tuple[str, ...], with_archived: bool, only: Collection[VenueId] | None
) -> Select[Any]:
    parts = [select(*_SUMMARY).join_from(venues, tenants, tenants.c.tenant_id == venues.c.tenant_id)]
    if not with_archived:
        parts = [parts[0].where(_ARCHIVED_SINCE.is_(None))]
    if "tenant" in names:
        # Each part has an index in the order of the list, or few rows, so that the LIMIT ends its scan.
        own = parts[0].where(venues.c.tenant_id == _TENANT)
        granted = parts[0].join(grants, grants.c.venue_id == venues.c.venue_id)
        parts = [own, granted.where(grants.c.tenant_id == _TENANT)]
    if only is not None:
        parts = [part.where(venues.c.venue_id.in_(only)) for part in parts]
    if "after_venue" in names:
        is_after = tuple_(venues.c.created_at, venues.c.venue_id) < _AFTER
        parts = [part.where(is_after) for part in parts]
    parts = [part.order_by(*_newest_first(venues)).limit(_COUNT) for part in parts]
    if len(parts) == 1:
        return parts[0]
    merged = union_all(*(select(part.subquery()) for part in parts)).subquery()
    return select(merged).order_by(*_newest_first(merged)).limit(_COUNT)


def _newest_first(columns: FromClause) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    return columns.c.created_at.desc(), columns.c.venue_id.desc()


async def add(transaction: Transaction, venue: StoredVenue) -> None:
    """Inserts a new venue."""
    await transaction.connection.execute(insert(venues).values(_values(venue)))
    transaction.changed("venue", venue.venue_id, venue.owner, "created", version=venue.version)


async def lock_unarchived(transaction: Transaction, venue_id: VenueId) -> None:
    """Locks the row of a venue that the transaction changes. Every change of a venue, its images, grants or
    drafts begins with this.

    Raises Conflict if the venue or its owner is archived, and NotFound if the venue was deleted: both may
    have happened since the request read it. A transaction that also locks a tenant does that first.
    """
    row = (
        await transaction.connection.execute(
            select(_ARCHIVED_SINCE)
            .join_from(venues, tenants, tenants.c.tenant_id == venues.c.tenant_id)
            .where(venues.c.venue_id == str(venue_id))
            .with_for_update(of=venues, key_share=True)
        )
    ).first()
    if row is None:
        raise NotFound("The venue was deleted.")
    check_not_archived(row[0])


def check_not_archived(archived_at: Moment | None) -> None:
    """Refuses a change of an archived venue."""
    if archived_at is not None:
        raise Conflict("The venue is archived and cannot be changed. Unarchive it first.")


async def replace(
    transaction: Transaction, venue: StoredVenue, read_version: int, action: str = "replaced"
) -> bool:
    """Writes the venue if it still has the version that was read; returns whether it did."""
    await lock_unarchived(transaction, venue.venue_id)
    written = await transaction.connection.execute(
        update(venues)
        .where(venues.c.venue_id == venue.venue_id, venues.c.version == read_version)
        .values(_values(venue))
    )
    transaction.changed("venue", venue.venue_id, venue.owner, action, version=venue.version)
    return written.rowcount == 1


async def venues_by_alias_of_any_tenant(connection: Connection, folded_name: str) -> list[NamedVenue]:
    """Returns the venues that have this alias, with the tenant whose alias it is: for operators."""
    statement = (
        select(venues.c.venue_id, venues.c.name, venue_aliases.c.tenant_id.label("alias_of"))
        .join(venue_aliases, venue_aliases.c.venue_id == venues.c.venue_id)
        .where(venue_aliases.c.name == folded_name)
        .order_by(venues.c.venue_id, venue_aliases.c.tenant_id)
    )
    return [NamedVenue(*row) for row in await connection.execute(statement)]


async def aliases_of_any_tenant(connection: Connection, count: int) -> list[str]:
    """Returns so many folded aliases at most, to find one that is spelt alike: for operators."""
    statement = select(venue_aliases.c.name).distinct().order_by(venue_aliases.c.name).limit(count)
    return list(await connection.scalars(statement))


async def claim_aliases(
    transaction: Transaction, tenant_id: TenantId, venue_id: VenueId, folded_names: Collection[str]
) -> bool:
    """Assigns exactly these names to the venue among the tenant's; returns False if another venue has one."""
    holder = {"tenant_id": str(tenant_id), "venue_id": str(venue_id)}
    return await claim_names(
        transaction.connection, venue_aliases, venue_aliases.c.name, holder, set(folded_names)
    )


async def replace_grantees_aliases(
    transaction: Transaction, venue_id: VenueId, tenant_id: TenantId, aliases: str
) -> bool:
    """Writes the aliases of a grantee, as JSON; returns whether the grant still exists."""
    await lock_unarchived(transaction, venue_id)
    written = await transaction.connection.execute(
        update(grants)
        .where(grants.c.venue_id == venue_id, grants.c.tenant_id == tenant_id)
        .values(aliases=aliases)
    )
    transaction.changed("grant", venue_id, tenant_id, "updated", ("aliases",))
    return written.rowcount == 1


async def add_grant(transaction: Transaction, venue_id: VenueId, tenant_id: TenantId, at: Moment) -> None:
    """Inserts a grant. A grant that exists already is not changed."""
    await lock_unarchived(transaction, venue_id)
    inserted = await transaction.connection.scalars(
        insert_on_conflict(grants, transaction.connection.dialect.name)
        .values(venue_id=str(venue_id), tenant_id=str(tenant_id), created_at=at, aliases="[]")
        .on_conflict_do_nothing()
        .returning(grants.c.venue_id)
    )
    if inserted:
        transaction.changed("grant", venue_id, tenant_id, "created")


async def end_grant(transaction: Transaction, venue_id: VenueId, tenant_id: TenantId) -> bool:
    """Deletes a grant and the grantee's aliases; returns whether the grant existed."""
    await lock_unarchived(transaction, venue_id)
    # The grant is deleted first: a grantee that replaces its aliases meanwhile locks the grant's row until it
    # has committed them, so they are visible to the DELETE that follows.
    ended = await transaction.connection.execute(
        delete(grants).where(grants.c.venue_id == venue_id, grants.c.tenant_id == tenant_id)
    )
    if ended.rowcount:
        own = (venue_aliases.c.venue_id == venue_id) & (venue_aliases.c.tenant_id == tenant_id)
        await transaction.connection.execute(delete(venue_aliases).where(own))
        transaction.changed("grant", venue_id, tenant_id, "ended")
    return ended.rowcount == 1


async def list_grants(
    connection: Connection, venue_id: VenueId, count: int, after: Sequence[Any] | None = None
) -> list[Grant]:
    """Returns grants of a venue, newest first, starting after (created_at, tenant_id)."""
    statement = select(grants).where(grants.c.venue_id == venue_id)
    if after is not None:
        statement = statement.where(tuple_(grants.c.created_at, grants.c.tenant_id) < tuple(after))
    statement = statement.order_by(grants.c.created_at.desc(), grants.c.tenant_id.desc()).limit(count)
    return [
        Grant(
            venue_id=VenueId(row.venue_id),
            tenant_id=TenantId(row.tenant_id),
            created_at=datetime_of(row.created_at),
        )
        for row in await connection.execute(statement)
    ]


_TENANT = bindparam("tenant", type_=Text)
_AFTER = tuple_(bindparam("after_created_at", type_=BigInteger), bindparam("after_venue", type_=Text))
_COUNT = bindparam("count", type_=Integer)
_ARCHIVED_SINCE: ColumnElement[Any] = func.coalesce(venues.c.archived_at, tenants.c.archived_at)
_WITH_OWNER = venues.join(tenants, tenants.c.tenant_id == venues.c.tenant_id)
_GET_OF_ANY_TENANT = (
    select(venues, _ARCHIVED_SINCE.label("archived_since"))
    .select_from(_WITH_OWNER)
    .where(venues.c.venue_id == bindparam("venue", type_=Text))
)
_GET = (
    select(venues, _ARCHIVED_SINCE.label("archived_since"), grants.c.aliases)
    .select_from(
        _WITH_OWNER.outerjoin(
            grants, (grants.c.venue_id == venues.c.venue_id) & (grants.c.tenant_id == _TENANT)
        )
    )
    .where(
        venues.c.venue_id == bindparam("venue", type_=Text),
        or_(venues.c.tenant_id == _TENANT, grants.c.tenant_id.is_not(None)),
    )
)
_SUMMARY = (
    venues.c.venue_id,
    venues.c.tenant_id,
    venues.c.name,
    venues.c.created_at,
    venues.c.updated_at,
    venues.c.version,
    _ARCHIVED_SINCE.label("archived_since"),
)


def _venue(row: Any, grantee_aliases: str | None) -> StoredVenue:
    return StoredVenue(
        venue_id=VenueId(row.venue_id),
        owner=TenantId(row.tenant_id),
        name=row.name,
        document=row.document,
        grantee_aliases=grantee_aliases,
        compiled_layout=row.compiled,
        created_at=row.created_at,
        updated_at=row.updated_at,
        version=row.version,
        archived_at=row.archived_since,
    )


def _summary(row: Any) -> VenueSummary:
    return VenueSummary(
        venue_id=VenueId(row.venue_id),
        tenant_id=TenantId(row.tenant_id),
        name=Name(row.name),
        created_at=datetime_of(row.created_at),
        updated_at=datetime_of(row.updated_at),
        version=row.version,
        archived_at=None if row.archived_since is None else datetime_of(row.archived_since),
    )


def _values(venue: StoredVenue) -> dict[str, Any]:
    return {
        "venue_id": str(venue.venue_id),
        "tenant_id": str(venue.owner),
        "name": venue.name,
        "document": venue.document,
        "compiled": venue.compiled_layout,
        "created_at": venue.created_at,
        "updated_at": venue.updated_at,
        "version": venue.version,
    }
