"""seatpreview db: upgrades the database, and backs up, verifies and restores the SQLite files."""

import re
from pathlib import Path
from typing import Annotated

import typer

from seatpreview.cli.command_errors import EXIT_FAILURE, EXIT_USAGE, CommandError
from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.commands import db_upkeep
from seatpreview.cli.options import AsJson, takes_settings
from seatpreview.settings.settings import Settings

commands = CommandGroup()
commands.command()(db_upkeep.confirm_clock)
commands.command()(db_upkeep.compact)

BackupTarget = Annotated[
    str, typer.Argument(metavar="TARGET", help="A new file, a folder, or s3://bucket/prefix?endpoint=...")
]
BackupArgument = Annotated[
    str,
    typer.Argument(metavar="BACKUP", help="An archive; or a folder or a prefix, for the newest one there."),
]


@commands.command()
@takes_settings("data_dir", "database_url", works_without_service=True)
def upgrade(
    settings: Settings,
) -> None:
    """Upgrade the database to the revision of this release.

    A copy of the SQLite files is saved first. PostgreSQL can be upgraded
    while the previous release is still serving.

    Example:
      seatpreview db upgrade --database-url postgresql://localhost/seats
    """
    from seatpreview.cli import schema_revision
    from seatpreview.cli.database_session import make_data_folder, run_with_database

    if settings.uses_sqlite:
        make_data_folder(settings)
    copy = run_with_database(settings, lambda database: schema_revision.upgrade(settings, database))
    if copy is not None:
        typer.echo(f"A copy of the database as it was before is in {copy}.")
    typer.echo(f"The database has revision {schema_revision.read_status(settings).current}.")


@commands.command()
@takes_settings("data_dir", "database_url", works_without_service=True)
def status(settings: Settings, json: AsJson = False) -> None:
    """Show which revision the database has, and which one this release needs. Changes nothing.

    Example:
      seatpreview db status --json
    """
    from seatpreview.cli import display, schema_revision
    from seatpreview.cli.database_session import check_service_exists

    if settings.uses_sqlite:
        check_service_exists(settings)
    revision = schema_revision.read_status(settings)
    members = {
        "engine": "sqlite" if settings.uses_sqlite else "postgresql",
        "current": revision.current,
        "newest": revision.newest,
        "usable": revision.is_usable,
    }
    display.print_record(members, json, nulls={"current": "no tables"})
    if not revision.is_usable and not json:
        display.note(schema_revision.advice(revision))


@commands.command()
@takes_settings("data_dir", "database_url", "object_store_url")
def backup(
    settings: Settings,
    target: BackupTarget,
    every: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Go on, and take a backup every 30m, 1h or 1d. Needs --keep."),
    ] = None,
    keep: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Delete older backups of the target, but the newest N whole ones."
        ),
    ] = None,
    with_pictures: Annotated[
        bool, typer.Option("--with-pictures", help="Back up the images as well.")
    ] = False,
    with_signing_secret: Annotated[
        bool,
        typer.Option("--with-signing-secret", help="Back up the signing secret as well."),
    ] = False,
) -> None:
    """Back up the SQLite files into one archive. The service may be running.

    The target is a new file, or a folder or a prefix of a bucket, in which
    archives are named by their time. An archive has the two SQLite files, and
    no plaintext of keys. Images are stored beside the archives, each once for
    all backups. With another signing secret, sessions, image addresses and
    cursors that were issued before stop working: back it up, here or
    elsewhere, as secret as a password.

    Examples:
      seatpreview db backup seatpreview-2026-11-15.tar
      seatpreview db backup /mnt/backups --every 1h --keep 48 --with-pictures
      seatpreview db backup "s3://backups/seats?endpoint=https://s3.example" --keep 30
    """
    from seatpreview.backups import places, rounds

    _check_is_sqlite(settings)
    options = rounds.BackupOptions(
        keep=keep, with_pictures=with_pictures, with_signing_secret=with_signing_secret
    )
    is_place = target.startswith("s3://") or Path(target).is_dir() or keep is not None
    if every is not None:
        if keep is None:
            raise typer.BadParameter("goes with --keep, or the disk is full some day", param_hint="--every")
        seconds = _seconds(every)
        rounds.back_up_repeatedly(settings, lambda: places.place_at(target, settings), options, seconds)
    elif is_place:
        name = rounds.back_up_to_place(settings, places.place_at(target, settings), options)
        typer.echo(f"Wrote {name}.")
    elif with_pictures:
        raise typer.BadParameter(
            "is for a folder or a bucket, where images are stored beside the archives",
            param_hint="--with-pictures",
        )
    else:
        rounds.back_up_to_file(settings, Path(target), options)
        typer.echo(f"Wrote {target}.")


@commands.command()
@takes_settings("data_dir", "database_url", "object_store_url", works_without_service=True)
def verify(settings: Settings, backup: BackupArgument, json: AsJson = False) -> None:
    """Restore a backup into a temporary folder, and check that it is whole.

    Says how many rows it has, and what a restore would lose: the changes
    since the backup, and the keys that were revoked since and would be valid
    again. Exits with 1 if the backup is damaged.

    Examples:
      seatpreview db verify seatpreview-2026-11-15.tar
      seatpreview db verify /mnt/backups
    """
    from seatpreview.backups import reports, verification
    from seatpreview.cli import display

    result = verification.verify(settings, backup)
    if json:
        display.print_json(result)
    else:
        reports.print_verification(result)
    if result.faults:
        raise typer.Exit(EXIT_FAILURE)


@commands.command()
@takes_settings("data_dir", "database_url", "object_store_url", works_without_service=True)
def restore(settings: Settings, backup: BackupArgument) -> None:
    """Replace the SQLite files by those of a backup. Stop the service first.

    The archive is checked before anything is changed. The files that are
    replaced are kept in the same folder, under another name. Keys that were
    revoked after the backup are valid again: they are listed, with the
    commands that end them.

    Examples:
      seatpreview db restore seatpreview-2026-11-15.tar
      seatpreview db restore /mnt/backups/seatpreview-20261115T120000Z.tar
    """
    from seatpreview.backups import reports, restoring
    from seatpreview.cli.database_session import data_folder_lock, make_data_folder

    _check_is_sqlite(settings)
    make_data_folder(settings)
    with data_folder_lock(settings):
        restored = restoring.restore(settings, backup)
    reports.print_restored(settings, restored)


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
