"""Shows what a file of a venue holds, and what became of it."""

from pathlib import Path

import typer

from seatpreview.cli import display, venue_files
from seatpreview.cli.label_warning_text import note_label_warnings
from seatpreview.venues.encoded_results import SavedVenue
from seatpreview.venues.model import Venue
from seatpreview.venues.venue_files import CheckedImport


def print_import(read: CheckedImport, stored: Venue | None, out: Path | None, as_json: bool) -> None:
    """Prints what a file holds and what became of it. With --json, the report is on standard error unless
    it is the result."""
    imported, layout, found = read
    if as_json:
        display.print_json(imported if stored is None else stored)
        for remark in venue_files.remarks(imported.report):
            display.note(remark)
        return
    display.print_table(venue_files.REPORT_COLUMNS, venue_files.report_rows(imported.report))
    typer.echo()
    owner = {} if stored is None else {"venueId": stored.venue_id, "tenantId": stored.tenant_id}
    name = imported.record["name"] if stored is None else stored.name
    display.print_record(owner | {"name": name} | venue_files.totals(layout), False, {})
    note_label_warnings(stored.found if isinstance(stored, SavedVenue) else found)
    if out is not None:
        typer.echo(f"Wrote {out}.")
    elif stored is None:
        display.note("Nothing was stored: add --create, --replace or --out.")
