"""Seating plans of pretix are read without a lost seat, and nothing is dropped in silence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from imports.arbitrary_json import values
from imports.plans_of_pretix import JsonObject, at, plan, row, seat, seats, zone
from seatpreview.imports import found_seats
from seatpreview.imports.fitting.hall_fitting import fit_hall
from seatpreview.imports.model import FoundArea, FoundHall, UnreadableFile
from seatpreview.imports.pretix import read_pretix


def left_out(hall: FoundHall) -> dict[str, tuple[int, str | None]]:
    return {item.text: (item.count, item.example) for item in hall.left_out}


def inferred(hall: FoundHall) -> dict[str, int]:
    return {item.text: item.count for item in hall.inferred}


def areas_of(*areas: JsonObject) -> list[FoundArea]:
    return read_pretix(plan(zone("Z", row("1", seat("1", 0, 0)), areas=areas, position=at(100, 0)))).areas


def corners(area: FoundArea) -> list[tuple[float, float]]:
    return [(round(x, 6), round(y, 6)) for x, y in area.points]


def test_positions_of_zone_row_and_seat_are_added_up() -> None:
    placed = row("A", seat("1", 1, 2), seat("2", 26, 2), position=at(10, 20))
    hall = read_pretix(plan(zone("Stalls", placed, position=at(100, 200))))
    assert [(found.x, found.y) for found in hall.seats] == [(111, 222), (136, 222)]
    assert hall.is_y_down
    assert hall.metres_per_unit is None


def test_a_seat_has_the_names_and_ids_of_the_file() -> None:
    hall = read_pretix(plan(zone("Stalls", row("A", *seats("1 2", prefix="S-")))))
    first = hall.seats[0]
    assert (hall.name, first.section, first.row, first.name) == ("Opera", "Stalls", "A", "1")
    assert (first.ref, first.spare_ref, first.part, first.category) == ("S-1", "uuid-S-1", "0/0", "A")
    assert [(category.key, category.colour) for category in hall.categories] == [("A", "#f44336")]


@pytest.mark.parametrize(
    ("zone_name", "row_number", "members", "printed"),
    [
        ("Stalls", "A", {}, "Stalls, Row A, Seat 1"),
        ("Stalls", "A", {"row_label": "Box %s", "seat_label": "Chair %s"}, "Stalls, Box A, Chair 1"),
        ("Stalls", "", {"row_label": "Table", "seat_label": None}, "Stalls, Table, Seat 1"),
        ("Stalls", "", {}, "Stalls, Seat 1"),
        ("", "A", {}, "Row A, Seat 1"),
    ],
)
def test_the_printed_label_is_what_pretix_prints_on_tickets(
    zone_name: str, row_number: str, members: JsonObject, printed: str
) -> None:
    hall = read_pretix(plan(zone(zone_name, row(row_number, seat("1", 0, 0), **members))))
    assert hall.seats[0].printed_label == printed


def test_parts_of_a_row_and_zones_of_one_name_are_told_apart_by_their_part() -> None:
    left, right = row("A", *seats("1 2"), uuid="left"), row("A", *seats("1 2", first_x=90), uuid="right")
    copied = row("A", *seats("1 2"), uuid="left")
    hall = read_pretix(plan(zone("Stalls", left, right), zone("Stalls", copied)))
    assert [found.part for found in hall.seats[::2]] == ["left", "right", "1/0"]
    assert {(found.section, found.row) for found in hall.seats} == {("Stalls", "A")}


def test_doubled_ids_lose_no_seat_and_are_counted() -> None:
    hall = read_pretix(plan(zone("Z", row("A", *seats("1 2 3")), row("B", *seats("1 2")))))
    assert len(hall.seats) == 5
    [told] = [item for item in fit_hall(hall).report.left_out if "more than once" in item.text]
    assert (told.count, told.example) == (4, "1")


def test_an_old_plan_without_size_categories_and_objects_for_texts_is_read() -> None:
    old_row = {"row_number": 3, "seats": [{"seat_number": 12, "seat_guid": "x", "position": at(1, 1)}]}
    area = {"text": "S T A G E", "rectangle": {"width": 40, "height": 10}, "position": at(5, 5)}
    hall = read_pretix({"zones": [{"position": at(0, 0), "rows": [old_row], "areas": [area]}]})
    assert [(found.row, found.name, found.category) for found in hall.seats] == [("3", "12", "")]
    assert [(found.kind, found.name) for found in hall.areas] == [("stage", "S T A G E")]
    assert inferred(hall) == {"Zones have no name.": 1, "Seats do not have a category.": 1}


def test_an_old_area_states_its_width_and_height_beside_its_text() -> None:
    found = areas_of({"text": "SCREEN", "position": at(10, 20), "width": 40, "height": 10})
    assert [(area.kind, corners(area)) for area in found] == [
        ("stage", [(110, 20), (150, 20), (150, 30), (110, 30)])
    ]


def test_an_answer_of_the_api_holds_the_plan_as_its_layout() -> None:
    hall = read_pretix({"id": 2, "name": "API", "layout": plan(zone("Z", row("A", *seats("1"))))})
    assert hall.name == "Opera"
    assert len(hall.seats) == 1


def test_areas_are_turned_clockwise_around_their_position() -> None:
    rectangle = {"shape": "rectangle", "rectangle": {"width": 40, "height": 10}, "position": at(10, 0)}
    (turned,) = areas_of(rectangle | {"rotation": 90})
    assert corners(turned) == [(110, 0), (110, 40), (100, 40), (100, 0)]


def test_every_shape_has_an_outline() -> None:
    triangle = {"points": [at(0, 0), at(4, 0), at(0, 4)]}
    polygon, ellipse, circle, text = areas_of(
        {"shape": "polygon", "polygon": triangle, "position": at(1, 1), "uuid": "p"},
        {"shape": "ellipse", "ellipse": {"radius": at(8, 4)}, "position": at(0, 0)},
        {"shape": "circle", "circle": {"radius": 5}, "position": at(0, 0), "text": {"text": "Pitch"}},
        {"shape": "text", "text": {"text": "Balcony", "position": at(2, 3)}, "position": at(1, 1)},
    )
    assert (polygon.kind, polygon.ref, corners(polygon)) == (
        "decoration",
        "p",
        [(101, 1), (105, 1), (101, 5)],
    )
    assert max(x for x, _ in ellipse.points) == 108
    assert max(y for _, y in ellipse.points) == 4
    assert circle.kind == "field"
    assert (text.kind, text.name, text.points) == ("text", "Balcony", ((103, 4),))


@pytest.mark.parametrize(
    ("text", "kind"),
    [("Stehplätze", "standing"), ("Pit", "standing"), ("Orchestra pit", "decoration"), ("Bar", "decoration")],
)
def test_a_shape_is_a_standing_area_by_its_text(text: str, kind: str) -> None:
    (area,) = areas_of(
        {"shape": "circle", "circle": {"radius": 5}, "position": at(0, 0), "text": {"text": text}}
    )
    assert area.kind == kind


def test_everything_that_is_not_taken_is_counted_with_an_example() -> None:
    odd_seat = seat("1", 0, 0, radius=12, start_direction="<>", mood="good", category="Unlisted")
    odd = zone(
        "Z", row("A", odd_seat, row_number_position="both"), areas=[{"shape": "star", "color": "#fff"}]
    )
    hall = read_pretix(plan(odd, categories=[{"name": "A", "color": "chartreuse"}, {"name": "A"}]))
    assert left_out(hall) == {
        "Colours of categories that are not in the form #rrggbb.": (1, "A"),
        "Categories without a name, or with the name of an earlier one.": (1, "A"),
        "Where the plan draws the numbers of rows.": (1, "both"),
        "The member 'mood' of a seat is not known, and is not taken.": (1, "good"),
        "Where the ordered booking of a row begins.": (1, "<>"),
        "How large the plan draws seats.": (1, "12"),
        "Areas without a usable shape.": (1, "star"),
        "The size of the drawing in pixels.": (1, None),
    }
    assert [category.key for category in hall.categories] == ["A", "Unlisted"]


@pytest.mark.parametrize("x", ["NaN", 1e308, None, [], True, float("inf")])
def test_a_seat_without_a_usable_position_is_kept(x: object) -> None:
    hall = read_pretix(plan(zone("Z", row("A", seat("1", 0, 0, position={"x": x, "y": 0})))))
    assert [(found.name, found.x, found.y) for found in hall.seats] == [("1", None, None)]
    assert ("Positions of seats that are missing, or not numbers of at most 10,000,000.", (1, "guid-1")) in (
        left_out(hall).items()
    )


def test_an_unusable_position_of_a_zone_counts_as_zero() -> None:
    hall = read_pretix(plan(zone("Z", row("A", seat("1", 3, 4)), position="here")))
    assert (hall.seats[0].x, hall.seats[0].y) == (3, 4)
    assert inferred(hall) == {"Positions of zones are missing or unusable, and count as zero.": 1}


@pytest.mark.parametrize("content", [{}, {"zones": {}}, {"zones": []}, {"zones": [1, None]}, plan(zone("Z"))])
def test_a_plan_without_seats_is_refused(content: JsonObject) -> None:
    with pytest.raises(UnreadableFile):
        read_pretix(content)


def test_a_plan_with_too_many_seats_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found_seats, "FOUND_SEATS_MAX", 2)
    with pytest.raises(UnreadableFile, match="more than 2 seats"):
        read_pretix(plan(zone("Z", row("A", *seats("1 2 3")))))


def test_areas_are_bounded_and_the_others_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found_seats, "AREAS_MAX", 2)
    circle: JsonObject = {"shape": "circle", "circle": {"radius": 5}, "position": at(0, 0)}
    hall = read_pretix(plan(zone("Z", row("A", *seats("1")), areas=[circle] * 5)))
    assert len(hall.areas) == 2
    assert left_out(hall)["Shapes and texts after the first 2."] == (3, None)


def test_labels_cannot_multiply_long_names() -> None:
    """A label of many placeholders and a long number would fill the memory."""
    label = "%s" * 100
    hall = read_pretix(
        plan(zone("Z", row("9" * 5000, seat("1" * 5000, 0, 0), row_label=label, seat_label=label)))
    )
    assert len(hall.seats[0].printed_label) == 200


MEMBERS = [
    *("name", "zones", "categories", "size", "position", "rows", "areas", "uuid", "row_number", "row_label"),
    *("seat_label", "seats", "seat_guid", "seat_number", "radius", "category", "shape", "polygon", "points"),
    *("rectangle", "width", "height", "ellipse", "circle", "text", "rotation", "x", "y", "color", "other"),
]


@examples(50)
@given(st.lists(values(MEMBERS), max_size=3), st.lists(values(MEMBERS), max_size=3), values(MEMBERS))
def test_no_value_anywhere_in_a_plan_raises_another_error(
    found_seats: list[object], areas: list[object], anything: object
) -> None:
    odd_row = {"row_number": anything, "position": anything, "uuid": anything, "seats": found_seats}
    odd_zone = {"name": anything, "position": anything, "rows": [odd_row, anything], "areas": areas}
    for content in (
        {"zones": anything, "categories": anything},
        {"zones": [odd_zone, anything], "categories": [anything], "name": anything, "layout": anything},
        anything if isinstance(anything, dict) else {},
    ):
        try:
            hall = read_pretix(content)
        except UnreadableFile:
            continue
        assert hall.seats
        assert all(abs(found.x or 0) <= 1e7 for found in hall.seats)
