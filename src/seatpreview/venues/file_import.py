"""Venues from files, told apart by content: a manifest, a seating plan of pretix, JSON of our own."""

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NoReturn

import msgspec

from seatpreview.layouts.model import Layout, PlaceName, SectionRule
from seatpreview.validated_text import Name
from seatpreview.venues.compacting import is_countable, natural_order, seat_rules, written

Form = Literal["manifest", "pretix", "record", "layout"]

MANIFEST_COLUMNS = ("section_id", "section_name", "row_id", "row_name")


class Unreadable(ValueError):
    """A file is in none of the forms. Its sentences say where and why."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(*sentences)
        self.sentences = sentences


class Reading(msgspec.Struct, frozen=True):
    """What was read: the record as JSON has it, unchecked, and what of the file is not in it."""

    form: Form
    record: dict[str, object]
    remarks: tuple[str, ...] = ()


def read(text: str) -> Reading:
    """Raises `Unreadable`. Whether a record of our own fits its types, who decodes it says."""
    if not text.strip():
        raise Unreadable("The file is empty.")
    if not text.lstrip().startswith(("{", "[")):
        return Reading("manifest", _record(_of_manifest(text)))
    content = _parsed(text)
    if not isinstance(content, dict):
        raise Unreadable("The JSON in the file must be an object: a record, a layout or a seating plan.")
    if "zones" in content:
        return _of_pretix(content)
    if content.keys() & _LAYOUT_MEMBERS:
        return Reading("layout", {"rules": {"layout": content}})
    return Reading("record", content)


def _record(sections: Sequence[SectionRule]) -> dict[str, object]:
    layout = msgspec.json.encode(Layout(sections=tuple(sections)), enc_hook=str)
    return {"rules": {"layout": msgspec.json.decode(layout)}}


def _parsed(text: str) -> object:
    try:
        content: object = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant)
    except json.JSONDecodeError as fault:
        line = text.splitlines()[fault.lineno - 1 :][:1]
        shown = f": {line[0].strip()[:80]}" if line and line[0].strip() else ""
        reason = fault.msg[:1].lower() + fault.msg[1:]
        raise Unreadable(
            f"The file is not JSON: {reason} at line {fault.lineno}, column {fault.colno}{shown}"
        ) from None
    except RecursionError:
        raise Unreadable("The JSON in the file is nested too deeply.") from None
    except ValueError as fault:
        if isinstance(fault, Unreadable):
            raise
        raise Unreadable("The JSON in the file holds a number that is too long.") from None
    if any(_UNSTORABLE.search(found) for found in _texts(content)):
        raise Unreadable("The JSON in the file holds a NUL character or half of a surrogate pair.")
    return content


def _texts(value: object) -> Iterator[str]:
    """Every text in a JSON value, names of members too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        yield from value
        for member in value.values():
            yield from _texts(member)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members: dict[str, object] = {}
    for name, value in pairs:
        if name in members:
            raise Unreadable(f"In the JSON of the file an object has the member {name!r} twice.")
        members[name] = value
    return members


def _refuse_constant(text: str) -> NoReturn:
    raise Unreadable(f"The file is not JSON: it holds {text}, which JSON does not have.")


