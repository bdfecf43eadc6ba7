"""Verifies a backup: unpacks it into a temporary folder, checks it, and finds what a restore would lose."""

import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from sqlalchemy import func, select

from seatpreview import data_folder
from seatpreview.backups import archive, image_objects
from seatpreview.backups.image_objects import some
from seatpreview.backups.restore_losses import ChangePosition, Losses, find_losses, newest_change
from seatpreview.backups.storage import BackupStorage, find_backup, object_list_name
from seatpreview.database.command_session import check_not_newer, read_status
from seatpreview.database.schema import SchemaStatus
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.database.tables import ACTIVITY, metadata
from seatpreview.database.tenant_amounts import differing
from seatpreview.objects.store import Objects
from seatpreview.problems import Problem
from seatpreview.settings.settings import Settings
from seatpreview.tenants.recount import difference_in
from seatpreview.values.clock import Clock, Time
from seatpreview.values.command_error import CommandError

_FAULTS_MAX = 10


class VerifiedPictures(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The images of a backup."""

    objects: int
    lost: list[str]
    """Objects of the backup that are not in its storage any more."""
    damaged: list[str]
    """Objects whose stored copy is not what was backed up."""
    read: int
    """The number of objects that were read and compared. The sizes of all are."""
    not_there: list[str]
    """Images that had no objects when the backup was taken: VENUE_ID/IMAGE_ID."""


class Verification(msgspec.Struct, kw_only=True, rename="camel"):
    """The result of a verification: the backup is whole if there are no faults."""

    backup: str
    faults: list[str] = []
    at: Time | None = None
    """When the backup was begun; None for a backup of an earlier release."""
    revision: str | None = None
    newest_change: ChangePosition | None = None
    holds_signing_secret: bool = False
    holds_webhook_key: bool = False
    rows: dict[str, int] = {}
    """The number of rows of each table that is not empty."""
    pictures: VerifiedPictures | None = None
    """None if the backup was taken without images."""
    losses: Losses | None = None
    """What a restore would lose; None if there is no service to compare with."""
    remarks: list[str] = []


def verify(settings: Settings, named: str, *, thorough: bool = False) -> Verification:
    """Verifies a backup. Of its images, the sizes of all are checked, and the bytes of a sample, or of all.
    If it is whole, and the last one, the note of it says so from now on."""
    storage, name = find_backup(named, settings)
    full_name = str(Path(name).resolve()) if storage is None else storage.name_of(name)
    result = Verification(backup=full_name)
    with TemporaryDirectory(prefix="seatpreview-verify-") as folder:
        working, unpacked = Path(folder) / "fetched", Path(folder) / "unpacked"
        working.mkdir()
        unpacked.mkdir()
        path = Path(name) if storage is None else storage.fetch(name, working)
        manifest = archive.unpack(path, unpacked)
        result.at = None if manifest is None else manifest.at
        result.holds_signing_secret = (unpacked / archive.SIGNING_SECRET).exists()
        result.holds_webhook_key = (unpacked / archive.WEBHOOK_KEY).exists()
        _check_databases(replace(settings, data_dir=unpacked, database_url=""), result)
        if not result.faults:
            _compare(settings, DatabaseFiles(unpacked), result)
        if storage is not None and object_list_name(name) in storage.files():
            result.pictures = _check_images(storage, name, working, thorough, result)
    if not result.holds_signing_secret and not settings.signing_secret:
        result.remarks.append(
            f"The signing secret is not in it: keep a copy of {settings.data_dir / archive.SIGNING_SECRET}."
        )
    if result.rows.get("webhooks") and not result.holds_webhook_key and not settings.webhook_key:
        result.remarks.append(
            f"The key of webhooks is not in it: keep a copy of {settings.data_dir / archive.WEBHOOK_KEY}."
        )
    if not result.faults and settings.data_dir.exists():
        data_folder.note_backup_verified(settings.data_dir, full_name, Clock().now())
    return result


def integrity_faults(path: Path) -> list[str]:
    """Returns a sentence for each fault that SQLite finds in a file."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            found = [row[0] for row in connection.execute(f"PRAGMA integrity_check({_FAULTS_MAX})")]
    except sqlite3.DatabaseError as fault:
        found = [str(fault)]
    return [f"{path.name} is damaged: {verdict}." for verdict in found if verdict != "ok"]


def check_revision(settings: Settings, backup: str) -> SchemaStatus:
    """Reads the revision of unpacked files. Refuses a newer release's, and files without its tables."""
    status = read_status(settings)
    check_not_newer(status)
    if status.current is None:
        raise CommandError(f"{backup} is not a backup of Seat Preview: it has none of its tables.")
    return status


def _check_databases(settings: Settings, result: Verification) -> None:
    files = DatabaseFiles(settings.data_dir)
    for path in (files.records, files.activity):
        result.faults += integrity_faults(path)
    if result.faults:
        return
    result.revision = check_revision(settings, result.backup).current
    with closing(sqlite3.connect(files.records)) as connection:
        connection.execute(f"ATTACH DATABASE ? AS {ACTIVITY}", (str(files.activity),))
        violations = connection.execute("PRAGMA foreign_key_check").fetchmany(_FAULTS_MAX)
        result.rows = _row_counts(connection)
        result.remarks += _wrong_amounts(connection)
    result.faults += [
        f"A row of {table} refers to a row of {parent} that does not exist."
        for table, _, parent, _ in violations
    ]
    result.newest_change = newest_change(files.records)


def _row_counts(connection: sqlite3.Connection) -> dict[str, int]:
    """Counts the rows of the tables of this release. A backup of an earlier release may lack some tables."""
    counts = {}
    for table in metadata.sorted_tables:
        with suppress(sqlite3.OperationalError):
            [counts[table.fullname]] = connection.execute(
                str(select(func.count()).select_from(table))
            ).fetchone()
    return {name: count for name, count in counts.items() if count and name != "counter"}


def _wrong_amounts(connection: sqlite3.Connection) -> list[str]:
    """Says which tenants store something else than their row of amounts says. A backup of an earlier release
    has none."""
    with suppress(sqlite3.OperationalError):
        differences = [difference_in(row) for row in connection.execute(differing("sqlite"))]
        return [
            f"{difference.sentence} After a restore, `seatpreview db recount` corrects it."
            for difference in differences[:_FAULTS_MAX]
        ]
    return []


def _compare(settings: Settings, unpacked: DatabaseFiles, result: Verification) -> None:
    service = DatabaseFiles(settings.data_dir).records
    if not settings.uses_sqlite or not service.exists():
        return
    try:
        result.losses = find_losses(unpacked.records, service)
    except sqlite3.Error as fault:
        result.remarks.append(f"It cannot be compared with the service: {service}: {fault}.")
        return
    if result.losses is None:
        result.remarks.append(
            f"It cannot be compared with the service in {settings.data_dir}, which has another history: "
            "it is of another service, or of a time that a restore has undone."
        )


def _check_images(
    storage: BackupStorage, name: str, working: Path, thorough: bool, result: Verification
) -> VerifiedPictures:
    listed = image_objects.read_list(storage.fetch(object_list_name(name), working))
    total, objects = len(listed.objects), storage.objects()
    try:
        noted = image_objects.noted_as_damaged(objects)
        lost, damaged, read = image_objects.check_objects(
            listed.objects, listed.known, objects, thorough=thorough, doubtful=noted
        )
    except Problem as problem:
        result.faults.append(f"Its pictures cannot be read: {image_objects.reason_of(problem)}.")
        return VerifiedPictures(objects=total, lost=[], damaged=[], read=0, not_there=listed.missing)
    if lost:
        result.faults.append(f"{len(lost)} of its {total} objects of pictures are lost.")
    if damaged:
        result.faults.append(
            f"{len(damaged)} of its {total} objects of pictures are damaged: {some(damaged)}."
        )
        _note_damaged(objects, [*noted, *damaged], result)
    if total > len(listed.known):
        result.remarks.append(
            f"It was taken without hashes of {total - len(listed.known)} of its objects of pictures, which "
            "cannot be compared. The next backup has them."
        )
    if listed.missing:
        result.remarks.append(
            f"{len(listed.missing)} images had no objects when the backup was taken: {listed.missing[0]}, ..."
        )
    return VerifiedPictures(objects=total, lost=lost, damaged=damaged, read=read, not_there=listed.missing)


def _note_damaged(objects: Objects, damaged: list[str], result: Verification) -> None:
    """Notes the copies for the next backup. Whoever verifies may be allowed to read alone."""
    try:
        image_objects.note_damaged(objects, damaged)
    except Problem as problem:
        reason = image_objects.reason_of(problem)
        result.remarks.append(f"The damaged objects could not be noted for the next backup: {reason}.")
        return
    result.remarks.append(
        "The next `seatpreview db backup --with-pictures` writes damaged objects anew, from the service."
    )
