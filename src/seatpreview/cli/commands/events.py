"""seatpreview events: what was reported, as files for other programs and as counts for people."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from seatpreview.cli.command_errors import MISUSED, CommandError
from seatpreview.cli.options import LIST_MAX, AsJson, Cursor, Limit, VenueIdArgument, sent, takes_settings
from seatpreview.settings import Settings

if TYPE_CHECKING:
    from seatpreview.cli.event_files import FileFormat

commands = typer.Typer(no_args_is_help=True)


@commands.command()
@takes_settings("data_dir", "database_url")
def export(
    settings: Settings,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A new file; by default standard output.")
    ] = None,
    format: Annotated[str, typer.Option(help="csv or jsonl.")] = "csv",
    tenant: Annotated[
        str | None, typer.Option(metavar="TENANT_ID", help="Events that this tenant sees.")
    ] = None,
    venue: Annotated[str | None, typer.Option(metavar="VENUE_ID", help="Events at this venue.")] = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="Received then or later (RFC 3339).")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Received before then (RFC 3339).")
    ] = None,
) -> None:
    """Write events as CSV or JSON Lines, the last received first.

    The file appears once all is written; what comes in meanwhile is not in
    it. In CSV, a cell that starts with = + - or @ gets an apostrophe in front
    of it, so that no spreadsheet takes it for a formula. JSON Lines has every
    event as it is.

    Examples:
      seatpreview events export events.csv --from 2026-11-01T00:00:00Z
      seatpreview events export --format jsonl --venue ven_6RtY1pWq9ZxC3vBn5MkL
    """
    from seatpreview.cli import event_files

    if format not in ("csv", "jsonl"):
        raise CommandError("--format must be csv or jsonl.", exit_code=MISUSED)
    filters = sent(tenantId=tenant, venue=venue, until=until) | sent(**{"from": from_})
    written = event_files.export(settings, file, cast("FileFormat", format), filters)
    if file is not None:
        typer.echo(f"Wrote {written:,} events to {file}.")


@commands.command()
@takes_settings("data_dir", "database_url")
def report(
    settings: Settings,
    venue_id: VenueIdArgument,
    by: Annotated[str, typer.Option(help="seat, section, ad or day.")] = "day",
    kind: Annotated[str | None, typer.Option(help="Events of this kind alone.")] = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="WHEN", help="Happened then or later: a day or a time.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="WHEN", help="Happened before then: a day or a time.")
    ] = None,
    limit: Limit = LIST_MAX,
    cursor: Cursor = None,
    json: AsJson = False,
) -> None:
    """Count the events at a venue, by seat, section, ad or day.

    Days are those of the venue's own calendar. Kinds of which there are no
    events are left out; --json has them all.

    Examples:
      seatpreview events report ven_6RtY1pWq9ZxC3vBn5MkL
      seatpreview events report ven_6RtY1pWq9ZxC3vBn5MkL --by ad --from 2026-11-01
    """
    from seatpreview.cli import display, operations
    from seatpreview.events.model import KINDS

    filters = sent(venue=venue_id, groupBy=by, kind=kind, until=until, cursor=cursor)
    found = operations.ask_for_all(settings, "reportEvents", limit, filters | sent(**{"from": from_}))
    kinds = [name for name in KINDS if any(getattr(row.counts, name) for row in found.data)]
    display.print_list(
        found,
        json,
        (by.upper(), *map(str.upper, kinds), "TOTAL"),
        lambda row: (row.key, *(getattr(row.counts, name) for name in kinds), row.total),
    )
