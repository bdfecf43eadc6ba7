"""Queries of the change log for the change feed."""

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, and_, func, literal, or_, select, union, union_all
from sqlalchemy.sql.elements import ColumnElement

from seatpreview.change_feed.change_types import CHANGE_TYPES, actions_by_kind
from seatpreview.change_feed.rules import LogEnds
from seatpreview.database.changes import LogPosition
from seatpreview.database.connection import Connection
from seatpreview.database.tables import changes, grants, keys, venues
from seatpreview.keys.store import is_restricted_to_sql
from seatpreview.values.ids import TenantId, VenueId


class Viewer(NamedTuple):
    """Whose changes are read: those that this tenant may see (None: all changes), and of these only what
    concerns its key's venues (None: the key is not restricted)."""

    tenant_id: TenantId | None
    venues: frozenset[VenueId] | None


class Filter(NamedTuple):
    """The changes that are asked for."""

    types: Collection[str] = CHANGE_TYPES
    venue: VenueId | None = None


async def ends(connection: Connection, n: int | None) -> LogEnds:
    """Reads the last row of the log, and the row with this number."""
    last = select(func.max(changes.c.n)).scalar_subquery()
    statement = select(changes.c.n, changes.c.stamp, changes.c.at).where(
        or_(changes.c.n == last, changes.c.n == n)
    )
    rows = (await connection.execute(statement.order_by(changes.c.n))).all()
    wanted = next((row for row in rows if row.n == n), None)
    return LogEnds(
        LogPosition(*rows[-1][:2]),
        None if wanted is None else LogPosition(*wanted[:2]),
        None if wanted is None else wanted.at,
    )


async def between(
    connection: Connection, viewer: Viewer, wanted: Filter, after: int, until: int, count: int
) -> list[Any]:
    """Returns rows with numbers above `after`, up to `until`, in the order of their numbers: those that the
    viewer may see and that were asked for.

    All rows up to `until` are committed, so none of them can appear later.
    """
    parts = [
        part.where(changes.c.n > after, changes.c.n <= until, *_wanted(wanted))
        for part in _visible_parts(viewer.tenant_id)
    ]
    if viewer.venues is not None:
        concerns = _concerns(connection.dialect.name, viewer.venues)
        parts = [part.where(concerns) for part in parts]
    # Each part has an index in this order, or few rows, so that the LIMIT ends its scan.
    parts = [part.order_by(changes.c.n).limit(count) for part in parts]
    if len(parts) > 1:
        merged = union_all(*(select(part.subquery()) for part in parts)).subquery()
        parts = [select(merged).order_by(merged.c.n).limit(literal(count, Integer))]
    return (await connection.execute(parts[0])).all()


async def concerned_tenants(connection: Connection, after: int, until: int) -> frozenset[str]:
    """Returns the tenants that may see one of the rows between these numbers, and EVERYBODY if there is a
    row that anybody may see. It may return a tenant too many, and never one too few."""
    is_new = and_(changes.c.n > after, changes.c.n <= until, _has_type(CHANGE_TYPES))
    own = select(changes.c.tenant_id).where(is_new)
    owners = select(venues.c.tenant_id).join(changes, changes.c.id == venues.c.venue_id).where(is_new)
    grantees = select(grants.c.tenant_id).join(changes, changes.c.id == grants.c.venue_id).where(is_new)
    found = await connection.scalars(union(own, owners, grantees))
    return frozenset((EVERYBODY, *(tenant_id for tenant_id in found if tenant_id))) if found else frozenset()


EVERYBODY = ""
"""Stands for those who see the changes of all tenants."""


def _visible_parts(tenant_id: TenantId | None) -> list[Select[Any]]:
    """Returns SELECTs of the rows that a tenant may see; no row is in two of them.

    - Rows of its own: its keys, its venues and their images, and what it was granted.
    - Grants of its venues to others.
    - Of venues that it was granted: what was published, and images, since the venue was granted.
    """
    if tenant_id is None:
        return [select(changes)]
    is_own = changes.c.tenant_id == tenant_id
    to_others = (
        select(changes)
        .join(venues, venues.c.venue_id == changes.c.id)
        .where(venues.c.tenant_id == tenant_id, changes.c.kind == "grant", ~is_own)
    )
    granted = (
        select(changes)
        .join(grants, grants.c.venue_id == changes.c.id)
        .where(
            grants.c.tenant_id == tenant_id,
            changes.c.kind.in_(("venue", "imagery")),
            changes.c.n > _granted_since(tenant_id),
            ~is_own,
        )
    )
    return [select(changes).where(is_own), to_others, granted]


def _granted_since(tenant_id: TenantId) -> ColumnElement[int]:
    """Returns the number of the row that says that the venue was granted; 0 if it is not kept any more."""
    given = changes.alias("given")
    newest = select(func.max(given.c.n)).where(
        given.c.id == changes.c.id,
        given.c.kind == "grant",
        given.c.action == "created",
        given.c.tenant_id == tenant_id,
    )
    return func.coalesce(newest.correlate(changes).scalar_subquery(), 0)


def _wanted(wanted: Filter) -> list[ColumnElement[bool]]:
    conditions = [_has_type(wanted.types)]
    if wanted.venue is not None:
        conditions.append(_is_of_venues((wanted.venue,)))
    return conditions


def _has_type(types: Collection[str]) -> ColumnElement[bool]:
    return or_(
        *(
            and_(changes.c.kind == kind, changes.c.action.in_(actions))
            for kind, actions in actions_by_kind(types).items()
        )
    )


def _concerns(dialect: str, only: Collection[VenueId]) -> ColumnElement[bool]:
    """Matches changes of these venues with their images and grants, and of keys that are restricted to some
    of them."""
    its_keys = select(keys.c.key_id).where(is_restricted_to_sql(dialect, only))
    return or_(_is_of_venues(only), and_(changes.c.kind == "key", changes.c.id.in_(its_keys)))


def _is_of_venues(only: Collection[VenueId]) -> ColumnElement[bool]:
    return and_(changes.c.kind.in_(("venue", "imagery", "grant")), changes.c.id.in_(sorted(map(str, only))))
