import math

import pytest

from imports.svg_files import all_named, circles, grid, read, svg
from seatpreview.imports.file_import import import_file
from seatpreview.imports.svg.texts import row_text

SEAT = 'data-seat="{seat}"'


def test_letters_name_rows_that_bend_and_jump_over_an_aisle() -> None:
    content = ""
    for line, name in enumerate("ABCD"):
        radius = 100 + 12 * line
        for n in range(-8, 9):
            if n:
                angle = math.radians(n * 600 / radius + 4 * (1 if n > 0 else -1))
                content += (
                    f'<circle cx="{radius * math.sin(angle):f}" cy="{radius * math.cos(angle):f}" r="4"/>'
                )
        angle = math.radians(-(9 * 600 / radius + 4))
        x, y = radius * math.sin(angle), radius * math.cos(angle)
        content += f'<text x="{x:f}" y="{y + 1.5:f}" font-size="5" text-anchor="middle">{name}</text>'
    hall = read(content)
    rows: dict[int, set[str]] = {}
    for seat in hall.seats:
        rows.setdefault(round(math.hypot(seat.x or 0, seat.y or 0)), set()).add(seat.row)
    assert rows == {100: {"A"}, 112: {"B"}, 124: {"C"}, 136: {"D"}}


def test_a_letter_in_an_aisle_names_the_row_on_both_sides() -> None:
    content = ""
    for line, name in enumerate("AB"):
        xs = [*range(0, 50, 10), *range(70, 120, 10)]
        content += "".join(f'<rect x="{x - 4}" y="{20 * line - 4}" width="8" height="8"/>' for x in xs)
        content += f'<text x="55" y="{20 * line + 2}" font-size="6" text-anchor="middle">{name}</text>'
    assert [seat.row for seat in read(content).seats] == ["A"] * 10 + ["B"] * 10


def test_a_text_far_from_all_seats_names_no_row() -> None:
    seats = "".join(f'<circle cx="{10 * n}" r="4"/>' for n in range(5))
    hall = read(seats + '<text x="200" y="0">A</text><text x="20" y="-90">Stage</text>')
    assert {seat.row for seat in hall.seats} == {""}
    assert [area.name for area in hall.areas] == ["A", "Stage"]


def test_rows_of_a_block_have_the_names_that_stand_beside_them() -> None:
    """Beside eight rows of the stalls stand three of the balcony, a little lower. All have numbers at
    both ends."""

    def block(x: int, y: int, rows: int, seats: int) -> str:
        shapes = ""
        for row in range(rows):
            shapes += "".join(
                f'<rect x="{x + 20 * seat}" y="{y + 22 * row}" width="16" height="16"/>'
                for seat in range(seats)
            )
            shapes += "".join(
                f'<text x="{at}" y="{y + 22 * row + 12}" font-size="12">{row + 1}</text>'
                for at in (x - 16, x + 20 * seats + 6)
            )
        return shapes

    hall = read(block(60, 80, rows=8, seats=6) + block(260, 140, rows=3, seats=6))
    beside = {(seat.row, round(((seat.y or 0) - 140) / 22)) for seat in hall.seats if (seat.x or 0) > 250}
    assert {row for row, _ in beside} == {"1", "2", "3"}
    assert len(beside) == 3


def numbered(x: int, y: int, number: int | str, width: int = 16, height: int = 16) -> str:
    """A rectangle around a place, with a text in its middle."""
    return (
        f'<rect x="{x - width / 2}" y="{y - height / 2}" width="{width}" height="{height}"/>'
        f'<text x="{x}" y="{y + 4}" font-size="10" text-anchor="middle">{number}</text>'
    )


def letter(x: float, y: float, name: str) -> str:
    return f'<text x="{x}" y="{y + 4}" font-size="12" text-anchor="middle">{name}</text>'


