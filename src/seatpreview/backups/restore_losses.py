"""What a restore would lose: the records of a backup, compared with those of the service."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from seatpreview.values.clock import Time, datetime_of


class ChangePosition(msgspec.Struct, frozen=True, kw_only=True):
    """The position of the newest change in a file of records."""

    number: int
    at: Time


class RevivedKey(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A key that has ended, or soon will, but that is valid in the backup without an end."""

    key_id: str
    label: str
    ended_by: Literal["revoked", "rotated"]

    @property
    def command(self) -> str:
        """The command that ends the key again. A rotated key needs a new replacement: the backup has none."""
        if self.ended_by == "revoked":
            return f"seatpreview keys revoke {self.key_id} --yes"
        return f"seatpreview keys rotate {self.key_id} --grace-period-seconds 0"


class Losses(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What the service has and the backup lacks."""

    newest_change: ChangePosition | None
    """The newest change of the service."""
    changes: dict[str, int]
    """How many changes the backup lacks, by kind of record and action."""
    revived_keys: list[RevivedKey]


class KeyEnd(NamedTuple):
    """When a key ends, in one of the two databases that are compared."""

    key_id: str
    label: str
    revoked_at: int | None
    revoke_at: int | None
    rotated_to: str | None


KEY_ENDS = "SELECT key_id, label, revoked_at, revoke_at, rotated_to FROM {keys} ORDER BY key_id"
"""Reads the members of KeyEnd. Every revision has these columns."""


def revived_keys(backup: Iterable[KeyEnd], service: Iterable[KeyEnd]) -> list[RevivedKey]:
    """Finds the keys that are valid in the backup, and that the service has ended since."""
    now = {key.key_id: key for key in service}
    return [
        RevivedKey(key_id=old.key_id, label=old.label, ended_by=ended_by)
        for old in backup
        if (ended_by := _ended_by(old, now.get(old.key_id))) is not None
    ]


def _ended_by(old: KeyEnd, new: KeyEnd | None) -> Literal["revoked", "rotated"] | None:
    if old.revoked_at is not None:
        return None
    if new is None:
        # A key that was revoked may have been deleted for good since, so that the service has no row of it.
        return "revoked" if old.revoke_at is None else None
    has_new_end = new.revoke_at is not None and new.revoke_at != old.revoke_at
    if new.revoked_at is None and not has_new_end:
        return None
    return "rotated" if new.rotated_to is not None and old.rotated_to is None else "revoked"


def newest_change(records: Path) -> ChangePosition | None:
    """Returns the newest change in a file of records; None where there is none."""
    with closing(sqlite3.connect(records)) as connection:
        row = connection.execute("SELECT n, at FROM changes ORDER BY n DESC LIMIT 1").fetchone()
    return None if row is None else ChangePosition(number=row[0], at=datetime_of(row[1]))


def find_losses(backup: Path, service: Path) -> Losses | None:
    """Compares two files of records. Returns None where they have no common history: the backup is of another
    service, or of a time that a restore has undone. Raises sqlite3.Error for a damaged file.
    """
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("ATTACH DATABASE ? AS service", (str(service),))
        connection.execute("PRAGMA query_only = ON")
        last = connection.execute("SELECT n, stamp FROM main.changes ORDER BY n DESC LIMIT 1").fetchone()
        if last is not None and not _has_change(connection, *last):
            return None
        position = 0 if last is None else last[0]
        rows = connection.execute(
            "SELECT kind || ' ' || action, count(*) FROM service.changes WHERE n > ? GROUP BY 1 ORDER BY 1",
            (position,),
        ).fetchall()
        revived = revived_keys(*(_key_ends(connection, schema) for schema in ("main", "service")))
    return Losses(newest_change=newest_change(service), changes=dict(rows), revived_keys=revived)


def _has_change(connection: sqlite3.Connection, n: int, stamp: str) -> bool:
    """Checks by its stamp that the service has this change too: numbers are used again after a restore."""
    found = connection.execute(
        "SELECT 1 FROM service.changes WHERE n = ? AND stamp = ?", (n, stamp)
    ).fetchone()
    return found is not None


def _key_ends(connection: sqlite3.Connection, schema: str) -> Iterable[KeyEnd]:
    return map(KeyEnd._make, connection.execute(KEY_ENDS.format(keys=f"{schema}.keys")))
