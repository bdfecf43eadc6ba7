"""What share of the stage is seen: cases that a person can check, rules that always hold, and brute force."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.sightlines import people, people_in_the_way, sight_hall
from seatpreview.sightlines.bodies import hall_bodies
from seatpreview.sightlines.directions import Columns
from seatpreview.sightlines.model import NOTHING_SAID
from seatpreview.sightlines.solids import Floats, Indices
from sightlines.halls import STAGE, Json, eye_at, hall, random_hall, seen, seen_by, show, stalls
from sightlines.ray_casting import cast_shares

PILLAR: Json = {"id": "pillar", "kind": "pillar", "box": {"x": [-0.3, 0.3], "y": [-3, -2.4], "z": [0, 6]}}
SCREEN: Json = {"id": "screen", "kind": "screen", "box": {"x": [-6, 6], "y": [-1, -0.8], "z": [0.5, 6]}}
CIRCLE: Json = {
    "id": "C",
    "rows": {"first": "1", "last": "5"},
    "seats": {"count": 20},
    "geometry": {"bearingDeg": 180, "distanceM": 13, "elevationM": 3.2, "riserM": 0.45, "spacingM": 0.55},
}
HIGH_CIRCLE = CIRCLE | {"geometry": CIRCLE["geometry"] | {"elevationM": 5.2}}
BOX: Json = {
    "id": "A",
    "kind": "suite",
    "rows": ["1"],
    "seats": {"count": 4},
    "geometry": {"bearingDeg": 110, "distanceM": 8, "elevationM": 3, "spacingM": 0.6},
}
PITCH: Json = {"x": 0, "y": 0, "z": 0, "extent": {"kind": "football"}}
SIDE_STAND: Json = {
    "id": "N",
    "rows": {"first": "1", "last": "8"},
    "seats": {"count": 80},
    "geometry": {"bearingDeg": 0, "distanceM": 43, "elevationM": 0.5, "riserM": 0.35},
}
FLOOR: Json = {
    "id": "F",
    "kind": "standing",
    "capacity": 200,
    "geometry": {"area": [[-6, -9], [6, -9], [6, -1], [-6, -1]]},
}
RING: list[Json] = [
    stalls(bearingDeg=bearing, distanceM=9, riserM=0.3) | {"id": f"R{bearing}"}
    for bearing in (0, 90, 180, 270)
]
ROUND_STAGE: Json = {"id": "stage", "kind": "stage", "box": {"x": [-4, 4], "y": [-4, 4], "z": [0, 1]}}


@pytest.mark.parametrize(
    ("layout", "key", "least", "most", "reason"),
    [
        pytest.param(hall([stalls()]), "S/1/10", 1.0, 1.0, None, id="the first row sees everything"),
        pytest.param(hall([stalls()]), "S/10/10", 0.3, 0.7, "people", id="flat floor, row 10"),
        pytest.param(
            hall([stalls(cValueMm=120)]), "S/10/10", 0.97, 1.0, None, id="raked by a C-value of 120"
        ),
        pytest.param(
            hall([stalls(riserM=0.05), CIRCLE]), "S/15/10", 0.3, 0.8, "people", id="stalls under the circle"
        ),
        pytest.param(
            hall(
                [stalls(riserM=0.25, elevationM=1), HIGH_CIRCLE],
                [STAGE, SCREEN | {"box": {"x": [-5, 5], "y": [7, 7.2], "z": [3, 9]}}],
                focus={"y": 7.1, "z": 6},
            ),
            "S/15/10",
            0.0,
            0.6,
            "overhang",
            id="a high screen, from under the circle",
        ),
        pytest.param(hall([stalls(), BOX]), "A/1/1", 0.2, 0.8, "parapet", id="a box at the side"),
        pytest.param(
            hall([stalls(riserM=0.3)], [STAGE, PILLAR]), "S/4/10", 0.7, 0.95, "pillar", id="behind a pillar"
        ),
        pytest.param(
            hall([stalls(riserM=0.3)], [STAGE, SCREEN]), "S/4/10", 0.0, 0.2, "screen", id="a screen before it"
        ),
        pytest.param(hall([SIDE_STAND], [], focus=PITCH), "N/1/16", 0.1, 0.5, "dugout", id="behind a dugout"),
        pytest.param(
            hall(RING, [ROUND_STAGE], focus={"y": 0}), "R90/3/10", 0.9, 1.0, None, id="in the round"
        ),
    ],
)
def test_a_seat_sees_what_a_person_would_expect(
    layout: CompiledLayout, key: str, least: float, most: float, reason: str | None
) -> None:
    found = seen(layout, key)
    assert found.visible_share is not None
    assert least <= found.visible_share <= most, found
    kinds = [each.kind for each in found.hidden_by]
    assert (kinds == []) if reason is None else (reason in kinds), found


@pytest.mark.parametrize(
    ("key", "named"),
    [("S/1/10", ["boards"]), ("S/4/10", ["people", "boards"]), ("S/10/10", ["people"])],
)
def test_a_body_is_named_only_where_people_do_not_stand_before_all_of_it(key: str, named: list[str]) -> None:
    boards = {"id": "boards", "box": {"x": [-6, 6], "y": [-0.6, -0.5], "z": [0, 1.2]}}
    found = seen(hall([stalls()], [STAGE, boards]), key)
    assert [each.id for each in found.hidden_by] == named


def test_nothing_is_claimed_where_nothing_says_what_is_looked_at() -> None:
    assert seen(hall([stalls()], []), "S/3/4") == NOTHING_SAID


def test_an_area_without_seats_has_the_shares_of_its_worst_its_usual_and_its_best_place() -> None:
    middle, front, seat = seen_by(
        hall([FLOOR, stalls(distanceM=15)]), [Point(0, -5, 1.6), Point(0, -1.1, 1.6), Point(0, -15, 1.2)]
    )
    assert (middle.side_angle_deg, middle.nearest_m) == (0.0, 5.0), "of the place that the picture is from"
    assert middle.share_range is not None
    worst, best = middle.share_range
    assert worst < (middle.visible_share or 0) < best
    assert best > 0.9, "whoever stands at the rail sees everything"
    assert (front.visible_share, front.share_range) == (middle.visible_share, middle.share_range)
    assert seat.share_range is None


def test_a_suite_without_seats_has_a_rail_sides_and_the_views_of_its_guests() -> None:
    suites = [
        {"id": each, "kind": "suite", "geometry": {"bearingDeg": bearing, "distanceM": 20, "elevationM": 4}}
        for each, bearing in (("V", 150), ("W", 165))
    ]
    layout = hall(suites)
    bodies = hall_bodies(layout, show(layout)).bodies
    assert [body.kind for body in bodies if body.section == "V"] == [
        "front",
        "rail",
        "partition",
        "partition",
        "overhang",
    ]
    (guest,) = seen_by(layout, [_lifted(layout.floor_point("V"), 1.2)])
    assert guest.share_range is not None
    assert guest.share_range[0] <= (guest.visible_share or 0) <= guest.share_range[1]
    assert guest.share_range[1] > 0.9


def test_a_crowd_hides_the_stage_from_those_who_sit_behind_it() -> None:
    behind = stalls(distanceM=15)
    share, without = (
        seen(hall(sections), "S/1/10").visible_share for sections in ([behind, FLOOR], [behind])
    )
    assert without == 1.0
    assert share is not None
    assert share < 0.6


@pytest.mark.parametrize(
    ("eye", "side_angle_deg", "nearest_m"),
    [
        (Point(0, -6, 2), 0.0, 6.0),
        (Point(14, 4, 2), 90.0, 8.0),
        (Point(-14, 4, 2), 90.0, 8.0),
        (Point(0, 18, 2), 180.0, 10.0),
        (Point(9, -4, 6.8), 48.4, 6.4),
    ],
)
def test_the_side_and_the_nearest_edge_are_measured(
    eye: Point, side_angle_deg: float, nearest_m: float
) -> None:
    (found,) = seen_by(hall([stalls()]), [eye])
    assert (found.side_angle_deg, found.nearest_m) == (side_angle_deg, nearest_m)


def test_performers_in_the_round_face_most_people() -> None:
    """The plan tells the direction, and the drawing turns them there."""
    layout = hall([RING[1] | {"id": "more"}, *RING], [ROUND_STAGE], focus={"y": 0})
    looked_at = hall_bodies(layout, show(layout)).looked_at
    assert looked_at is not None
    assert looked_at.front_deg == 90.0
    angles = [seen(layout, f"R{bearing}/3/10").side_angle_deg for bearing in (90, 0, 270)]
    assert angles == pytest.approx([0, 90, 180], abs=3)


def test_a_screen_shows_nothing_to_those_behind_it() -> None:
    layout = hall([stalls()], [SCREEN], focus={"y": -0.9, "z": 2})
    before, behind = seen_by(layout, [Point(0, -8, 2), Point(0, 6, 2)])
    assert before.visible_share is not None
    assert before.visible_share > 0.5
    assert behind.visible_share == 0.0
    assert [(each.id, each.share) for each in behind.hidden_by] == [("screen", 1.0)]


SEEDS = st.integers(0, 500)


def _eyes(layout: CompiledLayout, seed: int, count: int = 4) -> list[Point]:
    keys = [str(key) for key in layout.seats()]
    return [eye_at(layout, key) for key in random.Random(seed).sample(keys, count)]


@given(SEEDS)
@settings(max_examples=20)
def test_shares_are_shares_and_what_hides_adds_up(seed: int) -> None:
    layout = random_hall(seed)
    for found in seen_by(layout, _eyes(layout, seed)):
        assert found.visible_share is not None
        assert 0.0 <= found.visible_share <= 1.0
        shares = [each.share for each in found.hidden_by]
        assert shares == sorted(shares, reverse=True)
        named = [each.share for each in found.hidden_by if each.share > 0 or each.kind != "people"]
        assert all(0.01 <= share <= 1.0 for share in named)
        told = sum(shares) + found.visible_share
        assert told == pytest.approx(1.0) if shares else found.visible_share >= 0.98


@given(SEEDS, st.floats(-5, 5), st.floats(-6, -1), st.floats(0.2, 5))
@settings(max_examples=20)
def test_another_body_never_raises_the_share(seed: int, x: float, y: float, high_m: float) -> None:
    body = {"id": "more", "box": {"x": [x, x + 1], "y": [y, y + 0.5], "z": [0, high_m]}}
    sections = [stalls(riserM=0.1 * (seed % 4))]
    without, with_body = hall(sections), hall(sections, [STAGE, body])
    eyes = _eyes(without, seed)
    for before, after in zip(seen_by(without, eyes), seen_by(with_body, eyes), strict=True):
        assert after.visible_share is not None
        assert before.visible_share is not None
        assert after.visible_share <= before.visible_share


@given(st.floats(0, 0.5), st.integers(1, 20))
@settings(max_examples=20)
def test_a_higher_row_in_front_never_raises_the_share(higher_m: float, seat: int) -> None:
    back = stalls(distanceM=12, riserM=0.3)
    eye = eye_at(hall([back]), f"S/1/{seat}")
    shares = []
    for elevation_m in (0.0, higher_m):
        front = stalls(elevationM=elevation_m) | {"id": "F", "rows": ["1", "2", "3"]}
        shares.append(seen_by(hall([back, front]), [eye])[0].visible_share or 0.0)
    assert shares[1] <= shares[0]


@given(SEEDS, st.floats(0, 360), st.floats(-200, 200), st.floats(-200, 200))
@settings(max_examples=15)
def test_a_hall_that_is_moved_and_turned_shows_the_same(
    seed: int, turn_deg: float, x: float, y: float
) -> None:
    here, there = _placed_hall(0, 0, 0), _placed_hall(turn_deg, x, y)
    keys = random.Random(seed).sample([str(key) for key in here.seats()], 4)
    before, after = (seen_by(layout, [eye_at(layout, key) for key in keys]) for layout in (here, there))
    for one, other in zip(before, after, strict=True):
        assert one.visible_share == pytest.approx(other.visible_share, abs=0.02)
        assert one.side_angle_deg == pytest.approx(other.side_angle_deg, abs=0.2)
        assert one.nearest_m == pytest.approx(other.nearest_m, abs=0.11)


def _placed_hall(turn_deg: float, x: float, y: float) -> CompiledLayout:
    """A hall that is turned about its origin, which is at x and y."""
    turn = math.radians(turn_deg)

    def at(east: float, north: float) -> tuple[float, float]:
        return (
            x + east * math.cos(turn) + north * math.sin(turn),
            y - east * math.sin(turn) + north * math.cos(turn),
        )

    def body(members: Json, west: float, east: float, south: float, north: float, high: float) -> Json:
        points = [at(west, south), at(east, south), at(east, north), at(west, north)]
        return members | {"polygon": {"points": points, "z": [0, high]}}

    facing = {"bearingDeg": (180 + turn_deg) % 360}
    focus_x, focus_y = at(0, 4)
    return hall(
        [stalls(riserM=0.12, **facing), CIRCLE | {"geometry": CIRCLE["geometry"] | facing}],
        [
            body({"id": "stage", "kind": "stage"}, -6, 6, 0, 8, 1),
            body({"id": "thing"}, -0.4, 0.4, -3, -2.5, 3),
        ],
        focus={"x": focus_x, "y": focus_y},
        origin={"x": x, "y": y},
    )


@pytest.mark.parametrize("seed", range(5))
def test_brute_force_finds_the_same_share(seed: int) -> None:
    _compare_with_brute_force(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5, 45))
def test_brute_force_finds_the_same_share_in_many_halls(seed: int) -> None:
    _compare_with_brute_force(seed)


def _compare_with_brute_force(seed: int) -> None:
    layout = random_hall(seed)
    configuration = show(layout)
    bodies = hall_bodies(layout, configuration)
    (eye,) = _eyes(layout, seed, 1)
    (found,) = seen_by(layout, [eye])
    visible, behind_people = cast_shares(layout, configuration, bodies, eye)
    assert found.visible_share == pytest.approx(visible, abs=0.02)
    told = sum(each.share for each in found.hidden_by if each.kind == "people")
    # What hides less than 2 % may count for people, or they may not be named.
    assert told == pytest.approx(behind_people, abs=0.05)


def _lifted(floor: Point | None, by_m: float) -> Point:
    assert floor is not None
    return Point(floor.x, floor.y, floor.z + by_m)


def test_a_hall_of_250000_seats_costs_an_eye_no_more_than_the_people_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blocks = [
        {
            "id": f"B{number}",
            "rows": {"first": "1", "last": "50"},
            "seats": {"count": 100},
            "geometry": {"bearingDeg": 7.2 * number, "distanceM": 30 if number % 2 else 80, "riserM": 0.0},
        }
        for number in range(50)
    ]
    layout = hall(blocks, [ROUND_STAGE], focus={"y": 0}, hall="stadium")
    assert layout.seat_count == 250_000
    compared: list[int] = []
    found: list[str] = []
    in_view, rows = people_in_the_way._people_in_view, people.section_people

    def counted(near: Floats, columns: Columns) -> tuple[Indices, Indices, Floats]:
        compared.append(len(near))
        return in_view(near, columns)

    def found_people(of: CompiledLayout, everybody: people.People, section: int) -> Floats:
        found.append(everybody.sections[section].id)
        return rows(of, everybody, section)

    monkeypatch.setattr(people_in_the_way, "_people_in_view", counted)
    monkeypatch.setattr(sight_hall, "section_people", found_people)
    eyes = [eye_at(layout, f"B0/50/{seat}") for seat in range(40, 60)]
    assert all(seen.visible_share is not None for seen in seen_by(layout, eyes))
    assert max(compared) == people_in_the_way.PEOPLE_MAX
    assert len(compared) < len(eyes)
    assert len(found) < len(blocks) / 2
