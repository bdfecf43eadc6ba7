import pytest

from imports.svg_files import all_named, circles, grid, named, read, svg
from seatpreview.imports.model import FoundHall, UnreadableFile
from seatpreview.imports.svg.reader import read_svg


def texts_of(hall: FoundHall) -> str:
    return "\n".join(item.text for item in [*hall.taken, *hall.inferred, *hall.left_out])


def layer(name: str, content: str) -> str:
    return f'<g inkscape:groupmode="layer" inkscape:label="{name}" id="layer1">{content}</g>'


def rows_in_groups(group: str, names: str, rows: str = "ABC") -> str:
    return "".join(
        f"<g {group.replace('{row}', row)}>{circles(names, rows=row, first_y=10 + 12 * line)}</g>"
        for line, row in enumerate(rows)
    )


def groups_that_are_seats() -> str:
    return "".join(
        f'<g aria-label="Row {row}, Seat {seat}, Available"><circle cx="{10 * seat}" cy="{12 * line}" r="4"/>'
        f'<path d="M{10 * seat} {12 * line}h1v1z"/></g>'
        for line, row in enumerate("ABC")
        for seat in range(1, 6)
    )


def drawn_names() -> str:
    """Numbers over the seats, and letters at both ends of the rows."""
    seats = "".join(
        f'<text x="{10 + 10 * seat}" y="{11.4 + 12 * line}" font-size="4" text-anchor="middle">{seat}</text>'
        for line in range(3)
        for seat in range(1, 6)
    )
    rows = "".join(
        f'<text x="{x}" y="{12 + 12 * line}" font-size="6">{row}</text>'
        for line, row in enumerate("ABC")
        for x in (6, 70)
    )
    return seats + rows


NAMING = {
    "data attributes": (
        circles('data-seat-section="Pit" data-seat-row="{row}" data-seat-seat="{seat}"'),
        "Pit",
    ),
    "data-init": (circles("""data-init='{"row":"{row}","seat":{seat}}'"""), ""),
    "data in German": (circles('data-reihe="{row}" data-platz="{seat}" data-bereich="Parkett"'), "Parkett"),
    "titles": (circles("", inside="<title>Stalls, Row {row}, Seat {seat}</title>"), "Stalls"),
    "labels in French": (circles('aria-label="Orchestre, rang {row}, place {seat}"'), "Orchestre"),
    "classes": (circles('class="st0 sec-101-row-{row}-seat-{seat}"'), "101"),
    "ids with words": (circles('id="seat_{row}_{seat}"'), ""),
    "ids without words": (circles('id="{row}{seat}"'), ""),
    "ids with a hyphen": (circles('id="{row}-{seat}"'), ""),
    "ids in a layer": (layer("Balcony", circles('id="{row}{seat}"')), "Balcony"),
    "Illustrator": (
        '<g id="Upper_x5F_Circle_1_">' + circles('id="{row}_x5F_{seat}_1_"') + "</g>",
        "Upper Circle",
    ),
    "names in Illustrator": (circles('id="{row}{seat}-2" data-name="{row}{seat}"'), ""),
    "rows in groups": (layer("Left", rows_in_groups('id="row-{row}"', 'data-seat="{seat}"')), "Left"),
    "rows in named groups": (layer("Left", rows_in_groups('id="{row}"', 'aria-label="Seat {seat}"')), "Left"),
    "groups that are seats": (groups_that_are_seats(), ""),
    "drawn names": (circles("") + drawn_names(), ""),
}


@pytest.mark.parametrize("style", NAMING)
def test_names_are_read_in_each_style(style: str) -> None:
    content, section = NAMING[style]
    hall = read(content)
    assert all_named(hall) == grid(section=section)
    assert len(hall.seats) == 15


def test_the_report_says_which_pattern_gave_the_names() -> None:
    hall = read(circles('id="{row}{seat}"'))
    assert [(item.text, item.count, item.example) for item in hall.inferred] == [
        ("Names come from ids like `A1`: row A, seat 1.", 15, "A1")
    ]


def test_two_layers_with_the_same_ids_below_stay_apart() -> None:
    upper = circles('data-name="{row}{seat}"', first_y=200)
    hall = read(layer("Stalls", circles('id="{row}{seat}"')) + layer("Circle", upper))
    assert all_named(hall) == grid(section="Stalls") | grid(section="Circle")


def test_groups_around_groups_are_row_section_and_level() -> None:
    rows = rows_in_groups('id="{row}"', 'data-seat="{seat}"')
    hall = read(f'<g id="Upper_tier"><g id="Block_7">{rows}</g></g>')
    assert all_named(hall) == grid(section="7", level="Upper tier")


