"""Imports a file of any format: recognises it by its content, reads it, and fits a layout to it."""

from collections.abc import Callable
from pathlib import PurePath
from typing import Literal, get_args

import msgspec

from seatpreview.imports.area_tree import is_area_tree, read_area_tree
from seatpreview.imports.exports.geojson_export import read_own_geojson
from seatpreview.imports.exports.pretix_export import restore_own_plan
from seatpreview.imports.exports.svg_export import is_own_svg, read_own_svg
from seatpreview.imports.file_formats import FILE_BYTES_MAX
from seatpreview.imports.fitting.hall_fitting import fit_hall, map_hall
from seatpreview.imports.geojson import read_geojson
from seatpreview.imports.json_file import read_json
from seatpreview.imports.model import FileFormat, FoundHall, ImportReport, ReportItem, UnreadableFile
from seatpreview.imports.pdf.reader import read_pdf
from seatpreview.imports.pretix import read_pretix
from seatpreview.imports.questions import Answers, Doubts, Question, QuestionChoice
from seatpreview.imports.seatsio.reader import read_seatsio
from seatpreview.imports.svg.reader import read_svg
from seatpreview.imports.tables.seat_grid import read_grid
from seatpreview.imports.tables.seat_table import read_table
from seatpreview.imports.tables.spreadsheet import read_spreadsheet
from seatpreview.imports.tables.spreadsheet_hall import read_spreadsheet_hall
from seatpreview.imports.tables.workbook import is_zip
from seatpreview.values.validated_text import Name

FILE_FORMATS: tuple[FileFormat, ...] = get_args(FileFormat)
UNNAMED = "Imported hall"
"""The name of a venue whose file has none, and of which no other name is known."""

LOOKS_SEATS_MAX = 60_000
"""How many seats are read again, in all, to show what the choices of questions lead to."""
LOOK_SEATS_MIN = 3_000
"""A look at a file costs as much as so many seats at least."""

