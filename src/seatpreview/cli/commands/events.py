"""seatpreview events: exports the events that pages reported, counts them, and erases them."""

from datetime import datetime
from pathlib import Path
from typing import Annotated, cast

import msgspec
import typer

from seatpreview.api import local_operations
from seatpreview.cli import display, text_files
from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.options import (
    LIST_MAX,
    AsJson,
    Cursor,
    Limit,
    VenueArgument,
    parse_text,
    takes_settings,
    without_nulls,
)
from seatpreview.database.command_session import run_with_database, run_with_usable_database
from seatpreview.database.engines import Database
from seatpreview.decoding.inputs import decode
from seatpreview.events import erasure
from seatpreview.events.erasure import Selection
from seatpreview.events.file_export import FileFormat, export_events
from seatpreview.events.model import KINDS, DayOrTime, ListEvents
from seatpreview.settings.settings import Settings
from seatpreview.values.caller import OPERATOR
from seatpreview.values.clock import Moment, moment_of
from seatpreview.values.command_error import EXIT_USAGE, CommandError
from seatpreview.values.ids import SessionId, VenueId

commands = CommandGroup()

PurposeOption = Annotated[str, typer.Option(metavar="PURPOSE", help="Events of a buyer, or of staff.")]


@commands.command()
@takes_settings("data_dir", "database_url")
def export(
    settings: Settings,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A new file; by default standard output.")
    ] = None,
    format: Annotated[str, typer.Option(help="csv or jsonl.")] = "csv",
    tenant: Annotated[
        str | None, typer.Option(metavar="TENANT_ID", help="Only events that this tenant can see.")
    ] = None,
    venue: Annotated[str | None, typer.Option(metavar="VENUE", help="Only events at this venue.")] = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="Received at this time or later (RFC 3339).")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Received before this time (RFC 3339).")
    ] = None,
    purpose: PurposeOption = "buyer",
) -> None:
    """Write events as CSV or JSON Lines, the last received first.

    The file appears when everything is written. Events that arrive during
    the export are not in it. In CSV, a cell that starts with = + - or @ gets
    an apostrophe in front, so that no spreadsheet takes it for a formula.
    JSON Lines has every event unchanged.

    Examples:
      seatpreview events export events.csv --from 2026-11-01T00:00:00Z
      seatpreview events export --format jsonl --venue ven_6RtY1pWq9ZxC3vBn5MkL
    """
    if format not in ("csv", "jsonl"):
        raise CommandError("--format must be csv or jsonl.", exit_code=EXIT_USAGE)
    filters = without_nulls(tenantId=tenant, venue=venue, until=until, purpose=purpose)
    query = decode(filters | without_nulls(**{"from": from_}), ListEvents)
    file_format = cast("FileFormat", format)

    async def run(database: "Database") -> int:
        with text_files.new_output(file) as write, display.progress("Events") as on_progress:
            return await export_events(database, query, file_format, write, on_progress)

    written = run_with_usable_database(settings, run)
    if file is not None:
        typer.echo(f"Wrote {written:,} events to {file}.")


@commands.command()
@takes_settings("data_dir", "database_url")
def report(
    settings: Settings,
    venue_id: VenueArgument,
    by: Annotated[str, typer.Option(help="seat, section, ad or day.")] = "day",
    kind: Annotated[str | None, typer.Option(help="Count only events of this kind.")] = None,
    from_: Annotated[
        str | None,
        typer.Option("--from", metavar="WHEN", help="Happened on this day or at this time, or later."),
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="WHEN", help="Happened before this day or time.")
    ] = None,
    purpose: PurposeOption = "buyer",
    limit: Limit = LIST_MAX,
    cursor: Cursor = None,
    json: AsJson = False,
) -> None:
    """Count the events at a venue, by seat, section, ad or day.

    Days are in the venue's time zone. The table leaves out kinds without
    events; --json has all of them. Views of your own staff, in the console or
    through `seatpreview view`, are counted separately: --purpose staff.

    Examples:
      seatpreview events report ven_6RtY1pWq9ZxC3vBn5MkL
      seatpreview events report ven_6RtY1pWq9ZxC3vBn5MkL --by ad --from 2026-11-01
    """
    filters = without_nulls(
        venue=venue_id, groupBy=by, kind=kind, until=until, purpose=purpose, cursor=cursor
    )
    rows = local_operations.list_all(
        settings, "reportEvents", limit, filters | without_nulls(**{"from": from_})
    )
    if not rows.data and cursor is None and not json:
        display.note(_no_events(by, kind, purpose))
        return
    kinds = [name for name in KINDS if any(getattr(row.counts, name) for row in rows.data)]
    display.print_list(
        rows,
        json,
        (by.upper(), *map(str.upper, kinds), "TOTAL"),
        lambda row: (row.key, *(getattr(row.counts, name) for name in kinds), row.total),
    )


