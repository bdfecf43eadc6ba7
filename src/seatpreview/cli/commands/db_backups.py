"""seatpreview db backup, verify and restore: backups of the SQLite files."""

import re
import signal
import time
from pathlib import Path
from typing import Annotated

import typer

from seatpreview.backups import creation, replaced_database, verification
from seatpreview.backups.creation import BackupOptions
from seatpreview.backups.restore import restore as restore_backup
from seatpreview.backups.storage import open_storage
from seatpreview.cli import backup_display, display
from seatpreview.cli.interruptible_sleep import sleep_until_signal
from seatpreview.cli.options import AsJson, takes_settings
from seatpreview.data_folder import data_folder_lock, make_data_folder
from seatpreview.processes import child_setup
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import EXIT_FAILURE, EXIT_USAGE, CommandError

BackupTarget = Annotated[
    str, typer.Argument(metavar="TARGET", help="A new file, a folder, or s3://bucket/prefix?endpoint=...")
]
BackupArgument = Annotated[
    str,
    typer.Argument(metavar="BACKUP", help="An archive; or a folder or a prefix, for the newest one there."),
]

Thorough = Annotated[
    bool,
    typer.Option(
        "--thorough", help="Read and compare all images, instead of their sizes and a sample of 200 objects."
    ),
]


@takes_settings("data_dir", "database_url", "object_store_url")
def backup(
    settings: Settings,
    target: BackupTarget,
    every: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="Keep running, and take a backup every 30m, 1h or 1d. Needs --keep."
        ),
    ] = None,
    keep: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Delete all but the newest N whole backups of the target."),
    ] = None,
    with_pictures: Annotated[
        bool, typer.Option("--with-pictures", help="Back up the images as well.")
    ] = False,
    with_signing_secret: Annotated[
        bool,
        typer.Option(
            "--with-signing-secret", help="Back up the signing secret and the key of webhooks as well."
        ),
    ] = False,
) -> None:
    """Back up the SQLite files into one archive. The service may be running.

    The target is a new file; or a folder or a prefix of a bucket, where
    archives are named by their time. An archive has the two SQLite files, and
    no plaintext of keys. Images are stored beside the archives, one copy for
    all backups. Without the signing secret, a restored service refuses the
    sessions, image addresses and cursors that were issued before; without the
    key of webhooks, it cannot sign deliveries. Back both up, here or
    elsewhere, and protect them like a password.

    Examples:
      seatpreview db backup seatpreview-2026-11-15.tar
      seatpreview db backup /mnt/backups --every 1h --keep 48 --with-pictures
      seatpreview db backup "s3://backups/seats?endpoint=https://s3.example" --keep 30
    """
    _check_is_sqlite(settings)
    child_setup.lower(child_setup.IDLE_NICENESS)
    options = creation.BackupOptions(
        keep=keep, with_pictures=with_pictures, with_signing_secret=with_signing_secret
    )
    is_storage = target.startswith("s3://") or Path(target).is_dir() or keep is not None
    if every is not None:
        if keep is None:
            raise typer.BadParameter("goes with --keep, or the disk is full some day", param_hint="--every")
        _back_up_repeatedly(settings, target, options, _seconds(every))
    elif is_storage:
        name = creation.back_up_to_storage(settings, open_storage(target, settings), options, display)
        typer.echo(f"Wrote {name}.")
    elif with_pictures:
        raise typer.BadParameter(
            "is for a folder or a bucket, where images are stored beside the archives. Make the folder first",
            param_hint="--with-pictures",
        )
    else:
        creation.back_up_to_file(settings, Path(target), options, display)
        typer.echo(f"Wrote {target}.")


