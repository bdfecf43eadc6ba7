"""Writes seats as CSV and XLSX, in a form that `seat_table` reads back."""

import csv
import io
from collections.abc import Iterable

import msgspec
import xlsxwriter  # type: ignore[import-untyped]  # The package has no types.

from seatpreview.layouts.model import SeatProperty
from seatpreview.values.csv_cells import escape_formula

EXPORTED_PROPERTIES: dict[SeatProperty, str] = {
    "wheelchair": "wheelchair",
    "companion": "companion",
    "stepFree": "step_free",
    "easyAccess": "easy_access",
    "restrictedView": "restricted_view",
    "aisle": "aisle",
    "limitedLegroom": "limited_legroom",
}
EXPORTED_COLUMNS = (
    "section",
    "section_name",
    "row",
    "seat",
    "level",
    "x_m",
    "y_m",
    "z_m",
    "facing_deg",
    "category",
    *EXPORTED_PROPERTIES.values(),
    "view_note",
    "ref",
)
"""A file with these columns is read without guessing."""


class ExportedSeat(msgspec.Struct, kw_only=True, gc=False):
    """A seat as it is written to a table."""

    section: str
    """The id of the section."""
    section_name: str = ""
    level: str = ""
    row: str = ""
    seat: str = ""
    x: float | None = None
    """Metres; y grows upwards on the page."""
    y: float | None = None
    z: float | None = None
    facing_deg: float | None = None
    category: str = ""
    properties: tuple[SeatProperty, ...] = ()
    view_note: str = ""
    ref: str = ""


def write_csv(seats: Iterable[ExportedSeat]) -> bytes:
    """Writes UTF-8 with a byte order mark, which Excel needs to read accents. A text that a spreadsheet would
    run as a formula gets an apostrophe in front, which the reader takes away."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(EXPORTED_COLUMNS)
    for seat in seats:
        writer.writerow([cell if isinstance(cell, float) else escape_formula(cell) for cell in _cells(seat)])
    return text.getvalue().encode("utf-8-sig")


def write_xlsx(seats: Iterable[ExportedSeat]) -> bytes:
    """Writes one sheet, row by row. Texts are written as texts, and never as formulas or links."""
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content, {"constant_memory": True})
    sheet = book.add_worksheet("Seats")
    sheet.freeze_panes(1, 0)
    for column, header in enumerate(EXPORTED_COLUMNS):
        sheet.write_string(0, column, header)
    for line, seat in enumerate(seats, start=1):
        for column, cell in enumerate(_cells(seat)):
            if isinstance(cell, float):
                sheet.write_number(line, column, cell)
            elif cell:
                sheet.write_string(line, column, cell)
    book.close()
    return content.getvalue()


def _cells(seat: ExportedSeat) -> list[str | float]:
    flags = ["yes" if prop in seat.properties else "" for prop in EXPORTED_PROPERTIES]
    numbers = [_rounded(number) for number in (seat.x, seat.y, seat.z, seat.facing_deg)]
    names = [seat.section, seat.section_name, seat.row, seat.seat, seat.level]
    return [*names, *numbers, seat.category, *flags, seat.view_note, seat.ref]


def _rounded(number: float | None) -> str | float:
    return "" if number is None else round(float(number), 3)
