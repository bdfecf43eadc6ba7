"""seatpreview db confirm-clock and db compact: what an operator says and does about growth."""

from typing import Annotated

import typer

from seatpreview.cli.command_errors import EXIT_FAILURE
from seatpreview.cli.options import AsJson, takes_settings
from seatpreview.settings.settings import Settings


@takes_settings("data_dir", "database_url")
def confirm_clock(
    settings: Settings,
    yes: Annotated[bool, typer.Option("--yes", help="Say that the clock is right.")] = False,
    json: AsJson = False,
) -> None:
    """Show the clock that the service goes by, and say that it is right.

    After a clock jumped forward, or a service was off for long, nothing that
    is old is deleted: were the clock wrong, it could not be brought back. The
    log and `seatpreview doctor` say so. Look at the time that this command
    shows. If it is right, give --yes, and running services go on within
    seconds; the audit list says that you did. If it is wrong, set the clock.
    Exits with 1 while the clock is doubted.

    Examples:
      seatpreview db confirm-clock
      seatpreview db confirm-clock --yes
    """
    from seatpreview.cli import clock_confirmation, display

    report = clock_confirmation.check_clock(settings, confirms=yes)
    display.print_record(report, json, nulls={"trustedAt": "no service has run yet", "doubt": "none"})
    if report.doubt is not None and not yes:
        raise typer.Exit(EXIT_FAILURE)


@takes_settings("data_dir", "database_url")
def compact(settings: Settings, json: AsJson = False) -> None:
    """Write the SQLite files anew, as small as they can be.

    A running service gives room back to the disk by itself after much was
    deleted. Files that were made by version 0.2.0 or earlier can do so once
    this command was run. It needs as much free room on the disk as the files
    take, twice. A service may be running and can be read meanwhile, but
    refuses changes (503) until the command is done: some seconds for each
    gigabyte.

    Example:
      seatpreview db compact
    """
    from seatpreview.cli import compaction, display

    files = compaction.compact(settings)
    if json:
        display.print_json(files)
        return
    for file in files:
        typer.echo(f"{file.file}: {file.bytes_before:,} bytes before, {file.bytes_after:,} now.")
