import math

from imports.svg_files import read


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
