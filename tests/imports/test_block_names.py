"""Names of sections that are written beside, over or under blocks of seats."""

import pytest

from imports.svg_files import read
from seatpreview.imports.svg.block_names import names_a_place


def block(x: int, y: int, rows: int = 5, seats: int = 6) -> str:
    return "".join(
        f'<rect x="{x + 20 * seat}" y="{y + 25 * row}" width="16" height="16"/>'
        for row in range(rows)
        for seat in range(seats)
    )


def text(x: int, y: int, words: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="14" text-anchor="middle">{words}</text>'


def sections(content: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for seat in read(content).seats:
        found[seat.section] = found.get(seat.section, 0) + 1
    return found


def test_texts_over_and_under_blocks_are_the_names_of_their_sections() -> None:
    over = block(0, 100) + block(200, 100) + text(60, 80, "STALLS LEFT") + text(260, 80, "STALLS RIGHT")
    assert sections(over) == {"STALLS LEFT": 30, "STALLS RIGHT": 30}
    under = block(0, 100) + block(0, 320) + text(60, 245, "Партер") + text(60, 470, "БАЛКОН (2 этаж)")
    assert sections(under) == {"Партер": 30, "БАЛКОН (2 этаж)": 30}


def test_a_text_between_two_blocks_is_of_the_one_that_no_other_text_names() -> None:
    """Both names stand under their blocks, and the first of them is nearer to the second block."""
    content = (
        block(0, 100) + block(0, 290) + text(60, 275, "Plateia") + text(60, 440, "Balcão Nobre Camarote")
    )
    assert sections(content) == {"Plateia": 30, "Balcão Nobre Camarote": 30}


def test_as_many_groups_as_names_are_sections_although_no_gap_parts_them() -> None:
    groups = f'<g id="_2014331486320">{block(0, 100)}</g><g id="_2014331487648">{block(120, 100)}</g>'
    names = text(60, 370, "Sektor A") + text(180, 370, "Sektor B")
    assert sections(groups + names) == {"Sektor A": 30, "Sektor B": 30}
    assert sections(block(0, 100) + block(120, 100) + names) == {"": 60}


def test_the_words_for_a_hall_of_all_languages_name_its_main_part() -> None:
    content = block(0, 100) + block(0, 320) + text(60, 80, "SALON") + text(60, 300, "BALKON")
    assert sections(content) == {"SALON": 30, "BALKON": 30}


def test_two_names_at_one_block_name_nothing() -> None:
    content = block(0, 100, seats=12) + text(60, 80, "Stalls left") + text(180, 80, "Stalls right")
    assert sections(content) == {"": 60}


def test_rows_of_the_stalls_do_not_go_on_in_a_box_beside_them() -> None:
    letters = "".join(text(-12, 112 + 25 * row, "ABCDE"[row]) for row in range(5))
    content = block(0, 100) + letters + block(180, 150, rows=2, seats=2) + text(195, 215, "Box 1")
    hall = read(content)
    assert {seat.row for seat in hall.seats if seat.section == "Box 1"} == {""}
    assert {seat.row for seat in hall.seats if seat.section != "Box 1"} == {*"ABCDE"}


@pytest.mark.parametrize(
    "words",
    [
        "Stage", "Exit", "Bar", "Row A", "12", "Plateia 15,00 €", "Sound desk",
        "Big hall of the house of culture: plan of all its seats",
    ],
)  # fmt: skip
def test_what_names_no_part_of_a_hall_is_no_section(words: str) -> None:
    assert not names_a_place(words)


def test_one_name_over_blocks_at_both_sides_of_an_aisle_names_all_of_them() -> None:
    """The name stands over the middle block. Boxes beside the wings have names of their own, and people of
    the wings sit in none."""
    stalls = block(0, 100) + block(170, 100) + block(340, 100)
    boxes = block(-90, 100, rows=2, seats=2) + block(500, 100, rows=2, seats=2)
    names = text(220, 80, "STALLS") + text(-80, 80, "BOX A") + text(510, 80, "BOX B")
    assert sections(stalls + boxes + names) == {"STALLS": 90, "BOX A": 4, "BOX B": 4}


def test_a_legend_names_no_sections() -> None:
    swatches = block(0, 500, rows=1, seats=1) + block(200, 500, rows=1, seats=1)
    legend = swatches + text(60, 514, "Stalls") + text(260, 514, "Circle")
    halls = block(0, 100) + block(0, 320) + text(60, 80, "STALLS") + text(60, 300, "CIRCLE")
    found = sections(halls + legend)
    assert found.pop("", 2) == 2
    assert found == {"STALLS": 30, "CIRCLE": 30}


def test_as_many_names_as_blocks_may_stand_a_little_farther_away() -> None:
    stands = block(0, 100) + block(0, 500) + text(60, 80, "KATSOMO A") + text(60, 760, "KATSOMO B")
    assert sections(stands) == {"KATSOMO A": 30, "KATSOMO B": 30}
