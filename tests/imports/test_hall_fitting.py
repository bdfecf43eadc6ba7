"""From positions to a hall: no seat is lost, names stay, and every seat is where the file has it."""

import math
from collections.abc import Sequence
from itertools import chain

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from imports.generated_halls import curved_block, hall, in_pixels, ring, stage, straight_block, table
from seatpreview.decoding.inputs import decode
from seatpreview.imports.fitting.hall_fitting import FittedHall, fit_hall
from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.fitting.plan_scale import seat_pitch
from seatpreview.imports.model import FoundArea, FoundCategory, FoundHall, FoundRow, FoundSeat, UnreadableFile
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import Layout
from seatpreview.venues.model import VenueRecord
from seatpreview.venues.rules import check_and_compile

CENTIMETRE = 0.01


def compiled(fitted: FittedHall) -> CompiledLayout:
    """Compiles the record as a PUT does."""
    return check_and_compile(decode(fitted.record, VenueRecord))


def layout_of(fitted: FittedHall) -> Layout:
    rules = fitted.record["rules"]
    assert isinstance(rules, dict)
    return decode(rules["layout"], Layout)


def largest_move_m(found: FoundHall, layout: CompiledLayout, metres_per_unit: float) -> float:
    """Returns how far a seat is from its place in the file, apart from a move of the whole plan."""
    sign = -1 if found.is_y_down else 1
    moves = []
    for seat in found.seats:
        key = layout.seat_with_ref(seat.ref)
        assert key is not None, seat
        place = layout.place_of(*key)
        if place is not None and seat.x is not None and seat.y is not None:
            moves.append(
                (place.point.x - metres_per_unit * seat.x, place.point.y - sign * metres_per_unit * seat.y)
            )
    x = (min(move[0] for move in moves) + max(move[0] for move in moves)) / 2
    y = (min(move[1] for move in moves) + max(move[1] for move in moves)) / 2
    return max(math.dist(move, (x, y)) for move in moves)


def texts(items: Sequence[object]) -> str:
    return "\n".join(msgspec.json.encode(item).decode() for item in items)


def positioned(fitted: FittedHall) -> list[str]:
    return [str(section.id) for section in layout_of(fitted).sections if section.positions]


REGULAR = {
    "straight rows": lambda: straight_block(),
    "an aisle": lambda: straight_block(aisle_after=5),
    "odd and even sides": lambda: straight_block(
        seats=lambda _: [*map(str, range(11, 0, -2)), *map(str, range(2, 13, 2))], aisle_after=5
    ),
    "rows that grow": lambda: straight_block(
        seats=lambda row: [str(seat) for seat in range(1, 10 + 2 * row)]
    ),
    "a turned block": lambda: straight_block(middle=(9.0, -7.0), facing_deg=308.0),
    "curved rows": lambda: curved_block(),
    "blocks around the middle": lambda: ring(),
}


@pytest.mark.parametrize("name", REGULAR)
def test_regular_rows_become_rules(name: str) -> None:
    found = hall(REGULAR[name](), areas=[stage()])
    fitted = fit_hall(found)
    layout = compiled(fitted)
    assert positioned(fitted) == []
    assert fitted.report.seats == fitted.report.seats_in_file == layout.seat_count == len(found.seats)
    assert largest_move_m(found, layout, 1.0) < CENTIMETRE
    assert "scale" not in layout.facts.assumed
    assert "focus" not in layout.facts.assumed


@pytest.mark.parametrize("name", REGULAR)
def test_a_plan_in_pixels_gets_the_usual_distance_between_seats(name: str) -> None:
    found = in_pixels(hall(REGULAR[name](), areas=[stage()]))
    fitted = fit_hall(found)
    layout = compiled(fitted)
    assert positioned(fitted) == []
    assert largest_move_m(found, layout, 0.52 / 0.55 / 37.0) < 5 * CENTIMETRE
    assert "scale" in layout.facts.assumed
    assert "one unit is taken as" in texts(fitted.report.inferred)


