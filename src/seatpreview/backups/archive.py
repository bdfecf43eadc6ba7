"""The archive of a backup: a tar file of consistent copies of the SQLite files, taken while a service runs.

Its last member lists the others with their hashes, because SQLite's own check finds a broken structure, but
not a changed letter in a name.
"""

import hashlib
import importlib.metadata
import os
import shutil
import sqlite3
import tarfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Protocol

import msgspec

from seatpreview import encryption, signing
from seatpreview.database import sqlite_copy
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.results import encode
from seatpreview.values.clock import Time
from seatpreview.values.command_error import CommandError

MANIFEST = "backup.json"
SIGNING_SECRET = signing.FILE_NAME
WEBHOOK_KEY = encryption.FILE_NAME
MEMBERS_MAX = 10
"""Archives with more members are refused, so that a hostile one cannot fill the memory."""
MANIFEST_BYTES_MAX = 100_000

_COMPRESSED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")
_CHUNK_BYTES = 1 << 20
OnProgress = Callable[[int, int], None]
"""Is called with how much is done, and of how much."""


class Reporter(Protocol):
    """Shows remarks and progress. The command line hands in its module `display`."""

    def note(self, sentence: str) -> None:
        """Shows a remark that is not part of the result."""
        ...

    def progress(self, description: str) -> AbstractContextManager[OnProgress]:
        """Shows a progress bar within the block, which the yielded function moves."""
        ...


