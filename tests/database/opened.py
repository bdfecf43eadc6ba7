"""A database with its tables for a test, and small changes of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import insert, select

from seatpreview.clock import Clock
from seatpreview.database import schema
from seatpreview.database.engines import Database, Transaction, open_database
from seatpreview.database.tables import changes, counter, tenants
from seatpreview.settings import Settings


@asynccontextmanager
async def opened(settings: Settings, revision: str | None = "head") -> AsyncIterator[Database]:
    """Opens the database of these settings, and upgrades it to a revision (None: not at all)."""
    database = open_database(settings, Clock())
    try:
        if revision is not None:
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


async def commit_tenant(database: Database, tenant_id: str) -> None:
    async with database.write("operator", Clock().now()) as transaction:
        await add_tenant(transaction, tenant_id)


async def tenant_ids(database: Database) -> set[str]:
    async with database.read() as connection:
        return set(await connection.scalars(select(tenants.c.tenant_id)))


async def log(database: Database) -> list[tuple[int, str]]:
    """Returns the number and id of each row but the first, which the migration wrote."""
    async with database.read() as connection:
        rows = await connection.execute(select(changes.c.n, changes.c.id).order_by(changes.c.n))
        return [(n, id) for n, id in rows][1:]


async def change_counter(database: Database) -> int:
    async with database.read() as connection:
        n: int = (await connection.execute(select(counter.c.n))).scalar_one()
        return n
