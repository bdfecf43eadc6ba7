"""seatpreview venues: imports, exports, lists and shows venues, checks their files, and uses templates."""

from pathlib import Path
from typing import Annotated

import typer

from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.options import (
    LIST_MAX,
    AsJson,
    Cursor,
    Limit,
    VenueArgument,
    takes_settings,
    without_nulls,
)
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import EXIT_USAGE, CommandError

commands = CommandGroup()

VenueFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="A manifest (CSV), a pretix seating plan, or a record or layout (JSON)."
    ),
]


@commands.command("import")
@takes_settings("data_dir", "database_url")
def import_(
    settings: Settings,
    tenant: Annotated[str, typer.Option(metavar="TENANT_ID", help="The tenant that owns the venue.")],
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="A manifest (CSV), a pretix seating plan, or a record or layout (JSON)."
        ),
    ] = None,
    example: Annotated[
        str | None,
        typer.Option(metavar="ID", help="An example instead of a file; `venues examples` lists them."),
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="The name of the venue; by default the one in the file.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Create a venue from a file: a manifest, a pretix seating plan, or Seat Preview's JSON.

    The content tells the kind of file. A manifest has the columns section_id,
    section_name, row_id and row_name. Parts of a seating plan that cannot be
    imported are listed, and so are all faults of a file.

    Examples:
      seatpreview venues import a.csv --tenant ten_8FzQ2mL0vTn4XcRy6KsW --name Arena
      seatpreview venues import record.json --tenant ten_8FzQ2mL0vTn4XcRy6KsW
      seatpreview venues import --example theatre --tenant ten_8FzQ2mL0vTn4XcRy6KsW
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display, venue_files

    if (file is None) == (example is None):
        raise CommandError("Give either a FILE or --example.", exit_code=EXIT_USAGE)
    source = f"The example {example}" if file is None else str(file)
    reading = venue_files.read_example(example or "") if file is None else venue_files.read_venue(file)
    reading.record.update(without_nulls(name=_checked_name(name)))
    if "name" not in reading.record:
        raise CommandError(
            f"--name is needed: {source} does not say what the venue is called.", exit_code=EXIT_USAGE
        )
    layout = venue_files.checked_layout(source, reading)
    venue = local_operations.call(settings, "createVenue", body=reading.record | {"tenantId": tenant})
    if json:
        display.print_json(venue)
    else:
        members = {"venueId": venue.venue_id, "tenantId": venue.tenant_id, "name": venue.name}
        display.print_record(members | venue_files.totals(layout), False, {})
    for remark in reading.remarks:
        display.note(remark)


@commands.command("list")
@takes_settings("data_dir", "database_url")
def list_(
    settings: Settings,
    tenant: Annotated[
        str | None, typer.Option(metavar="TENANT_ID", help="Only venues of this tenant.")
    ] = None,
    limit: Limit = LIST_MAX,
    cursor: Cursor = None,
    json: AsJson = False,
) -> None:
    """List venues, newest first.

    Example:
      seatpreview venues list --tenant ten_8FzQ2mL0vTn4XcRy6KsW
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    venues = local_operations.list_all(
        settings, "listVenues", limit, without_nulls(tenantId=tenant, cursor=cursor)
    )
    display.print_list(
        venues,
        json,
        ("VENUE", "TENANT", "CREATED", "NAME"),
        lambda venue: (venue.venue_id, venue.tenant_id, f"{venue.created_at:%Y-%m-%d}", venue.name),
    )


@commands.command()
@takes_settings("data_dir", "database_url")
def show(
    settings: Settings,
    venue_id: VenueArgument,
    json: AsJson = False,
) -> None:
    """Show a venue: its record, and its sections, rows and seats by level.

    Example:
      seatpreview venues show ven_6RtY1pWq9ZxC3vBn5MkL
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display, venue_files
    from seatpreview.venues import rules

    venue = local_operations.call(settings, "getVenue", venue_id)
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
    display.print_record(members, False, {})
    typer.echo()
    layout = rules.compile_or_refuse(venue.rules.layout, "/rules/layout")
    display.print_table(venue_files.COUNT_COLUMNS, venue_files.counts_by_level(layout))


@commands.command()
@takes_settings("data_dir", "database_url")
def export(
    settings: Settings,
    venue_id: VenueArgument,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A new file; by default standard output.")
    ] = None,
) -> None:
    """Write a venue's record as JSON, for `venues import` or the API's PUT.

    Example:
      seatpreview venues export ven_6RtY1pWq9ZxC3vBn5MkL record.json
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import text_files, venue_files

    record = venue_files.record_as_json(local_operations.call(settings, "getVenue", venue_id))
    if file is None:
        typer.echo(record, nl=False)
        return
    text_files.write_new(file, record)
    typer.echo(f"Wrote {file}.")


@commands.command()
def check(file: VenueFile) -> None:
    """Show what a venue's file describes, or everything that is wrong with it. Needs no database.

    Reads the same files as `venues import`. Exits with 1 if the file has
    faults; each is listed with a JSON Pointer and the text at that position.

    Example:
      seatpreview venues check layout.json
    """
    from seatpreview.cli import display, venue_files

    reading = venue_files.read_venue(file)
    reading.record.setdefault("name", file.name)
    layout = venue_files.checked_layout(str(file), reading)
    display.print_table(venue_files.COUNT_COLUMNS, venue_files.counts_by_level(layout))
    for remark in reading.remarks:
        display.note(remark)


@commands.command()
def examples(json: AsJson = False) -> None:
    """List the example venues that `venues import --example` creates. Needs no database.

    Example:
      seatpreview venues examples
    """
    from seatpreview.cli import display
    from seatpreview.venues.example_records import example_venues

    if json:
        display.print_json(example_venues())
        return
    rows = [(example.id, example.title, example.description) for example in example_venues()]
    display.print_table(("EXAMPLE", "NAME", "DESCRIPTION"), rows)


@commands.command()
def templates(json: AsJson = False) -> None:
    """List the templates of `venues new`, and how many seats each may have. Needs no database.

    Example:
      seatpreview venues templates
    """
    from seatpreview.cli import display
    from seatpreview.venues.templates.catalogue import TEMPLATES

    if json:
        display.print_json(TEMPLATES)
        return
    rows = [
        (
            each.template_id,
            f"{each.seats_min:,} to {each.seats_max:,}",
            f"{each.seats_default:,}",
            each.description,
        )
        for each in TEMPLATES
    ]
    display.print_table(("TEMPLATE", "SEATS", "DEFAULT", "DESCRIPTION"), rows)


@commands.command()
@takes_settings("data_dir", "database_url", works_without_service=True)
def new(
    settings: Settings,
    template: Annotated[
        str, typer.Option(metavar="ID", help="The kind of venue; `venues templates` lists them.")
    ],
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="How many seats; by default those of the template.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="The name of the venue.")] = None,
    tenant: Annotated[
        str | None,
        typer.Option(metavar="TENANT_ID", help="Create the venue for this tenant, instead of a file."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A new file; by default standard output.")
    ] = None,
) -> None:
    """Make the record of a venue from a template, with a number of seats to choose.

    Writes the record as JSON, which you can edit and give to `venues import`.
    With --tenant it creates the venue instead. The record has the seats that
    you ask for, give or take 3 %.

    arena 3,000 to 22,000 seats; stadium 5,000 to 90,000; ballpark 5,000 to
    55,000; amphitheatre 500 to 20,000; theatre 200 to 3,000; concert-hall 500
    to 3,000; school-hall 50 to 1,500; club 40 to 600; cinema 50 to 600.

    Examples:
      seatpreview venues new --template theatre --seats 800 --out record.json
      seatpreview venues new --template arena --tenant ten_8FzQ2mL0vTn4XcRy6KsW
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display, text_files, venue_files
    from seatpreview.data_folder.service_folder import check_service_exists

    if tenant is not None and out is not None:
        raise CommandError("Give either --tenant or --out.", exit_code=EXIT_USAGE)
    sized = venue_files.record_of_template(template, seats)
    record = sized.record | without_nulls(name=_checked_name(name))
    if tenant is not None:
        check_service_exists(settings)
        venue = local_operations.call(settings, "createVenue", body=record | {"tenantId": tenant})
        members = {"venueId": venue.venue_id, "tenantId": venue.tenant_id, "name": venue.name}
        display.print_record(members | {"seats": sized.seats}, False, {})
        return
    text = venue_files.as_json_text(record)
    if out is None:
        typer.echo(text, nl=False)
        return
    text_files.write_new(out, text)
    typer.echo(f"Wrote {out}: {sized.seats:,} seats.")


def _checked_name(name: str | None) -> str | None:
    """Checks --name before the file, so that its fault is not reported as one of the file."""
    from seatpreview.values.validated_text import Name

    try:
        return None if name is None else Name.parse(name)
    except ValueError as refusal:
        raise CommandError(f"--name {refusal}.") from refusal
