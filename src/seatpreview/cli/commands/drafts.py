"""seatpreview venues draft: reads and stores the draft of a venue, and makes a link to it."""

from typing import Annotated

import typer

from seatpreview.api import local_operations
from seatpreview.cli import display, text_files, venue_files, view_links
from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.label_warning_text import note_label_warnings
from seatpreview.cli.operation_commands import Call, add_operations
from seatpreview.cli.options import AsJson, NewFile, VenueArgument, takes_settings
from seatpreview.publishing.draft_model import Draft
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import EXIT_USAGE, CommandError

commands = CommandGroup()


def get(call: Call, file: NewFile = None) -> None:
    if file is not None:
        text_files.check_is_new(file)
    draft: Draft = call.run()
    if not call.printed_as_json(draft):
        text_files.print_or_write(file, venue_files.as_json(draft.record))
        _note_state(draft)


def put(
    call: Call,
    if_match: Annotated[
        str | None,
        typer.Option(metavar="ETAG", help="Store it only if the draft is still the one that you read."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a draft that somebody else saved last.")
    ] = False,
) -> None:
    if force and if_match is not None:
        raise CommandError("Give either --if-match or --force.", exit_code=EXIT_USAGE)
    call.if_match = "*" if force else if_match
    draft: Draft = call.run()
    if not call.printed_as_json(draft):
        typer.echo(f"Stored the draft of {call.path[0]}.")
        _note_state(draft)


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
    session = local_operations.run_with_client(
        view_links.at_running_service(settings),
        lambda client: view_links.make_draft_session(client, venue_id, locale),
    )
    if json:
        display.print_json(session)
        return
    typer.echo(session.viewer_url)
    display.note(
        f"The link works until {session.expires_at:%Y-%m-%d %H:%M} UTC, or until the draft is published or "
        f"deleted. `seatpreview sessions end {session.session_id}` ends it."
    )


def _note_state(draft: "Draft") -> None:
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


add_operations(commands, "venues draft", {"getDraft": get, "putDraft": put})
