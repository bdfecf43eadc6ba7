"""seatpreview venues draft: reads, stores and deletes the draft of a venue, and makes a link to it."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.options import AsJson, VenueArgument, takes_settings
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import EXIT_USAGE, CommandError

if TYPE_CHECKING:
    from seatpreview.publishing.draft_model import Draft

commands = CommandGroup()


@commands.command()
@takes_settings("data_dir", "database_url")
def get(
    settings: Settings,
    venue_id: VenueArgument,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A new file; by default standard output.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Write the record of a venue's draft to a file, and show what a publish would refuse.

    Examples:
      seatpreview venues draft get harbour draft.json
      seatpreview venues draft get harbour --json
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display, text_files, venue_files

    if file is not None:
        text_files.check_is_new(file)
    draft: Draft = local_operations.call(settings, "getDraft", venue_id)
    if json:
        display.print_json(draft)
        return
    text = venue_files.as_json(draft.record)
    if file is None:
        typer.echo(text, nl=False)
    else:
        text_files.write_new(file, text)
        typer.echo(f"Wrote {file}.")
    _note_state(draft)


@commands.command()
@takes_settings("data_dir", "database_url")
def put(
    settings: Settings,
    venue_id: VenueArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record as JSON, complete or not.")],
    if_match: Annotated[
        str | None,
        typer.Option(metavar="ETAG", help="Store it only if the draft is still the one that you read."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a draft that somebody else saved last.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Store a file as the draft of a venue. Buyers see nothing of it.

    The file may have faults: they are listed, and the draft is stored all the
    same. A draft that somebody else saved last is replaced with --force only.

    Examples:
      seatpreview venues draft put harbour draft.json
      seatpreview venues draft put harbour draft.json --force
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    if force and if_match is not None:
        raise CommandError("Give either --if-match or --force.", exit_code=EXIT_USAGE)
    body = _record_in(file)
    condition = "*" if force else if_match
    draft: Draft = local_operations.run_with_client(
        settings, lambda client: client.call("putDraft", venue_id, query={}, body=body, if_match=condition)
    )
    if json:
        display.print_json(draft)
        return
    typer.echo(f"Stored the draft of {venue_id}.")
    _note_state(draft)


@commands.command()
@takes_settings("data_dir", "database_url")
def delete(settings: Settings, venue_id: VenueArgument) -> None:
    """Delete the draft of a venue. Links that show it end.

    Example:
      seatpreview venues draft delete harbour
    """
    from seatpreview.api import local_operations

    local_operations.call(settings, "deleteDraft", venue_id)
    typer.echo(f"Deleted the draft of {venue_id}.")


@commands.command()
@takes_settings("data_dir", "database_url", "host", "port", "public_url")
def link(
    settings: Settings,
    venue_id: VenueArgument,
    locale: Annotated[
        str | None, typer.Option(metavar="TAG", help="The language of the viewer, such as de or en-US.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Make a link that shows the draft of a venue, to open in a browser or to send to a colleague.

    The link works for a day, and needs no key. It ends earlier when the draft
    is published or deleted, by `sessions end`, and with the key that it was
    made with.

    Example:
      seatpreview venues draft link harbour
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display, view_links

    running = None if settings.public_url else view_links.running_address(settings)
    if running is not None:
        settings = replace(settings, public_url=running)
    session = local_operations.run_with_client(
        settings, lambda client: view_links.make_draft_session(client, venue_id, locale)
    )
    if json:
        display.print_json(session)
        return
    typer.echo(session.viewer_url)
    display.note(
        f"The link works until {session.expires_at:%Y-%m-%d %H:%M} UTC, or until the draft is published or "
        f"deleted. `seatpreview sessions end {session.session_id}` ends it."
    )


def _record_in(file: Path) -> dict[str, Any]:
    from seatpreview.cli import text_files
    from seatpreview.decoding.json_object import read_object
    from seatpreview.problems import ValidationFailed

    try:
        return read_object(text_files.read_text(file).encode())
    except ValidationFailed as refusal:
        raise CommandError(f"{file} is not a JSON object. {refusal.detail}") from refusal


def _note_state(draft: "Draft") -> None:
    from seatpreview.cli import display
    from seatpreview.cli.label_warning_text import note_label_warnings

    display.note(
        f"Based on version {draft.base_version}, saved by {draft.updated_by} at "
        f"{draft.updated_at:%Y-%m-%d %H:%M} UTC. Its ETag is {draft.etag}."
    )
    if draft.faults:
        display.note("A publish would refuse it:")
    for fault in draft.faults:
        display.note(f"  {fault.pointer or 'the record'} {fault.detail}")
    if not draft.is_previewable:
        display.note("It cannot be previewed before the faults of its name and layout are mended.")
    note_label_warnings(draft)
