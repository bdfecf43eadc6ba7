"""The choice of an image for a place: its own, else the nearest one of its row, its section or the venue."""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from examples import examples
from layouts.random_layouts import DescribedLayout, described_layouts
from layouts.written import arena, compiled, section
from seatpreview.labels.model import Place, place_of
from seatpreview.layouts.compiled import CompiledLayout, SeatKey
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import NO_ROW
from seatpreview.seats.image_choice import Choice, ImageIndex
from seatpreview.venues.model import Covers, Image, ImagerySet
from seats.random_imagery import cameras, image, imagery, random_sets

PLACED = {"distanceM": 10, "treadM": 1, "spacingM": 1}


def chosen(
    layout: CompiledLayout,
    sets: tuple[ImagerySet, ...],
    key: str,
    configuration: str | None = None,
    uploaded: frozenset[str] = frozenset(),
) -> tuple[str, str, str | None, float | None]:
    """Returns the name of the chosen image, the match, the place it is borrowed from, and its distance."""
    choice = ImageIndex(layout, sets, uploaded).choose(place_of(*key.split("/")), configuration)
    assert choice is not None
    name = str(choice.image.url if choice.image.object is UNSET else choice.image.object)
    borrowed = None if choice.borrowed_from is None else choice.borrowed_from.key
    metres = None if choice.distance_m is None else round(choice.distance_m, 2)
    return name.removeprefix("https://images.example/"), choice.match, borrowed, metres


HALL = compiled(
    section(geometry=PLACED),
    section(id=102, geometry=PLACED | {"bearingDeg": 90}),
    section(id=103),
    configurations=[{"id": "end"}, {"id": "round"}],
)
SEAT = image("seat", section="101", rows=["B"], seats=["2"])
ROWS = image("rows", section="101", rows=["A", "B"])
SECTION = image("section", section="101")
VENUE = image("venue")
FAR = image("far", section="102")


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("101/B/2", ("seat", "seat", None, 0.0)),
        ("101/B/4", ("rows", "row", "101/B", 1.5)),
        ("101/B", ("rows", "row", None, 0.0)),
        ("101/C/2", ("seat", "section", "101/B/2", 1.0)),
        ("101/C", ("rows", "section", "101/B", 1.0)),
        ("101", ("rows", "section", "101/A", 0.0)),
        ("102/B/2", ("far", "section", "102", 1.12)),
        ("103/B/2", ("venue", "venue", None, None)),
    ],
)
def test_the_deepest_match_comes_first_and_then_the_nearest(key: str, expected: tuple[Any, ...]) -> None:
    sets = imagery({"images": [VENUE, FAR, ROWS, SECTION, SEAT]})
    assert chosen(HALL, sets, key) == expected


def test_a_section_without_images_borrows_from_the_nearest_other() -> None:
    sets = imagery({"images": [VENUE, SECTION]})
    assert chosen(HALL, sets, "102/A/1") == ("section", "venue", "101", 15.24)


def test_a_choice_keeps_no_other_images_in_memory() -> None:
    """Views are cached, and outlive the record that they were made from."""
    choice = ImageIndex(HALL, imagery({"images": [SECTION, SEAT]}), ()).choose(place_of("101"), None)
    assert choice is not None
    assert choice.imagery_set.images == ()


def test_an_image_of_the_very_section_asked_for_is_its_own() -> None:
    assert chosen(HALL, imagery({"images": [SECTION]}), "101") == ("section", "section", None, 0.0)


def test_of_several_seats_that_an_image_covers_the_nearest_one_counts() -> None:
    sets = imagery({"images": [image("ends", section="101", rows=["A"], seats=["1", "4"])]})
    assert chosen(HALL, sets, "101/A/3") == ("ends", "row", "101/A/4", 1.0)
    assert chosen(HALL, sets, "101/C/1") == ("ends", "section", "101/A/1", 2.0)


def test_a_pose_says_where_an_image_was_taken() -> None:
    near = image("near", {"x": 1.5, "y": 12, "z": 1.2}, section="101", rows=["A"])
    sets = imagery({"images": [ROWS, near]})
    assert chosen(HALL, sets, "101/C/1") == ("near", "section", "101/A", 0.0)