def test_seats_that_stand_anywhere_have_positions() -> None:
    seats = list(straight_block())
    for index, seat in enumerate(seats):
        seat.x = (seat.x or 0) + 0.2 * math.sin(index * index)
    found = hall(seats, areas=[stage()])
    fitted = fit_hall(found)
    assert positioned(fitted) == ["Stalls"]
    assert largest_move_m(found, compiled(fitted), 1.0) < CENTIMETRE


def test_rows_go_from_the_front_and_seats_from_the_left() -> None:
    found = hall(reversed(list(straight_block(middle=(30.0, 4.0), facing_deg=270.0))), areas=[stage()])
    [section] = compiled(fit_hall(found)).sections
    assert [row.id for row in section.rows] == ["A", "B", "C", "D"]
    assert [list(row.seats or ())[:3] for row in section.rows] == [["1", "2", "3"]] * 4


def test_pieces_of_a_row_on_both_sides_of_an_aisle_are_one_row() -> None:
    left = straight_block(seats=lambda _: ["1", "2", "3", "4"], middle=(-3.0, -6.0))
    right = straight_block(seats=lambda _: ["5", "6", "7", "8"], middle=(3.0, -6.0))
    [section] = compiled(fit_hall(hall(chain(left, right), areas=[stage()]))).sections
    assert [list(row.seats or ()) for row in section.rows] == [[str(seat) for seat in range(1, 9)]] * 4


def test_repeated_labels_are_kept_apart_by_blocks() -> None:
    found = hall(ring(name=lambda _: "Ground floor"))
    fitted = fit_hall(found)
    layout = compiled(fitted)
    assert {section.name for section in layout.sections} == {
        f"Ground floor {direction}"
        for direction in (
            "north",
            "north-east",
            "east",
            "south-east",
            "south",
            "south-west",
            "west",
            "north-west",
        )
    }
    assert {section.seat_count for section in layout.sections} == {48}
    assert "occur more than once" in texts(fitted.report.inferred)
    for seat in found.seats:
        key = layout.seat_with_ref(seat.ref)
        assert key is not None
        assert key[1:] == (seat.row, seat.name)


def test_a_single_repeated_label_leaves_all_others_in_their_section() -> None:
    seats = list(straight_block())
    seats[7].name = "7"
    layout = compiled(fit_hall(hall(seats, areas=[stage()])))
    assert {section.name: section.seat_count for section in layout.sections} == {"Stalls": 47, "Stalls 2": 1}


def test_two_zones_of_one_name_on_two_levels_are_two_sections() -> None:
    lower = straight_block(section="Left", level="Stalls")
    upper = straight_block(section="Left", level="Balcony", middle=(0.0, -12.0))
    layout = compiled(fit_hall(hall(chain(lower, upper), areas=[stage()])))
    assert [(section.id, section.name, section.level) for section in layout.sections] == [
        ("Left", "Left", "Stalls"),
        ("Balcony Left", "Left", "Balcony"),
    ]


def test_a_zone_with_three_floors_is_split_by_the_texts_beside_them() -> None:
    floors = {"Parkett": -6.0, "1. Rang": -16.0, "2. Rang": -26.0}
    seats = chain.from_iterable(
        straight_block(section="Saal 7", rows=(f"{number}",), middle=(0.0, y))
        for number, y in enumerate(floors.values(), start=1)
    )
    areas = [FoundArea(kind="text", name=name, points=((-6.0, y),)) for name, y in floors.items()]
    layout = compiled(fit_hall(hall(seats, areas=[stage(), *areas])))
    assert [(section.level, [row.id for row in section.rows]) for section in layout.sections] == [
        ("Parkett", ["1"]),
        ("1. Rang", ["2"]),
        ("2. Rang", ["3"]),
    ]
    heights = [place.point.z for section in layout.sections if (place := layout.place_of(section.id))]
    assert heights == sorted(heights)
    assert heights[0] == 0
    assert heights[1] >= 3


