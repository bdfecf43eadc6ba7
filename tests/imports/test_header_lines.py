"""Headers of several lines, columns that are empty, and columns that somebody chose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imports.workbooks import Rows, csv_file, workbook
from seatpreview.imports.model import FoundHall, UnreadableFile
from seatpreview.imports.questions import Doubts
from seatpreview.imports.tables.header_lines import find_header
from seatpreview.imports.tables.seat_table import read_table
from seatpreview.imports.tables.spreadsheet import Sheet, read_spreadsheet
from seatpreview.imports.tables.table_columns import find_columns
from seatpreview.imports.words.header_words import HeaderField
from seatpreview.languages.language_files import read_part

HEADERS = read_part("headers", dict[HeaderField, str])
SEATS = [["Stalls", "A", "1", "0", "90"], ["Stalls", "A", "2", "50", "90"], ["Stalls", "B", "1", "0", "180"]]


def read(content: bytes | str, answers: dict[str, str] | None = None) -> FoundHall:
    data = content.encode() if isinstance(content, str) else content
    return read_table(read_spreadsheet(data), Doubts(answers))


def seats(hall: FoundHall) -> list[list[object]]:
    return [[seat.section, seat.row, seat.name, seat.x, seat.y] for seat in hall.seats]


EXPECTED = [[section, row, name, float(x), float(y)] for section, row, name, x, y in SEATS]


@pytest.mark.parametrize("language", HEADERS)
@pytest.mark.parametrize("is_csv", [True, False])
def test_two_lines_of_a_header_are_read_as_one_in_every_language(language: str, *, is_csv: bool) -> None:
    """The word for the seat is merged over row and number, and a unit over x and y."""
    own = {field: words.split("|")[0].strip() for field, words in HEADERS[language].items()}
    rows: Rows = [
        ["Grand Hall"],
        [own["section"], own["seat"], "", "(cm)", ""],
        ["", own["row"], own["seat"], own["x"], own["y"]],
        *SEATS,
    ]
    merges = [(1, 0, 2, 0, own["section"]), (1, 1, 1, 2, own["seat"]), (1, 3, 1, 4, "(cm)")]
    hall = read(csv_file(rows, ";") if is_csv else workbook({"Plan": rows}, merges=merges))
    assert seats(hall) == EXPECTED
    assert hall.metres_per_unit == 0.01


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Reihe;Platz;\n;von;bis\nA;1;2\n", ["1", "2"]),
        ("Row;Seat\nReihe;Platz\nA;1\nA;2\n", ["1", "2"]),
        ("Row;Seat;\n;Number;ID\nA;1;x1\nA;2;x2\n", ["1", "2"]),
        ("Seat list of the hall;\nRow;Seat\nA;1\nA;2\n", ["1", "2"]),
    ],
)
def test_lines_of_headers_refine_each_other(text: str, names: list[str]) -> None:
    hall = read(text)
    assert [(seat.row, seat.name) for seat in hall.seats] == [("A", name) for name in names]


def test_an_empty_column_is_not_the_seat() -> None:
    hall = read("zone,name,colNumber,rowNumber\nA,,1,1\nA,,2,1\nA,,1,2\n")
    found = [(seat.section, seat.row, seat.name) for seat in hall.seats]
    assert found == [("A", "1", "1"), ("A", "1", "2"), ("A", "2", "1")]


def test_where_nothing_can_be_read_the_column_is_named() -> None:
    with pytest.raises(UnreadableFile, match="column 'Seat'"):
        read("Section,Row,Seat\nA,1,\nA,2,\n")


def test_chosen_columns_are_taken_and_others_are_not() -> None:
    text = "a,b,c\n1,A,7\n2,A,8\n"
    assert [(seat.row, seat.name) for seat in read(text, {"columns": "1=row,0=seat"}).seats] == [
        ("A", "1"),
        ("A", "2"),
    ]
    named = read("Row,Seat,Price\nA,1,9\nA,2,9\n", {"columns": "2=seat,1=none"})
    assert [(seat.row, seat.name) for seat in named.seats] == [("A", "9"), ("A", "9")]


@pytest.mark.parametrize("answer", ["row", "0=colour of it", "0:row", "0=rows", ""])
def test_other_answers_about_columns_are_refused(answer: str) -> None:
    with pytest.raises(UnreadableFile, match="columns counted from 0"):
        read("Row,Seat\nA,1\n", {"columns": answer})


def test_columns_that_only_look_like_something_are_asked_about() -> None:
    doubts = Doubts()
    read_table(read_spreadsheet(b"1,1\n1,2\n2,1\n2,2\n"), doubts)
    [doubt] = doubts.most_telling()
    assert (doubt.id, doubt.assumed) == ("columns", "0=row,1=seat")
    assert [choice.id for choice in doubt.choices] == ["0=row,1=seat", "0=seat,1=row"]
    hall = read("1,1\n1,2\n2,1\n2,2\n", {"columns": "0=seat,1=row"})
    assert [(seat.row, seat.name) for seat in hall.seats][:2] == [("1", "1"), ("2", "1")]


def test_a_sheet_that_repeats_another_one_is_asked_about() -> None:
    rows: Rows = [["Section", "Row", "Seat"], *[["Stalls", "A", str(seat)] for seat in range(1, 6)]]
    book = workbook({"Hall": rows, "Copy of hall": rows})
    doubts = Doubts()
    assert len(read_table(read_spreadsheet(book), doubts).seats) == 10
    [doubt] = doubts.most_telling()
    assert (doubt.id, [choice.id for choice in doubt.choices]) == ("sheet", ["all", "1", "2"])
    chosen = read(book, {"sheet": "2"})
    assert len(chosen.seats) == 5
    assert "Hall" in {item.example for item in chosen.left_out}


def test_sheets_of_levels_are_not_asked_about() -> None:
    def level(seats: int) -> Rows:
        return [["Section", "Row", "Seat"], *[["Left", "A", str(seat)] for seat in range(1, seats)]]

    doubts = Doubts()
    read_table(read_spreadsheet(workbook({"Stalls": level(20), "Circle": level(12)})), doubts)
    assert doubts.most_telling() == []


def test_a_column_that_numbers_the_lines_is_no_row_beside_another_one() -> None:
    lines = [[str(number), "AB"[number > 3], str(number % 3 + 1)] for number in range(1, 7)]
    sheet = Sheet(rows=[["S\u0131ra No", "S\u0131ra", "Koltuk"], *lines, ["Toplam", "", "6"]])
    columns = find_columns(sheet)
    assert columns is not None
    assert columns.places == {"row": 1, "seat": 2}


def test_a_sheet_in_which_each_line_counts_the_seats_of_others_is_not_read() -> None:
    def of(name: str, seats: int) -> Rows:
        return [
            ["Row", "Seat"],
            *[[1, seat] for seat in range(1, seats + 1)],
            [f"Subtotal row {name}", seats],
        ]

    sums: Rows = [["Section", "Rows", "Seats"], ["Stalls", 1, 12], ["Circle", 1, 7], ["Total", "", 19]]
    hall = read(workbook({"Sums": sums, "Stalls": of("1", 12), "Circle": of("1", 7)}))
    assert {seat.section for seat in hall.seats} == {"Stalls", "Circle"}
    assert len(hall.seats) == 19
    assert "Sums" in {item.example for item in hall.left_out}


CELLS = st.sampled_from(["", "Row", "Seat", "X", "(cm)", "A", "1", "Total", "Platz", "Nr."])


@given(st.lists(st.lists(CELLS | st.text(max_size=5), max_size=5), max_size=6))
def test_any_lines_have_a_header_or_none(rows: list[list[str]]) -> None:
    header = find_header(Sheet(rows=[list(row) for row in rows]))
    if header:
        assert 0 < header.end <= len(rows)
        assert len(header.words) == len(header.texts)