@takes_settings("data_dir", "database_url", "object_store_url", works_without_service=True)
def verify(
    settings: Settings, backup: BackupArgument, thorough: Thorough = False, json: AsJson = False
) -> None:
    """Unpack a backup into a temporary folder, and check that it is whole.

    Shows how many rows it has, and what a restore would lose: the changes
    since the backup, and the keys that were revoked since then and would be
    valid again. Damaged images are noted, and the next backup writes them
    anew. Exits with 1 if the backup is damaged.

    Examples:
      seatpreview db verify seatpreview-2026-11-15.tar
      seatpreview db verify /mnt/backups --thorough
    """
    child_setup.lower(child_setup.IDLE_NICENESS)
    result = verification.verify(settings, backup, thorough=thorough)
    if json:
        display.print_json(result)
    else:
        backup_display.print_verification(result)
    if result.faults:
        raise typer.Exit(EXIT_FAILURE)


@takes_settings("data_dir", "database_url", "object_store_url", works_without_service=True)
def restore(settings: Settings, backup: BackupArgument, thorough: Thorough = False) -> None:
    """Replace the SQLite files by those of a backup. Stop the service first.

    The archive is checked before anything is changed. The files that are
    replaced are kept in the same folder, under another name. Images that are
    missing or damaged are copied, and compared with what was backed up. Keys
    that were revoked after the backup are valid again: they are listed, with
    the commands that end them.

    Examples:
      seatpreview db restore seatpreview-2026-11-15.tar
      seatpreview db restore /mnt/backups/seatpreview-20261115T120000Z.tar
    """
    _check_is_sqlite(settings)
    make_data_folder(settings)
    with data_folder_lock(settings):
        restored = restore_backup(settings, backup, display, thorough=thorough)
    backup_display.print_restored(settings, restored)


@takes_settings("data_dir", "database_url", works_without_service=True)
def losses(
    settings: Settings,
    replaced: Annotated[
        str, typer.Argument(metavar="DATABASE", help="The name of the database that was replaced.")
    ],
    json: AsJson = False,
) -> None:
    """Show what a restore of PostgreSQL has lost: changes, and keys that are valid again.

    Compares the restored database with the one that it has replaced, which
    was kept under another name on the same server. Prints a command for each
    key that was revoked or rotated after the backup. `db restore` does the
    same for SQLite.

    Example:
      seatpreview db losses seatpreview_replaced
    """
    if settings.uses_sqlite:
        raise CommandError(
            "This command is for PostgreSQL. On SQLite, `seatpreview db restore` prints it.",
            exit_code=EXIT_USAGE,
        )
    found = replaced_database.find_losses(settings, replaced)
    if json:
        display.print_json(found)
    else:
        backup_display.print_losses(found)


def _back_up_repeatedly(
    settings: Settings, target: str, options: "BackupOptions", every_seconds: int
) -> None:
    """Takes a backup now, and then one at each interval, until Ctrl-C or SIGTERM. A backup that fails is
    reported, and does not prevent the next."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        while True:
            begun = time.monotonic()
            _take_one(settings, target, options)
            sleep_until_signal(max(0, begun + every_seconds - time.monotonic()))
    except KeyboardInterrupt:
        display.note("\nStopped.")


def _take_one(settings: Settings, target: str, options: "BackupOptions") -> None:
    try:
        name = creation.back_up_to_storage(settings, open_storage(target, settings), options, display)
        typer.echo(f"{creation.now():%FT%TZ} Wrote {name}.")
    except CommandError as error:
        display.note(f"{creation.now():%FT%TZ} The backup failed: {' '.join(error.sentences)}")


def _seconds(text: str) -> int:
    """Parses an interval such as 90s, 30m, 1h or 1d."""
    match = re.fullmatch(r"([1-9]\d{0,5})([smhd])", text)
    if match is None:
        raise typer.BadParameter("is a number with s, m, h or d, such as 30m or 1h", param_hint="--every")
    return int(match[1]) * {"s": 1, "m": 60, "h": 3600, "d": 86_400}[match[2]]


def _check_is_sqlite(settings: Settings) -> None:
    if not settings.uses_sqlite:
        raise CommandError(
            "This command is for SQLite. For PostgreSQL, use deploy/backup-postgresql, or pg_dump.",
            exit_code=EXIT_USAGE,
        )
