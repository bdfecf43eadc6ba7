"""The note of the last backup: a small file in the data folder, which doctor and the metrics read.

It is in its own folder, which containers can share: the one that backs up, and those that serve. `db backup`
writes it, and so does deploy/backup-postgresql, which runs where this program may not be installed.
"""

from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from seatpreview.data_folder import first_start
from seatpreview.data_folder.note_files import read_note, write_note
from seatpreview.values.clock import MICROSECONDS, Moment, Time, datetime_of, moment_of

AGE_HOURS_MAX = 26
"""A day, and some time to take the next day's backup."""


class LastBackup(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The last backup that succeeded."""

    at: Time
    """When it was begun: later changes are not in it."""
    name: str
    """The file or object that holds it, with its folder or prefix, and without credentials."""
    held: tuple[str, ...]
    """What it holds: `records`, `activity`, `pictures`, `signing-secret`."""
    size_bytes: int
    """The size of its archive, without images."""
    verified_at: Time | None = None
    """When it was restored to a temporary folder and found complete; None if that was not done."""

    def age_seconds(self, now: Moment) -> float:
        """Returns its age, counted from its beginning. The age is negative if a clock was wrong."""
        return (now - moment_of(self.at)) / MICROSECONDS


def path_of(data_dir: Path) -> Path:
    """Returns the path of the note."""
    return data_dir / "last-backup" / "note.json"


def read(data_dir: Path) -> LastBackup | None:
    """Reads the note, in some microseconds. Returns None if it is missing or damaged."""
    return read_note(path_of(data_dir), LastBackup)


def overdue_at(data_dir: Path) -> datetime | None:
    """Returns when the next backup is overdue. Before the first one, that depends on when the service first
    started here; None if that is not known either."""
    counted_from = read(data_dir) or first_start.read(data_dir)
    return None if counted_from is None else counted_from.at + timedelta(hours=AGE_HOURS_MAX)


def note(data_dir: Path, backup: LastBackup) -> None:
    """Replaces the note atomically."""
    path = path_of(data_dir)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_note(path, backup)


def note_verified(data_dir: Path, name: str, at: Moment) -> None:
    """Notes that this backup was found complete, if it is the last one."""
    backup = read(data_dir)
    if backup is not None and backup.name == name:
        note(data_dir, msgspec.structs.replace(backup, verified_at=datetime_of(at)))