@commands.command()
@takes_settings("data_dir", "database_url")
def erase(
    settings: Settings,
    session: Annotated[str | None, typer.Option(metavar="SESSION_ID", help="Events of this session.")] = None,
    venue: Annotated[str | None, typer.Option(metavar="VENUE", help="Events at this venue.")] = None,
    before: Annotated[
        str | None,
        typer.Option(metavar="WHEN", help="Received before this day (UTC) or time: 2026-11-15."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Count them, and erase nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Erase stored events for good, for example when a person asks for it.

    With several options, only events that match all of them are erased. The
    audit list records that events were erased, at which venue and by which
    options, but neither the session nor the events. Backups still have the
    events until you delete them; docs/privacy.md says what else is stored.

    Examples:
      seatpreview events erase --session ses_3HcV9kQm2WxZ7tBn4RpL0d6Gy8JsKf1UvPq5TzXa
      seatpreview events erase --venue ven_6RtY1pWq9ZxC3vBn5MkL --before 2026-01-01 --dry-run
    """

    async def erase_now(database: "Database") -> int:
        at = (await database.feed.last()).at
        return await erasure.erase(database, selection, OPERATOR.actor, at)

    selection = _selection(session, venue, before)
    found = run_with_usable_database(settings, lambda database: database.report(erasure.count, selection))
    typer.echo(f"{found.stored:,} {'event' if found.stored == 1 else 'events'} would be erased.")
    if found.only_counted:
        typer.echo(f"Counts of {found.only_counted:,} that are not stored any more would be erased, too.")
    if dry_run or not any(found):
        return
    if not yes:
        typer.confirm("Erase them for good?", abort=True)
    typer.echo(f"Erased {run_with_database(settings, erase_now):,}.")


def _selection(session: str | None, venue: str | None, before: str | None) -> "Selection":
    """Returns which events the options name. Without any of them, nothing is erased."""
    if session is None and venue is None and before is None:
        raise CommandError("Say which events: --session, --venue or --before.", exit_code=EXIT_USAGE)
    return Selection(
        None if session is None else parse_text("--session", SessionId, session),
        None if venue is None else parse_text("--venue", VenueId, venue),
        None if before is None else _moment(parse_text("--before", DayOrTime, before)),
    )


def _moment(text: str) -> "Moment":
    """Returns a time, or the beginning of a day in UTC."""
    is_day = len(text) == len("2026-11-15")
    return moment_of(msgspec.convert(f"{text}T00:00:00Z" if is_day else str(text), datetime))


def _no_events(by: str, kind: str | None, purpose: str) -> str:
    """Says that nothing was counted, and where events come from."""
    of_whom = " of staff" if purpose == "staff" else ""
    counted = f"events{of_whom}" if kind is None else f"events of the kind {kind}{of_whom}"
    with_key = {"seat": " with a seat", "section": " with a section", "ad": " with an ad"}.get(by, "")
    return (
        f"There are no {counted}{with_key} at this venue in this range. The viewer reports events by itself "
        "once a page shows it (docs/embedding.md), and other programs send them with POST /v1/events."
    )
