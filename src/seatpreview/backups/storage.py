"""Where backups are stored: in a folder, or at a prefix of an S3-compatible bucket.

A storage holds archives that are named by their time, beside each the list of its images' objects if it was
taken with images, and `objects/`, where one copy of each object serves all backups.
"""

import fcntl
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from seatpreview.backups import archive
from seatpreview.objects.bucket_address import S3Address, read_address
from seatpreview.objects.store import Objects, bucket_of, objects_of
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import EXIT_USAGE, CommandError

ARCHIVE_NAME = re.compile(r"seatpreview-\d{8}T\d{6}Z\.tar")
OBJECT_LIST_NAME = re.compile(r"seatpreview-\d{8}T\d{6}Z\.pictures\.json\.gz")
OBJECTS = "objects"

_WORKING_FOLDER = ".seatpreview-unfinished"
_LOCK_FILE = ".seatpreview-lock"
_SCHEME = "s3://"


def archive_name(at: datetime) -> str:
    """Returns the name of the archive of a backup that was begun at this time, in UTC."""
    return f"seatpreview-{at:%Y%m%dT%H%M%SZ}.tar"


def object_list_name(archive_name: str) -> str:
    """Returns the name of the list of a backup's image objects."""
    return f"{archive_name.removesuffix('.tar')}.pictures.json.gz"


class BackupStorage(Protocol):
    """A storage for backups. Every method raises CommandError where it is unreachable, full or refuses."""

    def name_of(self, file: str) -> str:
        """Returns the full name of a file, without credentials."""
        ...

    def files(self) -> list[str]:
        """Lists the archives and the lists of objects, oldest first. Other files are left out."""
        ...

    def is_whole(self, archive_name: str) -> bool:
        """Checks, at little cost, that an archive is not cut off."""
        ...

    @contextmanager
    def working_folder(self) -> Iterator[Path]:
        """Yields an empty folder in which one backup is prepared at a time."""
        ...

    def save(self, file: Path) -> None:
        """Stores a file of the working folder under its name, whole or not at all."""
        ...

    def fetch(self, name: str, folder: Path) -> Path:
        """Returns a local path of the file. A bucket's file is downloaded into the folder."""
        ...

    def delete(self, name: str) -> None:
        """Deletes an archive or a list."""
        ...

    def objects(self) -> Objects:
        """Opens the objects that all backups share."""
        ...


