"""Backups of the SQLite files: a tar archive of consistent copies, taken while a service may use them."""

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
from seatpreview.cli.text_files import check_is_new
from seatpreview.clock import Clock, datetime_of
from seatpreview.database import sqlite
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.settings import Settings


def write(settings: Settings, archive: Path) -> None:
    """Writes the archive, readable for this user only. It appears complete or not at all."""
    files = DatabaseFiles(settings.data_dir)
    if not files.records.exists():
        raise CommandError(f"There is no database in {settings.data_dir}.")
    check_is_new(archive)
    try:
        with TemporaryDirectory(prefix=".seatpreview-backup-", dir=archive.parent) as folder:
            unfinished = Path(folder) / "archive.tar"
            with tarfile.open(unfinished, "x") as tar:
                for original in (files.records, files.activity):
                    copy = Path(folder) / original.name
                    sqlite.copy(original, copy)
                    tar.add(copy, original.name)
            unfinished.chmod(0o600)
            unfinished.rename(archive)
    except (OSError, sqlite3.Error) as fault:
        raise CommandError(f"{archive} cannot be written: {fault}.") from fault


def restore(settings: Settings, archive: Path) -> list[Path]:
    """Replaces the SQLite files by those of the archive.

    Returns the new paths of the files that were replaced, which are renamed and not deleted.
    """
    make_data_folder(settings)
    with TemporaryDirectory(prefix=".restore-", dir=settings.data_dir) as folder:
        unpacked = DatabaseFiles(Path(folder))
        _unpack(archive, unpacked)
        _check(replace(settings, data_dir=Path(folder)), archive, unpacked)
        return _swap(DatabaseFiles(settings.data_dir), unpacked, datetime_of(Clock().now()))


def _unpack(archive: Path, unpacked: DatabaseFiles) -> None:
    """Reads the two files by their names only, so that nothing else in an archive is written anywhere."""
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
                [verdict] = connection.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.DatabaseError as fault:
            verdict = str(fault)
        if verdict != "ok":
            raise CommandError(f"{path.name} in {archive} is damaged: {verdict}.")
    status = schema_revision.read_status(settings)
    schema_revision.check_not_newer(status)
    if status.current is None:
        raise CommandError(f"{archive} is not a backup of Seat Preview: it has none of its tables.")


def _swap(current: DatabaseFiles, restored: DatabaseFiles, at: datetime) -> list[Path]:
    for path in (current.records, current.activity):
        _check_not_in_use(path)
    replaced = [
        path.rename(path.with_name(f"{path.name}.replaced-{at:%Y%m%dT%H%M%SZ}"))
        for path in (*_with_log_files(current.records), *_with_log_files(current.activity))
        if path.exists()
    ]
    restored.records.rename(current.records)
    restored.activity.rename(current.activity)
    return replaced


def _with_log_files(path: Path) -> list[Path]:
    """A database file and SQLite's WAL files beside it. The old file's log must not be applied to the new."""
    return [path, *(path.with_name(path.name + ending) for ending in ("-wal", "-shm"))]


def _check_not_in_use(path: Path) -> None:
    """Tries to leave WAL mode, which works only while nobody else has the file open.

    The file returns to WAL mode when it is opened next.
    """
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(path, timeout=0)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.OperationalError as fault:
        raise CommandError(f"{path} is in use: stop the service first, then restore.") from fault
    except sqlite3.DatabaseError:
        return  # The file is damaged, which may well be why it is being replaced.
