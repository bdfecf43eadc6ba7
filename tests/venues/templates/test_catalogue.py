"""Every template at many sizes: as many seats as asked for, each at a place of its own, with a free view."""

import hashlib
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise, product
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seatpreview.decoding import inputs
from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, SeatKey
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.model import Focus, usual_size_m
from seatpreview.seats import sightline
from seatpreview.venues import rules
from seatpreview.venues.model import VenueRecord
from seatpreview.venues.templates.catalogue import (
    TEMPLATES,
    SeatsOutOfRange,
    Template,
    template_of,
    template_record,
)
from seatpreview.venues.templates.places import SEATS_BETWEEN_AISLES_MAX

EACH = pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.template_id)
IDS = [template.template_id for template in TEMPLATES]
SEATS_LOOKED_AT = 400
"""How many seats of a hall are looked at one by one, spread over all of them."""

QUICK_SEATS_MAX = 12_000


class Seat(NamedTuple):
    key: SeatKey
    point: Point


@cache
def hall_of(template_id: str, seats: int) -> CompiledLayout:
    """Checks the record as createVenue does, with its examples of labels, and compiles its layout."""
    told, record = template_record(template_id, seats)
    layout = rules.check_and_compile(inputs.decode(record, VenueRecord))
    assert told == layout.seat_count
    return layout


def sizes_of(template: Template) -> list[int]:
    """Both bounds, and sizes between them that are not round. The default size is tested elsewhere."""
    least, most = template.seats_min, template.seats_max
    return [least, *(int(least * (most / least) ** part) for part in (0.21, 0.45, 0.83)), most]


SIZES = [
    pytest.param(template.template_id, seats, marks=[pytest.mark.long] if seats > QUICK_SEATS_MAX else [])
    for template in TEMPLATES
    for seats in sizes_of(template)
]


def seats_of(layout: CompiledLayout) -> Iterator[Seat]:
    for key in layout.seats():
        point = layout.floor_point(*key)
        assert point is not None, key
        yield Seat(key, point)


