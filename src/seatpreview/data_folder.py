"""The data folder: created, locked, checked for what it lacks, and the notes that processes leave in it."""

import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

import msgspec

from seatpreview.database.service_lock import FILE_NAME, FolderInUse, service_lock
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.results import encode
from seatpreview.settings.settings import Settings, variable
from seatpreview.values.clock import MICROSECONDS, Moment, Time, datetime_of, moment_of
from seatpreview.values.command_error import CommandError

BACKUP_AGE_HOURS_MAX = 26
"""A day, and some time to take the next day's backup."""
FIRST_START_FILE = "first-start.json"
SERVICE_NOTE_FILE = "running-service.json"
NOTE_BYTES_MAX = 10_000
"""Larger files are ignored: they cannot be a note of this service."""

T = TypeVar("T")


def make_data_folder(settings: Settings) -> None:
    """Creates the data folder where it is missing, with access for this user only."""
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)


@contextmanager
def data_folder_lock(settings: Settings) -> Iterator[None]:
    """Keeps a second service, and a restore, out of a data folder with SQLite files. Raises CommandError
    where another process holds the lock. Services on PostgreSQL may share a folder."""
    if not settings.uses_sqlite:
        yield
        return
    folder = settings.data_dir.absolute()
    with ExitStack() as stack:
        try:
            stack.enter_context(service_lock(folder))
        except FolderInUse as fault:
            raise CommandError(
                f"The data folder {folder} is in use by {fault}: a service or a restore. SQLite takes only "
                "one at a time.",
                f"Stop that one first, or name another folder with --data-dir or {variable('data_dir')}.",
            ) from fault
        except OSError as fault:
            raise CommandError(f"{folder / FILE_NAME} cannot be opened: {fault.strerror}.") from fault
        yield


def check_service_exists(settings: Settings) -> None:
    """Refuses a data folder that no service has used: a misspelt name, or a wrong working folder.

    Only commands that are meant to begin a service may create one: others would report an empty one.
    """
    missing = missing_part(settings)
    if missing is not None:
        raise CommandError(missing, how_to_name_the_folder(settings))


def missing_part(settings: Settings) -> str | None:
    """Says in a sentence what the data folder lacks. Returns None where it is complete, or where it is not
    needed, because the settings say where records, images and the signing secret are."""
    folder = settings.data_dir.absolute()
    if settings.database_url and settings.signing_secret and settings.object_store_url:
        return None
    if not os.path.isdir(folder):
        return f"There is no data folder {folder}."
    if not os.access(folder, os.R_OK | os.X_OK):
        return None  # What is missing cannot be seen. Opening the files says why they cannot be read.
    if settings.uses_sqlite and not os.path.exists(DatabaseFiles(folder).records):
        return f"The data folder {folder} has no database."
    return None


def lost_activity(folder: Path) -> str | None:
    """Says in a sentence that the file of activity is missing beside the records. Returns None where it is
    there."""
    files = DatabaseFiles(folder)
    if not files.records.exists() or files.activity.exists():
        return None
    return (
        f"{files.activity} is missing: a new one begins, without the events, the deliveries of webhooks and "
        "the uses of keys that it held. To have them back, stop the service, and put the file in the place "
        "of the new one."
    )


def how_to_name_the_folder(settings: Settings) -> str:
    """Says how to tell a command where the service's data folder is."""
    given = f"Give the folder of the service with --data-dir or {variable('data_dir')}"
    if settings.uses_sqlite:
        return f"{given}. `seatpreview serve` begins a new service."
    return f"{given}, or set {variable('signing_secret')} and {variable('object_store_url')}."


# The note of the last backup: a small file in the data folder, which doctor and the metrics read.
#
# It is in its own folder, which containers can share: the one that backs up, and those that serve. `db
# backup` writes it, and so does deploy/backup-postgresql, which runs where this program may not be installed.


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


def path_of_last_backup(data_dir: Path) -> Path:
    """Returns the path of the note."""
    return data_dir / "last-backup" / "note.json"


def read_last_backup(data_dir: Path) -> LastBackup | None:
    """Reads the note, in some microseconds. Returns None if it is missing or damaged."""
    return read_note(path_of_last_backup(data_dir), LastBackup)


def backup_overdue_at(data_dir: Path) -> datetime | None:
    """Returns when the next backup is overdue. Before the first one, that depends on when the service first
    started here; None if that is not known either."""
    counted_from = read_last_backup(data_dir) or read_first_start(data_dir)
    return None if counted_from is None else counted_from.at + timedelta(hours=BACKUP_AGE_HOURS_MAX)


def note_backup(data_dir: Path, backup: LastBackup) -> None:
    """Replaces the note atomically."""
    path = path_of_last_backup(data_dir)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_note(path, backup)


def note_backup_verified(data_dir: Path, name: str, at: Moment) -> None:
    """Notes that this backup was found complete, if it is the last one."""
    backup = read_last_backup(data_dir)
    if backup is not None and backup.name == name:
        note_backup(data_dir, msgspec.structs.replace(backup, verified_at=datetime_of(at)))


class FirstStart(msgspec.Struct, frozen=True, kw_only=True):
    """The first start."""

    at: Time


def read_first_start(data_dir: Path) -> FirstStart | None:
    """Reads the note. Returns None if it is missing or damaged."""
    return read_note(data_dir / FIRST_START_FILE, FirstStart)


def note_start(data_dir: Path, at: Moment) -> None:
    """Notes a start, if it is the first. Where nothing can be written, the next start counts."""
    if read_first_start(data_dir) is None:
        with suppress(OSError):
            write_note(data_dir / FIRST_START_FILE, FirstStart(at=datetime_of(at)))


# The note of a running service: a small file in the data folder, by which commands find its address.
#
# A killed service leaves its note behind, so a reader has to ask whether that service still runs.


class ServiceNote(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The address and the process of a service."""

    address: str
    """Scheme, host and port by which clients reach it."""
    host: str
    port: int
    """The port that it listens on. Clients may reach it through a proxy with another address."""
    pid: int
    metrics: str | None = None
    """The address of its metrics. None if it has no listener for them."""


def read_service_note(data_dir: Path) -> ServiceNote | None:
    """Reads the note. Returns None if it is missing or damaged."""
    return read_note(data_dir / SERVICE_NOTE_FILE, ServiceNote)


@contextmanager
def service_noted(data_dir: Path, note: ServiceNote) -> Iterator[None]:
    """Keeps the note while the service runs. Where it cannot be written, the service runs all the same, and
    commands use their own settings."""
    with suppress(OSError):
        write_note(data_dir / SERVICE_NOTE_FILE, note)
    try:
        yield
    finally:
        # Services on PostgreSQL may share a folder, and by now the note may belong to another one.
        if read_service_note(data_dir) == note:
            with suppress(OSError):
                (data_dir / SERVICE_NOTE_FILE).unlink()


def read_note(path: Path, type_: type[T]) -> T | None:
    """Reads a note, in some microseconds. Returns None if it is missing or damaged."""
    try:
        with path.open("rb") as file:
            text = file.read(NOTE_BYTES_MAX + 1)
        return msgspec.json.decode(text, type=type_)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def write_note(path: Path, note: msgspec.Struct) -> None:
    """Replaces a note atomically. Only the user of the service may read it."""
    new_file = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with open(os.open(new_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(encode(note))
        new_file.replace(path)
    finally:
        new_file.unlink(missing_ok=True)
