"""seatpreview db: upgrades the database and keeps it in order; backups are in a module of their own."""

from typing import Annotated

import typer

from seatpreview.background_jobs.clock_guard import check_clock
from seatpreview.cli import display
from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.commands import db_backups
from seatpreview.cli.options import AsJson, takes_settings
from seatpreview.data_folder import check_service_exists, make_data_folder
from seatpreview.database import command_session, compaction
from seatpreview.database.command_session import run_with_usable_database
from seatpreview.settings.settings import Settings
from seatpreview.tenants.recount import correct_all
from seatpreview.values.clock import Clock
from seatpreview.values.command_error import EXIT_FAILURE

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


for command in (db_backups.backup, db_backups.verify, db_backups.restore, db_backups.losses):
    commands.command()(command)


@commands.command()
@takes_settings("data_dir", "database_url")
def confirm_clock(
    settings: Settings,
    yes: Annotated[bool, typer.Option("--yes", help="Confirm that the clock is right.")] = False,
    json: AsJson = False,
) -> None:
    """Show the clock that the service uses, and confirm that it is right.

    After a clock jumped forward, or a service was off for long, the service
    stops deleting what is old: if the clock is wrong, the data would be lost.
    The log and `seatpreview doctor` say so. Compare the time that this
    command shows. If it is right, give --yes: running services go on within
    seconds, and the audit list records it. If it is wrong, set the clock.
    Exits with 1 while the clock is doubted.

    Examples:
      seatpreview db confirm-clock
      seatpreview db confirm-clock --yes
    """
    report = run_with_usable_database(settings, lambda database: check_clock(database, confirms=yes))
    display.print_record(report, json, nulls={"trustedAt": "no service has run yet", "doubt": "none"})
    if report.doubt is not None and not yes:
        raise typer.Exit(EXIT_FAILURE)


@commands.command()
@takes_settings("data_dir", "database_url")
def compact(settings: Settings, json: AsJson = False) -> None:
    """Rewrite the SQLite files, as small as they can be.

    A running service frees disk space by itself after much was deleted. Files
    from version 0.2.0 or earlier have to be rewritten once with this command
    before it can. The command needs free disk space of twice the size of the
    files. A running service can be read meanwhile, but refuses changes (503)
    until the command is done: some seconds for each gigabyte.

    Example:
      seatpreview db compact
    """
    files = compaction.compact(settings)
    if json:
        display.print_json(files)
        return
    for file in files:
        typer.echo(f"{file.file}: {file.bytes_before:,} bytes before, {file.bytes_after:,} now.")


@commands.command()
@takes_settings("data_dir", "database_url")
def recount(settings: Settings, json: AsJson = False) -> None:
    """Count what each tenant stores, and correct what the service has noted.

    The database keeps how many keys, venues and bytes each tenant has, for its
    quotas. `seatpreview doctor` compares that with a count; this command also
    corrects it, and says what was wrong. The service may be running.

    Example:
      seatpreview db recount
    """
    corrected = run_with_usable_database(settings, lambda database: correct_all(database, Clock().now()))
    if json:
        display.print_json({"corrected": corrected})
        return
    for difference in corrected:
        typer.echo(f"{difference.sentence} Corrected.")
    if not corrected:
        typer.echo("What each tenant stores is what a count finds.")
