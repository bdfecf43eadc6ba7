"""SQL for deleted venues, tenants and keys of which something is still stored: rows of the activity tables,
or objects. They are gone for everybody, and a background job deletes the rest."""

from typing import Any, Literal, NamedTuple

from sqlalchemy import Select, delete, func, insert, literal, select, update

from seatpreview.database.connection import Connection
from seatpreview.database.tables import deleted_records
from seatpreview.values.clock import Moment

RecordKind = Literal["venue", "tenant", "key"]

_C = deleted_records.c


class DeletedRecord(NamedTuple):
    """A deleted record, its tenant, and how far its events are erased."""

    kind: RecordKind
    id: str
    tenant_id: str
    deleted_at: Moment
    erased_until: Moment


async def add(
    connection: Connection, kind: RecordKind, ids_and_tenants: Select[Any], deleted_at: Moment
) -> None:
    """Notes records as deleted. The statement selects their ids and tenants."""
    found = ids_and_tenants.subquery()
    rows = select(literal(kind), found.c[0], found.c[1], literal(deleted_at, _C.deleted_at.type), literal(0))
    await connection.execute(insert(deleted_records).from_select(list(_C), rows))


async def oldest(connection: Connection, count: int) -> list[DeletedRecord]:
    """Returns the records that were deleted first."""
    statement = select(deleted_records).order_by(_C.deleted_at, _C.kind, _C.id).limit(count)
    return [DeletedRecord(*row) for row in await connection.execute(statement)]


async def count(connection: Connection) -> int:
    """Returns how many there are."""
    return int(await connection.scalar(select(func.count()).select_from(deleted_records)))


async def venue_ids(connection: Connection) -> list[str]:
    """Returns the ids of deleted venues whose events may still be stored."""
    return await connection.scalars(_VENUE_IDS)


async def set_erased_until(connection: Connection, record: DeletedRecord, until: Moment) -> None:
    """Notes how far the events of a venue are erased."""
    await connection.execute(
        update(deleted_records).where(_C.kind == record.kind, _C.id == record.id).values(erased_until=until)
    )


async def remove(connection: Connection, record: DeletedRecord) -> None:
    """Forgets a record of which nothing is stored any more."""
    await connection.execute(delete(deleted_records).where(_C.kind == record.kind, _C.id == record.id))


_VENUE_IDS = select(_C.id).where(_C.kind == "venue")
