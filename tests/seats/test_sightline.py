"""Lines of sight, checked against closed formulas and against sampling points along the line."""

import math
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from examples import examples
from layouts.written import arena, compiled, section
from seatpreview.decoding import inputs
from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.model import Focus, FocusExtent, Obstruction
from seatpreview.seats.model import Orientation
from seatpreview.seats.sightline import UNKNOWN, direction_to, eye_of, obstructs, orientation, sightline
from seatpreview.seats.sightline_model import Sightline
from seatpreview.venues.model import Image, ViewerDefaults

coordinates = st.floats(-60, 60)
points = st.builds(Point, coordinates, coordinates, st.floats(-5, 30))


def seen(layout: CompiledLayout, key: str, configuration: str | None = None) -> Sightline:
    place = place_of(*key.split("/"))
    in_use = None if configuration is None else layout.configurations[configuration]
    return sightline(layout, place, eye_of(layout, place), in_use)


def looking(
    eye: Point | None, focus: Focus, pose: dict[str, float] | None = None, **defaults: float
) -> Orientation:
    image = None
    if pose is not None:
        image = inputs.decode({"url": "https://images.example/1", "pose": pose}, Image)
    direction = None if eye is None else direction_to(eye, focus)
    return orientation(direction, image, inputs.decode(defaults, ViewerDefaults))


def test_eyes_are_above_the_floor_and_higher_where_people_stand() -> None:
    geometry = {"distanceM": 10, "elevationM": 2}
    layout = compiled(
        section(geometry=geometry),
        section(id="GA", kind="standing", rows=None, seats=None, capacity=100, geometry=geometry),
    )
    assert eye_of(layout, place_of("101")) == pytest.approx((0, 10, 3.2))
    assert eye_of(layout, place_of("GA")) == pytest.approx((0, 10, 3.6))


@pytest.mark.parametrize("key", ["103", "103/A", "103/A/1"])
def test_without_geometry_nothing_is_known(key: str) -> None:
    layout = compiled(section(id=103))
    assert seen(layout, key) == UNKNOWN


def test_distance_and_height_are_those_from_eye_to_focus() -> None:
    layout = compiled(section(geometry={"distanceM": 8, "elevationM": 5.8}), focus={"z": 1})
    found = seen(layout, "101/A")
    assert (found.distance_m, found.elevation_m) == (10.0, 6.0)


def test_the_first_row_has_nobody_in_front() -> None:
    layout = compiled(section(geometry={"distanceM": 8, "riserM": 0.3}))
    assert [seen(layout, key).c_value_mm for key in ("101", "101/A", "101/A/2")] == [None] * 3


@settings(deadline=None)
@given(
    distance_m=st.floats(2, 80),
    tread_m=st.floats(0.5, 2),
    riser_m=st.floats(0, 1),
    elevation_m=st.floats(-3, 30),
    focus_z=st.floats(-2, 5),
    bearing_deg=st.floats(-180, 180),
    shift_m=st.floats(-20, 20),
    shape=st.sampled_from(["straight", "curved"]),
    key=st.sampled_from(["101/B", "101/B/1", "101/B/4", "101/C/2"]),
)
def test_the_c_value_is_that_of_the_textbook(
    distance_m: float,
    tread_m: float,
    riser_m: float,
    elevation_m: float,
    focus_z: float,
    bearing_deg: float,
    shift_m: float,
    shape: str,
    key: str,
) -> None:
    """C = D (N + R) / (D + T) - R, with D and R those of the row in front: everywhere in a row."""
    geometry = {
        "shape": shape,
        "distanceM": distance_m,
        "treadM": tread_m,
        "riserM": riser_m,
        "elevationM": elevation_m,
        "bearingDeg": bearing_deg,
        "shiftM": shift_m,
    }
    assume(shape == "straight" or distance_m > 10)
    layout = compiled(section(geometry=geometry), focus={"x": 3, "y": -2, "z": focus_z})
    in_front = "ABC".index(key.split("/")[1]) - 1
    d = distance_m + in_front * tread_m
    r = elevation_m + in_front * riser_m + 1.2 - focus_z
    c = d * (riser_m + r) / (d + tread_m) - r
    assert seen(layout, key).c_value_mm == pytest.approx(c * 1000, abs=0.51)


