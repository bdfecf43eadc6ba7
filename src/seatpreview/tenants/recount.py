"""Compares the amounts of tenants, which triggers keep, with a count of what is stored, and corrects them.

Nothing but a fault makes them differ: a database that was changed without its triggers, for example.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict
from sqlalchemy import select, text, update

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.tables import tenant_amounts, tenants
from seatpreview.database.tenant_amounts import AMOUNTS, differing
from seatpreview.database.unique_names import insert_on_conflict
from seatpreview.values.clock import Moment
from seatpreview.values.ids import TenantId

RECOUNT = "Run `seatpreview db recount`, which counts what each tenant stores and corrects the rest."
"""What to do about a difference."""


class Amounts(msgspec.Struct, frozen=True, rename="camel"):
    """The amounts of a tenant, in the order of AMOUNTS."""

    image_bytes: int
    leaving_bytes: int
    venues: int
    keys: int
    record_bytes: int
    webhooks: int


class Difference(msgspec.Struct, frozen=True, rename="camel"):
    """A tenant whose stored amounts are not what a count finds."""

    tenant_id: TenantId
    stored: Amounts | None
    """None if the tenant has no row."""
    counted: Amounts

    @property
    def sentence(self) -> str:
        """What differs."""
        if self.stored is None:
            return f"{self.tenant_id} has no row of amounts."
        parts = [
            f"{_NOUNS[name]} {stored:,} instead of {found:,}"
            for (name, stored), found in zip(
                asdict(self.stored).items(), asdict(self.counted).values(), strict=True
            )
            if stored != found
        ]
        return f"The noted amounts of {self.tenant_id} differ from a count: {', '.join(parts)}."


_NOUNS = {
    "image_bytes": "bytes of images",
    "leaving_bytes": "bytes of images that were replaced or deleted",
    "venues": "venues",
    "keys": "keys that are not revoked",
    "record_bytes": "bytes of records, drafts and versions",
    "webhooks": "webhooks",
}


async def find_differences(connection: Connection) -> list[Difference]:
    """Returns the tenants whose row differs from a count. Reads the rows of everything that counts."""
    rows = await connection.execute(text(differing(connection.dialect.name)))
    return [difference_in(row) for row in rows]


async def find_difference(connection: Connection, tenant_id: str) -> Difference | None:
    """Returns how the row of a tenant differs from a count; None if it does not."""
    statement = text(differing(connection.dialect.name, ":tenant"))
    row = (await connection.execute(statement, {"tenant": tenant_id})).first()
    return None if row is None else difference_in(row)


def difference_in(row: Sequence[Any]) -> Difference:
    """Returns the difference in a row of `differing`."""
    stored, found = row[1 : 1 + len(AMOUNTS)], row[1 + len(AMOUNTS) :]
    return Difference(
        tenant_id=TenantId(row[0]),
        stored=None if stored[0] is None else Amounts(*map(int, stored)),
        counted=Amounts(*map(int, found)),
    )


async def correct_all(database: Database, at: Moment) -> list[Difference]:
    """Compares the amounts of each tenant with a count and corrects them. Returns the differences. It may run
    beside the service: a change of a tenant waits only while the row of that tenant is corrected."""
    corrected = []
    for tenant_id in await database.read(_tenant_ids):
        if await database.read(find_difference, tenant_id) is None:
            continue
        difference = await database.write("operator", at, correct, tenant_id)
        if difference is not None:
            corrected.append(difference)
    return corrected


async def _tenant_ids(connection: Connection) -> list[str]:
    return await connection.scalars(select(tenants.c.tenant_id).order_by(tenants.c.tenant_id))


async def correct(transaction: Transaction, tenant_id: str) -> Difference | None:
    """Corrects the row of a tenant if it still differs. Whoever changes what counts waits for the lock of the
    row, or has committed the change, which is then counted here."""
    connection = transaction.connection
    is_tenant = tenant_amounts.c.tenant_id == tenant_id
    lock = select(tenant_amounts.c.tenant_id).where(is_tenant).with_for_update()
    is_missing = (await connection.execute(lock)).first() is None
    if is_missing:
        await connection.execute(
            insert_on_conflict(tenant_amounts, connection.dialect.name)
            .from_select(["tenant_id"], select(tenants.c.tenant_id).where(tenants.c.tenant_id == tenant_id))
            .on_conflict_do_nothing()
        )
        await connection.execute(lock)
    difference = await find_difference(connection, tenant_id)
    if difference is not None:
        await connection.execute(update(tenant_amounts).where(is_tenant).values(asdict(difference.counted)))
    if not is_missing:
        return difference
    counted = Amounts(0, 0, 0, 0, 0, 0) if difference is None else difference.counted
    return Difference(TenantId(tenant_id), None, counted)
