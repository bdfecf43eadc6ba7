"""Queries of the change log for the change feed."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Executable,
    Integer,
    Select,
    Text,
    and_,
    bindparam,
    func,
    or_,
    select,
    union,
    union_all,
)
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
    rows = (await connection.execute(_ENDS, {"n": 0 if n is None else n})).all()
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
    has_tenant, has_venue = viewer.tenant_id is not None, wanted.venue is not None
    if viewer.venues is None and wanted.types is CHANGE_TYPES:
        statement = _of_all_types(has_tenant, has_venue)
    else:
        conditions = [_has_type(wanted.types)]
        if viewer.venues is not None:
            conditions.append(_concerns(connection.dialect.name, viewer.venues))
        statement = _build(has_tenant, has_venue, conditions)
    values = {"tenant": viewer.tenant_id, "venue": wanted.venue}
    parameters: dict[str, Any] = {name: str(value) for name, value in values.items() if value is not None}
    return (
        await connection.execute(statement, parameters | {"after": after, "until": until, "count": count})
    ).all()


@cache
def _of_all_types(has_tenant: bool, has_venue: bool) -> Select[Any]:
    """Builds the statement of those who follow everything. Each of the four is built once."""
    return _build(has_tenant, has_venue, [_has_type(CHANGE_TYPES)])


def _build(has_tenant: bool, has_venue: bool, conditions: Sequence[ColumnElement[bool]]) -> Select[Any]:
    between_ends = (changes.c.n > _AFTER, changes.c.n <= _UNTIL)
    of_venue = (_IS_OF_VENUE,) if has_venue else ()
    parts = [
        # Each part has an index in this order, or few rows, so that the LIMIT ends its scan.
        part.where(*between_ends, *of_venue, *conditions).order_by(changes.c.n).limit(_COUNT)
        for part in (_visible_parts() if has_tenant else [select(changes)])
    ]
    if len(parts) == 1:
        return parts[0]
    merged = union_all(*(select(part.subquery()) for part in parts)).subquery()
    return select(merged).order_by(merged.c.n).limit(_COUNT)


async def concerned_tenants(connection: Connection, after: int, until: int) -> frozenset[str]:
    """Returns the tenants that may see one of the rows between these numbers, and EVERYBODY if there is a
    row that anybody may see. It may return a tenant too many, and never one too few."""
    found = await connection.scalars(_CONCERNED, {"after": after, "until": until})
    return frozenset((EVERYBODY, *(tenant_id for tenant_id in found if tenant_id))) if found else frozenset()


def _concerned() -> Executable:
    is_new = and_(changes.c.n > _AFTER, changes.c.n <= _UNTIL, _has_type(CHANGE_TYPES))
    own = select(changes.c.tenant_id).where(is_new)
    owners = select(venues.c.tenant_id).join(changes, changes.c.id == venues.c.venue_id).where(is_new)
    grantees = select(grants.c.tenant_id).join(changes, changes.c.id == grants.c.venue_id).where(is_new)
    return union(own, owners, grantees)


EVERYBODY = ""
"""Stands for those who see the changes of all tenants."""


def _visible_parts() -> list[Select[Any]]:
    """Returns SELECTs of the rows that a tenant may see; no row is in two of them.

    - Rows of its own: its keys, its venues and their images, and what it was granted.
    - Grants of its venues to others.
    - Of venues that it was granted: what was published, and images, since the venue was granted.
    """
    is_own = changes.c.tenant_id == _TENANT
    to_others = (
        select(changes)
        .join(venues, venues.c.venue_id == changes.c.id)
        .where(venues.c.tenant_id == _TENANT, changes.c.kind == "grant", ~is_own)
    )
    granted = (
        select(changes)
        .join(grants, grants.c.venue_id == changes.c.id)
        .where(
            grants.c.tenant_id == _TENANT,
            changes.c.kind.in_(("venue", "imagery")),
            changes.c.n > _granted_since(),
            ~is_own,
        )
    )
    return [select(changes).where(is_own), to_others, granted]


def _granted_since() -> ColumnElement[int]:
    """Returns the number of the row that says that the venue was granted; 0 if it is not kept any more."""
    given = changes.alias("given")
    newest = select(func.max(given.c.n)).where(
        given.c.id == changes.c.id,
        given.c.kind == "grant",
        given.c.action == "created",
        given.c.tenant_id == _TENANT,
    )
    return func.coalesce(newest.correlate(changes).scalar_subquery(), 0)


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
    return or_(
        and_(_HAS_VENUE, changes.c.id.in_(sorted(map(str, only)))),
        and_(changes.c.kind == "key", changes.c.id.in_(its_keys)),
    )


_TENANT = bindparam("tenant", type_=Text)
_AFTER = bindparam("after", type_=BigInteger)
_UNTIL = bindparam("until", type_=BigInteger)
_COUNT = bindparam("count", type_=Integer)
_HAS_VENUE = changes.c.kind.in_(("venue", "imagery", "grant"))
_IS_OF_VENUE = and_(_HAS_VENUE, changes.c.id == bindparam("venue", type_=Text))
_ENDS = (
    select(changes.c.n, changes.c.stamp, changes.c.at)
    .where(
        or_(
            changes.c.n == select(func.max(changes.c.n)).scalar_subquery(),
            changes.c.n == bindparam("n", type_=BigInteger),
        )
    )
    .order_by(changes.c.n)
)
_CONCERNED = _concerned()
