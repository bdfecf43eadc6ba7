"""Imports venues from files: a manifest (CSV), a seating plan of pretix, or a record or layout as JSON. The
format is detected by content."""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Literal

import msgspec

from seatpreview.imports.fitting.compact_names import (
    compact_names,
    is_countable,
    natural_sort_key,
    seat_rules,
)
from seatpreview.imports.json_file import parse_json
from seatpreview.imports.model import UnreadableFile
from seatpreview.layouts.model import NO_ROW, Layout, SectionRule
from seatpreview.layouts.written_values import PlaceName
from seatpreview.values.validated_text import Name

FileFormat = Literal["manifest", "pretix", "record", "layout"]

MANIFEST_COLUMNS = ("section_id", "section_name", "row_id", "row_name")


class ImportedFile(msgspec.Struct, frozen=True):
    """The record that was read, as unchecked JSON values, and remarks about what could not be imported."""

    format: FileFormat
    record: dict[str, object]
    remarks: tuple[str, ...] = ()


def read_venue_file(text: str) -> ImportedFile:
    """Reads a file of any format; raises `UnreadableFile`. A record or layout is not validated here."""
    if not text.strip():
        raise UnreadableFile("The file is empty.")
    if not text.lstrip().startswith(("{", "[")):
        return ImportedFile("manifest", _layout_record(_read_manifest(text)))
    content = parse_json(text)
    if not isinstance(content, dict):
        raise UnreadableFile("The JSON in the file must be an object: a record, a layout or a seating plan.")
    if "zones" in content:
        return _read_pretix(content)
    if content.keys() & _LAYOUT_MEMBERS:
        return ImportedFile("layout", {"rules": {"layout": content}})
    return ImportedFile("record", content)


def _layout_record(sections: Sequence[SectionRule]) -> dict[str, object]:
    layout = msgspec.json.encode(Layout(sections=tuple(sections)), enc_hook=str)
    return {"rules": {"layout": msgspec.json.decode(layout)}}


class _ManifestSection:
    """A section of a manifest, while its lines are read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rows: dict[str, int] = {}
        """The line number of each row, by the row's name."""
        self.line_without_row: int | None = None


def _read_manifest(text: str) -> list[SectionRule]:
    """Reads a manifest. A section whose row is empty has no rows, and becomes a suite."""
    found: dict[str, _ManifestSection] = {}
    faults = [
        fault for line, cells in _manifest_lines(text) for fault in _add_manifest_line(found, line, *cells)
    ]
    if faults:
        raise UnreadableFile(*faults)
    return [
        SectionRule(
            id=section_id,
            name=None if section.name == section_id else Name(section.name),
            kind="seated" if section.rows else "suite",
            rows=compact_names(sorted(section.rows, key=natural_sort_key)),
        )
        for section_id, section in found.items()
    ]


def _manifest_lines(text: str) -> Iterator[tuple[int, tuple[str, str, str]]]:
    """Yields each line number with the section's id, the section's name and the row's name."""
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = [cell.strip().lower() for cell in next(lines)]
        missing = [column for column in MANIFEST_COLUMNS if column not in header]
        if missing:
            raise UnreadableFile(
                "The file is neither JSON nor a manifest: a manifest's first line is "
                f"'{','.join(MANIFEST_COLUMNS)}', and {', '.join(missing)} is not in it."
            )
        for cells in lines:
            if not any(cells):
                continue
            if len(cells) != len(header):
                raise UnreadableFile(
                    f"Line {lines.line_num} has {len(cells)} cells and the first line {len(header)}: "
                    f"{','.join(cells)[:80]}"
                )
            line = dict(zip(header, map(str.strip, cells), strict=True))
            yield lines.line_num, (line["section_id"], line["section_name"], line["row_name"])
    except csv.Error as fault:
        raise UnreadableFile(f"Line {lines.line_num} is not CSV: {fault}.") from None


def _add_manifest_line(
    found: dict[str, _ManifestSection], line: int, section_id: str, name: str, row: str
) -> Iterator[str]:
    """Adds a line to the sections; yields what is wrong with it, in sentences."""
    for column, text in (("section_id", section_id), ("row_name", row)):
        if (text or column == "section_id") and (name_fault := _name_fault(text)):
            yield f"Line {line}: {column} {text!r} {name_fault}."
    section = found.setdefault(section_id, _ManifestSection(name or section_id))
    if name and name != section.name:
        yield f"Line {line}: section {section_id!r} is called {name!r}, and {section.name!r} before."
    if row in section.rows:
        earlier = section.rows[row]
        yield f"Line {line}: row {row!r} of section {section_id!r} is given already, in line {earlier}."
    elif row:
        section.rows[row] = line
    else:
        section.line_without_row = line
    if section.rows and section.line_without_row is not None:
        yield f"Line {line}: section {section_id!r} has rows, and none in line {section.line_without_row}."
        section.line_without_row = None


def _name_fault(name: str) -> str | None:
    try:
        PlaceName.parse(name)
    except ValueError as refusal:
        return str(refusal)
    return None


class _Named(msgspec.Struct):
    name: str = ""


class _Seat(msgspec.Struct):
    seat_number: str | int


class _Row(msgspec.Struct):
    row_number: str | int
    seats: list[_Seat]


class _Area(msgspec.Struct):
    text: str | dict[str, object] = ""


class _Zone(msgspec.Struct):
    rows: list[_Row]
    name: str = ""
    areas: list[_Area] = []


class _Plan(msgspec.Struct):
    """The members of a seating plan that define its seats."""

    zones: list[_Zone]
    name: str = ""
    categories: list[_Named] = []


