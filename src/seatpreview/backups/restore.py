"""Restores a backup: replaces the SQLite files, and finds the keys that become valid again."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from seatpreview import encryption
from seatpreview.backups import archive, image_objects, verification
from seatpreview.backups.archive import Reporter
from seatpreview.backups.image_objects import some
from seatpreview.backups.restore_losses import ChangePosition, Losses, find_losses, newest_change
from seatpreview.backups.storage import BackupStorage, find_backup, object_list_name
from seatpreview.data_folder import make_data_folder
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.objects.store import objects_of
from seatpreview.problems import Problem
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock, datetime_of
from seatpreview.values.command_error import CommandError


class Restored(msgspec.Struct, frozen=True, kw_only=True):
    """What a restore has done."""

    backup: str
    replaced: list[Path]
    """The files that were replaced, under their new names."""
    newest_change: ChangePosition | None
    """The newest change of the restored records."""
    losses: Losses | None
    """What the replaced records had and the restored ones lack; None where they cannot be compared."""
    wrote_signing_secret: bool
    added_webhook_key: bool


def restore(settings: Settings, named: str, reporter: Reporter, *, thorough: bool = False) -> Restored:
    """Checks a backup, and replaces the SQLite files by its files. The replaced files are renamed and kept.
    Images of the backup are copied where they are missing or damaged: the sizes of all are checked, and the
    bytes of a sample, or of all."""
    storage, name = find_backup(named, settings)
    make_data_folder(settings)
    with TemporaryDirectory(prefix=".restore-", dir=settings.data_dir) as folder:
        unpacked = DatabaseFiles(Path(folder))
        path = Path(name) if storage is None else storage.fetch(name, Path(folder))
        archive.unpack(path, Path(folder))
        _check(replace(settings, data_dir=Path(folder)), path, unpacked)
        current = DatabaseFiles(settings.data_dir)
        for file in (current.records, current.activity):
            _check_not_in_use(file)
        if storage is not None and object_list_name(name) in storage.files():
            _copy_images(settings, storage, name, Path(folder), thorough, reporter)
        losses = _losses(unpacked, current)
        return Restored(
            backup=named if storage is None else storage.name_of(name),
            newest_change=newest_change(unpacked.records),
            losses=losses,
            wrote_signing_secret=_keep_signing_secret(settings, Path(folder)),
            added_webhook_key=_add_webhook_key(settings, Path(folder)),
            replaced=_swap(current, unpacked, datetime_of(Clock().now())),
        )


def _check(settings: Settings, path: Path, unpacked: DatabaseFiles) -> None:
    for file in (unpacked.records, unpacked.activity):
        faults = verification.integrity_faults(file)
        if faults:
            raise CommandError(f"{path} cannot be restored: {faults[0]}")
    verification.check_revision(settings, str(path))


def _losses(unpacked: DatabaseFiles, current: DatabaseFiles) -> Losses | None:
    """Compares with the records that are replaced. Those may be damaged: it may be why they are replaced."""
    try:
        return find_losses(unpacked.records, current.records) if current.records.exists() else None
    except sqlite3.Error:
        return None


def _copy_images(
    settings: Settings, storage: BackupStorage, name: str, folder: Path, thorough: bool, reporter: Reporter
) -> None:
    """Copies the images that the service lacks or has damaged. A damaged copy is not restored: an image that
    is missing is noticed, and one with other pixels is shown to buyers."""
    try:
        listed = image_objects.read_list(storage.fetch(object_list_name(name), folder))
        target = objects_of(settings.data_dir, settings.object_store_url)
        checked = image_objects.check_objects(listed.objects, listed.known, target, thorough=thorough)
        wanted = [*checked.lost, *checked.damaged]
        with reporter.progress("Copying pictures") as on_progress:
            copied = image_objects.copy(wanted, storage.objects(), target, listed.known, on_progress)
    except Problem as problem:
        raise CommandError(f"Pictures cannot be copied: {image_objects.reason_of(problem)}.") from problem
    if copied.lost:
        lost = some(copied.lost)
        reporter.note(f"{len(copied.lost)} objects of pictures are neither here nor in the backup: {lost}.")
    if copied.damaged:
        reporter.note(
            f"{len(copied.damaged)} objects of pictures are damaged in the backup, and were not restored: "
            f"{some(copied.damaged)}. `seatpreview doctor` names images that lack some: upload them again."
        )


def _keep_signing_secret(settings: Settings, folder: Path) -> bool:
    """Takes the backup's signing secret where the service has none. An existing one is as new, or newer."""
    restored, current = folder / archive.SIGNING_SECRET, settings.data_dir / archive.SIGNING_SECRET
    if current.exists() or not restored.exists():
        return False
    shutil.move(restored, current)
    return True


def _add_webhook_key(settings: Settings, folder: Path) -> bool:
    """Adds the backup's key of webhooks to those that the service has: the restored secrets need it. The one
    that encrypts stays the same."""
    restored = folder / archive.WEBHOOK_KEY
    if not restored.exists():
        return False
    encryption.add_keys(settings.data_dir / archive.WEBHOOK_KEY, encryption.read_file(restored))
    return True


def _swap(current: DatabaseFiles, restored: DatabaseFiles, at: datetime) -> list[Path]:
    replaced = [
        path.rename(path.with_name(f"{path.name}.replaced-{at:%Y%m%dT%H%M%SZ}"))
        for path in (*_with_log_files(current.records), *_with_log_files(current.activity))
        if path.exists()
    ]
    restored.records.rename(current.records)
    restored.activity.rename(current.activity)
    return replaced


def _with_log_files(path: Path) -> list[Path]:
    """Returns a database file and its WAL files. The old file's log must not be applied to the new file."""
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
        return  # The file is damaged, which may be why it is being replaced.
