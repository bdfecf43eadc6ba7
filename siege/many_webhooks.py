"""Webhooks in the database, more than a tenant may create, as admin scope could have made them."""

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg

from seatpreview.encryption import Encryption
from seatpreview.values.ids import WebhookId
from seatpreview.webhooks.secrets import encrypted, new_secret

WEBHOOK_KEY = "the key that encrypts secrets of webhooks during a siege"
WEBHOOK_NETWORKS = "127.0.0.0/8"
"""Settings of a service under siege: its receivers are on this machine."""

_COLUMNS = (
    "webhook_id",
    "tenant_id",
    "url",
    "label",
    "active",
    "made_by",
    "changed_by",
    "is_by_admin",
    "secret",
    "created_at",
    "updated_at",
    "version",
)


async def insert_webhooks(data_dir: str, database_url: str, tenant_id: str, urls: Sequence[str]) -> None:
    """Writes webhooks of a tenant, past the service."""
    rows = [_row(tenant_id, url) for url in urls]
    if not database_url:
        marks = ", ".join("?" * len(_COLUMNS))
        insert = f"INSERT INTO webhooks ({', '.join(_COLUMNS)}) VALUES ({marks})"
        await asyncio.to_thread(_run_on_sqlite, data_dir, insert, rows)
        return
    connection = await asyncpg.connect(database_url)
    try:
        await connection.copy_records_to_table("webhooks", columns=_COLUMNS, records=rows)
    finally:
        await connection.close()


async def delete_webhooks(data_dir: str, database_url: str) -> None:
    """Deletes all webhooks, so that no later attack is disturbed by them."""
    if not database_url:
        await asyncio.to_thread(_run_on_sqlite, data_dir, "DELETE FROM webhooks", [()])
        return
    connection = await asyncpg.connect(database_url)
    try:
        await connection.execute("DELETE FROM webhooks")
    finally:
        await connection.close()


def _run_on_sqlite(data_dir: str, statement: str, rows: list[tuple[Any, ...]]) -> None:
    path = Path(data_dir, "seatpreview.sqlite")
    with closing(sqlite3.connect(path, timeout=30)) as connection, connection:
        connection.executemany(statement, rows)


def _row(tenant_id: str, url: str) -> tuple[Any, ...]:
    webhook_id, now = WebhookId.new(), int(time.time() * 1_000_000)
    secret = encrypted(Encryption(WEBHOOK_KEY.encode()), webhook_id, new_secret())
    text = (str(webhook_id), tenant_id, url, "", True, "operator", "operator", True, secret)
    return (*text, now, now, 1)
