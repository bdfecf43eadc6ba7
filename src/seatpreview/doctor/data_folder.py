"""Checks of the data folder: who can read it, its secret, the disks it is on, and its last backup."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from math import inf
from pathlib import Path

from sqlalchemy import select

from seatpreview.data_folder import (
    BACKUP_AGE_HOURS_MAX,
    how_to_name_the_folder,
    missing_part,
    read_last_backup,
)
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.database.tables import keys, tenants
from seatpreview.doctor.finding import Finding, fail, ok, size_text, warn
from seatpreview.keys.usage import signing_secrets_since
from seatpreview.settings.settings import Settings, variable
from seatpreview.signing import FILE_NAME, RETIRED_SECRET_SECONDS, signing_of
from seatpreview.values.clock import MICROSECONDS, Clock, Moment, datetime_of
from seatpreview.values.command_error import CommandError

_SIGNING = "signing secret"
_PERMISSIONS_OF_OTHERS = 0o007
_PERMISSIONS_OF_GROUP_AND_OTHERS = 0o077
_MAY_BE_OPEN = ("last-backup", "uploads")
"""Folders that hold no secret: backups of another user are noted in the first one, and each file in the
second one is for this user only."""
FREE_BYTES_MIN = 100_000_000
"""Two uploads of the largest size. With less, writes fail soon, if not already."""
FILES_MIN = 100
"""About as many files as an image has with its tiles."""
FREE_BYTES_ENOUGH = 1_000_000_000
"""With less, the operator is warned while there is still time."""


def check(settings: Settings) -> Iterator[Finding]:
    """Checks that the folder of a service exists, and that no other user can read what is in it."""
    folder = settings.data_dir
    if folder.exists() and _is_mounted_read_only(folder):
        detail = f"The disk of {folder} is mounted read-only."
        remedy = (
            "Find out why (`dmesg`): Linux mounts a disk so after a fault. Then mount it for writing again."
        )
        yield fail("data folder", detail, remedy)
        return
    if folder.exists() and (not folder.is_dir() or not os.access(folder, os.R_OK | os.W_OK | os.X_OK)):
        detail = f"{folder} is not a folder that this user can read and write."
        yield fail("data folder", detail, f"Run this as the user of the service, or `chown` {folder} to it.")
        return
    yield from _check_owner(folder)
    missing = missing_part(settings)
    if missing is not None:
        yield fail("data folder", missing, how_to_name_the_folder(settings))
    if not folder.exists():
        return
    open_paths = [
        path
        for path in folder.iterdir()
        if path.name not in _MAY_BE_OPEN and _mode(path) & _PERMISSIONS_OF_GROUP_AND_OTHERS
    ]
    if _mode(folder) & _PERMISSIONS_OF_OTHERS:
        yield warn("data folder", f"Every user can enter {folder}.", f"Run `chmod 700 {folder}`.")
    for path in sorted(open_paths):
        yield warn("data folder", f"Other users can read {path}.", f"Run `chmod go= {path}`.")
    if missing is None and not open_paths and not _mode(folder) & _PERMISSIONS_OF_OTHERS:
        yield ok("data folder", f"{folder} is for this user only.")


def _check_owner(folder: Path) -> Iterator[Finding]:
    """Warns of files and folders of images that belong to several users, as after a copy by root. The folder
    itself may be root's, as volumes of containers are."""
    if not folder.exists():
        return
    files = sorted(path for path in folder.iterdir() if path.is_file())
    folders = (Path(where) for where, _, _ in os.walk(folder / "objects"))
    first: tuple[Path, int] | None = None
    for path in (*files, *folders):
        owner = _owner(path)
        if owner is None:
            continue
        first = first or (path, owner)
        if owner != first[1]:
            detail = f"{path} belongs to user {owner}, and {first[0]} to user {first[1]}."
            remedy = f"Give all of them to the user of the service: `chown -R USER {folder}`."
            yield warn("data folder", detail, remedy)
            return


def _owner(path: Path) -> int | None:
    """Returns the user that a file belongs to; None where it is gone."""
    try:
        return path.lstat().st_uid
    except FileNotFoundError:
        return None


def _is_mounted_read_only(folder: Path) -> bool:
    return sys.platform != "win32" and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


async def check_signing_use(database: Database, settings: Settings) -> list[Finding]:
    """Finds a signing secret that is gone or was replaced: the database has the ids of those that signed."""
    now = Clock().now()
    since = Moment(now - RETIRED_SECRET_SECONDS * MICROSECONDS)
    used = await database.read(signing_secrets_since, since)
    path = settings.data_dir / FILE_NAME
    if not settings.signing_secret and not path.exists():
        if not used:
            return []
        detail = (
            f"The signing secret {path} is gone. The next start makes a new one, and refuses every session, "
            "image address, cursor and link of before."
        )
        return [fail(_SIGNING, detail, f"Put {path} back from a backup before you start the service again.")]
    try:
        signing = signing_of(settings.data_dir, settings.signing_secret, settings.link_secrets)
    except CommandError:
        return []  # `check_signing` reports it.
    refused = [at for secret_id, at in used if not signing.accepts(secret_id)]
    if not refused:
        return [ok(_SIGNING, "The service has the secrets that signed what is still valid.")]
    last, ends = (
        f"{datetime_of(Moment(at)):%Y-%m-%d %H:%M} UTC"
        for at in (refused[0], refused[0] + RETIRED_SECRET_SECONDS * MICROSECONDS)
    )
    where = variable("signing_secret") if settings.signing_secret else str(path)
    detail = (
        f"The service signed with another secret until {last}, which {where} does not have: sessions, image "
        "addresses, cursors and links that it signed are refused here."
    )
    remedy = (
        f"If {where} was replaced or differs from that of another machine, set it to what it was. If the "
        f"secret was forgotten on purpose, do nothing: this warning ends at {ends}."
    )
    return [warn(_SIGNING, detail, remedy)]


