"""Takes a backup, into a file or a storage, and deletes old ones from the storage."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from seatpreview import data_folder
from seatpreview.backups import archive, image_objects
from seatpreview.backups.archive import Reporter
from seatpreview.backups.image_objects import Copied, ObjectList, some
from seatpreview.backups.storage import ARCHIVE_NAME, BackupStorage, archive_name, object_list_name
from seatpreview.data_folder import LastBackup
from seatpreview.objects.digests import ObjectDigest
from seatpreview.objects.store import Objects, objects_of
from seatpreview.problems import Problem
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock, datetime_of
from seatpreview.values.command_error import EXIT_USAGE, CommandError


@dataclass(frozen=True, kw_only=True)
class BackupOptions:
    """What a backup holds, and how many are kept; None keeps all."""

    keep: int | None = None
    with_pictures: bool = False
    with_signing_secret: bool = False


def back_up_to_file(settings: Settings, path: Path, options: BackupOptions, reporter: Reporter) -> None:
    """Takes one backup into a new file. It appears complete or not at all."""
    if path.exists():
        raise CommandError(f"{path} already exists: choose another file name.")
    _check_signing_secret(settings, options)
    at = now()
    try:
        with TemporaryDirectory(prefix=".seatpreview-backup-", dir=path.parent) as folder:
            _write_archive(settings, path, Path(folder), at, options, reporter, lambda _records: None)
    except OSError as fault:
        raise CommandError(f"{path} cannot be written: {fault}.") from fault
    _note(settings, str(path.resolve()), path.stat().st_size, at, options, reporter)


def back_up_to_storage(
    settings: Settings, storage: BackupStorage, options: BackupOptions, reporter: Reporter
) -> str:
    """Takes one backup, named by its time, and deletes those that need not be kept. Returns its name."""
    _check_signing_secret(settings, options)
    at = now()
    name = archive_name(at)
    if name in storage.files():
        raise CommandError(f"{storage.name_of(name)} already exists: wait for a second.")
    with storage.working_folder() as working:
        (working / "copies").mkdir()
        images: set[str] = set()
        _write_archive(
            *(settings, working / name, working / "copies", at, options, reporter),
            lambda records: images.update(image_objects.images_of(records)),
        )
        size_bytes = (working / name).stat().st_size
        if options.with_pictures:
            _copy_images(settings, storage, images, working / object_list_name(name), reporter)
        # The archive is stored last: one that is there is complete.
        storage.save(working / name)
        _note(settings, storage.name_of(name), size_bytes, at, options, reporter)
        if options.keep is not None:
            _delete_old(storage, name, options, working, reporter)
    return storage.name_of(name)


def now() -> datetime:
    """Returns the time in whole seconds, as names of backups have it."""
    return datetime_of(Clock().now()).replace(microsecond=0)


def _write_archive(
    settings: Settings,
    path: Path,
    working: Path,
    at: datetime,
    options: BackupOptions,
    reporter: Reporter,
    read_records: Callable[[Path], None],
) -> None:
    with reporter.progress("Copying records") as on_progress:
        archive.write(
            settings.data_dir,
            path,
            working,
            at,
            with_signing_secret=options.with_signing_secret,
            on_progress=on_progress,
            read_records=read_records,
        )


def _copy_images(
    settings: Settings, storage: BackupStorage, images: set[str], list_file: Path, reporter: Reporter
) -> None:
    """Stores the list first. It keeps a later run from deleting objects that no other backup names. It is
    stored again with the digests of what was copied."""
    try:
        source = objects_of(settings.data_dir, settings.object_store_url)
        listed = image_objects.list_objects(images, source)
        if listed.missing:
            reporter.note(f"{len(listed.missing)} images have no objects: {listed.missing[0]}, ...")
        known = _known_digests(storage, list_file.parent)
        _save_list(storage, listed.with_digests(known), list_file)
        copied = _copy_objects(listed.objects, known, source, storage.objects(), reporter)
        _save_list(storage, listed.with_digests(known | copied.digests), list_file)
    except Problem as problem:
        raise CommandError(f"Pictures cannot be copied: {image_objects.reason_of(problem)}.") from problem


def _copy_objects(
    keys: list[str],
    known: dict[str, ObjectDigest],
    source: Objects,
    target: Objects,
    reporter: Reporter,
) -> Copied:
    """Copies what the target lacks, what it has damaged, and what was never compared."""
    noted = image_objects.noted_as_damaged(target)
    lost, damaged, _ = image_objects.check_objects(keys, known, target, doubtful=noted)
    unknown = set(keys) - known.keys() - set(lost) - set(damaged)
    wanted = [*lost, *damaged, *sorted(unknown)]
    with reporter.progress("Copying pictures") as on_progress:
        copied = image_objects.copy(wanted, source, target, known, on_progress, compared=unknown)
    repaired = sorted(set(copied.written).difference(lost))
    if repaired:
        reporter.note(f"{len(repaired)} stored copies were damaged, and were written anew: {some(repaired)}.")
    if copied.lost:
        reporter.note(
            f"{len(copied.lost)} objects were deleted while the backup was taken: {some(copied.lost)}."
        )
    if copied.damaged:
        reporter.note(
            f"{len(copied.damaged)} objects of the service are not what was backed up before, or are empty: "
            f"{some(copied.damaged)}. Look at these images, and upload them again if they are damaged."
        )
    if noted:
        image_objects.note_damaged(target, set(damaged).difference(repaired))
    return copied


def _known_digests(storage: BackupStorage, working: Path) -> dict[str, ObjectDigest]:
    """Reads the digests that the newest backup has noted. One whose list is damaged is passed over."""
    for name in reversed(storage.files()):
        if not ARCHIVE_NAME.fullmatch(name):
            with suppress(CommandError):
                return image_objects.read_list(storage.fetch(name, working)).known
    return {}


def _save_list(storage: BackupStorage, listed: ObjectList, list_file: Path) -> None:
    image_objects.write_list(listed, list_file)
    storage.save(list_file)


def _delete_old(
    storage: BackupStorage, taken: str, options: BackupOptions, working: Path, reporter: Reporter
) -> None:
    """Deletes backups that are older than the newest whole ones, and no other file.

    Where a backup has a later name than the one that was just taken, a clock was or is wrong. Nothing is
    deleted then, since names do not say which backups are the oldest.
    """
    files = storage.files()
    whole = [name for name in reversed(files) if ARCHIVE_NAME.fullmatch(name) and storage.is_whole(name)]
    if files[-1] > taken:
        reporter.note(f"Nothing was deleted: {files[-1]} has a later name than {taken}. Is the clock right?")
        return
    oldest = whole[: options.keep][-1]
    # Names are ordered by time. An archive and its list of objects have the same stem.
    for name in files:
        if _stem(name) < _stem(oldest):
            storage.delete(name)
    if options.with_pictures:
        _delete_unnamed_objects(storage, working, reporter)


def _delete_unnamed_objects(storage: BackupStorage, working: Path, reporter: Reporter) -> None:
    named: set[str] = set()
    try:
        for name in storage.files():
            if not ARCHIVE_NAME.fullmatch(name):
                named.update(image_objects.read_list(storage.fetch(name, working)).objects)
        image_objects.delete_unnamed(named, storage.objects())
    except CommandError as error:
        reporter.note(f"No pictures were deleted: {' '.join(error.sentences)}")
    except Problem as problem:
        reporter.note(f"No more pictures were deleted: {image_objects.reason_of(problem)}.")


def _stem(name: str) -> str:
    return name.partition(".")[0]


def _check_signing_secret(settings: Settings, options: BackupOptions) -> None:
    if not options.with_signing_secret:
        return
    if settings.signing_secret:
        raise CommandError(
            "--with-signing-secret is for the file in the data folder. Here the secret is a setting: "
            "keep a copy of the settings.",
            exit_code=EXIT_USAGE,
        )
    if not (settings.data_dir / archive.SIGNING_SECRET).exists():
        raise CommandError(f"There is no signing secret in {settings.data_dir} yet.")


def _note(
    settings: Settings, name: str, size_bytes: int, at: datetime, options: BackupOptions, reporter: Reporter
) -> None:
    """Leaves a note of the backup in the data folder, for `doctor` and the metrics."""
    held = ["records", "activity"]
    held += ["pictures"] if options.with_pictures else []
    held += [archive.SIGNING_SECRET] if options.with_signing_secret else []
    backup = LastBackup(at=at, name=name, held=tuple(held), size_bytes=size_bytes)
    try:
        data_folder.note_backup(settings.data_dir, backup)
    except OSError as fault:
        reporter.note(f"The backup was taken, but could not be noted for doctor and the metrics: {fault}.")