RAKED = {"distanceM": 12, "bearingDeg": 180, "cValueMm": 90, "elevationM": 0.5}


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"aisles": [{"after": 2, "widthM": 1.2}], "rowGaps": [{"after": "B", "depthM": 1.2}]},
        {"shape": "curved", "radiusM": 25},
        {"distanceM": None, "origin": {"x": 0, "y": -12}},
    ],
)
def test_rows_that_rise_by_a_c_value_have_it_by_rule_and_as_listed_seats(more: dict[str, Any]) -> None:
    geometry = {name: value for name, value in (RAKED | more).items() if value is not None}
    ruled = compiled(section(geometry=geometry), focus={"z": 1})
    keys = ("101/B/2", "101/C/2")
    assert [seen(ruled, key).c_value_mm for key in keys] == pytest.approx([90, 90], abs=1)
    listed = compiled({"id": 101, "positions": [listed_row(ruled, row) for row in "ABC"]}, focus={"z": 1})
    # Positions are whole centimetres.
    assert [seen(listed, key).c_value_mm for key in keys] == pytest.approx([90, 90], abs=12)


def listed_row(layout: CompiledLayout, row: str) -> dict[str, Any]:
    """A row as a list of positions in centimetres."""
    places = [layout.floor_point("101", row, str(seat)) for seat in range(1, 5)]
    x, y, z = zip(*([round(100 * metres) for metres in place] for place in places if place), strict=True)
    return {"row": row, "seats": {"first": 1, "last": 4}, "x": x, "y": y, "z": z}


def test_who_looks_away_from_the_rows_has_no_c_value() -> None:
    """The stage is behind the viewer, or to the side at the end of the row."""
    configurations = [{"id": "behind", "focus": {"y": 40}}, {"id": "beside", "focus": {"x": 50, "y": 10}}]
    for shape in ("straight", "curved"):
        layout = compiled(
            section(geometry={"distanceM": 8, "shape": shape, "riserM": 0.3}), configurations=configurations
        )
        assert seen(layout, "101/B/2").c_value_mm is not None
        assert seen(layout, "101/B/2", "behind").c_value_mm is None
        assert seen(layout, "101/B/2", "beside").c_value_mm is None


def test_seats_at_both_ends_of_a_row_see_the_same() -> None:
    layout = compile_layout(arena())
    for left, right in (("101/C/1", "101/C/14"), ("C1/BB/1", "C1/BB/22")):
        assert seen(layout, left) == seen(layout, right)


def test_a_configuration_moves_what_people_look_at() -> None:
    layout = compile_layout(arena())
    towards, across = seen(layout, "101/C/7", "end-stage"), seen(layout, "113/C/7")
    assert towards.distance_m == pytest.approx(math.hypot(31.7 + 24, 1.9 + 1.2 - 2), abs=0.1)
    assert across.distance_m == pytest.approx(math.hypot(31.7, 1.9 + 1.2 - 1), abs=0.1)


def test_obstructions_are_those_of_the_configuration_in_the_line_of_sight() -> None:
    tower = {
        "id": "tower",
        "name": "Tower",
        "kind": "rigging",
        "box": {"x": [-1, 1], "y": [4, 5], "z": [0, 9]},
    }
    aside = {"id": "aside", "box": {"x": [5, 6], "y": [4, 5], "z": [0, 9]}}
    stage = {"id": "stage", "kind": "stage", "box": {"x": [-5, 5], "y": [-5, 3], "z": [0, 2]}}
    layout = compiled(
        section(geometry={"distanceM": 10}),
        focus={"z": 1},
        configurations=[{"id": "end", "obstructions": [aside, tower, stage]}],
    )
    found = seen(layout, "101/A/2", "end").obstructions
    assert [(body.id, body.name, body.kind) for body in found] == [("tower", "Tower", "rigging")]
    assert seen(layout, "101/A/2").obstructions == ()


