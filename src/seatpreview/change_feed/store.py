"""Queries of the change log for the change feed."""

from collections.abc import Collection, Iterable, Iterator
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
    literal,
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
from seatpreview.keys.store import is_restricted_sql
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
    wanted_values = {
        "tenant": viewer.tenant_id,
        "only": None if viewer.venues is None else _listed(viewer.venues),
        "venue": wanted.venue,
        "types": None if wanted.types is CHANGE_TYPES else _listed(_actions(wanted.types)),
    }
    given = {name: str(value) for name, value in wanted_values.items() if value is not None}
    statement = _between(connection.dialect.name, frozenset(given))
    ends: dict[str, Any] = {"after": after, "until": until, "count": count}
    return (await connection.execute(statement, given | ends)).all()


@cache
def _between(dialect: str, given: frozenset[str]) -> Select[Any]:
    """Builds the statement for these parameters. Each combination is built once: that takes longer than to
    run one, and a request that waits may run it often."""
    conditions = [changes.c.n > _AFTER, changes.c.n <= _UNTIL, _has_type(CHANGE_TYPES)]
    if "types" in given:
        conditions.append(_holds(dialect, _TYPES, changes.c.kind + "/" + changes.c.action))
    if "venue" in given:
        conditions.append(and_(_HAS_VENUE, changes.c.id == _VENUE))
    if "only" in given:
        conditions.append(_concerns_only(dialect))
    parts = [
        # Each part has an index in this order, or few rows, so that the LIMIT ends its scan.
        part.where(*conditions).order_by(changes.c.n).limit(_COUNT)
        for part in (_visible_parts() if "tenant" in given else [select(changes)])
    ]
    if len(parts) == 1:
        return parts[0]
    merged = union_all(*(select(part.subquery()) for part in parts)).subquery()
    return select(merged).order_by(merged.c.n).limit(_COUNT)


def _actions(types: Collection[str]) -> Iterator[str]:
    return (f"{kind}/{action}" for kind, of_kind in actions_by_kind(types).items() for action in of_kind)


def _listed(names: Iterable[str]) -> str:
    """Returns names as one parameter: a statement with a placeholder for each would be built for each
    number of them. No name has a comma."""
    return "".join((",", *(f"{name}," for name in names)))


def _holds(dialect: str, listed: ColumnElement[str], name: ColumnElement[str]) -> ColumnElement[bool]:
    """Matches if a name is in a list of names."""
    position = func.strpos if dialect == "postgresql" else func.instr
    return position(listed, literal(",", Text) + name + literal(",", Text)) > 0


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


def _concerns_only(dialect: str) -> ColumnElement[bool]:
    """Matches changes of some venues with their images and grants, and of keys that are restricted to some of
    them."""
    its_keys = select(keys.c.key_id).where(
        is_restricted_sql(dialect, lambda venue_id: ~_holds(dialect, _ONLY, venue_id))
    )
    return or_(
        and_(_HAS_VENUE, _holds(dialect, _ONLY, changes.c.id)),
        and_(changes.c.kind == "key", changes.c.id.in_(its_keys)),
    )


_TENANT = bindparam("tenant", type_=Text)
_VENUE = bindparam("venue", type_=Text)
_ONLY = bindparam("only", type_=Text)
_TYPES = bindparam("types", type_=Text)
_AFTER = bindparam("after", type_=BigInteger)
_UNTIL = bindparam("until", type_=BigInteger)
_COUNT = bindparam("count", type_=Integer)
_HAS_VENUE = changes.c.kind.in_(("venue", "imagery", "grant"))
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