def some_seats(found: Sequence[Seat], configuration: CompiledConfiguration) -> list[Seat]:
    seats = [seat for seat in found if seat.key.section not in configuration.closed]
    return seats[:: max(1, len(seats) // SEATS_LOOKED_AT)]


@pytest.mark.parametrize(("template_id", "seats"), SIZES)
def test_a_hall_is_a_record_with_separate_seats_and_a_free_view(template_id: str, seats: int) -> None:
    layout = hall_of(template_id, seats)
    found = list(seats_of(layout))
    assert 0.97 * seats <= len(found) <= 1.03 * seats
    assert closest_m(found) >= 0.4
    assert longest_run(found) <= SEATS_BETWEEN_AISLES_MAX + 2
    assert is_symmetric(found)
    for configuration in layout.configurations.values():
        look_at(layout, configuration, found)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(IDS), st.floats(0, 1))
def test_every_number_of_seats_is_met_within_three_percent(template_id: str, part: float) -> None:
    template = template_of(template_id)
    seats = int(template.seats_min * (template.seats_max / template.seats_min) ** part)
    layout = hall_of.__wrapped__(template_id, seats)
    assert 0.97 * seats <= layout.seat_count <= 1.03 * seats


@EACH
def test_seats_outside_of_the_bounds_are_refused_with_a_sentence(template: Template) -> None:
    for seats in (template.seats_min - 1, template.seats_max + 1, 0, -5, 10**30):
        with pytest.raises(SeatsOutOfRange, match=f"must be {template.seats_min:,} to"):
            template_record(template.template_id, seats)


def test_an_unknown_template_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        template_record("index", 100)


DEFAULT_KEYS = {
    "amphitheatre": (4_680, "c772bec7a26961e6"),
    "club": (54, "1694712e632d9e8c"),
    "stadium": (40_808, "048bcd5dc06fa470"),
    "theatre": (1_172, "c9f22ac33e5f5961"),
}
"""As in test_sections_without_rows.py: shops have stored these keys."""


def test_former_examples_keep_their_seats_at_the_default_size() -> None:
    for template_id, expected in DEFAULT_KEYS.items():
        layout = hall_of(template_id, template_of(template_id).seats_default)
        keys = "\n".join(map(str, layout.seats()))
        assert (layout.seat_count, hashlib.sha256(keys.encode()).hexdigest()[:16]) == expected


@EACH
def test_every_hall_has_spaces_that_are_reached_without_steps(template: Template) -> None:
    layout = hall_of(template.template_id, sizes_of(template)[3])
    kinds = [layout.seat_kind(*seat) for seat in layout.seats()]
    properties = {each for kind in kinds for each in kind.properties}
    assert "stepFree" in properties
    assert "restrictedView" not in properties
    if template.template_id != "club":
        assert {"wheelchair", "companion"} <= properties
    assert {kind.category for kind in kinds} <= {category.id for category in layout.facts.categories}


def look_at(layout: CompiledLayout, configuration: CompiledConfiguration, found: Sequence[Seat]) -> None:
    """Checks that open seats are beside what they look at, and see it over the row in front."""
    focus = configuration.focus
    target = Point(focus.x, focus.y, focus.z)
    for key, point in some_seats(found, configuration):
        assert not is_within(focus, point), f"{key} stands on the {focus.name} of {configuration.id}"
        place = place_of(*key)
        eye = sightline.eye_of(layout, place)
        assert eye is not None
        for body in configuration.obstructions:
            assert not sightline.obstructs(body, eye, target), f"{body.id} is in the way of {key}"
        c_value_m = sightline.c_value(layout, place, eye, target)
        assert c_value_m is None or c_value_m >= -0.001, f"{key} of {configuration.id}: {c_value_m}"


def is_within(focus: Focus, point: Point) -> bool:
    extent = focus.extent
    if extent is None:
        return False
    if extent.points:
        return is_inside(extent.points, point.x, point.y)
    width_m, depth_m = usual_size_m(extent)
    turn = math.radians(extent.turn_deg)
    east_m, north_m = point.x - focus.x, point.y - focus.y
    across_m = east_m * math.cos(turn) - north_m * math.sin(turn)
    along_m = east_m * math.sin(turn) + north_m * math.cos(turn)
    return abs(across_m) < width_m / 2 and abs(along_m) < depth_m / 2


def is_inside(corners: tuple[tuple[float, ...], ...], x: float, y: float) -> bool:
    crossings = 0
    for (from_x, from_y), (to_x, to_y) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (from_y > y) != (to_y > y) and x < from_x + (y - from_y) * (to_x - from_x) / (to_y - from_y):
            crossings += 1
    return crossings % 2 == 1


def closest_m(found: Sequence[Seat]) -> float:
    """Returns the least distance between two seats, up to half a metre."""
    cells: dict[tuple[int, int], list[Point]] = defaultdict(list)
    closest = 0.5
    for _, point in found:
        east, north = math.floor(point.x / 0.5), math.floor(point.y / 0.5)
        for cell in product((east - 1, east, east + 1), (north - 1, north, north + 1)):
            for other in cells.get(cell, ()):
                closest = min(closest, math.dist(point, other))
        cells[east, north].append(point)
    return closest


def longest_run(found: Sequence[Seat]) -> int:
    """Returns the most seats that follow each other in a row without a gap of an aisle."""
    longest = 0
    for _, row in groupby(found, key=lambda seat: seat.key[:2]):
        points = sorted(seat.point for seat in row)
        run = 1
        for left, right in pairwise(points):
            run = run + 1 if math.dist(left, right) < 1.3 else 1
            longest = max(longest, run)
    return longest


def is_symmetric(found: Sequence[Seat]) -> bool:
    """Returns whether as many seats are to the left of the middle as to the right, but for a few."""
    right = sum((seat.point.x > 0.05) - (seat.point.x < -0.05) for seat in found)
    return abs(right) <= max(3, 0.005 * len(found))
