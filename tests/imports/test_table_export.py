"""Tables that are written are read back as they were."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.imports.exports.table_export import EXPORTED_PROPERTIES, ExportedSeat, write_csv, write_xlsx
from seatpreview.imports.model import FoundHall
from seatpreview.imports.tables.spreadsheet_hall import read_spreadsheet_hall

NAMES = st.text(alphabet="ABab019=+-@'\";,. é&<>_/", min_size=1, max_size=8).map(str.strip).filter(bool)
PLACES = st.floats(-500, 500)
SEATS = st.builds(
    ExportedSeat,
    section=NAMES,
    level=st.just("") | NAMES,
    row=st.just("") | NAMES,
    seat=NAMES | st.sampled_from(["1-20", "Seat 1", "007", "1.0", "=1+1", "'=1", "TRUE"]),
    x=PLACES,
    y=PLACES,
    z=st.none() | PLACES,
    facing_deg=st.none() | st.floats(0, 359.9),
    category=st.just("") | NAMES,
    properties=st.sets(st.sampled_from(list(EXPORTED_PROPERTIES))).map(
        lambda chosen: tuple(prop for prop in EXPORTED_PROPERTIES if prop in chosen)
    ),
    view_note=st.just("") | NAMES,
    ref=st.just("") | NAMES,
)


def texts(hall: FoundHall) -> list[tuple[object, ...]]:
    return [
        (
            seat.section,
            seat.level,
            seat.row,
            seat.name,
            seat.category,
            seat.properties,
            seat.view_note,
            seat.ref,
        )
        for seat in hall.seats
    ]


@pytest.mark.parametrize("write", [write_csv, write_xlsx])
def test_seats_are_read_back_with_names_refs_and_places(write: object) -> None:
    assert write in (write_csv, write_xlsx)

    @given(st.lists(SEATS, min_size=1, max_size=6))
    def check(seats: list[ExportedSeat]) -> None:
        hall = read_spreadsheet_hall(write_csv(seats) if write is write_csv else write_xlsx(seats))
        assert texts(hall) == [
            (
                seat.section,
                seat.level,
                seat.row,
                seat.seat,
                seat.category,
                seat.properties,
                seat.view_note,
                seat.ref,
            )
            for seat in seats
        ]
        for found, seat in zip(hall.seats, seats, strict=True):
            assert [found.x, found.y, found.z] == pytest.approx([seat.x, seat.y, seat.z], abs=0.001)
        assert (hall.metres_per_unit, hall.is_y_down) == (1.0, False)

    check()


def test_seats_without_places_and_a_section_name_are_read_back() -> None:
    seat = ExportedSeat(section="101", section_name="Lower Tier", row="A", seat="1-20")
    hall = read_spreadsheet_hall(write_csv([seat]))
    assert texts(hall) == [("101", "", "A", "1-20", "", (), "", "")]
    assert hall.section_names == {"101": "Lower Tier"}


def test_no_cell_of_a_csv_file_begins_as_a_formula() -> None:
    """A spreadsheet runs a cell that begins with one of these characters."""
    seats = [
        ExportedSeat(section=text, seat=text, ref=text, view_note=text) for text in ("=1", "+1", "-1", "@a")
    ]
    rows = csv.reader(io.StringIO(write_csv(seats).decode("utf-8-sig")))
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@"))]


def test_a_negative_place_stays_a_number() -> None:
    content = write_csv([ExportedSeat(section="A", seat="1", x=-1.23456, y=2.0, z=0.0)])
    assert b",-1.235,2.0,0.0," in content
