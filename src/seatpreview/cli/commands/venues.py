"""seatpreview venues: imports, exports, lists and shows venues, checks their files, and uses templates."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.commands import venue_archive, venue_versions
from seatpreview.cli.options import (
    LIST_MAX,
    Archived,
    AsJson,
    Cursor,
    Limit,
    VenueArgument,
    takes_settings,
    without_nulls,
)
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import EXIT_USAGE, CommandError

if TYPE_CHECKING:
    from seatpreview.imports.model import FileFormat
    from seatpreview.venues.model import Venue
    from seatpreview.venues.venue_files import CheckedImport

commands = CommandGroup()

_FILE_HELP = "A plan of pretix, a chart of seats.io, SVG, CSV, XLSX, GeoJSON, areas, or Seat Preview's JSON."
VenueFile = Annotated[Path, typer.Argument(metavar="FILE", help=_FILE_HELP)]
ImportFormat = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="pretix, seatsio, svg, table, grid, areas, geojson, record or layout; by default the content "
        "tells.",
    ),
]


@commands.command("import")
@takes_settings("data_dir", "database_url", works_without_service=True)
def import_(
    settings: Settings,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help=_FILE_HELP)] = None,
    example: Annotated[
        str | None,
        typer.Option(metavar="ID", help="A template at its default size, instead of a file."),
    ] = None,
    format_: ImportFormat = None,
    name: Annotated[
        str | None,
        typer.Option(help="The name of the venue; by default the one in the file, or the file's own."),
    ] = None,
    create: Annotated[bool, typer.Option("--create", help="Create a venue; needs --tenant.")] = False,
    tenant: Annotated[
        str | None,
        typer.Option(metavar="TENANT_ID", help="The tenant that owns the new venue; implies --create."),
    ] = None,
    venue: Annotated[
        str | None,
        typer.Option(
            "--replace",
            metavar="VENUE",
            help="Replace the layout of this venue; its whole record, if the file is one.",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="NEW_FILE", help="Write the record to a new file.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Read a venue from a file, show what was found, and store it if asked to.

    Everything that was taken, inferred or left out is listed with a count and
    an example, and so are all faults of a file. Nothing is written without
    --create, --replace or --out, and only the first two need a service.

    Examples:
      seatpreview venues import plan.svg
      seatpreview venues import plan.json --create --tenant ten_8FzQ2mL0vTn4XcRy6KsW
      seatpreview venues import seats.xlsx --replace ven_6RtY1pWq9ZxC3vBn5MkL
      seatpreview venues import --example theatre --tenant ten_8FzQ2mL0vTn4XcRy6KsW
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import text_files, venue_files
    from seatpreview.cli.import_display import print_import
    from seatpreview.data_folder import check_service_exists

    _check_source(file, example)
    _check_target(create, tenant, venue, out)
    if tenant is not None or venue is not None:
        check_service_exists(settings)
    given = _checked_name(name)
    read = _read_checked(file, example, venue_files.checked_format(format_), given)
    imported = read.imported
    stored: Venue | None = None
    if tenant is not None:
        stored = local_operations.call(settings, "createVenue", body=imported.record | {"tenantId": tenant})
    elif venue is not None:
        stored = local_operations.replace_record(
            settings, venue, lambda record: venue_files.with_imported(record, imported, given)
        )
    elif out is not None:
        text_files.write_new(out, venue_files.as_json(imported.record))
    print_import(read, stored, out, json)


@commands.command("list")
@takes_settings("data_dir", "database_url")
def list_(
    settings: Settings,
    tenant: Annotated[
        str | None, typer.Option(metavar="TENANT_ID", help="Only venues of this tenant.")
    ] = None,
    archived: Archived = False,
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
        settings, "listVenues", limit, without_nulls(tenantId=tenant, archived=archived, cursor=cursor)
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
    } | without_nulls(archivedAt=venue.archived_at)
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
    format_: Annotated[
        str,
        typer.Option("--format", metavar="FORMAT", help="csv, xlsx, pretix, geojson, svg or json."),
    ] = "json",
    out: Annotated[Path | None, typer.Option("--out", metavar="NEW_FILE", help="The same as FILE.")] = None,
) -> None:
    """Write a venue to a file that `venues import` reads: its record, a table, or a drawing.

    Examples:
      seatpreview venues export ven_6RtY1pWq9ZxC3vBn5MkL record.json
      seatpreview venues export ven_6RtY1pWq9ZxC3vBn5MkL --format csv --out seats.csv
    """
    from typing import get_args

    from seatpreview.api import local_operations
    from seatpreview.cli import text_files, venue_files
    from seatpreview.imports.file_formats import ExportFormat

    if format_ not in get_args(ExportFormat):
        raise venue_files.unknown_format(format_, get_args(ExportFormat))
    if file is not None and out is not None:
        raise CommandError("Give either FILE or --out.", exit_code=EXIT_USAGE)
    target = file or out
    if target is not None:
        text_files.check_is_new(target)
    content = local_operations.run_with_client(
        settings, lambda client: client.call("exportVenue", venue_id, query={"format": format_})
    )
    if target is None:
        typer.echo(content, nl=False)
        return
    text_files.write_new(target, content)
    typer.echo(f"Wrote {target}.")


@commands.command()
def check(file: VenueFile) -> None:
    """Show what a venue's file describes, or everything that is wrong with it. Needs no database.

    Reads the same files as `venues import`. Exits with 1 if the file has
    faults; each is listed with a JSON Pointer and the text at that position.

    Example:
      seatpreview venues check layout.json
    """
    from seatpreview.cli import display, venue_files
    from seatpreview.cli.label_warning_text import note_label_warnings

    # Any name will do: a layout has none, and that is not a fault.
    reading = venue_files.read_venue(file, name="Venue")
    imported, layout, found = venue_files.checked_import(str(file), reading)
    display.print_table(venue_files.COUNT_COLUMNS, venue_files.counts_by_level(layout))
    for remark in venue_files.remarks(imported.report):
        display.note(remark)
    note_label_warnings(found)


@commands.command()
def examples(json: AsJson = False) -> None:
    """List what `venues import --example` creates: the same as `venues templates`.

    Example:
      seatpreview venues examples
    """
    templates(json)


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
    from seatpreview.cli.label_warning_text import note_label_warnings
    from seatpreview.data_folder import check_service_exists

    if tenant is not None and out is not None:
        raise CommandError("Give either --tenant or --out.", exit_code=EXIT_USAGE)
    sized = venue_files.record_of_template(template, seats)
    record = sized.record | without_nulls(name=_checked_name(name))
    if tenant is not None:
        check_service_exists(settings)
        venue = local_operations.call(settings, "createVenue", body=record | {"tenantId": tenant})
        members = {"venueId": venue.venue_id, "tenantId": venue.tenant_id, "name": venue.name}
        display.print_record(members | {"seats": sized.seats}, False, {})
        note_label_warnings(venue.found)
        return
    text = venue_files.as_json(record)
    if out is None:
        typer.echo(text, nl=False)
        return
    text_files.write_new(out, text)
    typer.echo(f"Wrote {out}: {sized.seats:,} seats.")


for command in (*venue_archive.COMMANDS, *venue_versions.COMMANDS):
    commands.command()(command)


def _check_source(file: Path | None, example: str | None) -> None:
    if (file is None) == (example is None):
        raise CommandError("Give either a FILE or --example.", exit_code=EXIT_USAGE)


def _check_target(create: bool, tenant: str | None, venue: str | None, out: Path | None) -> None:
    from seatpreview.cli import text_files

    if [create or tenant is not None, venue is not None, out is not None].count(True) > 1:
        raise CommandError("Give only one of --create, --replace and --out.", exit_code=EXIT_USAGE)
    if create and tenant is None:
        raise CommandError("--create needs --tenant, the owner of the new venue.", exit_code=EXIT_USAGE)
    if out is not None:
        text_files.check_is_new(out)


def _read_checked(
    file: Path | None, example: str | None, file_format: "FileFormat | None", name: str | None
) -> "CheckedImport":
    from seatpreview.cli import display, venue_files

    source = f"The template {example}" if file is None else str(file)
    with display.working_on(f"Reading {source}"):
        if file is None:
            reading = venue_files.read_example(example or "", name)
        else:
            reading = venue_files.read_venue(file, file_format, name)
        return venue_files.checked_import(source, reading)


def _checked_name(name: str | None) -> str | None:
    """Checks --name before the file, so that its fault is not reported as one of the file."""
    from seatpreview.values.validated_text import Name

    try:
        return None if name is None else Name.parse(name)
    except ValueError as refusal:
        raise CommandError(f"--name {refusal}.") from refusal
