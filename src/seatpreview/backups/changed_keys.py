"""Lists the keys that changed since a time, by the audit list: work to repeat after a restore."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from seatpreview.api import local_operations
from seatpreview.api.local_client import PAGE_MAX, LocalClient
from seatpreview.backups import archive
from seatpreview.change_feed.audit_list import AuditEntry
from seatpreview.database import sqlite_copy
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.problems import NotFound
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Time
from seatpreview.values.command_error import CommandError
from seatpreview.values.ids import TenantId


class KeyChange(msgspec.Struct, kw_only=True, rename="camel"):
    """A key that changed, and how it is now."""

    key_id: str
    tenant_id: TenantId | None
    actions: list[str]
    """What was done to it, each once, in the order of time."""
    changed_at: Time
    status: str
    """`deleted` if the key does not exist any more."""
    label: str


class KeyChangeList(msgspec.Struct, kw_only=True, rename="camel"):
    """The keys that changed, the latest change first."""

    data: list[KeyChange]
    next_cursor: None = None


def list_changed_keys(
    settings: Settings,
    since: datetime,
    *,
    records: Path | None,
    status: str | None,
    tenant_id: str | None,
    limit: int,
) -> KeyChangeList:
    """Returns the keys that changed since a time, in the service's records or in another file of records."""
    filters: dict[str, object] = {"kind": "key"}
    if tenant_id is not None:
        filters["tenantId"] = tenant_id

    async def find(client: LocalClient) -> list[KeyChange]:
        entries = await _entries_since(client, since, filters)
        return [await _key_change(client, changes) for changes in _by_key(entries).values()]

    with _settings_for(settings, records) as used:
        found = local_operations.run_with_client(used, find)
    return KeyChangeList(data=[key for key in found if status in (None, key.status)][:limit])


async def _entries_since(
    client: LocalClient, since: datetime, filters: dict[str, object]
) -> list[AuditEntry]:
    """Reads the audit list, newest first, up to a page on which all entries are older. One older entry is not
    enough to stop at: a clock may have been set back."""
    found: list[AuditEntry] = []
    position: dict[str, object] = {}
    while True:
        page = await client.call("listAudit", query=filters | position | {"limit": PAGE_MAX})
        newer = [entry for entry in page.data if entry.at >= since]
        found += newer
        if not newer or page.next_cursor is None:
            return found
        position = {"cursor": page.next_cursor}


def _by_key(entries: list[AuditEntry]) -> dict[str, list[AuditEntry]]:
    changes: dict[str, list[AuditEntry]] = {}
    for entry in entries:
        changes.setdefault(entry.id, []).append(entry)
    return changes


async def _key_change(client: LocalClient, changes: list[AuditEntry]) -> KeyChange:
    newest = changes[0]
    try:
        key = await client.call("getKey", newest.id)
        status, label = key.status, key.label
    except NotFound:
        status, label = "deleted", ""
    return KeyChange(
        key_id=newest.id,
        tenant_id=newest.tenant_id,
        actions=list(dict.fromkeys(entry.action for entry in reversed(changes))),
        changed_at=newest.at,
        status=status,
        label=label,
    )


@contextmanager
def _settings_for(settings: Settings, records: Path | None) -> Iterator[Settings]:
    """Yields the settings of a copy of these records, so that reading does not change the originals."""
    if records is None:
        yield settings
        return
    names = DatabaseFiles(Path())
    activity = records.with_name(records.name.replace(names.records.name, names.activity.name, 1))
    for file in (records, activity):
        if not file.is_file() or records == activity:
            raise CommandError(f"{file} does not exist: name a file that `db restore` has replaced.")
    with TemporaryDirectory(prefix="seatpreview-records-") as folder:
        archive.check_free_bytes(Path(folder), records.stat().st_size + activity.stat().st_size)
        copies = DatabaseFiles(Path(folder))
        sqlite_copy.copy(records, copies.records)
        sqlite_copy.copy(activity, copies.activity)
        yield replace(settings, data_dir=Path(folder), database_url="")
