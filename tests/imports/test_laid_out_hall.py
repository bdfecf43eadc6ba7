"""Lists of seats without places: sections stand side by side, and the record says that this is assumed."""

from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from imports.workbooks import csv_file
from seatpreview.imports.file_import import import_file
from seatpreview.imports.fitting.laid_out_hall import SEAT_M, WIDTH_M_MAX, lay_out
from seatpreview.imports.model import FoundArea, FoundHall, FoundSeat

LISTED = ("Stalls Right", "Stalls Left", "Balcony")


def seats(sections: tuple[str, ...] = LISTED, rows: str = "ABC", count: int = 8) -> list[FoundSeat]:
    return [
        FoundSeat(section=section, row=row, name=str(number))
        for section in sections
        for row in rows
        for number in range(1, count + 1)
    ]


def test_sections_are_rules_that_somebody_can_move() -> None:
    lines = [["Section", "Row", "Seat"], *[[seat.section, seat.row, seat.name] for seat in seats()]]
    venue = import_file(csv_file(lines), None, "hall.csv")
    layout: Any = msgspec.json.decode(msgspec.json.encode(venue.record["rules"]))["layout"]
    origins = {section["id"]: section["geometry"]["origin"] for section in layout["sections"]}
    assert origins["Stalls Left"]["x"] < 0 < origins["Stalls Right"]["x"]
    assert origins["Balcony"]["y"] < origins["Stalls Left"]["y"]
    assert layout["assumed"] == ["places", "heights", "scale", "focus"]
    assert any("no places" in item.text and item.count == 3 for item in venue.report.inferred)
    assert venue.report.left_out == ()


@given(
    st.lists(
        st.tuples(st.sampled_from("AB1"), st.sampled_from(["", "A", "1"]), st.integers(1, 99)), max_size=60
    )
)
def test_no_two_seats_lie_on_each_other(names: list[tuple[str, str, int]]) -> None:
    hall = FoundHall(
        format="table", seats=[FoundSeat(section=s, row=row, name=str(number)) for s, row, number in names]
    )
    assert lay_out(hall) == bool(names)
    places = [(seat.x or 0.0, seat.y or 0.0) for seat in hall.seats]
    apart = SEAT_M - 0.01
    assert all(abs(a[0] - b[0]) > apart or abs(a[1] - b[1]) > apart for a, b in combinations(places, 2))


def test_a_large_hall_stays_within_a_width() -> None:
    hall = FoundHall(format="table", seats=seats(tuple(map(str, range(100, 160))), count=20))
    assert lay_out(hall)
    across = [seat.x or 0.0 for seat in hall.seats]
    assert max(across) - min(across) < WIDTH_M_MAX


@pytest.mark.parametrize(
    "hall",
    [
        FoundHall(format="table", seats=[*seats(), FoundSeat(name="9", x=1, y=1)]),
        FoundHall(format="table", seats=seats(), is_export=True),
        FoundHall(format="pretix", seats=seats()),
        FoundHall(format="table", seats=seats(), areas=[FoundArea(kind="stage", points=((0, 0),))]),
        FoundHall(format="table"),
    ],
)
def test_halls_with_any_place_are_left_as_they_are(hall: FoundHall) -> None:
    before = [(seat.x, seat.y) for seat in hall.seats]
    assert not lay_out(hall)
    assert [(seat.x, seat.y) for seat in hall.seats] == before
