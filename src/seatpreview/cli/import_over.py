"""`venues import --over`: a plan over a venue, and what is kept of it and what is not."""

from pathlib import Path
from typing import NamedTuple

import msgspec
import typer

from seatpreview.api import local_operations
from seatpreview.cli import confirmation, display, text_files, venue_files
from seatpreview.decoding.inputs import decode
from seatpreview.imagery.record_entries import Record
from seatpreview.imports.file_import import ImportedVenue
from seatpreview.imports.questions import Answers
from seatpreview.problems import Problem
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import CommandError
from seatpreview.venues import rules
from seatpreview.venues.import_over.merged_record import MergedRecord
from seatpreview.venues.model import Venue, VenueRecord
from seatpreview.venues.record_codec import encode_record
from seatpreview.venues.venue_files import CheckedImport, merged_import

KEPT_COLUMNS = ("PART", "COUNT", "EXAMPLE", "WHAT")


class ImportOver(NamedTuple):
    """A plan over a venue: the record that would replace the venue's, and the record that it replaces."""

    read: CheckedImport
    merged: MergedRecord
    before: Record


def read_over(
    settings: Settings, venue: str, source: str, reading: ImportedVenue, answers: Answers
) -> ImportOver:
    """Reads the venue, and brings the plan into it. Nothing is written."""
    before = local_operations.record_of(local_operations.call(settings, "getVenue", venue))
    own = decode(before, VenueRecord)
    try:
        read, merged = merged_import(reading, own, rules.check_and_compile(own), answers)
    except Problem as problem:
        details = [fault.detail for fault in problem.errors] or [problem.detail or ""]
        raise CommandError(f"{source} cannot be imported over {venue}:", *details) from problem
    return ImportOver(read, merged, before)


def store_over(
    settings: Settings, venue: str, over: ImportOver, out: Path | None, *, is_confirmed: bool, as_json: bool
) -> None:
    """Prints what is kept, changed and not kept; then writes the record to a file, or stores it if a person
    says so."""
    record = encode_record(over.merged.record)
    if out is not None:
        text_files.write_new(out, record.decode() + "\n")
    _print_lists(over.merged, as_json=as_json)
    stored: Venue | None = None
    is_asked = out is None and not is_confirmed and not as_json and confirmation.has_terminal()
    if out is None and (is_confirmed or (is_asked and typer.confirm("Store it?"))):
        stored = local_operations.replace_record(settings, venue, lambda found: _replaced(found, over))
    venue_files.print_import(over.read, stored, out, as_json, advice="add --yes or --out")


def _replaced(found: Record, over: ImportOver) -> Record:
    if found != over.before:
        raise CommandError("The venue was changed meanwhile. Import the plan again: nothing was stored.")
    record: Record = msgspec.json.decode(encode_record(over.merged.record))
    return record


def _print_lists(merged: MergedRecord, *, as_json: bool) -> None:
    parts = (("not kept", merged.not_kept), ("changed", merged.changed), ("kept", merged.kept))
    if as_json:
        for part, items in parts[:2]:
            for item in items:
                display.note(f"{part} ({item.count:,}): {item.text} {item.example or ''}".rstrip())
        return
    rows = [(part, item.count, item.example or "", item.text) for part, items in parts for item in items]
    display.print_table(KEPT_COLUMNS, rows)
    if not merged.not_kept:
        typer.echo("Nothing that people made of the venue is lost.")
    typer.echo()
    typer.echo("The file by itself. What is kept of the venue goes before what was inferred from it:")
