"""The audit: every change writes a row in its own transaction."""

from datetime import datetime

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.peer.dependencies import Caller
from benchmarks.peer.tables import audit

_INSERT = insert(audit).inline()


async def write(
    connection: AsyncConnection,
    caller: Caller,
    at: datetime,
    action: str,
    kind: str,
    id_: str,
    tenant_id: str | None,
    members: list[str] | None = None,
) -> None:
    """Adds an entry to the transaction of a change."""
    row = {"at": at, "actor": caller.key_id, "action": action, "kind": kind, "id": id_}
    await connection.execute(_INSERT, {**row, "tenant_id": tenant_id, "members": members or []})