def test_rotated_and_nested_groups_are_placed_on_the_page() -> None:
    seats = circles('id="{row}{seat}"', rows="A", seats=3)
    hall = read(f'<g transform="translate(100 0)"><g transform="rotate(90)">{seats}</g></g>')
    assert [(seat.x, seat.y) for seat in hall.seats] == [
        pytest.approx((90, 20)), pytest.approx((90, 30)), pytest.approx((90, 40))
    ]  # fmt: skip
    assert hall.is_y_down
    assert hall.metres_per_unit is None


def test_used_symbols_are_seats() -> None:
    uses = "".join(f'<use href="#chair" x="{10 * n}" y="5" id="A{n}"/>' for n in range(1, 6))
    hall = read(f'<symbol id="chair"><path d="M0 0h4v4h-4z"/><rect width="1" height="1"/></symbol>{uses}')
    assert [(seat.name, seat.x, seat.y) for seat in hall.seats] == [
        (str(n), 10 * n + 2, 7) for n in range(1, 6)
    ]


def test_properties_notes_and_refs_are_kept() -> None:
    plain = circles('data-row="A" data-seat="{seat}" data-id="u-{seat}"', rows="A", seats=3)
    special = (
        '<circle cx="60" cy="10" r="4" data-row="A" data-seat="4" data-id="u-4" aria-label="wheelchair"/>'
        '<circle cx="70" cy="10" r="4" data-row="A" data-seat="5" class="seat companion"/>'
        '<circle cx="80" cy="10" r="4" data-row="A" data-seat="6" data-note="Restricted view: pillar"/>'
    )
    seats = read(plain + special).seats
    assert [seat.properties for seat in seats[2:]] == [
        (),
        ("wheelchair",),
        ("companion",),
        ("restrictedView",),
    ]
    assert [seat.ref for seat in seats] == ["u-1", "u-2", "u-3", "u-4", "", ""]
    assert seats[5].view_note == "Restricted view: pillar"


def test_the_id_of_a_seat_that_is_named_otherwise_is_its_ref() -> None:
    hall = read(circles('id="9D64A4E0-69B3-4512-B3A4-E86ADA4C79{seat}5" data-row="A" data-seat="{seat}"'))
    assert hall.seats[0].ref == "9D64A4E0-69B3-4512-B3A4-E86ADA4C7915"


def test_colours_become_categories_that_the_legend_names() -> None:
    style = "<style>.vip, .x{fill:#F00} .std{fill:rgb(0, 0, 255)}</style>"
    seats = circles('id="{row}{seat}" class="vip"', rows="A")
    seats += circles('id="{row}{seat}" class="std"', rows="BC", first_y=22)
    legend = '<circle cx="300" cy="300" r="4" class="vip"/><text x="308" y="302" font-size="6">Premium</text>'
    hall = read(style + seats + legend)
    assert {(category.name, category.colour) for category in hall.categories} == {
        ("Premium", "#ff0000"), ("#0000ff", "#0000ff")
    }  # fmt: skip
    assert hall.seats[0].category == "#ff0000"
    assert len(hall.seats) == 15
    assert "legend" in texts_of(hall)


def test_stated_categories_win_over_colours() -> None:
    hall = read(circles('id="{row}{seat}" fill="red" data-category="Gold"', rows="A"))
    assert [(category.key, category.colour) for category in hall.categories] == [("Gold", "#ff0000")]
    assert hall.seats[0].category == "Gold"


def test_a_stage_a_standing_area_and_texts_are_areas() -> None:
    content = (
        '<rect x="0" y="-60" width="90" height="30"/><text x="40" y="-45">STAGE</text>'
        '<polygon id="Standing" data-capacity="300" points="0,100 90,100 90,140 0,140"/>'
        '<path id="outline" d="M-50-100H200V200H-50z"/><line x1="0" y1="0" x2="50" y2="0"/>'
    )
    hall = read(circles('id="{row}{seat}"') + content)
    kinds = {area.kind: area for area in hall.areas}
    assert set(kinds) == {"stage", "standing", "decoration", "text"} or set(kinds) == {
        "stage",
        "standing",
        "text",
    }
    assert kinds["standing"].capacity == 300
    stages = [area for area in hall.areas if area.kind == "stage"]
    assert ((0, -60), (90, -60), (90, -30), (0, -30)) in [area.points for area in stages]
    assert len(hall.seats) == 15


def test_seats_without_any_name_are_found_by_their_number_and_size() -> None:
    hall = read(circles("") + '<rect x="0" y="-60" width="90" height="30"/>')
    assert len(hall.seats) == 15
    assert {named(seat) for seat in hall.seats} == {("", "", "", "")}
    assert "Seats without a name" in texts_of(hall)


