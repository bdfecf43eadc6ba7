"""seatpreview venues: read from files, listed, shown, and written to files again."""

from pathlib import Path
from typing import Annotated

import typer

from seatpreview.cli.command_errors import MISUSED, CommandError
from seatpreview.cli.options import LIST_MAX, AsJson, Cursor, Limit, VenueIdArgument, sent, takes_settings
from seatpreview.settings import Settings

commands = typer.Typer(no_args_is_help=True)

VenueFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="A manifest (CSV), a seating plan of pretix, or a record or layout (JSON)."
    ),
]


@commands.command("import")
@takes_settings("data_dir", "database_url")
def import_(
    settings: Settings,
    file: VenueFile,
    tenant: Annotated[str, typer.Option(metavar="TENANT_ID", help="Whose it is.")],
    name: Annotated[
        str | None, typer.Option(help="What people call the venue; by default what the file says.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Make a venue from a file: a manifest, a seating plan of pretix, or JSON of our own.

    The form is recognised by the content. A manifest has the columns
    section_id, section_name, row_id and row_name. What of a seating plan
    cannot be taken is said, and every fault is, with its place.

    Examples:
      seatpreview venues import a.csv --tenant ten_8FzQ2mL0vTn4XcRy6KsW --name Arena
      seatpreview venues import record.json --tenant ten_8FzQ2mL0vTn4XcRy6KsW
    """
    from seatpreview.cli import display, operations, venue_files

    reading = venue_files.read_venue(file)
    reading.record.update(sent(name=_checked_name(name)))
    if "name" not in reading.record:
        raise CommandError(
            f"--name is needed: {file} does not say what the venue is called.", exit_code=MISUSED
        )
    layout = venue_files.checked(file, reading)
    venue = operations.ask(settings, "createVenue", sent=reading.record | {"tenantId": tenant})
    if json:
        display.print_json(venue)
    else:
        made = {"venueId": venue.venue_id, "tenantId": venue.tenant_id, "name": venue.name}
        display.print_answer(made | venue_files.totals(layout), False, {})
    for remark in reading.remarks:
        display.note(remark)


@commands.command("list")
@takes_settings("data_dir", "database_url")
def list_(
    settings: Settings,
    tenant: Annotated[str | None, typer.Option(metavar="TENANT_ID", help="Venues of this tenant.")] = None,
    limit: Limit = LIST_MAX,
    cursor: Cursor = None,
    json: AsJson = False,
) -> None:
    """List venues, newest first.

    Example:
      seatpreview venues list --tenant ten_8FzQ2mL0vTn4XcRy6KsW
    """
    from seatpreview.cli import display, operations

    found = operations.ask_for_all(settings, "listVenues", limit, sent(tenantId=tenant, cursor=cursor))
    display.print_list(
        found,
        json,
        ("VENUE", "TENANT", "CREATED", "NAME"),
        lambda venue: (venue.venue_id, venue.tenant_id, f"{venue.created_at:%Y-%m-%d}", venue.name),
    )


@commands.command()
@takes_settings("data_dir", "database_url")
def show(
    settings: Settings,
    venue_id: VenueIdArgument,
    json: AsJson = False,
) -> None:
    """Show a venue: what its record holds, and its sections, rows and seats by level.

    Example:
      seatpreview venues show ven_6RtY1pWq9ZxC3vBn5MkL
    """
    from seatpreview.cli import display, operations, venue_files
    from seatpreview.venues.rules import compiled

    venue = operations.ask(settings, "getVenue", venue_id)
    if json:
        display.print_json(venue)
        return
    seat_keys = venue.rules.seat_keys
    members = {
        "venueId": venue.venue_id,
        "tenantId": venue.tenant_id,
        "name": venue.name,
        "timezone": venue.timezone,
        "aliases": len(venue.aliases),
        "imagerySets": [imagery.id for imagery in venue.imagery_sets],
        "configurations": [each.id for each in venue.rules.layout.configurations],
        "seatKeys": f"{len(seat_keys.rules)} rules, {len(seat_keys.examples)} examples",
        "ads": len(venue.ads),
        "createdAt": venue.created_at,
        "updatedAt": venue.updated_at,
        "version": venue.version,
    }
    display.print_answer(members, False, {})
    typer.echo()
    layout = compiled(venue.rules.layout, "/rules/layout")
    display.print_table(venue_files.COUNTED, venue_files.counts_by_level(layout))


@commands.command()
@takes_settings("data_dir", "database_url")
def export(
    settings: Settings,
    venue_id: VenueIdArgument,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A new file; by default standard output.")
    ] = None,
) -> None:
    """Write a venue's record as JSON, as `venues import` and the API's PUT take it.

    Example:
      seatpreview venues export ven_6RtY1pWq9ZxC3vBn5MkL record.json
    """
    from seatpreview.cli import operations, venue_files

    record = venue_files.exported(operations.ask(settings, "getVenue", venue_id))
    if file is None:
        typer.echo(record, nl=False)
        return
    venue_files.write_text(file, record)
    typer.echo(f"Wrote {file}.")


@commands.command()
def check(file: VenueFile) -> None:
    """Say what a venue's file describes, or all that is wrong with it. Needs no database.

    Reads it as `venues import` does. Exits with 1 where it has faults; each
    is said with its place (a JSON Pointer) and the text that stands there.

    Example:
      seatpreview venues check layout.json
    """
    from seatpreview.cli import display, venue_files

    reading = venue_files.read_venue(file)
    reading.record.setdefault("name", file.name)
    layout = venue_files.checked(file, reading)
    display.print_table(venue_files.COUNTED, venue_files.counts_by_level(layout))
    for remark in reading.remarks:
        display.note(remark)


def _checked_name(name: str | None) -> str | None:
    """What is wrong with the flag must not be said of the file."""
    from seatpreview.validated_text import Name

    try:
        return None if name is None else Name.parse(name)
    except ValueError as refusal:
        raise CommandError(f"--name {refusal}.") from refusal
