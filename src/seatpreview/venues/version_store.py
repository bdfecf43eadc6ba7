"""SQL for the versions of records that are kept."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    LargeBinary,
    Text,
    bindparam,
    delete,
    func,
    literal,
    select,
)

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import changes, venue_versions
from seatpreview.database.unique_names import insert_on_conflict
from seatpreview.limits.quotas import VersionBounds, VersionSize
from seatpreview.values.clock import Moment
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.venues.image_names import image_hash
from seatpreview.venues.kept_records import KeptRecord
from seatpreview.venues.store import StoredVenue, lock_unarchived

_C = venue_versions.c


class VersionNote(NamedTuple):
    """What is noted about a version besides its record."""

    published_by: str | None
    """The key that published it, or `operator`; None where nobody noted it."""
    message: str | None = None
    restored_from: int | None = None


class VersionEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A kept version in a list, without its record."""

    version: int
    published_at: Moment
    seats: int | None
    note: VersionNote


class StoredVersion(msgspec.Struct, frozen=True, kw_only=True):
    """A kept version."""

    entry: VersionEntry
    document: bytes
    """The record, compressed (see `kept_records`)."""


async def add(transaction: Transaction, venue: StoredVenue, kept: KeptRecord, note: VersionNote) -> None:
    """Keeps the record of a venue under its version. One that is kept already is not changed."""
    await transaction.connection.execute(
        insert_on_conflict(venue_versions, transaction.connection.dialect.name)
        .values(
            venue_id=str(venue.venue_id),
            version=venue.version,
            document=kept.document,
            image_hashes=kept.image_hashes,
            stored_bytes=kept.stored_bytes,
            seats=kept.seats,
            published_at=venue.updated_at,
            published_by=note.published_by,
            message=note.message,
            restored_from=note.restored_from,
        )
        .on_conflict_do_nothing()
    )


async def prune(transaction: Transaction, venue_id: VenueId, bounds: VersionBounds) -> None:
    """Deletes the oldest versions that are beyond the bounds."""
    rows = await transaction.connection.execute(_SIZES, {"venue": str(venue_id)})
    exceeding = list(bounds.exceeding(VersionSize(*row) for row in rows))
    if exceeding:
        # All that come after a bound is reached go, so the newest of them tells which these are.
        is_beyond = (_C.venue_id == str(venue_id)) & (_C.version <= exceeding[0])
        await transaction.connection.execute(delete(venue_versions).where(is_beyond))


async def is_kept(connection: Connection, venue_id: VenueId, version: int) -> bool:
    """Returns whether a version is kept."""
    named = {"venue": str(venue_id), "version": version}
    return await connection.scalar(_IS_KEPT, named) is not None


async def last_publisher(connection: Connection, venue_id: VenueId) -> str | None:
    """Returns who published the record of a venue, by the change log; None where the log does not go back so
    far. A machine of the release before writes the log, and keeps no versions."""
    actor: str | None = await connection.scalar(_LAST_PUBLISHER, {"venue": str(venue_id)})
    return actor


async def get(connection: Connection, venue_id: VenueId, version: int) -> StoredVersion | None:
    """Returns a kept version. Whoever calls has checked that the caller may change the venue."""
    row = (await connection.execute(_GET, {"venue": str(venue_id), "version": version})).first()
    return None if row is None else StoredVersion(entry=_entry(row), document=row.document)


async def newest(
    connection: Connection, venue_id: VenueId, count: int, after: Sequence[Any] | None = None
) -> list[VersionEntry]:
    """Returns kept versions, newest first, starting after the position (version,)."""
    statement = select(*_ENTRY).where(_C.venue_id == str(venue_id))
    if after is not None:
        statement = statement.where(_C.version < after[0])
    rows = await connection.execute(statement.order_by(_C.version.desc()).limit(count))
    return [_entry(row) for row in rows]


async def version_before(connection: Connection, venue_id: VenueId, version: int) -> int | None:
    """Returns the newest kept version that is older than this one."""
    older: int | None = await connection.scalar(_BEFORE, {"venue": str(venue_id), "version": version})
    return older


async def versions_naming(connection: Connection, venue_id: VenueId, image_name: str) -> list[int]:
    """Returns the kept versions whose records name an image, oldest first. The database looks for its hash,
    so that no record has to be decoded."""
    statement = select(_C.version).where(
        _C.venue_id == str(venue_id), _names(connection.dialect.name, image_hash(image_name))
    )
    return list(await connection.scalars(statement.order_by(_C.version)))


async def delete_version(transaction: Transaction, owner: TenantId, venue_id: VenueId, version: int) -> bool:
    """Deletes a kept version; returns whether there was one."""
    await lock_unarchived(transaction, venue_id)
    is_version = (_C.venue_id == str(venue_id)) & (_C.version == version)
    deleted = await transaction.connection.execute(delete(venue_versions).where(is_version))
    if deleted.rowcount:
        transaction.changed("version", venue_id, owner, "deleted", (str(version),), version)
    return deleted.rowcount == 1


def _names(dialect: str, hashed: bytes) -> ColumnElement[bool]:
    wanted = literal(hashed, LargeBinary)
    if dialect == "postgresql":
        return func.position(wanted.op("IN")(_C.image_hashes)) > 0
    return func.instr(_C.image_hashes, wanted) > 0


def _entry(row: Any) -> VersionEntry:
    return VersionEntry(
        version=row.version,
        published_at=row.published_at,
        seats=row.seats,
        note=VersionNote(row.published_by, row.message, row.restored_from),
    )


_ENTRY = (_C.version, _C.published_at, _C.seats, _C.published_by, _C.message, _C.restored_from)
_IS_VENUE = _C.venue_id == bindparam("venue", type_=Text)
_IS_VERSION = _C.version == bindparam("version", type_=BigInteger)
_SIZES = select(_C.version, _C.stored_bytes).where(_IS_VENUE).order_by(_C.version.desc())
_LAST_PUBLISHER = (
    select(changes.c.actor)
    .where(
        changes.c.id == bindparam("venue", type_=Text),
        changes.c.kind == "venue",
        changes.c.action.in_(("created", "replaced", "restored")),
    )
    .order_by(changes.c.n.desc())
    .limit(1)
)
_IS_KEPT = select(_C.version).where(_IS_VENUE, _IS_VERSION)
_GET = select(*_ENTRY, _C.document).where(_IS_VENUE, _IS_VERSION)
_BEFORE = select(func.max(_C.version)).where(_IS_VENUE, _C.version < bindparam("version", type_=BigInteger))
