"""seatpreview db: upgrades the database; backups and maintenance are in modules of their own."""

from typing import Annotated

import typer

from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.commands import db_backups, db_maintenance
from seatpreview.cli.options import AsJson, takes_settings
from seatpreview.settings.settings import Settings

commands = CommandGroup()


@commands.command()
@takes_settings("data_dir", "database_url", works_without_service=True)
def upgrade(
    settings: Settings,
    drop_leftovers: Annotated[
        bool,
        typer.Option(
            "--drop-leftovers",
            help="Delete tables and columns that are newer than the revision, with what they hold. An older "
            "backup that was restored over newer tables leaves them.",
        ),
    ] = False,
) -> None:
    """Upgrade the database to the revision of this release.

    A copy of the SQLite records is saved first. PostgreSQL can be upgraded
    while the previous release is still serving. A service of a release before
    that has to be stopped: you are warned of it.

    Example:
      seatpreview db upgrade --database-url postgresql://localhost/seats
    """
    from seatpreview.cli import display
    from seatpreview.data_folder import make_data_folder
    from seatpreview.database import command_session

    if settings.uses_sqlite:
        make_data_folder(settings)
    copy = command_session.run_with_database(
        settings,
        lambda database: command_session.upgrade(
            settings, database, drop_leftovers=drop_leftovers, warn=display.note
        ),
    )
    if copy is not None:
        typer.echo(f"A copy of the database as it was before is in {copy}.")
    typer.echo(f"The database has revision {command_session.read_status(settings).current}.")


@commands.command()
@takes_settings("data_dir", "database_url", works_without_service=True)
def status(settings: Settings, json: AsJson = False) -> None:
    """Show which revision the database has, and which one this release needs. Changes nothing.

    Example:
      seatpreview db status --json
    """
    from seatpreview.cli import display
    from seatpreview.data_folder import check_service_exists
    from seatpreview.database import command_session

    if settings.uses_sqlite:
        check_service_exists(settings)
    revision = command_session.read_status(settings)
    members = {
        "engine": "sqlite" if settings.uses_sqlite else "postgresql",
        "current": revision.current,
        "newest": revision.newest,
        "usable": revision.is_usable,
    }
    display.print_record(members, json, nulls={"current": "no tables"})
    if not revision.is_usable and not json:
        display.note(command_session.advice(revision))


for command in (
    *(db_backups.backup, db_backups.verify, db_backups.restore, db_backups.losses),
    *(db_maintenance.confirm_clock, db_maintenance.compact, db_maintenance.recount),
):
    commands.command()(command)
