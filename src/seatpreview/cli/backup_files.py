"""Backups of the SQLite files: one tar archive that holds both, each copied whole while it may be in use."""

import os
import sqlite3
import tarfile
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from seatpreview.cli import schema_revision
from seatpreview.cli.command_errors import CommandError
from seatpreview.cli.database_session import make_data_folder
from seatpreview.clock import Clock, datetime_of
from seatpreview.database import sqlite
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.settings import Settings


def write(settings: Settings, archive: Path) -> None:
    """The archive appears whole or not at all, readable for this user alone."""
    files = DatabaseFiles(settings.data_dir)
    if not files.records.exists():
        raise CommandError(f"There is no database in {settings.data_dir}.")
    if archive.exists():
        raise CommandError(f"{archive} is there already: name another file.")
    try:
        with TemporaryDirectory(prefix=".seatpreview-backup-", dir=archive.parent) as folder:
            whole = Path(folder) / "archive.tar"
            with tarfile.open(whole, "x") as tar:
                for original in (files.records, files.activity):
                    copy = Path(folder) / original.name
                    sqlite.copy(original, copy)
                    tar.add(copy, original.name)
            whole.chmod(0o600)
            whole.rename(archive)
    except (OSError, sqlite3.Error) as fault:
        raise CommandError(f"{archive} cannot be written: {fault}.") from fault


def restore(settings: Settings, archive: Path) -> list[Path]:
    """Returns what the files that were there are now called."""
    make_data_folder(settings)
    with TemporaryDirectory(prefix=".restore-", dir=settings.data_dir) as folder:
        unpacked = DatabaseFiles(Path(folder))
        _unpack(archive, unpacked)
        _check(replace(settings, data_dir=Path(folder)), archive, unpacked)
        return _swap(DatabaseFiles(settings.data_dir), unpacked, datetime_of(Clock().now()))


def _unpack(archive: Path, unpacked: DatabaseFiles) -> None:
    """By the two names alone: nothing else that an archive may hold is written anywhere."""
    try:
        with tarfile.open(archive) as tar:
            for path in (unpacked.records, unpacked.activity):
                content = tar.extractfile(path.name)
                if content is None:
                    raise KeyError(path.name)
                with content, open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
                    while chunk := content.read(1 << 20):
                        file.write(chunk)
    except KeyError as fault:
        raise CommandError(f"{archive} is not a backup of Seat Preview: {fault} is not in it.") from fault
    except (OSError, tarfile.TarError) as fault:
        raise CommandError(f"{archive} cannot be read: {fault}.") from fault


def _check(settings: Settings, archive: Path, unpacked: DatabaseFiles) -> None:
    for path in (unpacked.records, unpacked.activity):
        try:
            with closing(sqlite3.connect(path)) as connection:
                [answer] = connection.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.DatabaseError as fault:
            answer = str(fault)
        if answer != "ok":
            raise CommandError(f"{path.name} in {archive} is damaged: {answer}.")
    found = schema_revision.found_in(settings)
    schema_revision.check_not_newer(found)
    if found.current is None:
        raise CommandError(f"{archive} is not a backup of Seat Preview: it has none of its tables.")


def _swap(present: DatabaseFiles, restored: DatabaseFiles, at: datetime) -> list[Path]:
    for path in (present.records, present.activity):
        _check_unused(path)
    kept = [
        path.rename(path.with_name(f"{path.name}.replaced-{at:%Y%m%dT%H%M%SZ}"))
        for path in (*_with_logs(present.records), *_with_logs(present.activity))
        if path.exists()
    ]
    restored.records.rename(present.records)
    restored.activity.rename(present.activity)
    return kept


def _with_logs(path: Path) -> list[Path]:
    """A file and what SQLite may have left beside it: a log of the old file must not meet the new one."""
    return [path, *(path.with_name(path.name + ending) for ending in ("-wal", "-shm"))]


def _check_unused(path: Path) -> None:
    """A file can leave the WAL mode only while nobody else has it open. It comes back to it when opened."""
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(path, timeout=0)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.OperationalError as fault:
        raise CommandError(f"{path} is in use: stop the service first, then restore.") from fault
    except sqlite3.DatabaseError:
        return  # It is broken, which may well be why it is being replaced.
