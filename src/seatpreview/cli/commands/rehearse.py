"""seatpreview rehearse: buyers of a sale, before the real ones come."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from seatpreview.values.command_error import EXIT_FAILURE, EXIT_INTERRUPTED, EXIT_USAGE, CommandError

if TYPE_CHECKING:
    from seatpreview.rehearsal.buyers import Plan
    from seatpreview.rehearsal.rehearse import Show
    from seatpreview.rehearsal.report import Report
    from seatpreview.rehearsal.tally import Tally

KEY_VARIABLE = "SEATPREVIEW_KEY"
"""The variable of the clients for Python and TypeScript."""
_METRICS_HERE = "http://127.0.0.1:9464/metrics"


def rehearse(
    url: Annotated[str, typer.Argument(metavar="URL", help="The service, such as http://127.0.0.1:8080.")],
    buyers: Annotated[int, typer.Option(min=1, max=100_000, help="How many buyers come in all.")] = 1000,
    minutes: Annotated[
        float, typer.Option(min=0.01, max=60, help="The time within which they come, evenly.")
    ] = 5,
    venue: Annotated[
        str | None,
        typer.Option(
            metavar="VENUE",
            help="The venue that they look at: its id, or an alias. Default: the key's only one.",
        ),
    ] = None,
    seats: Annotated[
        int, typer.Option(min=1, max=200, help="Seats that each looks at, for five seconds each.")
    ] = 5,
    addresses: Annotated[
        int | None,
        typer.Option(
            min=1, max=100_000, help="From how many addresses they come. Default: each from its own."
        ),
    ] = None,
    connections: Annotated[
        int, typer.Option(min=1, max=1000, help="The most connections that all of them share.")
    ] = 256,
    origin: Annotated[
        str | None,
        typer.Option(
            metavar="ORIGIN",
            help="Make sessions without a secret, as a page of this origin does, such as https://shop.example.",
        ),
    ] = None,
    key_id: Annotated[
        str | None,
        typer.Option(
            metavar="KEY_ID", help="With --origin: the key that the page names, if it is not keyless."
        ),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The service's metrics, which say what else it works on. Default, for a service on this "
            "machine: http://127.0.0.1:9464/metrics.",
        ),
    ] = None,
    i_run_this_service: Annotated[
        bool,
        typer.Option(
            "--i-run-this-service", help="Needed for a service on another machine: say that it is yours."
        ),
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print only JSON: the report, and what to change.")
    ] = False,
) -> None:
    """Rehearse a sale: buyers come, open a view, look at seats, compare two, and leave.

    Says how many calls were served, which limit refused others, how long
    they took, and what to change. It ends by itself; Ctrl-C ends it with
    the report so far. Buyers come at fixed times, however slow the service
    is, and a call counts from the moment when it was due.

    Sessions are made with the secret key in SEATPREVIEW_KEY, as a shop's
    server does; without it, a terminal asks for one. Their events are
    stored as those of staff, which no report counts as buyers'. With
    --origin no secret is needed, and no event is stored.

    If the service trusts this machine as a proxy (TRUSTED_PROXIES), each
    buyer has an address of its own. The report says so if it does not.
    Pictures and files of the viewer are not asked for: a CDN has them.

    Says as well what else used the processors meanwhile, by measured time:
    stills, backups, webhooks, pruning and other programs of this machine.

    Exits with 1 if a buyer was refused or a call failed.

    Examples:
      seatpreview rehearse http://127.0.0.1:8080
      seatpreview rehearse --buyers 12000 --minutes 10 --venue harbour http://127.0.0.1:8080
      seatpreview rehearse --buyers 2000 --minutes 10 --addresses 1 --seats 120 http://127.0.0.1:8080
      seatpreview rehearse --i-run-this-service --json https://seats.example
    """
    from seatpreview.cli import display
    from seatpreview.processes import child_setup
    from seatpreview.rehearsal import rehearse as rehearsal
    from seatpreview.rehearsal.advice import advice
    from seatpreview.rehearsal.buyers import make_plan
    from seatpreview.rehearsal.http_connection import check_is_own, parse_target

    target = parse_target(url)
    check_is_own(target, i_run_this_service)
    _check_options(origin, key_id, venue)
    plan = make_plan(buyers, minutes, seats, addresses)
    task = rehearsal.Task(
        target=target,
        plan=plan,
        connections=connections,
        venue=venue,
        secret=_secret() if origin is None else None,
        origin=origin,
        key_id=key_id,
        metrics_url=metrics or (_METRICS_HERE if target.is_loopback else None),
    )
    # Where real buyers use the service on this machine, they come first.
    child_setup.lower(child_setup.HEAVY_NICENESS)
    report = rehearsal.run(task, _progress(plan))
    sentences = advice(plan, report)
    if json:
        display.print_json({"report": report, "advice": sentences})
    else:
        _print(report, sentences)
    if report.circumstances.was_stopped:
        raise typer.Exit(EXIT_INTERRUPTED)
    if not report.is_well:
        raise typer.Exit(EXIT_FAILURE)


def _check_options(origin: str | None, key_id: str | None, venue: str | None) -> None:
    if key_id is not None and origin is None:
        raise CommandError("--key-id goes with --origin: a page names both.", exit_code=EXIT_USAGE)
    if origin is not None and venue is None:
        raise CommandError("With --origin, say which --venue buyers look at.", exit_code=EXIT_USAGE)


def _secret() -> str:
    """Returns the secret key. It is no option, since other users of a machine can read those."""
    secret = os.environ.get(KEY_VARIABLE, "")
    if not secret and sys.stdin.isatty():
        secret = str(typer.prompt("Secret key (sk_live_...)", hide_input=True, err=True))
    if not (secret.isascii() and secret.isprintable() and secret.strip()):
        raise CommandError(
            f"Put a secret key that makes sessions into the variable {KEY_VARIABLE}, or name the --origin of "
            "a page that needs none.",
            exit_code=EXIT_USAGE,
        )
    return secret.strip()


def _progress(plan: "Plan") -> "Show":
    """Returns the function that prints a line every few seconds, if somebody looks at a terminal."""
    from seatpreview.cli import display

    total = plan.seconds + plan.visit_seconds

    def show(seconds: float, tally: "Tally") -> None:
        if sys.stderr.isatty():
            display.note(
                f"{seconds:5.0f} s of {total:.0f}   buyers {tally.buyers_came:,} of {plan.buyers:,}   "
                f"served {tally.served:,}   refused {tally.refused:,}   failed {tally.failed:,}"
            )

    return show


def _print(report: "Report", sentences: list[str]) -> None:
    from seatpreview.cli import display
    from seatpreview.rehearsal.report import CALL_COLUMNS, call_rows, heading, summary

    typer.echo(heading(report) + "\n")
    display.print_table(CALL_COLUMNS, call_rows(report))
    typer.echo("")
    for line in summary(report):
        typer.echo(line)
    typer.echo("\nWhat to change")
    for sentence in sentences:
        typer.echo(f"- {sentence}")
