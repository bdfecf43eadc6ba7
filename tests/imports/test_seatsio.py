"""Charts of seats.io are read without a lost seat, and nothing is dropped in silence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from imports.arbitrary_json import values
from imports.charts_of_seatsio import JsonObject, at, chart, root, row, seat, section
from seatpreview.imports import found_seats
from seatpreview.imports.model import FoundHall, UnreadableFile
from seatpreview.imports.seatsio.reader import read_seatsio


def taken(hall: FoundHall) -> dict[str, tuple[int, str | None]]:
    return {item.text: (item.count, item.example) for item in hall.taken}


def left_out(hall: FoundHall) -> dict[str, tuple[int, str | None]]:
    return {item.text: (item.count, item.example) for item in hall.left_out}


def inferred(hall: FoundHall) -> dict[str, tuple[int, str | None]]:
    return {item.text: (item.count, item.example) for item in hall.inferred}


def names(hall: FoundHall) -> list[tuple[str, str, str, str]]:
    return [(found.level, found.section, found.row, found.name) for found in hall.seats]


def test_a_row_has_seats_with_names_places_categories_and_ids() -> None:
    hall = read_seatsio(chart(rows=[row("A", seat("1", 10, 20), seat("2", 30, 20))], focalPoint=at(20, -50)))
    first = hall.seats[0]
    assert names(hall) == [("", "", "A", "1"), ("", "", "A", "2")]
    assert (first.x, first.y, first.category, first.ref, first.part) == (10, 20, "9", "seat-1-10-20", "row-A")
    assert (hall.name, hall.focal_point) == ("Hall", (20, -50))
    assert [(category.key, category.name, category.colour) for category in hall.categories] == [
        ("9", "Gold", "#87a9cd"),
        ("s", "Space", "#ffffff"),
    ]


def test_a_focal_point_in_the_corner_of_the_page_is_left_out_and_told() -> None:
    hall = read_seatsio(chart(rows=[row("A", seat("1", 10, 20), seat("2", 30, 20))], focalPoint=at(0, 0)))
    assert hall.focal_point is None
    assert any("focal point" in text for text in left_out(hall))


def test_floors_become_levels_and_sections_lie_at_their_top_left_corner() -> None:
    nested = {"width": 102, "height": 52, "rows": [row("A", seat("1", 5, 6, categoryKey=None))]}
    boxes = section("Boxes", 300, 40, (100, 50), subChart=nested, categoryKey=9)
    floors = [
        {"floorName": "1", "floorDisplayName": "Ground floor", "rows": [row("A", seat("1", 0, 0))]},
        {"floorName": "2", "sections": [boxes]},
    ]
    hall = read_seatsio(root(subChartFloors=floors))
    assert names(hall) == [("Ground floor", "", "A", "1"), ("2", "Boxes", "A", "1")]
    assert (hall.seats[1].x, hall.seats[1].y, hall.seats[1].category) == (305, 46, "9")
    assert [(area.kind, area.name, area.level) for area in hall.areas] == [("decoration", "Boxes", "2")]
    assert hall.inferred == []


def test_a_section_chart_of_another_scale_is_fitted_into_its_outline() -> None:
    nested = {"width": 500, "height": 250, "rows": [row("A", seat("1", 50, 100))]}
    hall = read_seatsio(chart(sections=[section("North", 300, 40, (100, 50), subChart=nested)]))
    assert (hall.seats[0].x, hall.seats[0].y) == (310, 60)
    assert [item.example for item in hall.inferred] == ["North: 0.2"]


def test_seats_outside_their_section_are_told() -> None:
    nested = {"width": 100, "height": 50, "rows": [row("A", seat("1", 500, 10))]}
    hall = read_seatsio(chart(sections=[section("North", 0, 0, (100, 50), subChart=nested)]))
    assert inferred(hall) == {
        "Seats lie outside the outline of their section; check their places.": (1, "North A 1")
    }


def test_seats_that_lie_in_the_outline_as_they_are_stay_there() -> None:
    nested = {"rows": [row("A", seat("1", 310, 60))]}
    outline = [at(300, 40), at(400, 40), at(400, 90), at(300, 90)]
    hall = read_seatsio(chart(sections=[{"label": "North", "points": outline, "subChart": nested}]))
    assert (hall.seats[0].x, hall.seats[0].y) == (310, 60)


def test_sections_in_sections_are_added_up() -> None:
    inner = section("Inner", 10, 10, (50, 20), subChart={"rows": [row("A", seat("1", 1, 2))]})
    hall = read_seatsio(
        chart(sections=[section("Outer", 100, 100, (90, 90), subChart={"sections": [inner]})])
    )
    assert (hall.seats[0].section, hall.seats[0].x, hall.seats[0].y) == ("Inner", 111, 112)


@pytest.mark.parametrize(
    ("members", "properties"),
    [
        ({"accessible": True}, ("wheelchair",)),
        ({"categoryKey": "s"}, ("wheelchair",)),
        ({"categoryKey": "s", "accessible": True, "companionSeat": True}, ("wheelchair", "companion")),
        ({"semiAmbulatorySeat": True, "restrictedView": True}, ("easyAccess", "restrictedView")),
        ({"stepFreeAccess": True}, ("stepFree",)),
        ({"accessible": False, "restrictedView": None, "plusSize": True}, ()),
    ],
)
def test_flags_become_properties(members: JsonObject, properties: tuple[str, ...]) -> None:
    hall = read_seatsio(chart(rows=[row("A", seat("1", 0, 0, **members))]))
    assert hall.seats[0].properties == properties


def test_display_labels_name_rows_and_seats_and_uuids_are_refs() -> None:
    shown = row("A", seat("1", 0, 0, displayLabel="Throne"), seat("2", 9, 0), displayLabel="Front")
    plain = row("B", seat("1", 0, 9, displayLabel="1"), displayLabel=None)
    rows = {"rows": [shown, plain]}
    hall = read_seatsio(chart(sections=[section("N", 0, 0, (50, 50), subChart=rows)]))
    assert [found.printed_label for found in hall.seats] == ["N-Front-Throne", "N-Front-2", ""]
    assert [(found.row, found.name) for found in hall.seats] == [
        ("Front", "Throne"),
        ("Front", "2"),
        ("B", "1"),
    ]
    assert [found.ref for found in hall.seats] == ["seat-1-0-0", "seat-2-9-0", "seat-1-0-9"]
    assert [found.spare_ref for found in hall.seats] == ["N-A-1", "N-A-2", "N-B-1"]


def test_labels_name_the_seats_of_a_section_in_which_display_labels_repeat() -> None:
    rows = [row(name, seat("1", 0, y), displayLabel="Sofa") for y, name in enumerate("AB")]
    hall = read_seatsio(chart(rows=rows))
    assert [found.row for found in hall.seats] == ["A", "B"]
    assert "Display labels repeat in a section; its seats are named by their labels." in inferred(hall)


def test_a_section_keeps_its_label_and_has_its_display_label_as_name() -> None:
    sections = [
        section("101", x, 0, (50, 50), displayLabel="Left", subChart={"rows": [row("A", seat("1", 0, 0))]})
        for x in (0, 90)
    ]
    hall = read_seatsio(chart(sections=sections))
    assert hall.section_names == {"101": "Left"}
    assert [found.zone for found in hall.seats] == [1, 2]


def test_a_row_may_name_its_section_itself() -> None:
    named = row("A", seat("1", 0, 0), sectionLabel="Stalls", sectionDisplayedLabel="Parkett")
    hall = read_seatsio(chart(rows=[named]))
    assert (hall.seats[0].section, hall.seats[0].printed_label) == ("Stalls", "Parkett-A-1")


def test_tables_are_round_or_rectangular_and_know_their_seats() -> None:
    around = [seat("1", 0, -30), seat("2", 0, 30)]
    square = {"center": at(100, 0), "width": 60, "height": 30, "rotationAngle": 405}
    tables = [
        row("T1", *around, center=at(0, 0), radius=20, bookAsAWhole=True),
        row("T2", seat("1", 100, 40), type="rectangular", **square),
        row("T3", seat("1", 200, 0), seat("2", 220, 0), center="lost"),
    ]
    hall = read_seatsio(chart(tables=tables))
    assert [found.table for found in hall.seats] == [0, 0, 1, 2, 2]
    assert [(table.name, table.shape, table.x, table.width, table.depth) for table in hall.tables] == [
        ("T1", "round", 0, 40, 40),
        ("T2", "rectangle", 100, 60, 30),
        ("T3", "round", 210, 0, 0),
    ]
    assert hall.tables[1].turn_deg == 45
    assert "Whether a table is sold as a whole: each of its seats is a seat." in left_out(hall)


def test_a_booth_is_a_section_without_seats() -> None:
    booth = {"label": "B7", "center": at(5, 6), "width": 40, "height": 40, "categoryKey": 9, "capacity": 4}
    hall = read_seatsio(chart(booths=[booth | {"uuid": "booth"}], rows=[row("A", seat("1", 0, 0))]))
    found = [(area.kind, area.name, area.ref, area.capacity, area.points[0]) for area in hall.areas]
    assert (len(hall.seats), found) == (1, [("standing", "B7", "booth", 4, (-15, -14))])
    assert taken(hall)["Booths, each as a section without seats."] == (1, "B7")


def test_general_admission_areas_are_standing_areas_of_every_shape() -> None:
    areas: list[JsonObject] = [
        {"type": "circle", "center": at(0, 0), "radius1": 8, "radius2": 4, "rotationAngle": 90},
        {"type": "rectangle", "center": at(0, 0), "width": 8, "height": 4},
        {"type": "polygon", "points": [at(0, 0), at(8, 0), at(0, 4)]},
        {"type": "polygon", "points": [at(0, 0), "corner"]},
    ]
    listed = [
        area | {"label": f"GA{index}", "capacity": 100, "categoryKey": 9} for index, area in enumerate(areas)
    ]
    hall = read_seatsio(chart(generalAdmissionAreas=listed))
    assert [(area.kind, area.capacity, area.category) for area in hall.areas] == [("standing", 100, "9")] * 4
    assert [len(area.points) for area in hall.areas] == [32, 4, 3, 0]
    assert max(x for x, _ in hall.areas[0].points) == pytest.approx(4)
    assert left_out(hall)["Outlines of standing areas that are missing or unusable."] == (1, "GA3")


def test_shapes_and_texts_tell_the_stage_and_the_field() -> None:
    box = {"center": at(0, 0), "width": 8, "height": 4}
    shapes = [
        box | {"smartType": "stage", "label": ""},
        box | {"label": "Bühne"},
        box | {"label": "PITCH"},
        box | {"label": "Bar"},
    ]
    texts = [{"text": "Balcony", "center": at(1, 2)}, {"text": "Stage", "x": 1, "y": 2}, {"text": "Nowhere"}]
    hall = read_seatsio(chart(rows=[row("A", seat("1", 0, 0))], shapes=shapes, texts=texts))
    assert [area.kind for area in hall.areas] == ["stage", "stage", "field", "decoration", "text", "stage"]
    assert left_out(hall)["Texts that are empty, or without a usable position."] == (1, "Nowhere")


def test_charts_with_errors_lose_no_seat() -> None:
    """Labels that are missing, doubled or '?', doubled ids, and places that are no numbers."""
    odd: list[JsonObject] = [
        seat("1", 0, 0),
        seat("1", 0, 0),
        seat("?", 20, 0),
        {"x": "NaN", "y": 1e308},
        {"label": 7, "x": 1},
    ]
    hall = read_seatsio(chart(rows=[row("A", *odd), row("?", seat("1", 0, 9)), {"seats": [seat("1", 9, 9)]}]))
    assert [(found.row, found.name) for found in hall.seats] == [
        *[("A", "1"), ("A", "1"), ("A", ""), ("A", ""), ("A", "7")],
        *[("", "1"), ("", "1")],
    ]
    assert len({found.part for found in hall.seats}) == 3
    assert inferred(hall)["There are seats without a label."][0] == 2


def test_what_a_layout_cannot_say_is_counted_and_images_are_listed_but_not_fetched() -> None:
    image = "https://images.example/a.jpg"
    one = seat("1", 0, 0, viewFromYourSeatImage=image, plusSize=True, entrance="North", glow=True)
    two = seat("2", 9, 0, viewFromYourSeatImage={"url": image}, accessible="yes")
    drawn = {"icons": [1, 2], "imageObjects": [{}], "backgroundImage": {"url": "x"}}
    hall = read_seatsio(chart(rows=[row("A", one, two)], **drawn) | {"zones": {"list": [{"label": "West"}]}})
    assert left_out(hall) == {
        "Zones, which group sections.": (1, "West"),
        "The member 'glow' of a seat is not known, and is not taken.": (1, "True"),
        "Seats for larger people.": (1, "plusSize"),
        "The entrance that seats name.": (1, "North"),
        "Values of accessible that are neither true nor false.": (1, None),
        "Icons.": (2, None),
        "Images in the drawing.": (1, None),
        "Background images.": (1, None),
        f"The image {image} is not fetched. Places that name it:": (2, None),
        "Settings of the chart's editor: spacing, sizes of labels, how it made the labels.": (1, None),
    }


@pytest.mark.parametrize(
    "content", [{}, {"venueType": "MIXED"}, root(subChart=[]), chart(), chart(rows=[{}])]
)
def test_a_chart_without_places_is_refused(content: JsonObject) -> None:
    with pytest.raises(UnreadableFile):
        read_seatsio(content)


def test_a_chart_with_too_many_seats_or_too_deep_sections_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    deep: JsonObject = {"rows": [row("A", seat("1", 0, 0))]}
    for _ in range(9):
        deep = {"sections": [section("S", 0, 0, (9, 9), subChart=deep)]}
    with pytest.raises(UnreadableFile, match="nested more than 8 times"):
        read_seatsio(root(subChart=deep))
    monkeypatch.setattr(found_seats, "FOUND_SEATS_MAX", 2)
    with pytest.raises(UnreadableFile, match="more than 2 seats"):
        read_seatsio(chart(rows=[row("A", *(seat(str(number), number, 0) for number in range(3)))]))


MEMBERS = [
    *("label", "displayLabel", "sectionLabel", "seats", "rows", "tables", "booths", "generalAdmissionAreas"),
    *("shapes", "texts", "sections", "subChart", "points", "topLeft", "center", "width", "height", "radius"),
    *("radius1", "rotationAngle", "x", "y", "categoryKey", "categoryLabel", "uuid", "capacity", "smartType"),
    *(
        "viewFromYourSeatImage",
        "url",
        "accessible",
        "focalPoint",
        "list",
        "key",
        "color",
        "other",
        "entrance",
    ),
]


@examples(25)
@given(st.dictionaries(st.sampled_from(MEMBERS), values(MEMBERS), max_size=12), values(MEMBERS))
def test_no_value_anywhere_in_a_chart_raises_another_error(floor: JsonObject, anything: object) -> None:
    odd = {"label": anything, "seats": [anything, floor], "center": anything, "width": anything} | floor
    odd_floor: JsonObject = {
        member: [odd, anything]
        for member in ("rows", "tables", "booths", "generalAdmissionAreas", "shapes", "texts")
    }
    nested = {"points": [anything, at(0, 0), at(9, 0), at(0, 9)], "subChart": odd_floor | {"width": anything}}
    for content in (
        {"subChart": anything, "subChartFloors": anything, "categories": anything, "zones": anything},
        root(subChart=floor | {"sections": [nested, nested | floor]}, categories=[anything, floor]),
        root(subChartFloors=[odd_floor, anything], name=anything),
    ):
        try:
            hall = read_seatsio(content)
        except UnreadableFile:
            continue
        assert all(abs(found.x or 0) <= 1e7 for found in hall.seats)
        assert all(found.table is None or found.table < len(hall.tables) for found in hall.seats)