def test_stands_around_a_field_begin_at_one_height_and_a_gallery_is_level() -> None:
    """By their distance from the middle alone, the short sides would begin metres above the field."""
    around = {"South": (0.0, -6.0, 0.0), "South right": (7.5, -6.0, 0.0), "South left": (-7.5, -6.0, 0.0)}
    around |= {"North": (0.0, 6.0, 180.0), "East": (15.0, 0.0, 270.0), "West": (-15.0, 0.0, 90.0)}
    blocks = {f"Ground floor {side}": place for side, place in around.items()}
    blocks |= {"First floor centre": (0.0, 6.0, 180.0), "First floor left": (7.5, 6.0, 180.0)}
    seats = chain.from_iterable(
        straight_block(section=name, middle=(x, y), facing_deg=facing_deg, level=name[:12].strip())
        for name, (x, y, facing_deg) in blocks.items()
    )
    field = FoundArea(kind="field", points=((-12, -4), (12, -4), (12, 4), (-12, 4)))
    layout = compiled(fit_hall(hall(seats, areas=[field])))
    heights: dict[str | None, set[tuple[float, ...]]] = {"Ground floor": set(), "First floor": set()}
    for section in layout.sections:
        rows = [layout.slot_place(section, row, 0) for row in section.rows]
        heights[section.level].add(tuple(round(place.point.z, 1) for place in rows if place is not None))
    assert {level: len(different) for level, different in heights.items()} == {
        "Ground floor": 1,
        "First floor": 1,
    }
    [ground], [gallery] = heights["Ground floor"], heights["First floor"]
    assert ground[0] == 0
    assert min(gallery) - ground[0] > 3


def test_names_that_a_layout_cannot_have_are_replaced_and_told() -> None:
    seats = list(straight_block(section="Rang / links {1}", rows=("?", "B")))
    seats[0].name = "12/3"
    fitted = fit_hall(hall(seats, areas=[stage()]))
    [section] = compiled(fitted).sections
    assert (section.id, section.name) == ("Rang links 1", "Rang / links (1)")
    assert [row.id for row in section.rows] == ["1", "B"]
    assert "12 3" in list(section.rows[0].seats or ())
    assert "12/3" in texts(fitted.report.inferred) or "?" in texts(fitted.report.inferred)