class MemberDigest(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The size and the hash of a member of an archive."""

    size_bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The list in an archive: when the backup was begun, by which release, and its members."""

    at: Time
    release: str
    members: dict[str, MemberDigest]


def write(
    data_dir: Path,
    archive: Path,
    working_folder: Path,
    at: datetime,
    *,
    with_signing_secret: bool,
    on_progress: OnProgress,
    read_records: Callable[[Path], None],
) -> Manifest:
    """Writes an archive that only this user can read. The working folder holds one copy at a time, and has to
    be on the disk of the archive. `read_records` gets the path of the copied records before it is deleted."""
    files = DatabaseFiles(data_dir)
    if not files.records.exists():
        raise CommandError(f"There is no database in {data_dir}.")
    unfinished = working_folder / "archive.tar"
    with _errors_as_sentences(archive), open(_new_file(unfinished), "wb") as file:
        _check_space(working_folder, files)
        members = {}
        with tarfile.open(fileobj=file, mode="w") as tar:
            for original in (files.records, files.activity):
                copy = working_folder / original.name
                sqlite_copy.copy(
                    original, copy, lambda remaining, total: on_progress(total - remaining, total)
                )
                members[original.name] = _add(tar, copy)
                if original == files.records:
                    read_records(copy)
                copy.unlink()
            if with_signing_secret:
                for name in (SIGNING_SECRET, WEBHOOK_KEY):
                    if (data_dir / name).exists():
                        members[name] = _add(tar, data_dir / name)
            manifest = Manifest(at=at, release=importlib.metadata.version("seatpreview"), members=members)
            (working_folder / MANIFEST).write_bytes(encode(manifest))
            _add(tar, working_folder / MANIFEST)
        file.flush()
        os.fsync(file.fileno())
        unfinished.rename(archive)
        sync_folder(archive.parent)
    return manifest


def is_whole(archive: Path) -> bool:
    """Checks with a few reads, by the headers alone, that the archive is not cut off."""
    try:
        with tarfile.open(archive, "r:") as tar:
            members = _members(tar)
        ends = [member.offset_data + member.size for member in members.values()]
        names = DatabaseFiles(Path())
        return {names.records.name, names.activity.name} <= set(members) and max(
            ends
        ) <= archive.stat().st_size
    except (OSError, tarfile.TarError):
        return False


def unpack(archive: Path, folder: Path) -> Manifest | None:
    """Unpacks an archive into a folder, and compares its members with its list. Returns the list, or None for
    an archive of an earlier release, which has none.

    Members are chosen by name, so that nothing else in an archive is written anywhere. Nothing is written
    unless all of it fits on the disk.
    """
    names = DatabaseFiles(Path())
    required = [names.records.name, names.activity.name]
    try:
        _check_not_compressed(archive)
        with tarfile.open(archive, "r:") as tar:
            members = _members(tar)
            missing = [name for name in required if name not in members]
            if missing:
                raise CommandError(f"{archive} is not a backup of Seat Preview: '{missing[0]}' is not in it.")
            manifest = _read_manifest(tar, members.get(MANIFEST))
            wanted = [name for name in (*required, SIGNING_SECRET, WEBHOOK_KEY) if name in members]
            check_free_bytes(folder, sum(members[name].size for name in wanted))
            for name in wanted:
                digest = _extract(tar, members[name], folder / name)
                if manifest is not None and manifest.members.get(name) != digest:
                    raise CommandError(f"{name} in {archive} is damaged: it is not what was backed up.")
    except (OSError, tarfile.TarError, msgspec.MsgspecError) as fault:
        raise CommandError(f"{archive} cannot be read: {fault}.") from fault
    return manifest


def check_free_bytes(folder: Path, needed: int) -> None:
    """Raises CommandError where the disk of this folder has fewer free bytes."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise CommandError(
            f"The disk of {folder} is too full: {needed / 1e6:.1f} MB are needed, "
            f"and {free / 1e6:.1f} MB are free."
        )


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _check_space(folder: Path, files: DatabaseFiles) -> None:
    """Checks that there is room for the archive, and for a copy of one file beside it."""
    sizes = [
        sum(part.stat().st_size for part in (path, path.with_name(f"{path.name}-wal")) if part.exists())
        for path in (files.records, files.activity)
    ]
    check_free_bytes(folder, sum(sizes) + max(sizes))


def _add(tar: tarfile.TarFile, path: Path) -> MemberDigest:
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        file.seek(0)
        entry = tar.gettarinfo(arcname=path.name, fileobj=file)
        # The archive does not say which user made it.
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        tar.addfile(entry, file)
    return MemberDigest(size_bytes=entry.size, sha256=sha256)


def _members(tar: tarfile.TarFile) -> dict[str, tarfile.TarInfo]:
    members: dict[str, tarfile.TarInfo] = {}
    for member in tar:
        # A sparse member is larger than what the archive holds of it.
        is_plain = member.isreg() and not member.issparse() and member.name not in members
        if not is_plain or len(members) == MEMBERS_MAX:
            raise tarfile.ReadError("it has members that no backup has")
        members[member.name] = member
    return members


def _read_manifest(tar: tarfile.TarFile, member: tarfile.TarInfo | None) -> Manifest | None:
    if member is None:
        return None
    if member.size > MANIFEST_BYTES_MAX:
        raise tarfile.ReadError("its list is too large")
    return msgspec.json.decode(b"".join(_chunks(tar, member)), type=Manifest)


def _extract(tar: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> MemberDigest:
    sha256 = hashlib.sha256()
    with open(_new_file(path), "wb") as file:
        for chunk in _chunks(tar, member):
            sha256.update(chunk)
            file.write(chunk)
    return MemberDigest(size_bytes=member.size, sha256=sha256.hexdigest())


def _chunks(tar: tarfile.TarFile, member: tarfile.TarInfo) -> Iterator[bytes]:
    content: IO[bytes] | None = tar.extractfile(member)
    if content is None:
        raise tarfile.ReadError(f"{member.name} is not a file")
    read_bytes = 0
    with content:
        while chunk := content.read(_CHUNK_BYTES):
            read_bytes += len(chunk)
            yield chunk
    if read_bytes < member.size:
        raise tarfile.ReadError(f"it ends in the middle of {member.name}")


def _check_not_compressed(archive: Path) -> None:
    """Refuses a compressed file, which could hold more than any disk. It is looked at first, since its bytes
    can look like the header of an empty archive."""
    with archive.open("rb") as file:
        if file.read(5).startswith(_COMPRESSED):
            raise tarfile.ReadError("it is compressed, so unpack it first")


def _new_file(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)


@contextmanager
def _errors_as_sentences(archive: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as fault:
        raise CommandError(f"{archive} cannot be written: {fault}.") from fault
