"""What a restore would lose: the records of a backup, compared with those of the service."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

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
        revived = [
            RevivedKey(key_id=key_id, label=label, ended_by="rotated" if was_rotated else "revoked")
            for key_id, label, was_rotated in connection.execute(_REVIVED_KEYS)
        ]
    return Losses(newest_change=newest_change(service), changes=dict(rows), revived_keys=revived)


def _has_change(connection: sqlite3.Connection, n: int, stamp: str) -> bool:
    """Checks by its stamp that the service has this change too: numbers are used again after a restore."""
    found = connection.execute(
        "SELECT 1 FROM service.changes WHERE n = ? AND stamp = ?", (n, stamp)
    ).fetchone()
    return found is not None


# A key that was revoked may have been deleted for good since, so that the service has no row of it.
_REVIVED_KEYS = """
    SELECT old.key_id, old.label, new.rotated_to IS NOT NULL AND old.rotated_to IS NULL
    FROM main.keys AS old LEFT JOIN service.keys AS new USING (key_id)
    WHERE old.revoked_at IS NULL
      AND (new.key_id IS NULL AND old.revoke_at IS NULL
        OR new.revoked_at IS NOT NULL
        OR new.revoke_at IS NOT NULL AND new.revoke_at IS NOT old.revoke_at)
    ORDER BY old.key_id
"""
