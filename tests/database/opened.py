"""A database with its tables for a test, and small changes of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import insert, select

from seatpreview.database import schema
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction, open_database
from seatpreview.database.tables import changes, counter, tenants
from seatpreview.observability.outages import Outages
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock
from servers import new_data_folder


@asynccontextmanager
async def opened(
    settings: Settings, revision: str | None = "head", outages: Outages | None = None
) -> AsyncIterator[Database]:
    """Opens the database of these settings, and upgrades it to a revision (None: not at all)."""
    if revision == "head" and settings.uses_sqlite and not new_data_folder.has_database(settings.data_dir):
        new_data_folder.fill(settings.data_dir)
    database = open_database(settings, Clock(), outages)
    try:
        if revision is not None and not (await schema.status(database)).is_newest:
            await schema.upgrade(database, revision)
        yield database
    finally:
        await database.close()


async def add_tenant(transaction: Transaction, tenant_id: str) -> None:
    """Adds a record, and its row of the log."""
    await transaction.connection.execute(
        insert(tenants).values(tenant_id=tenant_id, name=tenant_id, created_at=1, updated_at=1, version=1)
    )
    transaction.changed("tenant", tenant_id, tenant_id, "created")


async def note_change(transaction: Transaction, *change: Any) -> None:
    """Adds a row of the log alone."""
    transaction.changed(*change)


async def commit_tenant(database: Database, tenant_id: str) -> None:
    await database.write("operator", Clock().now(), add_tenant, tenant_id)


async def tenant_ids(database: Database) -> set[str]:
    return set(await database.read(Connection.scalars, select(tenants.c.tenant_id)))


async def log(database: Database) -> list[tuple[int, str]]:
    """Returns the number and id of each row but the first, which the migration wrote."""
    statement = select(changes.c.n, changes.c.id).order_by(changes.c.n)
    rows = await database.read(Connection.execute, statement)
    return [(n, id) for n, id in rows][1:]


async def change_counter(database: Database) -> int:
    return int(await database.read(Connection.scalar, select(counter.c.n)))
