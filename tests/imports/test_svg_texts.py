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
