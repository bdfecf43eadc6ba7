"""seatpreview doctor: checks everything that the service needs, and says what to do."""

import typer

from seatpreview.cli.command_errors import EXIT_FAILURE
from seatpreview.cli.options import AsJson, takes_settings
from seatpreview.settings import Settings

_STYLES = {"ok": "green", "warn": "yellow", "fail": "red"}


@takes_settings()
def doctor(settings: Settings, json: AsJson = False) -> None:
    """Check the database and its clock, venues, Valkey, images, certificate and data folder.

    Changes nothing. Warns about venues of earlier versions whose rules or images cost more for each request
    than those of a new record may.

    Exits with 1 if a check fails, and with 0 if there are only warnings.

    Example:
      seatpreview doctor --data-dir /var/lib/seatpreview
    """
    from rich.console import Console
    from rich.text import Text

    from seatpreview.cli import display, doctor_checks

    findings = doctor_checks.run_checks(settings)
    healthy = all(finding.state != "fail" for finding in findings)
    if json:
        display.print_json({"healthy": healthy, "checks": findings})
    else:
        console = Console(highlight=False)
        for finding in findings:
            name = finding.check.ljust(max(len(each.check) for each in findings))
            state = (finding.state.ljust(4), _STYLES[finding.state])
            console.print(
                Text.assemble("  ", state, "  ", (name, "bold"), "  ", finding.detail), soft_wrap=True
            )
    if not healthy:
        raise typer.Exit(EXIT_FAILURE)
