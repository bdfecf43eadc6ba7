"""Plans as programs and ticket shops write them, with their oddities."""

from collections import Counter

import pytest

from imports.svg_files import all_named, circles, grid, read

CHAIR = '<path d="M0 0h6v5h-6z"/><path d="M1 5h4v1h-4z"/>'


def test_copies_in_figma_have_the_names_of_their_originals() -> None:
    """Figma numbers ids that occur again: the third seat 1 of the plan is `1_3`."""
    seen: Counter[str] = Counter()

    def unique(name: str) -> str:
        seen[name] += 1
        return name if seen[name] == 1 else f"{name}_{seen[name]}"

    content = ""
    for column, section in enumerate(["Stalls", "Circle"]):
        content += f'<g id="{unique(section)}">'
        for row in "ABC":
            content += f'<g id="{unique(f"Row {row}")}">'
            for seat in range(1, 6):
                x, y = 10 * seat + 100 * column, 12 * ord(row)
                content += f'<circle id="{unique(str(seat))}" cx="{x}" cy="{y}" r="4"/>'
            content += "</g>"
        content += "</g>"
    hall = read(content)
    assert all_named(hall) == grid(section="Stalls") | grid(section="Circle")
    assert {seat.ref for seat in hall.seats} == {""}
    assert len({seat.part for seat in hall.seats}) == 6


def test_seats_of_a_ticket_shop_keep_their_ids_and_notes() -> None:
    content = circles(
        'role="button" class="seatA" id="9D64A4E0-69B3-4512-B3A4-0{seat}6ADA4C79{row}{row}" data-status="A"'
        ' data-seat-section="Main Hall" data-seat-row="{row}" data-seat-seat="{seat}"'
        ' data-tsdesc="Main Hall {row} {seat}" data-tsmessage="A space for wheelchair users"'
    )
    hall = read(f'<g id="Main Hall-zone" style="fill: #1DABFF">{content}</g>')
    assert all_named(hall) == grid(section="Main Hall")
    assert hall.seats[0].ref.startswith("9D64A4E0")
    assert hall.seats[0].printed_label == "Main Hall A 1"
    assert hall.seats[0].properties == ("wheelchair",)


def test_rows_and_sections_by_class_with_turned_blocks() -> None:
    content = "".join(
        f'<g class="sec-{section} YZ" transform="rotate({20 * section} 0 300)">'
        f'<g class="sec-{section}-row-{row}">'
        + "".join(
            f'<rect class="sec-{section}-row-{row}-seat-{seat}" x="{9 * seat}" y="{11 * row}"'
            ' width="6" height="6"/>'
            for seat in range(1, 4)
        )
        + f'<text class="sec-{section}-row-{row}-label-1" x="-2" y="{11 * row + 6}">{row}</text></g></g>'
        for section in (1, 2)
        for row in (1, 2)
    )
    hall = read(content)
    assert all_named(hall) == grid(section="1", rows="12", seats=3) | grid(section="2", rows="12", seats=3)
    assert [item.count for item in hall.taken if "repeat" in item.text] == [4]
    assert hall.areas == []


def test_groups_of_one_number_around_a_chair_are_seats() -> None:
    content = "".join(
        f'<g id="{row}">'
        + "".join(
            f'<g id="{row}{seat}" transform="translate({10 * seat} {12 * line})">{CHAIR}</g>'
            for seat in range(1, 6)
        )
        + "</g>"
        for line, row in enumerate("ABC")
    )
    hall = read(content)
    assert all_named(hall) == grid()
    assert (hall.seats[0].x, hall.seats[0].y) == (13, 2.5)
    assert [item.count for item in hall.taken if "parts" in item.text] == [15]


_AROUND = [(0, -24), (24, 0), (0, 24), (-24, 0)]
VISIO = 'xmlns:v="http://schemas.microsoft.com/visio/2003/SVGExtensions/"'


def of_visio(title: str, desc: str, x: int, y: int, radius: int, text: int) -> str:
    return (
        f'<g v:mID="1" v:groupContext="shape"><title>{title}</title><desc>{desc}</desc>'
        f'<ellipse cx="{x}" cy="{y}" rx="{radius}" ry="{radius}"/>'
        f'<text x="{x}" y="{y + 2}" font-size="6" text-anchor="middle">{text}</text></g>'
    )


def tables_of_visio(desc: str) -> str:
    drawn = [
        of_visio(f"Table.{10 + table}", desc.format(table=table), 100 * table, 50, 15, table)
        for table in (1, 2, 3)
    ]
    drawn += [
        of_visio(f"Chair.{20 + 4 * table + chair}", "", 100 * table + dx, 50 + dy, 5, chair)
        for table in (1, 2, 3)
        for chair, (dx, dy) in enumerate(_AROUND, start=1)
    ]
    return f'<g v:groupContext="foregroundPage"><title>Page-1</title>{"".join(drawn)}</g>'


@pytest.mark.parametrize(("desc", "row"), [("Table {table}", "Table {table}"), ("", "{table}")])
def test_seats_around_a_table_are_at_it_and_drawn_numbers_go_before_those_of_visio(
    desc: str, row: str
) -> None:
    hall = read(tables_of_visio(desc), VISIO)
    assert [(table.name, table.width) for table in hall.tables] == [
        (row.format(table=table), 30) for table in (1, 2, 3)
    ]
    assert [(seat.section, seat.row, seat.name, seat.table) for seat in hall.seats] == [
        ("", row.format(table=table), str(chair), table - 1) for table in (1, 2, 3) for chair in (1, 2, 3, 4)
    ]


