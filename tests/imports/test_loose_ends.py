"""Texts of a drawing that contradict its other names, and lists that contradict their own sums."""

from imports.svg_files import SPACES
from seatpreview.imports.file_import import import_file
from seatpreview.imports.model import FoundHall
from seatpreview.imports.questions import Doubts
from seatpreview.imports.svg.reader import read_svg
from seatpreview.imports.tables.spreadsheet_hall import read_spreadsheet_hall


def text(x: float, y: float, words: object) -> str:
    return f'<text x="{x}" y="{y}" font-size="8" text-anchor="middle">{words}</text>'


def seat(x: float, y: float, more: str = "") -> str:
    return f'<rect x="{x - 8}" y="{y - 8}" width="16" height="16" {more}/>'


def block(x: float, y: float, rows: int = 4, seats: int = 5) -> str:
    return "".join(
        seat(x + 20 * at, y + 26 * row) + text(x + 20 * at, y + 26 * row + 2, at + 1)
        for row in range(rows)
        for at in range(seats)
    )


def read(content: str, **answers: str) -> tuple[FoundHall, dict[str, str]]:
    """Returns the hall, and what is assumed of each question."""
    doubts = Doubts(answers)
    hall = read_svg(f"<svg {SPACES}>{content}</svg>".encode(), doubts=doubts)
    return hall, {doubt.id: doubt.assumed for doubt in doubts.most_telling()}


def copies(written_from: int = 1) -> str:
    """Three rows of five seats whose ids count on from row to row."""
    return "".join(
        f'<g id="Row {row}">'
        + "".join(
            f'<g id="Seat {10 + 5 * row + at}">{seat(20 * at, 26 * row)}{text(20 * at, 26 * row + 2, at)}</g>'
            for at in range(written_from, written_from + 5)
        )
        + "</g>"
        for row in range(1, 4)
    )


def test_the_number_that_is_written_on_a_seat_goes_before_the_one_in_its_id() -> None:
    hall, asked = read(copies())
    assert {each.name for each in hall.seats} == {"1", "2", "3", "4", "5"}
    assert asked["names"] == "as-written"
    as_read, _ = read(copies(), names="as-read")
    assert [each.name for each in as_read.seats] == [str(number) for number in range(16, 31)]


def test_texts_that_repeat_the_ids_of_seats_raise_no_question() -> None:
    content = "".join(
        f'<g id="Row {row}"><g id="Seat {at}">{seat(20 * at, 26 * row)}'
        f"{text(20 * at, 26 * row + 2, at)}</g></g>"
        for row in range(1, 4)
        for at in range(1, 6)
    )
    assert read(content)[1] == {}


def pews() -> str:
    return "".join(
        f'<g inkscape:label="Banc {row} {side}">{block(x, 26 * row, rows=1)}</g>'
        for row in range(1, 7)
        for side, x in (("gauche", 0), ("droite", 200))
    )


def test_groups_of_one_row_each_are_rows_of_the_sections_that_are_written_over_them() -> None:
    content = pews() + text(40, 0, "NAVE LEFT") + text(240, 0, "NAVE RIGHT")
    hall, asked = read(content)
    assert {each.section for each in hall.seats} == {"NAVE LEFT", "NAVE RIGHT"}
    assert asked == {"names": "as-written"}
    as_read, _ = read(content, names="as-read")
    assert len({each.section for each in as_read.seats}) == 12


def test_groups_of_one_row_each_are_sections_where_nothing_else_is_written() -> None:
    hall, asked = read(pews())
    assert len({each.section for each in hall.seats}) == 12
    assert asked == {}


def test_a_word_with_one_letter_each_names_blocks_whatever_it_means() -> None:
    blocks = f'<g id="A-CHAIRS">{block(0, 100)}{block(200, 100)}</g>'
    hall, asked = read(blocks + text(40, 80, "TRAM A") + text(240, 80, "TRAM B"))
    assert {each.section for each in hall.seats} == {"TRAM A", "TRAM B"}
    assert asked == {}


def test_a_room_beside_a_series_of_blocks_names_none_of_them() -> None:
    names = [text(40 + 200 * at, 80, f"BLOCK {letter}") for at, letter in enumerate("ABCDE")]
    blocks = "".join(block(200 * at, 100) for at in range(5))
    hall, _ = read(blocks + "".join(names) + text(440, 190, "PRESS BOX"))
    assert {each.section for each in hall.seats} == {f"BLOCK {letter}" for letter in "ABCDE"}


def test_a_letter_beside_rows_that_have_a_word_names_no_row() -> None:
    labels = "".join(text(-24, 102 + 26 * row, f"Row {row + 1}") for row in range(4))
    hall, _ = read(block(0, 100) + labels + text(104, 102, "A"))
    assert {each.row for each in hall.seats} == {"1", "2", "3", "4"}


def test_bays_that_count_on_their_own_are_seats_and_asked_about() -> None:
    bays = "".join(
        f'<rect x="{x - 15}" y="165" width="30" height="22"/>{text(x, 178, name)}'
        for x, name in ((110, "W1"), (144, "W2"))
    )
    hall, asked = read(block(0, 100) + bays + text(40, 240, "W = wheelchair"))
    assert {each.name for each in hall.seats if "wheelchair" in each.properties} == {"W1", "W2"}
    assert asked == {"shapes": "seats"}


