"""Lists of seats, in the many forms in which people keep them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imports.workbooks import Rows, csv_file, workbook
from seatpreview.imports.model import FoundHall, FoundRow, UnreadableFile
from seatpreview.imports.questions import Doubts
from seatpreview.imports.tables.seat_table import read_table
from seatpreview.imports.tables.spreadsheet import read_spreadsheet
from seatpreview.imports.words.header_words import HeaderField
from seatpreview.labels.text.languages import LANGUAGES
from seatpreview.labels.text.scripts import is_glued
from seatpreview.languages.language_files import read_part

Names = list[tuple[str, str, str]]


def read(content: bytes | str) -> FoundHall:
    return read_table(read_spreadsheet(content.encode() if isinstance(content, str) else content))


def names(hall: FoundHall) -> Names:
    return [(seat.section, seat.row, seat.name) for seat in hall.seats]


HEADERS = read_part("headers", dict[HeaderField, str])
STALLS: Names = [("Stalls", "A", "1"), ("Stalls", "A", "2"), ("Stalls", "B", "1")]


@pytest.mark.parametrize("language", HEADERS)
def test_a_list_with_headers_of_any_language_is_read(language: str) -> None:
    """Two columns are called X and Y, and a third one repeats X: none of them is the name of a seat."""
    own = {field: words.split("|")[0].strip() for field, words in HEADERS[language].items()}
    fields: tuple[HeaderField, ...] = ("x", "y", "x", "category", "section", "row", "seat")
    lines = [[own[field] for field in fields]]
    lines += [["1", "5", "1", "B", *seat] for seat in STALLS]
    hall = read("\n".join(";".join(line) for line in lines))
    assert names(hall) == STALLS
    assert {seat.category for seat in hall.seats} == {"B"}


@pytest.mark.parametrize("language", HEADERS)
def test_a_column_of_coordinates_is_never_a_name(language: str) -> None:
    own = {field: words.split("|")[0].strip() for field, words in HEADERS[language].items()}
    text = f"{own['section']};{own['row']};{own['x']};{own['x']}\nStalls;A;1;1\nStalls;A;2;2\nStalls;B;1;1\n"
    with suppress(UnreadableFile):
        assert not any(seat.name for seat in read(text).seats)


@pytest.mark.parametrize(
    "text",
    [
        "section,row,seat\nStalls,A,1\nStalls,A,2\nStalls,B,1\n",
        "Bereich;Reihe;Platz-Nr.\nStalls;A;1\nStalls;A;2\nStalls;B;1\n",
        "Zone\tRangée\tN° de place\nStalls\tA\t1\nStalls\tA\t2\nStalls\tB\t1\n",
        "Butaca|Fila|Zona\n1|A|Stalls\n2|A|Stalls\n1|B|Stalls\n",
        "Settore,Fila,Posto\nStalls,A,1\nStalls,A,2\nStalls,B,1\n",
        "Vak,Rij,Stoel\nStalls,A,1\nStalls,A,2\nStalls,B,1\n",
        "Setor,Fileira,Assento\nStalls,A,1\nStalls,A,2\nStalls,B,1\n",
        "The hall,,\n,,\nSection,Row,Seat\nStalls,A,1\nStalls,A,2\nSection,Row,Seat\nStalls,B,1\nTotal,,3\n",
        "Section,Row,Seat\nStalls,Row A,Seat 1\nStalls,Row A,Seat 2\nStalls,Row B,Seat 1\n",
        "Stalls,A,1\nStalls,A,2\nStalls,B,1\n",
        "1,A,Stalls\n2,A,Stalls\n1,B,Stalls\n",
        "Label\nStalls A1\nStalls A2\nStalls B1\n",
        "Stalls A1\nStalls A2\nStalls B1\n",
        "Seat\nStalls/A/1\nStalls/A/2\nStalls/B/1\n",
        "Seat\nStalls-A-1\nStalls-A-2\nStalls-B-1\n",
        "Section,Seat\nStalls,A1\nStalls,A2\nStalls,B1\n",
        "Section,Seat\nStalls,Row A Seat 1\nStalls,Row A Seat 2\nStalls,Row B Seat 1\n",
        "Section,Row,Seats\nStalls,A,1-2\nStalls,B,1\n",
        "Section,Row,From,To\nStalls,A,1,2\nStalls,B,1,1\n",
        "Section,Row,Number of seats\nStalls,A,2\nStalls,B,1\n",
        "Section,Row,Seats\nStalls,A,2\nStalls,B,1\n",
        "Bl.;R.;P.\nStalls;A;1\nStalls;A;2\nStalls;B;1\n",
        "Section,Row,Seat\nStalls,A,A1\nStalls,A,A-2\nStalls,B,B1\n",
        "Section,Row,Seat\nStalls,A,1\n,,2\n,B,1\n",
    ],
)
def test_each_form_of_a_list_gives_the_same_seats(text: str) -> None:
    assert names(read(text)) == STALLS


def test_a_word_for_rows_is_dropped_in_each_section_that_has_it_everywhere() -> None:
    hall = read(
        "Section,Row,Seat\nBalcony,5,1\nGround Floor,Row 1,1\nGround Floor,Row 2,1\nBoxes,Box 1,1\n"
        "Circle,Row 1,1\nCircle,Rear,1\n"
    )
    assert [(seat.section, seat.row) for seat in hall.seats] == [
        ("Balcony", "5"),
        ("Ground Floor", "1"),
        ("Ground Floor", "2"),
        ("Boxes", "Box 1"),
        ("Circle", "Row 1"),
        ("Circle", "Rear"),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_beside_rows_and_seats_are_dropped_in_every_language(language: str) -> None:
    words = LANGUAGES[language]
    row, seat = (members.split()[0] for members in (words.row, words.seat))
    glue = "" if is_glued(row) else " "
    is_before = words.number_first or is_glued(row)
    lines = [[f"{n}{glue}{w}" if is_before else f"{w} {n}" for n, w in ((1, row), (s, seat))] for s in (4, 5)]
    hall = read("Row;Seat\n" + "".join(";".join(line) + "\n" for line in lines))
    assert [(seat.row, seat.name) for seat in hall.seats] == [("1", "4"), ("1", "5")]


def test_a_range_of_odd_seats_and_a_list_of_seats_are_expanded() -> None:
    hall = read('Row,Seat\nA,5-1 odd\nB,"1,3,7-8"\nC,12A\n')
    assert [seat.name for seat in hall.seats] == ["5", "3", "1", "1", "3", "7", "8", "12A"]


def test_a_line_may_stand_for_several_rows() -> None:
    hall = read("Section,Rows,Seats per row\nStalls,A-C,2\nCircle,1-2,1\n")
    assert [seat.row for seat in hall.seats] == ["A", "A", "B", "B", "C", "C", "1", "2"]


def test_few_labels_that_fit_no_pattern_stay_names() -> None:
    hall = read("Label\n" + "".join(f"Stalls A{number}\n" for number in range(1, 20)) + "Royal\n")
    assert names(hall)[-2:] == [("Stalls", "A", "19"), ("", "", "Royal")]
    assert "Royal" in {item.example for item in hall.inferred}


def test_places_have_the_unit_of_their_header() -> None:
    hall = read("Row;Seat;x (mm);y [mm];z (mm)\nA;1;1.250,5;-2000;100\n")
    seat = hall.seats[0]
    assert (seat.x, seat.y, seat.z) == (1250.5, -2000.0, 100.0)
    assert (hall.metres_per_unit, hall.is_y_down) == (0.001, False)
    pixels = read("Row,Seat,x,y\nA,1,120,340\n")
    assert (pixels.metres_per_unit, pixels.is_y_down) == (None, True)


def test_two_columns_of_decimals_without_a_header_are_places() -> None:
    hall = read("A,1,0.5,3.25\nA,2,1.05,3.25\nB,1,0.5,4.15\n")
    assert [(seat.row, seat.name, seat.x, seat.y) for seat in hall.seats][1] == ("A", "2", 1.05, 3.25)
    assert {item.text for item in hall.inferred} >= {
        "Column 3 looks like the x.",
        "Column 4 looks like the y.",
    }


@pytest.mark.parametrize("number", ["nan", "inf", "1e308", "1e999", "-1e12", "abc", "9" * 400])
def test_a_place_that_is_no_number_is_left_out_and_the_seat_kept(number: str) -> None:
    hall = read(f"Row,Seat,x,y\nA,1,{number},2\nA,2,1,2\n")
    assert [(seat.x, seat.y) for seat in hall.seats] == [(None, None), (1.0, 2.0)]
    assert "Cells of x that hold no usable number." in {item.text for item in hall.left_out}


def test_flags_properties_categories_and_ids_are_taken() -> None:
    hall = read(
        "Reihe;Platz;Rollstuhl;Sichtbehinderung;Eigenschaften;Kategorie;Farbe;ID\n"
        "A;1;ja;;Gang, Begleitperson;PK 1;#FF0000;a-1\n"
        "A;2;nein;Säule;;PK 2;rot;a-2\n"
        "A;3;vielleicht;x;fliegend;PK 1;;a-3\n"
    )
    assert [seat.properties for seat in hall.seats] == [
        ("wheelchair", "aisle", "companion"),
        ("restrictedView",),
        ("restrictedView",),
    ]
    assert [seat.view_note for seat in hall.seats] == ["", "Säule", ""]
    assert [(item.key, item.colour) for item in hall.categories] == [("PK 1", "#ff0000"), ("PK 2", "")]
    assert [seat.ref for seat in hall.seats] == ["a-1", "a-2", "a-3"]
    assert {item.example for item in hall.left_out} == {"vielleicht", "fliegend"}


def test_every_line_is_a_seat_or_in_the_report() -> None:
    hall = read(
        "The hall,,,\nSection,Row,Seat,Gate\nA,1,1,North\nA,1,,North\nTotal,,2,\nA,1,2,North\n"
        "Section,Row,Seat,Gate\n"
    )
    assert len(hall.seats) == 2
    assert {item.text: item.count for item in hall.left_out} == {
        "Lines above the list were not read.": 1,
        "Column 'Gate' is not used.": 4,
        "Lines name no seat.": 1,
        "Lines are sums.": 1,
        "Lines repeat the header.": 1,
    }


def test_a_capacity_without_a_row_is_a_standing_area() -> None:
    hall = read("Section,Row,Seat,Capacity\nFloor,,,500\nStalls,A,1,\n")
    assert [(area.kind, area.name, area.capacity) for area in hall.areas] == [("standing", "Floor", 500)]
    assert len(hall.seats) == 1


def test_sheets_without_a_section_are_sections_and_with_one_levels() -> None:
    hall = read(
        workbook(
            {
                "Read me": [["Seats of the hall", "2024"]],
                "Stalls": [["Row", "Seat"], ["A", 1]],
                "Circle": [["Section", "Row", "Seat"], ["Left", "A", 1]],
            }
        )
    )
    assert [(seat.level, seat.section, seat.name) for seat in hall.seats] == [
        ("", "Stalls", "1"),
        ("Circle", "Left", "1"),
    ]
    assert "Read me" in {item.example for item in hall.left_out}


def test_merged_cells_count_for_all_their_lines() -> None:
    rows: list[list[str | float]] = [
        ["Section", "Row", "Seat"],
        ["", "A", 1],
        ["", "A", 2],
        ["Circle", "A", 1],
        ["Circle", "A", 2],
    ]
    hall = read(workbook({"Sheet1": rows}, merges=[(1, 0, 2, 0, "Stalls")]))
    assert names(hall) == [
        ("Stalls", "A", "1"),
        ("Stalls", "A", "2"),
        ("Circle", "A", "1"),
        ("Circle", "A", "2"),
    ]


def test_a_manifest_has_rows_without_seats() -> None:
    hall = read("section_id,section_name,row_id,row_name\n101,Lower 101,0,A\n101,Lower 101,1,B\nS1,Suite,,\n")
    assert hall.rows_without_seats == [
        FoundRow(section="101", name="A"),
        FoundRow(section="101", name="B"),
        FoundRow(section="S1", name=""),
    ]
    assert hall.section_names == {"101": "Lower 101", "S1": "Suite"}
    assert not hall.seats


@pytest.mark.parametrize(
    "lines",
    [
        "101,L,0,A\n101,L,1,A\n",
        "101,L,0,A\n101,M,1,B\n",
        "101,L,0,A\n101,L,,\n",
        ",L,0,A\n",
        "101,L,0\n",
        "101,L,0,A/B\n",
    ],
)
def test_a_manifest_with_a_fault_is_refused(lines: str) -> None:
    with pytest.raises(UnreadableFile):
        read("section_id,section_name,row_id,row_name\n" + lines)


def test_more_seats_than_a_hall_has_are_refused_before_they_are_made() -> None:
    lines = [["Row", "Seats"], *([f"R{number}", "1-5000"] for number in range(60))]
    with pytest.raises(UnreadableFile, match="250,000"):
        read(csv_file(lines))


@pytest.mark.long
def test_a_quarter_of_a_million_lines_are_read() -> None:
    lines = [["section", "row", "seat", "x", "y"]]
    lines += [
        [f"S{n // 2500}", str(n // 50 % 50), str(n % 50), f"{n * 0.55:.2f}", "1.5"] for n in range(250_000)
    ]
    hall = read(csv_file(lines))
    assert len(hall.seats) == 250_000


@pytest.mark.parametrize("text", ["Hello\nWorld\n", "Section,Row,Seat\n", "name,email\nAda,a@b.c\n"])
def test_a_file_without_seats_is_refused(text: str) -> None:
    with pytest.raises(UnreadableFile):
        read(text)


CELLS = st.sampled_from(
    [
        "",
        "A",
        "12",
        "A12",
        "Row",
        "Seat",
        "section",
        "x",
        "y (m)",
        "1-20",
        "1,5",
        "nan",
        "1e999",
        "Total",
        "♿",
        "a/b/1",
        "²",
        "٣",
        "'=1",
    ]
)


@given(st.lists(st.lists(CELLS | st.text(max_size=5), min_size=1, max_size=6), min_size=1, max_size=8))
def test_any_table_is_read_or_refused(rows: list[list[str]]) -> None:
    with suppress(UnreadableFile):
        hall = read(csv_file(rows, separator=";"))
        assert hall.seats or hall.areas or hall.rows_without_seats


@pytest.mark.parametrize(("pitch", "is_y_down"), [(0.5, False), (0.62, False), (25, True), (1, True)])
def test_y_points_up_in_lists_whose_seats_are_half_a_unit_apart(pitch: float, is_y_down: bool) -> None:
    lines = [f"A;{number};{pitch * number};7" for number in range(1, 8)]
    assert read("\n".join(["row;seat;x;y", *lines])).is_y_down is is_y_down


def test_a_header_says_where_y_grows() -> None:
    lines = "A;1;0;7\nA;2;0.5;7\n"
    assert read(f"row;seat;x (m);y (m from top)\n{lines}").is_y_down
    assert not read(f"row;seat;x (px);y (px, von unten)\n{lines}").is_y_down


def test_a_line_gives_the_place_of_the_stage_and_several_are_seats() -> None:
    hall = read("section;row;seat;x;y\nSTAGE;;;600;80\nStalls;1;1;500;200\nRing;;;1;2\nRing;;;1;3\n")
    assert [(area.kind, area.name, area.points) for area in hall.areas] == [
        ("stage", "STAGE", ((600.0, 80.0),))
    ]
    assert [seat.section for seat in hall.seats] == ["Stalls", "Ring", "Ring"]


def test_a_line_above_the_list_tells_the_focus() -> None:
    hall = read("Origin: centre of stage,,,\nThe hall,,,\nRow,Seat,x (m),y (m)\nA,1,0,-7\n")
    assert hall.focal_point == (0.0, 0.0)
    assert [item.example for item in hall.left_out] == ["The hall"]


def test_remarks_are_properties_or_notes_on_the_view() -> None:
    hall = read("Row,Seat,Remark\nA,1,Wheelchair space\nA,2,Restricted view: pillar\nA,3,Pillar\nA,4,\n")
    assert [(seat.properties, seat.view_note) for seat in hall.seats] == [
        (("wheelchair",), ""),
        (("restrictedView",), "Restricted view: pillar"),
        ((), "Pillar"),
        ((), ""),
    ]


@pytest.mark.parametrize(
    ("header", "section", "name"), [("Salle;Rang;Place", "Hall 2", ""), ("Salle;Bloc;Place", "A", "Hall 2")]
)
def test_a_hall_is_the_section_where_the_list_has_no_other(header: str, section: str, name: str) -> None:
    hall = read(f"{header}\nHall 2;A;1\nHall 2;A;2\nTOTAL;;2\n")
    assert ({seat.section for seat in hall.seats}, hall.name) == ({section}, name)


def test_a_sheet_that_counts_the_seats_of_sections_adds_none() -> None:
    cover: Rows = [["Bereich", "Plätze"], ["Parkett", 2], ["Stehplätze", 300]]
    hall = read(workbook({"Deckblatt": cover, "Parkett": [["Reihe", "Platz"], [1, 1], [1, 2]]}))
    assert [(area.name, area.capacity) for area in hall.areas] == [("Stehplätze", 300)]
    assert "Lines count the seats of a section." in {item.text for item in hall.left_out}


def test_columns_are_told_with_what_they_were_read_as_and_their_first_cells() -> None:
    columns = read("Reihe;Farbe;Platz\n1;rot;4\n\n1;;5\n").columns
    assert [(each.column, each.name, each.field, each.examples) for each in columns] == [
        (0, "Reihe", "row", ("1", "1")),
        (1, "Farbe", "colour", ("rot", "")),
        (2, "Platz", "seat", ("4", "5")),
    ]


def test_a_word_for_rows_and_categories_is_no_row_beside_labels_that_name_it() -> None:
    lines = [
        ["omschrijving", "rang"],
        *[[f"Zaal Rij {row} Stoel {seat}", "R1"] for row in "12" for seat in "12"],
    ]
    hall = read_table(read_spreadsheet(csv_file(lines)))
    assert [(seat.section, seat.row, seat.name, seat.category) for seat in hall.seats] == [
        ("Zaal", row, seat, "R1") for row in "12" for seat in "12"
    ]


def test_a_chosen_label_names_the_row_as_well() -> None:
    lines = [["text", "row"], *[[f"Zaal Rij {row} Stoel {seat}", "R1"] for row in "12" for seat in "12"]]
    doubts = Doubts({"columns": "0=label"})
    hall = read_table(read_spreadsheet(csv_file(lines)), doubts)
    assert {(seat.row, seat.name) for seat in hall.seats} == {(row, seat) for row in "12" for seat in "12"}


def test_a_column_of_any_name_may_say_that_a_seat_is_for_wheelchairs() -> None:
    lines = [
        ["Setor", "Fila", "Lugar", "Tipo", "Preço normal"],
        ["Plateia", "A", "1", "Fixo", "18"],
        ["Plateia", "A", "2", "Mobilidade reduzida", "18"],
    ]
    hall = read_table(read_spreadsheet(csv_file(lines)))
    assert [seat.properties for seat in hall.seats] == [(), ("wheelchair",)]
    assert "Column 'Tipo' names properties of seats." in {item.text for item in hall.inferred}