def test_a_shape_among_rows_is_no_table() -> None:
    rows = "".join(
        f'<circle cx="{10 * x}" cy="{12 * y}" r="4"/>'
        for y in range(1, 9)
        for x in range(1, 13)
        if not (5 <= x <= 7 and 4 <= y <= 5)
    )
    hall = read(rows + '<rect x="48" y="46" width="24" height="16"/>')
    assert (len(hall.seats), hall.tables) == (90, [])


def test_tables_are_taken_with_their_seats() -> None:
    content = "".join(
        f'<g id="table-{table}"><circle cx="{60 * table}" cy="50" r="15"/>'
        + "".join(
            f'<circle cx="{60 * table + dx}" cy="{50 + dy}" r="5">'
            f"<title>Table {table}, Seat {seat}</title></circle>"
            for seat, (dx, dy) in enumerate([(0, -20), (20, 0), (0, 20), (-20, 0)], start=1)
        )
        + "</g>"
        for table in (1, 2)
    )
    hall = read(content)
    assert [(table.name, table.x, table.y, table.shape, table.width) for table in hall.tables] == [
        ("1", 60, 50, "round", 30),
        ("2", 120, 50, "round", 30),
    ]
    assert [(seat.row, seat.name, seat.table) for seat in hall.seats[3:5]] == [("1", "4", 0), ("2", "1", 1)]


def test_a_group_called_legend_holds_no_seats() -> None:
    legend = (
        '<g id="Legende"><circle cx="70" cy="10" r="4" id="A6"/><circle cx="80" cy="10" r="4" id="A7"/></g>'
    )
    hall = read(circles('id="{row}{seat}"') + legend)
    assert len(hall.seats) == 15
    assert [item.count for item in hall.left_out if "legend" in item.text] == [2]


def test_shapes_that_are_called_otherwise_and_stand_apart_are_no_seats() -> None:
    seats = circles('id="{row}{seat}" class="seat"')
    lamps = '<circle cx="90" cy="10" r="4" class="lamp"/><circle cx="90" cy="34" r="4" class="lamp"/>'
    beside = '<circle cx="70" cy="10" r="4" class="lamp"/><circle cx="90" cy="22" r="4" class="seat sold"/>'
    hall = read(seats + lamps + beside)
    assert [(seat.x, seat.y) for seat in hall.seats if not seat.name] == [(70, 10), (90, 22)]


def test_the_name_of_a_section_over_its_seats_names_no_seat() -> None:
    hall = read(circles("") + '<text x="40" y="24" font-size="12" text-anchor="middle">101</text>')
    assert {seat.name for seat in hall.seats} == {""}
    assert [area.name for area in hall.areas] == ["101"]


def test_seats_of_one_row_in_nothing_but_order_stay_without_names() -> None:
    rows = "".join(
        f'<g id="{row}">{circles("", rows="-", first_y=12 * line)}</g>' for line, row in enumerate("ABC")
    )
    assert all_named(read(rows)) == {("", "", row, "") for row in "ABC"}


def test_labels_of_a_megabyte_are_cut_off() -> None:
    """The attack: a name that patterns would try to match at each of its letters."""
    label = "path" + "_" * 1_000_000 + "!"
    seats = circles('id="{row}{seat}"')
    hall = read(f'<g inkscape:label="{label}" data-name="{label}">{seats}</g>')
    assert len(hall.seats) == 15
    assert all(len(seat.section) <= 100 for seat in hall.seats)


def numbered_chairs(group: str) -> str:
    """Three rows of five squares with their numbers, each in a group of its own."""
    return "".join(
        f'<g id="Fila-{row}">'
        + "".join(
            f'<g id="{group.format(number=number)}">'
            f'<rect x="{20 * number}" y="{30 * at}" width="16" height="16"/>'
            f'<text x="{20 * number + 4}" y="{30 * at + 12}">{number}</text></g>'
            for number in range(1, 6)
        )
        + "</g>"
        for at, row in enumerate("ABC")
    )


def test_what_a_program_adds_to_a_copy_is_no_name() -> None:
    """Sketch calls copies of a seat Butaca-Copy, Butaca-Copy-3: the row's group and the number say all."""
    assert all_named(read(numbered_chairs("Butaca-Copy-{number}"))) == grid()


def test_affinity_keeps_the_name_that_a_person_gave_beside_the_id() -> None:
    space = 'xmlns:serif="http://www.serif.com/"'
    content = "".join(
        f'<g id="Reihe-{row + 16}" serif:id="Reihe {row}">'
        + "".join(
            f'<circle id="Platz-{99 + seat}" serif:id="Platz {seat}" cx="{12 * seat}" cy="{14 * row}" r="5"/>'
            for seat in range(1, 6)
        )
        + "</g>"
        for row in (1, 2, 3)
    )
    assert {(seat.row, seat.name) for seat in read(content, space).seats} == {
        (str(row), str(seat)) for row in (1, 2, 3) for seat in range(1, 6)
    }


def test_letters_that_are_used_as_symbols_are_no_seats() -> None:
    letters = "".join(
        f'<symbol id="glyph0-{number}"><path d="M0 0h5v5h-5z"/></symbol>' for number in range(1, 5)
    )
    written = "".join(f'<use xlink:href="#glyph0-{n % 4 + 1}" x="{9 * n}" y="200"/>' for n in range(40))
    hall = read(f"<defs>{letters}</defs>{written}{circles('')}")
    assert len(hall.seats) == 15


def test_rows_with_long_roman_numbers_are_rows() -> None:
    content = "".join(
        f'<g id="row_{row}">'
        + "".join(f'<circle id="{n}" cx="{12 * n}" cy="{14 * at}" r="5"/>' for n in (1, 2, 3))
        + "</g>"
        for at, row in enumerate(("VII", "VIII", "IX", "XVIII"))
    )
    assert {seat.row for seat in read(content).seats} == {"VII", "VIII", "IX", "XVIII"}