class _ManifestSection:
    """A section while its lines are read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rows: dict[str, int] = {}
        """With the line of each."""
        self.line_without_row: int | None = None


def _of_manifest(text: str) -> list[SectionRule]:
    """A section whose row is empty has no rows: a suite."""
    found: dict[str, _ManifestSection] = {}
    faults = [fault for line, cells in _manifest_lines(text) for fault in _take(found, line, *cells)]
    if faults:
        raise Unreadable(*faults)
    return [
        SectionRule(
            id=section_id,
            name=None if section.name == section_id else Name(section.name),
            kind="seated" if section.rows else "suite",
            rows=written(sorted(section.rows, key=natural_order)),
        )
        for section_id, section in found.items()
    ]


def _manifest_lines(text: str) -> Iterator[tuple[int, tuple[str, str, str]]]:
    """The line's number with its section's id, its section's name and its row's name."""
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = [cell.strip().lower() for cell in next(lines)]
        missing = [column for column in MANIFEST_COLUMNS if column not in header]
        if missing:
            raise Unreadable(
                "The file is neither JSON nor a manifest: a manifest's first line is "
                f"'{','.join(MANIFEST_COLUMNS)}', and {', '.join(missing)} is not in it."
            )
        for cells in lines:
            if not any(cells):
                continue
            if len(cells) != len(header):
                raise Unreadable(
                    f"Line {lines.line_num} has {len(cells)} cells and the first line {len(header)}: "
                    f"{','.join(cells)[:80]}"
                )
            line = dict(zip(header, map(str.strip, cells), strict=True))
            yield lines.line_num, (line["section_id"], line["section_name"], line["row_name"])
    except csv.Error as fault:
        raise Unreadable(f"Line {lines.line_num} is not CSV: {fault}.") from None


def _take(
    found: dict[str, _ManifestSection], line: int, section_id: str, name: str, row: str
) -> Iterator[str]:
    """Adds a line to what was found; gives what is wrong with it in sentences."""
    for column, text in (("section_id", section_id), ("row_name", row)):
        if (text or column == "section_id") and (objection := _objection(text)):
            yield f"Line {line}: {column} {text!r} {objection}."
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


def _objection(name: str) -> str | None:
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
    """What of a seating plan says which seats there are."""

    zones: list[_Zone]
    name: str = ""
    categories: list[_Named] = []


def _of_pretix(content: dict[str, object]) -> Reading:
    """Zones become sections. What a layout cannot say is in the remarks, one sentence for each."""
    try:
        plan = msgspec.convert(content, _Plan)
    except msgspec.ValidationError as fault:
        raise Unreadable(f"The file is not a seating plan of pretix: {fault}.") from None
    remarks: list[str] = []
    rules = [
        rule
        for section_id, (name, zones) in _sections_of(plan, remarks).items()
        if (rule := _section(section_id, name, zones, remarks)) is not None
    ]
    if plan.categories:
        names = ", ".join(category.name for category in plan.categories)
        remarks.append(f"Categories are not taken, for they say prices and not places: {names}.")
    if rules:
        remarks.append("Positions are not taken, for they are pixels: add geometry in metres to the record.")
    named: dict[str, object] = {"name": plan.name} if plan.name else {}
    return Reading("pretix", named | _record(rules), tuple(remarks))


def _sections_of(plan: _Plan, remarks: list[str]) -> dict[str, tuple[str, list[_Zone]]]:
    """By id. Zones of one name are parts of one section."""
    by_name: dict[str, list[_Zone]] = defaultdict(list)
    for number, zone in enumerate(plan.zones, start=1):
        if not zone.name.strip():
            remarks.append(f"Zone number {number} has no name; it is called 'Zone {number}'.")
        by_name[" ".join(zone.name.split()) or f"Zone {number}"].append(zone)
    found: dict[str, tuple[str, list[_Zone]]] = {}
    for name, zones in by_name.items():
        section_id = _id_of(name, found.keys())
        if section_id != name:
            remarks.append(f"Zone {name!r} gets the id {section_id!r}, as an id has no other characters.")
        if len(zones) > 1:
            remarks.append(f"{len(zones)} zones are called {name!r}; they are one section.")
        found[section_id] = (name, zones)
    return found


def _id_of(name: str, taken: Collection[str]) -> str:
    plain = " ".join(_NOT_IN_AN_ID.sub(" ", name).split())[:36].strip() or "Zone"
    candidate, number = (name if _objection(name) is None else plain), 1
    while candidate in taken:
        number += 1
        candidate = f"{plain} {number}"
    return candidate


def _section(section_id: str, name: str, zones: list[_Zone], remarks: list[str]) -> SectionRule | None:
    if areas := [area for zone in zones for area in zone.areas]:
        texts = [text for area in areas if (text := _text_of(area))]
        called = f" ({', '.join(texts)})" if texts else ""
        remarks.append(f"{len(areas)} areas of zone {name!r}{called} are drawings, and are not taken.")
    rows = _rows_of(name, zones, remarks)
    if not rows:
        remarks.append(f"Zone {name!r} has no rows with seats, and is not taken.")
        return None
    ordered = {row: rows[row] for row in sorted(rows, key=natural_order)}
    seats = seat_rules(ordered)
    if seats is None:
        ordered = {row: sorted(names, key=natural_order) for row, names in ordered.items()}
        seats = seat_rules(ordered)
        lost = (
            "; they are taken in the order of their names" if seats else "; its rows are taken without seats"
        )
        remarks.append(f"The seats of zone {name!r} stand in an order that eight rules cannot say{lost}.")
    return SectionRule(
        id=section_id,
        name=None if name == section_id else Name(name),
        rows=written(list(ordered)),
        seats=None if seats is None else seats[0] if len(seats) == 1 else seats,
    )


def _rows_of(zone: str, zones: list[_Zone], remarks: list[str]) -> dict[str, list[str]]:
    """The seats of each row. Pieces of one row are put side by side."""
    rows: dict[str, list[str]] = {}
    for row in (row for part in zones for row in part.rows):
        number = str(row.row_number).strip()
        if objection := _objection(number):
            remarks.append(
                f"Row {number!r} of zone {zone!r}, {len(row.seats)} seats, is left out: it {objection}."
            )
            continue
        for seat in (str(seat.seat_number).strip() for seat in row.seats):
            if objection := _seat_objection(seat, rows.get(number, ())):
                remarks.append(
                    f"Seat {seat!r} of row {number!r} in zone {zone!r} is left out: it {objection}."
                )
            else:
                rows.setdefault(number, []).append(seat)
        if number not in rows:
            remarks.append(f"Row {number!r} of zone {zone!r} has no seats, and is left out.")
    return rows


def _seat_objection(seat: str, there: Sequence[str]) -> str | None:
    if seat in there:
        return "is there a second time"
    if objection := _objection(seat):
        return objection
    return None if is_countable(seat) else "is no name that counting can reach"


def _text_of(area: _Area) -> str:
    return str(area.text.get("text", "")) if isinstance(area.text, dict) else area.text


_LAYOUT_MEMBERS = frozenset({"sections", "focus", "configurations"})
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_NOT_IN_AN_ID = re.compile(r"[^\w.-]+")
