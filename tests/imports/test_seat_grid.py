"""Drawn sheets: a cell for each seat."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from imports.workbooks import Rows, csv_file, workbook
from seatpreview.imports.model import FoundHall, UnreadableFile
from seatpreview.imports.questions import Doubts
from seatpreview.imports.tables.seat_grid import ROW_DEPTH, is_grid, read_grid
from seatpreview.imports.tables.spreadsheet import Sheet, Spreadsheet, read_spreadsheet
from seatpreview.imports.tables.spreadsheet_hall import read_book, read_spreadsheet_hall
from seatpreview.imports.words.plan_words import PlanWords
from seatpreview.labels.text.languages import LANGUAGES
from seatpreview.labels.text.scripts import is_eastern
from seatpreview.languages.language_files import read_part

PLANS = read_part("plans", PlanWords)


def read(content: bytes) -> FoundHall:
    return read_grid(read_spreadsheet(content))


def drawn(*lines: str) -> Rows:
    """Rows of cells from lines in which blanks part cells and a dot is a blank cell."""
    return [["" if cell == "." else cell.replace("_", " ") for cell in line.split()] for line in lines]


def names(hall: FoundHall) -> list[tuple[str, str, str]]:
    return [(seat.section, seat.row, seat.name) for seat in hall.seats]


ROWS = [("", row, str(seat)) for row in "AB" for seat in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    "lines",
    [
        ("A 1 2 . 3 4", "B 1 2 . 3 4"),
        ("1 2 . 3 4 A", "1 2 . 3 4 B"),
        ("A 1 2 . 3 4 A", "B 1 2 . 3 4 B"),
        ("1 2 A 3 4", "1 2 B 3 4"),
        ("A1 A2 . A3 A4", "B1 B2 . B3 B4"),
        ("1A 2A . 3A 4A", "1B 2B . 3B 4B"),
        ("Row_A 1 2 . 3 4", "Row_B 1 2 . 3 4"),
        ("A x x . x x", "B x x . x x"),
        (". STAGE . .", ". . . .", "A 1 2 . 3 4", ". . . .", "B 1 2 . 3 4"),
        (". . . . . . Seats", "A 1 2 . 3 4 4", "B 1 2 . 3 4 4", "Total . . . . . 8"),
    ],
)
def test_each_way_to_name_rows_gives_the_same_seats(lines: tuple[str, ...]) -> None:
    content = csv_file(drawn(*lines))
    assert is_grid(read_spreadsheet(content).sheets)
    assert names(read(content)) == ROWS


@pytest.mark.parametrize("language", LANGUAGES)
def test_stage_and_rows_are_read_in_the_words_of_every_language(language: str) -> None:
    """The stage is not a section, and the word for rows not a part of their names."""
    stage, words = PLANS[language].stages.split("|")[0].strip(), LANGUAGES[language]
    row = words.row.split()[0]
    named = f"{{}}{row}" if is_eastern(row) else f"{{}} {row}" if words.number_first else f"{row} {{}}"
    lines = [[named.format(name), "1", "3", "5", "7"] for name in (1, 2)]
    hall = read(csv_file([["", "", stage, "", ""], *lines]))
    assert names(hall) == [("", row, seat) for row in "12" for seat in "1357"]
    assert [(area.kind, area.name) for area in hall.areas] == [("stage", stage)]


def test_letters_of_the_stage_may_stand_in_cells_of_their_own() -> None:
    hall = read(csv_file(drawn(". S T A G E", "A 1 2 3 4 5", "B 1 2 3 4 5")))
    assert {seat.section for seat in hall.seats} == {""}
    [stage] = hall.areas
    assert (stage.kind, stage.name, stage.points[1][0]) == ("stage", "STAGE", 5.5)


def test_legends_and_sums_below_the_seats_are_none() -> None:
    lines = drawn("A 1 2 3 4", "B 1 2 1+1 3", ". . . .", "Legend", "■ reserved", "W wheelchair", "Total 8")
    hall = read(csv_file(lines))
    assert [name for _, _, name in names(hall)] == ["1", "2", "3", "4", "1", "2", "1+1", "3"]
    assert (hall.candidates, {seat.section for seat in hall.seats}) == (8, {""})


def test_cells_that_are_no_seats_are_counted_and_named() -> None:
    hall = read(csv_file(drawn("A 1 2 3 4 5", "B 1 2 REGIE 3 4")))
    assert (hall.candidates, len(hall.seats)) == (10, 9)
    assert [(item.text, item.example) for item in hall.left_out] == [
        ("Cells among the seats that are no seats.", "REGIE")
    ]


def test_rows_are_named_by_numbers_at_the_edge() -> None:
    hall = read(csv_file(drawn("1 . 11 12 13 14", "2 . 11 12 13 14", "3 . 10 11 12 13")))
    assert {seat.row for seat in hall.seats} == {"1", "2", "3"}
    assert len(hall.seats) == 12
    both = read(csv_file(drawn(*(f"{row} . 1 2 3 4 5 . {row}" for row in range(1, 5)))))
    assert names(both)[-1] == ("", "4", "5")
    assert len(both.seats) == 20


def test_a_column_of_counts_is_told_from_seats_that_go_on() -> None:
    counted = read(csv_file(drawn("4 A 4 3 2 1", "4 B 4 3 2 1")))
    assert [(item.text, item.count) for item in counted.left_out] == [
        ("Cells that count the seats of their line.", 2)
    ]
    hall = read(csv_file(drawn("A 1 2 2A 3", "B 1 2 2A 3")))
    assert [name for _, row, name in names(hall) if row == "B"] == ["1", "2", "2A", "3"]


@pytest.mark.parametrize("corner", ["Row", "."])
def test_a_line_of_numbers_heads_columns_of_marks(corner: str) -> None:
    hall = read(csv_file(drawn(f"{corner} 1 2 3 4", "A x x . x", "B x x x x")))
    assert [name[1:] for name in names(hall)][:4] == [("A", "1"), ("A", "2"), ("A", "4"), ("B", "1")]


def test_places_are_those_of_the_cells_and_blank_cells_are_aisles() -> None:
    hall = read(csv_file(drawn(". . STAGE . .", ". . . . .", "A 1 2 . 3 4", "B 1 2 . 3 4")))
    assert [(seat.x, seat.y) for seat in hall.seats][1:3] == [(2.0, 2 * ROW_DEPTH), (4.0, 2 * ROW_DEPTH)]
    assert (hall.is_y_down, hall.metres_per_unit) == (True, None)
    (stage,) = hall.areas
    assert (stage.kind, stage.name) == ("stage", "STAGE")


def test_a_merged_stage_has_its_extent() -> None:
    rows = [[""], *drawn("A 1 2 3 4", "B 1 2 3 4")]
    hall = read(workbook({"Sheet1": rows}, merges=[(0, 1, 0, 4, "B Ü H N E")]))
    assert [(area.kind, area.points[0][0], area.points[1][0]) for area in hall.areas] == [("stage", 0.5, 4.5)]


def test_titles_above_blocks_are_sections() -> None:
    hall = read(
        csv_file(
            drawn(
                "The_Grand_Hall",
                ". Left . . . Right . .",
                "A 1 2 3 . 4 5 6",
                "B 1 2 3 . 4 5 6",
                ". . . . . . . .",
                ". . Balcony . . . . .",
                "A 1 2 3 . 4 5 6",
            )
        )
    )
    found = [seat.section for seat in hall.seats]
    assert found == ["Left"] * 3 + ["Right"] * 3 + ["Left"] * 3 + ["Right"] * 3 + ["Balcony"] * 6


@pytest.mark.parametrize("text", ["Stand:_12.03.2024", "as_of_2024-03-12", "12/3/24_final"])
def test_a_date_above_seats_is_not_a_section(text: str) -> None:
    hall = read(csv_file(drawn(f"{text} . .", "A 1 2 3", "B 1 2 3")))
    assert {seat.section for seat in hall.seats} == {""}


def test_marks_are_wheelchair_spaces_unless_they_name_rows() -> None:
    hall = read(csv_file(drawn("V 1 2 ♿ 4 W", "W 1 2 3 W 4")))
    assert [seat.x for seat in hall.seats if "wheelchair" in seat.properties] == [3.0, 5.0, 4.0]
    assert {seat.row for seat in hall.seats} == {"V", "W"}
    assert [seat.name for seat in hall.seats][:5] == ["1", "2", "3", "4", ""]


def test_a_mark_beside_a_number_is_a_wheelchair_space() -> None:
    hall = read(csv_file(drawn("A 1 2_♿ ♿3 4", "B 1 2 3 WC_4")))
    assert [seat.name for seat in hall.seats] == ["1", "2", "3", "4"] * 2
    assert [index for index, seat in enumerate(hall.seats) if "wheelchair" in seat.properties] == [1, 2, 7]


def test_sheets_are_levels_that_do_not_overlap() -> None:
    hall = read(workbook({"Stalls": drawn("A 1 2 3", "B 1 2 3"), "Circle": drawn("A 1 2 3", "B 1 2 3")}))
    assert {seat.level for seat in hall.seats} == {"Stalls", "Circle"}
    assert len({(seat.x, seat.y) for seat in hall.seats}) == 12


@pytest.mark.parametrize(
    "text",
    [
        "section,row,seat\nA,1,1\nA,1,2\nA,1,3\n",
        "Stalls,1,2,0.5,1.5\nStalls,1,3,1.0,1.5\n",
        "row,seat,x,y,z\n1,2,3,4,5\n2,3,4,5,6\n",
        "A12\nA13\nA14\n",
    ],
)
def test_a_list_is_not_a_drawing(text: str) -> None:
    assert not is_grid(read_spreadsheet(text.encode()).sheets)
    assert read_spreadsheet_hall(text.encode()).format == "table"


def test_rows_of_sections_have_words_of_their_own() -> None:
    lines = [["Ground Floor"], *(_numbered(f"Row {row}") for row in range(1, 4))]
    lines += [["Balcony"], *(_numbered(f"Balcony {row}") for row in range(5, 8))]
    hall = read_spreadsheet_hall(csv_file(lines))
    rows = {(seat.section, seat.row) for seat in hall.seats}
    assert ("Ground Floor", "1") in rows
    assert ("Balcony", "Balcony 5") in rows
    assert len(hall.seats) == 30


def _numbered(row: str) -> list[str]:
    return [row, "1", "2", "3", "4", "5"]


def test_a_column_below_a_word_for_sums_holds_no_seats() -> None:
    lines = [["Row", "1", "2", "3", "4", "5", "Sum"], *([*_numbered(row), "5"] for row in "ABC")]
    hall = read_spreadsheet_hall(csv_file([*lines, ["Sum", "3", "3", "3", "3", "3", "15"]]))
    assert (len(hall.seats), hall.candidates) == (15, 15)


CELLS = st.sampled_from(
    ["", "", "1", "2", "3", "A", "B", "A1", "12A", "W", "♿", "STAGE", "Left", "x", "²", "Row 1"]
)


@given(st.lists(st.lists(CELLS | st.text(max_size=4), min_size=1, max_size=8), min_size=1, max_size=8))
def test_any_sheet_is_read_or_refused(rows: list[list[str]]) -> None:
    content = csv_file(rows, separator="\t")
    try:
        hall = read_spreadsheet_hall(content)
    except UnreadableFile:
        return
    assert hall.seats or hall.areas or hall.rows_without_seats


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_aisle_between_rows_is_no_section(language: str) -> None:
    stage, aisle = (words.split("|")[0].strip() for words in (PLANS[language].stages, PLANS[language].aisles))
    rows = [[row, *"123456"] for row in "ABC"]
    content = workbook({"1": [["", "", stage], [], *rows[:2], ["", "", aisle], rows[2]]})
    assert is_grid(read_spreadsheet(content).sheets)
    assert names(read(content)) == [("", row, seat) for row in "ABC" for seat in "123456"]


def test_a_stand_on_the_other_side_has_its_title_below_it() -> None:
    seats = [str(number) for number in range(1, 13)]
    west = [[f"Row {row}", *seats] for row in (5, 4, 3, 2, 1)]
    east = [[f"Row {row}", *seats] for row in (1, 2, 3)]
    gap: list[list[str]] = [[], ["", "ICE"], [], [], []]
    hall = read(workbook({"1": [["Hall"], [], ["", "WEST"], *west, *gap, *east, ["", "EAST"]]}))
    found = {(seat.section, seat.row) for seat in hall.seats}
    assert found == {("WEST", row) for row in "12345"} | {("EAST", row) for row in "123"}


def test_the_title_of_a_sheet_is_no_section() -> None:
    rows = [[row, *"1234"] for row in "AB"]
    sheets = {
        "1階": [["文化会館 座席表 １階"], [], *rows],
        "2階": [["文化会館 座席表 ２階"], [], *rows],
    }
    assert {(seat.level, seat.section) for seat in read(workbook(sheets)).seats} == {("1階", ""), ("2階", "")}


def test_marks_of_wheelchair_spaces_have_the_numbers_between_their_neighbours() -> None:
    hall = read(csv_file(drawn("A 1 2 車 車 5 6 7", "B 10 8 6 ♿ 2 . .")))
    assert [seat.name for seat in hall.seats] == [*"1234567", "10", *"8642"]
    assert [seat.name for seat in hall.seats if seat.properties] == ["3", "4", "4"]


@pytest.mark.parametrize("total", ["Total seats", "Totale posti", "※ 총 좌석수"])
def test_a_sum_with_other_words_is_no_seat(total: str) -> None:
    rows = [["", row, *"1234"] for row in "AB"]
    hall = read(workbook({"1": [*rows, [], ["", total, "", "", "", 8]]}))
    assert names(hall) == ROWS
    assert [(item.text, item.count) for item in hall.left_out] == [("Cells are sums or prices.", 1)]


def test_prices_beside_the_seats_are_no_seats() -> None:
    lines = ("A 1 2 3 4 . . Band . Full . Conc.", "B 1 2 3 4 . . A . 24 . 20", "C 1 2 3 4 . . B . 18 . 16")
    hall = read(csv_file(drawn(*lines, "D 1 2 3 4")))
    assert names(hall) == [("", row, seat) for row in "ABCD" for seat in "1234"]


def test_prices_below_the_seats_are_no_seats() -> None:
    lines = ("A 1 2 3 4", "B 1 2 3 4", "C 1 2 3 4", ".", "Category Full Reduced", "A 24 20", "B 18 16")
    hall = read(csv_file(drawn(*lines)))
    assert names(hall) == [("", row, seat) for row in "ABC" for seat in "1234"]


def test_seats_behind_each_other_that_are_numbered_through_are_no_prices() -> None:
    hall = read(
        csv_file(drawn("A 1 2 3 4 . . Side", "B 1 2 3 4 . . 21", "C 1 2 3 4 . . 22", "D 1 2 3 4 . . 24"))
    )
    assert len(hall.seats) == 19


def test_a_row_keeps_its_name_beside_the_label_of_another_block() -> None:
    hall = read(csv_file(drawn("A 1 2 3 4 . BA 1 2 3", "B 1 2 3 4 . BB 1 2 3")))
    assert [(seat.row, seat.name) for seat in hall.seats] == [
        (row, seat) for rows in (("A", "BA"), ("B", "BB")) for row in rows for seat in "1234"[: 5 - len(row)]
    ]


def test_boxes_beside_the_seats_are_seats() -> None:
    hall = read(csv_file(drawn("A 1 2 3 4 . . Left . Right", "B 1 2 3 4 . . 1 . 1", "C 1 2 3 4 . . 2 . 2")))
    assert len(hall.seats) == 16


def test_a_title_counts_for_other_blocks_only_with_the_same_rows() -> None:
    heads = ["Box L", "", "", "", "", "", "", "Box R", "Sum"]
    seats: list[list[str | float]] = [
        [f"L{at}", "", f"{row}1", f"{row}2", "", f"{row}3", "", f"R{at}", 4]
        for at, row in enumerate("ABC", 1)
    ]
    hall = read(workbook({"1": [heads, *seats, [], ["", "", "", "Stalls"]]}))
    found = {(seat.section, seat.row) for seat in hall.seats}
    assert found == {("Box L", "L"), ("Box R", "R"), ("Stalls", "A"), ("Stalls", "B"), ("Stalls", "C")}
    assert len(hall.seats) == 15


def test_merged_cells_may_be_a_standing_area() -> None:
    rows = [["", "STAGE"], [], [], [], [], ["A", *"1234"], ["B", *"1234"]]
    hall = read(workbook({"1": rows}, merges=[(2, 1, 3, 4, "Standing / GA - capacity 80")]))
    [area] = [area for area in hall.areas if area.kind == "standing"]
    assert (area.name, area.capacity, len(area.points)) == ("Standing / GA", 80, 4)
    assert {seat.section for seat in hall.seats} == {""}


def test_a_few_seats_below_merged_cells_beside_the_rows_are_a_box() -> None:
    rows: Rows = [
        ["", "", "", "", "A", 3, 1, 2, 4],
        ["1", "", "2", "", "B", 3, 1, 2, 4],
        ["3", "", "4", "", "C", 3, 1, 2, 4],
    ]
    hall = read(workbook({"Plan": rows}, [(0, 0, 0, 2, "Box 1")]))
    assert names(hall)[12:] == [("Box 1", "", seat) for seat in "1234"]
    assert names(hall)[:12] == [("", row, seat) for row in "ABC" for seat in "3124"]
    assert (hall.candidates, len(hall.seats)) == (16, 16)


def test_blocks_may_have_the_names_of_their_rows_in_different_columns() -> None:
    lines = [f". . {row} 5 3 1 . 2 4 6 {row}" for row in "ABCDEF"]
    below = [f"{row} 9 7 5 3 1 . 2 4 6 8 10 {row}" for row in "AB"]
    hall = read(csv_file(drawn(*lines, ". . . . BALCONY", *below)))
    of_a = [seat for section, row, seat in names(hall) if (section, row) == ("BALCONY", "A")]
    assert of_a == ["9", "7", "5", "3", "1", "2", "4", "6", "8", "10"]
    assert {row for _, row, _ in names(hall)} == {*"ABCDEF"}


@pytest.mark.parametrize(
    ("cells", "legend"),
    [("R1 R2 3 4", "R1 Rollstuhlplatz_(mit_Begleitung)"), ("車1 車2 3 4", "車 車椅子席"), ("W1 W2 3 4", "")],
)
def test_letters_before_some_numbers_of_a_named_row_belong_to_the_seats(cells: str, legend: str) -> None:
    hall = read(csv_file(drawn(f"Row_2 {cells}", "Row_1 1 2 3 4", ".", legend)))
    assert [(seat.row, seat.name) for seat in hall.seats[:4]] == [("2", name) for name in cells.split()]
    marked = [seat.name for seat in hall.seats if "wheelchair" in seat.properties]
    assert marked == cells.split()[:2]


def test_arrows_to_the_stage_are_no_section() -> None:
    hall = read(csv_file(drawn(". ↑_stage_side_↑", "A 1 2 3 4", "B 1 2 3 4")))
    assert {seat.section for seat in hall.seats} == {""}


@pytest.mark.parametrize("is_below", [True, False])
def test_levels_on_further_sheets_are_farther_from_the_stage(is_below: bool) -> None:
    rows = drawn("A 1 2 3 4", "B 1 2 3 4")
    stage = drawn(". Stage")
    hall = read(workbook({"Stalls": [*rows, *stage] if is_below else [*stage, *rows], "Balcony": rows}))
    [area] = hall.areas
    farthest = max(hall.seats, key=lambda seat: abs((seat.y or 0) - area.points[0][1]))
    assert farthest.level == "Balcony"


def test_a_list_that_only_counts_seats_is_no_rival_of_a_drawing() -> None:
    counts: Rows = [["Level", "Row", "Capacity"], ["Stalls", "A", 4], ["Stalls", "B", 4]]
    doubts = Doubts()
    hall = read_spreadsheet_hall(workbook({"Plan": drawn("A 1 2 3 4", "B 1 2 3 4"), "Sums": counts}), doubts)
    assert (names(hall), doubts.most_telling()) == (ROWS, [])


CELLS = st.sampled_from(
    ["", "", "1", "2", "3", "12", "A", "B", "R1", "x", "Row 1", "Stage", "Total", "Legend"]
)
WORDS = st.sampled_from(["Section", "Row", "Seat", "Seats", "X", "Y", "Price", "Box 1", "1-4", "Balcony"])


@settings(max_examples=150)
@given(
    st.lists(st.lists(st.lists(CELLS | WORDS, max_size=7), max_size=7), min_size=1, max_size=3),
    st.lists(st.tuples(*[st.integers(0, 7)] * 4), max_size=4),
)
def test_any_small_workbook_is_a_hall_or_refused(
    sheets: list[list[list[str]]], merges: list[tuple[int, int, int, int]]
) -> None:
    """Every answer to each question, too: it is tried before anybody gives it."""
    for chosen in ({}, {"sheet": "list"}, {"sheet": "drawing"}):
        book = Spreadsheet(
            sheets=[
                Sheet(
                    name=f"Sheet {number}",
                    rows=[list(row) for row in rows],
                    merges=tuple(map(_ordered, merges)) if not number else (),
                )
                for number, rows in enumerate(sheets)
            ]
        )
        with contextlib.suppress(UnreadableFile):
            read_book(book, Doubts(chosen))


def _ordered(merge: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    top, left, bottom, right = merge
    return min(top, bottom), min(left, right), max(top, bottom), max(left, right)


def test_a_sheet_from_right_to_left_is_read_as_it_is_shown() -> None:
    """The first column is at the right of the screen, and so is seat 1."""
    rows: Rows = [["", "במה"], *([f"שורה {row}", *map(str, range(1, 9))] for row in range(1, 4))]
    content = workbook({"אולם": rows}, merges=[(0, 1, 0, 8, "במה")], is_right_to_left=True)
    shown = read_spreadsheet_hall(content)
    first = [(seat.x or 0.0, seat.name) for seat in shown.seats if seat.row == "1"]
    assert [name for _, name in sorted(first)] == [*"87654321"]
    turned = read_spreadsheet_hall(workbook({"אולם": rows}))
    assert [seat.name for seat in sorted(turned.seats[:8], key=lambda seat: seat.x or 0)] == [*"12345678"]