def test_half_a_pose_places_nothing() -> None:
    sets = imagery({"images": [image("turned", {"x": 500, "yawDeg": 90}, section="101", rows=["A"])]})
    assert chosen(HALL, sets, "101/A") == ("turned", "row", None, 0.0)


def test_without_geometry_rows_count_before_numbers() -> None:
    same_column = image("column", section="103", rows=["A"], seats=["1"])
    next_row = image("next", section="103", rows=["B"], seats=["4"])
    sets = imagery({"images": [same_column, next_row]})
    assert chosen(HALL, sets, "103/C/1") == ("next", "section", "103/B/4", None)
    assert chosen(HALL, sets, "103/B/1") == ("next", "row", "103/B/4", None)


def test_rows_of_different_lengths_are_compared_from_their_middles() -> None:
    exceptions = [{"rows": ["A"], "count": 2}]
    layout = compiled(section(seats={"count": 8, "exceptions": exceptions}))
    images = [image(seat, section="101", rows=["A"], seats=[seat]) for seat in "12"]
    assert chosen(layout, imagery({"images": images}), "101/B/5")[0] == "2"


def test_the_set_of_the_configuration_comes_before_a_general_one_of_the_same_level() -> None:
    general = {"images": [SECTION | {"url": "https://images.example/general"}, ROWS]}
    sets = imagery(general, {"configuration": "end", "images": [SECTION]})
    assert chosen(HALL, sets, "101/C/1", "end")[:2] == ("section", "section")
    assert chosen(HALL, sets, "101/B/1", "end")[:2] == ("rows", "row")
    assert chosen(HALL, sets, "101", "round")[0] == "general"
    assert chosen(HALL, sets, "101")[0] == "general"


def test_a_set_of_another_configuration_is_never_shown() -> None:
    index = ImageIndex(HALL, imagery({"configuration": "end", "images": [SEAT]}), ())
    assert index.choose(place_of("101", "B", "2"), "round") is None
    assert index.choose(place_of("101", "B", "2"), None) is None


def test_an_image_counts_once_it_is_uploaded() -> None:
    stored = {"object": "b2.jpg", "covers": {"section": "101", "rows": ["B"], "seats": ["2"]}}
    sets = imagery({"images": [SECTION, stored]})
    assert chosen(HALL, sets, "101/B/2")[0] == "section"
    assert chosen(HALL, sets, "101/B/2", uploaded=frozenset({"b2.jpg"}))[0] == "b2.jpg"


def test_of_equals_the_first_of_the_record_is_taken() -> None:
    sets = imagery({"images": [SECTION | {"url": f"https://images.example/{n}"} for n in "12"]})
    assert chosen(HALL, sets, "101/C/1")[0] == "1"


AT_THE_SEAT = {"x": 0.5, "y": 11, "z": 1.2}
"""The pose of a rendering: exactly the eyes at seat 101/B/2."""


def rendered(*images: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"kind": "rendered", "images": [*images], **members}


def test_a_real_picture_of_a_seat_comes_before_a_rendering_of_it_from_a_nearer_camera() -> None:
    real = image("real", AT_THE_SEAT | {"z": 1.6}, section="101", rows=["B"], seats=["2"])
    drawn = image("drawn", AT_THE_SEAT, section="101", rows=["B"], seats=["2"])
    for sets in (imagery(rendered(drawn), {"images": [real]}), imagery({"images": [real]}, rendered(drawn))):
        assert chosen(HALL, sets, "101/B/2") == ("real", "seat", None, 0.4)


def test_a_real_picture_of_a_seat_comes_before_a_rendering_for_the_configuration() -> None:
    drawn = image("drawn", section="101", rows=["B"], seats=["2"])
    sets = imagery(rendered(drawn, configuration="end"), {"images": [SEAT]})
    assert chosen(HALL, sets, "101/B/2", "end")[0] == "seat"


@pytest.mark.parametrize("key", ["101/B/4", "101/C/2", "101", "102/A/1", "103/B/2"])
def test_of_pictures_as_near_the_real_one_is_shown(key: str) -> None:
    drawn = image("drawn", section="101", rows=["B"], seats=["2"])
    assert chosen(HALL, imagery(rendered(drawn), {"images": [SEAT]}), key)[0] == "seat"


