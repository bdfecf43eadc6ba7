"""Names of drawings are checked against places: the reading whose neighbours are neighbours is taken."""

import pytest

from imports.svg_files import SPACES
from seatpreview.imports.file_import import import_file
from seatpreview.imports.model import FoundHall
from seatpreview.imports.questions import Doubts
from seatpreview.imports.svg.reader import read_svg


def drawing(name: str, sections: str = "12", rows: int = 5, seats: int = 8) -> bytes:
    """Sections side by side, in each some rows; `name` is the id of a seat."""
    shapes = "".join(
        f'<circle id="{name.format(section=section, row=row, seat=seat)}" '
        f'cx="{150 * index + 10 * seat}" cy="{14 * row}" r="4"/>'
        for index, section in enumerate(sections)
        for row in range(1, rows + 1)
        for seat in range(1, seats + 1)
    )
    return f"<svg {SPACES}>{shapes}</svg>".encode()


def names(hall: FoundHall) -> set[tuple[str, str, str]]:
    return {(seat.section, seat.row, seat.name) for seat in hall.seats}


def wanted(sections: str = "12", rows: int = 5, seats: int = 8) -> set[tuple[str, str, str]]:
    return {
        (section, str(row), str(seat))
        for section in sections
        for row in range(1, rows + 1)
        for seat in range(1, seats + 1)
    }


@pytest.mark.parametrize(
    "name",
    [
        "seat-{section}-{row}-{seat}",
        "seat-{seat}-{row}-{section}",
        "seat-{row}-{seat}-{section}",
        "seat-{section}-{seat}-{row}",
        "{seat}_{row}_{section}",
    ],
)
def test_the_order_of_the_parts_of_a_name_follows_from_the_places(name: str) -> None:
    assert names(read_svg(drawing(name))) == wanted()


@pytest.mark.parametrize("name", ["seat-{seat}-{row}-3", "s{seat}_{row}"])
def test_a_part_that_all_names_have_in_common_is_neither_row_nor_seat(name: str) -> None:
    shapes = "".join(
        f'<circle id="{name.format(row=row, seat=seat)}" cx="{25 * seat}" cy="{35 * row}" r="9"/>'
        for row in range(1, 8)
        for seat in range(1, 13)
    )
    read = names(read_svg(f'<svg xmlns="http://www.w3.org/2000/svg">{shapes}</svg>'.encode()))
    section = "3" if name.endswith("3") else ""
    assert read == {(section, str(row), str(seat)) for row in range(1, 8) for seat in range(1, 13)}


def test_a_reading_by_places_can_be_turned_over() -> None:
    doubts = Doubts()
    read_svg(drawing("seat-{seat}-{row}-{section}"), doubts=doubts)
    [doubt] = doubts.most_telling()
    assert (doubt.id, doubt.assumed) == ("names", "seat-row-section")
    turned = read_svg(drawing("seat-{seat}-{row}-{section}"), doubts=Doubts({"names": "as-read"}))
    assert names(turned) != wanted()


def test_names_that_fit_their_places_raise_no_question() -> None:
    for name in ("seat-{section}-{row}-{seat}", "sec-{section}-row-{row}-seat-{seat}"):
        doubts = Doubts()
        assert names(read_svg(drawing(name), doubts=doubts)) == wanted()
        assert doubts.most_telling() == []


def test_words_in_a_name_go_before_places() -> None:
    """Rows that are called seats, and seats that are called rows, by somebody who meant it."""
    data = drawing("section-{section}-seat-{row}-row-{seat}")
    assert {(section, seat, row) for section, row, seat in names(read_svg(data))} == wanted()


def test_the_hall_is_as_wide_as_its_seats_say() -> None:
    venue = import_file(drawing("seat-{seat}-{row}-{section}"), None, "cinema.svg")
    [question] = [question for question in venue.questions if question.id == "names"]
    [taken] = [choice for choice in question.choices if choice.id == question.chosen]
    assert taken.map is not None
    assert 9 < taken.map.width_m < 13