def _read_pretix(content: dict[str, object]) -> ImportedFile:
    """Reads a seating plan, whose zones become sections. Whatever a layout cannot express gets a remark."""
    try:
        plan = msgspec.convert(content, _Plan)
    except msgspec.ValidationError as fault:
        raise UnreadableFile(f"The file is not a seating plan of pretix: {fault}.") from None
    remarks: list[str] = []
    rules = [
        rule
        for section_id, (name, zones) in _group_zones(plan, remarks).items()
        if (rule := _section_rule(section_id, name, zones, remarks)) is not None
    ]
    if plan.categories:
        names = ", ".join(category.name for category in plan.categories)
        remarks.append(f"Categories are not taken, for they say prices and not places: {names}.")
    if rules:
        remarks.append("Positions are not taken, for they are pixels: add geometry in metres to the record.")
    named: dict[str, object] = {"name": plan.name} if plan.name else {}
    return ImportedFile("pretix", named | _layout_record(rules), tuple(remarks))


def _group_zones(plan: _Plan, remarks: list[str]) -> dict[str, tuple[str, list[_Zone]]]:
    """Returns the zones by section id. Zones with the same name are parts of one section."""
    by_name: dict[str, list[_Zone]] = defaultdict(list)
    for number, zone in enumerate(plan.zones, start=1):
        if not zone.name.strip():
            remarks.append(f"Zone number {number} has no name; it is called 'Zone {number}'.")
        by_name[" ".join(zone.name.split()) or f"Zone {number}"].append(zone)
    found: dict[str, tuple[str, list[_Zone]]] = {}
    for name, zones in by_name.items():
        section_id = _new_section_id(name, found.keys())
        if section_id != name:
            remarks.append(f"Zone {name!r} gets the id {section_id!r}, as an id has no other characters.")
        if len(zones) > 1:
            remarks.append(f"{len(zones)} zones are called {name!r}; they are one section.")
        found[section_id] = (name, zones)
    return found


def _new_section_id(name: str, taken: Collection[str]) -> str:
    plain = " ".join(_NOT_IN_AN_ID.sub(" ", name).split())[:36].strip() or "Zone"
    candidate, number = (name if _name_fault(name) is None else plain), 1
    while candidate in taken:
        number += 1
        candidate = f"{plain} {number}"
    return candidate


def _section_rule(section_id: str, name: str, zones: list[_Zone], remarks: list[str]) -> SectionRule | None:
    if areas := [area for zone in zones for area in zone.areas]:
        texts = [text for area in areas if (text := _area_text(area))]
        called = f" ({', '.join(texts)})" if texts else ""
        remarks.append(f"{len(areas)} areas of zone {name!r}{called} are drawings, and are not taken.")
    rows = _collect_rows(name, zones, remarks)
    if not rows:
        remarks.append(f"Zone {name!r} has no rows with seats, and is not taken.")
        return None
    ordered = {row: rows[row] for row in sorted(rows, key=natural_sort_key)}
    is_rowless = NO_ROW in ordered
    seats = seat_rules(ordered)
    if is_rowless and (seats is None or any(rule.exceptions for rule in seats)):
        remarks.append(f"Zone {name!r} is not taken: its row has no number, and its seats have gaps.")
        return None
    if seats is None:
        ordered = {row: sorted(names, key=natural_sort_key) for row, names in ordered.items()}
        seats = seat_rules(ordered)
        lost = (
            "; they are taken in the order of their names" if seats else "; its rows are taken without seats"
        )
        remarks.append(f"The seats of zone {name!r} stand in an order that eight rules cannot say{lost}.")
    return SectionRule(
        id=section_id,
        name=None if name == section_id else Name(name),
        rows=() if is_rowless else compact_names(list(ordered)),
        seats=None if seats is None else seats[0] if len(seats) == 1 else seats,
    )


def _collect_rows(zone: str, zones: list[_Zone], remarks: list[str]) -> dict[str, list[str]]:
    """Returns the seats of each row. Parts of one row are joined. A box or table is a zone with a single row
    that has no number: its seats are in no row."""
    rows: dict[str, list[str]] = {}
    all_rows = [row for part in zones for row in part.rows]
    for row in all_rows:
        number = str(row.row_number).strip()
        name_fault = None if number == NO_ROW and len(all_rows) == 1 else _name_fault(number)
        if name_fault:
            remarks.append(
                f"Row {number!r} of zone {zone!r}, {len(row.seats)} seats, is left out: it {name_fault}."
            )
            continue
        for seat in (str(seat.seat_number).strip() for seat in row.seats):
            if name_fault := _seat_fault(seat, rows.get(number, ())):
                remarks.append(
                    f"Seat {seat!r} of row {number!r} in zone {zone!r} is left out: it {name_fault}."
                )
            else:
                rows.setdefault(number, []).append(seat)
        if number not in rows:
            remarks.append(f"Row {number!r} of zone {zone!r} has no seats, and is left out.")
    return rows


def _seat_fault(seat: str, existing: Sequence[str]) -> str | None:
    if seat in existing:
        return "is there a second time"
    if name_fault := _name_fault(seat):
        return name_fault
    return None if is_countable(seat) else "is no name that counting can reach"


def _area_text(area: _Area) -> str:
    return str(area.text.get("text", "")) if isinstance(area.text, dict) else area.text


_LAYOUT_MEMBERS = frozenset({"sections", "focus", "configurations"})
_NOT_IN_AN_ID = re.compile(r"[^\w.-]+")
