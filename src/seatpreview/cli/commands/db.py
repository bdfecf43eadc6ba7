"""seatpreview db: the revision of the tables, and copies of the SQLite files."""

from pathlib import Path
from typing import Annotated

import typer

from seatpreview.cli.command_errors import MISUSED, CommandError
from seatpreview.cli.options import AsJson, takes_settings
from seatpreview.settings import Settings

commands = typer.Typer(no_args_is_help=True)

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="A tar archive.")]


@commands.command()
@takes_settings("data_dir", "database_url")
def upgrade(
    settings: Settings,
) -> None:
    """Bring the tables to the revision of this release.

    Of SQLite a copy is kept first. PostgreSQL can be upgraded while the
    release before this one serves.

    Example:
      seatpreview db upgrade --database-url postgresql://localhost/seats
    """
    from seatpreview.cli import schema_revision
    from seatpreview.cli.database_session import with_database

    kept = with_database(settings, lambda database: schema_revision.upgrade(settings, database))
    if kept is not None:
        typer.echo(f"As it was before, the database is kept in {kept}.")
    typer.echo(f"The database has revision {schema_revision.found_in(settings).current}.")


@commands.command()
@takes_settings("data_dir", "database_url")
def status(settings: Settings, json: AsJson = False) -> None:
    """Say which revision the tables have, and which one this release needs. Changes nothing.

    Example:
      seatpreview db status --json
    """
    from seatpreview.cli import display, schema_revision

    found = schema_revision.found_in(settings)
    shown = {
        "engine": "sqlite" if settings.uses_sqlite else "postgresql",
        "current": found.current,
        "newest": found.newest,
        "usable": found.is_usable,
    }
    display.print_answer(shown, json, nulls={"current": "no tables"})
    if not found.is_usable and not json:
        display.note("Run `seatpreview db upgrade`.")


@commands.command()
@takes_settings("data_dir", "database_url")
def backup(settings: Settings, file: BackupFile) -> None:
    """Copy the SQLite files into one archive. The service may run meanwhile.

    The archive is a tar file with the two SQLite files, whole. It holds no
    plaintext of keys, and neither the images nor the signing secret: with
    another one, sessions, addresses of images and cursors that were given out
    stop working.

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
    """Put the files of an archive in place of the SQLite files. Stop the service first.

    The archive is checked before anything is changed, and the files that are
    there are kept beside the new ones, under another name.

    Example:
      seatpreview db restore seatpreview-2026-11-15.tar
    """
    from seatpreview.cli import backup_files

    _check_is_sqlite(settings)
    for kept in backup_files.restore(settings, file):
        typer.echo(f"What was there is kept in {kept}.")
    typer.echo(f"Restored {settings.data_dir} from {file}.")


def _check_is_sqlite(settings: Settings) -> None:
    if not settings.uses_sqlite:
        raise CommandError(
            "This is for SQLite. Use pg_dump and pg_restore for PostgreSQL.", exit_code=MISUSED
        )