_SAME_SEATS = frozenset({"kind"})
"""Questions whose answers change neither seats nor their places: there is nothing to look at."""
_ENDINGS = frozenset({".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".svg", ".pdf", ".json", ".geojson", ".xml"})
_SERVICE_MEMBERS = (
    *("venueId", "tenantId", "seatCount", "createdAt", "updatedAt", "archivedAt", "version", "etag"),
    *("warnings", "warningsCount", "sectionsNotChecked", "findings"),
)
_PDF = b"%PDF-"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_START_BYTES = 4096
_SEATSIO_MEMBERS = frozenset({"subChart", "subChartFloors", "venueType"})
_GEOJSON_TYPES = ("FeatureCollection", "Feature")
_AREA_TYPES = frozenset({"group", "reserved", "unreserved"})
_RECORD_MEMBERS = frozenset({"rules", "imagerySets", "viewerDefaults", "aliases", "imageLinks"})
_LAYOUT_MEMBERS = frozenset({"sections", "focus", "configurations", "hall"})
_UNKNOWN_FORMAT = (
    "The JSON in the file has no format that is known. Known are: a seating plan of pretix (with 'zones'), a "
    "chart of seats.io (with 'subChart' or 'subChartFloors'), GeoJSON (with the type 'FeatureCollection'), "
    "areas of Spektrix (with the type 'Group', 'Reserved' or 'Unreserved'), and a record (with 'rules') or a "
    "layout (with 'sections') of Seat Preview."
)


class OwnFile(msgspec.Struct, frozen=True):
    """A record or layout of Seat Preview, as the record of a venue."""

    format: Literal["record", "layout"]
    record: dict[str, object]


class ImportedVenue(msgspec.Struct, frozen=True):
    """A record as unchecked JSON values, and what became of each part of the file."""

    record: dict[str, object]
    report: ImportReport
    questions: tuple[Question, ...] = ()


def import_file(
    data: bytes, stated_format: FileFormat | None, name: str | None, answers: Answers | None = None
) -> ImportedVenue:
    """Reads a file of the stated format, or of the one that its content shows; raises `UnreadableFile`.

    `name` is the name of the venue, or that of the file if it ends like one: a file's name is used only where
    the file does not name the venue. Seat Preview's own records are not changed, nor are they checked.
    `answers` are those to the questions of an earlier import of the file.
    """
    doubts = Doubts(answers)
    found = read_file(data, stated_format, doubts)
    if isinstance(found, OwnFile):
        return _named(_own(found), name)
    seats = len(found.seats)
    fitted = fit_hall(found, doubts)
    record = fitted.record if found.name else fitted.record | {"name": ""}
    questions = _questions(data, stated_format, doubts, seats)
    imported = _named(ImportedVenue(record, fitted.report, questions), name)
    return _with_unused_answers(imported, doubts)


def _questions(
    data: bytes, stated_format: FileFormat | None, doubts: Doubts, seats: int
) -> tuple[Question, ...]:
    """Returns what to ask. What each choice leads to is found by another look at the file, as far as its size
    allows."""
    looks = LOOKS_SEATS_MAX // max(seats, LOOK_SEATS_MIN)
    questions = []
    for doubt in doubts.most_telling():
        choices = []
        for choice in doubt.choices:
            outcome = QuestionChoice(id=choice.id, text=choice.text)
            if doubt.id in _SAME_SEATS:
                outcome = msgspec.structs.replace(outcome, seats=seats)
            elif looks > 0:
                looks -= 1
                answers = doubts.answers | {doubt.id: choice.id}
                outcome = _outcome(data, stated_format, answers, outcome)
            choices.append(outcome)
        asked = Question(
            id=doubt.id,
            text=doubt.text,
            choices=tuple(choices),
            assumed=doubt.assumed,
            chosen=doubt.chosen,
            sure=doubt.sure,
        )
        questions.append(asked)
    return tuple(questions)


def _outcome(
    data: bytes, stated_format: FileFormat | None, answers: dict[str, str], choice: QuestionChoice
) -> QuestionChoice:
    """Returns a choice with the seats and the map that it leads to; without seats if it leads to none."""
    doubts = Doubts(answers)
    try:
        found = read_file(data, stated_format, doubts)
        if isinstance(found, OwnFile):
            return choice
        return msgspec.structs.replace(choice, seats=len(found.seats), map=map_hall(found, doubts))
    except UnreadableFile:
        return msgspec.structs.replace(choice, seats=0)


def _with_unused_answers(imported: ImportedVenue, doubts: Doubts) -> ImportedVenue:
    unused = doubts.unused()
    if not unused:
        return imported
    item = ReportItem(
        text="Answers to questions that this file does not raise.", count=len(unused), example=unused[0]
    )
    report = imported.report
    report = msgspec.structs.replace(report, left_out=(*report.left_out, item))
    return msgspec.structs.replace(imported, report=report)


def read_file(
    data: bytes, stated_format: FileFormat | None, doubts: Doubts | None = None
) -> FoundHall | OwnFile:
    """Returns what a file holds, before a layout is fitted to it; raises `UnreadableFile`."""
    doubts = doubts or Doubts()
    if len(data) > FILE_BYTES_MAX:
        raise UnreadableFile(f"The file has more than {FILE_BYTES_MAX >> 20} MiB.")
    if not data.strip():
        raise UnreadableFile("The file is empty.")
    file_format = stated_format or _recognise(data)
    read = _BYTE_READERS.get(file_format)
    if read is not None:
        return _with_places(read(data, doubts))
    found = _read_json(data, None if file_format == "json" else stated_format)
    return found if isinstance(found, OwnFile) else _with_places(found)


def _with_places(found: FoundHall) -> FoundHall:
    """Returns a hall; raises `UnreadableFile` for one in which nobody has a place."""
    has_standing = any(area.kind == "standing" for area in found.areas)
    if not (found.seats or found.rows_without_seats or has_standing):
        raise UnreadableFile("No seat, row or standing area was found in the file.")
    return found


def _recognise(data: bytes) -> FileFormat | Literal["json", "spreadsheet"]:
    start = data[:_START_BYTES].removeprefix(_BYTE_ORDER_MARK).lstrip()
    if start.startswith((b"{", b"[")):
        return "json"
    if _PDF in start:
        return "pdf"
    if start.startswith(b"<") or b"<svg" in start:
        return "svg"
    return "spreadsheet"


def _read_json(data: bytes, stated: FileFormat | None) -> FoundHall | OwnFile:
    if is_zip(data):
        raise UnreadableFile("The file is a spreadsheet or another archive, and not JSON.")
    content = read_json(data)
    file_format = stated or recognise_json(content)
    if file_format == "areas":
        return read_area_tree(content)
    if not isinstance(content, dict):
        raise UnreadableFile(f"The JSON in the file is not an object, as files of {file_format} are.")
    if file_format == "record" or file_format == "layout":
        return OwnFile(file_format, own_record(content, file_format))
    return _JSON_READERS[file_format](content)


def own_record(content: dict[str, object], file_format: Literal["record", "layout"]) -> dict[str, object]:
    """Returns the record of a file. It is not checked here: that is done when a venue is created."""
    return content if file_format == "record" else {"rules": {"layout": content}}


def _own(found: OwnFile) -> ImportedVenue:
    """Takes a record or a layout as it is, without what the service adds to the record of a stored venue."""
    file_format, record = found.format, found.record
    added = [member for member in _SERVICE_MEMBERS if member in record] if file_format == "record" else []
    kept = {member: value for member, value in record.items() if member not in added}
    left_out: tuple[ReportItem, ...] = ()
    if added:
        text = "What the service adds to the record of a stored venue."
        left_out = (ReportItem(text=text, count=len(added), example=added[0]),)
    report = ImportReport(
        format=file_format,
        seats=0,
        seats_in_file=0,
        taken=(ReportItem(text=f"A {file_format} of Seat Preview, as it is.", count=1),),
        inferred=(),
        left_out=left_out,
    )
    return ImportedVenue(kept, report)


def _named(imported: ImportedVenue, name: str | None) -> ImportedVenue:
    record, report = imported.record, imported.report
    given = " ".join((name or "").split())
    is_file_name = PurePath(given).suffix.lower() in _ENDINGS
    if given and not is_file_name:
        return msgspec.structs.replace(imported, record=record | {"name": given})
    if record.get("name"):
        return imported
    chosen = _as_name(PurePath(given).stem) or UNNAMED
    item = ReportItem(text="The file does not name the venue.", count=1, example=chosen)
    report = msgspec.structs.replace(report, inferred=(*report.inferred, item))
    return msgspec.structs.replace(imported, record=record | {"name": chosen}, report=report)


def _as_name(text: str) -> str:
    try:
        return Name.parse(text.replace("_", " ").strip())
    except ValueError:
        return ""


def _read_plan_of_pretix(content: dict[str, object]) -> FoundHall:
    hall = read_pretix(content)
    restore_own_plan(content, hall)
    return hall


def _read_any_geojson(content: dict[str, object]) -> FoundHall:
    return read_own_geojson(content) or read_geojson(content)


def _read_any_svg(data: bytes, doubts: Doubts) -> FoundHall:
    own = read_own_svg(data) if is_own_svg(data) else None
    return own or read_svg(data, doubts=doubts)


_JSON_READERS: dict[str, Callable[[dict[str, object]], FoundHall]] = {
    "pretix": _read_plan_of_pretix,
    "seatsio": read_seatsio,
    "geojson": _read_any_geojson,
}
_BYTE_READERS: dict[str, Callable[[bytes, Doubts], FoundHall]] = {
    "svg": _read_any_svg,
    "pdf": read_pdf,
    "table": lambda data, doubts: read_table(read_spreadsheet(data), doubts),
    "grid": lambda data, doubts: read_grid(read_spreadsheet(data)),
    "spreadsheet": read_spreadsheet_hall,
}


def recognise_json(content: object) -> FileFormat:
    """Returns the format of parsed JSON; raises `UnreadableFile`, which lists the formats that are known."""
    if _is_list_of_areas(content):
        return "areas"
    found = _format_of_object(content) if isinstance(content, dict) else None
    if found is None:
        raise UnreadableFile(_UNKNOWN_FORMAT)
    return found


def _format_of_object(content: dict[str, object]) -> FileFormat | None:
    # A chart of seats.io has zones too, as an object: it is asked about before pretix.
    if content.keys() & _SEATSIO_MEMBERS:
        return "seatsio"
    if _has_zones(content) or _has_zones(content.get("layout")):
        return "pretix"
    if content.get("type") in _GEOJSON_TYPES:
        return "geojson"
    if _is_area(content) or _is_list_of_areas(content.get("areas")):
        return "areas"
    if content.keys() & _RECORD_MEMBERS:
        return "record"
    if content.keys() & _LAYOUT_MEMBERS:
        return "layout"
    # Areas of other spellings, or wrapped in a plan: nothing of Seat Preview has members of these names.
    return "areas" if is_area_tree(content) else None


def _has_zones(content: object) -> bool:
    return isinstance(content, dict) and isinstance(content.get("zones"), list)


def _is_list_of_areas(content: object) -> bool:
    return isinstance(content, list) and bool(content) and all(_is_area(item) for item in content)


def _is_area(content: object) -> bool:
    kind = content.get("type") if isinstance(content, dict) else None
    return isinstance(kind, str) and kind.lower() in _AREA_TYPES
