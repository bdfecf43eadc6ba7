"""Shapes of drawings that are no seats, and names that are none: each in its smallest case."""

import pytest

from imports.svg_files import all_named, circles, grid, read, svg
from seatpreview.imports.file_import import import_file
from seatpreview.imports.model import FoundHall, UnreadableFile
from seatpreview.imports.words.plan_words import PlanWords
from seatpreview.imports.words.seat_phrases import is_style_class
from seatpreview.languages.language_files import read_part

SEATS = circles('data-row="{row}" data-seat="{seat}"', seats=8)
PLANS = read_part("plans", PlanWords)


def left_out(hall: FoundHall, words: str) -> int:
    return sum(item.count for item in hall.left_out if words in item.text)


def letter(number: int, x: float, y: float) -> str:
    """A path of the size of a seat, with an outline that few others have."""
    commands = "".join("LQCT"[(number // 4**place) % 4] + "1 1 2 3 1 2 " for place in range(4))
    return f'<path d="M{x} {y} h8 v8 h-8 {commands.replace("1 1 2 3 1 2", f"{x} {y} {x} {y} {x} {y}")}z"/>'


@pytest.mark.parametrize("name", ["fil7", "str3", "st12", "cls-3", "fnt0", "clr_2"])
def test_classes_that_drawing_programs_write_are_no_names(name: str) -> None:
    assert is_style_class(name)
    hall = read(circles(f'class="{name} str{{seat}}"', seats=8))
    assert {(seat.row, seat.name) for seat in hall.seats} == {("", "")}


def test_classes_that_name_seats_are_names() -> None:
    hall = read(circles('class="seat row-{row} seat-{seat}"', seats=8))
    assert all_named(hall) == grid(seats=8)


def test_outlined_letters_are_no_seats_even_if_they_are_more_than_the_seats() -> None:
    letters = "".join(letter(index % 40, 10 * index, 200) for index in range(200))
    hall = read(SEATS + letters)
    assert all_named(hall) == grid(seats=8)
    assert left_out(hall, "letters") == 200
    nameless = read(circles("", seats=8) + letters)
    assert len(nameless.seats) == 24


def test_seats_that_are_drawn_as_paths_of_one_outline_are_seats() -> None:
    paths = "".join(f'<path d="M{10 * seat} {12 * row}h8v8h-8z"/>' for row in range(4) for seat in range(10))
    assert len(read(paths).seats) == 40


@pytest.mark.parametrize(
    "back",
    [
        pytest.param("M{x},{low}a16,16 0 0 0 16,0", id="a flat arc"),
        pytest.param("M{x},{low}a8,8 0 0 0 16,0", id="half a circle"),
    ],
)
@pytest.mark.parametrize("number", ["", "<text x='{text_x}' y='{text_y}' font-size='8'>{seat}</text>"])
def test_the_back_of_a_chair_is_no_seat_of_its_own(back: str, number: str) -> None:
    chair = f'<path d="M{{x}},{{y}}h16v16h-16v-16"/><path d="{back}"/>{number}'
    drawing = "".join(
        chair.format(x=x, y=y, low=y + 16, text_x=x + 6, text_y=y + 11, seat=seat)
        for y in range(40, 165, 25)
        for seat, x in enumerate(range(40, 200, 20), start=1)
    )
    hall = read(f'<g fill="none" stroke="#000">{drawing}</g>')
    assert len(hall.seats) == 40
    assert {seat.name for seat in hall.seats} == ({*"12345678"} if number else {""})
    assert hall.candidates == 40


@pytest.mark.parametrize("language", PLANS)
@pytest.mark.parametrize("kind", ["legends", "texts", "stairs"])
def test_groups_of_letters_legends_and_stairs_hold_no_seats_in_any_language(language: str, kind: str) -> None:
    for word in getattr(PLANS[language], kind).replace("\n", "").split("|"):
        others = circles("", rows="X", first_y=100)
        hall = read(f'{SEATS}<g id="{word}">{others}</g>')
        assert all_named(hall) == grid(seats=8), word
        assert sum(item.count for item in hall.left_out) >= 5, word


def test_a_named_shape_that_seats_lie_in_is_a_section() -> None:
    background = '<polygon id="section-1-seat-1" points="15,5 55,5 55,40 15,40"/>'
    hall = read(background + SEATS)
    assert all_named(hall) == grid(seats=8)
    assert left_out(hall, "other seats lie in") == 1


def test_a_group_around_each_seat_is_neither_a_section_nor_a_level() -> None:
    seats = "".join(
        f'<g id="Kreslo{row}x{seat}"><circle cx="{10 * seat}" cy="{12 * row}" r="4" '
        f'data-row="{row}" data-seat="{seat}"/></g>'
        for row in range(1, 4)
        for seat in range(1, 9)
    )
    assert {(seat.level, seat.section) for seat in read(seats).seats} == {("", "")}
    assert all_named(read(f'<g id="Balcony">{seats}</g>')) == grid("", "Balcony", "123", 8)


def test_text_for_people_goes_before_data_for_a_program_which_is_kept_as_ref() -> None:
    rows = "".join(
        f'<g data-plase="Амфитеатр, ряд {row - 30}">'
        + "".join(
            f'<circle cx="{10 * seat}" cy="{12 * row}" r="4" '
            f'data-init=\'{{"row":"{row}","seat":"{seat}"}}\'/>'
            for seat in range(1, 9)
        )
        + "</g>"
        for row in range(31, 34)
    )
    hall = read(rows)
    assert all_named(hall) == grid("", "Амфитеатр", "123", 8)
    assert hall.seats[0].ref == "31-1"


def test_swatches_beside_words_are_asked_about_where_no_seat_has_a_name() -> None:
    seats = circles('fill="#00aa00"', rows="ABCD", seats=8)
    legend = "".join(
        f'<circle cx="20" cy="{100 + 12 * line}" r="4" fill="{fill}"/>'
        f'<text x="28" y="{102 + 12 * line}">{text}</text>'
        for line, (fill, text) in enumerate((("#00aa00", "available"), ("#aa0000", "sold out")))
    )
    data = f'<svg xmlns="http://www.w3.org/2000/svg">{seats}{legend}</svg>'.encode()
    asked = import_file(data, None, "hall.svg")
    [question] = [each for each in asked.questions if each.id == "shapes"]
    assert (asked.report.seats, question.id, question.assumed) == (32, "shapes", "no-seats")
    assert [choice.seats for choice in question.choices] == [34, 32]
    assert import_file(data, None, "hall.svg", {"shapes": "seats"}).report.seats == 34


def test_every_shape_that_looks_like_a_seat_is_counted_before_names_are_read() -> None:
    stairs = circles("", rows="X", first_y=100)
    data = f'<svg xmlns="http://www.w3.org/2000/svg">{SEATS}<g id="Stairs">{stairs}</g></svg>'
    report = import_file(data.encode(), None, "hall.svg").report
    assert (report.seats_in_file, report.seats, report.seats_left_out) == (29, 24, 5)
    assert report.headline == "29 shapes that look like seats; 24 seats taken, 5 left out."


def question_about_shapes(others: str) -> tuple[str, list[int | None]]:
    """The assumed choice about shapes beside 24 nameless seats, and the seats of all choices."""
    seats = circles("", seats=8)
    data = f'<svg xmlns="http://www.w3.org/2000/svg">{seats}{others}</svg>'.encode()
    [question] = [each for each in import_file(data, None, "hall.svg").questions if each.id == "shapes"]
    return question.assumed, [choice.seats for choice in question.choices]


def test_shapes_of_another_kind_that_touch_each_other_are_asked_about() -> None:
    stairs = "".join(f'<rect x="200" y="{100 + 3 * step}" width="8" height="2.5"/>' for step in range(12))
    assert question_about_shapes(stairs) == ("no-seats", [36, 24])


def test_shapes_of_another_kind_that_stand_apart_are_asked_about() -> None:
    letters = "".join(f'<path d="M{200 + 5 * at * at} 100h7v{4 + at % 4}z"/>' for at in range(12))
    assert question_about_shapes(letters) == ("no-seats", [36, 24])
    boxes = "".join(f'<rect x="{200 + 10 * at}" y="100" width="8" height="8"/>' for at in range(12))
    assert question_about_shapes(boxes) == ("seats", [36, 24])
    assert question_about_shapes(boxes + letters) == ("some", [48, 24, 36])


def test_squares_among_round_seats_are_seats() -> None:
    wheelchairs = "".join(f'<rect x="{96 + 10 * at}" y="6" width="8" height="8"/>' for at in range(3))
    data = f'<svg xmlns="http://www.w3.org/2000/svg">{circles("", seats=8)}{wheelchairs}</svg>'.encode()
    asked = import_file(data, None, "hall.svg")
    assert (asked.report.seats, [each.id for each in asked.questions if each.id == "shapes"]) == (27, [])


def test_outlines_of_sections_are_no_seats() -> None:
    outlines = "".join(
        f'<polygon id="section-{at}-bg" points="{left},0 {left + 80},0 {left + 80},60 {left},60"/>'
        for at, left in enumerate(range(0, 450, 90))
    )
    with pytest.raises(UnreadableFile, match="outlines of 5 sections, such as 'section-0-bg'"):
        read(outlines)
    assert len(read(outlines + circles("", seats=8)).seats) == 24


def test_a_class_that_all_shapes_have_is_no_name() -> None:
    hall = read(circles('class="c4"', seats=8))
    assert {(seat.row, seat.name) for seat in hall.seats} == {("", "")}


def test_a_text_for_people_goes_before_data_attributes_and_the_report_says_so() -> None:
    hall = read(
        circles(
            'data-row="r{row}7" data-seat="90{seat}" aria-label="Balcony, Row {row}, Seat {seat}"', seats=8
        )
    )
    assert all_named(hall) == grid("", "Balcony", "ABC", 8)
    assert hall.seats[0].ref == "rA7-901"
    assert [item.count for item in hall.inferred if "data for programs" in item.text] == [24]


def test_one_outline_apart_from_all_seats_is_asked_about_and_one_among_them_is_a_seat() -> None:
    rects = "".join(
        f'<rect x="{20 * seat}" y="{24 * row}" width="16" height="16" rx="3"/>'
        for row in range(1, 7)
        for seat in range(1, 9)
    )
    apart = import_file(svg(rects + '<path d="M300 100v16h12v-5h-7v-11z"/>'), None, "plan.svg")
    assert ("shapes" in {question.id for question in apart.questions}, apart.report.seats) == (True, 48)
    among = import_file(svg(rects + '<path d="M180 24v16h12v-5h-7v-11z"/>'), None, "plan.svg")
    assert ("shapes" in {question.id for question in among.questions}, among.report.seats) == (False, 49)
