"""seatpreview venues publish, versions, version, compare, restore and delete-version."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

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

if TYPE_CHECKING:
    from seatpreview.publishing.versions_model import ChangesForBuyers

VersionArgument = Annotated[
    str, typer.Argument(metavar="VERSION", help="The number that `venues versions` shows.")
]
Message = Annotated[
    str | None, typer.Option(metavar="TEXT", help="What the version is for; `venues versions` shows it.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would change, and write nothing.")]


@takes_settings("data_dir", "database_url")
def publish(
    settings: Settings,
    venue_id: VenueArgument,
    message: Message = None,
    labels: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Labels of your tickets: which of them resolve differently?"),
    ] = None,
    dry_run: DryRun = False,
    json: AsJson = False,
) -> None:
    """Publish the draft of a venue, and say what changes for buyers.

    Seats that are new, gone, renamed or moved, labels that resolve to another
    seat, seats that buyers looked at lately and that are gone, and images that
    nothing shows any more. The draft is deleted. FILE has a label on each line,
    or is CSV, as for `seat-keys test`; at most 1000 labels.

    Examples:
      seatpreview venues publish ven_6RtY1pWq9ZxC3vBn5MkL --dry-run
      seatpreview venues publish ven_6RtY1pWq9ZxC3vBn5MkL --message "Row G" --labels labels.txt
    """
    from seatpreview.api import local_operations
    from seatpreview.cli.label_files import read_labels
    from seatpreview.cli.label_warning_text import note_label_warnings

    sent = None if labels is None else read_labels(labels).labels
    body = without_nulls(message=message, labels=sent)
    published = local_operations.run_with_client(
        settings,
        lambda client: client.call("publishDraft", venue_id, query={"dryRun": dry_run}, body=body),
    )
    done = "would be published" if dry_run else "is published"
    _print_changes(published, published.changes, json, f"Version {published.version} {done}.")
    if not json:
        note_label_warnings(published)


@takes_settings("data_dir", "database_url")
def versions(
    settings: Settings,
    venue_id: VenueArgument,
    limit: Limit = LIST_MAX,
    cursor: Cursor = None,
    json: AsJson = False,
) -> None:
    """List the versions of a venue's record that are kept, newest first.

    The first one is what buyers see.

    Example:
      seatpreview venues versions ven_6RtY1pWq9ZxC3vBn5MkL
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    found = local_operations.list_all(settings, "listVersions", limit, without_nulls(cursor=cursor), venue_id)
    display.print_list(
        found,
        json,
        ("VERSION", "PUBLISHED", "BY", "SEATS", "MESSAGE"),
        lambda each: (
            each.version,
            f"{each.published_at:%Y-%m-%d %H:%M} UTC",
            each.published_by or "-",
            "-" if each.seats is None else each.seats,
            each.message or (f"(restored from {each.restored_from})" if each.restored_from else "-"),
        ),
    )


@takes_settings("data_dir", "database_url")
def version(
    settings: Settings,
    venue_id: VenueArgument,
    number: VersionArgument,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A new file; by default standard output.")
    ] = None,
) -> None:
    """Write the record of a version to a file that `venues import` reads.

    Images that the record names and that were deleted since are listed.

    Example:
      seatpreview venues version ven_6RtY1pWq9ZxC3vBn5MkL 3 record.json
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display, text_files
    from seatpreview.results import encode

    if file is not None:
        text_files.check_is_new(file)
    kept = local_operations.call(settings, "getVersion", venue_id, number)
    text = encode(kept.record).decode() + "\n"
    if file is None:
        typer.echo(text, nl=False)
    else:
        text_files.write_new(file, text)
        typer.echo(f"Wrote {file}.")
    if kept.images_gone:
        display.note(f"Images that are gone: {', '.join(kept.images_gone)}.")


@takes_settings("data_dir", "database_url")
def compare(
    settings: Settings,
    venue_id: VenueArgument,
    number: VersionArgument,
    since: Annotated[
        int | None,
        typer.Option(metavar="VERSION", help="The version to compare with; by default the one before."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Say what changed for buyers from one version of a venue to another.

    Examples:
      seatpreview venues compare ven_6RtY1pWq9ZxC3vBn5MkL 3
      seatpreview venues compare ven_6RtY1pWq9ZxC3vBn5MkL 7 --since 3
    """
    from seatpreview.api import local_operations

    changes = local_operations.run_with_client(
        settings,
        lambda client: client.call("getVersionChanges", venue_id, number, query=without_nulls(since=since)),
    )
    _print_changes(changes, changes, json, f"From version {changes.since} to version {changes.version}:")


@takes_settings("data_dir", "database_url")
def restore(
    settings: Settings,
    venue_id: VenueArgument,
    number: VersionArgument,
    message: Message = None,
    dry_run: DryRun = False,
    json: AsJson = False,
) -> None:
    """Publish the record of an earlier version again, as a new version.

    It is checked like any other record. Images that were deleted since are
    left out. A draft is left alone.

    Examples:
      seatpreview venues restore ven_6RtY1pWq9ZxC3vBn5MkL 3 --dry-run
      seatpreview venues restore ven_6RtY1pWq9ZxC3vBn5MkL 3 --message "Back to the summer"
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display
    from seatpreview.cli.label_warning_text import note_label_warnings

    body = without_nulls(message=message)
    restored = local_operations.run_with_client(
        settings,
        lambda client: client.call("restoreVersion", venue_id, number, query={"dryRun": dry_run}, body=body),
    )
    done = "would be published" if dry_run else "is published"
    heading = f"Version {restored.version} {done}, with the record of version {restored.restored_from}."
    _print_changes(restored, restored.changes, json, heading)
    if json:
        return
    note_label_warnings(restored)
    if restored.images_left_out:
        display.note(f"Left out, since they are gone: {', '.join(restored.images_left_out)}.")


@takes_settings("data_dir", "database_url")
def delete_version(settings: Settings, venue_id: VenueArgument, number: VersionArgument) -> None:
    """Delete one version of a venue for good. The published one cannot be deleted.

    Example:
      seatpreview venues delete-version ven_6RtY1pWq9ZxC3vBn5MkL 3
    """
    from seatpreview.api import local_operations

    local_operations.call(settings, "deleteVersion", venue_id, number)
    typer.echo(f"Deleted version {number}.")


def _print_changes(result: object, changes: "ChangesForBuyers", as_json: bool, heading: str) -> None:
    from seatpreview.cli import display
    from seatpreview.cli.change_sentences import change_sentences

    if as_json:
        display.print_json(result)
        return
    typer.echo(heading)
    for sentence in change_sentences(changes):
        typer.echo(f"  {sentence}")


COMMANDS = (publish, versions, version, compare, restore, delete_version)