def test_a_nearer_rendering_comes_before_a_real_picture_of_another_seat() -> None:
    drawn = image("drawn", section="101", rows=["C"], seats=["2"])
    assert chosen(HALL, imagery({"images": [SEAT]}, rendered(drawn)), "101/C/3")[0] == "drawn"
    assert chosen(HALL, imagery({"images": [VENUE]}, rendered(drawn)), "101/A/3")[0] == "drawn"


class ReferenceCandidate(NamedTuple):
    """A candidate of the brute-force reference implementation."""

    level: int
    is_general: bool
    distance: tuple[float, ...]
    order: int
    image: Image


LEVELS = ("seat", "row", "section", "venue")
EYES_M = 1.2


def reference_candidates(
    layout: CompiledLayout, sets: tuple[ImagerySet, ...], place: Place, configuration: str | None
) -> list[ReferenceCandidate]:
    """Returns every eligible image, the best first, by brute force."""
    found: list[ReferenceCandidate] = []
    for imagery_set in sets:
        if imagery_set.configuration not in (UNSET, configuration):
            continue
        for each in imagery_set.images:
            level = level_of(each.covers, place)
            distance = min(distances(layout, each, place, level))
            is_general = imagery_set.configuration is UNSET
            found.append(ReferenceCandidate(level, is_general, distance, len(found), each))
    return sorted(found, key=lambda recount: recount[:4])


def level_of(covers: Covers, place: Place) -> int:
    if covers.section is UNSET or covers.section != place.section:
        return 3
    if place.row is None:
        return 0 if place.seat is not None and place.seat in covers.seats and not covers.rows else 2
    if place.row not in covers.rows:
        return 2
    return 0 if place.seat is not None and place.seat in covers.seats else 1


def distances(layout: CompiledLayout, each: Image, place: Place, level: int) -> Iterator[tuple[float, ...]]:
    here = layout.floor_point(place.section, place.row, place.seat)
    if here is not None and each.pose is not UNSET:
        assert each.pose.x is not UNSET
        assert each.pose.y is not UNSET
        assert each.pose.z is not UNSET
        yield (0, math.dist((*here[:2], here.z + EYES_M), (each.pose.x, each.pose.y, each.pose.z)))
        return
    for covered in represented_places(each.covers, place, level):
        there = layout.floor_point(*covered) if covered else None  # type: ignore[arg-type]  # the first is a name
        if here is not None and there is not None:
            # Of eyes and not of floors: sums of the same numbers are rounded alike, so that a tie is one.
            yield (0, math.dist((*here[:2], here.z + EYES_M), (*there[:2], there.z + EYES_M)))
        elif here is None and covered and covered[0] == place.section:
            rows, slots = place_distance(layout, (place.section, place.row, place.seat), covered)
            yield (1, rows, slots)
        else:
            yield (2,)


def represented_places(covers: Covers, place: Place, level: int) -> list[tuple[str | None, ...]]:
    """Returns those of the covered places that an image can represent."""
    if covers.section is UNSET:
        return [()]
    if level == 0:
        return [(place.section, place.row, place.seat)]
    if covers.seats:
        return [(covers.section, covers.rows[0] if covers.rows else None, seat) for seat in covers.seats]
    if level == 1:
        return [(place.section, place.row)]
    return [(covers.section, row) for row in covers.rows] or [(covers.section,)]


def place_distance(
    layout: CompiledLayout, here: tuple[str | None, ...], there: tuple[str | None, ...]
) -> tuple[float, float]:
    (row, right), (other_row, other_right) = (grid(layout, *here), grid(layout, *there))
    return abs(row - other_row), abs(right - other_right)


def grid(
    layout: CompiledLayout, section_id: str | None, row_id: str | None = None, seat: str | None = None
) -> tuple[int, float]:
    if row_id is None and seat is None:
        return 0, 0.0
    row = layout.row(section_id or "", row_id or NO_ROW)
    assert row is not None
    if seat is None:
        return row.index, 0.0
    assert row.seats is not None
    slots = [row.seats.seat_at(slot) for slot in range(row.seats.slots)]
    return row.index, slots.index(seat) - (len(slots) - 1) / 2