def rows_of(content: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for seat in read(content).seats:
        found.setdefault(seat.row, []).append(seat.name)
    return found


def test_a_letter_and_a_number_over_a_seat_name_it_where_other_texts_are_numbers() -> None:
    rows = {"A": ["1", "2", "3", "4", "5"], "B": ["W1", "2", "3", "4", "5bis"]}
    content = "".join(
        letter(0, 22 * line, row)
        + "".join(numbered(22 * at, 22 * line, name) for at, name in enumerate(names, 1))
        for line, (row, names) in enumerate(rows.items())
    )
    assert rows_of(content) == rows


def test_letters_in_a_column_name_short_rows_far_from_them() -> None:
    """Beside the letter of the short row B, the first seat of the long row C is nearer than its own."""
    long, short = range(1, 13), range(4, 10)
    content = ""
    for line, (row, seats) in enumerate({"A": short, "B": short, "C": long, "D": short}.items()):
        content += letter(0, 22 * line, row) + "".join(numbered(22 * at, 22 * line, at) for at in seats)
    expected = {"A": short, "B": short, "C": long, "D": short}
    assert rows_of(content) == {row: [str(at) for at in seats] for row, seats in expected.items()}


def test_a_row_turns_at_its_first_seat_to_the_one_that_counts_on() -> None:
    """Rows go down steeply, and their names stand at the height of their first seats."""
    content = ""
    for line, row in enumerate(("I", "II", "III")):
        x, y = 200 - 30 * line, 22 * line
        content += letter(x - 22, y, row)
        content += "".join(numbered(x + 13 * at, y + 19 * at, at + 1) for at in range(6))
    assert rows_of(content) == {row: [*"123456"] for row in ("I", "II", "III")}


def test_the_name_of_a_row_is_not_that_of_a_seat_which_leads_to_no_other() -> None:
    """The folding seat at the end of row B is nearer to the letter of row A than the first seat of A is."""
    content = letter(296, 114, "A") + letter(258, 107, "B")
    content += "".join(numbered(316 + 20 * at, 131 + 19 * at, at + 1) for at in range(5))
    names = ["1bis", *"12345"]
    content += "".join(numbered(275 + 17 * at, 126 + 19 * at, name) for at, name in enumerate(names))
    assert rows_of(content) == {"A": [*"12345"], "B": names}


def test_wide_seats_with_numbers_are_seats_and_are_asked_about() -> None:
    content = "".join(numbered(22 * at, 22 * line, at) for line in range(4) for at in range(1, 11))
    sofas = "".join(numbered(24 + 48 * at, 100, at + 1, width=36, height=20) for at in range(4))
    imported = import_file(svg(content + sofas), None, "hall.svg")
    [question] = [each for each in imported.questions if each.id == "shapes"]
    assert (imported.report.seats, question.assumed) == (44, "seats")
    assert import_file(svg(content + sofas), None, "hall.svg", {"shapes": "no-seats"}).report.seats == 40


def test_tables_with_numbers_and_chairs_around_them_are_no_seats() -> None:
    content = ""
    for table in range(4):
        x = 120 * table
        content += numbered(x, 0, table + 1, width=40, height=40)
        for seat, (dx, dy) in enumerate([(-32, 0), (0, -32), (32, 0), (0, 32)]):
            content += numbered(x + dx, dy, seat + 1)
    assert len(read(content).seats) == 16


@pytest.mark.parametrize(
    "words", ["3列", "3排", "3 ряд", "3-й ряд", "Rad 3", "3. řada", "שורה 3", "3열", "3"]
)
def test_a_word_for_rows_beside_the_name_of_a_row_is_no_part_of_it(words: str) -> None:
    assert row_text(words) == "3"


@pytest.mark.parametrize("words", ["双号", "池座", "ออก", "SOUND DESK", "3階席から見る"])
def test_words_that_name_no_row(words: str) -> None:
    assert row_text(words) == ""


def test_a_group_is_named_by_the_row_without_its_word() -> None:
    rows = "".join(f'<g id="{row}列">{circles(SEAT, str(row), first_y=12 * row)}</g>' for row in (1, 2))
    assert all_named(read(rows)) == grid(rows="12")


def test_a_word_that_is_written_wide_is_one_word() -> None:
    hall = read(circles(SEAT) + '<text x="30" y="-30" font-size="5">舞　台</text>')
    assert [area.name for area in hall.areas if area.kind == "stage"] == ["舞台"]


def test_libreoffice_draws_each_seat_three_times_and_names_none() -> None:
    content = ""
    for n in range(1, 7):
        box = f'x="{20 * n}" y="10" width="16" height="16"'
        content += (
            f'<g class="com.sun.star.drawing.CustomShape"><g id="id{n + 3}"><rect class="BoundingBox" {box}/>'
            f'<rect fill="#ccf" {box}/><rect fill="none" {box}/>'
            f'<text><tspan x="{20 * n + 6}" y="20"><tspan font-size="5px">{n}</tspan></tspan></text></g></g>'
        )
    hall = read(f'<g id="container-id1"><g id="id1" class="Slide">{content}</g></g>')
    assert all_named(hall) == {("", "", "", str(n)) for n in range(1, 7)}
    assert len(hall.seats) == 6


def test_columns_of_the_house_among_the_seats_are_asked_about_and_name_no_row() -> None:
    content = "".join(
        numbered(60 + 22 * at, 22 * line, at if line != 3 else at - 1)
        for line in range(6)
        for at in range(1, 9)
        if line != 3 or 1 < at < 8
    )
    content += "".join(letter(30, 22 * line + 4, name) for line, name in enumerate("ABCDEF"))
    columns = "".join(f'<rect x="{x}" y="60" width="12" height="24" fill="#999"/>' for x in (76, 230))
    imported = import_file(svg(content + columns), None, "hall.svg")
    [question] = [each for each in imported.questions if each.id == "shapes"]
    assert (imported.report.seats, question.assumed) == (46, "no-seats")
    assert rows_of(content + columns)["D"] == [*"123456"]
