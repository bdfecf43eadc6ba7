"""Lists and sheets as box offices keep them, in many languages: small files, each with a trap of its own."""

from typing import NamedTuple

import pytest

from imports.workbooks import Rows, workbook
from seatpreview.imports.model import FoundHall
from seatpreview.imports.questions import Doubts
from seatpreview.imports.tables.spreadsheet_hall import read_spreadsheet_hall

Names = set[tuple[str, str, str]]


class BoxOffice(NamedTuple):
    """A sheet, and what it says."""

    sheet: str
    rows: Rows
    seats: int
    some: Names
    """Some of its seats, by section, row and seat."""
    rest: str = ""
    """A text of the report about what is left out."""


def seats_of(sections: tuple[str, ...], rows: tuple[object, ...], count: int) -> Rows:
    return [[section, str(row), str(n)] for section in sections for row in rows for n in range(1, count + 1)]


OFFICES = {
    "polish, sums of sections": BoxOffice(
        "Arkusz1",
        [
            ["Teatr Wielki, wykaz miejsc"],
            ["Sektor", "Rząd", "Miejsce"],
            *seats_of(("Parter lewa",), (1, 2), 5),
            ["Razem Parter lewa", "", "10"],
            *seats_of(("Parter prawa",), (1, 2), 5),
            ["Razem Parter prawa", "", "10"],
            ["Ogółem", "", "20"],
            ["Uwagi: miejsca 1-2 w rzędzie 1 dla wózków"],
        ],
        20,
        {("Parter lewa", "1", "1"), ("Parter prawa", "2", "5")},
        "sums",
    ),
    "czech, titles between the lines": BoxOffice(
        "List1",
        [
            ["Řada", "Sedadlo"],
            ["Přízemí"],
            *[row[1:] for row in seats_of(("",), (1, 2), 4)],
            ["Balkon"],
            *[row[1:] for row in seats_of(("",), (1, 2), 3)],
            ["Celkem", "14"],
        ],
        14,
        {("Přízemí", "1", "4"), ("Balkon", "1", "1")},
    ),
    "russian, ranges and counts": BoxOffice(
        "Лист1",
        [
            ["Сектор", "Ряд", "Места", "Кол-во"],
            ["Партер", "1", "1-20", 20],
            ["Балкон", "1", "1-10, 12-16", 15],
            ["Итого", "", "", 35],
        ],
        35,
        {("Партер", "1", "20"), ("Балкон", "1", "12")},
    ),
    "italian, from and to": BoxOffice(
        "Foglio1",
        [
            ["Fila", "da posto", "a posto", "totale posti"],
            ["A", "1", "12", 12],
            ["C", "2", "13", 12],
            ["Totale", "", "", 24],
        ],
        24,
        {("", "A", "12"), ("", "C", "13")},
    ),
    "spanish, odd and even beside a count": BoxOffice(
        "Hoja1",
        [
            ["Zona", "Fila", "Butacas", "Nº"],
            ["Platea", "1", "1-9 impares", 5],
            ["Platea", "1", "2-10 pares", 5],
            ["TOTAL", "", "", 10],
        ],
        10,
        {("Platea", "1", "9"), ("Platea", "1", "10")},
    ),
    "german, merged levels and ranges called seats": BoxOffice(
        "Tabelle1",
        [
            ["Ebene", "Block", "Reihe", "Plätze"],
            ["Parkett", "A", "1", "1-10"],
            ["", "", "2", "1-12"],
            ["Rang", "C", "1", "1-6"],
            ["", "", "2", "1-6"],
            ["Gesamt", "", "", "34"],
        ],
        34,
        {("A", "2", "12"), ("C", "2", "6")},
    ),
    "english, a column for each section": BoxOffice(
        "Sheet1",
        [
            ["Row", "Left", "Centre", "Right"],
            ["A", "1-5", "6-15", "16-20"],
            ["B", "1-6", "7-16", "17-22"],
            ["Total", 11, 20, 11],
        ],
        42,
        {("Left", "A", "1"), ("Centre", "B", "16"), ("Right", "A", "20")},
    ),
    "english, blocks with a header each": BoxOffice(
        "Sheet1",
        [
            *(["Section: Stalls"], ["Row", "Seat"], ["A", "1"], ["A", "2"], ["Page 1 of 2"]),
            *(["Section: Circle"], ["Row", "Seat"], ["A", "1"], ["A", "2"], ["Page 2 of 2"]),
        ],
        4,
        {("Stalls", "A", "1"), ("Circle", "A", "2")},
        "Lines repeat the header.",
    ),
    "japanese, marks below numbers with a legend": BoxOffice(
        "Sheet1",
        [
            *(["", "", "", "ステージ"], [], ["", "1番", "2番", "3番", "4番"]),
            *(["A列", "○", "○", "○", "○"], ["B列", "○", "○", "\u00d7", "○"]),
            *([], ["凡例", "○", "空席"], ["", "\u00d7", "販売済"], ["合計", "8"]),
        ],
        8,
        {("", "A", "1"), ("", "B", "3")},
    ),
    "greek, rows with Greek letters": BoxOffice(
        "Φύλλο1",
        [["", "", "ΣΚΗΝΗ"], ["\u0391", 1, 2, 3, 4], ["\u0392", 1, 2, 3, 4], ["Γ", 1, 2, 3, 4]],
        12,
        {("", "Γ", "4")},
    ),
    "german, a drawing below its title": BoxOffice(
        "Tabelle1",
        [
            ["Saalplan Stadthalle"],
            ["", "", "", "B", "Ü", "H", "N", "E"],
            [],
            ["Reihe 1", "", "1", "2", "3", "", "4", "5"],
            ["Reihe 2", "", "1", "2", "3+1", "", "4", "5"],
            [],
            ["Empore"],
            ["Reihe 1", "", "1", "2", "3", "", "4", "5"],
            ["Summe", "", "15"],
            ["Legende:"],
            ["R", "Rollstuhl"],
        ],
        15,
        {("", "2", "3+1"), ("Empore", "1", "5")},
    ),
    "hebrew, a sum with its mark": BoxOffice(
        "Sheet1",
        [["גוש", "שורה", "כיסא"], *seats_of(("ימין",), (1, 2), 3), ['סה"כ', "", "6"]],
        6,
        {("ימין", "2", "3")},
    ),
}  # fmt: skip


