"""seatpreview db: upgrades the database, and backs up and restores the SQLite files."""

from pathlib import Path
from typing import Annotated

import typer

from seatpreview.cli.command_errors import EXIT_USAGE, CommandError
from seatpreview.cli.options import AsJson, takes_settings
from seatpreview.settings import Settings

commands = typer.Typer(no_args_is_help=True)

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="A tar archive.")]


@commands.command()
@takes_settings("data_dir", "database_url")
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
    from seatpreview.cli.database_session import run_with_database

    copy = run_with_database(settings, lambda database: schema_revision.upgrade(settings, database))
    if copy is not None:
        typer.echo(f"A copy of the database as it was before is in {copy}.")
    typer.echo(f"The database has revision {schema_revision.read_status(settings).current}.")


@commands.command()
@takes_settings("data_dir", "database_url")
def status(settings: Settings, json: AsJson = False) -> None:
    """Show which revision the database has, and which one this release needs. Changes nothing.

    Example:
      seatpreview db status --json
    """
    from seatpreview.cli import display, schema_revision

    revision = schema_revision.read_status(settings)
    members = {
        "engine": "sqlite" if settings.uses_sqlite else "postgresql",
        "current": revision.current,
        "newest": revision.newest,
        "usable": revision.is_usable,
    }
    display.print_record(members, json, nulls={"current": "no tables"})
    if not revision.is_usable and not json:
        display.note("Run `seatpreview db upgrade`.")


@commands.command()
@takes_settings("data_dir", "database_url")
def backup(settings: Settings, file: BackupFile) -> None:
    """Back up the SQLite files into one archive. The service may be running.

    The archive is a tar file of the two SQLite files. It has no plaintext of
    keys. It has neither the images nor the signing secret, so back these up
    as well: with another signing secret, sessions, image addresses and
    cursors that were issued before stop working.

    Example:
      seatpreview db backup seatpreview-2026-11-15.tar
    """
    from seatpreview.cli import backup_files

    _check_is_sqlite(settings)
    backup_files.write(settings, file)
    typer.echo(f"Wrote {file}.")


@commands.command()
@takes_settings("data_dir", "database_url")
def restore(settings: Settings, file: BackupFile) -> None:
    """Replace the SQLite files by those of a backup. Stop the service first.

    The archive is checked before anything is changed. The files that are
    replaced are kept in the same folder, under another name.

    Example:
      seatpreview db restore seatpreview-2026-11-15.tar
    """
    from seatpreview.cli import backup_files

    _check_is_sqlite(settings)
    for replaced in backup_files.restore(settings, file):
        typer.echo(f"The replaced file was kept as {replaced}.")
    typer.echo(f"Restored {settings.data_dir} from {file}.")


def _check_is_sqlite(settings: Settings) -> None:
    if not settings.uses_sqlite:
        raise CommandError(
            "This command is for SQLite. For PostgreSQL, use pg_dump and pg_restore.", exit_code=EXIT_USAGE
        )
