"""seatpreview venues: files and templates of venues, and what a publish changes for buyers."""

from pathlib import Path
from typing import Annotated, Any, get_args

import typer

from seatpreview.api import local_operations
from seatpreview.cli import display, import_over, import_questions, text_files, venue_files
from seatpreview.cli.change_sentences import change_sentences
from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.commands import drafts
from seatpreview.cli.label_files import read_labels
from seatpreview.cli.label_warning_text import note_label_warnings
from seatpreview.cli.operation_commands import Call, add_operations
from seatpreview.cli.options import AsJson, NewFile, takes_settings, without_nulls
from seatpreview.data_folder import check_service_exists
from seatpreview.imports.file_formats import ExportFormat
from seatpreview.publishing.versions_model import ChangesForBuyers
from seatpreview.results import encode
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import EXIT_USAGE, CommandError
from seatpreview.values.validated_text import Name
from seatpreview.venues import rules
from seatpreview.venues.model import Venue
from seatpreview.venues.templates.catalogue import TEMPLATES

commands = CommandGroup()

_FILE_HELP = "A plan of pretix or seats.io, SVG, PDF, CSV, XLSX, GeoJSON, areas, or Seat Preview's JSON."
VenueFile = Annotated[Path, typer.Argument(metavar="FILE", help=_FILE_HELP)]
ImportFormat = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="pretix, seatsio, svg, pdf, table, grid, areas, geojson, record or layout; by default the "
        "content tells.",
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
    answer: Annotated[
        list[str] | None,
        typer.Option(
            metavar="QUESTION=CHOICE",
            help="An answer to a question about the file, such as side=mirrored.",
        ),
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
    over: Annotated[
        str | None,
        typer.Option(
            "--over",
            metavar="VENUE",
            help="Give this venue the plan, keep its heights, images and rules, and list what is not kept.",
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="With --over: store it without asking.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="NEW_FILE", help="Write the record to a new file.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Read a venue from a file, show what was found, and store it if asked to.

    Everything that was taken, inferred or left out is listed with a count and
    an example, and so are all faults of a file. Nothing is written without
    --create, --replace, --over or --out, and only the first three need a service.

    --replace takes the layout as the file has it. --over keeps what people
    made of the venue: heights, rakes, categories, images, bodies, label rules
    and aliases of sections, rows and seats that are still there. It lists what
    is kept and what is not, and asks before it stores the record; a script
    says --yes. With --out, the record is written to a file instead.

    What the file leaves open is a question with a few choices. On a terminal
    you are asked, and the file is read again with your answers. A script is
    never asked: what is marked as assumed counts, unless --answer gives
    another choice. --answer flip=yes, turn=90, scale=24 (metres from the
    leftmost to the rightmost seat) and scale=seat:0.5 are taken at any time.

    Exits with 0 if the file was read, also where questions are open; with 1
    if it has faults; with 2 if an option or an answer is none.

    Examples:
      seatpreview venues import plan.svg
      seatpreview venues import plan.svg --answer side=mirrored --answer turn=180
      seatpreview venues import plan.json --create --tenant ten_8FzQ2mL0vTn4XcRy6KsW
      seatpreview venues import seats.xlsx --replace ven_6RtY1pWq9ZxC3vBn5MkL
      seatpreview venues import plan.json --over ven_6RtY1pWq9ZxC3vBn5MkL
      seatpreview venues import --example theatre --tenant ten_8FzQ2mL0vTn4XcRy6KsW
    """
    _check_source(file, example)
    _check_target(create, tenant, venue, out, over)
    if yes and over is None:
        raise CommandError("--yes needs --over.", exit_code=EXIT_USAGE)
    answers = import_questions.parsed_answers(answer or [])
    if tenant is not None or venue is not None or over is not None:
        check_service_exists(settings)
    given = _checked_name(name)
    may_ask = not json and import_questions.can_ask()
    if file is None:
        source, reading = f"The template {example}", venue_files.read_example(example or "", given)
    else:
        known_format = venue_files.checked_format(format_)
        source = str(file)
        reading = venue_files.read_venue(file, known_format, given, answers, may_ask=may_ask)
    if over is not None:
        merged = import_over.read_over(settings, over, source, reading, answers)
        import_over.store_over(settings, over, merged, out, is_confirmed=yes, as_json=json)
        return
    with display.working_on(f"Checking {source}"):
        read = venue_files.checked_import(source, reading)
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
    venue_files.print_import(read, stored, out, json)


def show(call: Call) -> None:
    venue = call.run()
    if call.printed_as_json(venue):
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


def export(
    call: Call,
    file: NewFile = None,
    format: Annotated[
        str,
        typer.Option(metavar="FORMAT", help="csv, xlsx, pretix, geojson, svg or json."),
    ] = "json",
    out: Annotated[Path | None, typer.Option("--out", metavar="NEW_FILE", help="The same as FILE.")] = None,
) -> None:

    if format not in get_args(ExportFormat):
        raise venue_files.unknown_format(format, get_args(ExportFormat))
    if file is not None and out is not None:
        raise CommandError("Give either FILE or --out.", exit_code=EXIT_USAGE)
    target = file or out
    if target is not None:
        text_files.check_is_new(target)
    call.query["format"] = format
    text_files.print_or_write(target, call.run())


@commands.command()
def check(file: VenueFile) -> None:
    """Show what a venue's file describes, or everything that is wrong with it. Needs no database.

    Reads the same files as `venues import`. Exits with 1 if the file has
    faults; each is listed with a JSON Pointer and the text at that position.

    Example:
      seatpreview venues check layout.json
    """
    # Any name will do: a layout has none, and that is not a fault.
    reading = venue_files.read_venue(file, name="Venue")
    imported, layout, found = venue_files.checked_import(str(file), reading)
    display.print_table(venue_files.COUNT_COLUMNS, venue_files.counts_by_level(layout))
    for remark in venue_files.remarks(imported):
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


def publish(
    call: Call,
    labels: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Labels of your tickets: which of them resolve differently?"),
    ] = None,
) -> None:
    if labels is not None:
        call.body["labels"] = read_labels(labels).labels
    published = call.run()
    if not call.printed_as_json(published):
        typer.echo(f"Version {published.version} {_published(call)}.")
        _print_changes(published.changes)
        note_label_warnings(published)


def versions(call: Call) -> None:
    call.show(call.run(), computed={"message": _message})


def version(call: Call, file: NewFile = None) -> None:
    if file is not None:
        text_files.check_is_new(file)
    kept = call.run()
    if call.printed_as_json(kept):
        return
    text_files.print_or_write(file, encode(kept.record).decode() + "\n")
    if kept.images_gone:
        display.note(f"Images that are gone: {', '.join(kept.images_gone)}.")


def compare(call: Call) -> None:
    changes = call.run()
    if not call.printed_as_json(changes):
        typer.echo(f"From version {changes.since} to version {changes.version}:")
        _print_changes(changes)


def restore(call: Call) -> None:
    restored = call.run()
    if call.printed_as_json(restored):
        return
    from_version = f"with the record of version {restored.restored_from}"
    typer.echo(f"Version {restored.version} {_published(call)}, {from_version}.")
    _print_changes(restored.changes)
    note_label_warnings(restored)
    if restored.images_left_out:
        display.note(f"Left out, since they are gone: {', '.join(restored.images_left_out)}.")


def _check_source(file: Path | None, example: str | None) -> None:
    if (file is None) == (example is None):
        raise CommandError("Give either a FILE or --example.", exit_code=EXIT_USAGE)


def _check_target(
    create: bool, tenant: str | None, venue: str | None, out: Path | None, over: str | None
) -> None:
    if [create or tenant is not None, venue is not None, out is not None].count(True) > 1:
        raise CommandError("Give only one of --create, --replace and --out.", exit_code=EXIT_USAGE)
    if over is not None and (create or tenant is not None or venue is not None):
        raise CommandError("Give only one of --create, --replace and --over.", exit_code=EXIT_USAGE)
    if create and tenant is None:
        raise CommandError("--create needs --tenant, the owner of the new venue.", exit_code=EXIT_USAGE)
    if out is not None:
        text_files.check_is_new(out)


def _checked_name(name: str | None) -> str | None:
    """Checks --name before the file, so that its fault is not reported as one of the file."""
    try:
        return None if name is None else Name.parse(name)
    except ValueError as refusal:
        raise CommandError(f"--name {refusal}.") from refusal


def _published(call: Call) -> str:
    return "would be published" if call.query.get("dryRun") else "is published"


def _print_changes(changes: "ChangesForBuyers") -> None:
    for sentence in change_sentences(changes):
        typer.echo(f"  {sentence}")


def _message(version: Any) -> str:
    return version.message or (f"(restored from {version.restored_from})" if version.restored_from else "-")


add_operations(
    commands,
    "venues",
    {
        "getVenue": show,
        "exportVenue": export,
        "publishDraft": publish,
        "listVersions": versions,
        "getVersion": version,
        "getVersionChanges": compare,
        "restoreVersion": restore,
    },
)

floor_plan = CommandGroup()
add_operations(floor_plan, "venues floor-plan")
commands.add_typer(drafts.commands, name="draft", help="The draft of a venue, which buyers do not see.")
commands.add_typer(floor_plan, name="floor-plan", help="The floor plan of a venue, for drawing its seats.")