def test_pillars_of_the_size_of_a_place_are_asked_about() -> None:
    pillars = '<circle cx="100" cy="126" r="8" fill="#999999"/>'
    hall, asked = read(block(0, 100, rows=5, seats=5) + pillars)
    assert (len(hall.seats), asked) == (25, {"shapes": "no-seats"})


def read_list(lines: str, **answers: str) -> tuple[FoundHall, dict[str, str]]:
    doubts = Doubts(answers)
    hall = read_spreadsheet_hall(lines.encode(), doubts)
    return hall, {doubt.id: doubt.assumed for doubt in doubts.most_telling()}


def tiers(rank_of_row: dict[int, str]) -> str:
    rows = [f"Zaal;{row};{at};{rank}" for row, rank in rank_of_row.items() for at in range(1, 9)]
    return "\n".join(["Vak;Rij;Stoel;Rang", *rows])


def test_a_column_that_divides_a_section_without_need_is_a_category() -> None:
    lines = tiers({1: "1", 2: "1", 3: "2"})
    hall, asked = read_list(lines)
    assert ({each.level for each in hall.seats}, {each.category for each in hall.seats}) == ({""}, {"1", "2"})
    assert asked["columns"] == "0=section,1=row,2=seat,3=category"
    as_level, _ = read_list(lines, columns="0=section,1=row,2=seat,3=level")
    assert {each.level for each in as_level.seats} == {"1", "2"}


def test_a_list_whose_sum_is_another_number_is_asked_about() -> None:
    lines = [f"Stalls;{row};{at}" for row in range(1, 4) for at in range(1, 9)]
    header = "Section;Row;Seat"
    assert "columns" in read_list("\n".join([header, *lines, "Total;;96"]))[1]
    assert "columns" not in read_list("\n".join([header, *lines, "Total;;24"]))[1]


def test_the_word_for_until_of_any_language_makes_first_and_last_seats() -> None:
    lines = ["Sektor;Rząd;Miejsca od;Miejsca do;Liczba miejsc", "A;1;3;12;10", "A;2;1;14;14"]
    hall, _ = read_list("\n".join(lines))
    assert len(hall.seats) == 24


def test_one_letter_before_all_numbers_of_rows_is_short_for_a_row() -> None:
    content = block(0, 0) + "".join(text(-22, 26 * row + 2, f"R{row + 1}") for row in range(4))
    hall, asked = read(content)
    assert {each.row for each in hall.seats} == {"1", "2", "3", "4"}
    assert asked == {"names": "as-written"}
    as_read, _ = read(content, names="as-read")
    assert {each.row for each in as_read.seats} == {"R1", "R2", "R3", "R4"}


def test_swatches_of_a_legend_below_seats_with_numbers_are_asked_about() -> None:
    colours = ("red", "green", "blue")
    legend = "".join(
        seat(100 * at, 104, f'fill="{colour}"') + text(100 * at + 30, 106, f"{colour} price")
        for at, colour in enumerate(colours)
    )
    hall, asked = read(block(0, 0) + legend)
    assert asked == {"shapes": "no-seats"}
    assert len(hall.seats) == 20


def test_bays_at_both_ends_of_a_row_count_on_their_own() -> None:
    bays = "".join(
        f'<rect x="{x - 14}" y="-14" width="28" height="28"/>{text(x, 2, name)}'
        for x, name in ((-40, "WC1"), (120, "WC2"))
    )
    hall, asked = read(block(0, 0) + bays + text(-70, 2, "A") + text(-70, 28, "B"))
    assert {each.name for each in hall.seats if each.name.startswith("WC")} == {"WC1", "WC2"}
    assert asked == {"shapes": "seats"}


def test_a_bench_below_its_seats_is_no_table() -> None:
    benches = "".join(f'<rect x="-12" y="{26 * row - 10}" width="104" height="20"/>' for row in range(4))
    hall, _ = read(benches + block(0, 0))
    assert not hall.tables
    assert [each.name for each in hall.seats[:5]] == ["1", "2", "3", "4", "5"]


def test_sections_that_are_made_up_since_labels_repeat_are_asked_about() -> None:
    rows = [f"{part},{row},{seat}" for part in ("Up", "Down") for row in range(1, 5) for seat in range(1, 7)]
    lines = "\n".join(["Wing,Row,Seat", *rows])
    imported = import_file(lines.encode(), None, "hall.csv")
    asked = {question.id: question.assumed for question in imported.questions}
    assert asked == {"columns": "1=row,2=seat"}
    answered = import_file(lines.encode(), None, "hall.csv", {"columns": "0=section,1=row,2=seat"})
    assert not answered.questions


def test_a_drawing_whose_labels_repeat_is_asked_about_its_names() -> None:
    one, other = (
        block(x, 0) + "".join(text(x - 22, 26 * row + 2, "ABCD"[row]) for row in range(4)) for x in (0, 400)
    )
    stage = text(220, -60, "STAGE")
    asked = {
        parts: {
            question.id
            for question in import_file(f"<svg {SPACES}>{stage}{drawn}</svg>".encode(), None, "").questions
        }
        for parts, drawn in ((1, one), (2, one + other))
    }
    assert "names" not in asked[1]
    assert "names" in asked[2]