@pytest.mark.parametrize(
    ("section", "numbers", "rows"),
    [("Box 1", "1234", {""}), ("Box 1", "1212", {"1", "2"}), ("Terrace", "1234", {"1", "2"})],
)
def test_a_box_whose_seats_have_numbers_of_their_own_has_no_rows(
    section: str, numbers: str, rows: set[str]
) -> None:
    """Two seats behind two others, at the side of the stalls."""
    seats = [
        FoundSeat(name=number, section=section, x=9.0 + 0.6 * (at % 2), y=-6.0 - 0.9 * (at // 2))
        for at, number in enumerate(numbers)
    ]
    layout = compiled(fit_hall(hall([*straight_block(), *seats], areas=[stage()])))
    assert {key.row for key in layout.seats()} - {*"ABCD"} == rows


def test_seats_without_any_name_get_rows_and_numbers() -> None:
    found = hall(straight_block(), areas=[stage()])
    for seat in found.seats:
        seat.name = seat.row = seat.section = seat.part = ""
    fitted = fit_hall(found)
    [section] = compiled(fitted).sections
    assert [row.id for row in section.rows] == ["1", "2", "3", "4"]
    assert [len(row.seats or ()) for row in section.rows] == [12] * 4
    assert "numbered from the front" in texts(fitted.report.inferred)
    assert "4 rows and 48 seats have no name in the file" in fitted.report.headline
    assert largest_move_m(found, compiled(fitted), 1.0) < CENTIMETRE


@pytest.mark.parametrize("numbers", [[*range(1, 13)], [*range(12, 0, -1)], [*range(23, 0, -2)]])
def test_seats_without_a_number_get_the_one_that_their_row_leads_to(numbers: list[int]) -> None:
    found = hall(straight_block(seats=lambda _: [*map(str, numbers)]), areas=[stage()])
    for row in range(4):
        for place in (0, 1, 5, 11):
            found.seats[12 * row + place].name = ""
    fitted = fit_hall(found)
    assert [key.seat for key in compiled(fitted).seats()] == [*map(str, numbers)] * 4
    assert "16 seats have no name in the file" in fitted.report.headline


def test_tables_have_their_seats_around_them() -> None:
    tables = [table("T1", -3.0, -6.0), table("T2", 3.0, -6.0, seats=8)]
    seats = [seat for number, (_, around) in enumerate(tables) for seat in around]
    for seat in seats:
        seat.table = int(seat.row[1]) - 1
    found = hall(seats, tables=[found for found, _ in tables], areas=[stage()])
    layout = compiled(fit_hall(found))
    [section] = layout.sections
    assert layout.facts.hall == "club"
    assert [(round(each.x), round(each.y)) for each in section.plan.tables] == [(-3, -6), (3, -6)]
    north = layout.place_of("Tables", "T1", "1")
    assert north is not None
    assert (round(north.point.y, 1), round(north.facing_deg)) == (-4.9, 180)


def test_standing_areas_keep_outline_capacity_and_category() -> None:
    pit = FoundArea(
        kind="standing", name="Pit", points=((-5, -3), (5, -3), (5, -9), (-5, -9)), capacity=400, category="s"
    )
    categories = [FoundCategory(key="s", name="Standing", colour="#FF0000")]
    found = hall(straight_block(middle=(0, -12)), areas=[stage(), pit], categories=categories)
    layout = compiled(fit_hall(found))
    standing = layout.sections[-1]
    assert (standing.name, standing.kind, standing.capacity) == ("Pit", "standing", 400)
    assert (-5, -3) in standing.plan.corners
    assert layout.facts.categories[0].colour == "#ff0000"


def test_categories_properties_and_refs_stay_with_their_seats() -> None:
    found = hall(straight_block(), areas=[stage()])
    for index, seat in enumerate(found.seats):
        seat.category = "gold" if index < 14 else "silver"
    found.categories = [FoundCategory(key="gold", name="Gold"), FoundCategory(key="silver", name="Silver")]
    found.seats[3].properties = ("wheelchair", "aisle")
    found.seats[4].view_note = "Behind a pillar"
    layout = compiled(fit_hall(found))
    for seat in found.seats:
        kind = layout.seat_kind("Stalls", seat.row, seat.name)
        assert kind.category == seat.category.capitalize()
        assert set(kind.properties) == {*seat.properties, *(("restrictedView",) if seat.view_note else ())}
        assert (kind.view_note or "") == seat.view_note
        assert layout.seat_ref("Stalls", seat.row, seat.name) == seat.ref


def test_a_repeated_ref_gives_way_to_the_spare_one() -> None:
    found = hall(straight_block(rows=("A",)), areas=[stage()])
    found.seats[0].ref = found.seats[1].ref = "same"
    found.seats[0].spare_ref, found.seats[1].spare_ref = "one", "two"
    fitted = fit_hall(found)
    layout = compiled(fitted)
    assert [layout.seat_ref("Stalls", "A", seat) for seat in ("1", "2", "3")] == ["one", "two", "ref-2"]
    assert "same" in texts(fitted.report.inferred)


def test_heights_of_the_file_are_kept_and_others_are_marked_as_assumed() -> None:
    found = hall(straight_block(), areas=[stage()])
    assert "heights" in compiled(fit_hall(found)).facts.assumed
    for seat in found.seats:
        seat.z = 0.15 * (ord(seat.row) - ord("A")) ** 2
    layout = compiled(fit_hall(found))
    assert "heights" not in layout.facts.assumed
    for seat in found.seats:
        point = layout.floor_point("Stalls", seat.row, seat.name)
        assert point is not None
        assert point.z == pytest.approx(seat.z, abs=CENTIMETRE)


def test_a_seat_without_a_position_stands_between_its_neighbours() -> None:
    found = hall(straight_block(), areas=[stage()])
    found.seats[4].x = None
    found.seats[12].y = math.nan
    fitted = fit_hall(found)
    layout = compiled(fitted)
    places = [layout.floor_point("Stalls", "A", str(seat)) for seat in (4, 5, 6)]
    assert all(place is not None for place in places)
    assert [round(place.x, 2) for place in places if place] == [-1.38, -0.83, -0.28]
    assert '"count":2' in texts([item for item in fitted.report.inferred if "usable position" in item.text])


def test_a_plan_of_names_gives_a_hall_without_geometry() -> None:
    seats = [FoundSeat(section="Stalls", row=row, name=str(n)) for row in "BA" for n in (10, 9, 1, 2)]
    found = hall(seats)
    found.format = "pretix"
    fitted = fit_hall(found)
    layout = compiled(fitted)
    [section] = layout.sections
    assert section.plan.placement is None
    assert [row.id for row in section.rows] == ["A", "B"]
    assert list(section.rows[0].seats or ()) == ["1", "2", "9", "10"]
    assert layout.facts.assumed == ()
    assert "not on the map" in texts(fitted.report.left_out)


def test_rows_without_seats_are_rows() -> None:
    rows = [FoundRow(section="N1", name=name) for name in "ABC"]
    layout = compiled(fit_hall(hall([], rows_without_seats=rows, section_names={"N1": "North 1"})))
    assert [(section.name, len(section.rows)) for section in layout.sections] == [("North 1", 3)]


def test_labels_that_pretix_prints_resolve() -> None:
    found = hall(straight_block(), areas=[stage()])
    for seat in found.seats:
        seat.printed_label = f"Stalls, Sofa {seat.row}, Kissen {seat.name}"
    fitted = fit_hall(found)
    layout = compiled(fitted)
    assert layout.seat_count == 48
    assert '"count":48' in texts([item for item in fitted.report.taken if "prints" in item.text])


def test_the_focus_is_found_without_any_area() -> None:
    around = compiled(fit_hall(hall(ring())))
    middle = around.floor_point("0")
    assert middle is not None
    assert math.hypot(middle.x, middle.y) == pytest.approx(20, abs=0.5)
    below = fit_hall(hall(straight_block(rows=("A", "B", "C"))))
    front = compiled(below).place_of("Stalls", "A", "6")
    assert front is not None
    assert front.point.y < 0
    above = compiled(fit_hall(hall(straight_block(rows=("C", "B", "A"))))).floor_point("Stalls", "A", "6")
    assert above is not None
    assert above.y > 0
    assert "focus" in layout_of(below).assumed
    curved = compiled(fit_hall(hall(curved_block(centre=(3.0, 9.0))))).floor_point("Arc", "1", "8")
    assert curved is not None
    assert curved.x == pytest.approx(-0.275, abs=0.3)


def test_a_hall_that_is_too_large_is_refused_with_the_bound() -> None:
    seats = [FoundSeat(section=str(number), row="A", name="1") for number in range(5001)]
    with pytest.raises(UnreadableFile, match="5,001 sections"):
        fit_hall(hall(seats))


NUMBERS = st.one_of(
    st.none(),
    st.integers(-40, 40).map(float),
    st.floats(),
    st.sampled_from([math.nan, math.inf, 1e308, -1e308, 1e13, 0.0]),
)
NAMES = st.one_of(
    st.sampled_from(["", "A", "B", "1", "2", "12A", "12/3", "?", "Row 1", "{id}", "é" * 60]),
    st.text(max_size=8),
)
SEATS = st.builds(
    FoundSeat,
    name=NAMES,
    row=NAMES,
    section=st.sampled_from(["", "Stalls", "1. Rang", "x/y", "{number}", "\u200b"]),
    level=st.sampled_from(["", "", "Upper"]),
    part=st.sampled_from(["", "p", "q"]),
    x=NUMBERS,
    y=NUMBERS,
    z=st.one_of(st.none(), NUMBERS),
    facing_deg=st.one_of(st.none(), st.floats()),
    category=st.sampled_from(["", "a", "b"]),
    properties=st.sampled_from([(), ("wheelchair",), ("companion", "aisle")]),
    view_note=st.sampled_from(["", "", "pillar\n"]),
    spare_ref=st.sampled_from(["", "spare", "\x00"]),
    printed_label=st.sampled_from(["", "Stalls, Row A, Seat 1"]),
)
AREAS = st.builds(
    FoundArea,
    kind=st.sampled_from(["stage", "field", "standing", "text", "decoration"]),
    name=st.sampled_from(["", "Stage", "Balcony", "Parkett"]),
    points=st.lists(st.tuples(st.floats(), st.floats()), max_size=5).map(tuple),
    capacity=st.one_of(st.none(), st.integers(-5, 10**9)),
)


@examples(80)
@given(
    st.lists(SEATS, max_size=25),
    st.lists(AREAS, max_size=3),
    st.sampled_from([None, 1.0, 0.001, math.nan, 0.0, -1.0, 1e300]),
    st.booleans(),
)
def test_no_seat_of_any_file_is_lost(
    seats: list[FoundSeat], areas: list[FoundArea], metres_per_unit: float | None, is_y_down: bool
) -> None:
    found = hall(seats, areas=areas, metres_per_unit=metres_per_unit, is_y_down=is_y_down)
    fitted = fit_hall(found)
    layout = compiled(fitted)
    assert fitted.report.seats == fitted.report.seats_in_file == layout.seat_count == len(seats)
    keys = [layout.seat_with_ref(seat.ref) for seat in seats]
    assert None not in keys
    assert len(set(keys)) == len(seats)


@examples(40)
@given(st.integers(1, 12), st.integers(1, 20), st.floats(0, 360), st.floats(0.45, 0.8), st.booleans())
def test_any_regular_block_is_where_the_file_has_it(
    rows: int, seats: int, facing_deg: float, spacing_m: float, has_aisle: bool
) -> None:
    found = hall(
        straight_block(
            rows=[str(row) for row in range(1, rows + 1)],
            seats=lambda _: [str(seat) for seat in range(1, seats + 1)],
            middle=(8 * math.sin(facing_deg), -8 - math.cos(facing_deg)),
            facing_deg=facing_deg,
            spacing_m=spacing_m,
            aisle_after=seats // 2 if has_aisle else None,
        ),
        areas=[stage()],
    )
    layout = compiled(fit_hall(found))
    assert largest_move_m(found, layout, 1.0) < CENTIMETRE
    assert compile_layout(layout_of(fit_hall(found))).seat_count == rows * seats


def test_the_name_of_a_category_says_what_its_seats_have() -> None:
    categories = [FoundCategory(key="1", name="Parkett"), FoundCategory(key="2", name="Rollstuhlplätze")]
    seats = [FoundSeat(name=str(n), row="A", x=n, y=0.0, category="2" if n > 2 else "1") for n in range(1, 5)]
    seats[3].properties = ("companion",)
    layout = compiled(fit_hall(FoundHall(format="pretix", seats=seats, categories=categories)))
    has = [layout.seat_kind(*key).properties for key in layout.seats()]
    assert has == [(), (), ("wheelchair",), ("companion",)]


def test_seats_that_stand_around_a_table_as_a_row_are_measured_along_its_edge() -> None:
    sides = [(30.0 * n, y) for y in (0.0, 70.0) for n in range(5)]
    seats = [FoundSeat(name=str(n), row="Table 1", x=x, y=y) for n, (x, y) in enumerate(sides)]
    assert seat_pitch(seats, [PlanPoint(x, y) for x, y in sides]) == 30.0