class FolderStorage:
    """A folder. It has to exist, since a missing one may mean that its disk is not mounted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def name_of(self, file: str) -> str:
        """Returns the path of a file."""
        return str(self.folder.resolve() / file)

    def files(self) -> list[str]:
        """Lists regular files, and no links."""
        with _errors_as_sentences(self.folder):
            found = [entry.name for entry in os.scandir(self.folder) if entry.is_file(follow_symlinks=False)]
        return sorted(filter(_is_of_a_backup, found))

    def is_whole(self, archive_name: str) -> bool:
        """Checks the headers of the archive."""
        return archive.is_whole(self.folder / archive_name)

    @contextmanager
    def working_folder(self) -> Iterator[Path]:
        """Yields a folder on the same disk, without what a killed backup may have left there."""
        working = self.folder / _WORKING_FOLDER
        with _errors_as_sentences(self.folder), _lock(self.folder):
            shutil.rmtree(working, ignore_errors=True)
            working.mkdir(mode=0o700)
            try:
                yield working
            finally:
                shutil.rmtree(working, ignore_errors=True)

    def save(self, file: Path) -> None:
        """Moves the file to its final name."""
        with _errors_as_sentences(self.folder):
            file.rename(self.folder / file.name)
            archive.sync_folder(self.folder)

    def fetch(self, name: str, folder: Path) -> Path:
        """Returns the path of the file itself."""
        del folder
        return self.folder / name

    def delete(self, name: str) -> None:
        """Deletes a file."""
        with _errors_as_sentences(self.folder):
            (self.folder / name).unlink(missing_ok=True)

    def objects(self) -> Objects:
        """Opens the folder `objects`, as the data folder has one."""
        with _errors_as_sentences(self.folder):
            return objects_of(self.folder, "")


class BucketStorage:
    """A prefix of a bucket."""

    def __init__(self, address: S3Address) -> None:
        self._address = address
        self._bucket = bucket_of(address)

    def name_of(self, file: str) -> str:
        """Returns the address of the file, without the endpoint."""
        return _SCHEME + "/".join(part for part in (self._address.bucket, self._address.prefix, file) if part)

    def files(self) -> list[str]:
        """Lists the objects directly below the prefix."""
        with self._errors_as_sentences():
            found = [entry["path"] for entry in obstore.list_with_delimiter(self._bucket)["objects"]]
        return sorted(filter(_is_of_a_backup, found))

    def is_whole(self, archive_name: str) -> bool:
        """A bucket has an object whole or not at all."""
        del archive_name
        return True

    @contextmanager
    def working_folder(self) -> Iterator[Path]:
        """Yields a temporary folder of this machine."""
        with self._errors_as_sentences(), TemporaryDirectory(prefix="seatpreview-backup-") as folder:
            yield Path(folder)

    def save(self, file: Path) -> None:
        """Uploads the file. A large one is sent in parts, and appears after the last one."""
        with self._errors_as_sentences():
            obstore.put(self._bucket, file.name, file)

    def fetch(self, name: str, folder: Path) -> Path:
        """Downloads the file."""
        path = folder / name
        with self._errors_as_sentences(), path.open("wb") as file:
            found = obstore.get(self._bucket, name)
            archive.check_free_bytes(folder, found.meta["size"])
            for chunk in found.stream():
                file.write(bytes(chunk))
        return path

    def delete(self, name: str) -> None:
        """Deletes an object."""
        with self._errors_as_sentences():
            obstore.delete(self._bucket, name)

    def objects(self) -> Objects:
        """Opens the prefix `objects` below this one."""
        prefix = "/".join(filter(None, (self._address.prefix, OBJECTS)))
        store: S3Store = bucket_of(self._address._replace(prefix=prefix))
        return Objects(store)

    @contextmanager
    def _errors_as_sentences(self) -> Iterator[None]:
        try:
            yield
        except (BaseError, OSError) as fault:
            # The first line says what happened; the rest is the library's chain of causes.
            reason = str(fault).partition("\n")[0].rstrip(".")
            raise CommandError(f"{self.name_of('')} cannot be used: {reason}.") from fault


def open_storage(target: str, settings: Settings) -> BackupStorage:
    """Opens the storage at an address or a path. Refuses one that the service's own images are in as well:
    deleting old backups could delete them, and the other way round."""
    if not target.startswith(_SCHEME):
        folder = Path(target)
        if not folder.is_dir():
            raise CommandError(f"{folder} is not a folder: create it, or mount the disk that it is on.")
        _check_apart_from_data(folder.resolve(), settings.data_dir.resolve())
        return FolderStorage(folder)
    address = read_address(target, os.environ, "The address of the backups")
    if settings.object_store_url:
        _check_apart_from_images(address, read_address(settings.object_store_url, os.environ))
    return BucketStorage(address)


def find_backup(named: str, settings: Settings) -> tuple[BackupStorage | None, str]:
    """Finds a backup by the address or the path of its archive, or the newest whole one of a storage.

    Returns its storage, with the name of the archive in it; or None and the path of a single archive.
    """
    address, _, query = named.partition("?")
    parent, _, file = address.rpartition("/")
    if named.startswith(_SCHEME) and file.endswith(".tar"):
        return open_storage(f"{parent}?{query}" if query else parent, settings), file
    if named.startswith(_SCHEME) or Path(named).is_dir():
        storage = open_storage(named, settings)
        return storage, _newest(storage)
    path = Path(named)
    if ARCHIVE_NAME.fullmatch(path.name) and path.exists():
        return FolderStorage(path.parent), path.name
    return None, named


def _newest(storage: BackupStorage) -> str:
    for name in reversed(storage.files()):
        if ARCHIVE_NAME.fullmatch(name) and storage.is_whole(name):
            return name
    raise CommandError(f"There is no whole backup in {storage.name_of('').rstrip('/')}.")


def _is_of_a_backup(name: str) -> bool:
    return ARCHIVE_NAME.fullmatch(name) is not None or OBJECT_LIST_NAME.fullmatch(name) is not None


def _check_apart_from_data(folder: Path, data_dir: Path) -> None:
    live = data_dir / OBJECTS
    if folder == data_dir or folder.is_relative_to(live) or data_dir.is_relative_to(folder / OBJECTS):
        raise CommandError(
            f"{folder} holds the service's own data: choose another folder, best on another disk.",
            exit_code=EXIT_USAGE,
        )


def _check_apart_from_images(address: S3Address, images: S3Address) -> None:
    """Compares names of buckets alone, since two endpoints may lead to the same storage."""
    one, other = (f"{prefix}/".lstrip("/") for prefix in (address.prefix, images.prefix))
    if address.bucket == images.bucket and (one.startswith(other) or other.startswith(one)):
        raise CommandError(
            "The address of the backups is that of the service's own images, or one contains the other: "
            "use another bucket, or two prefixes side by side.",
            exit_code=EXIT_USAGE,
        )


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Refuses a second backup into the same folder while this block, or its process, lasts."""
    with open(os.open(folder / _LOCK_FILE, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as fault:
            raise CommandError(f"Another backup into {folder} is in progress.") from fault
        yield


@contextmanager
def _errors_as_sentences(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise CommandError(f"{folder} cannot be used: {fault}.") from fault