def check_signing(settings: Settings) -> Iterator[Finding]:
    """Finds a damaged signing secret, and warns where each machine of a cluster would sign with a secret of
    its own."""
    if not settings.signing_secret and (settings.data_dir / FILE_NAME).exists():
        try:
            signing_of(settings.data_dir, "")
        except CommandError as fault:
            detail, remedy = fault.sentences
            yield fail(_SIGNING, detail, remedy)
    if settings.database_url and not settings.signing_secret:
        detail = (
            f"The signing secret is in {settings.data_dir}, so other machines refuse the sessions and image "
            "addresses that this one signs."
        )
        yield warn(_SIGNING, detail, f"Set {variable('signing_secret')} on all of them.")


def _mode(path: Path) -> int:
    """Returns the permissions of a file; 0 where it is gone, as SQLite's logs may be while a service runs."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return 0


def check_disks(settings: Settings) -> Iterator[Finding]:
    """Checks each disk once, even if several of the folders are on it."""
    seen: dict[int, str] = {}
    for purpose, folder in _written_folders(settings):
        device = folder.stat().st_dev
        if device not in seen:
            seen[device] = purpose
            yield _check_disk(purpose, folder, _bytes_needed(settings, purpose))


def _written_folders(settings: Settings) -> Iterator[tuple[str, Path]]:
    """Yields the folders that are written to, with what they are for."""
    candidates = {
        "the data folder": settings.data_dir,
        "the images": settings.data_dir / "objects",
        "temporary files": Path(tempfile.gettempdir()),
    }
    yield from ((purpose, folder) for purpose, folder in candidates.items() if os.path.isdir(folder))


def _bytes_needed(settings: Settings, purpose: str) -> int:
    """Returns the bytes that upgrades and backups need beside the SQLite files, which they copy."""
    files = DatabaseFiles(settings.data_dir)
    if purpose != "the data folder" or not settings.uses_sqlite:
        return 0
    return sum(os.path.getsize(path) for path in (files.records, files.activity) if os.path.exists(path))


def _check_disk(purpose: str, folder: Path, needed: int) -> Finding:
    files = _files_left(folder)
    if files < FILES_MIN:
        return fail(
            "disk space",
            f"The disk of {purpose} ({folder}) can hold {files} more files, however large it is. Uploads are "
            "refused, or soon will be.",
            "Delete files on it that nobody needs, or make a file system with more inodes.",
        )
    free = shutil.disk_usage(folder).free
    detail = f"The disk of {purpose} ({folder}) has {size_text(free)} left."
    if free < FREE_BYTES_MIN:
        return fail(
            "disk space",
            f"{detail} Changes, events and uploads are refused, or soon will be; reads go on.",
            "Make room on it, or enlarge it. The service goes on by itself.",
        )
    if free < FREE_BYTES_ENOUGH:
        return warn("disk space", detail, "Make room on it, or enlarge it.")
    if free < needed:
        return warn(
            "disk space",
            f"{detail} An upgrade copies the database, which has {size_text(needed)}.",
            "Make room on it before the next upgrade, or enlarge it.",
        )
    return ok("disk space", detail)


def _files_left(folder: Path) -> float:
    """Returns how many files a disk can still hold, where it has a limit."""
    if sys.platform == "win32":
        return inf
    disk = os.statvfs(folder)
    return disk.f_favail if disk.f_files else inf


async def check_last_backup(database: Database, settings: Settings) -> Finding:
    """Warns where a service with records has no backup, or an old one."""
    if settings.backups_elsewhere:
        return ok("backup", f"Backups are taken elsewhere ({variable('backups_elsewhere')}).")
    backup = read_last_backup(settings.data_dir)
    remedy = (
        "Run `seatpreview db backup FILE`, and let a timer do so every hour."
        if settings.uses_sqlite
        else "Let a timer run deploy/backup-postgresql. If something else makes backups, such as the "
        f"provider of the database, restore one for a trial and set {variable('backups_elsewhere')}=true."
    )
    if backup is None:
        if not await database.read(_has_records):
            return ok("backup", "There is nothing to back up yet.")
        return warn("backup", f"No backup is noted in {settings.data_dir}.", remedy)
    hours = backup.age_seconds(Clock().now()) / 3600
    detail = f"The last backup is {backup.name}, of {backup.at:%Y-%m-%d %H:%M} UTC"
    if hours > BACKUP_AGE_HOURS_MAX:
        detail += f", {hours:.0f} hours ago. No backup has the changes since then."
        return warn("backup", detail, remedy)
    tried = (
        "was not tried out yet" if backup.verified_at is None else "was restored for a trial, and is whole"
    )
    return ok("backup", f"{detail}. It {tried}.")


async def _has_records(connection: Connection) -> bool:
    found = [await connection.scalar(select(table.c[0]).limit(1)) for table in (tenants, keys)]
    return any(id is not None for id in found)
