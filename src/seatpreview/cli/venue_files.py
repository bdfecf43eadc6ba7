"""Reads files that describe a venue, checks them without a database, and explains their faults."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec

from seatpreview.api.local_operations import record_of
from seatpreview.cli.text_files import read_text
from seatpreview.decoding.inputs import decode
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.problems import Fault, Problem
from seatpreview.results.json_encoding import encode
from seatpreview.values.command_error import EXIT_USAGE, CommandError
from seatpreview.venues import rules
from seatpreview.venues.example_records import example_text, example_venues
from seatpreview.venues.file_import import ImportedFile, UnreadableFile, read_venue_file
from seatpreview.venues.model import Venue, VenueRecord
from seatpreview.venues.templates.catalogue import (
    TEMPLATES,
    SeatsOutOfRange,
    SizedRecord,
    template_of,
    template_record,
)

COUNT_COLUMNS = ("LEVEL", "SECTIONS", "ROWS", "SEATS", "CAPACITY")

_EXCERPT_CHARACTERS_MAX = 100
_LAYOUT = "/rules/layout"


def read_venue(file: Path) -> ImportedFile:
    """Reads a file of any supported format, which its content tells."""
    try:
        return read_venue_file(read_text(file))
    except UnreadableFile as fault:
        raise CommandError(*(f"{file}: {sentence}" for sentence in fault.sentences)) from fault


def read_example(example_id: str) -> ImportedFile:
    """Reads the record of an example venue."""
    try:
        return read_venue_file(example_text(example_id))
    except KeyError:
        known = ", ".join(example.id for example in example_venues())
        raise CommandError(
            f"--example {example_id} is not an example; there are: {known}.", exit_code=EXIT_USAGE
        ) from None


def record_of_template(template_id: str, seats: int | None) -> SizedRecord:
    """Returns the record of a template at a size, or at its default size."""
    try:
        template = template_of(template_id)
        return template_record(template_id, template.seats_default if seats is None else seats)
    except KeyError:
        known = ", ".join(each.template_id for each in TEMPLATES)
        raise CommandError(
            f"--template {template_id} is not a template; there are: {known}.", exit_code=EXIT_USAGE
        ) from None
    except SeatsOutOfRange as refusal:
        raise CommandError(f"--seats {refusal}.", exit_code=EXIT_USAGE) from None


def checked_layout(source: str, reading: ImportedFile) -> CompiledLayout:
    """Compiles the layout of a record that createVenue would accept.

    Raises CommandError otherwise, with every fault, its JSON Pointer and the text there. `source` names the
    file in the error.
    """
    try:
        return rules.check_and_compile(decode(reading.record, VenueRecord))
    except Problem as problem:
        faults = problem.errors
        count = f"{len(faults)} faults" if len(faults) != 1 else "1 fault"
        raise CommandError(
            f"{source} has {count}:", *(_describe(fault, reading) for fault in faults)
        ) from problem


def record_as_json(venue: Venue) -> str:
    """Returns the record of a venue as JSON that `read_venue` can read."""
    return as_json_text(record_of(venue))


def as_json_text(record: object) -> str:
    """Returns a record as JSON for people, with a line for each member."""
    return msgspec.json.format(encode(record), indent=2).decode() + "\n"


def totals(layout: CompiledLayout) -> dict[str, int]:
    """Counts the sections, rows, seats and the capacity of a layout."""
    return {
        "sections": len(layout.sections),
        "rows": sum(len(section.named_rows) for section in layout.sections),
        "seats": layout.seat_count,
        "capacity": layout.capacity,
    }


def counts_by_level(layout: CompiledLayout) -> list[tuple[object, ...]]:
    """Returns a row of COUNT_COLUMNS for each level, in the order of the layout, and one for all levels."""
    levels: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for section in layout.sections:
        counts = levels[section.level]
        for index, count in enumerate((1, len(section.named_rows), section.seat_count, section.capacity)):
            counts[index] += count
    rows: list[tuple[object, ...]] = [(level or "(none)", *counts) for level, counts in levels.items()]
    return [*rows, ("(all)", *totals(layout).values())]


def _describe(fault: Fault, reading: ImportedFile) -> str:
    """Describes a fault with its pointer in the file, which starts at the layout if the file is only that."""
    pointer = fault.pointer or ""
    in_file = pointer.removeprefix(_LAYOUT) if reading.format == "layout" else pointer
    sentence = f"  {in_file or 'The file'} {fault.detail.rstrip('.')}."
    excerpt = encode(_value_at(reading.record, pointer)).decode()
    if len(excerpt) > _EXCERPT_CHARACTERS_MAX:
        excerpt = f"{excerpt[:_EXCERPT_CHARACTERS_MAX]}..."
    return f"{sentence}\n      {excerpt}"


def _value_at(record: Any, pointer: str) -> object:
    """Returns the value at a JSON Pointer; where it is missing, the value that should contain it."""
    value = record
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return value
    return value