def read(office: BoxOffice) -> FoundHall:
    return read_spreadsheet_hall(workbook({office.sheet: office.rows}), Doubts())


@pytest.mark.parametrize("name", OFFICES)
def test_a_list_of_a_box_office_is_read_as_it_is_meant(name: str) -> None:
    office = OFFICES[name]
    hall = read(office)
    assert len(hall.seats) == office.seats
    assert office.some <= {(seat.section, seat.row, seat.name) for seat in hall.seats}
    assert office.rest in " ".join(item.text for item in hall.left_out)
    assert len({(seat.level, seat.section, seat.row, seat.name) for seat in hall.seats}) == office.seats


def test_odd_and_even_numbers_in_columns_of_their_own_are_the_seats_of_a_row() -> None:
    """The sum beside them is no seat. A range of a box has both kinds, and a remark two seats."""
    rows: Rows = [
        ["Impares a la izquierda y pares a la derecha"],
        ["Zona", "Fila", "Impares", "Pares", "Total", "Observaciones"],
        ["Patio", "1", "1-5", "2-6", "6", "5 y 6: silla de ruedas"],
        ["Patio", "2", "1, 5-7", "2-4", "5", ""],
        *(["Patio", str(row), "1-3", "2-4", "4", ""] for row in range(3, 6)),
        ["Palco 1", "", "1-3", "", "3", ""],
    ]
    hall = read_spreadsheet_hall(workbook({"Hoja1": rows}), Doubts())
    names = [(seat.section, seat.row, seat.name) for seat in hall.seats]
    assert sorted(names) == sorted(
        [
            *(("Patio", "1", str(n)) for n in range(1, 7)),
            *(("Patio", "2", n) for n in "15724"),
            *(("Patio", str(row), str(n)) for row in range(3, 6) for n in range(1, 5)),
            *(("Palco 1", "", n) for n in "123"),
        ]
    )
    assert {seat.name for seat in hall.seats if seat.properties} == {"5", "6"}
    assert hall.odd_side == "left"


def test_columns_of_ranges_are_seats_before_a_number_that_counts_them() -> None:
    rows: Rows = [
        ["Sektor", "Reihe", "Tür 1", "Tür 2", "Summe"],
        *(["Parkett", str(row), "1-8", "9-16", str(16 + row)] for row in range(1, 5)),
    ]
    hall = read_spreadsheet_hall(workbook({"Plan": rows}), Doubts())
    assert len(hall.seats) == 64
    assert {seat.name for seat in hall.seats} == {str(n) for n in range(1, 17)}


def test_a_part_of_the_hall_is_the_section_and_a_line_with_a_count_a_standing_area() -> None:
    rows: Rows = [
        ["Část hlediště", "Řada", "Sedadlo", "Druh", "Počet"],
        *(["Přízemí", "1", str(n), "sedadlo" if n > 2 else "vozíčkář", "1"] for n in range(1, 7)),
        *(["Lóže 1", "", str(n), "sedadlo", "1"] for n in range(1, 4)),
        ["Místa k stání", "", "", "stání", "60"],
    ]
    hall = read_spreadsheet_hall(workbook({"List1": rows}), Doubts())
    assert [(seat.section, seat.row) for seat in hall.seats] == [("Přízemí", "1")] * 6 + [("Lóže 1", "")] * 3
    assert [(area.name, area.capacity) for area in hall.areas] == [("Místa k stání", 60)]
    assert sum(seat.properties == ("wheelchair",) for seat in hall.seats) == 2