def test_hidden_seats_count_only_where_no_others_do() -> None:
    hidden = '<g style="display:none">' + circles('id="{row}{seat}"') + "</g>"
    assert len(read(hidden).seats) == 15
    both = read(hidden + circles('id="D{seat}"', rows="D", first_y=100))
    assert len(both.seats) == 5
    assert "Hidden shapes" in texts_of(both)


def test_every_shape_is_accounted_for() -> None:
    content = (
        circles('id="{row}{seat}"')
        + '<circle cx="20" cy="10" r="2"/><circle cx="500" cy="500" r="4"/><circle cx="NaN" r="4"/>'
        + '<line x2="9"/><rect id="stage" y="-90" width="90" height="30"/>'
        + '<rect display="none" width="9" height="9"/>'
        + '<image href="http://127.0.0.1/x.png"/><script>1</script><style>@import "x.css";</style>'
    )
    hall = read(content)
    counts = {item.text: item.count for item in [*hall.taken, *hall.left_out]}
    assert counts == {
        "Seats drawn as `circle`.": 15,
        "Shapes drawn over seats or as further parts of them.": 1,
        "Shapes of a stage.": 1,
        "Lines and small shapes that are not seats.": 1,
        "Shapes apart from the seats and without names, as in a legend.": 1,
        "Hidden shapes.": 1,
        "Shapes and texts without a usable position.": 1,
        "Ignored for safety or without meaning for seats: `image`.": 1,
        "Ignored for safety or without meaning for seats: `script`.": 1,
        "Style sheets in other files, which are never fetched.": 1,
    }


@pytest.mark.parametrize(
    ("attributes", "title", "metres"),
    [
        ('width="200mm" viewBox="0 0 400 400"', "Plan 1:100", 0.05),
        ('width="200mm" viewBox="0 0 400 400"', "Plan", None),
        ('width="200" viewBox="0 0 400 400"', "Plan 1:100", None),
        ('data-metres-per-unit="0.01"', "", 0.01),
        ('data-metres-per-unit="NaN"', "", None),
    ],
)
def test_lengths_are_known_only_by_a_scale(attributes: str, title: str, metres: float | None) -> None:
    hall = read(f"<title>{title}</title>" + circles('id="{row}{seat}"'), attributes)
    assert hall.metres_per_unit == metres
    assert hall.name == title


def test_a_file_without_seats_is_refused_with_a_sentence() -> None:
    with pytest.raises(UnreadableFile, match="no shapes that look like seats"):
        read_svg(svg('<rect width="9" height="9"/><text>Stage</text>'))


def test_seats_that_all_lie_on_one_place_are_read_in_time() -> None:
    """The attack: an index of places in which each look-up would meet all of them."""
    assert len(read_svg(svg('<circle r="4"/><text>A</text>' * 3000)).seats) == 3000


def test_a_text_names_the_smallest_shape_around_it_and_never_the_background() -> None:
    ground = '<rect width="800" height="560"/>'
    seats = circles('id="{row}{seat}"', first_y=200)
    stage = '<rect id="box" x="20" y="20" width="50" height="20"/>'
    text = '<text x="30" y="30">Stage</text>'
    with_shape = read(ground + stage + text + seats)
    assert [area.points[0] for area in with_shape.areas if area.kind == "stage"] == [(20, 20)]
    with_text = read(ground + text + seats)
    assert [area.points for area in with_text.areas if area.kind == "stage"] == [((30, 30),)]


def test_ids_that_name_seats_are_their_refs_and_groups_of_rows_name_rows() -> None:
    hall = read(layer("Parkett", rows_in_groups('id="Reihe{row}"', 'id="{row}{seat}"', rows="FGH")))
    assert all_named(hall) == grid(section="Parkett", rows="FGH")
    assert {seat.ref for seat in hall.seats} == {f"{row}{seat}" for row in "FGH" for seat in range(1, 6)}


def test_a_short_word_for_a_part_of_the_hall_is_no_row() -> None:
    seats = "".join(circles('id="seat-{seat}"', rows="A", first_y=12 * line) for line in range(3))
    hall = read(f'<g id="Rang">{seats}</g><g id="B">{circles("", rows="A", first_y=60)}</g>')
    assert {(seat.section, seat.row) for seat in hall.seats if seat.name} == {("Rang", "")}


def test_a_group_around_the_whole_hall_is_no_stage_because_of_its_name() -> None:
    ground = '<rect width="800" height="560"/>'
    screen = '<g id="Frame 7"><rect id="Screen" x="20" y="20" width="50" height="20"/></g>'
    hall = read(f'<g id="Screen 2 / seating">{ground}{screen}{circles("", first_y=100)}</g>')
    assert [area.name for area in hall.areas if area.kind == "stage"] == ["Screen"]
