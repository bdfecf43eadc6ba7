"""A venue's file at the command line: read, checked without a database, its faults explained."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec

from seatpreview.cli.command_errors import CommandError
from seatpreview.decoding.inputs import decode
from seatpreview.json_encoding import encode
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.problems import Fault, Problem
from seatpreview.venues import rules
from seatpreview.venues.file_import import Reading, Unreadable, read
from seatpreview.venues.model import ReplaceVenueRequest, Venue, VenueRecord

COUNTED = ("LEVEL", "SECTIONS", "ROWS", "SEATS", "CAPACITY")

_SHOWN_CHARACTERS = 100
_LAYOUT = "/rules/layout"


def text_of(file: Path) -> str:
    """A byte order mark is passed over: spreadsheets write one."""
    try:
        return file.read_bytes().decode("utf-8-sig")
    except OSError as fault:
        raise CommandError(f"{file} cannot be read: {fault.strerror}.") from fault
    except UnicodeDecodeError as fault:
        raise CommandError(f"{file} is not UTF-8: no character starts at byte {fault.start}.") from fault


def check_new(file: Path) -> None:
    """Before the work whose result it is to hold."""
    if file.exists():
        raise CommandError(f"{file} is there already: name another file.")


def write_text(file: Path, text: str) -> None:
    """Into a new file: what is there already is somebody's."""
    try:
        with file.open("x", encoding="utf-8", newline="") as opened:
            opened.write(text)
    except FileExistsError as fault:
        raise CommandError(f"{file} is there already: name another file.") from fault
    except OSError as fault:
        raise CommandError(f"{file} cannot be written: {fault.strerror}.") from fault


def read_venue(file: Path) -> Reading:
    try:
        return read(text_of(file))
    except Unreadable as fault:
        raise CommandError(*(f"{file}: {sentence}" for sentence in fault.sentences)) from fault


def checked(file: Path, reading: Reading) -> CompiledLayout:
    """The layout of a record that createVenue would take; every fault with its place and its text."""
    try:
        return rules.checked(decode(reading.record, ReplaceVenueRequest))
    except Problem as problem:
        faults = problem.errors
        count = f"{len(faults)} faults" if len(faults) != 1 else "1 fault"
        raise CommandError(
            f"{file} has {count}:", *(_explained(fault, reading) for fault in faults)
        ) from problem


def exported(venue: Venue) -> str:
    """The record of a venue as `read` takes it again."""
    record = VenueRecord(**{name: getattr(venue, name) for name in VenueRecord.__struct_fields__})
    return msgspec.json.format(encode(record), indent=2).decode() + "\n"


def totals(layout: CompiledLayout) -> dict[str, int]:
    return {
        "sections": len(layout.sections),
        "rows": sum(len(section.rows) for section in layout.sections),
        "seats": layout.seat_count,
        "capacity": layout.capacity,
    }


def counts_by_level(layout: CompiledLayout) -> list[tuple[object, ...]]:
    """Levels in the order of the layout, and all of them together."""
    levels: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for section in layout.sections:
        counts = levels[section.level]
        for place, more in enumerate((1, len(section.rows), section.seat_count, section.capacity)):
            counts[place] += more
    rows: list[tuple[object, ...]] = [(level or "(none)", *counts) for level, counts in levels.items()]
    return [*rows, ("(all)", *totals(layout).values())]


def _explained(fault: Fault, reading: Reading) -> str:
    """The place as the file has it: of a bare layout, pointers start there."""
    pointer = fault.pointer or ""
    shown = pointer.removeprefix(_LAYOUT) if reading.form == "layout" else pointer
    sentence = f"  {shown or 'The whole'} {fault.detail.rstrip('.')}."
    text = encode(_at(reading.record, pointer)).decode()
    if len(text) > _SHOWN_CHARACTERS:
        text = f"{text[:_SHOWN_CHARACTERS]}..."
    return f"{sentence}\n      {text}"


def _at(record: Any, pointer: str) -> object:
    """What the pointer leads to; where it ends in something that is missing, what that is missing from."""
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
