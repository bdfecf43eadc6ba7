"""seatpreview doctor: checks everything that the service needs, and says what to do."""

from typing import Annotated

import typer

from seatpreview.cli.options import AsJson, takes_settings
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import EXIT_FAILURE, EXIT_WARNINGS

_STYLES = {"ok": "green", "warn": "yellow", "fail": "red"}


@takes_settings(works_without_service=True)
def doctor(
    settings: Settings,
    thorough: Annotated[
        bool,
        typer.Option(
            "--thorough",
            help="Read every page and every index of the SQLite files, and every object of every image, "
            "however long it takes. Without it, objects are only listed, and each of these ends after a "
            "minute.",
        ),
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 3 if there are warnings.")] = False,
    json: AsJson = False,
) -> None:
    """Check everything that the service needs: files, disks, database, clock, images, backup and more.

    Changes nothing, and may run beside the service. Each finding that is not
    ok says what to do about it. With --json, a finding is an object with the
    members check, state (ok, warn or fail), detail and remedy.

    Exits with 1 if a check fails, and with 0 if there are only warnings;
    with --strict, warnings exit with 3.

    Examples:
      seatpreview doctor --data-dir /var/lib/seatpreview
      seatpreview doctor --thorough --strict --json
    """
    from rich.console import Console
    from rich.text import Text

    from seatpreview.cli import display
    from seatpreview.doctor.all_checks import run_checks
    from seatpreview.doctor.options import Options

    findings = run_checks(settings, Options(thorough, display.working_on))
    states = {finding.state for finding in findings}
    if json:
        display.print_json({"healthy": "fail" not in states, "checks": findings})
    else:
        console = Console(highlight=False)
        for finding in findings:
            name = finding.check.ljust(max(len(each.check) for each in findings))
            state = (finding.state.ljust(4), _STYLES[finding.state])
            line = Text.assemble("  ", state, "  ", (name, "bold"), "  ", finding.text)
            console.print(line, soft_wrap=True)
    if "fail" in states:
        raise typer.Exit(EXIT_FAILURE)
    if strict and "warn" in states:
        raise typer.Exit(EXIT_WARNINGS)
