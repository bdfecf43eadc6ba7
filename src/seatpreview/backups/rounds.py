"""Takes backups: one, or one after the other, of which the newest are kept."""

import select
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import typer
from rich.progress import Progress, TaskID

from seatpreview.backups import archive, pictures
from seatpreview.backups.places import ARCHIVE_NAME, BackupPlace, archive_name, pictures_name
from seatpreview.cli import display
from seatpreview.cli.command_errors import EXIT_USAGE, CommandError
from seatpreview.cli.text_files import check_is_new
from seatpreview.data_folder import last_backup
from seatpreview.data_folder.last_backup import LastBackup
from seatpreview.objects.store import objects_of
from seatpreview.problems import Problem
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock, datetime_of


@dataclass(frozen=True, kw_only=True)
class BackupOptions:
    """What a backup holds, and how many are kept; None for all."""

    keep: int | None = None
    with_pictures: bool = False
    with_signing_secret: bool = False


def back_up_to_file(settings: Settings, path: Path, options: BackupOptions) -> None:
    """Takes one backup into a new file. It appears complete or not at all."""
    check_is_new(path)
    _check_signing_secret(settings, options)
    try:
        with TemporaryDirectory(prefix=".seatpreview-backup-", dir=path.parent) as folder:
            at = _now()
            _write_archive(settings, path, Path(folder), at, options, lambda _records: None)
    except OSError as fault:
        raise CommandError(f"{path} cannot be written: {fault}.") from fault
    _note(settings, str(path.resolve()), path.stat().st_size, at, options)


def back_up_to_place(settings: Settings, place: BackupPlace, options: BackupOptions) -> str:
    """Takes one backup, named by its time, and deletes those that need not be kept. Returns its name."""
    _check_signing_secret(settings, options)
    at = _now()
    name = archive_name(at)
    if name in place.files():
        raise CommandError(f"{place.name_of(name)} already exists: wait for a second.")
    with place.working_folder() as working:
        (working / "copies").mkdir()
        images: set[str] = set()
        _write_archive(
            *(settings, working / name, working / "copies", at, options),
            lambda records: images.update(pictures.images_of(records)),
        )
        size_bytes = (working / name).stat().st_size
        if options.with_pictures:
            _copy_pictures(settings, place, images, working / pictures_name(name))
        # The archive comes last: what is there is complete.
        place.save(working / name)
        _note(settings, place.name_of(name), size_bytes, at, options)
        if options.keep is not None:
            _delete_old(place, name, options, working)
    return place.name_of(name)


def back_up_repeatedly(
    settings: Settings, open_place: Callable[[], BackupPlace], options: BackupOptions, every_seconds: int
) -> None:
    """Takes a backup now and then one at each interval, until Ctrl-C or SIGTERM. One that fails is told, and
    the next is taken all the same."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        while True:
            begun = time.monotonic()
            _report_round(settings, open_place, options)
            sleep_until_signal(max(0, begun + every_seconds - time.monotonic()))
    except KeyboardInterrupt:
        display.note("\nStopped.")


def sleep_until_signal(seconds: float) -> None:
    """Sleeps, and wakes at any signal. A handler in Python runs when Python goes on: `time.sleep` would not
    notice a signal that comes at the moment at which it begins, and Ctrl-C would wait for its end."""
    waiting, woken = socket.socketpair()
    with waiting, woken:
        woken.setblocking(False)
        before = signal.set_wakeup_fd(woken.fileno(), warn_on_full_buffer=False)
        try:
            select.select([waiting], [], [], seconds)
        finally:
            signal.set_wakeup_fd(before)


def _report_round(settings: Settings, open_place: Callable[[], BackupPlace], options: BackupOptions) -> None:
    try:
        name = back_up_to_place(settings, open_place(), options)
        typer.echo(f"{_now():%FT%TZ} Wrote {name}.")
    except CommandError as error:
        display.note(f"{_now():%FT%TZ} The backup failed: {' '.join(error.sentences)}")


def _write_archive(
    settings: Settings,
    path: Path,
    working: Path,
    at: datetime,
    options: BackupOptions,
    read_records: Callable[[Path], None],
) -> None:
    with _progress("Copying records") as show:
        archive.write(
            settings.data_dir,
            path,
            working,
            at,
            with_signing_secret=options.with_signing_secret,
            on_progress=lambda _name, copied, total: show(copied, total),
            read_records=read_records,
        )


def _copy_pictures(settings: Settings, place: BackupPlace, images: set[str], list_file: Path) -> None:
    """Stores the list first: it keeps objects from being deleted that no other backup names."""
    try:
        source = objects_of(settings.data_dir, settings.object_store_url)
        listed = pictures.list_pictures(images, source)
        if listed.missing:
            display.note(f"{len(listed.missing)} images have no objects: {listed.missing[0]}, ...")
        pictures.write_list(listed, list_file)
        place.save(list_file)
        with _progress("Copying pictures") as show:
            lost = pictures.copy_missing(listed.objects, source, place.objects(), show)
        if lost:
            display.note(f"{len(lost)} objects were deleted while the backup was taken: {lost[0]}, ...")
    except Problem as problem:
        raise CommandError(f"Pictures cannot be copied: {pictures.sentence_of(problem)}.") from problem


def _delete_old(place: BackupPlace, taken: str, options: BackupOptions, working: Path) -> None:
    """Deletes what is older than the newest backups that are whole, and no other file.

    Where a backup has a later name than the one that was just taken, a clock was or is wrong. Nothing is
    deleted then, since nobody can say which are the oldest.
    """
    files = place.files()
    whole = [name for name in reversed(files) if ARCHIVE_NAME.fullmatch(name) and place.is_whole(name)]
    if files[-1] > taken:
        display.note(f"Nothing was deleted: {files[-1]} has a later name than {taken}. Is the clock right?")
        return
    oldest = whole[: options.keep][-1]
    # Names are ordered by time; the list of an archive's pictures stands before it.
    for name in files:
        if _stem(name) < _stem(oldest):
            place.delete(name)
    if options.with_pictures:
        _delete_unnamed_objects(place, working)


def _delete_unnamed_objects(place: BackupPlace, working: Path) -> None:
    named: set[str] = set()
    try:
        for name in place.files():
            if not ARCHIVE_NAME.fullmatch(name):
                named.update(pictures.read_list(place.fetch(name, working)).objects)
        pictures.delete_unnamed(named, place.objects())
    except CommandError as error:
        display.note(f"No pictures were deleted: {' '.join(error.sentences)}")
    except Problem as problem:
        display.note(f"No more pictures were deleted: {pictures.sentence_of(problem)}.")


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


def _note(settings: Settings, name: str, size_bytes: int, at: datetime, options: BackupOptions) -> None:
    held = ["records", "activity"]
    held += ["pictures"] if options.with_pictures else []
    held += [archive.SIGNING_SECRET] if options.with_signing_secret else []
    backup = LastBackup(at=at, name=name, held=tuple(held), size_bytes=size_bytes)
    try:
        last_backup.note(settings.data_dir, backup)
    except OSError as fault:
        display.note(f"The backup was taken, and could not be noted for doctor and the metrics: {fault}.")


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    bar: Progress = display.progress()
    with bar:
        task: TaskID = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _now() -> datetime:
    return datetime_of(Clock().now()).replace(microsecond=0)
