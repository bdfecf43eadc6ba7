"""seatpreview db confirm-clock, compact and recount: the operator's part in keeping the database in order."""

from typing import Annotated

import typer

from seatpreview.cli.options import AsJson, takes_settings
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import EXIT_FAILURE


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
    from seatpreview.background_jobs.clock_guard import check_clock
    from seatpreview.cli import display
    from seatpreview.database.command_session import run_with_usable_database

    report = run_with_usable_database(settings, lambda database: check_clock(database, confirms=yes))
    display.print_record(report, json, nulls={"trustedAt": "no service has run yet", "doubt": "none"})
    if report.doubt is not None and not yes:
        raise typer.Exit(EXIT_FAILURE)


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
    from seatpreview.cli import display
    from seatpreview.database import compaction

    files = compaction.compact(settings)
    if json:
        display.print_json(files)
        return
    for file in files:
        typer.echo(f"{file.file}: {file.bytes_before:,} bytes before, {file.bytes_after:,} now.")


@takes_settings("data_dir", "database_url")
def recount(settings: Settings, json: AsJson = False) -> None:
    """Count what each tenant stores, and correct what the service has noted.

    The database keeps how many keys, venues and bytes each tenant has, for its
    quotas. `seatpreview doctor` compares that with a count; this command also
    corrects it, and says what was wrong. The service may be running.

    Example:
      seatpreview db recount
    """
    from seatpreview.cli import display
    from seatpreview.database.command_session import run_with_usable_database
    from seatpreview.tenants.recount import correct_all
    from seatpreview.values.clock import Clock

    corrected = run_with_usable_database(settings, lambda database: correct_all(database, Clock().now()))
    if json:
        display.print_json({"corrected": corrected})
        return
    for difference in corrected:
        typer.echo(f"{difference.sentence} Corrected.")
    if not corrected:
        typer.echo("What each tenant stores is what a count finds.")
