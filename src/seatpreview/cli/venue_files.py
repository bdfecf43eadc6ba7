"""Reads files that describe a venue, checks them without a database, and explains their faults."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import typer
from msgspec.structs import replace

from seatpreview.cli import display, import_questions
from seatpreview.cli.label_warning_text import note_label_warnings
from seatpreview.imagery.record_entries import Record
from seatpreview.imports.file_import import FILE_FORMATS, ImportedVenue, import_file
from seatpreview.imports.model import FileFormat, ImportReport, ReportItem, UnreadableFile
from seatpreview.imports.questions import Answers
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.problems import Fault, Problem
from seatpreview.results import encode
from seatpreview.values.command_error import EXIT_USAGE, CommandError
from seatpreview.venues.encoded_results import SavedVenue
from seatpreview.venues.model import Venue
from seatpreview.venues.templates.catalogue import (
    TEMPLATES,
    SeatsOutOfRange,
    SizedRecord,
    template_of,
    template_record,
)
from seatpreview.venues.venue_files import CheckedImport, checked

COUNT_COLUMNS = ("LEVEL", "SECTIONS", "ROWS", "SEATS", "CAPACITY")
REPORT_COLUMNS = ("PART", "COUNT", "EXAMPLE", "WHAT")

_EXCERPT_CHARACTERS_MAX = 100
_LAYOUT = "/rules/layout"


def read_venue(
    file: Path,
    file_format: FileFormat | None = None,
    name: str | None = None,
    answers: Answers | None = None,
    *,
    may_ask: bool = False,
) -> ImportedVenue:
    """Reads a file of any supported format, which its content tells. Without a name of its own, the venue is
    called like the file. With `may_ask`, a person is asked what the file leaves open."""
    given, data = answers or {}, _read_bytes(file)

    def read(answers: Answers) -> ImportedVenue:
        with display.working_on(f"Reading {file}"):
            return import_file(data, file_format, name or file.name, answers)

    try:
        imported = read(given)
    except UnreadableFile as fault:
        raise CommandError(*(f"{file}: {sentence}" for sentence in fault.sentences)) from fault
    return import_questions.ask_open_questions(imported, given, read) if may_ask else imported


def checked_format(text: str | None) -> FileFormat | None:
    """Returns the format that --format names."""
    found = next((known for known in FILE_FORMATS if known == text), None)
    if text is not None and found is None:
        raise unknown_format(text, FILE_FORMATS)
    return found


def unknown_format(text: str, known: Iterable[str]) -> CommandError:
    """Creates the error for a format that is not known."""
    return CommandError(
        f"--format {text} is not a format; there are: {', '.join(known)}.", exit_code=EXIT_USAGE
    )


def read_example(example_id: str, name: str | None) -> ImportedVenue:
    """Reads the record of a template at its default size."""
    return import_file(encode(record_of_template(example_id, None, "--example").record), "record", name)


def record_of_template(template_id: str, seats: int | None, option: str = "--template") -> SizedRecord:
    """Returns the record of a template at a size, or at its default size. `option` is the one that names the
    template."""
    try:
        template = template_of(template_id)
        return template_record(template_id, template.seats_default if seats is None else seats)
    except KeyError:
        known = ", ".join(each.template_id for each in TEMPLATES)
        raise CommandError(
            f"{option} {template_id} is not a template; there are: {known}.", exit_code=EXIT_USAGE
        ) from None
    except SeatsOutOfRange as refusal:
        raise CommandError(f"--seats {refusal}.", exit_code=EXIT_USAGE) from None


def checked_import(source: str, reading: ImportedVenue) -> CheckedImport:
    """Compiles the layout of a record that createVenue would accept, and counts its seats in the report.

    Raises CommandError otherwise, with every fault, its JSON Pointer and the text there. `source` names the
    file in the error.
    """
    try:
        return checked(reading)
    except Problem as problem:
        faults = problem.errors
        count = f"{len(faults)} faults" if len(faults) != 1 else "1 fault"
        raise CommandError(
            f"{source} has {count}:", *(_describe(fault, reading) for fault in faults)
        ) from problem


def report_rows(report: ImportReport) -> list[tuple[object, ...]]:
    """Returns a row of REPORT_COLUMNS for each thing that was left out, inferred or taken: what a person has
    to check comes first."""
    parts = (("left out", report.left_out), ("inferred", report.inferred), ("taken", report.taken))
    return [(part, item.count, item.example or "", item.text) for part, items in parts for item in items]


def remarks(imported: ImportedVenue) -> list[str]:
    """Returns a sentence for each thing that a person should check: what was left out, asked or inferred."""
    report = imported.report
    return [
        *(f"Hardly true: {finding.text}" for finding in report.findings),
        *(_remark("Left out", item) for item in report.left_out),
        *map(import_questions.remark, imported.questions),
        *(_remark("Inferred", item) for item in report.inferred),
    ]


def with_imported(record: Record, imported: ImportedVenue, name: str | None) -> Record:
    """Returns the record of a venue after an import: a file of Seat Preview's own replaces all of it, every
    other one the layout alone. A name changes only if somebody gives one."""
    if imported.report.format == "record":
        return imported.record
    rules = imported.record["rules"]
    layout = rules["layout"] if isinstance(rules, dict) else None
    named = {} if name is None else {"name": name}
    return record | named | {"rules": record["rules"] | {"layout": layout}}


def as_json(content: object) -> str:
    """Returns JSON for people: indented, with a line break at the end."""
    return msgspec.json.format(encode(content), indent=2).decode() + "\n"


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


def _read_bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as fault:
        raise CommandError(f"{file} cannot be read: {fault.strerror}.") from fault


def _remark(part: str, item: ReportItem) -> str:
    example = f" Example: {item.example}" if item.example else ""
    return f"{part} ({item.count:,}): {item.text}{example}"


def _describe(fault: Fault, reading: ImportedVenue) -> str:
    """Describes a fault with its pointer in the file, which starts at the layout if the file is only that."""
    pointer = fault.pointer or ""
    in_file = pointer.removeprefix(_LAYOUT) if reading.report.format == "layout" else pointer
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


def print_import(
    read: CheckedImport,
    stored: Venue | None,
    out: Path | None,
    as_json: bool,
    advice: str = "add --create, --replace or --out",
) -> None:
    """Prints what a file holds, what became of it and what it leaves open. With --json, the report is on
    standard error unless it is the result."""
    imported, layout, found = read
    if as_json:
        display.print_json(imported if stored is None else stored)
        for remark in remarks(imported):
            display.note(remark)
        return
    if imported.report.headline:
        typer.echo(imported.report.headline)
        # What no real hall is like is in the headline.
        for finding in imported.report.findings:
            if not finding.is_grave:
                typer.echo(f"Hardly true: {finding.text}")
        typer.echo()
    display.print_table(REPORT_COLUMNS, report_rows(imported.report))
    typer.echo()
    if imported.questions:
        display.print_table(
            import_questions.QUESTION_COLUMNS, import_questions.question_rows(imported.questions)
        )
        typer.echo()
    owner = {} if stored is None else {"venueId": stored.venue_id, "tenantId": stored.tenant_id}
    name = imported.record["name"] if stored is None else stored.name
    display.print_record(owner | {"name": name} | totals(layout), False, {})
    # The report has said what is hardly true of the hall.
    note_label_warnings(replace(stored.found, findings=()) if isinstance(stored, SavedVenue) else found)
    if out is not None:
        typer.echo(f"Wrote {out}.")
    elif stored is None:
        display.note(f"Nothing was stored: {advice}.")