@st.composite
def boxes(draw: st.DrawFn) -> dict[str, Any]:
    low = draw(points)
    return {
        "box": {
            axis: [start, start + draw(st.floats(0.5, 40))] for axis, start in zip("xyz", low, strict=True)
        }
    }


@st.composite
def polygons(draw: st.DrawFn) -> dict[str, Any]:
    """Generates polygons with corners at growing angles around a middle: convex or not, never
    self-intersecting."""
    x, y, low = draw(points)
    count = draw(st.integers(3, 9))
    corners = [
        (x + reach * math.sin(math.tau * n / count), y + reach * math.cos(math.tau * n / count))
        for n, reach in enumerate(draw(st.lists(st.floats(1, 40), min_size=count, max_size=count)))
    ]
    return {"polygon": {"points": corners, "z": [low, low + draw(st.floats(0.5, 30))]}}


def holds(body: Obstruction, point: Point, margin_m: float) -> bool:
    """Returns whether a body contains a point with a margin; with a negative margin, whether it nearly
    does."""
    if body.box is not None:
        extents = (body.box.x, body.box.y, body.box.z)
        return all(
            low + margin_m <= at <= high - margin_m for at, (low, high) in zip(point, extents, strict=True)
        )
    assert body.polygon is not None
    low, high = body.polygon.z
    if not low + margin_m <= point.z <= high - margin_m:
        return False
    corners = body.polygon.points
    edge_m = min(
        from_edge(point, corner, following)
        for corner, following in zip(corners, (*corners[1:], corners[0]), strict=True)
    )
    turns = sum(
        turn(point, corner, following)
        for corner, following in zip(corners, (*corners[1:], corners[0]), strict=True)
    )
    is_inside = abs(turns) > math.pi
    return (is_inside and edge_m >= margin_m) or (margin_m < 0 and edge_m <= -margin_m)


def turn(point: Point, corner: tuple[float, ...], following: tuple[float, ...]) -> float:
    """Returns the angle of an edge as seen from the point; from inside, the angles add up to a full turn."""
    one = math.atan2(corner[1] - point.y, corner[0] - point.x)
    other = math.atan2(following[1] - point.y, following[0] - point.x)
    return math.remainder(other - one, math.tau)


def from_edge(point: Point, corner: tuple[float, ...], following: tuple[float, ...]) -> float:
    along_x, along_y = following[0] - corner[0], following[1] - corner[1]
    part = ((point.x - corner[0]) * along_x + (point.y - corner[1]) * along_y) / (along_x**2 + along_y**2)
    part = min(1.0, max(0.0, part))
    return math.hypot(point.x - corner[0] - part * along_x, point.y - corner[1] - part * along_y)


STEPS = 400


@examples(150)
@given(boxes() | polygons(), points, points)
def test_a_body_obstructs_where_a_walk_along_the_line_meets_it(
    shape: dict[str, Any], eye: Point, target: Point
) -> None:
    body = inputs.decode({"id": "body"} | shape, Obstruction)
    step_m = math.dist(eye, target) / STEPS
    walk = [
        Point(*(here + (there - here) * n / STEPS for here, there in zip(eye, target, strict=True)))
        for n in range(STEPS + 1)
    ]
    if holds(body, target, 1e-6):
        assert not obstructs(body, eye, target)
    elif not holds(body, target, -1e-6):
        if any(holds(body, point, 1e-6) for point in walk):
            assert obstructs(body, eye, target)
        if not any(holds(body, point, -step_m - 1e-6) for point in walk):
            assert not obstructs(body, eye, target)


def test_a_line_along_an_edge_is_no_way_into_a_body_that_it_never_reaches() -> None:
    square = {"polygon": {"points": [[0, 0], [2, 0], [2, 2], [0, 2]], "z": [0, 5]}}
    body = inputs.decode({"id": "body"} | square, Obstruction)
    assert not obstructs(body, Point(0, 9, 1), Point(0, 4, 1))
    assert not obstructs(body, Point(-1, 9, 1), Point(-1, -9, 1))
    assert obstructs(body, Point(1, 9, 1), Point(1, -9, 1))
    assert not obstructs(body, Point(1, 9, 6), Point(1, -9, 6))