@examples(150, quick=25)
@given(described_layouts().filter(lambda described: described.keys), st.data())
def test_the_nearest_image_is_the_nearest(described: DescribedLayout, data: st.DataObject) -> None:
    layout = compile_layout(described.layout)
    sets = data.draw(random_sets(described.keys))
    index = ImageIndex(layout, sets, ())
    for key in data.draw(st.lists(st.sampled_from(described.keys), min_size=1, max_size=5)):
        place = place_of(*key[: data.draw(st.integers(1, 3))])
        configuration = data.draw(st.sampled_from([None, "end", "round"]))
        choice = index.choose(place, configuration)
        expected = reference_candidates(layout, sets, place, configuration)
        assert (choice is None) == (not expected)
        if choice is not None:
            check(choice, expected, layout, place)


def check(choice: Choice, expected: list[ReferenceCandidate], layout: CompiledLayout, place: Place) -> None:
    """If the first candidate is the best by more than rounding errors, it must be the chosen one."""
    first = expected[0]
    assert choice.match == LEVELS[first.level]
    assert (choice.imagery_set.configuration is UNSET) == first.is_general
    sort, *metres = first.distance
    assert choice.distance_m == (pytest.approx(metres[0]) if sort == 0 else None)
    as_good = [
        recount.image
        for recount in expected
        if recount[:2] == first[:2] and recount.distance == pytest.approx(first.distance)
    ]
    assert any(choice.image is each for each in as_good)
    if len({recount.distance for recount in expected if recount.image in as_good}) == 1:
        assert choice.image is first.image
    if choice.borrowed_from is not None:
        assert choice.borrowed_from.key != place.key
        assert choice.borrowed_from.section == choice.image.covers.section


@st.composite
def far_apart(draw: st.DrawFn) -> tuple[CompiledLayout, list[SeatKey]]:
    """Generates sections with long rows, some close to each other, so that the nearest middle is often not
    the nearest image."""
    sections = [
        section(
            id=f"S{number}",
            rows=["A", "B"],
            seats={"count": 40},
            geometry={
                "shape": draw(st.sampled_from(["straight", "curved"])),
                "bearingDeg": draw(st.integers(0, 359)),
                "distanceM": draw(st.integers(20, 60)),
                "elevationM": draw(st.integers(0, 20)),
            },
        )
        for number in range(draw(st.integers(3, 6)))
    ]
    layout = compiled(*sections)
    return layout, [*layout.seats()]


@examples(150)
@given(far_apart(), st.data())
def test_the_nearest_image_of_other_sections_is_the_nearest(
    hall: tuple[CompiledLayout, list[SeatKey]], data: st.DataObject
) -> None:
    layout, keys = hall
    elsewhere = [key for key in keys if key[0] != "S0"]
    images = [
        image(f"{number}", data.draw(st.none() | cameras), section=section_id, rows=[row], seats=[seat])
        for number, (section_id, row, seat) in enumerate(
            data.draw(st.lists(st.sampled_from(elsewhere), min_size=2, max_size=12, unique=True))
        )
    ]
    sets = imagery({"images": images})
    index = ImageIndex(layout, sets, ())
    for seat in (1, 13, 40):
        place = place_of("S0", "A", f"{seat}")
        choice = index.choose(place, None)
        assert choice is not None
        check(choice, reference_candidates(layout, sets, place, None), layout, place)


def test_every_seat_of_the_arena_finds_the_nearest_of_its_images() -> None:
    layout = compile_layout(arena())
    sets = imagery(
        {"images": [image(f"{n}", section=f"{n}", rows=["A", "M"]) for n in range(101, 125, 2)]},
        {"configuration": "end-stage", "images": [image("C3", section="C3")]},
    )
    index = ImageIndex(layout, sets, ())
    for key in [*layout.seats()][::97]:
        place = place_of(*key)
        for configuration in (None, "end-stage"):
            choice = index.choose(place, configuration)
            assert choice is not None
            check(choice, reference_candidates(layout, sets, place, configuration), layout, place)