def test_a_line_through_top_and_bottom_meets_a_body_without_crossing_its_sides() -> None:
    roof = {"polygon": {"points": [[0, 0], [2, 0], [2, 2], [0, 2]], "z": [3, 4]}}
    body = inputs.decode({"id": "roof"} | roof, Obstruction)
    assert obstructs(body, Point(1, 1, 9), Point(1.2, 1, 0))
    assert obstructs(body, Point(1, 1, 9), Point(1, 1, 0))
    assert not obstructs(body, Point(1, 1, 9), Point(1, 9, 0))


@pytest.mark.parametrize(
    ("eye", "yaw"), [((0, -9), 0), ((-9, 0), 90), ((0, 9), 180), ((9, 0), -90), ((9, 9), -135)]
)
def test_a_drawing_is_seen_by_the_compass(eye: tuple[float, float], yaw: float) -> None:
    found = looking(Point(*eye, 0), Focus())
    assert (found.yaw, found.pitch, found.fov) == (yaw, 0, 75)


def test_who_sits_higher_looks_down() -> None:
    assert looking(Point(0, -10, 10), Focus()).pitch == -45


def test_a_picture_is_turned_by_where_its_camera_looked() -> None:
    eye = Point(-10, 0, 0)
    assert looking(eye, Focus(), {"yawDeg": 30, "pitchDeg": -5}).yaw == 60
    assert looking(eye, Focus(), {"yawDeg": 30, "pitchDeg": -5}).pitch == 5
    assert looking(eye, Focus(), {"yawDeg": -180}).yaw == -90


def test_a_picture_without_a_pose_shows_the_focus_in_its_middle() -> None:
    image = inputs.decode({"url": "https://images.example/1"}, Image)
    found = orientation(direction_to(Point(-10, 0, 4), Focus()), image, ViewerDefaults())
    assert (found.yaw, found.pitch) == (0, 0)


def test_without_a_place_one_looks_where_the_camera_looked() -> None:
    assert looking(None, Focus(), {"yawDeg": 30}) == Orientation(yaw=0, pitch=0, fov=75)


def test_viewer_defaults_turn_the_view_further() -> None:
    found = looking(Point(0, -10, 10), Focus(), startYawDeg=190, startPitchDeg=-60, fieldOfViewDeg=90)
    assert found == Orientation(yaw=-170, pitch=-90, fov=90)


@pytest.mark.parametrize(
    ("focus", "aimed_z"),
    [
        (Focus(z=1, extent=FocusExtent(height_m=1)), 1.9),
        (Focus(z=2.2, extent=FocusExtent(height_m=1)), 2.2),
        (Focus(z=0, extent=FocusExtent(kind="football")), 0),
        (Focus(z=1), 1),
    ],
)
def test_a_look_at_the_floor_of_a_stage_is_raised_to_the_people_on_it(focus: Focus, aimed_z: float) -> None:
    found = direction_to(Point(0, -2, 1.2), focus)
    assert found.pitch == pytest.approx(math.degrees(math.atan2(aimed_z - 1.2, 2)))


@given(points, points, st.floats(-360, 360), st.floats(-360, 360))
def test_the_direction_leads_from_the_eye_to_the_focus(
    eye: Point, target: Point, camera_deg: float, start_deg: float
) -> None:
    assume(math.dist(eye[:2], target[:2]) > 0.1)
    focus = Focus(x=target.x, y=target.y, z=target.z)
    found = looking(eye, focus, {"yawDeg": camera_deg}, startYawDeg=start_deg)
    assert -180 < found.yaw <= 180
    assert found.yaw == round(found.yaw, 1)
    yaw, pitch = math.radians(found.yaw + camera_deg - start_deg), math.radians(found.pitch)
    ahead = (math.sin(yaw) * math.cos(pitch), math.cos(yaw) * math.cos(pitch), math.sin(pitch))
    distance_m = math.dist(eye, target)
    reached = [here + distance_m * part for here, part in zip(eye, ahead, strict=True)]
    assert math.dist(reached, target) < distance_m * math.radians(0.1)
